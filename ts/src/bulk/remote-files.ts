/**
 * Remote files of `milepost bulk`. They are fetched here: the program has neither HTTP nor TLS, which would add half of
 * its size.
 */
import { createWriteStream, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { pipeline } from 'node:stream/promises'

import { FetchedFiles } from './fetched.js'
import { isPattern, matching } from './listing.js'
import { isWhole } from './process.js'
import { isRemote } from './stores.js'
import { bytesOf, upload } from './transfer.js'

/** The kind that is read from its end, and so from a disk. */
const PARQUET = /\.(parquet|pq|gpkg)([?#]|$)/i

/**
 * Runs `run` with the words of a command in which every file is local: remote input is streamed through sockets on demand,
 * or stored in a temporary folder if it is Parquet; remote output is first written locally, with the files that resume a killed
 * run, and uploaded when it is complete. Returns the exit code.
 * @throws Error if a store refuses.
 */
export async function withRemoteFiles(
  parameters: readonly string[],
  run: (parameters: string[]) => Promise<number>,
): Promise<number> {
  let words = [...parameters]
  const target = remoteOut(words)
  words = await withoutPatterns(words)
  const names = words.filter((word, index) => isRemote(word) && words[index - 1] !== '--out')
  if (names.length === 0) return runAndSend(words, run, target)
  const isParquet = words.some((word, index) => word === 'parquet' && words[index - 1] === '--input-format')
  const folder = mkdtempSync(join(tmpdir(), 'milepost-bulk-'))
  const files = new FetchedFiles()
  try {
    for (const [index, name] of names.entries()) {
      const path = join(folder, String(index))
      if (isParquet || PARQUET.test(name)) {
        await pipeline(bytesOf(name), createWriteStream(path))
        words.push('--fetched', `${name}=${path}`)
      } else {
        await files.give(name, path)
        words.push('--fetched', `${name}=unix:${path}`)
      }
    }
    return await runAndSend(words, run, target, files)
  } finally {
    files.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** The words with the matches of each pattern instead of the pattern. */
async function withoutPatterns(words: readonly string[]): Promise<string[]> {
  const named: string[] = []
  for (const word of words) {
    if (isPattern(word)) named.push(...(await matching(word)))
    else named.push(word)
  }
  return named
}

async function runAndSend(
  words: string[],
  run: (parameters: string[]) => Promise<number>,
  target: Target | undefined,
  files?: FetchedFiles,
): Promise<number> {
  const code = await run(words)
  // The program reports that a file broke off, but not why.
  if (!isWhole(code) && files?.failure !== undefined) throw files.failure as Error
  if (isWhole(code) && target !== undefined) await send(target)
  return code
}

/** The destination of a result, and its local file until then. */
interface Target {
  name: string
  local: string
}

/** Replaces a remote result by a local file. */
function remoteOut(words: string[]): Target | undefined {
  const joined = words.findIndex((word) => word.startsWith('--out='))
  if (joined >= 0) words.splice(joined, 1, '--out', (words[joined] ?? '').slice('--out='.length))
  const at = words.indexOf('--out') + 1
  const name = words[at] ?? ''
  if (at === 0 || !isRemote(name)) return undefined
  if (name.startsWith('http')) throw new Error(`${name}: a result goes to a file, s3://, gs:// or az://`)
  const local = basename(name)
  words[at] = local
  return { name, local }
}

async function send({ name, local }: Target): Promise<void> {
  // A dry run writes nothing.
  for (const ending of ['', '.rejected']) {
    if (!existsSync(local + ending)) continue
    await upload(local + ending, name + ending)
    rmSync(local + ending)
  }
}
