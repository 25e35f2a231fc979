"""The engine: parsing and geocoding with what is installed."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from . import _core
from ._discovery import Environment, find_weights, locate_data, onnxruntime_library
from .types import Bounds, Comparison, Completion, Geocode, InputMode, Near, Parse, Part, Places, SearchResult

if TYPE_CHECKING:
    import pyarrow as pa

MilepostError = _core.MilepostError

# A table with the columns of addresses, or the column of whole addresses.
Addresses: TypeAlias = "pa.Table | pa.RecordBatch | pa.Array[Any] | pa.ChunkedArray[Any]"
# The column of whole addresses, or that of each part; none to guess.
Columns: TypeAlias = "str | Mapping[Part, str] | None"

# Rows whose values help to guess the columns, as in `milepost match`.
_SAMPLE = 200


class Engine:
    """Weights and data, opened by the first call that needs them and shared by all threads.

    A call raises `MilepostError` with the reason if the installation lacks what it needs. Calls release the GIL.
    """

    def __init__(
        self,
        *,
        locale: str = "en-US",
        weights: str | None = None,
        candidate_db: str | None = None,
        admin_db: str | None = None,
        environment: Environment | None = None,
        warn: Callable[[str], object] | None = None,
    ) -> None:
        """Sets what to open; nothing is opened yet.

        :param locale: locale of the weights
        :param weights: folder of your own bundle; by default `SERVICE_WEIGHTS`, otherwise that of the locale
        :param candidate_db: path of a gazetteer; by default it is found as in `docs/configuration.md`
        :param admin_db: path of an administrative database; by default it is found likewise
        :param environment: environment variables; by default those of the process
        :param warn: called with a sentence for each file that was found and is not used
        """
        self._locale = locale
        self._weights = weights
        self._candidate_db = candidate_db
        self._admin_db = admin_db
        self._environment: Environment = os.environ if environment is None else environment
        self._warn = warn
        self._lock = Lock()
        self._parser: _core.Engine | None = None
        self._geocoder: _core.Engine | None = None

    def parse(self, text: str, *, input_mode: InputMode = "auto", country: str | None = None) -> Parse:
        """Parses an address. Offsets are indices of `text`.

        :param country: the country the address is in, as a hint: ISO 3166-1 alpha-2, in either case
        """
        return Parse(self._parsing().parse(text, input_mode, country))

    def compare(self, a: str, b: str, *, country: str = "", input_mode: InputMode = "auto", geocode: bool = False) -> Comparison:
        """Whether two addresses are the same.

        :param country: country (ISO 3166-1 alpha-2) of an address that names none
        :param geocode: geocodes both, so that the distance of their points counts
        """
        core = self._geocoding() if geocode else self._parsing()
        verdict, probability, components, distance = core.compare(a, b, country, input_mode, geocode)
        compared = {"verdict": verdict, "probability": probability, "components": components}
        return cast(Comparison, compared if distance is None else {**compared, "distance_m": distance})

    def label(self, text: str) -> list[tuple[str, str]]:
        """Value and label of each part of a complete address, with libpostal's labels and in reading order."""
        return self._parsing().label(text, "formatted")

    def geocode(
        self,
        text: str | Mapping[str, str],
        *,
        input_mode: InputMode = "auto",
        country: str | Sequence[str] | None = None,
        near: Near | None = None,
        bounds: Bounds | None = None,
        limit: int | None = None,
        language: str | Sequence[str] | None = None,
    ) -> Geocode:
        """Geocodes an address: a text, or its components by tag, which are not parsed.

        :param country: one or several countries that the answer must lie in; ISO 3166-1 alpha-2, in either case
        :param near: of several places that fit, the one near this point is preferred
        :param bounds: a box that the answer must lie in
        :param limit: number of answers; each of the `candidates` is then a full answer
        :param language: language of the names of places (BCP 47), or several, the preferred one first
        """
        where = _answer_bounds(country, near, bounds, limit)
        address = text if isinstance(text, str) else dict(text)
        return Geocode(self._geocoding().geocode(address, input_mode, *where, _several(language)))

    def search(
        self,
        query: str,
        *,
        country: str | Sequence[str] | None = None,
        near: Near | None = None,
        bounds: Bounds | None = None,
        limit: int | None = None,
        language: str | Sequence[str] | None = None,
    ) -> list[SearchResult]:
        """The places that a text finds within the bounds, the likeliest first; may be empty."""
        where = _answer_bounds(country, near, bounds, limit)
        return cast("list[SearchResult]", self._geocoding().search(query, *where, _several(language)))

    def reverse(self, lat: float, lon: float, *, houses: bool = True, language: str | Sequence[str] | None = None) -> Places | None:
        """The places that contain a point in degrees, finest first; None if there are none.

        :param houses: whether the nearest house precedes them, if a register covers the point
        """
        if not (-90 <= lat <= 90 and -180 <= lon <= 180):
            raise ValueError(f"lat, lon: {lat}, {lon} is not a point in degrees")
        found = self._geocoding().reverse(lat, lon, houses, _several(language))
        return None if found is None else Places(found)

    def complete(
        self,
        query: str,
        *,
        limit: int = 10,
        near: Near | None = None,
        language: str | Sequence[str] | None = None,
    ) -> list[Completion]:
        """Completions of a text, best first; with a point, near ones come earlier."""
        return cast("list[Completion]", self._geocoding().complete(query, limit, _point(near), _several(language)))

    def parse_arrow(
        self,
        column: pa.Array[Any] | pa.ChunkedArray[Any],
        *,
        fields: Iterable[str] = (),
        threads: int | None = None,
    ) -> pa.StructArray:
        """Parses a column of text on all cores into one struct per row.

        :param fields: as `milepost bulk --only parse --fields help` lists them; by default all. `error` is always included
        :param threads: most threads; by default one per core
        """
        chunks = [[("address", chunk)] for chunk in _chunks(column)]
        return _struct(self._parsing().parse_arrow(chunks, list(fields), threads))

    def geocode_arrow(
        self,
        column: pa.Array[Any] | pa.ChunkedArray[Any] | Mapping[Part, pa.Array[Any] | pa.ChunkedArray[Any]],
        *,
        fields: Iterable[str] = (),
        threads: int | None = None,
        country: str | Sequence[str] | None = None,
        near: Near | None = None,
        bounds: Bounds | None = None,
    ) -> pa.StructArray:
        """Geocodes a column of text on all cores into one struct per row.

        :param column: whole addresses, or a column per part: `{"street": streets, "city": towns}` in the order of the country's
            addresses. The columns `country`, `region` and `postcode` bound the answer of their row
        :param fields: as for `parse_arrow`, as is `threads`
        :param country: as for `geocode`, for all rows; so are `near` and `bounds`
        """
        countries, point, box, _ = _answer_bounds(country, near, bounds, None)
        chunks: list[list[tuple[str, Any]]] = []
        if isinstance(column, Mapping):
            chunks.append([(part, _chunk(cells)) for part, cells in column.items()])
        else:
            chunks += ([("address", chunk)] for chunk in _chunks(column))
        return _struct(self._geocoding().geocode_arrow(chunks, list(fields), threads, countries, point, box))

    def match_arrow(
        self,
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
        """Pairs the rows of two tables that have the same address: the pairs of `milepost match`, on all cores.

        :param left: a table, or a column of whole addresses
        :param columns: the column of the addresses, or the column of each part: `{"street": "road", "city": "town"}`; a tuple for a table
            each. By default they are guessed as by the command
        :param left_id: the column of `left` whose cells identify its rows in the result, as does `right_id`; by default the number of the
            row, from 1
        :param threshold: least probability of a pair
        :param one_to_one: each address is in one pair at most, the most probable one
        :param same_building: also pairs of different units of one building
        :param key_country: country (ISO 3166-1 alpha-2) of addresses that name none
        :param geocode: geocodes the addresses: those near each other are compared as well, and their distance counts
        :param threads: most threads; by default one per core
        """
        import pyarrow as pa
        import pyarrow.compute as pc

        tables = _table(left), _table(right)
        ids = [_ids(table, name) for table, name in zip(tables, (left_id, right_id), strict=True)]
        of_left, of_right = columns if isinstance(columns, tuple) else (columns, columns)
        texts = self._address_columns(tables[0], of_left), self._address_columns(tables[1], of_right)
        core = self._geocoding() if geocode else self._parsing()
        least, country = _probability(threshold), _key_country(key_country)
        pairs = self._linked(core.match_arrow(*texts, least, one_to_one, same_building, country, geocode, threads))
        for index, name in enumerate(("left", "right")):
            rows = pairs[name].cast(pa.int64())
            cells = ids[index]
            pairs = pairs.set_column(index, name, rows if cells is None else cells.take(pc.subtract(rows, 1)))
        return pairs

    def dedupe_arrow(
        self,
        table: Addresses,
        *,
        columns: Columns = None,
        threshold: float = 0,
        prefix: str = "",
        key_country: str = "",
        geocode: bool = False,
        threads: int | None = None,
    ) -> pa.Table:
        """Finds the rows of a table that have the same address: its columns, then those of `milepost dedupe`.

        :param table: a table, or a column of whole addresses
        :param columns: as for `match_arrow`, as are `key_country`, `geocode` and `threads`
        :param threshold: least probability of a link
        :param prefix: prefix of the new columns
        """
        import pyarrow as pa

        whole = _table(table)
        texts = self._address_columns(whole, columns)
        core = self._geocoding() if geocode else self._parsing()
        least, country = _probability(threshold), _key_country(key_country)
        clusters = self._linked(core.dedupe_arrow(texts, least, country, geocode, threads))
        for name in clusters.column_names:
            if prefix + name in whole.column_names:
                raise ValueError(f"prefix: the table has `{prefix + name}` already; say another prefix")
            cells = clusters[name].cast(pa.int64()) if name in ("cluster", "cluster_size") else clusters[name]
            whole = whole.append_column(prefix + name, cells)
        return whole

    def _link_rows(self, parts: list[tuple[str, pa.Array[Any]]], key_country: str, geocode: bool = False) -> pa.RecordBatch:
        """Address, components and blocking keys of each row, for tables that are linked elsewhere."""
        import pyarrow as pa

        columns = [(part, _chunk(cells)) for part, cells in parts]
        core = self._geocoding() if geocode else self._parsing()
        arrays = core.link_rows_arrow(columns, _key_country(key_country), geocode, 1)
        return pa.RecordBatch.from_struct_array(pa.concat_arrays([_struct(array) for array in arrays]))

    def _address_columns(self, table: pa.Table, named: Columns) -> list[tuple[str, Any]]:
        """The columns of the parts of the addresses, in the order of the table."""
        if named is None:
            sample = [_sample(column) for column in table.slice(0, _SAMPLE).columns]
            parts, notes = _core.guess_parts(table.column_names, [list(row) for row in zip(*sample, strict=True)])
            if self._warn is not None:
                for note in notes:
                    self._warn(note)
        else:
            chosen = {"address": named} if isinstance(named, str) else named
            parts = [(part, _index(table, name)) for part, name in chosen.items()]
        return [(part, _chunk(_texts(table.column(index)))) for part, index in sorted(parts, key=lambda part: part[1])]

    @staticmethod
    def _linked(answer: tuple[list[_core.ArrowColumn], list[str]]) -> pa.Table:
        import pyarrow as pa

        arrays, left_out = answer
        for sentence in left_out:
            warnings.warn(sentence, stacklevel=4)
        return pa.Table.from_batches([pa.RecordBatch.from_struct_array(_struct(array)) for array in arrays])

    @property
    def sources(self) -> list[str]:
        """Owners of the open data, name and licence each, to show with answers."""
        return self._geocoding().sources()

    @property
    def data_updated(self) -> str | None:
        """Day of the newest row of the open data (`2026-10-31`)."""
        return self._geocoding().data_updated()

    @property
    def model(self) -> dict[str, Any] | None:
        """The card of the bundle that parses."""
        return self._parsing().model_card()

    def _parsing(self) -> _core.Engine:
        if self._parser is None:
            with self._lock:
                self._parser = self._parser or self._open_weights()
        return self._parser

    def _geocoding(self) -> _core.Engine:
        if self._geocoder is None:
            parser = self._parsing()
            with self._lock:
                self._geocoder = self._geocoder or self._open_data(parser)
        return self._geocoder

    def _open_weights(self) -> _core.Engine:
        bundle = find_weights(self._weights, self._locale, self._environment)
        if bundle is None:
            raise MilepostError(f"parsing is off: there are no weights for locale {self._locale}")
        # The published ONNX Runtime sends telemetry from threads of its own. It reads this variable before it starts them.
        os.environ["ORT_DISABLE_TELEMETRY"] = "1"
        return _core.Engine().with_weights(onnxruntime_library(), bundle)

    def _open_data(self, parser: _core.Engine) -> _core.Engine:
        found = locate_data(self._candidate_db, self._admin_db, self._environment)
        if found.candidate_db is None:
            raise MilepostError(
                f"geocoding is off: no candidate gazetteer was found: {found.missing}; install milepost-starter-data, "
                "or name one by SERVICE_CANDIDATE_DB or SERVICE_DATA_ROOT"
            )
        core = parser.with_gazetteer(found.candidate_db, found.data_root)
        if self._warn is not None:
            for sentence in core.skipped_shards():
                self._warn(sentence)
        if found.admin_db is None:
            return core
        try:
            return core.with_reverse(found.admin_db, found.polygons, found.data_root)
        except MilepostError as error:
            if self._warn is not None:
                self._warn(str(error))
            return core


def _point(near: Near | None) -> tuple[float, float] | None:
    return None if near is None else (near["lat"], near["lon"])


def _several(values: str | Sequence[str] | None) -> list[str]:
    return [] if values is None else [values] if isinstance(values, str) else list(values)


def _answer_bounds(
    country: str | Sequence[str] | None, near: Near | None, bounds: Bounds | None, limit: int | None
) -> tuple[list[str], tuple[float, float] | None, tuple[float, float, float, float] | None, int | None]:
    countries = _several(country)
    for code in countries:
        if len(code) != 2 or not code.isalpha():
            raise ValueError(f"country: `{code}` is not a code of ISO 3166-1 alpha-2")
    if limit is not None and not 1 <= limit <= 50:
        raise ValueError("limit: must be from 1 to 50")
    box = None if bounds is None else (bounds["south"], bounds["west"], bounds["north"], bounds["east"])
    return countries, _point(near), box, limit


def _chunks(column: pa.Array[Any] | pa.ChunkedArray[Any]) -> list[Any]:
    """The arrays of a column, whose buffers are as long as its first and last offsets say: the C data interface does not tell lengths."""
    import pyarrow as pa

    if not isinstance(column, pa.Array | pa.ChunkedArray):
        raise TypeError(f"a column must be a pyarrow Array or ChunkedArray, not {type(column).__name__}")
    try:
        column.validate()
    except pa.ArrowInvalid as error:
        raise ValueError(f"the column is damaged: {error}") from error
    return column.chunks if isinstance(column, pa.ChunkedArray) else [column]


def _chunk(column: pa.Array[Any] | pa.ChunkedArray[Any]) -> Any:
    import pyarrow as pa

    whole = column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column
    (chunk,) = _chunks(whole)
    return chunk


def _table(addresses: Addresses) -> pa.Table:
    import pyarrow as pa

    if isinstance(addresses, pa.RecordBatch):
        addresses = pa.Table.from_batches([addresses])
    elif isinstance(addresses, pa.Array | pa.ChunkedArray):
        addresses = pa.table({"address": addresses})
    elif not isinstance(addresses, pa.Table):
        raise TypeError(f"addresses must be a pyarrow Table, Array or ChunkedArray, not {type(addresses).__name__}")
    try:
        addresses.validate()
    except pa.ArrowInvalid as error:
        raise ValueError(f"the table is damaged: {error}") from error
    return addresses


def _index(table: pa.Table, name: str) -> int:
    if table.column_names.count(name) != 1:
        raise ValueError(f"there is no column `{name}`; there are: {', '.join(table.column_names)}")
    return int(table.column_names.index(name))


def _ids(table: pa.Table, name: str | None) -> pa.ChunkedArray[Any] | None:
    return None if name is None else table.column(_index(table, name))


def _texts(column: pa.ChunkedArray[Any]) -> pa.ChunkedArray[Any]:
    """The cells as text, because house numbers and postcodes may be numeric; nulls for lists and the like, which cannot be addresses."""
    import pyarrow as pa

    if pa.types.is_dictionary(column.type) or pa.types.is_string(column.type) or pa.types.is_string_view(column.type):
        return column
    try:
        return column.cast(pa.large_string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return pa.chunked_array([pa.nulls(len(column), pa.string())])


def _sample(column: pa.ChunkedArray[Any]) -> list[str | None]:
    try:
        return cast("list[str | None]", _texts(column).cast("string").to_pylist())
    except UnicodeDecodeError:
        return [None] * len(column)


def _probability(threshold: float) -> float:
    if not 0 <= threshold <= 1:
        raise ValueError("threshold: must be from 0 to 1")
    return threshold


def _key_country(code: str) -> str:
    if code and (len(code) != 2 or not code.isalpha()):
        raise ValueError(f"key_country: `{code}` is not a code of ISO 3166-1 alpha-2")
    return code


def _struct(column: _core.ArrowColumn) -> pa.StructArray:
    import pyarrow as pa

    return cast("pa.StructArray", pa.array(column))
