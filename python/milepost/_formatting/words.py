"""The words of a text as they are compared: without case, accents and punctuation. Letters of every script stay."""

from __future__ import annotations

import re
import unicodedata

# Letters NFKD leaves whole, as crates/text writes them out.
_WRITTEN_OUT = str.maketrans({"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"})
# Zeros of decimal digits beside ASCII's: Arabic, Persian, the scripts of India, Thai, Lao, Tibetan, Burmese, Khmer.
_ZEROS = (
    *(0x0660, 0x06F0, 0x0966, 0x09E6, 0x0A66, 0x0AE6, 0x0B66, 0x0BE6),
    *(0x0C66, 0x0CE6, 0x0D66, 0x0E50, 0x0ED0, 0x0F20, 0x1040, 0x17E0),
)
_DIGITS = {zero + digit: str(digit) for zero in _ZEROS for digit in range(10)}

_FRACTION = re.compile("[\\u00bc-\\u00be\\u2150-\\u215e]")
# `й` is a letter of its own, not an accented `и`.
_ACCENT = re.compile("(?<!и)\\u0306|[\\u0300-\\u0305\\u0307-\\u036f'’`]")


def words(text: str) -> list[str]:
    """The words of `text`. Initials are one word (`P.O.`), and a fraction is apart from the number before it."""
    folded = _FRACTION.sub(r" \g<0>", text)
    folded = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", folded).lower())
    folded = _ACCENT.sub("", folded).translate(_WRITTEN_OUT).translate(_DIGITS)
    folded = _joined_initials(folded)
    folded = "".join(letter if unicodedata.category(letter)[0] in "LNM" else " " for letter in folded)
    # Hangul and kana are compared composed.
    return [word for word in unicodedata.normalize("NFC", folded).split(" ") if word]


def _joined_initials(text: str) -> str:
    """Without the point between single letters."""
    kept: list[str] = []
    for index, letter in enumerate(text):
        if letter == "." and 0 < index < len(text) - 1:
            is_single = _is_letter(text[index - 1]) and (index < 2 or not _is_word(text[index - 2]))
            if is_single and _is_letter(text[index + 1]):
                continue
        kept.append(letter)
    return "".join(kept)


def _is_letter(letter: str) -> bool:
    return unicodedata.category(letter)[0] == "L"


def _is_word(letter: str) -> bool:
    return unicodedata.category(letter)[0] in "LN"
