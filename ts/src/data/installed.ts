/** What `milepost data add` put into a data root: `sources.json` in it. */
import { join } from 'node:path'

import Type, { type Static } from 'typebox'

import { changeRecord, readRecord } from './record.js'

const FILE = 'sources.json'

const Installed = Type.Object({
  /** As typed: `fr-38`. */
  code: Type.String(),
  /** Id of the publisher in the registry. */
  source: Type.String(),
  publisher: Type.String(),
  licence: Type.String(),
  /** The attribution. */
  attribution: Type.String(),
  /** The publisher's name for the release, or the day its file changed; null if neither is known. */
  release: Type.Union([Type.String(), Type.Null()]),
  /** When it was built, ISO 8601. */
  added: Type.String(),
  /** Databases that hold it, below the data root, with the number of its rows. */
  files: Type.Array(Type.Object({ path: Type.String(), rows: Type.Integer() })),
  /** Databases derived from those above: street centroids, indexes. */
  derived: Type.Array(Type.String()),
  /** What was fetched. */
  fetched: Type.Array(
    Type.Object({
      url: Type.String(),
      size: Type.Integer(),
      /** None of what is a part of a file. */
      sha256: Type.Optional(Type.String()),
      etag: Type.Optional(Type.String()),
      lastModified: Type.Optional(Type.String()),
    }),
  ),
})

const Sources = Type.Object({ sources: Type.Array(Installed) })

/** A code that is in a data root. */
export type Installed = Static<typeof Installed>

/**
 * The contents of a data root; empty if it has no record.
 * @throws Error in one sentence if the record cannot be read.
 */
export async function readInstalled(root: string): Promise<Installed[]> {
  return (await readRecord(join(root, FILE), Sources))?.sources ?? []
}

/** Replaces the record by the result of `change`. */
export async function changeInstalled(
  root: string,
  change: (installed: Installed[]) => Installed[],
): Promise<void> {
  await changeRecord(join(root, FILE), Sources, (record) => {
    const sources = change(record?.sources ?? []).sort((a, b) =>
      a.code === b.code ? a.source.localeCompare(b.source) : a.code.localeCompare(b.code),
    )
    return { sources }
  })
}

/** Whether two records are of the same code of the same publisher. */
export function isOne(a: Installed, b: Installed): boolean {
  return a.code === b.code && a.source === b.source
}

/** Whether `code` lies within `wide`: `fr-38` and `us-md-005` do within `fr` and `us-md`. */
export function isWithin(code: string, wide: string): boolean {
  return code === wide || code.startsWith(`${wide}-`)
}
