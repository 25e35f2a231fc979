/** The examples of docs/labels.md are read as the table says. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { expect, test } from 'vitest'

import { COMPONENT_TAGS } from '../../src/wire/component-tags.js'
import { createEngine } from '../../src/library/engine.js'
import { ROOT } from '../support/paths.js'

const page = readFileSync(join(ROOT, 'docs/labels.md'), 'utf8')

/** Rows of the table: the rule, the text and its components. */
const rows = [...page.matchAll(/^\| (?<rule>[^|]+) \| `(?<text>[^`]+)` \| (?<components>[^|]+) \|$/gm)].map(
  ({ groups }) => ({ text: groups?.['text'] ?? '', components: groups?.['components'] ?? '' }),
)

/** Tags without an example: the seven of Japan, and the particle, which stays with the name (`du Four Banal`). */
const WITHOUT_EXAMPLE = 8

const engine = createEngine({ gazetteer: false })

test.each(rows)('$text', ({ text, components }) => {
  const parts = engine.parse?.(text).components ?? []
  expect(parts.map(({ tag, value }) => `${tag} \`${value}\``).join(' · ')).toBe(components)
})

test('every other tag has an example', () => {
  const missing = COMPONENT_TAGS.filter((tag) =>
    rows.every(({ components }) => !components.includes(`${tag} \``)),
  )
  expect(missing).toHaveLength(WITHOUT_EXAMPLE)
})
