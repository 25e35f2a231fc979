/** Tables as people have them: lines of addresses, or CSV with a comma, semicolon, tab or bar between cells. */
import { addressOf, type Columns, guessColumns } from './columns.js'

/** A text as it was pasted or dropped, without empty lines. */
export interface Sheet {
  lines: readonly string[]
  /** The same as rows of cells; a cell can hold the end of a line. */
  cells: readonly (readonly string[])[]
  /** Most cells of a row. */
  width: number
}

/** How a sheet is read. */
export type Reading =
  /** Each line is an address as it stands. */
  { kind: 'lines' } | { kind: 'columns'; hasHeader: boolean; columns: Columns }

/** Rows with the address of each. */
export interface Table {
  /** Names of the columns; `undefined` for lines of addresses. */
  header: readonly string[] | undefined
  rows: readonly (readonly string[])[]
  addresses: readonly string[]
}

const SEPARATORS = [',', ';', '\t', '|'] as const

/** Reads what was pasted or dropped. */
export function readSheet(text: string): Sheet {
  const whole = text.replace(/^\ufeff/, '')
  const lines = whole.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const cells = cellsOf(whole, separatorOf(lines[0] ?? ''))
  // A spread of a hundred thousand rows is more than a call takes.
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
  return { lines, cells, width }
}

/** Columns where the first line names some of an address, otherwise lines. */
export function guessReading({ cells }: Sheet): Reading {
  const columns = guessColumns(cells[0] ?? [])
  const isTable = cells.length > 1 && Object.keys(columns).length > 0
  return isTable ? { kind: 'columns', hasHeader: true, columns } : { kind: 'lines' }
}

/** The rows of a sheet as it is read. */
export function tableOf({ lines, cells }: Sheet, reading: Reading): Table {
  if (reading.kind === 'lines') {
    const addresses = lines.map(unquoted)
    return { header: undefined, rows: addresses.map((line) => [line]), addresses }
  }
  const { hasHeader, columns } = reading
  const rows = hasHeader ? cells.slice(1) : cells
  return {
    header: hasHeader ? cells[0] : undefined,
    rows,
    addresses: rows.map((row) => addressOf(row, columns)),
  }
}

/** A quoted line is an address that holds commas. */
function unquoted(line: string): string {
  return line
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
}

/** What is most often between the cells of a line; undefined where nothing is. */
function separatorOf(line: string): string | undefined {
  const bare = line.replace(/"(?:[^"]|"")*"/g, '')
  const counts = SEPARATORS.map((separator) => [separator, bare.split(separator).length] as const)
  const [best] = counts.filter(([, count]) => count > 1).sort(([, one], [, other]) => other - one)
  return best?.[0]
}

/** Cells by RFC 4180: quotes around a cell, two for one within; a quote that is not closed ends with the text. */
function cellsOf(text: string, separator: string | undefined): string[][] {
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

/** Bytes as text: UTF-8, otherwise Windows-1252, which every byte is a character of. */
export function decode(bytes: Uint8Array): { text: string; isUtf8: boolean } {
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isUtf8: true }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isUtf8: false }
  }
}
