"""Namespaces of Polars: `import milepost.polars`, then `df.milepost` and `series.milepost`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import polars as pl
import pyarrow as pa

from . import geocode_arrow, parse_arrow
from .types import Bounds, Near, Part


def _column(series: pl.Series) -> pa.Array[Any] | pa.ChunkedArray[Any]:
    return cast("pa.Array[Any]", series.cast(pl.String).to_arrow())


def _frame(answers: pa.StructArray, prefix: str) -> pl.DataFrame:
    names = [prefix + field.name for field in answers.type]
    table = pa.Table.from_arrays(answers.flatten(), names=names)
    return cast("pl.DataFrame", pl.from_arrow(table))


@pl.api.register_series_namespace("milepost")
class SeriesNamespace:
    """Parses and geocodes a column of addresses."""

    def __init__(self, series: pl.Series) -> None:
        """Used by Polars."""
        self._series = series

    def parse(self, *, fields: Iterable[str] = (), prefix: str = "") -> pl.DataFrame:
        """The components, one column per tag."""
        return _frame(parse_arrow(_column(self._series), fields=fields), prefix)

    def geocode(
        self,
        *,
        fields: Iterable[str] = (),
        prefix: str = "",
        country: str | Sequence[str] | None = None,
        near: Near | None = None,
        bounds: Bounds | None = None,
    ) -> pl.DataFrame:
        """The place of each address; `country`, `near` and `bounds` are those of `milepost.geocode`."""
        return _frame(geocode_arrow(_column(self._series), fields=fields, country=country, near=near, bounds=bounds), prefix)


@pl.api.register_dataframe_namespace("milepost")
class DataFrameNamespace:
    """Parses and geocodes a column of a frame; all columns stay, and the answers follow them."""

    def __init__(self, frame: pl.DataFrame) -> None:
        """Used by Polars."""
        self._frame = frame

    def parse(self, column: str, *, fields: Iterable[str] = (), prefix: str = "geo_") -> pl.DataFrame:
        """The frame with the components of the addresses of `column`."""
        return self._frame.hstack(SeriesNamespace(self._frame[column]).parse(fields=fields, prefix=prefix))

    def geocode(
        self,
        column: str | Mapping[Part, str],
        *,
        fields: Iterable[str] = (),
        prefix: str = "geo_",
        country: str | Sequence[str] | None = None,
        near: Near | None = None,
        bounds: Bounds | None = None,
    ) -> pl.DataFrame:
        """The frame with the places of its addresses.

        :param column: the column of the addresses, or the column of each part: `{"street": "road", "city": "town"}`
        :param country: as for `milepost.geocode`, for all rows; so are `near` and `bounds`
        """
        if isinstance(column, str):
            addresses = SeriesNamespace(self._frame[column])
            return self._frame.hstack(addresses.geocode(fields=fields, prefix=prefix, country=country, near=near, bounds=bounds))
        parts = {part: _column(self._frame[name]) for part, name in column.items()}
        return self._frame.hstack(_frame(geocode_arrow(parts, fields=fields, country=country, near=near, bounds=bounds), prefix))
