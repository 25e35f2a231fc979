/**
 * Time zone of the point, from the time zone database of the data root, with its offset now from the time zone data of the
 * runtime.
 */
import { lookedUp } from './looked-up.js'
import type { Annotator } from './subject.js'

/** A zone and how far it is ahead of UTC. */
interface Timezone {
  name: string
  offset_sec: number
  offset_string: string
}

/** A formatter costs more than an offset; there are some four hundred zones. */
const formatters = new Map<string, Intl.DateTimeFormat>()

/** `GMT`, `GMT+01:00`, and with seconds in times before standard time. */
const OFFSET = /^GMT(?:([+-])(\d{2}):(\d{2})(?::(\d{2}))?)?$/

/** `{name: 'Europe/Paris', offset_sec: 3600, offset_string: '+0100'}`; throws on a zone the runtime does not know. */
export const timezone: Annotator<Timezone> = ({ looked, now }) => {
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
