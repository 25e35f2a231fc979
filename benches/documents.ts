/** The documents that may quote figures. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '..')

/** Paths of README.md, the pages of benches and every page below docs. */
export function documents(): string[] {
  const pages = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  const paths = pages.filter((name) => name.endsWith('.md')).map((name) => join('docs', name))
  return ['README.md', 'benches/README.md', ...paths].map((path) => join(ROOT, path))
}
