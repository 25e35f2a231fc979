/** What the registry knows of a publisher. Its entries are checked against this schema when it is loaded. */
import Type, { type Static } from 'typebox'

/** How the builder reads a table: `crates/build/src/input/table_layout.rs`. */
const Table = Type.Object(
  {
    /** What the names of the tables in an archive end with; the largest file when it is not said. */
    entries: Type.Optional(Type.String()),
    encoding: Type.Optional(
      Type.Union([Type.Literal('utf-8'), Type.Literal('cp1250'), Type.Literal('latin1')]),
    ),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    /** Names of the columns where the file has no header. */
    header: Type.Optional(Type.Array(Type.String())),
    /** Field to its templates, the first whose columns are filled counts: `{column}`, `{column?}` may be empty, `{column:first}`. */
    fields: Type.Record(Type.String(), Type.Array(Type.String())),
    /** Column to the value that rows in use have. */
    keep: Type.Optional(Type.Record(Type.String(), Type.String())),
    /** EPSG code of the coordinates; degrees without it. */
    epsg: Type.Optional(Type.Integer()),
    /** Table of a GeoPackage. */
    layer: Type.Optional(Type.String()),
  },
  { additionalProperties: false },
)

/** How the newest release is found. */
const Release = Type.Union([
  /** One address that always holds the newest; ETag, Last-Modified and length tell whether it changed. */
  Type.Object({ by: Type.Literal('file') }),
  /** The day, month or year is in the address: from the newest that can be on, it is asked for, `back` steps at most. */
  Type.Object({
    by: Type.Literal('date'),
    every: Type.Union([Type.Literal('year'), Type.Literal('half-year'), Type.Literal('month-end')]),
    back: Type.Integer({ minimum: 1 }),
  }),
  /** The catalogue of Overture Maps names the newest. */
  Type.Object({ by: Type.Literal('overture') }),
  /** The newest job of OpenAddresses. */
  Type.Object({ by: Type.Literal('openaddresses') }),
])

/** A code and what is fetched for it. */
const Area = Type.Object({
  /** `fr`, `fr-38`, `us-md`, `us-md-005`, `world-postcodes`. */
  code: Type.String({ pattern: '^[a-z]{2,5}(-[a-z0-9]+)*$' }),
  name: Type.String({ minLength: 1 }),
  /** What stands for `{part}` in the URL, a file each. */
  parts: Type.Array(Type.String(), { minItems: 1 }),
  /** Rows the publisher or others count; an estimate of the room is made of it. */
  rows: Type.Optional(Type.Integer()),
  /** Bytes of the download, where facts say so. */
  bytes: Type.Optional(Type.Integer()),
  /** West, south, east, north, degrees: of what is cut out of files of the world. Several where it lies on both ends of the map. */
  boxes: Type.Optional(Type.Array(Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()]))),
  /** First address level of its rows, where a file of the world is cut by it: `MD`. */
  region: Type.Optional(Type.String()),
  /** Terms of this area where its publisher differs from area to area. */
  licence: Type.Optional(Type.String()),
  attribution: Type.Optional(Type.String()),
})

export const Source = Type.Object({
  id: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  publisher: Type.String({ minLength: 1 }),
  /** ISO 3166-1 alpha-2 code, lower case; `world` for files of many countries. */
  country: Type.String({ pattern: '^([a-z]{2}|world)$' }),
  /** What is built of it. Street centroids come with points. */
  gives: Type.Union([
    Type.Literal('points'),
    Type.Literal('ranges'),
    Type.Literal('postcodes'),
    Type.Literal('places'),
    /** Places of a country with their names in many languages, and polygons, over the gazetteer that is there. */
    Type.Literal('divisions'),
    /** Points of interest. */
    Type.Literal('poi'),
  ]),
  /** Template: `{part}` of the area, `{release}` or `{year}` of the newest. */
  url: Type.String({ pattern: '^https://' }),
  release: Release,
  format: Type.Union([
    Type.Literal('csv'),
    Type.Literal('geojson'),
    Type.Literal('shapefile'),
    Type.Literal('geopackage'),
    Type.Literal('geonames'),
    Type.Literal('geoparquet'),
    Type.Literal('sqlite'),
  ]),
  table: Type.Optional(Table),
  /** SPDX identifier where there is one, else the name of the terms. */
  licence: Type.String({ minLength: 1 }),
  /** The line to show. */
  attribution: Type.String({ minLength: 1, pattern: '^[^;]*$' }),
  shareAlike: Type.Boolean(),
  rhythm: Type.String(),
  /** Bytes of databases that a byte of the download becomes, for the room that is looked for; measured or estimated high. */
  grows: Type.Number(),
  /** Environment variable that holds the token of an account, where one is needed. */
  token: Type.Optional(Type.String()),
  /** What a user should know before. */
  note: Type.Optional(Type.String()),
  areas: Type.Array(Area, { minItems: 1 }),
})

/** A publisher and its files. */
export type Source = Static<typeof Source>
/** A code of a publisher. */
export type Area = Static<typeof Area>
/** Description of a table for the builder. */
export type Table = Static<typeof Table>
/** How the newest release is found. */
export type Release = Static<typeof Release>
