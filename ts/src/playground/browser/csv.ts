/** Reads tables: lines of addresses, or CSV separated by comma, semicolon, tab or bar. */
import { addressOf, type Columns, guessColumns } from './columns.js'

/** A pasted or dropped text, without empty lines. */
export interface Sheet {
  lines: readonly string[]
  /** The same as rows of cells; a cell can contain line breaks. */
  cells: readonly (readonly string[])[]
  /** Most cells of a row. */
  width: number
}

/** How a sheet is read. */
export type Reading =
  /** Each line is an address. */
  { kind: 'lines' } | { kind: 'columns'; hasHeader: boolean; columns: Columns }

/** Rows with the address of each. */
export interface Table {
  /** Names of the columns; `undefined` for lines of addresses. */
  header: readonly string[] | undefined
  rows: readonly (readonly string[])[]
  addresses: readonly string[]
}

const SEPARATORS = [',', ';', '\t', '|'] as const

/** Reads a pasted or dropped text. */
export function readSheet(text: string): Sheet {
  const whole = text.replace(/^\ufeff/, '')
  const lines = whole.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  const cells = cellsOf(whole, separatorOf(lines[0] ?? ''))
  // Spreading a hundred thousand rows exceeds the arguments of a call.
  const width = cells.reduce((most, row) => Math.max(most, row.length), 0)
  return { lines, cells, width }
}

/** Columns if the first line names some of an address, otherwise lines. */
export function guessReading({ cells }: Sheet): Reading {
  const columns = guessColumns(cells[0] ?? [], cells.slice(1))
  const isTable = cells.length > 1 && Object.keys(columns).length > 0
  return isTable ? { kind: 'columns', hasHeader: true, columns } : { kind: 'lines' }
}

/** The rows of a sheet by a reading. */
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

/** Unquotes a line: a quoted line is an address with commas. */
function unquoted(line: string): string {
  return line
    .trim()
    .replace(/^"(.*)"$/, '$1')
    .replaceAll('""', '"')
}

/** The most frequent separator of a line; undefined without one. */
function separatorOf(line: string): string | undefined {
  const bare = line.replace(/"(?:[^"]|"")*"/g, '')
  const counts = SEPARATORS.map((separator) => [separator, bare.split(separator).length] as const)
  const [best] = counts.filter(([, count]) => count > 1).sort(([, one], [, other]) => other - one)
  return best?.[0]
}

/** Cells by RFC 4180: quotes around a cell, doubled inside it; a quote that is never closed ends with the text. */
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

/** Byte order marks of UTF-16, which spreadsheets write as "Unicode text". */
const UTF_16 = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
] as const

/** First bytes of the files of spreadsheet programs: archives (.xlsx, .ods) and the older .xls. */
const SPREADSHEETS = [
  [0x50, 0x4b, 0x03, 0x04],
  [0xd0, 0xcf, 0x11, 0xe0],
] as const

/** Whether bytes are the file of a spreadsheet program and no text. */
export function isSpreadsheet(bytes: Uint8Array): boolean {
  return SPREADSHEETS.some((mark) => mark.every((byte, index) => bytes[index] === byte))
}

/** The text of a file: UTF-16 by its byte order mark, otherwise UTF-8, otherwise Windows-1252, which `isKnown` denies. */
export function decode(bytes: Uint8Array): { text: string; isKnown: boolean } {
  const [encoding] = UTF_16.find(([, first, second]) => bytes[0] === first && bytes[1] === second) ?? []
  if (encoding !== undefined) return { text: new TextDecoder(encoding).decode(bytes), isKnown: true }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), isKnown: true }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), isKnown: false }
  }
}
