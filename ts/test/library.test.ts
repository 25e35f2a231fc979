/** The library as its documents show it: each TypeScript example of README.md runs and prints what its comments say. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import ts from 'typescript'
import { afterAll, describe, expect, test } from 'vitest'

import * as library from '../src/index.js'

const root = join(import.meta.dirname, '../..')
// Below the tests, where `milepost` is found as a package that was built.
const folder = mkdtempSync(join(import.meta.dirname, '.examples-'))
afterAll(() => {
  rmSync(folder, { recursive: true })
})

const readme = readFileSync(join(root, 'README.md'), 'utf8')
const examples = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)

describe('the examples of README.md', () => {
  test.each(examples.map((code, index) => ({ code, index })))('$index', ({ code, index }) => {
    const file = join(folder, `example-${String(index)}.mts`)
    writeFileSync(file, code)
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
    const program = ts.createProgram([file], options)
    const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText)
    expect(faults).toEqual([])
    program.emit()
    const printed = execFileSync(process.execPath, [file.replace(/mts$/, 'mjs')], { encoding: 'utf8' })
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
