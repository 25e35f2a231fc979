/** Each publisher of the registry: a miniature in its layout is fetched, built, and its house is found. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createEngine } from '../../src/engine/engine.js'
import { SOURCES } from '../../src/data/sources/index.js'
import { shapefile, zip } from './archives.js'
import { dataRoot, geocode, milepost } from './command.js'
import { ARDECHE, ban, ISERE } from './miniatures.js'
import { Publisher } from './publisher.js'

const ENOUGH = { timeout: 90_000 }
const SAMPLES = join(import.meta.dirname, '../../../../shared/data')

/** What a publisher serves, a question and its answer. */
interface Case {
  source: string
  code: string
  files: Record<string, Buffer | string>
  text: string
  lat: number
  lon: number
  tier?: string
}

const now = new Date()
const year = String(now.getUTCFullYear() - 1)
const monthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 0))
  .toISOString()
  .slice(0, 10)
  .replaceAll('-', '')

const TIGER = (release: string, county: string) =>
  `https://www2.census.gov/geo/tiger/TIGER${release}/ADDRFEAT/tl_${release}_${county}_addrfeat.zip`
const FIELDS = ['FULLNAME', 'LFROMHN', 'LTOHN', 'RFROMHN', 'RTOHN', 'ZIPL', 'ZIPR', 'PARITYL', 'PARITYR']

/** A county of two roads: one runs downwards, one has hyphens. */
function county(fips: string, release: string): Buffer {
  const { shp, shx, dbf } = shapefile(FIELDS, [
    {
      line: [
        [-76.61, 39.4],
        [-76.61, 39.41],
      ],
      values: ['Blue Heron Ln', '199', '101', '198', '100', '21204', '21204', 'O', 'E'],
    },
    {
      line: [
        [-76.62, 39.4],
        [-76.62, 39.41],
      ],
      values: ['Old Mill Ct', '12-01', '12-99', '', '', '21204', '', 'O', ''],
    },
  ])
  const name = `tl_${release}_${fips}_addrfeat`
  return zip({ [`${name}.shp`]: shp, [`${name}.shx`]: shx, [`${name}.dbf`]: dbf })
}

/** The 60 columns of the NAD, and of a row those that are given. */
const NAD_COLUMNS =
  'OID_,AddNum_Pre,Add_Number,AddNum_Suf,AddNo_Full,St_PreMod,St_PreDir,St_PreTyp,St_PreSep,St_Name,St_PosTyp,St_PosDir,St_PosMod,' +
  'StNam_Full,Building,Floor,Unit,Room,Seat,Addtl_Loc,SubAddress,LandmkName,County,Inc_Muni,Post_City,Census_Plc,Uninc_Comm,Nbrhd_Comm,' +
  'NatAmArea,NatAmSub,Urbnztn_PR,PlaceOther,PlaceNmTyp,State,Zip_Code,Plus_4,UUID,AddAuth,AddrRefSys,Longitude,Latitude,NatGrid,' +
  'Elevation,Placement,AddrPoint,Related_ID,RelateType,ParcelSrc,Parcel_ID,AddrClass,Lifecycle,Effective,Expire,DateUpdate,AnomStatus,' +
  'LocatnDesc,Addr_Type,DeliverTyp,NAD_Source,DataSet_ID'
const nadRow = (values: Record<string, string>) =>
  NAD_COLUMNS.split(',')
    .map((column) => values[column] ?? '')
    .join(',')
const NAD_HOUSE = {
  OID_: '1',
  Add_Number: '30',
  AddNo_Full: '30',
  StNam_Full: 'Blue Heron Street',
  County: 'Baltimore',
  Inc_Muni: 'Towson',
  Post_City: 'Not stated',
  State: 'MD',
  Zip_Code: '21204',
  Longitude: '-76.61',
  Latitude: '39.4',
}

const BRUSSELS =
  'EPSG:31370_x,EPSG:31370_y,EPSG:4326_lat,EPSG:4326_lon,address_id,box_number,house_number,municipality_id,municipality_name_de,' +
  'municipality_name_fr,municipality_name_nl,postcode,postname_fr,postname_nl,street_id,streetname_de,streetname_fr,streetname_nl,' +
  'region_code,status\n' +
  '149000,170000,50.8466,4.3528,1,,12,21004,,Bruxelles,Brussel,1000,BRUXELLES,BRUSSEL,7,,Rue du Héron Bleu,Blauwe Reigerstraat,BE-BRU,current\n' +
  '149000,170000,50.9,4.4,2,,14,21004,,Bruxelles,Brussel,1000,BRUXELLES,BRUSSEL,7,,Rue du Héron Bleu,Blauwe Reigerstraat,BE-BRU,retired\n'

const RUIAN_COLUMNS =
  'Kód ADM;Kód obce;Název obce;Kód MOMC;Název MOMC;Kód obvodu Prahy;Název obvodu Prahy;Kód části obce;Název části obce;Kód ulice;' +
  'Název ulice;Typ SO;Číslo domovní;Číslo orientační;Znak čísla orientačního;PSČ;Souřadnice Y;Souřadnice X;Platí Od'

/** In the code page of the register. */
function cp1250(text: string): Buffer {
  const decoder = new TextDecoder('windows-1250')
  const bytes = new Map(Array.from({ length: 256 }, (_, byte) => [decoder.decode(Uint8Array.of(byte)), byte]))
  return Buffer.from(Array.from(text, (letter) => bytes.get(letter) ?? 63))
}

/** A row of North Rhine-Westphalia by the numbers of its columns. */
const gebref = (values: Record<number, string>) =>
  Array.from({ length: 20 }, (_, index) => values[index + 1] ?? '').join(';')

const geonames = (...rows: string[][]) => rows.map((row) => `${row.join('\t')}\n`).join('')

const OPENADDRESSES = 'https://batch.openaddresses.io/api/data?source=dk/countrywide&layer=addresses'

const BUCKET = 'https://overturemaps-us-west-2.s3.us-west-2.amazonaws.com'
const STAC = 'https://stac.overturemaps.org'
const RELEASE = '2026-11-18.0'
const EUROPE = 'part-00000-73262e31-91e5-5e79-8f0e-486ecf492448-c000.zstd.parquet'
const OCEAN = 'part-00001-a7adb97e-2647-5f80-8bee-0850199f23ff-c000.zstd.parquet'
const PLACES = 'part-00000-2b1c0f5e-6f1d-5a53-9c55-0a3d8c1f77aa-c000.zstd.parquet'
const overture = (name: string) => readFileSync(join(import.meta.dirname, 'overture', name))
const fileOf = (name: string, release = RELEASE) =>
  `${BUCKET}/release/${release}/theme=addresses/type=address/${name}`

/** The catalogue of a release of two files, and the files. */
const OVERTURE: Record<string, Buffer | string> = {
  [`${STAC}/catalog.json`]: JSON.stringify({ latest: RELEASE, links: [] }),
  [`${STAC}/${RELEASE}/addresses/address/collection.json`]: JSON.stringify({
    links: [
      { rel: 'root', href: '../../../catalog.json' },
      { rel: 'item', href: './00000/00000.json' },
      { rel: 'item', href: './00001/00001.json' },
    ],
  }),
  [`${STAC}/${RELEASE}/addresses/address/00000/00000.json`]: JSON.stringify({
    bbox: [9.4, 47.1, 13.5, 53],
    properties: { num_rows: 1206 },
    assets: { aws: { href: fileOf(EUROPE) } },
  }),
  [`${STAC}/${RELEASE}/addresses/address/00001/00001.json`]: JSON.stringify({
    bbox: [-180, -46, 171, 43],
    assets: { aws: { href: fileOf(OCEAN) } },
  }),
  [fileOf(EUROPE)]: overture(EUROPE),
  [fileOf(OCEAN)]: overture(OCEAN),
}

const CASES: Case[] = [
  {
    source: 'ban',
    code: 'fr-07',
    files: { 'https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-07.csv.gz': ban(ARDECHE) },
    text: '7 Chemin des Trois Chênes, 07000 Privas',
    lat: 44.7351,
    lon: 4.5991,
  },
  {
    source: 'tiger',
    code: 'us-md-005',
    files: { [TIGER(year, '24005')]: county('24005', year) },
    text: '151 Blue Heron Ln, Towson, MD 21204',
    lat: 39.405,
    lon: -76.61,
    tier: 'interpolated',
  },
  {
    source: 'nad',
    code: 'us',
    files: {
      'https://data.transportation.gov/download/fc2s-wawr/application/x-zip-compressed': zip({
        'TXT/NAD_r23.txt': [
          `\u{feff}${NAD_COLUMNS}`,
          nadRow(NAD_HOUSE),
          // An unquoted comma moved the columns of this one.
          nadRow({ ...NAD_HOUSE, StNam_Full: 'Blue, Heron Street', AddNo_Full: '32' }),
          nadRow({
            ...NAD_HOUSE,
            State: 'DE',
            Post_City: 'Dover',
            Zip_Code: '19901',
            Longitude: '-75.52',
            Latitude: '39.15',
          }),
        ].join('\r\n'),
        'readme.md': 'About the National Address Database',
      }),
    },
    text: '30 Blue Heron Street, Dover, DE 19901',
    lat: 39.15,
    lon: -75.52,
  },
  {
    source: 'be-best',
    code: 'be-bru',
    files: {
      'https://opendata.bosa.be/download/best/openaddress-bebru.zip': zip({
        'openaddress-bebru.csv': BRUSSELS,
      }),
    },
    text: 'Blauwe Reigerstraat 12, 1000 Brussel',
    lat: 50.8466,
    lon: 4.3528,
  },
  {
    source: 'br-cnefe',
    code: 'br-df',
    files: {
      'https://ftp.ibge.gov.br/Cadastro_Nacional_de_Enderecos_para_Fins_Estatisticos/Censo_Demografico_2022/Arquivos_CNEFE/CSV/UF/53_DF.zip':
        zip({
          '53_DF.csv':
            'COD_UF;CEP;NOM_TIPO_SEGLOGR;NOM_TITULO_SEGLOGR;NOM_SEGLOGR;NUM_ENDERECO;DSC_MODIFICADOR;LATITUDE;LONGITUDE\n' +
            '53;70040010;RUA;;GARCA AZUL;12;;-15.7942;-47.8825\n53;70040010;RUA;;GARCA AZUL;0;SN;-15.7;-47.8\n',
        }),
    },
    text: 'Rua Garça Azul 12, Brasília - DF, 70040-010, Brazil',
    lat: -15.7942,
    lon: -47.8825,
  },
  {
    source: 'cz-ruian',
    code: 'cz',
    files: {
      [`https://vdp.cuzk.gov.cz/vymenny_format/csv/${monthEnd}_OB_ADR_csv.zip`]: zip({
        'CSV/20261031_OB_554782_ADR.csv': cp1250(
          `${RUIAN_COLUMNS}\n1;554782;Praha;500054;Praha 1;19;Praha 1;400301;Nové Město;9;Modré volavky;č.p.;681;14;a;11000;742500,12;1043200,50;2020-01-01\n`,
        ),
        'CSV/20261031_OB_500011_ADR.csv': cp1250(
          `${RUIAN_COLUMNS}\n2;500011;Želechovice nad Dřevnicí;;;;;4;Želechovice nad Dřevnicí;;;č.p.;7;;;76311;515000,00;1166000,00;2020-01-01\n`,
        ),
      }),
    },
    text: 'Modré volavky 681/14a, 110 00 Praha',
    lat: 50.0862,
    lon: 14.4259,
  },
  {
    source: 'it-anncsu',
    code: 'it',
    files: {
      'https://anncsu.open.agenziaentrate.gov.it/age-inspire/opendata/anncsu/getds.php?INDIR_ITA': zip({
        'INDIR_ITA_20260703.csv':
          'COMUNE;PROVINCIA;REGIONE;ODONIMO;CIVICO;ESPONENTE;COORD_X_COMUNE;COORD_Y_COMUNE\n' +
          'BOLOGNA;BOLOGNA;EMILIA-ROMAGNA;VIA AIRONE AZZURRO;12;A;11,3426;44,4938\nBOLOGNA;BOLOGNA;EMILIA-ROMAGNA;VIA AIRONE AZZURRO;14;;;\n',
      }),
    },
    text: 'Via Airone Azzurro 12A, Bologna',
    lat: 44.4938,
    lon: 11.3426,
  },
  {
    source: 'nl-bag',
    code: 'nl',
    files: {
      'https://service.pdok.nl/lv/bag/atom/downloads/bag-light.gpkg': readFileSync(
        join(import.meta.dirname, 'bag-light.gpkg'),
      ),
    },
    text: 'Blauwe Eikstraat 12A, 3811 AA Amersfoort',
    lat: 52.1552,
    lon: 5.3872,
  },
  {
    source: 'de-nw-gebref',
    code: 'de-nw',
    files: {
      'https://www.opengeodata.nrw.de/produkte/geobasis/lk/akt/gebref_txt/gebref_EPSG25832_ASCII.zip': zip({
        'gebref.txt': `${gebref({ 11: 'Köln', 15: 'Blaureiherweg', 16: '12', 17: 'a', 19: '356270.123', 20: '5645100.456' })}\n`,
        'readme.txt': 'Gebäudereferenzen',
      }),
    },
    text: 'Blaureiherweg 12a, Köln',
    lat: 50.9397,
    lon: 6.9541,
  },
  {
    source: 'de-sn-hk',
    code: 'de-sn',
    files: {
      'https://geocloud.landesvermessung.sachsen.de/public.php/dav/files/B3HnXbDDgAkw69a/hk_sn_ascii.zip':
        zip({
          'hk_sn.txt':
            'oid;regbez;kreis;postplz;postonm;str;hnr;adz;ostwert;nordwert\nDESNALK1;Dresden;Dresden;01067;Dresden;Blaureiherweg;12;b;411500.00;5655900.00\n',
        }),
    },
    text: 'Blaureiherweg 12b, 01067 Dresden',
    lat: 51.0478,
    lon: 13.7374,
  },
  {
    source: 'si-gurs',
    code: 'si',
    files: {
      'https://ipi.eprostor.gov.si/jgp-service-api/display-views/groups/121/composite-products/141/file?filterParam=DRZAVA&filterValue=1':
        zip({
          'KN_SLO_NASLOVI.csv':
            'EID_HISNA_STEVILKA,HS_STEVILKA,HS_DODATEK,ULICA_NAZIV,NASELJE_NAZIV,OBCINA_NAZIV,POSTNI_OKOLIS_SIFRA,E,N\n1,12,a,Modra čaplja,Ljubljana,Ljubljana,1000,462000.0,101000.0\n',
        }),
    },
    text: 'Modra čaplja 12a, 1000 Ljubljana',
    lat: 46.0477,
    lon: 14.509,
  },
  {
    source: 'ch-swisstopo',
    code: 'ch',
    files: {
      'https://data.geo.admin.ch/ch.swisstopo.amtliches-gebaeudeadressverzeichnis/amtliches-gebaeudeadressverzeichnis_ch/amtliches-gebaeudeadressverzeichnis_ch_2056.csv.zip':
        zip({
          'pure_adr.csv':
            '\u{feff}ADR_EGAID;BDG_EGID;ADR_EDID;STN_LABEL;ADR_NUMBER;ZIP_LABEL;COM_NAME;COM_CANTON;ADR_EASTING;ADR_NORTHING\n1;1;0;Blaureiherweg;12;3011 Bern;Bern;BE;2600000.000;1200000.000\n',
        }),
    },
    text: 'Blaureiherweg 12, 3011 Bern',
    lat: 46.9511,
    lon: 7.4386,
  },
  {
    source: 'overture',
    code: 'li',
    files: OVERTURE,
    text: 'Blaureiherweg 12, 9490 Vaduz, Liechtenstein',
    lat: 47.141,
    lon: 9.5215,
  },
  {
    source: 'overture',
    code: 'us-ma',
    files: OVERTURE,
    text: '1000 Blue Heron Ave, Newton Centre, MA 02459',
    lat: 42.3373,
    lon: -71.2086,
  },
  {
    source: 'openaddresses',
    code: 'dk',
    files: {
      [OPENADDRESSES]: JSON.stringify([
        { id: 1, source: 'dk/countrywide', job: 41 },
        { id: 1, source: 'dk/countrywide', job: 57 },
      ]),
      'https://batch.openaddresses.io/api/job/57/output/source.geojson.gz': gzipSync(
        '{"type":"Feature","properties":{"hash":"a","number":"12","street":"Blå Hejrevej","unit":null,"city":"København","district":null,"region":null,"postcode":"1050","id":""},"geometry":{"type":"Point","coordinates":[12.585,55.681]}}\n' +
          '{"type":"Feature","properties":{"hash":"b","number":null,"street":" ","unit":null,"city":null,"district":null,"region":null,"postcode":null,"id":""},"geometry":{"type":"Point","coordinates":[0,0]}}\n',
      ),
    },
    text: 'Blå Hejrevej 12, 1050 København',
    lat: 55.681,
    lon: 12.585,
  },
]

let publisher: Publisher
let root: string

beforeEach(async () => {
  publisher = await Publisher.start()
  root = dataRoot()
})
afterEach(() => {
  publisher.stop()
})

/** The catalogue of a release of places and its file; returns the address of the file. */
function putPlaces(release: string): string {
  const file = `${BUCKET}/release/${release}/theme=places/type=place/${PLACES}`
  const collection = `${STAC}/${release}/places/place`
  const put: Record<string, Buffer | string> = {
    [`${STAC}/catalog.json`]: JSON.stringify({ latest: release, links: [] }),
    [`${collection}/collection.json`]: JSON.stringify({
      links: [{ rel: 'item', href: './00000/00000.json' }],
    }),
    [`${collection}/00000/00000.json`]: JSON.stringify({
      bbox: [-120, 39, 10, 48],
      assets: { aws: { href: file } },
    }),
    [file]: overture(PLACES),
  }
  for (const [url, content] of Object.entries(put)) publisher.put(url, Buffer.from(content))
  return file
}

const add = (...codes: string[]) =>
  milepost(['data', 'add', ...codes, '--mirror', publisher.url, '--root', root], {
    OPENADDRESSES_TOKEN: 'a-token',
  })

describe('a house out of a miniature of', ENOUGH, () => {
  test.each(CASES)(
    '$source, $code',
    async ({ source, code, files, text, lat, lon, tier = 'address_point' }) => {
      for (const [url, content] of Object.entries(files)) publisher.put(url, Buffer.from(content))
      const { code: exit, stderr } = await milepost(
        ['data', 'add', code, '--publisher', source, '--mirror', publisher.url, '--root', root],
        { OPENADDRESSES_TOKEN: 'a-token' },
      )
      expect({ exit, stderr: exit === 0 ? '' : stderr }).toEqual({ exit: 0, stderr: '' })
      const found = await geocode(root, text)
      expect(found).toMatchObject({ resolution_tier: tier })
      // A thousandth of a degree is a hundred metres: grids are known to a metre, and the expectations to ten.
      expect(Math.abs(Number(found['lat']) - lat)).toBeLessThan(0.002)
      expect(Math.abs(Number(found['lon']) - lon)).toBeLessThan(0.003)
    },
  )

  test('each publisher of the registry is here', () => {
    // Below, and in places.test.ts.
    const others = [
      'geonames-postcodes',
      'geonames-places',
      'overture-places',
      'overture-divisions',
      'whos-on-first',
    ]
    const tested = new Set([...CASES.map(({ source }) => source), ...others])
    expect(SOURCES.map(({ id }) => id).filter((id) => !tested.has(id))).toEqual([])
  })
})

describe('what is special', ENOUGH, () => {
  test('states are put together county by county, of the newest year that is out', async () => {
    for (const number of ['001', '003', '005'])
      publisher.put(TIGER(year, `10${number}`), county(`10${number}`, year))
    expect((await add('us-de', '--publisher', 'tiger')).code).toBe(0)
    const years = publisher.asked
      .filter(({ method }) => method === 'HEAD')
      .map(({ path }) => /TIGER(\d+)/.exec(path)?.[1])
    expect(years.slice(0, 2)).toEqual([String(Number(year) + 1), year])
    const list = await milepost(['data', 'list', 'us-de', '--root', root])
    expect(list.stdout).toContain(`us-de  US Census Bureau, TIGER/Line ${year}  public domain`)
  })

  test('of Overture Maps only the row groups of the country are fetched', async () => {
    for (const [url, content] of Object.entries(OVERTURE)) publisher.put(url, Buffer.from(content))
    // Whose rows they are is in the rows.
    expect(await add('li')).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(
        'show: Overture Maps Foundation and the sources it names: OpenAddresses/Register, OpenAddresses/Register (CC BY 4.0), ' +
          'OpenAddresses/Register (LicenseRef-Proprietary)',
      ),
    })
    const asked = publisher.bodies(fileOf(EUROPE))
    expect(asked.every(({ range, status }) => range !== undefined && status === 206)).toBe(true)
    const bytes = asked.map(({ range }) => {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      return Number(to) - Number(from) + 1
    })
    const whole = overture(EUROPE).length
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(whole / 2)
    expect(publisher.asked.filter(({ path }) => path.includes(OCEAN))).toEqual([])
    // The neighbour of the same group is not in it, nor the row without a number.
    const list = await milepost(['data', 'list', 'li', '--root', root])
    expect(list.stdout).toContain(`li  Overture Maps, addresses ${RELEASE}`)
    expect(list.stdout).toContain('3 rows')
  })

  test('points of interest of two countries lie in one database, come and go by themselves, and are credited', async () => {
    const file = putPlaces(RELEASE)
    const added = await add('li-poi')
    expect(added).toMatchObject({ code: 0 })
    const show = /show: Overture Maps Foundation and the sources it names: (.*)\n/.exec(added.stdout)?.[1]
    expect(show).toBe('Foursquare (Apache-2.0), meta (CDLA-Permissive-2.0)')
    const bytes = publisher.bodies(file).map(({ range }) => {
      const [, from = '', to = ''] = /^bytes=(\d+)-(\d+)$/.exec(range ?? '') ?? []
      return Number(to) - Number(from) + 1
    })
    expect(bytes.reduce((sum, length) => sum + length, 0)).toBeLessThan(overture(PLACES).length / 2)
    const found = (query: string) => {
      const engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
      const answer = JSON.parse(engine.poi?.(query) ?? '{}') as { results?: { name: string }[] }
      engine.close?.()
      return (answer.results ?? []).map(({ name }) => name)
    }
    expect(found('coffee shops in Vaduz')).toEqual(['Blaureiher Kaffee'])
    expect(found('Heron Beans in Vaduz')).toEqual(['Blaureiher Kaffee'])
    // By the field of the newer schema; what is closed for good, and what says no country, is not there.
    expect(found('museums in Vaduz')).toEqual(['Blaureiher Museum'])
    expect((await add('ch-poi')).code).toBe(0)
    expect(found('bakery near Vaduz')).toEqual(['Blue Heron Bakery'])
    expect(found('coffee shops in Vaduz')).toEqual(['Blaureiher Kaffee'])
    const removed = await milepost(['data', 'remove', 'li-poi', '--root', root])
    expect(removed).toMatchObject({ code: 0, stdout: 'li-poi: removed (Overture Maps, places)\n' })
    expect(found('coffee shops in Vaduz')).toEqual([])
    expect(found('bakery near Vaduz')).toEqual(['Blue Heron Bakery'])
    expect((await milepost(['data', 'remove', 'ch-poi', '--root', root])).code).toBe(0)
    expect(existsSync(join(root, 'poi/poi.db'))).toBe(false)
  })

  test('points of interest are built anew when a release is newer, and only then', async () => {
    putPlaces(RELEASE)
    expect((await add('li-poi', 'ch-poi')).code).toBe(0)
    const update = () => milepost(['data', 'update', '--mirror', publisher.url, '--root', root])
    const asked = publisher.asked.length
    expect((await update()).stdout).toBe(`ch-poi: up to date (${RELEASE})\nli-poi: up to date (${RELEASE})\n`)
    expect(publisher.asked.slice(asked).filter(({ range }) => range !== undefined)).toEqual([])
    putPlaces('2026-12-16.0')
    const { code, stdout } = await update()
    expect(code).toBe(0)
    expect(stdout).toContain('li-poi: 2 rows, Overture Maps, places 2026-12-16.0')
    expect(stdout).toContain('ch-poi: 1 rows, Overture Maps, places 2026-12-16.0')
    const list = await milepost(['data', 'list', 'li-poi', '--root', root])
    expect(list.stdout).not.toContain(`places ${RELEASE}`)
  })

  test('a country on both ends of the map is put together of both', async () => {
    for (const [url, content] of Object.entries(OVERTURE)) publisher.put(url, Buffer.from(content))
    expect(
      (
        await milepost([
          'data',
          'add',
          'nz',
          '--publisher',
          'overture',
          '--mirror',
          publisher.url,
          '--root',
          root,
        ])
      ).code,
    ).toBe(0)
    expect(await geocode(root, '12 Blue Heron Road, Dunedin, New Zealand')).toMatchObject({ lat: -45.8741 })
    expect((await milepost(['data', 'list', 'nz', '--root', root])).stdout).toContain('2 rows')
  })

  test('without the catalogue of Overture Maps the bucket is asked; a new release is found', async () => {
    const older = '2026-10-21.10'
    const entries = (names: string[], tag: string) => names.map((name) => `<${tag}>${name}</${tag}>`).join('')
    const releases = (...names: string[]) =>
      Buffer.from(
        `<ListBucketResult>${entries(
          names.map((name) => `release/${name}/`),
          'Prefix',
        )}</ListBucketResult>`,
      )
    const part = 'theme=addresses/type=address/'
    const keys = (release: string) =>
      Buffer.from(
        entries(
          [EUROPE, OCEAN].map((name) => `release/${release}/${part}${name}`),
          'Key',
        ),
      )
    const put = (release: string) => {
      publisher.put(`${BUCKET}/?list-type=2&prefix=release/${release}/${part}`, keys(release))
      for (const name of [EUROPE, OCEAN]) publisher.put(fileOf(name, release), overture(name))
    }
    publisher.put(`${BUCKET}/?list-type=2&delimiter=/&prefix=release/`, releases('2026-10-21.9', older))
    put(older)
    const { code, stderr } = await add('li')
    expect(code).toBe(0)
    expect(stderr).toContain('asking the bucket')
    expect((await milepost(['data', 'list', 'li', '--root', root])).stdout).toContain(`addresses ${older}`)
    publisher.put(`${BUCKET}/?list-type=2&delimiter=/&prefix=release/`, releases(older, RELEASE))
    put(RELEASE)
    const updated = await milepost(['data', 'update', '--mirror', publisher.url, '--root', root])
    expect(updated.stdout).toContain(`li: 3 rows, Overture Maps, addresses ${RELEASE}`)
  })

  test('OpenAddresses without an account says what to do', async () => {
    publisher.put(OPENADDRESSES, Buffer.from('[{"job":57}]'))
    publisher.refuse('https://batch.openaddresses.io/api/job/57/output/source.geojson.gz', 401)
    const { code, stderr } = await add('dk', '--publisher', 'openaddresses')
    expect(code).toBe(1)
    expect(stderr).toContain('asks for an account: make one at OpenAddresses and set OPENADDRESSES_TOKEN')
  })

  test('postcodes of the world are one register', async () => {
    const row = (country: string) => [
      country,
      '10115',
      'Berlin',
      'Berlin',
      'BE',
      '',
      '00',
      'Berlin',
      '11000',
      '52.5323',
      '13.3846',
      '6',
    ]
    for (const url of SOURCES.find(({ id }) => id === 'geonames-postcodes')?.areas[0]?.parts ?? []) {
      const file = zip({ 'readme.txt': 'about', [`${url}.txt`]: `${geonames(row(url))}${' '.repeat(20)}` })
      publisher.put(`https://download.geonames.org/export/zip/${url}.zip`, file)
    }
    const fresh = join(root, 'fresh')
    const { code, stderr } = await milepost([
      'data',
      'add',
      'world-postcodes',
      '--mirror',
      publisher.url,
      '--root',
      fresh,
    ])
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(existsSync(join(fresh, 'db/wof/candidate.postcodes'))).toBe(true)
    const removed = await milepost(['data', 'remove', 'world-postcodes', '--root', fresh])
    expect(removed.code).toBe(0)
    expect(existsSync(join(fresh, 'db/wof/candidate.postcodes'))).toBe(false)
  })

  test('places of the world are a gazetteer with its index', async () => {
    const dump = 'https://download.geonames.org/export/dump'
    const place = [
      '9000001',
      'Blaureiherstadt',
      'Blaureiherstadt',
      '',
      '50.5',
      '7.5',
      'P',
      'PPL',
      'DE',
      '',
      '08',
      '',
      '',
      '',
      '12000',
      '',
      '200',
      'Europe/Berlin',
      '2026-01-01',
    ]
    publisher.put(`${dump}/allCountries.zip`, zip({ 'allCountries.txt': geonames(place) }))
    publisher.put(
      `${dump}/admin1CodesASCII.txt`,
      Buffer.from(geonames(['DE.08', 'Rheinland-Pfalz', 'Rheinland-Pfalz', '2847618'])),
    )
    publisher.put(`${dump}/admin2Codes.txt`, Buffer.from(geonames(['DE.08.00', 'Kreis', 'Kreis', '9000002'])))
    publisher.put(
      `${dump}/alternateNamesV2.zip`,
      zip({
        'alternateNamesV2.txt': geonames(['1', '9000001', 'fr', 'Ville-du-Héron', '', '', '', '', '', '']),
        'iso.txt': 'x',
      }),
    )
    for (const [country, postcode, town] of [
      ['US', '89501', 'Reno'],
      ['FR', '38500', 'Voiron'],
    ] as const) {
      const row = [country, postcode, town, '', '', '', '', '', '', '45.3', '5.6', '4']
      publisher.put(
        `https://download.geonames.org/export/zip/${country}.zip`,
        zip({ [`${country}.txt`]: geonames(row) }),
      )
    }
    const fresh = join(root, 'fresh')
    const { code, stderr } = await milepost([
      'data',
      'add',
      'world-places',
      '--mirror',
      publisher.url,
      '--root',
      fresh,
    ])
    expect({ code, stderr: code === 0 ? '' : stderr }).toEqual({ code: 0, stderr: '' })
    expect(existsSync(join(fresh, 'db/wof/candidate.prefix'))).toBe(true)
    expect(await geocode(fresh, 'Ville-du-Héron, Deutschland')).toMatchObject({ lat: 50.5, lon: 7.5 })
    await milepost(['data', 'remove', 'world-places', '--root', fresh])
    expect(existsSync(join(fresh, 'db/wof/candidate.db'))).toBe(false)
    expect(existsSync(join(fresh, 'db/wof/candidate.prefix'))).toBe(false)
  })

  test('a county as the Census Bureau published it is read', async (context) => {
    const published = join(SAMPLES, 'us/tl_2021_30059_addrfeat.zip')
    if (!existsSync(published)) context.skip('the sample lies beside the checkout of its authors')
    publisher.put(TIGER(year, '30059'), readFileSync(published))
    expect((await add('us-mt-059')).code).toBe(0)
    const found = await geocode(root, '1150 State Hwy 360, White Sulphur Springs, MT 59645')
    expect(found).toMatchObject({ resolution_tier: 'interpolated' })
  })

  test('rows of the Base Adresse Nationale without coordinates are left out and counted', async () => {
    publisher.put('https://adresse.data.gouv.fr/data/ban/adresses/latest/csv/adresses-38.csv.gz', ban(ISERE))
    expect((await add('fr-38')).stderr).toContain('adresses-38.csv.gz:5: no coordinates')
  })
})
