/** Packages that a flag or a command needs and an install does not have. */
import { createRequire } from 'node:module'

/** The command that installs the optional packages of a scope, in the lowest releases asked for, which are those it is tested with. */
export function installCommand(scope: string): string {
  const { peerDependencies } = createRequire(import.meta.url)('../../package.json') as {
    peerDependencies: Record<string, string>
  }
  const packages = Object.entries(peerDependencies)
    .filter(([name]) => name.startsWith(`${scope}/`))
    .map(([name, range]) => `${name}@${range.replace('^', '')}`)
  return `npm install ${packages.join(' ')}`
}
