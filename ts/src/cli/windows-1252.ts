/** Windows-1252, the encoding of most text in western Europe and the Americas that is not UTF-8. */

/** Characters of the bytes 0x80 to 0x9F; five have no meaning and stay control characters, as in browsers. */
const UPPER = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** Decodes the bytes. Not by TextDecoder: some releases of Node.js read them as Latin-1, in which `’` is a control character. */
export function fromWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => UPPER[character.charCodeAt(0) - 0x80] ?? character)
}
