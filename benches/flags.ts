/** The flags of a bench. */
import { parseArgs } from 'node:util'

type Defaults = Readonly<Record<string, string | boolean | undefined>>
type Flags<D extends Defaults> = {
  [Name in keyof D]: D[Name] extends boolean ? boolean : D[Name] extends string ? string : string | undefined
}

/** The flags of the command line; `defaults` names all that there are. One that is false by default takes no value. */
export function flagsOf<const D extends Defaults>(defaults: D): Flags<D> {
  const options = Object.entries(defaults).map(([name, value]) => {
    const type = typeof value === 'boolean' ? ('boolean' as const) : ('string' as const)
    return [name, { type, ...(value !== undefined && { default: value }) }] as const
  })
  const { values } = parseArgs({ options: Object.fromEntries(options), allowPositionals: true })
  return values as Flags<D>
}
