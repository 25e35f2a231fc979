"""Separate executors on this machine with one core and 1,024 MB each, and a way to kill one."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pyarrow as pa
import pyspark
from pyspark.sql import DataFrame, SparkSession

BATCH = 2_000
"""Rows of an Arrow batch."""


def start(executors: int, batch: int = BATCH) -> SparkSession:
    """A session with this many executors and this many rows per batch; stop it before you start another."""
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ |= {"PYSPARK_PYTHON": sys.executable, "SPARK_LOCAL_IP": "127.0.0.1"}
    builder = SparkSession.builder.master(f"local-cluster[{executors},1,1024]").appName("milepost")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
        "spark.task.maxFailures": "8",
        "spark.sql.execution.arrow.maxRecordsPerBatch": str(batch),
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    return builder.getOrCreate()


def losing_an_executor(frame: DataFrame, marker: Path) -> DataFrame:
    """The same frame; the first executor that answers a batch is killed, once. `marker` is a file that shows it."""
    # Pickled by value, because executors lack this module.
    path = str(marker)

    def kill_once(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            yield batch
            try:
                os.close(os.open(path, os.O_CREAT | os.O_EXCL))
            except FileExistsError:
                continue
            # The worker's parent's parent is the executor's Java process: worker, daemon, executor.
            with open(f"/proc/{os.getppid()}/stat") as stat:
                executor = int(stat.read().rsplit(")", 1)[1].split()[1])
            os.kill(executor, 9)

    return frame.mapInArrow(kill_once, frame.schema)
