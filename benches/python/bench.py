"""What the Python package costs, in an environment that has it with pandas:

    PYTHON benches/python/bench.py [--rows 200000] [--rounds 3]

Start (import to first parse, a process a round), single parses, a pandas column, memory, and `geocode_arrow` in turns with `milepost bulk`
over the same rows. Rows are those of `benches/bulk/bench.py`. Beside wall time stands processor time of all threads, which says something on
a busy machine too.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benches/bulk"))
BULK = ["node", str(ROOT / "ts/bin/milepost.js"), "bulk"]

START = """
import time; begun = time.perf_counter()
import milepost; milepost.parse("350 5th Ave Apt 4B, New York, NY 10118")
print(time.perf_counter() - begun)
"""
MEMORY = """
import milepost, resource
milepost.parse("350 5th Ave, New York"); parsing = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
milepost.geocode("350 5th Ave, New York")
print(parsing / 1024, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)
"""


def processor(who: int) -> float:
    usage = resource.getrusage(who)
    return usage.ru_utime + usage.ru_stime


def timed(work) -> tuple[float, float]:
    """Seconds of wall and of processors."""
    before, begun = processor(resource.RUSAGE_SELF), time.perf_counter()
    work()
    return time.perf_counter() - begun, processor(resource.RUSAGE_SELF) - before


def python(script: str) -> list[float]:
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd="/tmp")
    return [float(number) for number in said.stdout.split()]


def bulk(rows: Path, out: Path) -> tuple[float, float]:
    summary = out.with_suffix(".json")
    before = processor(resource.RUSAGE_CHILDREN)
    flags = ["--out", str(out), "--replace", "--quiet", "--summary", str(summary), "--fields", "lat,lon,tier"]
    subprocess.run([*BULK, str(rows), *flags], check=True, env=os.environ)
    told = json.loads(summary.read_text())
    seconds = told["rows"] / told["rows_per_second"]
    return seconds, processor(resource.RUSAGE_CHILDREN) - before


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()

    import bench as of_bulk
    import pandas as pd
    import pyarrow as pa
    import pyarrow.csv

    import milepost
    import milepost.pandas

    starts = sorted(python(START)[0] for _ in range(7))
    print(f"import to first parse: median {starts[3]:.3f} s, best {starts[0]:.3f} s")
    parsing, whole = python(MEMORY)
    print(f"peak memory: parser {parsing:.0f} MB, with the starter data {whole:.0f} MB")
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        of_bulk.write(rows, options.rows)
        table = pyarrow.csv.read_csv(rows).drop_columns(["id"])
        parts = [column.cast(pa.string()).to_pylist() for column in table.columns]
        texts = [", ".join(part for part in row if part) for row in zip(*parts, strict=True)]
        one = pa.csv.write_csv(pa.table({"address": texts}), Path(folder) / "one.csv")
        assert one is None
        took = []
        for text in texts[:5_000]:
            begun = time.perf_counter()
            milepost.parse(text)
            took.append(time.perf_counter() - begun)
        took.sort()
        print(f"parse: p50 {took[2_500] * 1e3:.3f} ms, p99 {took[4_950] * 1e3:.3f} ms, best {took[0] * 1e3:.3f} ms")
        series = pd.Series(texts)
        wall, cpu = timed(lambda: series.milepost.parse(fields=["house_number", "street", "locality", "postcode"]))
        million = 1e6 / len(texts)
        print(f"pandas, {len(texts)} rows parsed: {wall:.2f} s, processors {cpu:.2f} s; a million {wall * million:.1f} s, {cpu * million / 2:.1f} s on two free cores")
        column = pa.array(texts)
        milepost.geocode_arrow(column[:100])
        pairs = []
        for _ in range(options.rounds):
            own = timed(lambda: milepost.geocode_arrow(column, fields=["lat", "lon", "tier"]))
            pairs.append((own, bulk(Path(folder) / "one.csv", Path(folder) / "out.csv")))
        for name, which in (("wall", 0), ("processors", 1)):
            arrow, table_ = (statistics.median(pair[side][which] for pair in pairs) for side in (0, 1))
            print(f"geocode, {name}: geocode_arrow {len(texts) / arrow:.0f} rows/s, bulk {len(texts) / table_:.0f} rows/s, {table_ / arrow:.2f} times as fast")


if __name__ == "__main__":
    main()
