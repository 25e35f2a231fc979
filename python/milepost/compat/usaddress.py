"""Replaces `usaddress`: its tokens and labels, from Milepost's parse."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from .. import parse as parse_address
from .._core import english_spellings, words
from ..types import ParseNode

LABELS = [
    *("AddressNumberPrefix", "AddressNumber", "AddressNumberSuffix"),
    *("StreetNamePreModifier", "StreetNamePreDirectional", "StreetNamePreType", "StreetName"),
    *("StreetNamePostType", "StreetNamePostDirectional"),
    *("SubaddressType", "SubaddressIdentifier", "BuildingName", "OccupancyType", "OccupancyIdentifier"),
    *("CornerOf", "LandmarkName", "PlaceName", "StateName", "ZipCode"),
    *("USPSBoxType", "USPSBoxID", "USPSBoxGroupType", "USPSBoxGroupID"),
    *("IntersectionSeparator", "Recipient", "NotAddress"),
]
"""The labels of `usaddress`, in its order."""

# Words with the punctuation after them and brackets before them; `#` and `&` alone.
_TOKEN = re.compile(r"\(*\b[^\s,;#&()]+[.,;)\n]*|[#&]")
_AMPERSAND = re.compile("&(?:#38|amp);")

# Tags with exactly one label.
_SIMPLE = {
    "attention": "Recipient",
    # Not in `LABELS`, although `usaddress` returns it.
    "country": "CountryName",
    "dependent_locality": "PlaceName",
    "locality": "PlaceName",
    "subregion": "PlaceName",
    "region": "StateName",
    "postcode": "ZipCode",
}
# Each spelling with its meaning.
_DIRECTIONALS, _NUMBERED_ROADS, _STREET_TYPES, _UNITS = english_spellings()

# Units that contain others.
_SUBADDRESSES = {"building", "department", "tower", "wing"}
_BOXES = {"po", "p", "o", "box", "bx", "pob", "pobox", "post", "office", "postoffice", "drawer"}
# Delivery routes, in front of the box.
_ROUTES = {"rr", "rfd", "rural", "hc", "hcr", "highway", "hwy", "contract", "star", "route", "rt", "rte"}
_SEPARATORS = {"&", "and", "at", "@"}


class RepeatedLabelError(Exception):
    """Separate parts of a string have the same label, so `tag` cannot return both."""

    def __init__(self, original_string: str, parsed_string: list[tuple[str, str]], repeated_label: str) -> None:
        """Stores the string and its parse."""
        super().__init__(f"more than one part of {original_string!r} is {repeated_label}: {parsed_string}")
        self.original_string = original_string
        self.parsed_string = parsed_string
        self.repeated_label = repeated_label


class _Token(NamedTuple):
    text: str
    plain: str
    """Its word in lower case without punctuation; empty for a sign."""


def tokenize(address_string: str | bytes) -> list[str]:
    """The tokens of a text: words with the punctuation after them."""
    return [found[0] for found in _TOKEN.finditer(_text(address_string))]


def parse(address_string: str | bytes) -> list[tuple[str, str]]:
    """Each token with its label."""
    text = _text(address_string)
    found = list(_TOKEN.finditer(text))
    if not found:
        return []
    spans = sorted(_spans(parse_address(text)["tree"]["roots"]), key=lambda node: node["start"])
    tags = {node["tag"] for node in spans}
    labelled: list[tuple[str, str]] = []
    groups: dict[int, list[re.Match[str]]] = {}
    for token in found:
        first = token.start() + len(token[0]) - len(token[0].lstrip("("))
        covering = [index for index, node in enumerate(spans) if node["start"] <= first < node["end"]]
        groups.setdefault(covering[0] if covering else -1 - token.start(), []).append(token)
    for index, tokens in groups.items():
        part = [_Token(token[0], "".join(words(token[0]))) for token in tokens]
        labels = _labels(spans[index]["tag"], part, tags) if index >= 0 else _outside(part, tags)
        labelled += zip((token.text for token in part), labels, strict=True)
    return labelled


def tag(address_string: str | bytes, tag_mapping: Mapping[str, str] | None = None) -> tuple[dict[str, str], str]:
    """The parts by their label and the type of the address: Street Address, Intersection, PO Box or Ambiguous.

    :param tag_mapping: new names for labels; labels with the same name become one part
    """
    parsed = parse(address_string)
    parts: dict[str, list[str]] = {}
    labels: set[str] = set()
    is_intersection = False
    last: str | None = None
    for token, name in parsed:
        is_intersection = is_intersection or name == "IntersectionSeparator"
        own = f"Second{name}" if is_intersection and "StreetName" in name else name
        labels.add(own)
        mapped = (tag_mapping or {}).get(own) or own
        if mapped != last and mapped in parts:
            raise RepeatedLabelError(_text(address_string), parsed, mapped)
        parts.setdefault(mapped, []).append(token)
        last = mapped
    tagged = {name: " ".join(tokens).strip(" ,;") for name, tokens in parts.items()}
    has_number = "AddressNumber" in labels
    if has_number != is_intersection:
        return tagged, "Intersection" if is_intersection else "Street Address"
    return tagged, "PO Box" if "USPSBoxID" in labels else "Ambiguous"


def _text(address_string: str | bytes) -> str:
    text = address_string.decode() if isinstance(address_string, bytes) else address_string
    return _AMPERSAND.sub("&", text)


def _spans(nodes: list[ParseNode]) -> Iterator[ParseNode]:
    for node in nodes:
        yield node
        yield from _spans(node["children"])


def _outside(part: list[_Token], tags: set[str]) -> list[str]:
    if "intersection_a" not in tags:
        return ["NotAddress"] * len(part)
    known = {**dict.fromkeys(_SEPARATORS, "IntersectionSeparator"), **dict.fromkeys(("corner", "of"), "CornerOf")}
    return [known.get(one.text.lower(), "NotAddress") for one in part]


def _labels(tag: str, part: list[_Token], tags: set[str]) -> list[str]:
    if tag in _SIMPLE:
        return [_SIMPLE[tag]] * len(part)
    if tag in ("street_prefix", "street_prefix_particle"):
        return [_is_directional(one, "StreetNamePreDirectional", "StreetNamePreType") for one in part]
    if tag == "street_suffix":
        return [_is_directional(one, "StreetNamePostDirectional", "StreetNamePostType") for one in part]
    if tag == "street":
        return _street(part)
    if tag in ("intersection_a", "intersection_b"):
        return _crossing(part)
    if tag == "house_number":
        return ["AddressNumber", *["AddressNumberSuffix"] * (len(part) - 1)]
    if tag == "unit":
        return list(_unit(part))
    if tag == "po_box":
        return list(_box(part))
    if tag == "venue":
        return ["BuildingName" if "house_number" in tags else "LandmarkName"] * len(part)
    return ["NotAddress"] * len(part)


def _is_directional(token: _Token, yes: str, no: str) -> str:
    return yes if token.plain in _DIRECTIONALS else no


def _street(part: list[_Token]) -> list[str]:
    """A name, or a type in front of a number or letter that serves as the name: `US Hwy 12`, `County Road D`."""
    types = {"us", "state", *_NUMBERED_ROADS, *_NUMBERED_ROADS.values()}
    # A number, or a letter, as some counties name their roads.
    number = next((index for index, one in enumerate(part) if one.plain[:1].isdigit() or len(one.plain) == 1), 0)
    if number > 0 and all(one.plain in types for one in part[:number]):
        return ["StreetNamePreType"] * number + ["StreetName"] * (len(part) - number)
    # `Avenue C`, `Avenue of the Americas`: in other names the type is at the end.
    if len(part) > 1 and part[0].plain in _STREET_TYPES and (len(part[1].plain) == 1 or part[1].plain == "of"):
        return ["StreetNamePreType"] + ["StreetName"] * (len(part) - 1)
    return ["StreetName"] * len(part)


def _crossing(part: list[_Token]) -> list[str]:
    """A street with its affixes inside."""
    labels = ["StreetName"] * len(part)
    last = len(part) - 1
    if last > 0 and part[last].plain in _DIRECTIONALS:
        labels[last] = "StreetNamePostDirectional"
        last -= 1
    if last > 0 and part[last].plain in _STREET_TYPES:
        labels[last] = "StreetNamePostType"
        last -= 1
    if last > 0 and part[0].plain in _DIRECTIONALS:
        labels[0] = "StreetNamePreDirectional"
    return labels


def _box(part: list[_Token]) -> Iterator[str]:
    """A box, after its route if any: `RR 2 Box 14`."""
    group = "Group" if part[0].plain in _ROUTES else ""
    for one in part:
        if one.plain in _BOXES:
            group = ""
            yield "USPSBoxType"
        elif group and one.plain in _ROUTES:
            yield "USPSBoxGroupType"
        else:
            yield f"USPSBox{group}ID"


def _unit(part: list[_Token]) -> Iterator[str]:
    kind = "Occupancy"
    for one in part:
        full = _UNITS.get(one.plain) if len(one.plain) > 1 else None
        if full is not None:
            kind = "Subaddress" if full in _SUBADDRESSES else "Occupancy"
        yield f"{kind}Identifier" if full is None else f"{kind}Type"
