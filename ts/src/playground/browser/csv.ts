/** Tables as people have them: lines of addresses, or CSV with a comma, semicolon, tab or bar between cells. */

/** A table that was pasted or dropped. */
export interface Table {
  /** Names of the columns; `undefined` for lines of addresses. */
  header: readonly string[] | undefined
  rows: readonly (readonly string[])[]
  /** Columns that together make the address, by number. */
  address: readonly number[]
}

const SEPARATORS = [',', ';', '\t', '|'] as const

/** Words by which columns are known; folded, without marks. */
const WHOLE =
  /^(full|whole|complete|postal|mailing|street)?(address|adresse|anschrift|direccion|indirizzo|endereco|adres)$/
const PARTS: readonly RegExp[] = [
  /^(house|street|building)?(number|num|nr|no|numero|hausnummer|huisnummer|housenumber)$/,
  /^(street|road|rue|voie|strasse|straat|calle|via|rua|addressline\d|address\d|adresse\d|line\d|streetname|nomvoie)$/,
  /^(unit|apartment|apt|suite|flat)$/,
  /^(postcode|postalcode|zip|zipcode|plz|cp|codepostal|cap|cep)$/,
  /^(city|town|locality|place|ville|commune|ort|stadt|gemeente|ciudad|comune|cidade|nomcommune|municipality)$/,
  /^(state|region|province|county|departement|bundesland|provincia|estado)$/,
  /^(country|pays|land|pais|paese|countrycode)$/,
]

/** Reads what was pasted or dropped; lines of one cell, or without a row of names, are addresses as they stand. */
export function readTable(text: string): Table {
  const whole = text.replace(/^\ufeff/, '')
  const lines = whole.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const separator = separatorOf(lines[0] ?? '')
  const cells = separator === undefined ? undefined : cellsOf(whole, separator)
  const header = cells?.[0]
  const address = header === undefined ? [] : addressColumns(header)
  if (cells === undefined || header === undefined || address.length === 0) {
    // A quoted line is an address that holds commas.
    const rows = lines.map((line) => [
      line
        .trim()
        .replace(/^"(.*)"$/, '$1')
        .replaceAll('""', '"'),
    ])
    const isHeader = rows.length > 1 && addressColumns(rows[0] ?? []).length > 0
    return { header: isHeader ? rows[0] : undefined, rows: isHeader ? rows.slice(1) : rows, address: [0] }
  }
  return { header, rows: cells.slice(1), address }
}

/** The address of a row. */
export function addressOf(row: readonly string[], columns: readonly number[]): string {
  return columns
    .map((column) => (row[column] ?? '').trim())
    .filter((cell) => cell !== '')
    .join(', ')
    .replace(/^(\d+\s?(?:[a-z]|bis|ter|quater)?), /i, '$1 ')
}

/** The columns of the address by their names: one that holds all of it, else its parts in the order of the table. */
export function addressColumns(header: readonly string[]): number[] {
  const names = header.map(folded)
  const parts = names.flatMap((name, column) => (PARTS.some((part) => part.test(name)) ? [column] : []))
  const whole = names.findIndex((name) => WHOLE.test(name))
  if (whole === -1) return parts
  // `address, city, zip`: the column called address is the street.
  return [whole, ...parts.filter((column) => column !== whole)].sort((one, other) => one - other)
}

function folded(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/ß/g, 'ss')
    .toLowerCase()
    .replace(/[^a-z0-9]/g, '')
}

function separatorOf(line: string): string | undefined {
  const counts = SEPARATORS.map((separator) => [separator, line.split(separator).length] as const)
  const [best] = counts.filter(([, count]) => count > 1).sort(([, one], [, other]) => other - one)
  return best?.[0]
}

/** Cells by RFC 4180: quotes around a cell, two for one within; a quote that is not closed ends with the text. */
function cellsOf(text: string, separator: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  const endRow = () => {
    row.push(cell)
    cell = ''
    if (row.some((one) => one.trim() !== '')) rows.push(row)
    row = []
  }
  for (let index = 0; index < text.length; index += 1) {
    const character = text.charAt(index)
    if (isQuoted) {
      if (character !== '"') cell += character
      else if (text[index + 1] === '"') {
        cell += '"'
        index += 1
      } else isQuoted = false
    } else if (character === '"' && cell === '') isQuoted = true
    else if (character === separator) {
      row.push(cell)
      cell = ''
    } else if (character === '\n' || character === '\r') {
      if (character === '\r' && text[index + 1] === '\n') index += 1
      endRow()
    } else cell += character
  }
  if (cell !== '' || row.length > 0) endRow()
  return rows
}

/** CSV with commas; cells are quoted where they must be. */
export function writeCsv(rows: readonly (readonly string[])[]): string {
  const cellOf = (text: string) => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)
  return rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('')
}

/** Bytes as text: UTF-8, else Windows-1252, which every byte is a character of. */
export function decode(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isUtf8: false }
  }
}
