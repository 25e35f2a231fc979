/**
 * Which package holds the native code of a platform. Its name follows from what Node.js reports about the machine, so another platform is just
 * another folder below `npm/`. Only `optionalDependencies`, from which npm installs them, lists the packages.
 */
import { readFileSync } from 'node:fs'

/** Properties of a platform; those of this machine in production. */
export interface Platform {
  os: string
  cpu: string
  /** Version of glibc; undefined with another C library, as on Alpine. Only set on Linux. */
  glibc: string | undefined
}

/** C libraries of Linux, as packages are named after them. */
const C_LIBRARIES = ['gnu', 'musl']

/** Names of ONNX Runtime's library on systems other than Linux. */
const ONNX_RUNTIME: Partial<Record<string, string>> = {
  darwin: 'libonnxruntime.dylib',
  win32: 'onnxruntime.dll',
}

/** Names in a platform's package. */
export interface PlatformFiles {
  name: string
  addon: string
  onnxruntime: string
  /** The program that builds databases. */
  builder: string
}

/**
 * Packages that may fit a platform; npm installs the one that does. Detecting the C library takes longer than loading
 * the addon, and the installed package already shows it.
 */
export function platformPackages({ os, cpu }: Omit<Platform, 'glibc'> = present()): PlatformFiles[] {
  const triples =
    os === 'linux'
      ? C_LIBRARIES.map((library) => `${os}-${cpu}-${library}`)
      : [os === 'win32' ? `${os}-${cpu}-msvc` : `${os}-${cpu}`]
  return triples.map((triple) => ({
    name: `@milepost/${triple}`,
    addon: `milepost.${triple}.node`,
    onnxruntime: ONNX_RUNTIME[os] ?? 'libonnxruntime.so.1',
    builder: os === 'win32' ? 'milepost-build.exe' : 'milepost-build',
  }))
}

/** Why a platform has no build, in one sentence; undefined if the packages `published` have one. */
export function platformProblem(
  platform: Platform = { ...present(), glibc: glibcVersion() },
  published: string[] = publishedPackages(),
): string | undefined {
  const { os, cpu, glibc } = platform
  const packages = platformPackages(platform).filter(({ name }) => published.includes(name))
  if (packages.length === 0) {
    const known = published.map((name) => name.replace('@milepost/', '')).join(', ')
    return `Milepost has no build for ${os}-${cpu}; run it in a container of ${known}, such as node:22-slim for linux/amd64, or send requests to a Milepost server on such a machine`
  }
  const library = glibc === undefined ? 'musl' : 'gnu'
  if (os === 'linux' && !packages.some(({ name }) => name.endsWith(`-${library}`))) {
    return glibc === undefined
      ? 'Milepost has no build for Linux without glibc, such as Alpine with musl; use an image based on Debian'
      : `Milepost has no build for ${os}-${cpu} with glibc`
  }
  return undefined
}

function present(): Omit<Platform, 'glibc'> {
  return { os: process.platform, cpu: process.arch }
}

function publishedPackages(): string[] {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies?: Record<string, string>
  }
  return Object.keys(manifest.optionalDependencies ?? {})
}

function glibcVersion(): string | undefined {
  if (process.platform !== 'linux') return undefined
  // Without this option the report resolves the names of all peers, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  return (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
    .glibcVersionRuntime
}
