"""Spark with two separate executors, on `MILEPOST_SPARK_ROWS` rows. Run by `npm run test:spark`."""

import os
import shutil

import pyarrow as pa
import pyarrow.compute as pc
import pytest
from cluster import losing_an_executor, start

import milepost
import milepost.spark
from milepost._discovery import starter_data

ROWS = int(os.environ.get("MILEPOST_SPARK_ROWS", "200000"))
FIELDS = ["lat", "tier", "hierarchy"]
TOWNS = ("Reno NV 89501", "75008 Paris", "38660 Le Touvet", "Portland, OR 97201")

pytestmark = pytest.mark.skipif(shutil.which("java") is None, reason="there is no Java; install Debian's default-jre-headless")


def addresses(rows: int) -> list[str]:
    """Distinct texts, of which one in fifty is blank."""
    return [f"{row} Elm St, {TOWNS[row % len(TOWNS)]}" if row % 50 else "" for row in range(rows)]


@pytest.fixture(scope="module")
def spark():
    session = start(2)
    yield session
    session.stop()


@pytest.fixture(scope="module")
def own() -> pa.StructArray:
    """The answers of a single process."""
    return milepost.geocode_arrow(pa.array(addresses(ROWS)), fields=FIELDS)


def table(spark, rows: int):
    texts = pa.table({"id": pa.array(range(rows), pa.int64()), "where": addresses(rows)})
    return spark.createDataFrame(texts).repartition(8)


def same(found, own: pa.StructArray) -> bool:
    """Whether Spark has each row once, with the answer of a single process."""
    rows = found.toArrow().sort_by("id")
    assert rows["id"].to_pylist() == list(range(len(own)))
    return all(rows[f"geo_{field.name}"].to_pylist() == own.field(field.name).to_pylist() for field in own.type)


def test_executors_answer_as_one_process(spark, own):
    found = milepost.spark.geocode(table(spark, ROWS), "where", fields=FIELDS)
    assert found.columns == ["id", "where", "geo_lat", "geo_tier", "geo_hierarchy", "geo_error"]
    assert pc.count(own.field("lat")).as_py() == ROWS - len(range(0, ROWS, 50))
    assert same(found, own)


def test_both_executors_take_part(spark):
    def worker(batches):
        with open(f"/proc/{os.getppid()}/stat") as stat:
            executor = stat.read().rsplit(")", 1)[1].split()[1]
        for batch in batches:
            yield pa.record_batch({"executor": [executor] * batch.num_rows})

    found = milepost.spark.geocode(table(spark, 20_000), "where", fields=["lat"])
    assert found.mapInArrow(worker, "executor string").distinct().count() == 2


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


def test_a_killed_executor_is_survived(spark, own, tmp_path):
    killed = tmp_path / "killed"
    found = milepost.spark.geocode(losing_an_executor(table(spark, ROWS), killed), "where", fields=FIELDS)
    assert same(found, own)
    assert killed.exists()


def test_a_wrong_column_is_named(spark):
    with pytest.raises(ValueError, match="column: the frame has no `place`"):
        milepost.spark.geocode(table(spark, 1), "place")
    with pytest.raises(ValueError, match="there is no field `latitude`"):
        milepost.spark.geocode(table(spark, 1), "where", fields=["latitude"])
    with pytest.raises(ValueError, match="geo_error"):
        milepost.spark.geocode(table(spark, 1).withColumnRenamed("id", "geo_error"), "where")


def test_pairs_are_those_of_one_process(spark):
    streets = ("Elm St", "Maple Avenue", "Oak Street", "Pine Rd")
    places = [f"{row} {streets[row % 4]}, {TOWNS[row % 3]}" for row in range(400)]
    respelled = [place.replace(" St,", " Street,").replace("Maple Avenue", "Mapel Ave") for place in places]
    left = pa.table({"id": range(402), "where": [*places, None, "Reno"]})
    right = pa.table({"key": [str(row) for row in range(402)], "what": [*respelled, *places[:2]]})
    options = {"left_id": "id", "right_id": "key", "threshold": 0.6}
    own = milepost.match_arrow(left, right, columns=("where", "what"), **options)
    frames = spark.createDataFrame(left).repartition(4), spark.createDataFrame(right).repartition(4)
    found = milepost.spark.match(*frames, ("where", "what"), **options)
    assert found.columns == own.column_names
    order = [("left", "ascending"), ("right", "ascending")]
    assert own.num_rows >= 402
    assert found.toArrow().sort_by(order).to_pylist() == own.sort_by(order).to_pylist()
    with pytest.raises(ValueError, match="column: the frame has no `place`"):
        milepost.spark.match(*frames, "place", **options)
