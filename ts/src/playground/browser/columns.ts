/**
 * The address columns of a table, and how their cells become one text, by the rules of `milepost bulk`
 * (`crates/bulk/src/columns.rs`), so a table gives the same addresses there.
 */

/** Parts of an address that a column can hold, by the flags of `milepost bulk`. */
export const ROLES = ['address', 'number', 'street', 'unit', 'city', 'postcode', 'region', 'country'] as const

export type Role = (typeof ROLES)[number]

/** The column of each part, by number. */
export type Columns = Readonly<Partial<Record<Role, number>>>

/** Names of columns, folded; the first that exists is used. */
const NAMES: Readonly<Record<Role, string>> = {
  address:
    'address fulladdress addressfull formattedaddress completeaddress addr adresse adressecomplete anschrift direccion indirizzo endereco ' +
    'adres adress query location',
  street:
    'street streetaddress address1 addressline1 addressline street1 streetname rue voie nomvoie libellevoie strasse calle via rua straat ' +
    'ulica gata vej',
  number: 'housenumber streetnumber number houseno numero num hausnummer hausnr civico huisnummer',
  unit: 'unit apartment apt suite address2 addressline2 street2',
  city:
    'city town locality municipality postalcity citytown ville commune nomcommune ort stadt ciudad localidad comune citta cidade plaats ' +
    'woonplaats stad miasto kommune',
  postcode:
    'postcode zip zipcode postalcode zip5 cp codepostal plz postleitzahl codigopostal cap cep postnummer kodpocztowy',
  region: 'region state province stateprovince bundesland provincia departement',
  country: 'country countrycode countryname iso2 pays land pais paese kraj',
}

/** The columns of the address by their names; empty if none of them is known. */
export function guessColumns(header: readonly string[]): Columns {
  const names = header.map(folded)
  const guessed: Partial<Record<Role, number>> = {}
  for (const role of ROLES) {
    const known = NAMES[role].split(' ').find((name) => names.includes(name))
    if (known !== undefined) guessed[role] = names.indexOf(known)
  }
  // Next to its parts, a column with the whole address would repeat them.
  if (guessed.street !== undefined) return without(guessed, ['address'])
  // A column `number` belongs to a street, and means something else without one.
  if (guessed.city !== undefined || guessed.postcode !== undefined) {
    return without(guessed, guessed.address === undefined ? ['number', 'unit'] : ['number'])
  }
  return without(guessed, ['number', 'unit', ...(guessed.address === undefined ? ROLES : [])])
}

function without(columns: Columns, roles: readonly Role[]): Columns {
  return Object.fromEntries(Object.entries(columns).filter(([role]) => !roles.includes(role as Role)))
}

/** The address of a row. */
export function addressOf(row: readonly string[], columns: Columns): string {
  let address = ''
  for (const { column, isJoined } of piecesOf(columns)) {
    const cell = (row[column] ?? '').trim()
    if (cell === '') continue
    address += (address === '' ? '' : isJoined ? ' ' : ', ') + cell
  }
  return address
}

/** The columns of the address, in order. */
export function orderOf(columns: Columns): number[] {
  return piecesOf(columns).map(({ column }) => column)
}

interface Piece {
  column: number
  /** Whether a space, not a comma, separates it from the part before. */
  isJoined: boolean
}

function piecesOf({ address, number, street, unit, city, postcode, region, country }: Columns): Piece[] {
  const house = [number, street].filter(isThere).sort(byNumber)
  // In the order of their columns, which usually is that of the country's addresses.
  const places = [city, postcode, region].filter(isThere).sort(byNumber)
  return [
    ...[address].filter(isThere).map(apart),
    ...house.map((column, index) => ({ column, isJoined: index > 0 })),
    ...[unit].filter(isThere).map(apart),
    ...places.map((column, index) => {
      const before = places[index - 1]
      // `Reno, NV 89501` and `38000 Grenoble`: only a space is next to a postcode.
      const isJoined =
        before !== undefined && (before === postcode || (column === postcode && before === region))
      return { column, isJoined }
    }),
    ...[country].filter(isThere).map(apart),
  ]
}

const apart = (column: number): Piece => ({ column, isJoined: false })
const byNumber = (one: number, other: number) => one - other
const isThere = (column: number | undefined): column is number => column !== undefined

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replace(/[^\p{L}\p{N}]/gu, '')
}
