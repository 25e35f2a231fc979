"""Tables of open data, the databases that are built of them, and the answers of a checkout: what several scorers and benches need."""

from __future__ import annotations

import csv
import gzip
import json
import math
import os
import re
import subprocess
import sys
import unicodedata
import zlib
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "benches/python"))
BUILD = ROOT / "target/release/milepost-build"
QUALITY = ROOT / "target/release/examples/quality"
STARTER = ROOT / "npm/starter-data/db/wof/candidate.db"
PARSER = ["--parse", ROOT / "npm/weights-en-us", ROOT / "npm/linux-x64-gnu/libonnxruntime.so.1"]
"""Flags of QUALITY that parse each text with the bundle of the checkout."""
HEADER = ["number", "street", "locality", "region", "postcode", "lat", "lon"]
CITIES = ("arles", "lyon", "montpellier", "nantes", "toulouse")
EARTH_KM = 6371.0088


def share(text: str) -> float:
    """A number in 0..1 that depends on nothing but the text."""
    return zlib.crc32(text.encode()) / 2**32


def plain(text: str) -> str:
    """In lower case without accents."""
    return "".join(mark for mark in unicodedata.normalize("NFKD", text.lower()) if not unicodedata.combining(mark))


def folded(text: str) -> str:
    """Words of letters and digits of ASCII, in lower case."""
    return re.sub(r"[^a-z0-9]+", " ", plain(text.casefold())).strip()


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    (lat_a, lon_a), (lat_b, lon_b) = ([math.radians(each) for each in point] for point in (a, b))
    half = math.sin((lat_b - lat_a) / 2) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin((lon_b - lon_a) / 2) ** 2
    return 2 * EARTH_KM * math.asin(math.sqrt(min(1.0, half)))


def rows(path: Path) -> Iterator[dict[str, str]]:
    """Rows of a packed table: `.tsv.gz` without quotes, or `.csv.gz`."""
    how: dict[str, Any] = {"delimiter": "\t", "quoting": csv.QUOTE_NONE} if ".tsv" in path.suffixes else {}
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, **how)


def united_states_of(data: Path, state: str) -> Iterator[list[str]]:
    """Rows of the county of Maryland or of the city of Virginia that is whole."""
    if state == "MD":
        for row in rows(data / "us/baltimore_points.tsv.gz"):
            street = " ".join(filter(None, (row[key] for key in ("premod", "predir", "pretype", "name", "type", "postdir", "postmod"))))
            yield [row["number"] + row["suffix"], street, row["city"], "MD", row["zip"], row["lat"], row["lon"]]
    else:
        for row in rows(data / "us/chesapeake_points.tsv.gz"):
            yield [row["house_number"], row["street"], row["city"], "VA", row["zip"], row["lat"], row["lon"]]


def united_states(data: Path) -> Iterator[list[str]]:
    for state in ("MD", "VA"):
        yield from united_states_of(data, state)
    for row in rows(data / "us/oa_excerpts.tsv.gz"):
        yield [row["number"], row["street"], row["city"], row["state"], row["zip"], row["lat"], row["lon"]]


def france_of(data: Path, city: str) -> Iterator[list[str]]:
    for row in rows(data / f"fr/address_points_{city}.tsv.gz"):
        number = " ".join(filter(None, (row["number"], row["suffix"])))
        yield [number, row["street"], row["city"], "", row["postcode"], row["lat"], row["lon"]]


def france(data: Path) -> Iterator[list[str]]:
    for city in CITIES:
        yield from france_of(data, city)


def line(number: str, street: str, locality: str, region: str, postcode: str, *_: object) -> str:
    """The address as its country writes it; what is empty is left out."""
    house = " ".join(filter(None, (number, street)))
    if region:
        return ", ".join(filter(None, (house, locality, f"{region} {postcode}".strip())))
    return ", ".join(filter(None, (house, f"{postcode} {locality}".strip())))


def write(path: Path, table: Iterable[Iterable[str]]) -> None:
    with open(path, "w", encoding="utf-8") as file:
        for row in [HEADER, *table]:
            file.write("\t".join(row) + "\n")


def build(*arguments: object, root: Path | None = None) -> None:
    """Runs the builder; with `root` by the command of that checkout."""
    command = [BUILD] if root is None else ["npx", "--no-install", "milepost", "build"]
    # A folder that is kept holds the databases of the run before.
    done = subprocess.run([*map(str, [*command, *arguments]), "--replace"], capture_output=True, text=True, cwd=root)
    if done.returncode:
        sys.exit(done.stderr)


def build_points(country: str, table: Path, data_root: Path, root: Path | None = None) -> None:
    """Address points of `us` or `fr` in a data root."""
    france = ["--country", "fr", "--out", data_root / "address-points/address-points-fr.db"]
    build("points", table, *(france if country == "fr" else ["--data-root", data_root]), root=root)


def linked(folder: Path, root: Path = ROOT) -> Path:
    """A data root with the starter gazetteer of a checkout."""
    (folder / "db").mkdir(parents=True, exist_ok=True)
    link = folder / "db/wof"
    if not link.exists():
        link.symlink_to(root / "npm/starter-data/db/wof")
    return folder


def answers(root: Path, texts: list[str], data_root: Path | None = None) -> list[dict[str, Any]]:
    """What a built checkout answers over a data root, one a text."""
    environment = dict(os.environ) if data_root is None else {**os.environ, "SERVICE_DATA_ROOT": str(data_root)}
    # A text of several lines would be several.
    lines = "\n".join(" ".join(text.split()) for text in texts) + "\n"
    command = ["npx", "--no-install", "milepost", "geocode", "-", "--json"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, cwd=root, check=True, env=environment)
    return [json.loads(text) for text in done.stdout.splitlines() if text.strip()]
