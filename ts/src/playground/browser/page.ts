/** The page: what is typed, pressed, pasted or dropped becomes questions to the server, and their answers what is seen. */
import { AddressField } from './address-field.js'
import { answerElements, refusalElements } from './answer.js'
import { decode, readTable } from './csv.js'
import { find, required } from './element.js'
import { readLink, writeLink } from './link.js'
import type { MapView } from './map.js'
import { partList } from './parts.js'
import { type Answer, type Point, Refusal, type Service } from './service.js'
import { native } from './services/native.js'
import { parser } from './services/parser.js'
import { search } from './services/search.js'
import { typeahead } from './services/typeahead.js'
import { fillTable } from './table.js'

const SERVICES: Readonly<Record<string, Service>> = { native, search, typeahead, parser }

/** Milliseconds without a key after which the text is looked up as it stands. */
const PAUSE = 400

/** Characters below which a text is not looked up by itself. */
const LEAST = 4

/** Bytes of a dropped file; more would freeze the page, and is a matter for `milepost bulk`. */
const LARGEST_FILE = 20e6

const { surface = 'native', tiles, tilesCredit } = document.body.dataset
const service = SERVICES[surface] ?? native
const [answerPlace, partsPlace, status] = ['answer', 'parts', 'status'].map(required) as [
  HTMLElement,
  HTMLElement,
  HTMLElement,
]
const tablePlace = find('table')
const map = openMapLater()

/** One question of a kind at a time: a newer one ends the one before. */
class Latest {
  #controller = new AbortController()

  /** Ends what is under way and begins anew. */
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
      clearTimeout(pause)
      answering.begin()
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
    lines: (text) => void fill(text),
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
    // The notice above says that parsing is off; a text that is too long is told with its answer.
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

/** Reads and looks up a text at once, as Enter does. */
async function ask(text: string): Promise<void> {
  suggesting.begin()
  clearTimeout(pause)
  field.close()
  if (text.trim() === '') {
    say('Type an address first')
    field.focus()
    return
  }
  await Promise.all([read(text), look(text)])
}

/** Looks up a text. */
async function look(text: string): Promise<void> {
  await answerWith((signal) => service.answer(text, signal), { text })
}

/** Asks what lies at a point. */
async function reverse(point: Point): Promise<void> {
  const { reverse } = service
  if (reverse === undefined) return
  suggesting.begin()
  clearTimeout(pause)
  field.close()
  await answerWith((signal) => reverse(point, signal), { point })
}

type Asked = { text: string } | { point: Point }

async function answerWith(question: (signal: AbortSignal) => Promise<Answer>, asked: Asked): Promise<void> {
  const signal = answering.begin()
  try {
    const answer = await question(signal)
    if (!signal.aborted) show(answer, asked)
  } catch (error) {
    if (signal.aborted) return
    if (!(error instanceof Refusal)) throw error
    answerPlace.replaceChildren(...refusalElements(error.message))
    answerPlace.hidden = false
    say(`No answer. ${error.message}`)
    ;(await map)?.clear()
  }
}

function show(answer: Answer, asked: Asked): void {
  answerPlace.replaceChildren(
    ...answerElements(answer, {
      show: (place) => void map.then((view) => view?.moveTo(place)),
      ask: (text) => {
        field.text = text
        void ask(text)
      },
      say,
    }),
  )
  answerPlace.hidden = false
  document.body.classList.add('has-answer')
  say([answer.title, answer.level].filter(Boolean).join('. '))
  history.replaceState(null, '', writeLink(asked))
  // A point that was pressed is in view already.
  void map.then((view) => view?.show(answer, 'text' in asked))
}

function hide(): void {
  document.body.classList.remove('has-answer')
  answerPlace.hidden = true
  history.replaceState(null, '', location.pathname + location.search)
  void map.then((view) => view?.clear())
}

/** Makes a table of lines or of a CSV file. */
async function fill(text: string, notice?: string): Promise<void> {
  if (service.rows === undefined || tablePlace === undefined) {
    say('This page takes one address at a time')
    return
  }
  const signal = filling.begin()
  const view = await map
  answerPlace.hidden = true
  document.body.classList.add('has-answer')
  view?.clear()
  const actions = {
    points: (rows: Parameters<MapView['addRows']>[0]) => view?.addRows(rows),
    show: ({ point }: { point?: Point | undefined }) => view?.moveTo({ point }),
    close: () => {
      filling.begin()
      tablePlace.hidden = true
      tablePlace.replaceChildren()
      document.body.classList.remove('has-answer')
      view?.clear()
      field.focus()
    },
    say,
  }
  await fillTable(tablePlace, readTable(text), service, actions, signal, notice)
}

async function fillFrom(file: File): Promise<void> {
  if (file.size > LARGEST_FILE) {
    say(`${file.name} is too large for this page. The command “milepost bulk” takes files of any length.`)
    return
  }
  const { text, isUtf8 } = decode(new Uint8Array(await file.arrayBuffer()))
  const notice = isUtf8 ? undefined : 'The file is not UTF-8; it was read as Windows-1252.'
  await fill(text, notice)
}

/** Tells a screen reader, and everybody when nothing else shows it. */
function say(text: string): void {
  status.textContent = text
}

/** The map of the page, whose code is loaded beside the rest; undefined where the surface knows no places. */
async function openMapLater(): Promise<MapView | undefined> {
  const container = find('map')
  if (container === undefined) return undefined
  const { openMap } = await import('./map.js')
  if (tiles === undefined) {
    const note = find('map-note')
    if (note) note.textContent = 'Outlines only. Start the server with --tiles for a map with streets.'
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

/** Answers what the address of the page asks for. */
function follow(): void {
  const asked = readLink(location.hash)
  if (asked === undefined) return
  if ('text' in asked) {
    field.text = asked.text
    void ask(asked.text)
  } else void reverse(asked.point)
}
addEventListener('hashchange', follow)
follow()

void service.lacks?.().then((lacking) => {
  const notice = find('notice')
  if (lacking === undefined || notice === undefined) return
  notice.textContent = lacking
  notice.hidden = false
})
