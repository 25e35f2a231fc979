/** Bytes of Windows-1252, by which most text that is not UTF-8 is written in western Europe and the Americas. */

/** Characters of the bytes 0x80 to 0x9F; five are of no meaning and stay control characters, as browsers read them. */
const UPPER = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ'

/** The text. Own work: some releases of Node.js read these bytes as Latin-1, in which `’` is a control character. */
export function fromWindows1252(bytes: Uint8Array): string {
  return Buffer.from(bytes)
    .toString('latin1')
    .replace(/[\x80-\x9f]/g, (character) => UPPER[character.charCodeAt(0) - 0x80] ?? character)
}
