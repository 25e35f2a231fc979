/** Small files of OpenStreetMap in PBF format: a header and one block of uncompressed nodes and ways. */

type Tags = Readonly<Record<string, string>>

/** An object: a node has a place in degrees, a way its nodes. */
export interface MapObject {
  id: number
  tags?: Tags
  at?: readonly [lat: number, lon: number]
  refs?: readonly number[]
}

/** A file with some objects. */
export function pbf(objects: readonly MapObject[]): Buffer {
  const strings = ['']
  const string = (text: string) => {
    if (!strings.includes(text)) strings.push(text)
    return strings.indexOf(text)
  }
  const tagged = (tags: Tags) => [
    bytes(2, packed(Object.keys(tags).map(string))),
    bytes(3, packed(Object.values(tags).map(string))),
  ]
  const group = objects.map(({ id, tags = {}, at, refs = [] }) => {
    if (at === undefined) {
      const deltas = refs.map((node, index) => zigzag(node - (refs[index - 1] ?? 0)))
      return bytes(3, Buffer.concat([number(1, id), ...tagged(tags), bytes(8, packed(deltas))]))
    }
    const place = at.map((degrees, index) => number(8 + index, zigzag(Math.round(degrees * 1e7))))
    return bytes(1, Buffer.concat([number(1, zigzag(id)), ...tagged(tags), ...place]))
  })
  const table = Buffer.concat(strings.map((text) => bytes(1, Buffer.from(text))))
  // A group has objects of one kind.
  const groups = [1, 3].map((kind) => group.filter((object) => object[0] === ((kind << 3) | 2)))
  const block = [bytes(1, table), ...groups.map((one) => bytes(2, Buffer.concat(one)))]
  return Buffer.concat([
    blob('OSMHeader', bytes(4, Buffer.from('DenseNodes'))),
    blob('OSMData', Buffer.concat(block)),
  ])
}

function blob(kind: string, content: Buffer): Buffer {
  const body = bytes(1, content)
  const header = Buffer.concat([bytes(1, Buffer.from(kind)), number(3, body.length)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(header.length)
  return Buffer.concat([length, header, body])
}

function zigzag(value: number): number {
  return value < 0 ? -2 * value - 1 : 2 * value
}

function varint(value: number): number[] {
  return value < 128 ? [value] : [(value % 128) | 128, ...varint(Math.floor(value / 128))]
}

function packed(values: readonly number[]): Buffer {
  return Buffer.from(values.flatMap(varint))
}

function number(field: number, value: number): Buffer {
  return packed([field << 3, value])
}

function bytes(field: number, content: Buffer): Buffer {
  return Buffer.concat([packed([(field << 3) | 2, content.length]), content])
}
