/** XML elements as text. */
import { escaped } from '../../../http/responses/escape-markup.js'

/** The first line of a document. */
export const XML_HEAD = '<?xml version="1.0" encoding="UTF-8" ?>\n'

/** Attributes by name. */
export type AttributesOf = Readonly<Record<string, string | number>>

/** Characters that XML 1.0 has no way to write. */
// eslint-disable-next-line no-control-regex -- they are what is looked for
const UNWRITABLE = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g

const shown = (text: string) => escaped(text.replace(UNWRITABLE, ''))

/** An element with attributes around a text, or around other elements where `isMarkup`. */
export function element(name: string, attributes: AttributesOf, content = '', isMarkup = false): string {
  const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}="${shown(String(value))}"`)
  const inner = isMarkup ? content : shown(content)
  return `<${name}${pairs.join('')}${inner === '' ? '/>' : `>${inner}</${name}>`}`
}
