"""Geocodes, parses and matches Spark data frames by `mapInArrow`: one engine per Python worker, without copies."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import TYPE_CHECKING, Any, Literal

import pyarrow as pa

from . import _core
from ._engine import Engine
from .types import Bounds, Near, Part

if TYPE_CHECKING:
    from pyspark.sql import DataFrame


def geocode(
    frame: DataFrame,
    column: str | Mapping[Part, str],
    *,
    fields: Sequence[str] = ("lat", "lon", "tier", "accuracy_m", "confidence"),
    prefix: str = "geo_",
    data_root: str | None = None,
    country: str | Sequence[str] | None = None,
    near: Near | None = None,
    bounds: Bounds | None = None,
) -> DataFrame:
    """The frame with the places of its addresses after its columns.

    :param column: the column of the addresses, or the column of each part: `{"street": "road", "city": "town"}`
    :param fields: fields of the answer, as `milepost bulk --fields help` lists them; `error` is always included
    :param prefix: prefix of their names
    :param data_root: a data root on every executor: an absolute path, or the name of an archive that `SparkContext.addArchive` or
        `--archives` distributes (`data.tar.gz#name`); by default `SERVICE_DATA_ROOT` there, otherwise `milepost-starter-data`
    :param country: as for `milepost.geocode`, for all rows; so are `near` and `bounds`
    """
    within = {"country": country, "near": near, "bounds": bounds}
    return _asked("geocode", frame, column, fields, prefix, data_root, within)


def parse(
    frame: DataFrame,
    column: str,
    *,
    fields: Sequence[str] = ("house_number", "street", "locality", "region", "postcode", "country"),
    prefix: str = "geo_",
) -> DataFrame:
    """The frame with the components of the addresses of `column` after its columns."""
    return _asked("parse", frame, column, fields, prefix, None, {})


# Most pairs of a block, as in `milepost match`.
_MOST_PAIRS = 5_000


def match(
    left: DataFrame,
    right: DataFrame,
    column: str | Mapping[Part, str] | tuple[str | Mapping[Part, str], str | Mapping[Part, str]],
    *,
    left_id: str,
    right_id: str,
    threshold: float = 0,
    same_building: bool = False,
    key_country: str = "",
    geocode: bool = False,
) -> DataFrame:
    """The pairs of rows that have the same address, with the columns of `milepost match`.

    The rows of both frames are parsed once and cached; `spark.catalog.clearCache()` frees them.

    :param column: the column of the addresses, or the column of each part; a tuple for a frame each
    :param left_id: the column of `left` whose cells identify its rows in the result; likewise `right_id`
    :param threshold: least probability of a pair
    :param same_building: also pairs of different units of one building
    :param key_country: country (ISO 3166-1 alpha-2) of addresses that name none
    :param geocode: geocodes the addresses: those near each other are compared as well, and their distance counts
    """
    import pyspark.sql.functions as sql

    of_left, of_right = column if isinstance(column, tuple) else (column, column)
    rows = {
        "left": _link_rows(left, of_left, left_id, "left", key_country, geocode).persist(),
        "right": _link_rows(right, of_right, right_id, "right", key_country, geocode).persist(),
    }

    def addresses(side: str) -> DataFrame:
        return rows[side].drop(side).dropDuplicates([f"{side}_address"])

    def keys(side: str) -> DataFrame:
        return addresses(side).withColumn("key", sql.explode("keys")).drop("keys")

    blocks = [keys(side).groupBy("key").agg(sql.count("*").alias(f"{side}_count")) for side in rows]
    bounded = blocks[0].join(blocks[1], "key").where(sql.col("left_count") * sql.col("right_count") <= _MOST_PAIRS).select("key")
    found = keys("left").join(bounded, "key").join(keys("right"), "key").drop("key")
    # Equal texts are pairs however large their blocks are.
    is_equal = sql.col("left_address") == sql.col("right_address")
    equal = addresses("left").drop("keys").join(addresses("right").drop("keys"), is_equal)
    pairs = found.unionByName(equal).dropDuplicates(["left_address", "right_address"])

    wanted = ["same", "likely", *(["same_building"] if same_building else [])]
    compared = pairs.mapInArrow(_comparisons(key_country), _comparison_schema())
    compared = compared.where(sql.col("verdict").isin(wanted) & (sql.col("probability") >= threshold))
    for side in rows:
        compared = compared.join(rows[side].select(side, f"{side}_address"), f"{side}_address")
    components = [name for name in compared.columns if name not in _BEFORE]
    return compared.select(*_BEFORE, *components)


_BEFORE = ("left", "right", "verdict", "probability", "left_address", "right_address")


def _link_rows(frame: DataFrame, column: str | Mapping[Part, str], of_id: str, side: str, key_country: str, geocode: bool) -> DataFrame:
    """Identifier, address, components and blocking keys of the rows that can be compared."""
    from pyspark.sql.types import ArrayType, StringType, StructField, StructType

    parts = {"address": column} if isinstance(column, str) else {str(part): name for part, name in column.items()}
    for name in [of_id, *parts.values()]:
        if name not in frame.columns:
            raise ValueError(f"column: the frame has no `{name}`; it has {', '.join(frame.columns)}")
    ordered = sorted(parts.items(), key=lambda part: frame.columns.index(part[1]))
    names = [side, f"{side}_address", f"{side}_components", "keys"]
    kinds = [StringType(), StringType(), ArrayType(StringType())]
    added = [StructField(name, kind) for name, kind in zip(names[1:], kinds, strict=True)]
    schema = StructType([StructField(side, frame.schema[of_id].dataType), *added])
    parts_of_rows = [frame[name].cast("string").alias(f"part_{part}") for part, name in ordered]

    def rows(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            texts = [(part, batch.column(f"part_{part}")) for part, _ in ordered]
            found = _engine(None)._link_rows(texts, key_country, geocode)
            yield pa.RecordBatch.from_arrays([batch.column("id"), *found.columns], names=names)

    chosen = frame.select(frame[of_id].alias("id"), *parts_of_rows).mapInArrow(rows, schema)
    return chosen.where(f"{side}_address is not null")


def _comparison_schema() -> Any:
    from pyspark.sql.types import DoubleType, StringType, StructField, StructType

    names = [name for name, _ in _core.comparison_columns()]
    kinds = [DoubleType() if kind == "number" else StringType() for _, kind in _core.comparison_columns()]
    fields = [StructField(f"{side}_address", StringType()) for side in ("left", "right")]
    return StructType([*fields, *(StructField(name, kind) for name, kind in zip(names, kinds, strict=True))])


def _comparisons(key_country: str) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def compared(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        for batch in batches:
            left, right = (batch.column(f"{side}_components") for side in ("left", "right"))
            levels = pa.RecordBatch.from_struct_array(pa.array(_core.compare_rows(left, right, key_country)))
            columns = [batch.column("left_address"), batch.column("right_address"), *levels.columns]
            yield pa.RecordBatch.from_arrays(columns, names=["left_address", "right_address", *levels.schema.names])

    return compared


def _asked(
    question: Literal["geocode", "parse"],
    frame: DataFrame,
    column: str | Mapping[Part, str],
    fields: Sequence[str],
    prefix: str,
    data_root: str | None,
    within: dict[str, Any],
) -> DataFrame:
    from pyspark.sql.types import ArrayType, DoubleType, StringType, StructField, StructType

    for name in [column] if isinstance(column, str) else column.values():
        if name not in frame.columns:
            raise ValueError(f"column: the frame has no `{name}`; it has {', '.join(frame.columns)}")
    kinds = {"number": DoubleType(), "text": StringType(), "list": ArrayType(StringType())}
    found = [(name, kinds[kind]) for name, kind in _core.columns(question, list(fields))]
    names = [name for name, _ in found]
    taken = [prefix + name for name in names if prefix + name in frame.columns]
    if taken:
        raise ValueError(f"prefix: the frame has `{taken[0]}` already; say another prefix")

    added = [StructField(prefix + name, kind) for name, kind in found]
    schema = StructType([*frame.schema.fields, *added])
    return frame.mapInArrow(_batches(question, column, names, prefix, data_root, within), schema)


def _batches(
    question: str, column: str | Mapping[Part, str], names: Sequence[str], prefix: str, data_root: str | None, within: dict[str, Any]
) -> Callable[[Iterable[pa.RecordBatch]], Iterator[pa.RecordBatch]]:
    def answered(batches: Iterable[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        ask = getattr(_engine(data_root), f"{question}_arrow")
        for batch in batches:
            # Spark runs one task per core, so each uses one thread.
            parts = batch.column(column) if isinstance(column, str) else {part: batch.column(name) for part, name in column.items()}
            answers = ask(parts, fields=names, threads=1, **within)
            columns = [*batch.columns, *(answers.field(name) for name in names)]
            yield pa.RecordBatch.from_arrays(columns, names=[*batch.schema.names, *(prefix + name for name in names)])

    return answered


@cache
def _engine(data_root: str | None) -> Engine:
    """The engine of this worker, which Spark keeps for later tasks."""
    if data_root is None:
        return Engine()
    if not os.path.isabs(data_root):
        from pyspark import SparkFiles

        data_root = SparkFiles.get(data_root)
    return Engine(environment={**os.environ, "SERVICE_DATA_ROOT": data_root})
