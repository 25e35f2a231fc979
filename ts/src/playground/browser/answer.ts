/** The answer in words, with the JSON and its command folded below. */
import { button, element } from './element.js'
import { curlOf } from './curl.js'
import type { Answer, Place } from './service.js'

/** Actions of the parts of an answer. */
export interface AnswerActions {
  /** Shows a place of the trail. */
  show: (place: Place) => void
  /** Looks up another candidate. */
  ask: (text: string) => void
  /** Announces to a screen reader. */
  say: (text: string) => void
}

type Fact = readonly [name: string, value: string]

/** The elements of an answer. */
export function answerElements(answer: Answer, actions: AnswerActions): Node[] {
  const { title, level, trail = [], notes = [], others = [], json, request } = answer
  const facts = (answer.facts ?? []).filter((fact): fact is Fact => fact[1] !== undefined)
  return [
    element('h2', {}, title),
    ...(level === undefined ? [] : [element('p', { class: 'level', 'data-tone': answer.tone }, level)]),
    ...(notes.length === 0
      ? []
      : [element('ul', { class: 'notes' }, ...notes.map((note) => element('li', {}, note)))]),
    ...(trail.length === 0 ? [] : [trailElement(trail, actions)]),
    ...(facts.length === 0 ? [] : [factsElement(facts)]),
    ...(others.length === 0 ? [] : othersElements(others, actions)),
    folded('JSON', pretty(json), 'Copy JSON', actions),
    folded('curl', curlOf(request, location.href), 'Copy command', actions),
  ]
}

/** A refusal instead of an answer. */
export function refusalElements(message: string): Node[] {
  return [element('h2', {}, 'No answer'), element('p', { class: 'level', 'data-tone': 'none' }, message)]
}

function trailElement(trail: readonly Place[], { show }: AnswerActions): HTMLElement {
  const items = trail.map((place) => {
    const { name, kind, point } = place
    const shown =
      point === undefined
        ? element('span', { class: 'place' }, name)
        : button(
            name,
            () => {
              show(place)
            },
            { class: 'place', title: `Show ${name} on the map` },
          )
    return element('li', {}, shown, element('small', {}, kind))
  })
  return element('nav', { 'aria-label': 'Where it lies' }, element('ol', { class: 'trail' }, ...items))
}

function factsElement(facts: readonly Fact[]): HTMLElement {
  const rows = facts.flatMap(([name, value]) => [element('dt', {}, name), element('dd', {}, value)])
  return element('dl', {}, ...rows)
}

function othersElements(others: readonly Place[], { ask }: AnswerActions): Node[] {
  const items = others.map(({ name, kind }) =>
    element(
      'li',
      {},
      button(name, () => {
        ask(name)
      }),
      ' ',
      element('small', {}, kind),
    ),
  )
  return [element('h3', {}, 'It could also be'), element('ol', { class: 'others' }, ...items)]
}

function folded(title: string, text: string, label: string, { say }: AnswerActions): HTMLElement {
  const code = element('pre', { tabindex: '0', role: 'region', 'aria-label': title }, text)
  const copy = button(label, (pressed) => {
    void copied(code).then((isCopied) => {
      pressed.textContent = isCopied ? 'Copied' : 'Select it and copy'
      say(isCopied ? `${title} copied` : `${title} could not be copied`)
    })
  })
  return element('details', {}, element('summary', {}, title), copy, code)
}

/** Copies a text. The clipboard API needs a secure page; elsewhere the text is selected and copied by command. */
async function copied(code: HTMLElement): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(code.textContent)
    return true
  } catch {
    getSelection()?.selectAllChildren(code)
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only way on a page that is not secure
    return document.execCommand('copy')
  }
}

function pretty(json: string): string {
  return JSON.stringify(JSON.parse(json), undefined, 2)
}
