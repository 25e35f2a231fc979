/** Finds the extract of a country in the index of Geofabrik. */
import Type from 'typebox'
import { Check } from 'typebox/value'

import { Refused } from '../../remote/file.js'
import { type Discovered, releaseOf, urlsOf } from './release.js'
import { ask, askJson, askText, type RemoteOptions } from '../publisher-requests.js'
import type { Offer } from '../sources/index.js'

const CODES = 'iso3166-1:alpha2'

const Index = Type.Object({
  features: Type.Array(
    Type.Object({
      properties: Type.Object({
        [CODES]: Type.Optional(Type.Array(Type.String())),
        urls: Type.Object({ pbf: Type.Optional(Type.String()) }),
      }),
    }),
  ),
})

/**
 * The newest extract of a country, with its MD5 where the server has it.
 * @throws Error in one sentence.
 */
export async function discoverGeofabrik(offer: Offer, options: RemoteOptions): Promise<Discovered> {
  const [index = ''] = urlsOf(offer)
  const code = offer.area.code.toUpperCase()
  const content = await askJson(index, options)
  if (!Check(Index, content)) throw new Error(`${index} is not the index of Geofabrik`)
  const extracts = content.features
    .map(({ properties }) => ({ codes: properties[CODES] ?? [], url: properties.urls.pbf }))
    .filter(({ codes }) => codes.includes(code))
    // Some extracts hold two countries.
    .sort((a, b) => a.codes.length - b.codes.length)
  const url = extracts[0]?.url
  if (url === undefined || !URL.canParse(url)) {
    throw new Error(
      `${index} names no extract of ${offer.area.name}; give a file that holds it with --file PATH`,
    )
  }
  const file = await ask(url, options)
  if (file === undefined) throw new Error(`${url} is not there; run the command again later`)
  const files = [{ ...file, md5: await md5At(`${url}.md5`, options) }]
  return { release: releaseOf(files), files }
}

/** The MD5 that a server states; undefined if it states none. */
async function md5At(url: string, options: RemoteOptions): Promise<string | undefined> {
  try {
    return /^[0-9a-f]{32}\b/.exec(await askText(url, options))?.[0]
  } catch (error) {
    if (error instanceof Refused) return undefined
    throw error
  }
}
