/** Archives and shapefiles as publishers make them, for miniatures. */
import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of named files. */
export function zip(files: Readonly<Record<string, Buffer | string>>): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = deflateRawSync(bytes)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    // Names are UTF-8.
    common.writeUInt16LE(0x800, 2)
    common.writeUInt16LE(8, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(Buffer.byteLength(name), 22)
    locals.push(Buffer.from('PK\x03\x04', 'latin1'), common, Buffer.from(name), packed)
    const rest = Buffer.alloc(14)
    rest.writeUInt32LE(offset, 10)
    entries.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), common, rest, Buffer.from(name))
    offset += 30 + Buffer.byteLength(name) + packed.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(22)
  end.write('PK\x05\x06', 'latin1')
  end.writeUInt16LE(Object.keys(files).length, 8)
  end.writeUInt16LE(Object.keys(files).length, 10)
  end.writeUInt32LE(directory.length, 12)
  end.writeUInt32LE(offset, 16)
  return Buffer.concat([...locals, directory, end])
}

/** A shapefile of lines (ESRI, July 1998) with attributes of text; its three files by their endings. */
export function shapefile(
  fields: readonly string[],
  rows: readonly { line: readonly [number, number][]; values: readonly string[] }[],
): { shp: Buffer; shx: Buffer; dbf: Buffer } {
  const [records, index]: [Buffer[], Buffer[]] = [[], []]
  let offset = 100
  rows.forEach(({ line }, number) => {
    const content = Buffer.alloc(48 + 16 * line.length)
    content.writeInt32LE(3, 0)
    box(line).forEach((value, at) => content.writeDoubleLE(value, 4 + 8 * at))
    content.writeInt32LE(1, 36)
    content.writeInt32LE(line.length, 40)
    line.flat().forEach((value, at) => content.writeDoubleLE(value, 48 + 8 * at))
    const head = Buffer.alloc(8)
    head.writeInt32BE(number + 1, 0)
    head.writeInt32BE(content.length / 2, 4)
    records.push(head, content)
    const place = Buffer.alloc(8)
    place.writeInt32BE(offset / 2, 0)
    place.writeInt32BE(content.length / 2, 4)
    index.push(place)
    offset += 8 + content.length
  })
  const all = rows.flatMap(({ line }) => line)
  const file = (parts: Buffer[]) => {
    const header = Buffer.alloc(100)
    header.writeInt32BE(9994, 0)
    header.writeInt32BE((100 + Buffer.concat(parts).length) / 2, 24)
    header.writeInt32LE(1000, 28)
    header.writeInt32LE(3, 32)
    box(all).forEach((value, at) => header.writeDoubleLE(value, 36 + 8 * at))
    return Buffer.concat([header, ...parts])
  }
  return {
    shp: file(records),
    shx: file(index),
    dbf: table(
      fields,
      rows.map(({ values }) => values),
    ),
  }
}

function box(line: readonly (readonly [number, number])[]): number[] {
  const [xs, ys] = [line.map(([x]) => x), line.map(([, y]) => y)]
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)]
}

/** A dBASE table of text columns, twenty wide. */
function table(fields: readonly string[], rows: readonly (readonly string[])[]): Buffer {
  const width = 20
  const header = Buffer.alloc(32 + 32 * fields.length + 1)
  header[0] = 3
  header.set([126, 11, 23], 1)
  header.writeUInt32LE(rows.length, 4)
  header.writeUInt16LE(header.length, 8)
  header.writeUInt16LE(1 + width * fields.length, 10)
  fields.forEach((name, at) => {
    header.write(name, 32 + 32 * at, 'latin1')
    header.write('C', 32 + 32 * at + 11, 'latin1')
    header[32 + 32 * at + 16] = width
  })
  header[header.length - 1] = 13
  const lines = rows.map((values) => ` ${values.map((value) => value.padEnd(width)).join('')}`)
  return Buffer.concat([header, Buffer.from(lines.join(''), 'latin1'), Buffer.from([0x1a])])
}
