/** Annotations from the lookup databases of the data root. */
import type { LookupAnswers } from '../engine/lookups.js'
import type { Annotator } from './subject.js'

/** The answer of one database; undefined without it or where it knows nothing. Throws when its lookup failed. */
function lookedUp<K extends Exclude<keyof LookupAnswers, 'failed'>>(
  looked: LookupAnswers,
  name: K,
): LookupAnswers[K] | undefined {
  const reason = looked.failed?.[name]
  if (reason !== undefined) throw new Error(reason)
  return looked[name]
}

/** A formatter costs more than an offset; there are some four hundred zones. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** `GMT`, `GMT+01:00`, and with seconds in times before standard time. */
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** The zone with its offset now by the data of the runtime: `{name: 'Europe/Paris', offset_sec: 3600, offset_string: '+0100'}`; throws on a zone the runtime does not know. */
export const timezone: Annotator<'timezone'> = ({ looked, now }) => {
  const name = lookedUp(looked, 'timezone')
  if (name === undefined) return undefined
  let formatter = formatters.get(name)
  if (formatter === undefined) {
    formatter = new Intl.DateTimeFormat('en-US', { timeZone: name, timeZoneName: 'longOffset' })
    formatters.set(name, formatter)
  }
  const offset = formatter.formatToParts(now).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [matched, sign = '+', hours = '00', minutes = '00', seconds = '00'] = OFFSET.exec(offset) ?? []
  if (matched === undefined) throw new Error(`no offset in ${offset}`)
  const ahead = Number(hours) * 3600 + Number(minutes) * 60 + Number(seconds)
  return {
    name,
    offset_sec: sign === '-' ? -ahead : ahead,
    offset_string: `${sign}${hours}${minutes}`,
  }
}

/** Code of the United Nations for the place: `US NYC`. */
export const unLocode: Annotator<'UN_LOCODE'> = ({ looked }) => lookedUp(looked, 'un_locode')

/** Statistical regions of the European Union; an inner level is known only with the outer ones. */
export const nuts: Annotator<'NUTS'> = ({ looked }) => {
  const codes = lookedUp(looked, 'nuts')
  if (codes === undefined) return undefined
  return {
    ...(codes.nuts1 !== undefined && { NUTS1: { code: codes.nuts1 } }),
    ...(codes.nuts2 !== undefined && { NUTS2: { code: codes.nuts2 } }),
    ...(codes.nuts3 !== undefined && { NUTS3: { code: codes.nuts3 } }),
  }
}
