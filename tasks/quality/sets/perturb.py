"""What people's typing does to a labelled row. The labels follow the text, so a changed row is still a labelled row.

| kind        | the change                                                                                       |
|-------------|--------------------------------------------------------------------------------------------------|
| `case`      | all capitals, all lower case, capitals at every word, or case mixed word by word                 |
| `commas`    | every comma dropped, doubled, or written as `;`, ` | `, ` - `, a tab or a line break               |
| `accents`   | accents stripped, or written as combining marks; rows with none are left out                     |
| `typos`     | one typo in a word of five letters or more: two swapped, one dropped, doubled, or a neighbour key |
| `dirty`     | case, commas and typos together                                                                  |
| `reordered` | name, street, district, town, county, state, postcode, country in another order, commas between  |
| `prefix`    | cut behind any character from the third to the last but one                                      |
| `city`, `street`, `postcode` | that part of the row alone; the street with its number in half of the rows      |

Every row draws from a generator seeded by its id and the kind, so a row's change does not depend on the rows before it.
A kind that cannot change a row (no comma, one part) leaves it out.
"""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable
from typing import NamedTuple

from sets.labels import CLASSES
from sets.sets import Row, Set, Span, row_of


class Piece(NamedTuple):
    """A stretch of text; label None between the spans."""

    label: str | None
    text: str


Pieces = list[Piece]
Change = Callable[[Pieces, random.Random], "Pieces | None"]


def perturbed(base: Set, kind: str) -> Set:
    """`base` after a change of `kind`; rows that were not changed are left out."""
    rows = []
    for row in base.rows:
        changed = None if row.spans is None else KINDS[kind](pieces_of(row), random.Random(f"{kind} {row.id}"))
        if changed is not None:
            new = joined(f"{row.id}+{kind}", changed)
            if new.spans and new.text != row.text:
                rows.append(new)
    return Set(f"{base.name}+{kind}", base.scheme, rows)


def pieces_of(row: Row) -> Pieces:
    pieces, at = [], 0
    for span in row.spans or []:
        if span.start > at:
            pieces.append(Piece(None, row.text[at : span.start]))
        pieces.append(Piece(span.label, row.text[span.start : span.end]))
        at = span.end
    if at < len(row.text):
        pieces.append(Piece(None, row.text[at:]))
    return pieces


def joined(identity: str, pieces: Pieces) -> Row:
    text, spans = "", []
    for piece in pieces:
        if piece.label is not None and piece.text:
            spans.append(Span(piece.label, len(text), len(text) + len(piece.text)))
        text += piece.text
    return row_of(identity, text, spans)


def each(pieces: Pieces, change: Callable[[str], str]) -> Pieces:
    return [piece._replace(text=change(piece.text)) for piece in pieces]


def case(pieces: Pieces, rng: random.Random) -> Pieces:
    def mixed(text: str) -> str:
        return " ".join(rng.choice((str.upper, str.lower, str.capitalize))(word) for word in text.split(" "))

    def capitals(text: str) -> str:
        return " ".join(word.capitalize() for word in text.split(" "))

    return each(pieces, rng.choice((str.upper, str.lower, capitals, mixed)))


def commas(pieces: Pieces, rng: random.Random) -> Pieces | None:
    if not any(piece.label is None and "," in piece.text for piece in pieces):
        return None
    separator = rng.choice((" ", " ", ",, ", " , ", "; ", " | ", " - ", "\t", "\n"))
    return [
        piece._replace(text=separator) if piece.label is None and piece.text.strip() == "," else piece
        for piece in pieces
    ]


def accents(pieces: Pieces, rng: random.Random) -> Pieces | None:
    def decomposed(text: str) -> str:
        return unicodedata.normalize("NFD", text)

    def stripped(text: str) -> str:
        return "".join(character for character in decomposed(text) if not unicodedata.combining(character))

    changed = each(pieces, rng.choice((stripped, decomposed)))
    return changed if changed != pieces else None


KEYBOARD = ("qwertyuiop", "asdfghjkl", "zxcvbnm")
NEIGHBOURS = {
    key: (row[place - 1 : place] if place else "") + row[place + 1 : place + 2]
    for row in KEYBOARD
    for place, key in enumerate(row)
}


def typos(pieces: Pieces, rng: random.Random) -> Pieces | None:
    words = [
        (index, start, word)
        for index, piece in enumerate(pieces)
        if piece.label is not None
        for start, word in words_of(piece.text)
        if len(word) >= 5 and word.isalpha()
    ]
    if not words:
        return None
    index, start, word = rng.choice(words)
    text = pieces[index].text
    text = text[:start] + with_typo(word, rng) + text[start + len(word) :]
    return pieces[:index] + [pieces[index]._replace(text=text)] + pieces[index + 1 :]


def words_of(text: str) -> list[tuple[int, str]]:
    found, start = [], 0
    for word in text.split(" "):
        found.append((start, word))
        start += len(word) + 1
    return found


def with_typo(word: str, rng: random.Random) -> str:
    """The word with one wrong key, not the first."""
    at = rng.randrange(1, len(word) - 1)
    match rng.randrange(4):
        case 0:
            return word[:at] + word[at + 1] + word[at] + word[at + 2 :]
        case 1:
            return word[:at] + word[at + 1 :]
        case 2:
            return word[:at] + word[at] + word[at:]
        case _:
            key = rng.choice(NEIGHBOURS.get(word[at].lower()) or "e")
            return word[:at] + (key.upper() if word[at].isupper() else key) + word[at + 1 :]


def dirty(pieces: Pieces, rng: random.Random) -> Pieces:
    pieces = case(pieces, rng)
    pieces = commas(pieces, rng) or pieces
    return typos(pieces, rng) or pieces


# Parts that move together when the order changes.
BLOCKS = {"number": "street", "road": "street", "unit": "street", "po_box": "street"}


def reordered(pieces: Pieces, rng: random.Random) -> Pieces | None:
    blocks: list[tuple[str, Pieces]] = []
    gap: Pieces = []
    for piece in pieces:
        if piece.label is None:
            gap = [piece]
            continue
        name = CLASSES.get(piece.label, piece.label)
        name = BLOCKS.get(name, name)
        if blocks and blocks[-1][0] == name:
            blocks[-1][1].extend([*gap, piece])
        elif any(character.isalnum() for other in gap for character in other.text):
            return None
        else:
            blocks.append((name, [piece]))
        gap = []
    order = [block for _, block in blocks]
    before = list(order)
    match rng.randrange(3):
        case 0:
            order.reverse()
        case 1:
            order = order[1:] + order[:1]
        case _:
            rng.shuffle(order)
    if order == before:
        return None
    return [piece for index, block in enumerate(order) for piece in ([Piece(None, ", ")] if index else []) + block]


def prefix(pieces: Pieces, rng: random.Random) -> Pieces | None:
    length = sum(len(piece.text) for piece in pieces)
    if length < 5:
        return None
    left = rng.randrange(3, length)
    kept = []
    for piece in pieces:
        kept.append(piece._replace(text=piece.text[:left].rstrip() if len(piece.text) > left else piece.text))
        left -= len(piece.text)
        if left <= 0:
            break
    return kept


def only(*names: str) -> Change:
    """The parts of these classes alone; None when one is missing or stands in two places."""

    def change(pieces: Pieces, rng: random.Random) -> Pieces | None:
        wanted = {"number", *names} if "road" in names and rng.random() < 0.5 else set(names)
        classes = [CLASSES.get(piece.label or "", piece.label) for piece in pieces]
        inside = [index for index, name in enumerate(classes) if name in wanted]
        if not inside or {classes[index] for index in inside} != wanted:
            return None
        kept = pieces[inside[0] : inside[-1] + 1]
        whole = all(piece.label is None or CLASSES.get(piece.label, piece.label) in wanted for piece in kept)
        return kept if whole else None

    return change


KINDS: dict[str, Change] = {
    "case": case,
    "commas": commas,
    "accents": accents,
    "typos": typos,
    "dirty": dirty,
    "reordered": reordered,
    "prefix": prefix,
    "city": only("city"),
    "street": only("road"),
    "postcode": only("postcode"),
}
