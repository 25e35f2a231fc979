/** The parser surface, in the shapes of a libpostal server. It has no places: an answer is labels and expansions. */
import { ask, type Part, type Service } from '../service.js'
import { labelInWords } from '../../../wire/words.js'

interface Labelled {
  label: string
  value: string
}

export const parser: Service = {
  parts: async (text, signal) => {
    const { body } = await ask<Labelled[]>({ path: pathOf('parse', text) }, signal)
    return placed(text, body)
  },
  answer: async (text, signal) => {
    const request = { path: pathOf('parse', text) }
    const [{ body, json }, { body: expanded }] = await Promise.all([
      ask<Labelled[]>(request, signal),
      ask<{ expansions: string[] }>({ path: pathOf('expand', text) }, signal),
    ])
    return {
      title: body.length === 0 ? 'No part was recognised' : 'Parts of the address',
      tone: body.length === 0 ? 'none' : 'sure',
      facts: [
        ...body.map(({ label, value }) => [labelled(label), value] as const),
        ...expanded.expansions.map((way) => ['Also written', way] as const),
      ],
      json,
      request,
    }
  },
}

/** The label of the surface, and its meaning if that is another word. */
function labelled(label: string): string {
  const words = labelInWords(label)
  return words === label ? label : `${label} (${words})`
}

function pathOf(route: 'parse' | 'expand', text: string): string {
  return `${route}?address=${encodeURIComponent(text)}`
}

/** The surface gives no offsets: each value is searched after the previous one, and a joined value stays uncoloured. */
export function placed(text: string, parts: readonly Labelled[]): Part[] {
  const folded = text.toLowerCase()
  let from = 0
  return parts.flatMap(({ label, value }) => {
    const start = folded.indexOf(value.toLowerCase(), from)
    if (start === -1) return []
    from = start + value.length
    return [{ label, value: text.slice(start, from), start, end: from }]
  })
}
