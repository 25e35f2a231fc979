"""Spark with executors of their own: as many rows as `MILEPOST_SPARK_ROWS` says. Run by `npm run test:spark`."""

import os
import shutil
import sys
from pathlib import Path

import pyarrow as pa
import pyspark
import pytest
from pyspark.sql import SparkSession

import milepost
import milepost.spark
from milepost._discovery import starter_data

ROWS = int(os.environ.get("MILEPOST_SPARK_ROWS", "5000"))
FIELDS = ["lat", "tier", "hierarchy"]

pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java; install Debian's default-jre-headless")


def address(row: int) -> str:
    towns = ("Reno NV 89501", "75008 Paris", "38660 Le Touvet", "Portland, OR 97201")
    return f"{row % 997} Elm St, {towns[row % len(towns)]}" if row % 50 else ""


@pytest.fixture(scope="module")
def spark():
    os.environ.setdefault("SPARK_HOME", str(Path(pyspark.__file__).parent))
    os.environ["PYSPARK_PYTHON"] = sys.executable
    os.environ["SPARK_LOCAL_IP"] = "127.0.0.1"
    builder = SparkSession.builder.master("local-cluster[2,1,1024]").appName("milepost")
    settings = {
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.ui.enabled": "false",
        "spark.task.maxFailures": "8",
        "spark.sql.execution.arrow.maxRecordsPerBatch": "2000",
    }
    for name, value in settings.items():
        builder = builder.config(name, value)
    session = builder.getOrCreate()
    yield session
    session.stop()


def table(spark: SparkSession, rows: int):
    return spark.createDataFrame([(row, address(row)) for row in range(rows)], ["id", "where"]).repartition(8)


def test_executors_answer_as_one_process(spark):
    found = milepost.spark.geocode(table(spark, ROWS), "where", fields=FIELDS)
    assert found.columns == ["id", "where", "geo_lat", "geo_tier", "geo_hierarchy", "geo_error"]
    rows = {row["id"]: row for row in found.collect()}
    own = milepost.geocode_arrow(pa.array([address(row) for row in range(ROWS)]), fields=FIELDS).to_pylist()
    assert len(rows) == ROWS
    for row, answer in enumerate(own):
        assert {name: rows[row][f"geo_{name}"] for name in answer} == answer


def test_components_are_read(spark):
    parsed = milepost.spark.parse(table(spark, 200), "where", fields=["postcode"])
    assert parsed.where("id = 1").first()["geo_postcode"] == "75008"


def test_data_can_be_an_archive_that_spark_hands_out(spark, tmp_path):
    wof = tmp_path / "root/db/wof"
    wof.mkdir(parents=True)
    shutil.copy(starter_data() / "db/wof/candidate.db", wof)
    archive = shutil.make_archive(str(tmp_path / "data"), "tar", tmp_path / "root", "db")
    spark.sparkContext.addArchive(f"{archive}#places")
    found = milepost.spark.geocode(table(spark, 20), "where", fields=["lat"], data_root="places")
    assert found.where("geo_lat is not null").count() == 19


def test_a_killed_executor_is_survived(spark, tmp_path):
    killed = tmp_path / "killed"

    def kill_once(batches):
        # The worker's parent's parent is the executor's Java process: worker, daemon, executor.
        if not killed.exists():
            killed.touch()
            daemon = os.getppid()
            stat = Path(f"/proc/{daemon}/stat").read_text()
            os.kill(int(stat.rsplit(")", 1)[1].split()[1]), 9)
        yield from batches

    frame = table(spark, ROWS)
    found = milepost.spark.geocode(frame.mapInArrow(kill_once, frame.schema), "where", fields=FIELDS)
    assert found.select("id").distinct().count() == ROWS
    assert killed.exists()


def test_a_wrong_column_is_named(spark):
    with pytest.raises(ValueError, match="column: the frame has no `place`"):
        milepost.spark.geocode(table(spark, 1), "place")
    with pytest.raises(ValueError, match="geo_error"):
        milepost.spark.geocode(table(spark, 1).withColumnRenamed("id", "geo_error"), "where")
