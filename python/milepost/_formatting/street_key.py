"""A street in its parts, abbreviations written out.

The parts are found in the whole street anew, so that it does not matter how it was split when it came.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from typing import NamedTuple

from .tables import spellings, spellings_by


class StreetParts(NamedTuple):
    """Words of a street: what stands before the name, the name, what stands behind it."""

    before: list[str]
    name: list[str]
    after: list[str]


def street_parts(street: Sequence[str], languages: Sequence[str]) -> StreetParts:
    """The parts of a street in a country that writes its streets in `languages`."""
    whole = StreetParts([], list(street), [])
    for language in languages:
        parts = _split(street, language)
        if parts is not None:
            return parts._replace(name=_name_in_full(parts.name, language))
    if not languages:
        return whole
    return whole._replace(name=_name_in_full(whole.name, languages[0]))


def _split(street: Sequence[str], language: str) -> StreetParts | None:
    """Splits a street whose type the language knows; None when there is none."""
    rule = _RULES.get(language)
    return None if rule is None else rule(street, language)


def _directional(word: str) -> str | None:
    return spellings("DIRECTIONALS").get(word)


def _type_last(street: Sequence[str], _: str) -> StreetParts | None:
    """`N Main St NE`: a name keeps at least one word, so that `E St` and `North Ave` are called by a directional."""
    name = _joined_initials(street)
    if not name:
        return None
    behind = _directional(name[-1])
    # Of `N North` the first is the directional.
    if len(name) <= (1 if _directional(name[0]) is None else 2):
        behind = None
    if behind is not None:
        name.pop()
    kind = spellings_by("STREET_TYPES", "en").get(name[-1]) if len(name) > 1 else None
    if kind is not None:
        name.pop()
    front = _directional(name[0]) if len(name) > 1 else None
    if front is not None:
        name.pop(0)
    if kind is None and front is None and behind is None:
        return None
    return StreetParts(
        [] if front is None else [front],
        name if kind is None else _ordinal(name, kind),
        [word for word in (kind, behind) if word is not None],
    )


def _joined_initials(street: Sequence[str]) -> list[str]:
    """`N W` and `S E` at an edge are one directional."""
    words = list(street)
    if len(words) < 4:
        return words
    for at in (len(words) - 2, 0):
        pair = "".join(words[at : at + 2])
        if len(words) > 3 and words[at] in ("n", "s") and words[at + 1] in ("e", "w"):
            words[at : at + 2] = [pair]
    return words


def _type_first(street: Sequence[str], language: str) -> StreetParts | None:
    """`Rue de la Paix`; a type may have several words."""
    types = spellings_by("STREET_TYPES", language)
    for length in (3, 2, 1):
        kind = types.get(" ".join(street[:length])) if len(street) > length else None
        if kind is not None:
            return StreetParts(re.split("[ -]", kind), list(street[length:]), [])
    return None


_ENDINGS = {"de": "strasse", "nl": "straat"}


def _type_in_the_name(street: Sequence[str], language: str) -> StreetParts | None:
    """`Hauptstr.`, `Berliner Pl.`: the type is part of the name."""
    last = street[-1] if street else ""
    ending = _ENDINGS[language]
    full: str | None = None
    if len(last) > 4 and last.endswith(("str", ending)):
        full = re.sub("str$", ending, last)
    elif len(street) > 1:
        full = spellings_by("STREET_TYPES", language).get(last)
    return None if full is None else StreetParts([], [*street[:-1], full], [])


_RULES: dict[str, Callable[[Sequence[str], str], StreetParts | None]] = {
    "en": _type_last,
    **dict.fromkeys(("fr", "es", "it", "pt", "pl"), _type_first),
    **dict.fromkeys(("de", "nl"), _type_in_the_name),
}


def _name_in_full(name: Sequence[str], language: str) -> list[str]:
    """Titles and numbered roads inside a name."""
    titles = spellings_by("TITLES", language)
    is_english = language == "en"
    full: list[str] = []
    for index, word in enumerate(name):
        following = name[index + 1] if index + 1 < len(name) else None
        found: str | None = None
        if following is not None:
            if is_english and re.match("[0-9]", following):
                found = spellings("NUMBERED_ROADS").get(word)
            if found is None and is_english and index == 0 and re.fullmatch("[a-z]", following):
                found = spellings_by("STREET_TYPES", "en").get(word)
            # English titles stand in front of the name; `Ave of St Louis` has none of its own.
            if found is None and not (is_english and index > 0):
                found = titles.get(word)
        full.extend((found or word).split(" ") if following is not None else [word])
    return full


_UNITS = [
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth"),
]
_TENS = ["twent", "thirt", "fort", "fift", "sixt", "sevent", "eight", "ninet"]
# Roads whose number is their name: `Highway 5` is no fifth one.
_NO_ORDINALS = {"highway", "route", "road", "loop", "spur", "freeway"}


def _ordinal(name: list[str], kind: str) -> list[str]:
    """`Fifth Avenue` and `5 Avenue` are `5th Avenue`."""
    if kind in _NO_ORDINALS or not 1 <= len(name) <= 2:
        return name
    first, last = name[0], name[-1]
    unit = _UNITS.index(last) + 1 if last in _UNITS else 0
    tens = next((ten for ten, stem in enumerate(_TENS) if first in (f"{stem}y", f"{stem}ieth")), None)
    number: int | None = None
    if len(name) == 1:
        if re.fullmatch("[0-9]{1,4}", first):
            number = int(first)
        elif unit > 0:
            number = unit
        elif tens is not None and first.endswith("ieth"):
            number = 20 + 10 * tens
    elif tens is not None and first.endswith("y") and 0 < unit < 10:
        number = 20 + 10 * tens + unit
    return name if number is None else [f"{number}{_ending(number)}"]


def _ending(number: int) -> str:
    if 11 <= number % 100 <= 13:
        return "th"
    return {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
