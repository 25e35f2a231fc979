/** The table as a file. */
import { writeCsv } from './csv.js'
import { element } from './element.js'
import { round, type RowAnswer } from './service.js'

/** Columns that the download adds. */
const ADDED = ['lat', 'lon', 'resolution_tier', 'accuracy_m', 'confidence', 'error'] as const

/** The original rows followed by their answers; unanswered rows are marked. */
export function csvOf(
  header: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  answers: readonly RowAnswer[],
): string {
  const width = rows.reduce((most, row) => Math.max(most, row.length), Math.max(1, header?.length ?? 1))
  const names = Array.from(
    { length: width },
    (_, column) => header?.[column] ?? (width === 1 ? 'address' : `column_${String(column + 1)}`),
  )
  const added = ADDED.map((name) => (names.includes(name) ? `milepost_${name}` : name))
  return writeCsv([
    [...names, ...added],
    ...rows.map((row, index) => [
      ...Array.from({ length: width }, (_, column) => row[column] ?? ''),
      ...found(answers[index]),
    ]),
  ])
}

function found(answer: RowAnswer | undefined): string[] {
  if (answer === undefined) return ['', '', '', '', '', 'not answered']
  const { point, tier, radius, confidence, error } = answer
  return [
    point === undefined ? '' : round(point.lat),
    point === undefined ? '' : round(point.lon),
    tier,
    radius === undefined ? '' : String(radius),
    confidence === undefined ? '' : String(confidence),
    error ?? '',
  ]
}

/** Hands the file to the browser. */
export function save(csv: string): void {
  // With a byte order mark, spreadsheets read it as UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }))
  const link = element('a', { href: url, download: 'addresses.csv' })
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000)
}
