"""Free-text postal addresses to labelled components and coordinates, on your own machine.

The functions share one engine. It loads the weights at the first call and the data at the first call that needs them. For your own
weights or data, make an `Engine`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from . import _core
from ._answers import to_geojson
from ._canonical_key import canonical_key
from ._core import CANONICAL_KEY_VERSION, MilepostError, expand
from ._engine import Addresses, Columns, Engine
from ._format import format
from .types import Bounds, Comparison, Geocode, InputMode, Near, Parse, Part, Places

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "CANONICAL_KEY_VERSION",
    "Engine",
    "MilepostError",
    "__version__",
    "canonical_key",
    "compare",
    "dedupe_arrow",
    "expand",
    "format",
    "geocode",
    "geocode_arrow",
    "label",
    "match_arrow",
    "parse",
    "parse_arrow",
    "reverse",
    "to_geojson",
]

__version__ = _core.VERSION

_engine = Engine()


def parse(text: str, *, input_mode: InputMode = "auto", country: str | None = None) -> Parse:
    """Parses an address; parameters are those of `Engine.parse`. Offsets are indices of `text`."""
    return _engine.parse(text, input_mode=input_mode, country=country)


def compare(a: str, b: str, *, country: str = "", input_mode: InputMode = "auto", geocode: bool = False) -> Comparison:
    """Whether two addresses are the same; parameters are those of `Engine.compare`."""
    return _engine.compare(a, b, country=country, input_mode=input_mode, geocode=geocode)


def label(text: str) -> list[tuple[str, str]]:
    """Value and label of each part of a complete address, with libpostal's labels and in reading order."""
    return _engine.label(text)


def geocode(
    text: str | Mapping[str, str],
    *,
    input_mode: InputMode = "auto",
    country: str | Sequence[str] | None = None,
    near: Near | None = None,
    bounds: Bounds | None = None,
    limit: int | None = None,
    language: str | Sequence[str] | None = None,
) -> Geocode:
    """Geocodes an address; parameters are those of `Engine.geocode`."""
    return _engine.geocode(text, input_mode=input_mode, country=country, near=near, bounds=bounds, limit=limit, language=language)


def reverse(lat: float, lon: float, *, houses: bool = True, language: str | Sequence[str] | None = None) -> Places | None:
    """The places that contain a point in degrees, finest first, after the nearest house if `houses`; None if there are none."""
    return _engine.reverse(lat, lon, houses=houses, language=language)


def parse_arrow(column: pa.Array[Any] | pa.ChunkedArray[Any], *, fields: Iterable[str] = (), threads: int | None = None) -> pa.StructArray:
    """Parses a column of text on all cores into one struct per row; parameters are those of `Engine.parse_arrow`."""
    return _engine.parse_arrow(column, fields=fields, threads=threads)


def geocode_arrow(
    column: pa.Array[Any] | pa.ChunkedArray[Any] | Mapping[Part, pa.Array[Any] | pa.ChunkedArray[Any]],
    *,
    fields: Iterable[str] = (),
    threads: int | None = None,
    country: str | Sequence[str] | None = None,
    near: Near | None = None,
    bounds: Bounds | None = None,
) -> pa.StructArray:
    """Geocodes a column of text on all cores into one struct per row; parameters are those of `Engine.geocode_arrow`."""
    return _engine.geocode_arrow(column, fields=fields, threads=threads, country=country, near=near, bounds=bounds)


def match_arrow(
    left: Addresses,
    right: Addresses,
    *,
    columns: Columns | tuple[Columns, Columns] = None,
    left_id: str | None = None,
    right_id: str | None = None,
    threshold: float = 0,
    one_to_one: bool = False,
    same_building: bool = False,
    key_country: str = "",
    geocode: bool = False,
    threads: int | None = None,
) -> pa.Table:
    """Pairs the rows of two tables that have the same address; parameters are those of `Engine.match_arrow`."""
    return _engine.match_arrow(
        left,
        right,
        columns=columns,
        left_id=left_id,
        right_id=right_id,
        threshold=threshold,
        one_to_one=one_to_one,
        same_building=same_building,
        key_country=key_country,
        geocode=geocode,
        threads=threads,
    )


def dedupe_arrow(
    table: Addresses,
    *,
    columns: Columns = None,
    threshold: float = 0,
    prefix: str = "",
    key_country: str = "",
    geocode: bool = False,
    threads: int | None = None,
) -> pa.Table:
    """Finds the rows of a table that have the same address; parameters are those of `Engine.dedupe_arrow`."""
    return _engine.dedupe_arrow(
        table,
        columns=columns,
        threshold=threshold,
        prefix=prefix,
        key_country=key_country,
        geocode=geocode,
        threads=threads,
    )
