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
  const { header, rows, addresses, notes } = rowsTaken(sheet, reading, service.mostRows ?? 0)
  const total = grouped(rows.length)
  const answers: RowAnswer[] = []
  const { line, progress, count, again, download } = progressLine(
    rows.length,
    () => void run(),
    () => {
      save(csvOf(header, rows, answers))
    },
  )
  const body = element('tbody')
  const hints = notes.map((note) => element('p', { class: 'hint' }, note))
  into.replaceChildren(line, ...hints, scrolling(body))

  const add = (answered: readonly RowAnswer[]) => {
    for (const answer of answered) {
      if (answers.length < MOST_SHOWN)
        body.append(rowElement(addresses[answers.length] ?? '', answer, actions))
      answers.push(answer)
    }
    actions.points(answered)
    progress.value = answers.length
    count.textContent = `${grouped(answers.length)} of ${total} rows`
  }
  /** Requests all unanswered rows. */
  const run = async () => {
    again.hidden = true
    count.className = ''
    try {
      for await (const answered of service.rows?.(addresses.slice(answers.length), signal) ?? []) {
        if (signal.aborted) return
        add(answered)
      }
    } catch (error) {
      if (signal.aborted) return
      // Answered rows stay, and the rest can be requested when the server works again.
      const message = error instanceof Refusal ? error.message : String(error)
      count.textContent = `${grouped(answers.length)} of ${total} rows, then: ${message}`
      count.className = 'not-found'
      again.hidden = false
      download.disabled = answers.length === 0
      actions.say(count.textContent)
      return
    }
    const found = answers.filter(({ point }) => point !== undefined).length
    count.textContent = `${grouped(found)} of ${total} rows found`
    download.disabled = rows.length === 0
    actions.say(count.textContent)
  }
  await run()
}

/** The rows that the page takes of a table, at most `most`, and what it leaves out. */
function rowsTaken(sheet: Sheet, reading: Reading, most: number) {
  const { header, rows, addresses } = tableOf(sheet, reading)
  const taken = rows.slice(0, most)
  const notes = notesOnLength(rows.length, taken.length)
  return { header, rows: taken, addresses: addresses.slice(0, most), notes }
}

/** The line above the rows: how many of `total` are answered, and the buttons, which have nothing to do yet. */
function progressLine(total: number, goOn: () => void, saveRows: () => void) {
  const progress = element('progress', {
    max: String(Math.max(1, total)),
    value: '0',
    'aria-label': 'Rows answered',
  })
  const count = element('span', {}, `${grouped(total)} rows`)
  const download = button('Download CSV', saveRows)
  download.disabled = true
  const again = button('Go on', goOn)
  again.hidden = true
  const line = element('p', { class: 'progress' }, progress, count, again, download)
  return { line, progress, count, again, download }
}

/** What the page leaves out of a table: rows it does not take, and rows it does not show. */
function notesOnLength(all: number, taken: number): string[] {
  const notes: string[] = []
  if (all > taken)
    notes.push(
      `This page takes the first ${grouped(taken)} of ${grouped(all)} rows. The command “milepost bulk” takes tables of any length.`,
    )
  if (taken > MOST_SHOWN) notes.push(`The first ${String(MOST_SHOWN)} rows are shown; the download has all.`)
  return notes
}

/** A number with a comma between groups of three digits. */
function grouped(number: number): string {
  return number.toLocaleString('en')
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
