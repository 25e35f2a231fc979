/** What each publisher of the registry serves: miniatures in its layout at its addresses, and what is found of them. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

import { createEngine } from '../../src/engine/engine.js'
import { SOURCES } from '../../src/data/sources/index.js'
import { shapefile, zip } from './archives.js'
import { geocode } from './command.js'
import { BUCKET, RELEASE, releaseOfDivisions, STAC, WOF, wof } from './divisions.js'
import { ARDECHE, ban } from './miniatures.js'
import { extract, geofabrik } from './openstreetmap.js'

/** What a publisher serves, and what is found of it. */
export interface Served {
  source: string
  code: string
  files: Record<string, Buffer | string>
}

/** A question that a publisher's file answers. */
export interface Case extends Served {
  text: string
  lat: number
  lon: number
  tier?: string
}

/** A publisher of something else than houses. */
export interface Other extends Served {
  isFound: (root: string) => Promise<boolean>
}

const now = new Date()
export const year = String(now.getUTCFullYear() - 1)
const monthEnd = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - 1, 0))
  .toISOString()
  .slice(0, 10)
  .replaceAll('-', '')

export const TIGER = (release: string, county: string) =>
  `https://www2.census.gov/geo/tiger/TIGER${release}/ADDRFEAT/tl_${release}_${county}_addrfeat.zip`
const FIELDS = ['FULLNAME', 'LFROMHN', 'LTOHN', 'RFROMHN', 'RTOHN', 'ZIPL', 'ZIPR', 'PARITYL', 'PARITYR']

/** A county of two roads: one runs downwards, one has hyphens. */
export function county(fips: string, release: string): Buffer {
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

export const geonames = (...rows: string[][]) => rows.map((row) => `${row.join('\t')}\n`).join('')

export const OPENADDRESSES = 'https://batch.openaddresses.io/api/data?source=dk/countrywide&layer=addresses'

export const EUROPE = 'part-00000-73262e31-91e5-5e79-8f0e-486ecf492448-c000.zstd.parquet'
export const OCEAN = 'part-00001-a7adb97e-2647-5f80-8bee-0850199f23ff-c000.zstd.parquet'
export const PLACES = 'part-00000-2b1c0f5e-6f1d-5a53-9c55-0a3d8c1f77aa-c000.zstd.parquet'
export const overture = (name: string) => readFileSync(join(import.meta.dirname, 'overture', name))
export const fileOf = (name: string, release = RELEASE) =>
  `${BUCKET}/release/${release}/theme=addresses/type=address/${name}`

/** The catalogue of a release of two files, and the files. */
export const OVERTURE: Record<string, Buffer | string> = {
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

export const CASES: Case[] = [
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
    source: 'de-be-hko',
    code: 'de-be',
    files: {
      'https://gdi.berlin.de/data/adressen_berlin/atom/HKO_EPSG25833.zip': zip({
        'HKO_EPSG25833.txt': `${gebref({ 13: 'Berlin', 15: 'Blaureiherweg', 16: '12', 17: 'a', 19: '390425,83', 20: '5821470,96' })};10115\n`,
      }),
    },
    text: 'Blaureiherweg 12a, 10115 Berlin',
    lat: 52.5323,
    lon: 13.3846,
  },
  {
    source: 'de-bw-hk',
    code: 'de-bw',
    files: {
      'https://opengeodata.lgl-bw.de/data/hk/hk_bw.zip': zip({
        'hk_bw.txt':
          'oid;gmd;str;hnr;adz;ostwert;nordwert\nDEBW1;Stuttgart;Blaureiherweg;12;b;513437.71;5402549.15\n',
      }),
    },
    text: 'Blaureiherweg 12b, Stuttgart',
    lat: 48.7758,
    lon: 9.1829,
  },
  {
    source: 'de-rp-hk',
    code: 'de-rp',
    files: {
      'https://geobasis-rlp.de/data/hk/current/zip/HAUSKOORDINATEN_RP.zip': zip({
        'hk_rp.txt':
          'oid;gmd;postplz;str;hnr;adz;ostwert;nordwert\nDERP1;Mainz;55116;Blaureiherweg;12;b;446048.52;5538112.74\n',
      }),
    },
    text: 'Blaureiherweg 12b, 55116 Mainz',
    lat: 49.9929,
    lon: 8.2473,
  },
  {
    source: 'de-th-hk',
    code: 'de-th',
    files: {
      'https://geoportal.geoportal-th.de/hausko_umr/HK-TH.zip': zip({
        'hk_th.txt':
          'oid;gmd;postplz;str;hnr;adz;ostwert;nordwert\nDETH1;Erfurt;99084;Blaureiherweg;12;b;642477.65;5650095.96\n',
      }),
    },
    text: 'Blaureiherweg 12b, 99084 Erfurt',
    lat: 50.9848,
    lon: 11.0299,
  },
  {
    source: 'sk-ra',
    code: 'sk',
    files: {
      'https://data.slovensko.sk/download?id=d22c42f3-82b5-450d-b8fb-4245d50a31ec':
        '\u{feff}KRAJ;OKRES;OBEC;CAST_OBCE;ULICA;SUPISNE_CISLO;ORIENTACNE_CISLO_CELE;PSC;ADRBOD_X;ADRBOD_Y\n' +
        'Banskobystrický kraj;Banská Bystrica;Banská Bystrica;Banská Bystrica;Modrá volavka;2347;20;97401;19.1461;48.7363\n' +
        'Banskobystrický kraj;Banská Bystrica;Baláže;Baláže;;25;;97611;19.2;48.82\n',
    },
    text: 'Modrá volavka 2347/20, 974 01 Banská Bystrica',
    lat: 48.7363,
    lon: 19.1461,
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
  {
    source: 'osm',
    code: 'li',
    files: geofabrik({ liechtenstein: ['LI'] }, { liechtenstein: extract() }),
    text: 'Blaureiherweg 12, 9490 Vaduz, Liechtenstein',
    lat: 47.141,
    lon: 9.5215,
  },
]

/** The catalogue of a release of places and its file, by their addresses. */
export function places(release: string): Record<string, Buffer | string> {
  const file = `${BUCKET}/release/${release}/theme=places/type=place/${PLACES}`
  const collection = `${STAC}/${release}/places/place`
  return {
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
}

const ZIP = 'https://download.geonames.org/export/zip'
const DUMP = 'https://download.geonames.org/export/dump'

/** A row of postal codes. */
const postal = (country: string, code: string, town: string, lat: string, lon: string) =>
  geonames([country, code, town, '', '', '', '', '', '', lat, lon, '4'])

/** The postal codes of every country; all of them have one code of the same town. */
export function postcodes(): Record<string, Buffer> {
  const parts = SOURCES.find(({ id }) => id === 'geonames-postcodes')?.areas[0]?.parts ?? []
  return Object.fromEntries(
    parts.map((country) => [
      `${ZIP}/${country}.zip`,
      zip({
        'readme.txt': 'about',
        [`${country}.txt`]: `${postal(country, '9999', 'Blaureihersdorf', '47.0811', '9.6011')}${' '.repeat(20)}`,
      }),
    ]),
  )
}

/** A dump of one town with a name in another language. */
export function world(): Record<string, Buffer> {
  const town = [
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
  ]
  const place = geonames([...town, '', '', '', '12000', '', '200', 'Europe/Berlin', '2026-01-01'])
  const name = geonames(['1', '9000001', 'fr', 'Ville-du-Héron', '', '', '', '', '', ''])
  return {
    [`${DUMP}/allCountries.zip`]: zip({ 'allCountries.txt': place }),
    [`${DUMP}/admin1CodesASCII.txt`]: Buffer.from(
      geonames(['DE.08', 'Rheinland-Pfalz', 'Rheinland-Pfalz', '2847618']),
    ),
    [`${DUMP}/admin2Codes.txt`]: Buffer.from(geonames(['DE.08.00', 'Kreis', 'Kreis', '9000002'])),
    [`${DUMP}/alternateNamesV2.zip`]: zip({ 'alternateNamesV2.txt': name, 'iso.txt': 'x' }),
    [`${ZIP}/US.zip`]: zip({ 'US.txt': postal('US', '89501', 'Reno', '39.5', '-119.8') }),
    [`${ZIP}/FR.zip`]: zip({ 'FR.txt': postal('FR', '38500', 'Voiron', '45.3', '5.6') }),
  }
}

/** Whether a text is found at a point. */
async function isAt(root: string, text: string, lat: number, lon: number): Promise<boolean> {
  const found = await geocode(root, text)
  return found['lat'] === lat && found['lon'] === lon
}

/** Names of the points of interest that a query finds. */
export function poi(root: string, query: string): string[] {
  const engine = createEngine({ environment: { SERVICE_DATA_ROOT: root } })
  const answer = JSON.parse(engine.poi?.(query) ?? '{}') as { results?: { name: string }[] }
  engine.close?.()
  return (answer.results ?? []).map(({ name }) => name)
}

const isVillage = (root: string) => isAt(root, 'Hameau-du-Héron, Liechtenstein', 47.08, 9.6)

/** Publishers of postcodes, places and points of interest. */
export const OTHERS: Other[] = [
  {
    source: 'geonames-postcodes',
    code: 'world-postcodes',
    files: postcodes(),
    isFound: async (root) => {
      const found = await geocode(root, '9999 Blaureihersdorf, Liechtenstein')
      // The register keeps points to some thirty metres.
      return Math.abs(Number(found['lat']) - 47.0811) < 0.01 && Math.abs(Number(found['lon']) - 9.6011) < 0.01
    },
  },
  {
    source: 'geonames-places',
    code: 'world-places',
    files: world(),
    isFound: (root) => isAt(root, 'Ville-du-Héron, Deutschland', 50.5, 7.5),
  },
  {
    source: 'overture-places',
    code: 'li-poi',
    files: places(RELEASE),
    isFound: (root) => Promise.resolve(poi(root, 'coffee shops in Vaduz').join() === 'Blaureiher Kaffee'),
  },
  {
    source: 'overture-divisions',
    code: 'li-places',
    files: releaseOfDivisions(RELEASE),
    isFound: isVillage,
  },
  { source: 'whos-on-first', code: 'li-places', files: { [WOF]: wof() }, isFound: isVillage },
]
