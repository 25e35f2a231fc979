"""Accessors of pandas: `import milepost.pandas`, then `df.milepost` and `series.milepost`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

import pandas as pd
import pyarrow as pa

from . import geocode_arrow, parse_arrow
from .types import Bounds, Near, Part


def _column(series: pd.Series[Any]) -> pa.Array[Any] | pa.ChunkedArray[Any]:
    missing = series.isna()
    values = series.astype("str").mask(missing, None) if missing.any() else series.astype("str")
    return cast("pa.Array[Any]", pa.array(values, type=pa.large_string(), from_pandas=True))


def _frame(answers: pa.StructArray, index: pd.Index[Any], prefix: str) -> pd.DataFrame:
    names = [field.name for field in answers.type]
    table = pa.Table.from_arrays(answers.flatten(), names=[prefix + name for name in names])
    return cast("pd.DataFrame", table.to_pandas()).set_axis(index, axis="index")


@pd.api.extensions.register_series_accessor("milepost")
class SeriesAccessor:
    """Parses and geocodes a column of addresses; the answers have its index."""

    def __init__(self, series: pd.Series[Any]) -> None:
        """Used by pandas."""
        self._series = series

    def parse(self, *, fields: Iterable[str] = (), prefix: str = "") -> pd.DataFrame:
        """The components, one column per tag."""
        answers = parse_arrow(_column(self._series), fields=fields)
        return _frame(answers, self._series.index, prefix)

    def geocode(
        self,
        *,
        fields: Iterable[str] = (),
        prefix: str = "",
        country: str | Sequence[str] | None = None,
        near: Near | None = None,
        bounds: Bounds | None = None,
    ) -> pd.DataFrame:
        """The place of each address; `country`, `near` and `bounds` are those of `milepost.geocode`."""
        answers = geocode_arrow(_column(self._series), fields=fields, country=country, near=near, bounds=bounds)
        return _frame(answers, self._series.index, prefix)


@pd.api.extensions.register_dataframe_accessor("milepost")
class DataFrameAccessor:
    """Parses and geocodes a column of a frame; all columns stay, and the answers follow them."""

    def __init__(self, frame: pd.DataFrame) -> None:
        """Used by pandas."""
        self._frame = frame

    def parse(self, column: str, *, fields: Iterable[str] = (), prefix: str = "geo_") -> pd.DataFrame:
        """The frame with the components of the addresses of `column`."""
        answers = SeriesAccessor(self._frame[column]).parse(fields=fields, prefix=prefix)
        return pd.concat([self._frame, answers], axis="columns")

    def geocode(
        self,
        column: str | Mapping[Part, str],
        *,
        fields: Iterable[str] = (),
        prefix: str = "geo_",
        country: str | Sequence[str] | None = None,
        near: Near | None = None,
        bounds: Bounds | None = None,
    ) -> pd.DataFrame:
        """The frame with the places of its addresses.

        :param column: the column of the addresses, or the column of each part: `{"street": "road", "city": "town"}`
        :param country: as for `milepost.geocode`, for all rows; so are `near` and `bounds`
        """
        if isinstance(column, str):
            answers = SeriesAccessor(self._frame[column]).geocode(fields=fields, prefix=prefix, country=country, near=near, bounds=bounds)
        else:
            parts = {part: _column(self._frame[name]) for part, name in column.items()}
            struct = geocode_arrow(parts, fields=fields, country=country, near=near, bounds=bounds)
            answers = _frame(struct, self._frame.index, prefix)
        return pd.concat([self._frame, answers], axis="columns")
