"""Which rows of an open register are held back, and how: each way gives one tier of the geocoder its questions.

A street is in one way alone, chosen by a hash of its name and place, so that what is held back of one tells nothing of another and is
the same in every run.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tables import line as written
from tables import share

# Part of the streets in each way.
WAYS = (
    ("number", 0.28),  # one number of ten
    ("run", 0.12),  # a run of a quarter of its numbers
    ("side", 0.12),  # its odd or its even numbers
    ("end", 0.18),  # its highest third
    ("letter", 0.12),  # numbers with a letter whose number without one stays
    ("street", 0.08),  # the street itself
    ("known", 0.10),  # nothing
)
# Rows of a street that a run, a side or an end is taken from, at least.
LONG = 8


class Row(NamedTuple):
    """A house of a register."""

    area: str
    number: str
    street: str
    locality: str
    region: str
    postcode: str
    lat: float
    lon: float


class Asked(NamedTuple):
    """A question, and the row that is right."""

    way: str
    text: str
    truth: Row


def base(number: str) -> int | None:
    """A number without its letter."""
    found = re.match(r"\d{1,7}", number)
    return int(found.group()) if found else None


def way_of(street: str) -> str:
    """The way that a street is in."""
    at = share(f"way|{street}")
    for name, part in WAYS:
        if at < part:
            return name
        at -= part
    return WAYS[-1][0]


def held(way: str, street: str, numbers: dict[str, list[Row]]) -> set[str]:
    """The numbers of a street that are held back."""
    known = sorted((found, number) for number in numbers if (found := base(number)) is not None)
    chance = share(f"held|{street}")
    if way == "street":
        return set(numbers)
    if way == "number":
        return {number for number in numbers if share(f"{number}|{street}") < 0.1}
    if way == "letter":
        plain = {found for found, number in known if str(found) == number}
        return {number for found, number in known if str(found) != number and found in plain}
    if len(known) < LONG:
        return set()
    if way == "run":
        first = int(chance * 0.75 * len(known))
        return {number for _, number in known[first : first + len(known) // 4]}
    if way == "side":
        chosen = {number for found, number in known if found % 2 == int(chance * 2)}
        return chosen if len(chosen) < len(known) else set()
    if way == "end":
        return {number for _, number in known[-(len(known) // 3) :]}
    return set()


def line(row: Row, number: str, street: str) -> str:
    """The address as its country writes it; what is empty is left out."""
    return written(number, street, row.locality, row.region, row.postcode)


def divided(rows: Iterable[Row]) -> tuple[list[Row], list[Asked]]:
    """Rows that are known, and what is asked of the others."""
    streets: dict[str, dict[str, list[Row]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        streets["|".join((row.street, row.locality, row.region, row.postcode))][row.number].append(row)
    known: list[Row] = []
    asked: list[Asked] = []
    for street, numbers in streets.items():
        way = way_of(street)
        chosen = held(way, street, numbers)
        for number, several in numbers.items():
            if number not in chosen:
                kept, questions = of_known(number, street, several)
                known.extend(kept)
                asked.extend(questions if way != "known" or len(several) > 1 else of_whole(several[0]))
                continue
            truth = several[int(share(f"which|{number}|{street}") * len(several))]
            asked.append(Asked(way, line(truth, number, truth.street), truth))
            if way in ("number", "run"):
                asked.append(Asked("no number", line(truth, "", truth.street), truth))
    return known, asked


def of_known(number: str, street: str, several: list[Row]) -> tuple[list[Row], list[Asked]]:
    """What stays of the rows of a known number, and the questions about it: where there are three rows, one of them is held back;
    of two, either is a right answer."""
    if len(several) == 1:
        return several, []
    at = int(share(f"which|{number}|{street}") * len(several))
    kept = several if len(several) == 2 else several[:at] + several[at + 1 :]
    way = "several rows" if len(several) == 2 else "one of several rows"
    return kept, [Asked(way, line(several[at], number, several[at].street), several[at])]


def of_whole(row: Row) -> Iterator[Asked]:
    """Questions about a house that is known: as it is filed, and by a street that lacks its type."""
    yield Asked("known", line(row, row.number, row.street), row)
    words = row.street.split()
    bare = " ".join(words[:-1] if row.region else words[1:])
    if len(words) > 1 and bare:
        yield Asked("no type", line(row, row.number, bare), row)
