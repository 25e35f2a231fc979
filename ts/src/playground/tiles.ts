/** A tile map, set by `--tiles` and `--tiles-credit`. */

/** Tiles instead of the outlines of the install. */
export interface Tiles {
  /** `https://tiles.example/{z}/{x}/{y}.png`; `{s}` is replaced by a, b or c. */
  url: string
  /** Credit that their publisher requires; text. */
  credit?: string | undefined
}

/**
 * The tiles of the flags; undefined without any.
 * @throws Error if the address is invalid.
 */
export function tilesOf({ tiles, tilesCredit }: { tiles?: string; tilesCredit?: string }): Tiles | undefined {
  if (tiles === undefined) return undefined
  sourceOfTiles(tiles)
  return { url: tiles, credit: tilesCredit }
}

/**
 * The source of the tiles for a content security policy: scheme, host and port.
 * @throws Error if the address is invalid.
 */
export function sourceOfTiles(template: string): string {
  const missing = ['{z}', '{x}', '{y}'].filter((place) => !template.includes(place))
  if (missing.length > 0) throw new Error(`--tiles \`${template}\` lacks ${missing.join(', ')}`)
  // A host with `{s}` becomes all hosts of its domain.
  const parts = /^(https?):\/\/((?:\{s\}\.)?)([a-z0-9.-]+(?::\d+)?)\//i.exec(template)
  const [, scheme, several, host] = parts ?? []
  if (scheme === undefined || host === undefined) {
    throw new Error(`--tiles \`${template}\` is not like https://tiles.example/{z}/{x}/{y}.png`)
  }
  return `${scheme.toLowerCase()}://${several === '' ? '' : '*.'}${host.toLowerCase()}`
}
