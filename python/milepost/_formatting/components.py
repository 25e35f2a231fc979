"""Components of an address as `format` and `canonical_key` take them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

Components = Mapping[str, str | Sequence[str] | None]
"""Tag to text; the first of several texts counts."""

# The tags of Japan and those of the same level elsewhere.
_LEVELS = (
    ("region", "prefecture"),
    ("locality", "municipality"),
    ("dependent_locality", "district"),
    ("venue", "building_name"),
)
_OF_JAPAN = (*(japanese for _, japanese in _LEVELS), "block", "sub_block", "building_number")

# White space of JavaScript, which counts the byte order mark and not the information separators.
_SPACE = "[\\t-\\r \\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000\\ufeff]"
_SPACES = re.compile(f"{_SPACE}+")


def trimmed(text: str) -> str:
    """`text` without white space at its edges."""
    return re.sub(f"^{_SPACE}+|{_SPACE}+\\Z", "", text)


def first_of(value: str | Sequence[str] | None) -> str | None:
    """The first of several texts."""
    return value if value is None or isinstance(value, str) else next(iter(value), None)


def text_of(components: Components, tag: str) -> str | None:
    """The text of a tag, trimmed and with single blanks; None when there is none."""
    first = first_of(components.get(tag))
    return (trimmed(_SPACES.sub(" ", first)) or None) if first else None


def without_japanese_tags(components: Components) -> Components:
    """The components with the tags of Japan written as those every template and the key have.

    Chome, banchi and go are the house number: `1-2-3`, or one behind the other where they say themselves what they are.
    """
    if not any(tag in components for tag in _OF_JAPAN):
        return components
    numbers = [number for tag in ("block", "sub_block", "building_number") if (number := text_of(components, tag)) is not None]
    is_plain = all(_is_number_or_latin(letter) for number in numbers for letter in number)
    own = {tag: text_of(components, tag) or text_of(components, japanese) for tag, japanese in _LEVELS}
    house = text_of(components, "house_number") or ("-" if is_plain else "").join(numbers) or None
    return {**components, **own, "house_number": house}


def _is_number_or_latin(letter: str) -> bool:
    return letter == "-" or unicodedata.category(letter) == "Nd" or unicodedata.name(letter, "").startswith(("LATIN", "FULLWIDTH LATIN"))
