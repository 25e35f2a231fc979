"""What the Python package costs, in an environment that has it with pandas:

    PYTHON benches/python/bench.py [--rows 200000] [--parsed 1000000] [--rounds 3] [--json NEW.json]

Start (import to first parse, a process a round), single parses, a pandas column, and `geocode_arrow` in turns with `milepost bulk`
over the same rows. Rows are those of `benches/bulk/houses.py`, of which none is there twice. Beside wall time stands processor time of all
threads, which says something on a busy machine too.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benches/bulk"))

import results  # noqa: E402
from houses import houses  # noqa: E402
from processes import MILEPOST, numbers  # noqa: E402

FIELDS = ["lat", "lon", "tier"]
SINGLE = 5_000
"""Parses that are timed one by one."""

START = """
import time; begun = time.perf_counter()
import milepost; milepost.parse("350 5th Ave Apt 4B, New York, NY 10118")
print(time.perf_counter() - begun)
"""


class Took(NamedTuple):
    """Seconds by the clock and of all processors."""

    wall: float
    processors: float


def processors(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def timed(work: Callable[[], object]) -> Took:
    before, begun = processors(resource.RUSAGE_SELF), time.perf_counter()
    work()
    return Took(time.perf_counter() - begun, processors(resource.RUSAGE_SELF) - before)


def bulk(rows: Path, out: Path) -> Took:
    """What `milepost bulk` says it took, without the start of Node.js, which its processor time has."""
    summary = out.with_suffix(".json")
    before = processors(resource.RUSAGE_CHILDREN)
    flags = ["--out", str(out), "--replace", "--quiet", "--summary", str(summary), "--fields", ",".join(FIELDS)]
    subprocess.run([*MILEPOST, "bulk", str(rows), *flags], check=True, env=os.environ)
    totals = json.loads(summary.read_text())
    return Took(totals["rows"] / totals["rows_per_second"], processors(resource.RUSAGE_CHILDREN) - before)


def start(taken: results.Results, rounds: int) -> None:
    for _ in range(rounds):
        taken.sample("import to first parse", "s", "lower", numbers(START)[0])


def single_parses(taken: results.Results, rounds: int, texts: list[str]) -> None:
    import milepost

    for _ in range(rounds):
        took = []
        for text in texts[:SINGLE]:
            begun = time.perf_counter()
            milepost.parse(text)
            took.append((time.perf_counter() - begun) * 1e3)
        took.sort()
        taken.sample("parse p50", "ms", "lower", took[len(took) // 2])
        taken.sample("parse p99", "ms", "lower", took[len(took) * 99 // 100])


def pandas_column(taken: results.Results, rounds: int, texts: list[str]) -> None:
    import pandas as pd

    import milepost.pandas

    assert milepost.pandas
    series = pd.Series(texts)
    millions = len(texts) / 1e6
    for _ in range(rounds):
        took = timed(lambda: series.milepost.parse(fields=["house_number", "street", "locality", "postcode"]))
        taken.sample("pandas, a million addresses parsed", "s", "lower", took.wall / millions)
        taken.sample("pandas, a million addresses parsed, processors", "s", "lower", took.processors / millions)


def beside_bulk(taken: results.Results, rounds: int, texts: list[str], folder: Path) -> None:
    import pyarrow as pa
    import pyarrow.csv

    import milepost

    rows = folder / "one.csv"
    pyarrow.csv.write_csv(pa.table({"address": texts}), rows)
    column = pa.array(texts)
    milepost.geocode_arrow(column[:100])
    sides = {
        "geocode_arrow": lambda: timed(lambda: milepost.geocode_arrow(column, fields=FIELDS)),
        "milepost bulk": lambda: bulk(rows, folder / "out.csv"),
    }
    for turn in range(rounds):
        # Each side goes first in every other round.
        order = list(sides) if turn % 2 == 0 else list(reversed(sides))
        took = {name: sides[name]() for name in order}
        for name, one in took.items():
            taken.sample(f"{name}, rows a second", "1/s", "higher", len(texts) / one.wall)
            taken.sample(f"{name}, rows a second of a processor", "1/s", "higher", len(texts) / one.processors)
        taken.sample("geocode_arrow beside milepost bulk", "", "higher", took["milepost bulk"].wall / took["geocode_arrow"].wall)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000, help="rows that are geocoded")
    parser.add_argument("--parsed", type=int, default=1_000_000, help="rows of the pandas column")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--json", type=Path, help="where the figures are written: benches/results/python.json")
    options = parser.parse_args()

    taken = results.Results("python")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        texts = [house.line() for house in houses(max(options.rows, options.parsed, SINGLE))]
        start(taken, max(options.rounds, 5))
        single_parses(taken, options.rounds, texts)
        pandas_column(taken, options.rounds, texts[: options.parsed])
        beside_bulk(taken, options.rounds, texts[: options.rows], folder)
    taken.write(options.json)


if __name__ == "__main__":
    main()
