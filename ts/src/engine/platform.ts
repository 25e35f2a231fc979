/**
 * Which package holds the native code of a platform. It is named after what Node.js says of the machine, so that one more platform is one
 * more folder below `npm/`: nothing here lists them but `optionalDependencies`, by which npm installs them.
 */
import { readFileSync } from 'node:fs'

/** What is asked of a platform; the present one in production. */
export interface Platform {
  os: string
  cpu: string
  /** Version of glibc; undefined with another C library, as on Alpine. Only looked at on Linux. */
  glibc: string | undefined
}

/** C libraries of Linux, as packages are named after them. */
const C_LIBRARIES = ['gnu', 'musl']

/** How ONNX Runtime's library is called where it is not as on Linux. */
const ONNX_RUNTIME: Partial<Record<string, string>> = {
  darwin: 'libonnxruntime.dylib',
  win32: 'onnxruntime.dll',
}

/** Names of what a platform's package holds. */
export interface PlatformFiles {
  /** The package. */
  name: string
  addon: string
  onnxruntime: string
  /** The program that builds databases. */
  builder: string
}

/**
 * Packages that can be those of a platform, of which npm installs the one that is. Which C library there is costs more to find out than
 * the addon to load, and the package that is there tells.
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

/** Why there is no build for a platform, in one sentence; undefined where there is one among the packages `published`. */
export function platformProblem(
  platform: Platform = { ...present(), glibc: glibcVersion() },
  published: string[] = publishedPackages(),
): string | undefined {
  const { os, cpu, glibc } = platform
  const packages = platformPackages(platform).filter(({ name }) => published.includes(name))
  if (packages.length === 0) {
    const known = published.map((name) => name.replace('@milepost/', '')).join(', ')
    return `Milepost has no build for ${os}-${cpu}; it runs on ${known}`
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

/** The platform packages that this release was published with. */
function publishedPackages(): string[] {
  const manifest = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as {
    optionalDependencies?: Record<string, string>
  }
  return Object.keys(manifest.optionalDependencies ?? {})
}

function glibcVersion(): string | undefined {
  if (process.platform !== 'linux') return undefined
  // Without it the report resolves the names of all peers, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  return (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
    .glibcVersionRuntime
}
