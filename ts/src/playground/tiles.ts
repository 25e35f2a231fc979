/** A map of tiles, as `--tiles` and `--tiles-credit` name it. */

/** Tiles instead of the outlines of the install. */
export interface Tiles {
  /** `https://tiles.example/{z}/{x}/{y}.png`; `{s}` stands for a, b or c. */
  url: string
  /** What their publisher wants to be written beside them; text. */
  credit?: string | undefined
}

/**
 * The tiles of the flags; undefined without any.
 * @throws Error if the address is none.
 */
export function tilesOf({ tiles, tilesCredit }: { tiles?: string; tilesCredit?: string }): Tiles | undefined {
  if (tiles === undefined) return undefined
  sourceOfTiles(tiles)
  return { url: tiles, credit: tilesCredit }
}

/**
 * Where pictures of the tiles come from, as a content security policy names it: scheme, host and port.
 * @throws Error if it is no address of tiles.
 */
export function sourceOfTiles(template: string): string {
  const missing = ['{z}', '{x}', '{y}'].filter((place) => !template.includes(place))
  if (missing.length > 0) throw new Error(`--tiles \`${template}\` lacks ${missing.join(', ')}`)
  // A host of several names (`{s}`) is all names of its domain.
  const parts = /^(https?):\/\/((?:\{s\}\.)?)([a-z0-9.-]+(?::\d+)?)\//i.exec(template)
  const [, scheme, several, host] = parts ?? []
  if (scheme === undefined || host === undefined) {
    throw new Error(`--tiles \`${template}\` is not like https://tiles.example/{z}/{x}/{y}.png`)
  }
  return `${scheme.toLowerCase()}://${several === '' ? '' : '*.'}${host.toLowerCase()}`
}
