"""`match_arrow` and `dedupe_arrow`: which rows of tables have the same address."""

import pyarrow as pa
import pytest

import milepost
from milepost import _core

LEFT = [
    "123 Main St, Apt 4B, Reno, NV 89501",
    "500 Maple Ave, Reno NV",
    "Reno NV",
    None,
    "12 rue de la Paix, 75002 Paris",
    "500 Mapel Avenue, Reno, NV 89502",
]
RIGHT = {
    "key": pa.array(["a", "b", "c", "d"]).dictionary_encode(),
    "number": [123, 123, 500, 12],
    "street": ["Main Street", "Main Street", "Maple Avenue", "r. de la Paix"],
    "unit": ["#4B", "#5B", None, None],
    "city": ["Reno NV", "Reno NV", "Reno NV", "Paris"],
    "zip": ["89501", "89501", "89502", "75002"],
    "tags": [["x"], [], None, []],
}


def pairs(*tables, **options):
    found = milepost.match_arrow(*tables, **options)
    return list(zip(found["left"].to_pylist(), found["right"].to_pylist(), found["verdict"].to_pylist(), strict=True))


def test_rows_with_the_same_address_are_pairs():
    left, right = pa.table({"id": range(10, 16), "address": LEFT}), pa.table(RIGHT)
    found = milepost.match_arrow(left, right, left_id="id", right_id="key")
    assert found["left"].to_pylist() == [10, 11, 14, 15]
    assert found["right"].to_pylist() == ["a", "c", "d", "c"]
    assert found["left"].type == pa.int64()
    assert found["verdict"].to_pylist() == ["same", "same", "likely", "likely"]
    first = found.to_pylist()[0]
    assert first["right_address"] == "123 Main Street, #4B, Reno NV, 89501"
    assert (first["unit"], first["street"], first["venue"]) == ("equivalent", "equivalent", None)
    found.validate(full=True)


def test_options_are_those_of_the_command():
    left, right = pa.array(LEFT), pa.table(RIGHT)
    assert [pair[:2] for pair in pairs(left, right)] == [(1, 1), (2, 3), (5, 4), (6, 3)]
    assert [pair[:2] for pair in pairs(left, right, one_to_one=True)] == [(1, 1), (5, 4), (6, 3)]
    assert (1, 2, "same_building") in pairs(left, right, same_building=True)
    rows = milepost.match_arrow(left, right).to_pylist()
    [probability] = [row["probability"] for row in rows if (row["left"], row["right"]) == (2, 3)]
    # Results have three decimals.
    assert (2, 3) not in [pair[:2] for pair in pairs(left, right, threshold=probability + 0.0005)]
    assert pairs(left, pa.table({"address": pa.array([], pa.string())})) == []


def test_columns_can_be_named():
    left = pa.table({"what": LEFT})
    named = {"city": "city", "street": "street", "number": "number", "unit": "unit", "postcode": "zip"}
    assert pairs(left, pa.table(RIGHT), columns=("what", named)) == pairs(pa.array(LEFT), pa.table(RIGHT))
    by_street = milepost.match_arrow(left, pa.table(RIGHT), columns=("what", {"street": "street", "number": "number"}))
    assert "500 Maple Avenue" in by_street["right_address"].to_pylist()


def test_clusters_follow_the_columns():
    found = milepost.dedupe_arrow(pa.table({"id": range(6), "address": [*LEFT[:4], "", LEFT[5]]}), prefix="x_")
    assert found.column_names == ["id", "address", "x_cluster", "x_cluster_size", "x_weakest_link", "x_error"]
    assert found["x_cluster"].to_pylist() == [1, 2, None, None, None, 2]
    assert found["x_cluster"].type == pa.int64()
    assert found["x_cluster_size"].to_pylist() == [1, 2, None, None, None, 2]
    assert found["x_weakest_link"].to_pylist()[1] > 0.9
    missing = "no street, number, box or building to compare"
    assert found["x_error"].to_pylist() == [None, None, missing, None, "address is required", None]
    alone = milepost.dedupe_arrow(pa.array(LEFT), threshold=1)
    assert alone["cluster"].to_pylist()[1::4] == [2, 6]


def test_many_equal_rows_are_bounded_and_what_is_left_out_is_said():
    many, few = (pa.array(["1 Elm St, Reno, NV"] * count) for count in (20_000, 2))
    with pytest.warns(UserWarning, match="39000 more pairs of equal rows are left out"):
        assert milepost.match_arrow(many, few).num_rows == 1_000
    found = milepost.dedupe_arrow(pa.concat_arrays([many] * 5))
    assert found["cluster_size"].unique().to_pylist() == [100_000]


def test_rows_can_be_linked_elsewhere_by_their_keys():
    left, right = (pa.array([text for text in LEFT if text]), pa.array(["123 Main Street #4B, Reno NV 89501", "9 Elm St, Elko NV"]))
    engine = milepost._engine
    rows = [engine._link_rows([("address", column)], "us") for column in (left, right)]
    keys = [batch.column("keys").to_pylist() for batch in rows]
    assert keys[0][1:3] == [keys[0][1], None]
    shared = [(a, b) for a, of_a in enumerate(keys[0]) for b, of_b in enumerate(keys[1]) if {*(of_a or [])} & {*(of_b or [])}]
    assert shared == [(0, 0)]
    texts = (batch.column("components").slice(0, 1) for batch in rows)
    (compared,) = pa.array(_core.compare_rows(*texts, "us")).to_pylist()
    (pair,) = milepost.match_arrow(left, right, key_country="us").to_pylist()
    assert compared == {name: pair[name] for name, _ in _core.comparison_columns()}


def test_a_geocode_adds_the_distance():
    texts = "12 Elm St, Reno, NV", "12 Elm St, Miami, FL"
    compared = milepost.compare(*texts, geocode=True)
    assert compared["verdict"] == "different"
    assert compared["components"]["point"] == "contradicts"
    assert 3_500_000 < compared["distance_m"] < 4_500_000
    assert "distance_m" not in milepost.compare(*texts)
    near = milepost.match_arrow(pa.array(texts[:1]), pa.array(texts[:1]), geocode=True)
    assert near["point"].to_pylist() == ["missing"]


def test_what_is_not_utf8_is_an_error_of_its_row():
    damaged = pa.Array.from_buffers(pa.string(), 2, [None, *pa.array([b"1 Elm St", b"\xff Elm St"]).buffers()[1:]])
    found = milepost.dedupe_arrow(damaged)
    assert found["error"].to_pylist()[1].startswith("address is not UTF-8")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"left_id": "x"}, "there is no column `x`; there are: address"),
        ({"columns": "where"}, "there is no column `where`"),
        ({"columns": {"town": "address"}}, "there is no part `town`"),
        ({"columns": {}}, "an address needs a column"),
        ({"threshold": 2}, "threshold: must be from 0 to 1"),
        ({"key_country": "usa"}, "key_country: `usa`"),
    ],
)
def test_wrong_options_are_named(options, sentence):
    with pytest.raises(ValueError, match=sentence):
        milepost.match_arrow(pa.array(LEFT), pa.array(LEFT), **options)


def test_what_is_no_table_is_refused():
    with pytest.raises(TypeError, match="list"):
        milepost.dedupe_arrow(LEFT)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="no column looks like an address"):
        milepost.dedupe_arrow(pa.table({"id": [1]}))
    with pytest.raises(ValueError, match="the table has `cluster` already"):
        milepost.dedupe_arrow(pa.table({"address": LEFT, "cluster": LEFT}))
