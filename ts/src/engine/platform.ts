/** Where Milepost runs: there is a platform package for it, or one sentence that says why not. */

/** What is asked of a platform; the present one in production. */
export interface Platform {
  os: string
  cpu: string
  /** Version of glibc; undefined with another C library, as on Alpine. Only looked at on Linux. */
  glibc: string | undefined
}

/** Why there is no build for a platform, in one sentence; undefined where there is one. */
export function platformProblem(platform: Platform = present()): string | undefined {
  const { os, cpu, glibc } = platform
  if (os !== 'linux' || cpu !== 'x64') {
    return `Milepost has no build for ${os}-${cpu}; it runs on linux-x64 with glibc`
  }
  if (glibc === undefined) {
    return 'Milepost has no build for Linux without glibc, such as Alpine with musl; use an image based on Debian'
  }
  return undefined
}

function present(): Platform {
  const { platform: os, arch: cpu } = process
  return { os, cpu, glibc: os === 'linux' ? glibcVersion() : undefined }
}

function glibcVersion(): string | undefined {
  // Without it the report resolves the names of all peers, which can take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  return (process.report.getReport() as { header: { glibcVersionRuntime?: string } }).header
    .glibcVersionRuntime
}
