"""What does a large file of OpenStreetMap cost `milepost build osm`? Bytes a second, processor time, peak memory and disk, and the databases.

    npm run bench:osm -- [--gigabytes 1] [--file grown.osm.pbf] [--keep grown.osm.pbf] [--json benches/results/osm.json]

The file is grown out of the real extracts of `shared/data/osm`: copies of all of them, each moved to a place and to ids of its own, until it has
the size. Moving costs little: blocks of PBF have an offset for their coordinates, and ids are differences, of which only the first one of an
object changes. Nodes of all copies come first, then ways, then relations, in the order of their ids, as the header says. The gazetteer is not
built; it costs the same for any file.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shutil
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benches/python"))
from processes import Run  # noqa: E402
from results import Results  # noqa: E402

MACHINE = {"x86_64": "x64", "aarch64": "arm64"}
BUILDER = ROOT / f"npm/linux-{MACHINE[platform.machine()]}-gnu/milepost-build"
NODES, WAYS, RELATIONS = range(3)
# Beyond the ids of OpenStreetMap, and no power of two, which ids of places are cut to.
ID_STEP = 13_456_789_012
# Between two extracts, and the length of the rows around the earth and of the columns that they lie in, nanodegrees.
GAP, ROW, COLUMN = 10**9, 350 * 10**9, 110 * 10**9
NORTH = 50 * 10**9


def varint(number: int) -> bytes:
    out = bytearray()
    while number >= 0x80:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    out.append(number)
    return bytes(out)


def read_varint(data: bytes, at: int) -> tuple[int, int]:
    number = shift = 0
    while True:
        byte = data[at]
        at += 1
        number |= (byte & 0x7F) << shift
        if byte < 0x80:
            return number, at
        shift += 7


def zigzag(number: int) -> int:
    return (number << 1) ^ (number >> 63)


def unzigzag(number: int) -> int:
    return (number >> 1) ^ -(number & 1)


def field(number: int, content: bytes) -> bytes:
    return varint(number << 3 | 2) + varint(len(content)) + content


def fields(data: bytes) -> Iterator[tuple[int, bytes | int, bytes]]:
    """Fields of a message: number, value, and all of its bytes."""
    at = 0
    while at < len(data):
        begin = at
        key, at = read_varint(data, at)
        value: bytes | int
        match key & 7:
            case 0:
                value, at = read_varint(data, at)
            case 2:
                size, at = read_varint(data, at)
                value, at = data[at : at + size], at + size
            case 1:
                value, at = data[at : at + 8], at + 8
            case _:
                value, at = data[at : at + 4], at + 4
        yield key >> 3, value, data[begin:at]


def first_of(packed: bytes) -> tuple[int, bytes]:
    """The first of packed numbers, and the others."""
    number, at = read_varint(packed, 0)
    return unzigzag(number), packed[at:]


class Objects:
    """A message of an object, or of dense nodes, with the places where ids are."""

    def __init__(self, number: int, data: bytes, ids: int | None, members: int | None) -> None:
        # `ids` is a field with packed ids; otherwise field 1 has the id. `members` has packed ids of other objects.
        self.number, self.id, self.first, self.rest, self.place = number, None, [], b"", None
        rest, place = [], {}
        self.is_signed = number == 1
        for name, value, whole in fields(data):
            if name in (ids, members) and isinstance(value, bytes) and value:
                self.first.append((name, *first_of(value)))
            elif name == 1 and isinstance(value, int):
                self.id = unzigzag(value) if self.is_signed else value
            else:
                rest.append(whole)
                if number in (1, 2) and name in (8, 9):
                    place[name] = first_of(value)[0] if isinstance(value, bytes) else unzigzag(value)
        if len(place) == 2:
            self.place = place[8], place[9]
        self.rest = b"".join(rest)

    def moved(self, by: int) -> bytes:
        out = self.rest
        for name, first, others in self.first:
            out += field(name, varint(zigzag(first + by)) + others)
        if self.id is not None:
            moved = self.id + by
            out = b"\x08" + varint(zigzag(moved) if self.is_signed else moved) + out
        return field(self.number, out)


class Block:
    """The objects of one kind of a block."""

    def __init__(self, kind: int, around: bytes, lat: int, lon: int, objects: list[Objects]) -> None:
        self.kind, self.around, self.lat, self.lon, self.objects = kind, around, lat, lon, objects
        # Longitude and latitude of the first node; the unit is 100 nanodegrees in all files of OpenStreetMap.
        firsts = (one.place for one in objects if one.place is not None)
        self.place = next(((lon + 100 * east, lat + 100 * north) for north, east in firsts), None)

    def moved(self, ids: int, lat: int, lon: int) -> bytes:
        group = b"".join(one.moved(ids) for one in self.objects)
        offsets = b"".join(
            varint(name << 3) + varint(value & (1 << 64) - 1) for name, value in ((19, self.lat + lat), (20, self.lon + lon))
        )
        return blob("OSMData", self.around + field(2, group) + offsets)


def blob(kind: str, content: bytes) -> bytes:
    data = varint(2 << 3) + varint(len(content)) + field(3, zlib.compress(content, 6))
    header = field(1, kind.encode()) + varint(3 << 3) + varint(len(data))
    return struct.pack(">I", len(header)) + header + data


def blobs(path: Path) -> Iterator[tuple[bytes, bytes]]:
    """Kinds and contents of the blobs of a file."""
    data = path.read_bytes()
    at = 0
    while at < len(data):
        (size,) = struct.unpack_from(">I", data, at)
        header = {name: value for name, value, _ in fields(data[at + 4 : at + 4 + size])}
        at += 4 + size
        packed = {name: value for name, value, _ in fields(data[at : at + header[3]])}
        at += header[3]
        yield header[1], packed[1] if 1 in packed else zlib.decompress(packed[3])


# Number of a message in a group, its kind, its fields with packed ids of its own and of others.
MESSAGES = {1: (NODES, None, None), 2: (NODES, 1, None), 3: (WAYS, None, 8), 4: (RELATIONS, None, 9)}


class Extract:
    """An extract with its box in nanodegrees, by the first nodes of its blocks: not every header has one."""

    def __init__(self, path: Path) -> None:
        self.blocks = [block for kind, content in blobs(path) if kind == b"OSMData" for block in blocks(content)]
        places = [block.place for block in self.blocks if block.place is not None]
        lons, lats = zip(*places)
        self.west, self.north = min(lons), max(lats)
        self.width, self.height = max(lons) - self.west + GAP, self.north - min(lats) + GAP


def blocks(content: bytes) -> Iterator[Block]:
    around, groups, lat, lon = b"", [], 0, 0
    for name, value, whole in fields(content):
        if name == 2:
            groups.append(value)
        elif name in (19, 20) and isinstance(value, int):
            value = value - (1 << 64) if value >> 63 else value
            lat, lon = (value, lon) if name == 19 else (lat, value)
        else:
            around += whole
    by_kind: dict[int, list[Objects]] = {}
    for group in groups:
        for name, value, _ in fields(group):
            if name in MESSAGES and isinstance(value, bytes):
                kind, ids, members = MESSAGES[name]
                by_kind.setdefault(kind, []).append(Objects(name, value, ids, members))
    for kind, objects in by_kind.items():
        yield Block(kind, around, lat, lon, objects)


EXTRACTS: list[Extract] = []


def load(folder: Path) -> None:
    EXTRACTS.extend(Extract(path) for path in sorted(folder.glob("*.osm.pbf")))


def copy(kind: int, number: int) -> bytes:
    """The blobs of a kind of a copy of all extracts."""
    out = []
    # Copies lie next to each other around the earth, then below.
    width = sum(extract.width for extract in EXTRACTS)
    row, column = divmod(number, ROW // width)
    west = -ROW // 2 + column * width
    for at, extract in enumerate(EXTRACTS):
        south = extract.height * row % COLUMN
        # Ids of extracts may be the same, so each has a step of its own.
        ids = (number * len(EXTRACTS) + at) * ID_STEP
        for block in extract.blocks:
            if block.kind == kind:
                out.append(block.moved(ids, NORTH - extract.north - south, west - extract.west))
        west += extract.width
    return b"".join(out)


def grow(path: Path, size: float, folder: Path) -> None:
    """Writes a file of about `size` bytes."""
    with ProcessPoolExecutor(initializer=load, initargs=(folder,)) as pool:
        once = sum(len(part) for part in pool.map(copy, range(3), [0] * 3))
        copies = max(1, round(size / once))
        features = b"".join(field(4, name) for name in (b"OsmSchema-V0.6", b"DenseNodes")) + field(5, b"Sort.Type_then_ID")
        with path.open("wb") as out:
            out.write(blob("OSMHeader", features))
            for kind in range(3):
                for part in pool.map(copy, [kind] * copies, range(copies)):
                    out.write(part)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gigabytes", type=float, default=1, help="size of the file that is grown")
    parser.add_argument("--file", type=Path, help="one that is there")
    parser.add_argument("--keep", type=Path, help="only grow the file, with this name")
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data/osm", help="folder of the extracts")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()), help="where there is room")
    parser.add_argument("--json", type=Path, default=ROOT / "benches/results/osm.json", metavar="FILE")
    options = parser.parse_args()
    if options.keep is not None:
        return grow(options.keep, options.gigabytes * 1e9, options.data)
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        file = options.file or Path(folder) / "grown.osm.pbf"
        if options.file is None:
            grow(file, options.gigabytes * 1e9, options.data)
        size = file.stat().st_size
        root = Path(folder) / "root"
        root.mkdir()
        free = shutil.disk_usage(root).free
        command = [str(BUILDER), "osm", str(file), "--out", str(root), "--country", "de"]
        run = Run(command, lambda _: free - shutil.disk_usage(root).free, env={**os.environ, "SQLITE_TMPDIR": str(root)})
        memory = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss * 1024
        databases = sum(path.stat().st_size for path in root.rglob("*.db"))
    name = f"OpenStreetMap, {size / 1e9:.1f} GB"
    results = Results("osm")
    for what, unit, better, value in [
        ("MB/s", "MB/s", "higher", size / 1e6 / run.seconds),
        ("seconds", "s", "lower", run.seconds),
        ("processor seconds a GB", "s", "lower", run.processor / size * 1e9),
        ("memory", "MB", "lower", memory / 1e6),
        ("disk at the peak, times the file", "x", "lower", run.peak / size),
        ("databases, times the file", "x", "lower", databases / size),
    ]:
        results.sample(f"{name}, {what}", unit, better, value)
    results.write(options.json)


if __name__ == "__main__":
    main()
