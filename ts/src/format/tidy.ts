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

/** A text without what empty fields left behind; a line, and a part of a line between commas, stands there once. */
export function tidied(text: string): string {
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
  return uniqueIn(text.split('\n'), '\n', (line) =>
    line.includes(', ') ? uniqueIn(line.split(', '), ', ', (part) => part) : line,
  )
}

/** The chunks without white space around them, each once; New York is a city in New York. */
function uniqueIn(chunks: string[], glue: string, tidy: (chunk: string) => string): string {
  const seen = new Set<string>()
  const kept: string[] = []
  for (const untidy of chunks) {
    const chunk = untidy.trim()
    if (chunk.length === 8 && chunk.toLowerCase() === 'new york') {
      seen.add(chunk)
      kept.push(chunk)
    } else if (!seen.has(chunk)) {
      seen.add(chunk)
      kept.push(tidy(chunk))
    }
  }
  return kept.join(glue)
}
