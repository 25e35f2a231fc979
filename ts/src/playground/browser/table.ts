/** A table of many addresses, filled as they are answered, and its download. */
import { columnsForm } from './columns-form.js'
import { guessReading, type Reading, type Sheet, tableOf } from './csv.js'
import { csvOf, save } from './download.js'
import { button, element } from './element.js'
import { Refusal, round, type RowAnswer, type Service } from './service.js'
import { distanceInWords } from '../../wire/words.js'

/** Rows shown; the download has all. */
const MOST_SHOWN = 500

/** Actions of the table outside itself. */
export interface TableActions {
  /** Adds points to the map. */
  points: (points: readonly RowAnswer[]) => void
  /** Removes the points of an earlier reading. */
  clear: () => void
  /** Shows one of them. */
  show: (answer: RowAnswer) => void
  /** Removes the table. */
  close: () => void
  say: (text: string) => void
}

/** A text with its origin. */
export interface Dropped {
  sheet: Sheet
  /** Whether it is a file: without address columns it waits until columns are chosen. */
  isFile: boolean
  /** Caption of the table. */
  notice?: string | undefined
}

/** Fills `into` with the table and requests its rows, until the signal aborts. */
export function openTable(
  into: HTMLElement,
  { sheet, isFile, notice }: Dropped,
  service: Service,
  actions: TableActions,
  signal: AbortSignal,
): void {
  const filled = element('div')
  let running = new AbortController()
  signal.addEventListener('abort', () => {
    running.abort()
  })
  const start = (reading: Reading) => {
    running.abort()
    running = new AbortController()
    actions.clear()
    void fillTable(filled, sheet, reading, service, actions, running.signal)
  }
  const guess = guessReading(sheet)
  const isUnknown = isFile && sheet.width > 1 && guess.kind === 'lines'
  const unknown = 'No column of this file is named like a part of an address. Choose the columns:'
  const notes = [...(notice === undefined ? [] : [notice]), ...(isUnknown ? [unknown] : [])]
  const columns = sheet.width > 1 ? [columnsForm(sheet, guess, start)] : []
  if (isUnknown) columns.forEach((form) => (form.open = true))
  into.replaceChildren(
    element('h2', {}, 'Table'),
    ...notes.map((note) => element('p', { class: 'hint' }, note)),
    ...columns,
    filled,
    element('p', { class: 'progress' }, button('Close the table', actions.close)),
  )
  into.hidden = false
  if (isUnknown) actions.say(unknown)
  else start(guess)
}

/** Requests the rows of one reading. */
async function fillTable(
  into: HTMLElement,
  sheet: Sheet,
  reading: Reading,
  service: Service,
  actions: TableActions,
  signal: AbortSignal,
): Promise<void> {
  const { mostRows = 0 } = service
  const { header, rows: allRows, addresses: allAddresses } = tableOf(sheet, reading)
  const [rows, addresses] = [allRows.slice(0, mostRows), allAddresses.slice(0, mostRows)]
  const total = rows.length.toLocaleString('en')
  const answers: RowAnswer[] = []
  const progress = element('progress', {
    max: String(Math.max(1, rows.length)),
    value: '0',
    'aria-label': 'Rows answered',
  })
  const count = element('span', {}, `${total} rows`)
  const download = button('Download CSV', () => {
    save(csvOf(header, rows, answers))
  })
  download.disabled = true
  const again = button('Go on', () => {
    void run()
  })
  again.hidden = true
  const body = element('tbody')
  const notes = [
    ...(allRows.length > mostRows
      ? [
          `This page takes the first ${total} of ${allRows.length.toLocaleString('en')} rows. The command “milepost bulk” takes tables of any length.`,
        ]
      : []),
    ...(rows.length > MOST_SHOWN
      ? [`The first ${String(MOST_SHOWN)} rows are shown; the download has all.`]
      : []),
  ]
  into.replaceChildren(
    element('p', { class: 'progress' }, progress, count, again, download),
    ...notes.map((note) => element('p', { class: 'hint' }, note)),
    scrolling(body),
  )

  /** Requests all unanswered rows. */
  async function run(): Promise<void> {
    again.hidden = true
    count.className = ''
    try {
      for await (const answered of service.rows?.(addresses.slice(answers.length), signal) ?? []) {
        if (signal.aborted) return
        const from = answers.length
        answered.forEach((answer, index) => {
          const row = from + index
          answers.push(answer)
          if (row < MOST_SHOWN) body.append(rowElement(addresses[row] ?? '', answer, actions))
        })
        actions.points(answered)
        progress.value = answers.length
        count.textContent = `${answers.length.toLocaleString('en')} of ${total} rows`
      }
    } catch (error) {
      if (signal.aborted) return
      // Answered rows stay, and the rest can be requested when the server works again.
      const message = error instanceof Refusal ? error.message : String(error)
      count.textContent = `${answers.length.toLocaleString('en')} of ${total} rows, then: ${message}`
      count.className = 'not-found'
      again.hidden = false
      download.disabled = answers.length === 0
      actions.say(count.textContent)
      return
    }
    const found = answers.filter(({ point }) => point !== undefined).length
    count.textContent = `${found.toLocaleString('en')} of ${total} rows found`
    download.disabled = rows.length === 0
    actions.say(count.textContent)
  }
  await run()
}

function scrolling(body: HTMLElement): HTMLElement {
  const names = ['Address', 'Latitude', 'Longitude', 'Found', 'Within']
  const ofNumbers = ['Latitude', 'Longitude', 'Within']
  const head = names.map((name) =>
    element('th', { scope: 'col', ...(ofNumbers.includes(name) && { class: 'number' }) }, name),
  )
  const table = element('table', {}, element('thead', {}, element('tr', {}, ...head)), body)
  return element('div', { class: 'scroll', tabindex: '0', role: 'region', 'aria-label': 'Rows' }, table)
}

function rowElement(text: string, answer: RowAnswer, { show }: TableActions): HTMLElement {
  const { point, level, radius } = answer
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
    element('td', {}, level),
    element('td', { class: 'number' }, radius === undefined ? '' : distanceInWords(radius)),
  )
}
