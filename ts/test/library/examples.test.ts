/** The library as its documents show it: each TypeScript example of README.md and docs/library.md runs and prints what its comments say. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import * as library from '../../src/index.js'
import { ROOT } from '../support/paths.js'

// Below the tests, where `milepost` is found as a package that was built.
const folder = mkdtempSync(join(import.meta.dirname, '.examples-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const examples = ['README.md', 'docs/library.md'].flatMap((page) =>
  [...readFileSync(join(ROOT, page), 'utf8').matchAll(/```ts\n([\s\S]*?)```/g)].map(
    ([, code = ''], index) => ({
      name: `${page}, ${String(index + 1)}`,
      code,
    }),
  ),
)

describe('the examples of', () => {
  const fileOf = (name: string) => join(folder, `${name.replace(/\W/g, '-')}.mts`)
  const options: ts.CompilerOptions = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.NodeNext,
    moduleResolution: ts.ModuleResolutionKind.NodeNext,
    strict: true,
    skipLibCheck: true,
    types: ['node'],
    rootDir: folder,
    outDir: folder,
  }

  // All at once: reading the types of the library takes seconds.
  beforeAll(() => {
    for (const { name, code } of examples) writeFileSync(fileOf(name), code)
    const program = ts.createProgram(
      examples.map(({ name }) => fileOf(name)),
      options,
    )
    const faults = ts
      .getPreEmitDiagnostics(program)
      .map(({ file, messageText }) => [file?.fileName, messageText])
    expect(faults).toEqual([])
    program.emit()
  })

  test.each(examples)('$name', ({ name, code }) => {
    const built = fileOf(name).replace(/mts$/, 'mjs')
    const printed = execFileSync(process.execPath, [built], { encoding: 'utf8', timeout: 60_000 })
    const said = [...code.matchAll(/^\/\/ (.*)$/gm)].map(([, line = '']) => `${line}\n`).join('')
    expect(said).not.toBe('')
    expect(printed).toBe(said)
  })

  test('there are some', () => {
    expect(examples.length).toBeGreaterThan(0)
  })
})

describe('the functions', () => {
  test('parse is the body of /v1/parse', () => {
    const { tree, components } = library.parse('12 Elm St, Reno NV')
    expect(tree.raw).toBe('12 Elm St, Reno NV')
    expect(components.every(({ tag }) => library.COMPONENT_TAGS.includes(tag))).toBe(true)
    expect(library.parse('Reno', { debug: true }).debug).toContain('<address')
    expect(() => library.parse(' ')).toThrow('address is required')
  })

  test('what is formatted has the key of its components', async () => {
    const components = { house_number: '12', street: 'Elm St', locality: ['Reno', 'Sparks'] }
    expect(await library.format(components, 'US')).toEqual({
      formatted: '12 Elm St\nReno',
      canonicalKey: library.canonicalKey(components, 'US'),
    })
  })
})
