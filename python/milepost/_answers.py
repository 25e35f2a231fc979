"""Answers as dictionaries and lists that a notebook shows, and that become GeoJSON."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Literal, overload

if TYPE_CHECKING:
    from .types import Candidate, Component, CountryGuess, Found, HierarchyEntry, IntentMarker, MatchLevel, ParseTree, Tier


def feature(answer: Mapping[str, Any]) -> dict[str, Any]:
    """A GeoJSON Feature (RFC 7946): the point, null for an answer without a point, and the other keys as properties."""
    lat, lon = answer.get("lat"), answer.get("lon")
    geometry = None if lat is None or lon is None else {"type": "Point", "coordinates": [lon, lat]}
    made = {
        "type": "Feature",
        "geometry": geometry,
        "properties": {key: answer[key] for key in answer if key not in ("lat", "lon", "bbox")},
    }
    return {**made, "bbox": answer["bbox"]} if "bbox" in answer else made


def to_geojson(answers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A GeoJSON FeatureCollection of answers with `lat` and `lon`."""
    return {"type": "FeatureCollection", "features": [feature(answer) for answer in answers]}


def _table(rows: Sequence[tuple[str, object]]) -> str:
    cells = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"


class Parse(dict[str, Any]):
    """The components of an address; a notebook shows them as a table.

    Keys: `input`, `components`, `tree`, `confidence` (probability that the whole parse is right), `address_score` (probability that
    the text is an address) and `country_guess` (the likeliest country, None for a text without words).
    """

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: Literal["input"]) -> str: ...
        @overload
        def __getitem__(self, key: Literal["components"]) -> list[Component]: ...
        @overload
        def __getitem__(self, key: Literal["tree"]) -> ParseTree: ...
        @overload
        def __getitem__(self, key: Literal["confidence", "address_score"]) -> float: ...
        @overload
        def __getitem__(self, key: Literal["country_guess"]) -> CountryGuess | None: ...
        @overload
        def __getitem__(self, key: str) -> Any: ...
        def __getitem__(self, key: str) -> Any:
            """The value of a key."""

    def _repr_html_(self) -> str:
        return _table([(part["tag"], part["value"]) for part in self["components"]])


class Geocode(dict[str, Any]):
    """The place of an address; a notebook shows it as a table.

    The keys are those of the HTTP interface. `lat` and `lon` are degrees, None if the address is unresolved; `accuracy_m` is a radius in
    metres.
    """

    if TYPE_CHECKING:

        @overload
        def __getitem__(self, key: Literal["input"]) -> str: ...
        @overload
        def __getitem__(self, key: Literal["components"]) -> dict[str, str]: ...
        @overload
        def __getitem__(self, key: Literal["lat", "lon", "uncertainty_m", "accuracy_m", "confidence"]) -> float | None: ...
        @overload
        def __getitem__(self, key: Literal["resolution_tier"]) -> Tier: ...
        @overload
        def __getitem__(self, key: Literal["match_level"]) -> MatchLevel | None: ...
        @overload
        def __getitem__(self, key: Literal["epistemic_status"]) -> Literal["unresolved", "designated", "derived", "observed"]: ...
        @overload
        def __getitem__(
            self,
            key: Literal["locality", "region", "postcode", "house_number", "street", "unit", "venue", "dependent_locality", "countryCode"],
        ) -> str | None: ...
        @overload
        def __getitem__(self, key: Literal["hierarchy"]) -> list[HierarchyEntry]: ...
        @overload
        def __getitem__(self, key: Literal["candidates"]) -> list[Candidate]: ...
        @overload
        def __getitem__(self, key: Literal["intent_markers"]) -> list[IntentMarker]: ...
        @overload
        def __getitem__(self, key: Literal["dropped_components"]) -> list[dict[str, str]]: ...
        @overload
        def __getitem__(self, key: Literal["admin_coherence", "rooftop"]) -> dict[str, str]: ...
        @overload
        def __getitem__(self, key: Literal["extent_m"]) -> float: ...
        @overload
        def __getitem__(self, key: str) -> Any: ...
        def __getitem__(self, key: str) -> Any:
            """The value of a key."""

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON Feature; its geometry is null if the address is unresolved."""
        return feature(self)

    def _repr_html_(self) -> str:
        hierarchy = ", ".join(entry["name"] for entry in self["hierarchy"])
        rows: list[tuple[str, object]] = [("address", self["input"])]
        if self["lat"] is not None:
            rows += [("latitude, longitude", f"{self['lat']}, {self['lon']}"), ("match level", self["match_level"])]
            if self["accuracy_m"] is not None:
                rows.append(("within", f"{self['accuracy_m']:,.0f} m, nine times in ten"))
            rows += [("confidence", self["confidence"]), ("place", hierarchy)]
        else:
            rows.append(("answer", "nothing is known for this text"))
        rows += [("finding", marker["message"]) for marker in self["intent_markers"]]
        return _table(rows)


class Places(list["Found"]):
    """The places that contain a point, finest first; a notebook shows them as a table."""

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON FeatureCollection."""
        return to_geojson(self)

    def _repr_html_(self) -> str:
        def named(place: Found) -> str:
            return place.get("name") or f"{place.get('house_number')} {place.get('street')}"

        return _table([(place["placetype"], named(place)) for place in self])
