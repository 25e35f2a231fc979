/**
 * The newest glibc an ELF file asks for, read from its version requirements (`.gnu.version_r`): on an older one the loader
 * refuses the file. `npx tsx scripts/build/glibc-floor.ts FILE...` prints them.
 */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs'

/** The newest glibc a package may ask for, which is what ONNX Runtime's own library asks for: Debian 10, RHEL 8. */
export const GLIBC = '2.28'

/** What an ELF file starts with. */
const ELF = Buffer.from('\x7fELF', 'latin1')

/** Section type of the version requirements, and how long its two kinds of entries are. */
const SHT_GNU_VERNEED = 0x6ffffffe

/** Whether a path is an ELF file: a library or a program. */
export function isElf(path: string): boolean {
  if (!statSync(path).isFile()) return false
  const start = Buffer.alloc(4)
  const file = openSync(path, 'r')
  try {
    readSync(file, start, 0, start.length, 0)
  } finally {
    closeSync(file)
  }
  return start.equals(ELF)
}

/** Every version a 64-bit little-endian ELF file asks for, such as `GLIBC_2.28` and `GLIBCXX_3.4.22`. */
export function requiredVersions(path: string): string[] {
  const file = readFileSync(path)
  if (!file.subarray(0, 4).equals(ELF) || file[4] !== 2 || file[5] !== 1) {
    throw new Error(`${path} is not a 64-bit little-endian ELF file`)
  }
  const number = (at: number) => Number(file.readBigUInt64LE(at))
  const [table, size, count] = [number(0x28), file.readUInt16LE(0x3a), file.readUInt16LE(0x3c)]
  const section = (index: number) => {
    const at = table + index * size
    return {
      type: file.readUInt32LE(at + 4),
      offset: number(at + 24),
      link: file.readUInt32LE(at + 40),
      entries: file.readUInt32LE(at + 44),
    }
  }
  const needed = Array.from({ length: count }, (_, index) => section(index)).find(
    ({ type }) => type === SHT_GNU_VERNEED,
  )
  if (needed === undefined) return []
  const strings = section(needed.link).offset
  const name = (at: number) => file.toString('latin1', strings + at, file.indexOf(0, strings + at))
  const versions: string[] = []
  // A chain of libraries, each with a chain of versions; offsets are relative to the entry they stand in.
  for (let library = needed.offset, left = needed.entries; left > 0; left -= 1) {
    const wanted = file.readUInt16LE(library + 2)
    for (let version = library + file.readUInt32LE(library + 8), more = wanted; more > 0; more -= 1) {
      versions.push(name(file.readUInt32LE(version + 8)))
      version += file.readUInt32LE(version + 12)
    }
    library += file.readUInt32LE(library + 12)
  }
  return versions
}

/** The newest glibc asked for, as `2.28`; undefined when none is. */
export function glibcFloor(path: string): string | undefined {
  return requiredVersions(path)
    .map((version) => /^GLIBC_(\d+(?:\.\d+)*)$/.exec(version)?.[1])
    .filter((version) => version !== undefined)
    .sort(compareVersions)
    .at(-1)
}

/** Negative when `a` is the older of two dotted versions. */
export function compareVersions(a: string, b: string): number {
  return a.localeCompare(b, 'en', { numeric: true })
}

if (process.argv[1] === import.meta.filename) {
  for (const path of process.argv.slice(2)) console.log(`${path}: glibc ${glibcFloor(path) ?? 'not needed'}`)
}
