"""How Milepost's tags meet the labels of the evaluation sets and of the peers, written down once.

A reading (a labelled row, or what a parser answered) is a list of parts: label and text, in reading order. Readings are
compared as multisets of (class, text), the text in lower case, Unicode composed, punctuation and symbols as spaces,
white space collapsed: libpostal answers in that form. Which classes there are is the scheme of a set:

- `classes` (sets labelled as libpostal labels, and every comparison with libpostal): CLASSES; other labels are classes of their own. The parts
  of a street are joined to one road, and a `cedex` to the city before it.
- `tags` (the corpus' own rows): Milepost's tags as they are.
- `streets` (rows of the exam from countries of which no rule says how a street is split): the same with the parts of a street joined.
- `usaddress` (rows of usaddress): Milepost's tags, with `venue` and `attention` as one class `name`, because `Recipient` is used there for
  people and for companies.

USADDRESS has Milepost's tag of each label of usaddress: a type before the name of a street is part of it, labels of a street become
`intersection_a` and `intersection_b` before and behind an `IntersectionSeparator`, and labels that are not there are no component.
"""

from __future__ import annotations

import unicodedata
from typing import NamedTuple


class Part(NamedTuple):
    """A labelled stretch of text. `glued`: nothing stands between it and the part before. `confidence`: 0 to 1."""

    label: str
    text: str
    glued: bool = False
    confidence: float | None = None


class Value(NamedTuple):
    """A text of a class; the confidence is that of its least certain part."""

    name: str
    text: str
    confidence: float | None


CLASSES = {
    "house": "house", "near": "house", "category": "house", "venue": "house", "attention": "house",
    "house_number": "number", "road": "road", "street": "road", "street_prefix": "road",
    "street_prefix_particle": "road", "street_suffix": "road", "intersection_a": "road", "intersection_b": "road",
    "level": "unit", "staircase": "unit", "entrance": "unit", "city_district": "suburb",
    "dependent_locality": "suburb", "locality": "city", "cedex": "city", "state_district": "county",
    "subregion": "county", "region": "state", "world_region": "country", "country_region": "country",
    "island": "country",
}  # fmt: skip
SCHEMES: dict[str, dict[str, str]] = {
    "classes": CLASSES,
    "tags": {},
    "streets": {"street_prefix": "street", "street_prefix_particle": "street", "street_suffix": "street"},
    "usaddress": {"venue": "name", "attention": "name"},
}
SENZING_COLUMNS = (
    "house", "near", "category", "house_number", "road", "po_box", "unit", "level", "staircase", "suburb",
    "city_district", "city", "state_district", "state", "postcode", "country", "world_region",
)  # fmt: skip
USADDRESS = {
    "AddressNumberPrefix": "house_number", "AddressNumber": "house_number", "AddressNumberSuffix": "house_number",
    "StreetNamePreDirectional": "street_prefix", "StreetNamePreModifier": "street", "StreetNamePreType": "street",
    "StreetName": "street", "StreetNamePostType": "street_suffix", "StreetNamePostDirectional": "street_suffix",
    "StreetNamePostModifier": "street_suffix", "OccupancyType": "unit", "OccupancyIdentifier": "unit",
    "SubaddressType": "unit", "SubaddressIdentifier": "unit", "Recipient": "venue", "BuildingName": "venue",
    "LandmarkName": "venue", "USPSBoxType": "po_box", "USPSBoxID": "po_box", "USPSBoxGroupType": "po_box",
    "USPSBoxGroupID": "po_box", "PlaceName": "locality", "StateName": "region", "ZipCode": "postcode",
    "ZipPlus4": "postcode", "CountryName": "country",
}  # fmt: skip
STREET_TAGS = {"street", "street_prefix", "street_prefix_particle", "street_suffix"}


def clean(text: str) -> str:
    """Comparable form of a value."""
    text = unicodedata.normalize("NFC", text).lower()
    return " ".join("".join(" " if unicodedata.category(each)[0] in "PSZC" else each for each in text).split())


def values(parts: list[Part], scheme: str) -> list[Value]:
    """What is compared of a reading in a scheme."""
    mapping = SCHEMES[scheme]
    found: list[Value] = []
    for part in parts:
        name = mapping.get(part.label, part.label)
        whole = joins(part, found, scheme)
        if whole is None:
            found.append(Value(name, part.text, part.confidence))
            continue
        before = found[whole]
        known = [value for value in (before.confidence, part.confidence) if value is not None]
        text = before.text + ("" if part.glued else " ") + part.text
        found[whole] = Value(before.name, text, min(known, default=None))
    cleaned = [value._replace(text=clean(value.text)) for value in found]
    return [value for value in cleaned if value.text]


def joins(part: Part, found: list[Value], scheme: str) -> int | None:
    """The value a part of a street, or of a cedex among libpostal's classes, belongs to."""
    wholes = {"classes": ("road", "city"), "streets": ("street", None)}
    road, city = wholes.get(scheme, (None, None))
    whole = road if part.label in STREET_TAGS else city if part.label == "cedex" else None
    return next((index for index in reversed(range(len(found))) if whole is not None and found[index].name == whole), None)


def usaddress_tags(labels: list[str | None]) -> list[str | None]:
    """Milepost's tag of each token of a usaddress reading."""
    tags = [USADDRESS.get(label or "") for label in labels]
    if "IntersectionSeparator" in labels:
        middle = labels.index("IntersectionSeparator")
        for index, tag in enumerate(tags):
            if tag in STREET_TAGS:
                tags[index] = "intersection_a" if index < middle else "intersection_b"
    return tags
