import subprocess
import sys

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import milepost
import milepost.pandas
import milepost.polars
from milepost import _core

TEXTS = ["Reno NV 89501", None, "75008 Paris", "", "Reno NV 89501"]


@pytest.mark.parametrize(
    "column",
    [
        pa.array(TEXTS),
        pa.array(TEXTS, pa.large_string()),
        pa.array(TEXTS, pa.string_view()),
        pa.array(TEXTS).dictionary_encode(),
        pa.chunked_array([TEXTS[:2], TEXTS[2:]]),
        pa.array(["x", *TEXTS])[1:],
    ],
)
def test_a_column_of_any_kind_of_text_is_answered_row_by_row(column):
    answers = milepost.geocode_arrow(column, fields=["postcode", "tier", "lat", "hierarchy"])
    assert isinstance(answers, pa.StructArray)
    assert answers.field("postcode").to_pylist() == ["89501", None, "75008", None, "89501"]
    assert answers.field("tier").to_pylist() == ["admin", None, "admin", None, "admin"]
    assert answers.field("error").to_pylist() == [None, None, None, "address is required", None]
    assert answers.field("hierarchy")[0].as_py()[0] == "Reno"
    answers.validate(full=True)


def test_bounds_hold_for_all_rows():
    column = pa.array(["Paris", "Paris, France"])
    american = milepost.geocode_arrow(column, fields=["country_code"], country=["us", "ca"])
    assert american.field("country_code").to_pylist() == ["US", None]
    assert american.field("error").to_pylist()[1].startswith("nothing that fits the text is known in the countries")
    box = {"south": 33.0, "west": -97.0, "north": 34.0, "east": -95.0}
    for within in ({"near": {"lat": 33.6, "lon": -95.5}}, {"bounds": box}):
        answers = milepost.geocode_arrow(column[:1], fields=["country_code"], **within)
        assert answers.field("country_code").to_pylist() == ["US"]
    with pytest.raises(ValueError, match="country: `usa`"):
        milepost.geocode_arrow(column, country="usa")


def test_cells_are_those_of_single_questions():
    texts = [f"{row} Elm St, Reno NV" for row in range(9_000)]
    answers = milepost.parse_arrow(pa.array(texts))
    assert len(answers) == len(texts)
    for row in (0, 8_191, 8_192, 8_999):
        single = {part["tag"]: part["value"] for part in milepost.parse(texts[row])["components"]}
        cells = answers[row].as_py()
        assert {tag: cells[tag] for tag in single} == single


def test_columns_have_the_types_that_spark_is_told():
    kinds = {"number": pa.float64(), "text": pa.string(), "list": pa.list_(pa.string())}
    for question, ask in (("parse", milepost.parse_arrow), ("geocode", milepost.geocode_arrow)):
        declared = {name: kinds[kind] for name, kind in _core.columns(question, [])}
        assert declared == {field.name: field.type for field in ask(pa.array(["Reno NV"])).type}
    with pytest.raises(ValueError, match="parsed or geocoded"):
        _core.columns("reverse", [])


def test_what_is_no_column_of_text_is_refused():
    with pytest.raises(TypeError, match="list"):
        milepost.parse_arrow(["Reno"])  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Int64"):
        milepost.parse_arrow(pa.array([1]))
    with pytest.raises(ValueError, match="there is no field `latitude`"):
        milepost.geocode_arrow(pa.array(["Reno"]), fields=["latitude"])


COPIED = """
import pyarrow as pa, re
import milepost
def peak(): return int(re.search(r"VmHWM:\\s+(\\d+) kB", open("/proc/self/status").read())[1]) / 1e3
milepost.parse_arrow(pa.array(["Reno NV"]))
column = pa.array([" " * 2_000_000] * 64)
before = peak()
assert milepost.parse_arrow(column, threads=1).field("error").unique().to_pylist() == ["address is required"]
print(peak() - before)
"""


def test_a_column_is_read_where_it_lies():
    # 128 MB of blank text, so that nothing is parsed.
    said = subprocess.run([sys.executable, "-c", COPIED], capture_output=True, text=True, check=True)
    assert float(said.stdout) < 32


def test_answers_are_handed_over_where_they_lie():
    chunks = [[("address", pa.array(["Reno NV"]))]]
    column = milepost._engine._parsing().parse_arrow(chunks, ["locality"], 1)
    first, second = (pa.array(column).field("locality").buffers()[2].address for _ in range(2))
    assert first == second


def test_an_empty_column_has_the_columns_of_the_answer():
    assert len(milepost.geocode_arrow(pa.array([], pa.string()))) == 0
    assert len(milepost.parse_arrow(pa.chunked_array([], pa.string())).type) == 23


def test_pandas_keeps_index_and_columns():
    frame = pd.DataFrame({"id": [1, 2, 3], "where": ["Reno NV 89501", None, "75008 Paris"]}, index=[5, 6, 7])
    answers = frame.milepost.geocode("where", fields=["postcode", "lat"])
    assert list(answers.columns) == ["id", "where", "geo_postcode", "geo_lat", "geo_error"]
    assert list(answers.index) == [5, 6, 7]
    assert answers["geo_postcode"].isna().tolist() == [False, True, False]
    assert frame["where"].milepost.parse(fields=["locality"])["locality"].tolist()[::2] == ["Reno", "Paris"]
    categories = frame["where"].astype("category").milepost.parse(fields=["postcode"])
    assert categories["postcode"].tolist()[::2] == ["89501", "75008"]


def test_polars_keeps_columns():
    frame = pl.DataFrame({"id": [1, 2], "where": ["Reno NV 89501", None]})
    answers = frame.milepost.geocode("where", fields=["postcode", "lat"])
    assert answers.columns == ["id", "where", "geo_postcode", "geo_lat", "geo_error"]
    assert answers["geo_postcode"].to_list() == ["89501", None]
    assert frame["where"].milepost.parse(fields=["locality"])["locality"].to_list() == ["Reno", None]
    assert frame.milepost.parse("where", fields=["region"])["geo_region"].to_list() == ["NV", None]
