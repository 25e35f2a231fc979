/** Whether a line is the names of the columns of a table rather than an address. */

/** Names that columns of addresses have, folded to letters and digits. */
const NAMES: ReadonlySet<string> = new Set(
  `id address addr address1 address2 adresse fulladdress streetaddress street streetname road housenumber number unit city town locality
  place suburb district postcode postalcode zip zipcode plz cp codepostal state region province county country countrycode lat lon lng
  latitude longitude name company ville commune rue voie numero strasse hausnummer ort stadt land pays straat huisnummer gemeente calle
  ciudad provincia via comune cap rua cidade estado cep`.split(/\s+/),
)

/** Says whether every cell of the line is short and two of them, or all there are, name a column of addresses. */
export function looksLikeTable(line: string): boolean {
  const cells = line.split(/[,;\t|]/).map((cell) =>
    cell
      .normalize('NFKD')
      .replaceAll('ß', 'ss')
      .toLowerCase()
      .replace(/[^a-z0-9]/g, ''),
  )
  return cells.length > 1 && cells.filter((cell) => NAMES.has(cell)).length >= 2
}
