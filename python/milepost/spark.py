"""Geocodes and parses Spark data frames by `mapInArrow`: one engine per Python worker, without copies."""

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
