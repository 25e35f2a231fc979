"""What Spark makes of the Python package, in an environment that has both and Java:

    PYTHON benches/python/spark.py [--rows 200000] [--rounds 2] [--within 520] [--json NEW.json]

One executor, then two, each of one core and 1,024 MB on this machine (`local-cluster`), geocode the rows of `benches/bulk/houses.py`. Rows a
second are of runs in which the workers have their engine open. The answers are compared with those of one process, once more while an
executor is killed. Two executors and the driver want more than two cores: read the scaling on a machine with four. A run that would last
longer than `--within` seconds ends with an error.
"""

from __future__ import annotations

import argparse
import signal
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path[:0] = [str(ROOT / "benches/bulk"), str(ROOT / "python/spark")]

import cluster  # noqa: E402
import pyarrow as pa  # noqa: E402
import results  # noqa: E402
from houses import houses  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402

import milepost  # noqa: E402
import milepost.spark  # noqa: E402

FIELDS = ["lat", "lon", "tier"]
PARTITIONS = 8
BATCH = 10_000
"""Rows of an Arrow batch, Spark's default."""


def framed(session: SparkSession, table: pa.Table) -> DataFrame:
    """The rows on the executors already, so that handing them out is not measured."""
    frame = session.createDataFrame(table).repartition(PARTITIONS).cache()
    frame.count()
    return frame


def answers(frame: DataFrame) -> tuple[pa.Table, float]:
    """What Spark answers, and seconds until the driver has it."""
    begun = time.perf_counter()
    found = milepost.spark.geocode(frame, "address", fields=FIELDS).drop("address").toArrow()
    return found, time.perf_counter() - begun


def check(found: pa.Table, own: pa.StructArray) -> None:
    """Ends the bench where Spark answers otherwise than one process."""
    found = found.sort_by("id")
    if found["id"].to_pylist() != list(range(len(own))):
        raise SystemExit("Spark lost rows or has rows twice")
    for field in own.type:
        if found[f"geo_{field.name}"].to_pylist() != own.field(field.name).to_pylist():
            raise SystemExit(f"Spark answers otherwise than one process: {field.name}")


def measure(taken: results.Results, executors: int, rounds: int, table: pa.Table, own: pa.StructArray, folder: Path) -> None:
    name = f"{executors} executor{'s' if executors > 1 else ''}"
    session = cluster.start(executors, BATCH)
    try:
        frame = framed(session, table)
        # Workers open their engine in a run that is not counted.
        milepost.spark.geocode(frame.limit(2_000).repartition(PARTITIONS), "address", fields=FIELDS).count()
        for _ in range(rounds):
            found, seconds = answers(frame)
            check(found, own)
            taken.sample(f"{name}, rows a second", "1/s", "higher", len(own) / seconds)
        if executors > 1:
            marker = folder / "killed"
            found, seconds = answers(cluster.losing_an_executor(frame, marker))
            check(found, own)
            if not marker.exists():
                raise SystemExit("no executor was killed")
            taken.sample(f"{name}, one of them killed, rows a second", "1/s", "higher", len(own) / seconds)
    finally:
        session.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--within", type=int, default=520, help="seconds")
    parser.add_argument("--json", type=Path, help="where the figures are written: benches/results/spark.json")
    options = parser.parse_args()

    def too_long(*_: object) -> None:
        raise SystemExit(f"not done within {options.within} s; nothing is written")

    signal.signal(signal.SIGALRM, too_long)
    signal.alarm(options.within)
    taken = results.Results("spark")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        rows = [house.line() for house in houses(options.rows)]
        table = pa.table({"id": range(len(rows)), "address": rows})
        milepost.geocode_arrow(table["address"][:100])
        begun = time.perf_counter()
        own = milepost.geocode_arrow(table["address"], fields=FIELDS, threads=1)
        taken.sample("one process, one thread, rows a second", "1/s", "higher", options.rows / (time.perf_counter() - begun))
        for executors in (1, 2):
            measure(taken, executors, options.rounds, table, own, folder)
        scaling = taken.median("2 executors, rows a second") / taken.median("1 executor, rows a second")
        taken.sample("from one executor to two", "", "higher", scaling)
    signal.alarm(0)
    taken.write(options.json)


if __name__ == "__main__":
    main()
