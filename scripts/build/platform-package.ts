/** The package below `npm/` that is for this machine: where the build puts addon, builder and ONNX Runtime's library. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const NPM = join(import.meta.dirname, '../../npm')

/** A package for one kind of machine. */
export interface PlatformPackage {
  triple: string
  folder: string
  /** Names of the files it ships. */
  files: string[]
}

/**
 * Finds the package for this machine.
 * @throws if this machine has no package
 */
export function platformPackage(): PlatformPackage {
  const { platform, arch } = process
  for (const triple of readdirSync(NPM)) {
    const folder = join(NPM, triple)
    const manifest = readFileSync(join(folder, 'package.json'), 'utf8')
    const { os, cpu, files } = JSON.parse(manifest) as { os?: string[]; cpu?: string[]; files: string[] }
    if (os?.includes(platform) === true && cpu?.includes(arch) === true) return { triple, folder, files }
  }
  throw new Error(`no package below npm/ is for ${platform}-${arch}`)
}

/**
 * The path of the file of a package whose name has `part` in it.
 * @throws where the package lists no such file
 */
export function shippedFile({ triple, folder, files }: PlatformPackage, part: string): string {
  const name = files.find((file) => file.includes(part))
  if (name === undefined) throw new Error(`npm/${triple}/package.json lists no file for ${part}`)
  return join(folder, name)
}
