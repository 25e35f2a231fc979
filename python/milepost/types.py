"""Types of the answers: dictionaries with the keys and values of the HTTP API."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, overload

from ._answers import feature, table, to_geojson

__all__ = [
    "Bounds",
    "Candidate",
    "Completion",
    "Component",
    "CountryGuess",
    "Found",
    "FoundParts",
    "Geocode",
    "HierarchyEntry",
    "InputMode",
    "IntentMarker",
    "MatchLevel",
    "Near",
    "Parse",
    "ParseNode",
    "ParseTree",
    "Part",
    "Places",
    "SearchResult",
    "Tier",
]

InputMode = Literal["auto", "fragmented", "formatted"]
"""How complete a text is; with `auto` the parser decides."""

Tier = Literal["address_point", "interpolated", "street", "admin", "plus_code", "coordinates"]
"""The tier that answered a geocode."""

MatchLevel = Literal[
    "point",
    "house",
    "interpolated",
    "street",
    "postcode",
    "locality",
    "county",
    "region",
    "country",
    "landmark",
    "airport",
    "natural_feature",
    "island",
    "informal_region",
]
"""What the point of an answer is that of."""


Part = Literal["address", "street", "number", "unit", "city", "postcode", "region", "country"]
"""What a column of a table holds."""


class Component(TypedDict):
    """One component, in reading order."""

    tag: str
    value: str


class ParseNode(TypedDict):
    """A component with the components it contains. `raw[start:end] == value`."""

    tag: str
    start: int
    end: int
    value: str
    confidence: float
    children: list[ParseNode]


class ParseTree(TypedDict):
    """The original text, and its outermost components."""

    raw: str
    roots: list[ParseNode]


class CountryGuess(TypedDict):
    """The country the address most likely lies in, by its words and postcode."""

    code: str
    """ISO 3166-1 alpha-2."""
    probability: float
    """That it is this country, if the text is an address."""


class _Comparison(TypedDict):
    verdict: Literal["same", "same_building", "likely", "different"]
    probability: float
    """Calibrated probability that both are one address."""
    components: dict[str, Literal["exact", "equivalent", "typo", "missing", "contradicts"]]
    """How far each component agrees that one side has at least."""


class Comparison(_Comparison, total=False):
    """Whether two addresses are the same."""

    distance_m: float
    """Metres between the two points, if both addresses were geocoded and found."""


class Near(TypedDict):
    """A point in degrees."""

    lat: float
    lon: float


class Bounds(TypedDict):
    """A box in degrees; if `west` is greater than `east`, it crosses the antimeridian."""

    south: float
    west: float
    north: float
    east: float


class _HierarchyEntry(TypedDict):
    name: str
    placetype: str


class HierarchyEntry(_HierarchyEntry, total=False):
    """A place that contains the answer."""

    id: int


class _Candidate(TypedDict):
    name: str
    placetype: str
    lat: float
    lon: float


class Candidate(_Candidate, total=False):
    """A candidate. The last fields are those of a full answer, which `limit` asks for."""

    id: int
    country: str
    score: float
    resolution_tier: Tier
    match_level: MatchLevel
    accuracy_m: float
    hierarchy: list[str]


class _IntentMarker(TypedDict):
    kind: Literal["ambiguity", "disagreement", "abstention"]
    code: str
    mechanism: str
    message: str


class IntentMarker(_IntentMarker, total=False):
    """Something that the answer corrects, leaves out or chooses between."""

    evidence: str


class _Found(TypedDict):
    placetype: str
    lat: float
    lon: float
    bbox: list[float]


class Found(_Found, total=False):
    """A place, or a house if `placetype` is `address`; `bbox` is west, south, east, north in degrees."""

    id: int
    place_id: str
    name: str
    country_code: str
    population: int
    house_number: str
    street: str
    postcode: str | None


class FoundParts(TypedDict):
    """What the data hold of the typed house number, street and postcode."""

    house_number: str | None
    street: str | None
    postcode: str | None


class SearchResult(TypedDict):
    """The answer to a search; `places` are the places that contain it, finest first."""

    lat: float
    lon: float
    bbox: list[float]
    resolution_tier: Tier
    uncertainty_m: float | None
    house_number: str | None
    street: str | None
    postcode: str | None
    place: Found | None
    places: list[Found]
    match_level: str
    accuracy_m: float | None
    confidence: float | None
    found: FoundParts
    components: dict[str, str]


class _Completion(TypedDict):
    id: str
    name: str
    placetype: str
    lat: float
    lon: float


class Completion(_Completion, total=False):
    """A completion of a text."""

    country_code: str
    country: str
    state: str
    county: str
    city: str
    postcode: str
    street: str
    house_number: str
    population: int
    bbox: list[float]


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
        return table([(part["tag"], part["value"]) for part in self["components"]])


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
        return table(rows)


class Places(list["Found"]):
    """The places that contain a point, finest first; a notebook shows them as a table."""

    def to_geojson(self) -> dict[str, Any]:
        """A GeoJSON FeatureCollection."""
        return to_geojson(self)

    def _repr_html_(self) -> str:
        def named(place: Found) -> str:
            return place.get("name") or f"{place.get('house_number')} {place.get('street')}"

        return table([(place["placetype"], named(place)) for place in self])
