/** The page: turns typing, clicks, pastes and drops into requests, and shows the answers. */
import { AddressField } from './address-field.js'
import { answerElements, refusalElements } from './answer.js'
import { decode, isSpreadsheet, readSheet } from './csv.js'
import { element, find, required } from './element.js'
import { readLink, writeLink } from './link.js'
import type { MapView } from './map.js'
import { partList } from './parts.js'
import { type Answer, type Point, Refusal, type RowAnswer, type Service, written } from './service.js'
import { nativeService } from './services/native.js'
import { parser } from './services/parser.js'
import { search } from './services/search.js'
import { typeahead } from './services/typeahead.js'
import { type Dropped, openTable } from './table.js'

/** Milliseconds without a key press after which the text is looked up. */
const PAUSE = 400

/** Fewest characters of a text that is looked up without Enter. */
const LEAST = 4

/** Most bytes of a dropped file; a larger one would freeze the page, so it needs `milepost bulk`. */
const LARGEST_FILE = 20e6

/** Milliseconds after which the page shows that it is waiting. */
const WAIT = 700

const { surface = 'native', bulk, tiles, tilesCredit } = document.body.dataset
const services: Readonly<Record<string, Service>> = { search, typeahead, parser }
const service = services[surface] ?? nativeService(bulk !== undefined)
const [answerPlace, partsPlace, status] = ['answer', 'parts', 'status'].map(required) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
]
const tablePlace = find('table')
const map = openMapLater()

/** One request of a kind at a time: a new one cancels the previous. */
class Latest {
  #controller = new AbortController()

  /** Cancels the running request and starts a new one. */
  begin(): AbortSignal {
    this.#controller.abort()
    this.#controller = new AbortController()
    return this.#controller.signal
  }
}
const [reading, suggesting, answering, filling] = [new Latest(), new Latest(), new Latest(), new Latest()]
let pause: ReturnType<typeof setTimeout> | undefined

const field = new AddressField(
  {
    typed: (text) => {
      void read(text)
      void suggest(text)
      stopAnswering()
      if (text.trim().length >= LEAST) pause = setTimeout(() => void look(text), PAUSE)
      else if (text.trim() === '') hide()
    },
    asked: (text) => void ask(text),
    chosen: ({ text, answer }) => {
      if (answer === undefined) void ask(text)
      else {
        suggesting.begin()
        clearTimeout(pause)
        show(answer, { text })
      }
    },
    ...(service.rows !== undefined && {
      lines: (text) => {
        fill({ sheet: readSheet(text), isFile: false })
      },
    }),
  },
  service.suggest !== undefined,
)

/** Colours the text and lists its parts. */
async function read(text: string): Promise<void> {
  const signal = reading.begin()
  if (service.parts === undefined) return
  if (text.trim() === '') {
    partsPlace.hidden = true
    return
  }
  try {
    const parts = await service.parts(text, signal)
    if (signal.aborted) return
    field.colour(text, parts)
    partsPlace.replaceChildren(partList(parts))
    partsPlace.hidden = parts.length === 0
  } catch (error) {
    // A notice says that parsing is off; the answer says that a text is too long.
    if (!signal.aborted && error instanceof Refusal) partsPlace.hidden = true
  }
}

async function suggest(text: string): Promise<void> {
  const signal = suggesting.begin()
  if (service.suggest === undefined) return
  if (text.trim() === '') {
    field.close()
    return
  }
  try {
    const suggestions = await service.suggest(text, (await map)?.near(), signal)
    if (!signal.aborted) field.suggest(suggestions)
  } catch {
    if (!signal.aborted) field.close()
  }
}

/** Parses and looks up a text immediately, like Enter. */
async function ask(text: string): Promise<void> {
  suggesting.begin()
  clearTimeout(pause)
  field.close()
  if (text.trim() === '') {
    tell('Type an address first.')
    field.focus()
    return
  }
  await Promise.all([read(text), look(text)])
}

/** Looks up a text. */
async function look(text: string): Promise<void> {
  await answerWith((signal) => service.answer(text, signal), { text })
}

/** Looks up a point; the field and the list of parts show it. `move`: whether the map moves to it, which a clicked point does not need. */
async function reverse(point: Point, move = false): Promise<void> {
  const { reverse } = service
  if (reverse === undefined) return
  suggesting.begin()
  reading.begin()
  clearTimeout(pause)
  field.close()
  const text = written(point)
  const parts = [{ label: 'coordinates', value: text, start: 0, end: text.length }]
  field.text = text
  field.colour(text, parts)
  partsPlace.replaceChildren(partList(parts))
  partsPlace.hidden = false
  await answerWith((signal) => reverse(point, signal), { point, move })
}

type Asked = { text: string } | { point: Point; move: boolean }

async function answerWith(question: (signal: AbortSignal) => Promise<Answer>, asked: Asked): Promise<void> {
  const signal = answering.begin()
  tell(undefined)
  const waiting = setTimeout(() => {
    if (!signal.aborted) wait()
  }, WAIT)
  try {
    const answer = await question(signal)
    if (!signal.aborted) show(answer, asked)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof Refusal)) throw error
    showInPlace(refusalElements(error.message))
    say(`No answer. ${error.message}`)
    ;(await map)?.clear()
  } finally {
    clearTimeout(waiting)
    if (!signal.aborted) answerPlace.removeAttribute('aria-busy')
  }
}

/** Cancels the request and removes its waiting message. */
function stopAnswering(): void {
  clearTimeout(pause)
  answering.begin()
  answerPlace.removeAttribute('aria-busy')
  if (answerPlace.querySelector('h2') === null) answerPlace.hidden = true
}

/** Dims the previous answer during a request; without one, shows a waiting message. */
function wait(): void {
  answerPlace.setAttribute('aria-busy', 'true')
  if (answerPlace.hidden) showInPlace([element('p', { class: 'level' }, 'Looking it up…')])
}

function showInPlace(elements: readonly Node[]): void {
  answerPlace.replaceChildren(...elements)
  answerPlace.hidden = false
}

function show(answer: Answer, asked: Asked): void {
  showInPlace(
    answerElements(answer, {
      show: (place) => void map.then((view) => view?.moveTo(place)),
      ask: (text) => {
        field.text = text
        void ask(text)
      },
      say,
    }),
  )
  document.body.classList.add('has-answer')
  say([answer.title, answer.level].filter(Boolean).join('. '))
  history.replaceState(null, '', writeLink(asked))
  void map.then((view) => view?.show(answer, 'text' in asked || asked.move))
}

function hide(): void {
  document.body.classList.remove('has-answer')
  answerPlace.hidden = true
  history.replaceState(null, '', location.pathname + location.search)
  void map.then((view) => view?.clear())
}

/** Makes a table of lines or of a CSV file. */
function fill(dropped: Dropped): void {
  if (tablePlace === undefined) return
  tell(undefined)
  if (dropped.sheet.lines.length === 0) {
    tell('There is nothing in it.')
    return
  }
  const signal = filling.begin()
  stopAnswering()
  answerPlace.hidden = true
  document.body.classList.add('has-answer')
  const onMap = (act: (view: MapView) => void) =>
    void map.then((view) => {
      if (view !== undefined) act(view)
    })
  const actions = {
    points: (rows: readonly RowAnswer[]) => {
      onMap((view) => {
        if (!signal.aborted) view.addRows(rows)
      })
    },
    clear: () => {
      onMap((view) => {
        view.clear()
      })
    },
    show: ({ point }: RowAnswer) => {
      onMap((view) => {
        view.moveTo({ point })
      })
    },
    close: () => {
      filling.begin()
      tablePlace.hidden = true
      tablePlace.replaceChildren()
      document.body.classList.remove('has-answer')
      actions.clear()
      field.focus()
    },
    say,
  }
  openTable(tablePlace, dropped, service, actions, signal)
}

async function fillFrom(file: File): Promise<void> {
  if (file.size > LARGEST_FILE) {
    tell(`${file.name} is too large for this page. The command “milepost bulk” takes files of any length.`)
    return
  }
  const bytes = await file.arrayBuffer().catch(() => undefined)
  if (bytes === undefined) {
    tell(`${file.name} could not be read.`)
    return
  }
  const read = new Uint8Array(bytes)
  if (isSpreadsheet(read)) {
    tell(`${file.name} is a spreadsheet or an archive. Save it as CSV, then choose that file.`)
    return
  }
  const { text, isKnown } = decode(read)
  const notice = isKnown ? undefined : 'The file is not UTF-8; it was read as Windows-1252.'
  fill({ sheet: readSheet(text), isFile: true, notice })
}

/** Announces to a screen reader what the page shows. */
function say(text: string): void {
  status.textContent = text
}

/** Shows a notice to everybody; undefined removes it. */
function tell(text: string | undefined): void {
  const notice = required('message')
  notice.hidden = text === undefined
  notice.textContent = text ?? ''
  if (text !== undefined) say(text)
}

/** The map of the page, whose code is loaded separately; undefined if the surface has no places. */
async function openMapLater(): Promise<MapView | undefined> {
  const container = find('map')
  if (container === undefined) return undefined
  const { openMap } = await import('./map.js')
  if (tiles === undefined) {
    const note = find('map-note')
    if (note) note.textContent = 'This map has outlines only. Start the server with --tiles for streets.'
  }
  return openMap(container, {
    tiles,
    credit: tilesCredit,
    pressed: (point) => void reverse(point),
  })
}

find('here')?.addEventListener('click', () => {
  void map.then((view) => view && reverse(view.middle()))
})
for (const example of document.querySelectorAll<HTMLElement>('.example')) {
  example.addEventListener('click', () => {
    field.text = example.textContent
    void ask(field.text)
  })
}

if (service.rows !== undefined) {
  addEventListener('dragover', (event) => {
    event.preventDefault()
    document.body.classList.add('is-dropping')
  })
  addEventListener('dragleave', (event) => {
    if (event.relatedTarget === null) document.body.classList.remove('is-dropping')
  })
  addEventListener('drop', (event) => {
    event.preventDefault()
    document.body.classList.remove('is-dropping')
    const [file] = event.dataTransfer?.files ?? []
    if (file !== undefined) void fillFrom(file)
  })
  find('file')?.addEventListener('change', ({ target }) => {
    const input = target as HTMLInputElement
    const [file] = input.files ?? []
    if (file !== undefined) void fillFrom(file)
    // The same file may be chosen again.
    input.value = ''
  })
}

/** Answers the question in the address of the page. */
function follow(): void {
  const asked = readLink(location.hash)
  if (asked === undefined) return
  if ('text' in asked) {
    field.text = asked.text
    void ask(asked.text)
  } else void reverse(asked.point, true)
}
addEventListener('hashchange', follow)
follow()

void service.lacks?.().then((lacking) => {
  const notice = find('notice')
  if (lacking === undefined || notice === undefined) return
  notice.textContent = lacking
  notice.hidden = false
})
