"""What Spark makes of the Python package, in an environment that has both and Java:

    PYTHON benches/python/spark.py [--rows 200000] [--executors 1,2]

Rows of `benches/bulk/bench.py`, on executors of one core and 1,024 MB on this machine (`local-cluster`). Rows a second are of a second run,
when workers have their engine open.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "benches/bulk"))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--executors", default="1,2")
    options = parser.parse_args()

    import bench as of_bulk
    import pyspark
    from pyspark.sql import SparkSession, functions

    import milepost.spark

    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    with tempfile.TemporaryDirectory() as folder:
        rows = Path(folder) / "rows.csv"
        of_bulk.write(rows, options.rows)
        for executors in options.executors.split(","):
            builder = SparkSession.builder.master(f"local-cluster[{executors},1,1024]").config("spark.ui.enabled", "false")
            builder = builder.config("spark.driver.host", "127.0.0.1").config("spark.driver.bindAddress", "127.0.0.1")
            session = builder.getOrCreate()
            table = session.read.csv(str(rows), header=True).repartition(16)
            table = table.select("id", functions.concat_ws(", ", "street", "city", "state", "zip").alias("address")).cache()
            table.count()
            for turn in ("first", "second"):
                begun = time.perf_counter()
                found = milepost.spark.geocode(table, "address", fields=["lat", "lon", "tier"])
                located = found.where("geo_lat is not null").count()
                seconds = time.perf_counter() - begun
                print(f"{executors} executors, {turn} run: {options.rows / seconds:.0f} rows/s, {located} of {options.rows} located")
            session.stop()


if __name__ == "__main__":
    main()
