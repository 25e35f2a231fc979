"""The compiled module, made by `crates/python`. Import `milepost` instead."""

from os import PathLike
from typing import Any, final

__all__ = [
    "CANONICAL_KEY_VERSION",
    "VERSION",
    "ArrowColumn",
    "Engine",
    "MilepostError",
    "agreements",
    "blocking_keys",
    "bulk",
    "canonical_key",
    "columns",
    "compare_rows",
    "comparison_columns",
    "english_spellings",
    "expand",
    "format_address",
    "guess_parts",
    "words",
]

CANONICAL_KEY_VERSION: int
VERSION: str

class MilepostError(Exception): ...

@final
class ArrowColumn:
    def __arrow_c_array__(self, requested_schema: object | None = None) -> tuple[object, object]: ...

def agreements(a: dict[str, list[str]], b: dict[str, list[str]], country: str) -> dict[str, str]: ...
def blocking_keys(components: dict[str, list[str]], country: str) -> list[str]: ...
def bulk(words: list[str]) -> int: ...
def expand(text: str) -> list[str]: ...
def format_address(components: dict[str, list[str]], country: str, append_country: bool, abbreviate: bool, separator: str) -> str: ...
def canonical_key(components: dict[str, list[str]], country: str) -> str: ...
def columns(question: str, fields: list[str]) -> list[tuple[str, str]]: ...
def compare_rows(a: Any, b: Any, key_country: str) -> ArrowColumn: ...
def comparison_columns() -> list[tuple[str, str]]: ...
def guess_parts(names: list[str], sample: list[list[str | None]]) -> tuple[list[tuple[str, int]], list[str]]: ...
def english_spellings() -> list[dict[str, str]]: ...
def words(text: str) -> list[str]: ...

@final
class Engine:
    def __init__(self) -> None: ...
    def with_weights(self, onnxruntime: str | PathLike[str], bundle: str | PathLike[str]) -> Engine: ...
    def with_gazetteer(self, candidate_db: str | PathLike[str], data_root: str | PathLike[str]) -> Engine: ...
    def with_reverse(
        self,
        admin_db: str | PathLike[str],
        polygons: str | PathLike[str] | None,
        data_root: str | PathLike[str],
    ) -> Engine: ...
    def skipped_shards(self) -> list[str]: ...
    def sources(self) -> list[str]: ...
    def data_updated(self) -> str | None: ...
    def model_card(self) -> dict[str, Any] | None: ...
    def parse(self, text: str, mode: str, country: str | None) -> Any: ...
    def compare(self, a: str, b: str, country: str, mode: str, geocode: bool) -> tuple[str, float, dict[str, str], float | None]: ...
    def label(self, text: str, mode: str) -> list[tuple[str, str]]: ...
    def geocode(
        self,
        address: str | dict[str, str],
        mode: str,
        countries: list[str],
        near: tuple[float, float] | None,
        bounds: tuple[float, float, float, float] | None,
        limit: int | None,
        languages: list[str],
    ) -> Any: ...
    def search(
        self,
        query: str,
        countries: list[str],
        near: tuple[float, float] | None,
        bounds: tuple[float, float, float, float] | None,
        limit: int | None,
        languages: list[str],
    ) -> Any: ...
    def reverse(self, lat: float, lon: float, houses: bool, languages: list[str]) -> Any | None: ...
    def complete(self, query: str, limit: int, near: tuple[float, float] | None, languages: list[str]) -> Any: ...
    def parse_arrow(self, chunks: list[Any], fields: list[str], threads: int | None) -> ArrowColumn: ...
    def geocode_arrow(
        self,
        chunks: list[Any],
        fields: list[str],
        threads: int | None,
        countries: list[str],
        near: tuple[float, float] | None,
        bounds: tuple[float, float, float, float] | None,
    ) -> ArrowColumn: ...
    def geocode_parts_arrow(
        self,
        columns: list[tuple[str, Any]],
        fields: list[str],
        threads: int | None,
        countries: list[str],
        near: tuple[float, float] | None,
        bounds: tuple[float, float, float, float] | None,
    ) -> ArrowColumn: ...
    def match_arrow(
        self,
        left: list[tuple[str, Any]],
        right: list[tuple[str, Any]],
        threshold: float,
        one_to_one: bool,
        same_building: bool,
        key_country: str,
        geocode: bool,
        threads: int | None,
    ) -> tuple[list[ArrowColumn], list[str]]: ...
    def dedupe_arrow(
        self, table: list[tuple[str, Any]], threshold: float, key_country: str, geocode: bool, threads: int | None
    ) -> tuple[list[ArrowColumn], list[str]]: ...
    def link_rows_arrow(self, table: list[tuple[str, Any]], key_country: str, geocode: bool, threads: int | None) -> list[ArrowColumn]: ...
