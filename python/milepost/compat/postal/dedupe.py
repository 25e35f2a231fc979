"""Replaces `postal.dedupe`: whether two values of a component are the same, by the comparison of `milepost.compare`."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from enum import IntEnum

from ..._core import agreements
from ._parts import COUNTRIES, Text, components, country_of


class duplicate_status(IntEnum):  # noqa: N801
    """Grades in the order of libpostal; a higher one is surer."""

    NULL_DUPLICATE = -1
    NON_DUPLICATE = 0
    NEEDS_REVIEW = 3
    LIKELY_DUPLICATE = 6
    EXACT_DUPLICATE = 9

    def __str__(self) -> str:
        """The name."""
        return self.name

    @classmethod
    def from_id(cls, value: int) -> duplicate_status:
        """The grade of a number."""
        return cls(value)

    @classmethod
    def from_string(cls, name: str) -> duplicate_status:
        """The grade of a name."""
        if name not in cls.__members__:
            raise ValueError(f"`{name}` is not a grade; there are: {', '.join(cls.__members__)}")
        return cls[name]


_GRADES = {
    "exact": duplicate_status.EXACT_DUPLICATE,
    "equivalent": duplicate_status.EXACT_DUPLICATE,
    "typo": duplicate_status.NEEDS_REVIEW,
    "missing": duplicate_status.NEEDS_REVIEW,
    "contradicts": duplicate_status.NON_DUPLICATE,
}

# Components of which a typing error makes no other value.
_NAMES = {"street", "locality"}


def _grade(
    compared: Collection[str], a: dict[str, list[str]], b: dict[str, list[str]], languages: Sequence[Text] | None
) -> duplicate_status:
    """The lowest grade of the compared components; the null grade if there are none. Without languages, the one in which it is highest."""
    best = duplicate_status.NULL_DUPLICATE
    for country in [country_of(languages)] if languages else ["", *COUNTRIES.values()]:
        grades = [
            duplicate_status.LIKELY_DUPLICATE if level == "typo" and component in _NAMES else _GRADES[level]
            for component, level in agreements(a, b, country).items()
            if component in compared
        ]
        best = max(best, min(grades, default=best))
        if best in (duplicate_status.EXACT_DUPLICATE, duplicate_status.NULL_DUPLICATE):
            break
    return best


def _grade_of(label: str, component: str, value1: Text, value2: Text, languages: Sequence[Text] | None) -> duplicate_status:
    a, b = components([label], [value1]), components([label], [value2])
    return _grade([component], a, b, languages) if a and b else duplicate_status.NULL_DUPLICATE


def is_name_duplicate(value1: Text, value2: Text, languages: Sequence[Text] | None = None) -> duplicate_status:
    """The grade of two names of a business or building; `languages` set the rules of a country, as in all functions here."""
    return _grade_of("house", "venue", value1, value2, languages)


def is_street_duplicate(value1: Text, value2: Text, languages: Sequence[Text] | None = None) -> duplicate_status:
    """The grade of two streets."""
    return _grade_of("road", "street", value1, value2, languages)


def is_house_number_duplicate(value1: Text, value2: Text, languages: Sequence[Text] | None = None) -> duplicate_status:
    """The grade of two house numbers."""
    return _grade_of("house_number", "house_number", value1, value2, languages)


def is_po_box_duplicate(value1: Text, value2: Text, languages: Sequence[Text] | None = None) -> duplicate_status:
    """The grade of two boxes."""
    return _grade_of("po_box", "po_box", value1, value2, languages)


def is_unit_duplicate(value1: Text, value2: Text, languages: Sequence[Text] | None = None) -> duplicate_status:
    """The grade of two units."""
    return _grade_of("unit", "unit", value1, value2, languages)


def is_floor_duplicate(value1: Text, value2: Text, languages: Sequence[Text] | None = None) -> duplicate_status:
    """The grade of two floors."""
    return _grade_of("level", "unit", value1, value2, languages)


def is_postal_code_duplicate(value1: Text, value2: Text, languages: Sequence[Text] | None = None) -> duplicate_status:
    """The grade of two postcodes."""
    return _grade_of("postcode", "postcode", value1, value2, languages)


def is_toponym_duplicate(
    labels1: Sequence[Text],
    values1: Sequence[Text],
    labels2: Sequence[Text],
    values2: Sequence[Text],
    languages: Sequence[Text] | None = None,
) -> duplicate_status:
    """The lowest grade of town, region and country, of those that both sides name."""
    a, b = components(labels1, values1), components(labels2, values2)
    towns = {"locality", "dependent_locality"}
    named: set[str] = {tag for tag in ("region", "country") if tag in a and tag in b}
    if towns & a.keys() and towns & b.keys():
        named.add("locality")
    return _grade(named, a, b, languages)
