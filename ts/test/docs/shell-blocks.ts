/** The shell of a Markdown page: `sh` blocks, which are run, and `console` blocks, whose output is compared too. */

/** A command of a page. */
export interface ShellLine {
  command: string
  /** Lines that the page says it prints; undefined in `sh` blocks. */
  says: string[] | undefined
  /** Where the output stands in the page, as numbers of lines from 0. */
  from: number
  to: number
}

/** Commands in the order of the page. A line that ends in a backslash goes on in the next; comments are left out. */
export function shellLines(page: string): ShellLine[] {
  const lines = page.split('\n')
  const found: ShellLine[] = []
  for (let at = 0; at < lines.length; at += 1) {
    const kind = /^```(sh|console)$/.exec(lines[at] ?? '')?.[1]
    if (kind === undefined) continue
    const end = lines.indexOf('```', at + 1)
    if (end < 0) throw new Error(`the block of line ${String(at + 1)} has no end`)
    found.push(...(kind === 'sh' ? ofScript : ofConsole)(lines, at + 1, end))
    at = end
  }
  return found
}

function ofScript(lines: string[], from: number, end: number): ShellLine[] {
  const found: ShellLine[] = []
  for (let at = from; at < end; at += 1) {
    const [command, next] = joined(lines, at)
    if (command.trim() !== '' && !command.startsWith('#')) {
      found.push({ command, says: undefined, from: next, to: next })
    }
    at = next - 1
  }
  return found
}

function ofConsole(lines: string[], from: number, end: number): ShellLine[] {
  const found: ShellLine[] = []
  for (let at = from; at < end;) {
    const [prompt, next] = joined(lines, at)
    if (!prompt.startsWith('$ ')) throw new Error(`line ${String(at + 1)} is neither command nor output`)
    let to = next
    while (to < end && !lines[to]?.startsWith('$ ')) to += 1
    found.push({ command: prompt.slice(2), says: lines.slice(next, to).filter(Boolean), from: next, to })
    at = to
  }
  return found
}

/** The line with those it goes on in, and the number of the one behind. */
function joined(lines: string[], at: number): [string, number] {
  let text = lines[at] ?? ''
  let next = at + 1
  while (text.endsWith('\\')) {
    text = `${text.slice(0, -1)} ${lines[next]?.trim() ?? ''}`
    next += 1
  }
  return [text, next]
}
