"""The command `milepost`, also as `python -m milepost`: geocode, parse, reverse, bulk and data."""

from __future__ import annotations

import argparse
import json
import os
import shutil
import signal
import sys
from collections.abc import Sequence

from . import MilepostError, __version__, _core, geocode, parse, reverse
from ._discovery import find_weights, locate_data, onnxruntime_library

# Words after these commands are those of the core or of the Node.js package, with their own help.
_OWN_HELP = ("bulk", "data")


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="milepost", description="Free-text postal addresses to labelled components and coordinates")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("geocode", help="geocode an address and print JSON")
    one.add_argument("text", nargs="+")
    one.add_argument("--country", help="countries that the answer lies in: us,ca")
    one.add_argument("--near", metavar="LAT,LON", help="of several places that fit, prefer those near this point")
    one.add_argument("--bounds", metavar="SOUTH,WEST,NORTH,EAST", help="box that the answer lies in")
    one.add_argument("--geojson", action="store_true", help="print a GeoJSON Feature")
    commands.add_parser("parse", help="parse an address and print JSON").add_argument("text", nargs="+")
    point = commands.add_parser("reverse", help="print the places that contain a point in degrees")
    point.add_argument("lat", type=float)
    point.add_argument("lon", type=float)
    commands.add_parser("bulk", help="geocode a table of any length; see `milepost bulk --help`")
    commands.add_parser("data", help="show the data; `data add CODE` and the other commands need Node.js")
    return parser


def _numbers(flag: str, text: str, count: int) -> list[float]:
    try:
        numbers = [float(part) for part in text.split(",")]
    except ValueError:
        numbers = []
    if len(numbers) != count:
        raise ValueError(f"{flag}: {text} is not {count} numbers with commas between them")
    return numbers


def _answer(asked: argparse.Namespace) -> object:
    if asked.command == "parse":
        return parse(" ".join(asked.text))
    if asked.command == "reverse":
        return reverse(asked.lat, asked.lon)
    near = dict(zip(("lat", "lon"), _numbers("--near", asked.near, 2), strict=True)) if asked.near else None
    edges = ("south", "west", "north", "east")
    bounds = dict(zip(edges, _numbers("--bounds", asked.bounds, 4), strict=True)) if asked.bounds else None
    country = asked.country.split(",") if asked.country else None
    found = geocode(" ".join(asked.text), country=country, near=near, bounds=bounds)  # type: ignore[arg-type]
    return found.to_geojson() if asked.geojson else found


def _bulk(words: list[str]) -> int:
    """Runs the program of the core with the weights and data that this package would open."""
    candidate = _taken(words, "--candidate-db")
    weights = find_weights(_taken(words, "--weights"), _taken(words, "--locale") or "en-US", os.environ)
    found = locate_data(candidate, None, os.environ)
    opened = {
        "--onnxruntime": onnxruntime_library(),
        "--weights": weights,
        "--candidate-db": found.candidate_db,
        "--data-root": found.data_root,
        "--admin-db": found.admin_db,
        "--polygons": found.polygons,
        "--missing": found.missing,
    }
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    # The core runs without looking at signals; the same command resumes what Ctrl-C interrupts.
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    return _core.bulk(words + [word for flag, path in opened.items() if path is not None for word in (flag, str(path))])


def _taken(words: list[str], flag: str) -> str | None:
    """Removes a flag and its value from the words, and returns the value."""
    for index, word in enumerate(words):
        if word == flag and index + 1 < len(words):
            del words[index]
            return words.pop(index)
        if word.startswith(f"{flag}="):
            return words.pop(index).removeprefix(f"{flag}=")
    return None


def _data(words: list[str]) -> int:
    """Shows what is open. Commands that download and build are those of the Node.js package, which writes the same data root."""
    if words:
        npx = shutil.which("npx")
        if npx is None:
            sys.exit(f"milepost: `data {words[0]}` needs Node.js 20.19 or later: install it, then run this command again")
        os.execv(npx, ["npx", "--yes", "milepost", "data", *words])
    found = locate_data(None, None, os.environ)
    if found.candidate_db is None:
        sys.exit(f"milepost: no candidate gazetteer was found: {found.missing}")
    from . import Engine

    engine = Engine()
    print(f"data root: {found.data_root}")
    print(f"newest row: {engine.data_updated or 'unknown'}")
    for source in engine.sources:
        print(source)
    return 0


def main(words: Sequence[str] | None = None) -> int:
    """Runs the command and returns its exit code."""
    words = list(sys.argv[1:] if words is None else words)
    try:
        if words and words[0] in _OWN_HELP:
            return _bulk(words[1:]) if words[0] == "bulk" else _data(words[1:])
        print(json.dumps(_answer(_arguments().parse_args(words)), ensure_ascii=False))
        sys.stdout.flush()
    except (MilepostError, ValueError) as error:
        print(f"milepost: {error}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader, such as `head`, has as much as it wants. Python would complain again at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


if __name__ == "__main__":
    sys.exit(main())
