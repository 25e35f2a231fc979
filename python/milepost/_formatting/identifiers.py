"""House numbers, units and boxes: identifiers that are spelled with and without spaces."""

from __future__ import annotations

import re
from collections.abc import Sequence

from .tables import spellings, spellings_by

# Words in front of a number that say only that it is one.
_NUMBER_WORDS = {"no", "nr", "num", "number", "numero"}

# Words of the longest spelling of a box.
_LONGEST = 3

_GLUED = re.compile(r"([^\W\d_]{2,})([0-9].*)", re.DOTALL)
_GLUED_BOX = re.compile(r"^([^\W\d_]+)([0-9])")


def joined(words: Sequence[str]) -> str:
    """One word of several: `12 bis` is `12bis`. Two numbers stay apart: `12-14` is not house 1214."""
    text = ""
    for word in words:
        is_number = re.search("[0-9]$", text) is not None and re.match("[0-9]", word) is not None
        text += f" {word}" if is_number else word
    return text


def house_number(words: Sequence[str]) -> str:
    """A house number, without a word that says it is one."""
    says = len(words) > 1 and words[0] in _NUMBER_WORDS and re.match("[0-9]", words[1]) is not None
    return joined(words[1:] if says else words)


def unit(words: Sequence[str], languages: Sequence[str]) -> str:
    """Designators in full, each with its identifier in one word: `Bldg. 5 Apt 4-B` is `building 5 apartment 4b`."""
    tables = [spellings_by("UNITS", language) for language in languages]

    def designator(word: str) -> str | None:
        return next((table[word] for table in tables if word in table), None)

    parts: list[str] = []
    identifier: list[str] = []
    for word in (part for one in words for part in _apart(one, designator(_letters(one)))):
        full = designator(word) if len(word) > 1 else None
        if full is None and (re.search("[0-9]", word) is not None or len(word) == 1):
            identifier.append(word)
            continue
        if identifier:
            parts.append(joined(identifier))
            identifier = []
        parts.append(full or word)
    if identifier:
        parts.append(joined(identifier))
    return " ".join(parts)


def _letters(word: str) -> str:
    found = _GLUED.fullmatch(word)
    return found[1] if found else ""


def _apart(word: str, designator: str | None) -> list[str]:
    """`apt4b` is `apt` and `4b` where the letters are a designator."""
    found = _GLUED.fullmatch(word)
    return [word] if found is None or designator is None else [found[1], found[2]]


def po_box(words: Sequence[str]) -> str:
    """A box in full: `P.O. Box 42` is `po box 42`, `BP30` is `bp 30`."""
    parts = [part for word in words for part in _GLUED_BOX.sub(r"\1 \2", word).split(" ")]
    boxes = spellings("PO_BOXES")
    for length in range(min(_LONGEST, len(parts)), 0, -1):
        full = boxes.get(" ".join(parts[:length]))
        if full is not None:
            return f"{full} {joined(parts[length:])}".strip()
    head = next((index for index, part in enumerate(parts) if re.search("[0-9]", part)), None)
    return " ".join(parts) if head is None else " ".join([*parts[:head], joined(parts[head:])])
