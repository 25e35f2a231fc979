"""Types of the answers: dictionaries with the keys and values of the HTTP API."""

from __future__ import annotations

from typing import Literal, TypedDict

from ._answers import Geocode, Parse, Places

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
