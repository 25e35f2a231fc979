"""The key two spellings of one address share (`docs/canonical-key.md`)."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ._formatting.components import Components, text_of, without_japanese_tags
from ._formatting.identifiers import house_number, po_box, unit
from ._formatting.street_key import street_parts
from ._formatting.tables import spellings, spellings_by, table
from ._formatting.words import words

CANONICAL_KEY_VERSION = 1
"""Version of the algorithm. A change of any key is a new one."""

# Tags that together are a street.
_STREET = ("street_prefix", "street_prefix_particle", "street", "street_suffix")

# Titles of places that are only saints, mounts and forts: a Doctor is no place.
_OF_PLACES = {"saint", "sainte", "saints", "sankt", "mount", "fort", "santa", "santo"}


def canonical_key(components: Components, country: str = "") -> str:
    """The key of `components` as they are written in `country` (ISO 3166-1 alpha-2); empty when nothing tells where.

    Venue and attention name a person or a business, not the address, and are no part of it.
    """
    code = "".join(words(country))
    languages: list[str] = table("abbreviations")["LANGUAGES"].get(code, ["en"] if code == "" else [])
    universal = without_japanese_tags(components)

    def of(tag: str) -> list[str]:
        return words(text_of(universal, tag) or "")

    def crossing(tag: str) -> str:
        street = of(tag)
        return " ".join(word for part in street_parts(street, languages) for word in part) if street else ""

    before, name, after = street_parts([word for tag in _STREET for word in of(tag)], languages)
    postcode = "".join(of("postcode"))

    def place(tag: str) -> str:
        named = of(tag)
        is_french = code == "fr" and postcode != ""
        return _place_in_full(_without_arrondissement(named) if is_french else named, languages)

    parts = [
        po_box(of("po_box")),
        house_number(of("house_number")),
        " ".join(before),
        " ".join(name),
        " ".join(after),
        crossing("intersection_a"),
        crossing("intersection_b"),
        unit(of("unit"), languages),
        place("dependent_locality"),
        place("locality"),
        place("subregion"),
        _region_in_full(of("region"), code),
        postcode,
        _country_code(of("country")),
    ]
    return "|".join(part for part in parts if part)


def _place_in_full(name: Sequence[str], languages: Sequence[str]) -> str:
    """`St Louis` and `Ft Worth`; behind the first word only a saint is abbreviated (`Port St Lucie`)."""

    def full(index: int, word: str) -> str:
        if index == len(name) - 1:
            return word
        titles = (spellings_by("TITLES", language).get(word) for language in languages)
        title = next((one for one in titles if one is not None and one in _OF_PLACES), None)
        return title if title is not None and (index == 0 or title.startswith("sa")) else word

    return " ".join(full(index, word) for index, word in enumerate(name))


def _without_arrondissement(name: list[str]) -> list[str]:
    """`Paris 15e Arrondissement` and `Nantes CEDEX 1` without what the postcode says already."""
    kept = name[: name.index("cedex")] if "cedex" in name else list(name)
    while kept and (kept[-1] in ("arrondissement", "arrt") or re.fullmatch("[0-9]{1,2}(?:e|er|re|ere|eme)?", kept[-1])):
        kept.pop()
    return kept


def _region_in_full(name: Sequence[str], country: str) -> str:
    """Without a country a code is taken for one of a state of the United States."""
    text = " ".join(name)
    return spellings_by("REGIONS", country or "us").get(text, text)


def _country_code(name: Sequence[str]) -> str:
    countries = spellings("COUNTRIES")
    text = " ".join(name)
    return countries.get(text) or countries.get("".join(name)) or text
