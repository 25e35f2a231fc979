/** What `publishers.json` says about a publisher. Tests check its rows against these schemas. */
import Type, { type Static } from 'typebox'

/** How the builder reads a table: `crates/builder/src/input/table_layout.rs`. */
const Table = Type.Object(
  {
    /** Endings of the names of the tables in an archive; without it the largest file. */
    entries: Type.Optional(Type.String()),
    encoding: Type.Optional(Type.Enum(['utf-8', 'cp1250', 'latin1'])),
    delimiter: Type.Optional(Type.String({ minLength: 1, maxLength: 1 })),
    /** Names of the columns if the file has no header. */
    header: Type.Optional(Type.Array(Type.String())),
    /** Field to its templates, of which the first with filled columns counts: `{column}`, `{column?}` may be empty, `{column:first}`. */
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

/** How to find the newest release. */
const Release = Type.Union([
  /** One URL that always has the newest; ETag, Last-Modified and length show whether it changed. */
  Type.Object({ by: Type.Literal('file') }),
  /** The URL contains the day, month or year: tried from the newest possible one, `back` steps at most. */
  Type.Object({
    by: Type.Literal('date'),
    every: Type.Enum(['year', 'half-year', 'month-end']),
    back: Type.Integer({ minimum: 1 }),
  }),
  /** The newest in the catalogue of Overture Maps. */
  Type.Object({ by: Type.Literal('overture') }),
  /** The newest job of OpenAddresses. */
  Type.Object({ by: Type.Literal('openaddresses') }),
  /** The extract that the index of Geofabrik names for the country. */
  Type.Object({ by: Type.Literal('geofabrik') }),
])

/** West, south, east, north, degrees. */
const Box = Type.Tuple([Type.Number(), Type.Number(), Type.Number(), Type.Number()])

/** A code and what to fetch for it. */
const AreaFields = {
  /** `fr`, `fr-38`, `us-md`, `us-md-005`, `world-postcodes`. */
  code: Type.String({ pattern: '^[a-z]{2,5}(-[a-z0-9]+)*$' }),
  name: Type.String({ minLength: 1 }),
  /** Values of `{part}` in the URL, one file each. */
  parts: Type.Array(Type.String(), { minItems: 1 }),
  /** Number of rows, for an estimate of the room. */
  rows: Type.Optional(Type.Integer()),
  /** Bytes of the download, if known. */
  bytes: Type.Optional(Type.Integer()),
  /** The area in worldwide files, which chooses the row groups to fetch. Several if it lies on both ends of the map. */
  boxes: Type.Optional(Type.Array(Box)),
  /** First address level of its rows, if that selects them from a worldwide file: `MD`. */
  region: Type.Optional(Type.String()),
  /** Terms of this area if those of its publisher differ by area. */
  licence: Type.Optional(Type.String()),
  attribution: Type.Optional(Type.String()),
}
const Area = Type.Object(AreaFields, { additionalProperties: false })

/**
 * An area for each row of a list, whose fields replace `{code}` and `{name}`. Boxes are whole degrees outside the settlements of the starter
 * gazetteer. `countries-with-addresses` are those whose addresses Overture Maps has, with the number of rows of release 2026-07;
 * `us-counties` each state and each of its counties, by FIPS codes.
 */
const AreaTemplate = Type.Object(
  {
    each: Type.Enum(['countries', 'countries-with-addresses', 'us-states', 'us-counties']),
    /** `{code}` if absent. */
    code: Type.Optional(Type.String()),
    /** `{name}` if absent. */
    name: Type.Optional(Type.String()),
    /** Those of the row if absent. */
    parts: Type.Optional(AreaFields.parts),
    /** Fields that the area has from the row. */
    fields: Type.Optional(Type.Array(Type.Enum(['rows', 'boxes', 'region']))),
    /** Estimated bytes of the download per row. */
    bytesPerRow: Type.Optional(Type.Integer()),
  },
  { additionalProperties: false },
)

const PublisherFields = {
  id: Type.String({ pattern: '^[a-z][a-z0-9-]*$' }),
  /** Where the files are described, and the reasons of a row; for maintainers. */
  comment: Type.Optional(Type.String()),
  publisher: Type.String({ minLength: 1 }),
  /** ISO 3166-1 alpha-2 code, lower case; `world` for files of many countries. */
  country: Type.String({ pattern: '^([a-z]{2}|world)$' }),
  /**
   * What is built from it. Street centroids come with points. `divisions` are places of a country with their names in many languages, and
   * polygons, which extend the gazetteer; `poi` points of interest; `osm` houses, streets, places, postcodes and points of interest, in files
   * of their own.
   */
  gives: Type.Enum(['points', 'ranges', 'postcodes', 'places', 'divisions', 'poi', 'osm']),
  /** Template: `{part}` of the area, `{release}` or `{year}` of the newest. */
  url: Type.String({ pattern: '^https://' }),
  release: Release,
  format: Type.Enum(['csv', 'geojson', 'shapefile', 'geopackage', 'geonames', 'geoparquet', 'sqlite', 'pbf']),
  table: Type.Optional(Table),
  /** SPDX identifier if there is one, otherwise the name of the terms. */
  licence: Type.String({ minLength: 1 }),
  /** The attribution. */
  attribution: Type.String({ minLength: 1, pattern: '^[^;]*$' }),
  shareAlike: Type.Boolean(),
  rhythm: Type.String(),
  /** Bytes of databases per byte of download, to check the room; measured, or estimated high. */
  grows: Type.Number(),
  /** Environment variable with the token of an account, if one is needed. */
  token: Type.Optional(Type.String()),
  /** What users should know before. */
  note: Type.Optional(Type.String()),
}

/** A row of `publishers.json`. */
export const Publisher = Type.Object(
  { ...PublisherFields, areas: Type.Array(Type.Union([Area, AreaTemplate]), { minItems: 1 }) },
  { additionalProperties: false },
)
export const Source = Type.Object(
  { ...PublisherFields, areas: Type.Array(Area, { minItems: 1 }) },
  { additionalProperties: false },
)

export type Publisher = Static<typeof Publisher>
export type AreaTemplate = Static<typeof AreaTemplate>
/** A publisher and its files. */
export type Source = Static<typeof Source>
/** A code of a publisher. */
export type Area = Static<typeof Area>
/** Description of a table for the builder. */
export type Table = Static<typeof Table>
/** How to find the newest release. */
export type Release = Static<typeof Release>
