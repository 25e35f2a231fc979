/** Small files in the layouts of publishers. The addresses are made up; names of towns and their places are not. */
import { gzipSync } from 'node:zlib'

/** A file of the Base Adresse Nationale: its 23 columns, in two members of gzip as a merged one has. */
export function ban(rows: readonly string[]): Buffer {
  const header =
    'id;id_fantoir;numero;rep;nom_voie;code_postal;code_insee;nom_commune;code_insee_ancienne_commune;nom_ancienne_commune;x;y;lon;lat;' +
    'type_position;alias;nom_ld;libelle_acheminement;nom_afnor;source_position;source_nom_voie;certification_commune;cad_parcelles'
  const [first = '', ...others] = rows
  return Buffer.concat([
    gzipSync(`${header}\n${first}\n`),
    gzipSync(others.map((row) => `${row}\n`).join('')),
  ])
}

/** A row of it; without coordinates where they are empty. */
export function banRow(
  number: string,
  rep: string,
  street: string,
  [postcode, insee, town]: readonly [string, string, string],
  [lat, lon]: readonly [string, string],
): string {
  const id = `${insee}_0001_${number.padStart(5, '0')}${rep === '' ? '' : `_${rep}`}`
  const grid = lat === '' ? ['', ''] : ['910000.12', '6480000.34']
  const place = [...grid, lon, lat, 'entrée', '', '', town.toUpperCase(), street.toUpperCase()]
  return [
    id,
    '',
    number,
    rep,
    street,
    postcode,
    insee,
    town,
    '',
    '',
    ...place,
    'commune',
    'commune',
    '1',
    '',
  ].join(';')
}

const VOIRON = ['38500', '38563', 'Voiron'] as const
const PRIVAS = ['07000', '07186', 'Privas'] as const

/** Isère: a number with a letter behind it, and one that nobody has surveyed. */
export const ISERE = [
  banRow('12', '', 'Rue des Peupliers Bleus', VOIRON, ['45.3651', '5.5921']),
  banRow('12', 'bis', 'Rue des Peupliers Bleus', VOIRON, ['45.3652', '5.5923']),
  banRow('14', '', 'Rue des Peupliers Bleus', VOIRON, ['45.3653', '5.5925']),
  banRow('3', '', 'Impasse du Moulin Rouge', VOIRON, ['', '']),
]

/** Ardèche. */
export const ARDECHE = [banRow('7', '', 'Chemin des Trois Chênes', PRIVAS, ['44.7351', '4.5991'])]
