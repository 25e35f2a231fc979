"""Components by the labels of libpostal, as components by tag."""

from __future__ import annotations

from collections.abc import Sequence

# The tag of each label that has one.
TAGS = {
    "house": "venue",
    "house_number": "house_number",
    "po_box": "po_box",
    "road": "street",
    "unit": "unit",
    "level": "unit",
    "staircase": "unit",
    "entrance": "unit",
    "suburb": "dependent_locality",
    "city_district": "dependent_locality",
    "city": "locality",
    "island": "locality",
    "state_district": "subregion",
    "state": "region",
    "postcode": "postcode",
    "country": "country",
}

# The word for a bare number of a label: a unit without a word is a flat.
_WORDS = {"po_box": "po box", "level": "floor", "staircase": "staircase", "entrance": "entrance"}

# A country (ISO 3166-1 alpha-2) whose rules apply to a language. The code of most languages is that of a country, too.
_SAME = ("bg", "de", "es", "fi", "fr", "hr", "hu", "id", "is", "it", "lt", "lv", "nl", "no", "pl", "pt", "ro", "ru", "sk", "th", "tr")
COUNTRIES = {
    "cs": "CZ",
    "da": "DK",
    "el": "GR",
    "en": "US",
    "et": "EE",
    "ja": "JP",
    "ko": "KR",
    "sl": "SI",
    "sv": "SE",
    "uk": "UA",
    "zh": "CN",
    **{code: code.upper() for code in _SAME},
}

Text = str | bytes


def text_of(text: Text) -> str:
    """A text or its UTF-8."""
    return text.decode() if isinstance(text, bytes) else text


def components(labels: Sequence[Text], values: Sequence[Text]) -> dict[str, list[str]]:
    """The texts of each tag; labels without a tag are left out."""
    if len(labels) != len(values):
        raise ValueError("labels and values have different lengths")
    parts: dict[str, list[str]] = {}
    for label, value in zip(map(text_of, labels), map(text_of, values), strict=True):
        if label not in TAGS or not value.strip():
            continue
        word = _WORDS.get(label)
        parts.setdefault(TAGS[label], []).append(f"{word} {value}" if word and value.strip().isdigit() else value)
    return parts


def country_of(languages: Sequence[Text] | None) -> str:
    """The country whose rules apply: that of the first language; empty if it is unknown."""
    first = text_of(languages[0]).lower() if languages else ""
    return COUNTRIES.get(first, "")
