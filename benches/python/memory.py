"""Most memory of Python processes that parse and geocode, beside what pyarrow and pandas take alone, and of Spark's workers:

    PYTHON benches/python/memory.py [--rounds 5] [--json NEW.json]

in an environment with the wheels and `python/requirements-spark.txt`, and Java. A busy machine changes nothing.
"""

from __future__ import annotations

import argparse
import os
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "python/spark"))

import cluster  # noqa: E402
import pyarrow as pa  # noqa: E402
import results  # noqa: E402
from processes import numbers  # noqa: E402

import milepost.spark  # noqa: E402

BATCH = 10_000
"""Rows of an Arrow batch, Spark's default."""

PEAK = """
import re, sys
# Not `ru_maxrss`: a process inherits that of the one that started it.
def peak(): return int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) * 1024 / 1e6
"""
WITHOUT_PANDAS = """
# pyarrow loads pandas, where it is installed, with the first array that is made of Python's values.
class Missing:
    def find_spec(self, name, path=None, target=None):
        if name == "pandas": raise ModuleNotFoundError(name)
sys.meta_path.insert(0, Missing())
"""
SINGLE = """
import milepost
milepost.parse("350 5th Ave, New York"); print(peak())
milepost.geocode("350 5th Ave, New York"); print(peak())
"""
ROWS = f"""
import pyarrow as pa
rows = pa.array([f"{{row}} 5th Ave, New York" for row in range({BATCH})])
print(peak())
"""
ANSWERS = """
milepost.geocode_arrow(rows, fields=["lat", "lon", "tier"], threads=1)
print(peak())
"""


def started_by(pid: int) -> list[int]:
    """All processes that a process and those it started have started."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    own = [int(child) for task in tasks for child in (task / "children").read_text().split()]
    return own + [other for child in own for other in started_by(child)]


def peak_of_workers() -> float:
    """The most MB that a Python worker of this program's executors had so far."""
    workers = [pid for pid in started_by(os.getpid()) if b"pyspark.daemon" in Path(f"/proc/{pid}/cmdline").read_bytes()]
    peaks = [re.search(r"VmHWM:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text()) for pid in workers]
    return max(int(peak[1]) * 1024 / 1e6 for peak in peaks if peak is not None)


def unchanged(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
    """The batches."""
    yield from batches


def workers_of_spark() -> tuple[float, float]:
    """The most MB that a Python worker had that handed batches back, and that then geocoded some."""
    session = cluster.start(1, BATCH)
    try:
        rows = pa.table({"address": [f"{row} 5th Ave, New York" for row in range(4 * BATCH)]})
        frame = session.createDataFrame(rows)
        frame.mapInArrow(unchanged, frame.schema).where("address > ''").count()
        alone = peak_of_workers()
        milepost.spark.geocode(frame, "address", fields=["lat", "lon", "tier"]).where("geo_lat > 0").count()
        return alone, peak_of_workers()
    finally:
        session.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, help="where the figures are written: benches/results/python-memory.json")
    options = parser.parse_args()
    taken = results.Results("python memory")

    def sample(name: str, megabytes: float) -> None:
        taken.sample(name, "MB", "lower", megabytes)

    for _ in range(options.rounds):
        parsing, geocoding, _, batch = numbers(PEAK + WITHOUT_PANDAS + SINGLE + ROWS + ANSWERS)
        sample("parser", parsing)
        sample("parser and starter data", geocoding)
        sample("an Arrow batch geocoded", batch)
        sample("pyarrow alone", numbers(PEAK + WITHOUT_PANDAS + ROWS)[0])
        sample("an Arrow batch geocoded, with pandas", numbers(PEAK + SINGLE + ROWS + ANSWERS)[3])
        sample("pyarrow and pandas alone", numbers(PEAK + ROWS)[0])
    alone, geocoding = workers_of_spark()
    sample("a Python worker of Spark alone", alone)
    sample("a Python worker of Spark", geocoding)
    taken.write(options.json)


if __name__ == "__main__":
    main()
