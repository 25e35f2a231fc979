/** Many addresses: a table that fills as they are answered, and its download. */
import { addressOf, type Table, writeCsv } from './csv.js'
import { button, element } from './element.js'
import { Refusal, round, type RowAnswer, type Service } from './service.js'
import { distanceInWords } from './words.js'

/** Rows asked for at once: the first ones are there at once, and the server stays free for others. */
const SLICE = 100

/** Rows shown; the download has all. */
const MOST_SHOWN = 500

/** Rows taken; more are a matter for `milepost bulk`. */
const MOST_ROWS = 20_000

/** Columns that the download adds. */
const ADDED = ['lat', 'lon', 'resolution_tier', 'accuracy_m', 'confidence', 'error'] as const

/** What the table does beside showing itself. */
export interface TableActions {
  /** Puts points on the map, beside those that are there. */
  points: (points: readonly RowAnswer[]) => void
  /** Shows one of them. */
  show: (answer: RowAnswer) => void
  /** Takes the table away. */
  close: () => void
  say: (text: string) => void
}

/** Fills `into` with the table and asks for its rows, until the signal ends it. `notice` stands above it. */
export async function fillTable(
  into: HTMLElement,
  table: Table,
  service: Service,
  actions: TableActions,
  signal: AbortSignal,
  notice?: string,
): Promise<void> {
  const rows = table.rows.slice(0, MOST_ROWS)
  const answers: RowAnswer[] = []
  const progress = element('progress', {
    max: String(Math.max(1, rows.length)),
    value: '0',
    'aria-label': 'Rows answered',
  })
  const count = element('span', {}, `${String(rows.length)} rows`)
  const download = button('Download CSV', () => {
    save(writeCsv(downloadRows(table, rows, answers)))
  })
  download.disabled = true
  const body = element('tbody')
  const notes = [
    ...(notice === undefined ? [] : [notice]),
    ...(table.header === undefined || table.address.length === 0
      ? []
      : [
          `The address is made of: ${table.address.map((column) => table.header?.[column] ?? '').join(', ')}.`,
        ]),
    ...(table.rows.length > MOST_ROWS
      ? [
          `Only the first ${MOST_ROWS.toLocaleString('en')} of ${table.rows.length.toLocaleString('en')} rows are taken here. The command “milepost bulk” takes tables of any length.`,
        ]
      : []),
    ...(rows.length > MOST_SHOWN
      ? [`The first ${String(MOST_SHOWN)} rows are shown; the download has all.`]
      : []),
  ]
  into.replaceChildren(
    element('h2', {}, 'Table'),
    ...notes.map((note) => element('p', { class: 'hint' }, note)),
    element('p', { class: 'progress' }, progress, count, download, button('Close the table', actions.close)),
    element(
      'div',
      { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Rows' },
      element(
        'table',
        {},
        element(
          'thead',
          {},
          element(
            'tr',
            {},
            ...['Address', 'lat', 'lon', 'Tier', 'Within'].map((name) =>
              element('th', { scope: 'col' }, name),
            ),
          ),
        ),
        body,
      ),
    ),
  )
  into.hidden = false

  let slice = SLICE
  for (let from = 0; from < rows.length;) {
    const texts = rows.slice(from, from + slice).map((row) => addressOf(row, table.address))
    let answered: RowAnswer[]
    try {
      answered = (await service.rows?.(texts, signal)) ?? []
    } catch (error) {
      if (signal.aborted) return
      // The server takes fewer rows at once than the page asks for.
      if (error instanceof Refusal && error.status === 413 && slice > 1) {
        slice = Math.ceil(slice / 4)
        continue
      }
      count.textContent = error instanceof Refusal ? error.message : String(error)
      actions.say(count.textContent)
      return
    }
    answers.push(...answered)
    actions.points(answered)
    answered.forEach((answer, index) => {
      if (from + index < MOST_SHOWN) body.append(rowElement(texts[index] ?? '', answer, actions))
    })
    from += texts.length
    progress.value = from
    count.textContent = `${String(from)} of ${String(rows.length)} rows`
  }
  const found = answers.filter(({ point }) => point !== undefined).length
  count.textContent = `${String(found)} of ${String(rows.length)} rows found`
  download.disabled = rows.length === 0
  actions.say(count.textContent)
}

function rowElement(text: string, answer: RowAnswer, { show }: TableActions): HTMLElement {
  const { point, tier, level, radius, error } = answer
  const address = text === '' ? element('em', {}, 'empty') : text
  const first =
    point === undefined
      ? element('th', { scope: 'row' }, address)
      : element(
          'th',
          { scope: 'row' },
          button(text, () => {
            show(answer)
          }),
        )
  return element(
    'tr',
    point === undefined ? { class: 'not-found' } : {},
    first,
    element('td', { class: 'number' }, point === undefined ? '' : round(point.lat)),
    element('td', { class: 'number' }, point === undefined ? '' : round(point.lon)),
    element(
      'td',
      {},
      error !== undefined || point === undefined
        ? level
        : [tier.replaceAll('_', ' '), level]
            .filter((part, index, all) => part !== '' && all.indexOf(part) === index)
            .join(', '),
    ),
    element('td', { class: 'number' }, radius === undefined ? '' : distanceInWords(radius)),
  )
}

/** The rows as they came, with what was found behind them. */
function downloadRows(
  { header }: Table,
  rows: readonly (readonly string[])[],
  answers: readonly RowAnswer[],
): string[][] {
  const width = Math.max(1, header?.length ?? 1, ...rows.map((row) => row.length))
  const names = Array.from(
    { length: width },
    (_, column) => header?.[column] ?? (column === 0 ? 'address' : ''),
  )
  const added = ADDED.map((name) => (names.includes(name) ? `milepost_${name}` : name))
  return [
    [...names, ...added],
    ...rows.map((row, index) => {
      const { point, tier = '', radius, confidence, error } = answers[index] ?? {}
      const cells = Array.from({ length: width }, (_, column) => row[column] ?? '')
      return [
        ...cells,
        point === undefined ? '' : round(point.lat),
        point === undefined ? '' : round(point.lon),
        tier,
        radius === undefined ? '' : String(radius),
        confidence === undefined ? '' : String(confidence),
        error ?? '',
      ]
    }),
  ]
}

function save(csv: string): void {
  // With its mark, spreadsheets read it as UTF-8.
  const url = URL.createObjectURL(new Blob(['\ufeff', csv], { type: 'text/csv;charset=utf-8' }))
  const link = element('a', { href: url, download: 'addresses.csv' })
  link.click()
  setTimeout(() => {
    URL.revokeObjectURL(url)
  }, 60_000)
}
