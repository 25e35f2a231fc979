/** Tidying of rendered templates: what empty fields leave behind, and what would be said twice. */

/** In this order, the first place each. */
const RULES: readonly (readonly [RegExp, string])[] = [
  [/[},\s]+$/u, ''],
  [/^[,\s]+/u, ''],
  [/^- /u, ''],
  [/,\s*,/u, ', '],
  [/[ \t]+,[ \t]+/u, ', '],
  [/[ \t][ \t]+/u, ' '],
  [/[ \t]\n/u, '\n'],
  [/\n,/u, '\n'],
  [/,,+/u, ','],
  [/,\n/u, '\n'],
  [/\n[ \t]+/u, '\n'],
  [/\n\n+/u, '\n'],
]

/** Whether any of the rules has something to replace. */
const UNTIDY = new RegExp(RULES.map(([pattern]) => `(?:${pattern.source})`).join('|'), 'u')

/** A text without what empty fields left behind; a line, and a part of a line between commas, stands there once. */
export function tidied(text: string): string {
  if (!UNTIDY.test(text)) {
    const unique = withoutRepeats(text)
    // Nothing to replace in it, and so there would be nothing in all the rounds below.
    if (unique === text) return text.trim()
  }
  return tidiedInRounds(text)
}

function tidiedInRounds(text: string): string {
  // What is said once stays so until a rule changes the text.
  let settled = false
  for (const [pattern, by] of RULES) {
    const changed = text.replace(pattern, by)
    if (settled && changed === text) continue
    const unique = withoutRepeats(changed)
    settled = unique === changed
    text = unique
  }
  return text.trim()
}

function withoutRepeats(text: string): string {
  return uniqueIn(text, '\n', (line) => (line.includes(', ') ? uniqueIn(line, ', ', itself) : line))
}

function itself(part: string): string {
  return part
}

/** Chunks that are compared one by one; more are looked up, so that a long text takes time in proportion. */
const FEW = 16

/** The chunks without white space around them, each once; New York is a city in New York. */
function uniqueIn(text: string, glue: string, tidy: (chunk: string) => string): string {
  if (!text.includes(glue)) return tidy(text.trim())
  const chunks = text.split(glue)
  const seen: string[] = []
  const many = chunks.length > FEW ? new Set<string>() : undefined
  let kept: string | undefined
  for (const untidy of chunks) {
    const chunk = untidy.trim()
    const isNewYork = chunk.length === 8 && chunk.toLowerCase() === 'new york'
    const isRepeat = many === undefined ? seen.includes(chunk) : many.has(chunk)
    if (isRepeat && !isNewYork) continue
    if (many === undefined) seen.push(chunk)
    else many.add(chunk)
    const tidyChunk = isNewYork ? chunk : tidy(chunk)
    kept = kept === undefined ? tidyChunk : kept + glue + tidyChunk
  }
  return kept ?? ''
}
