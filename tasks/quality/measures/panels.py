"""Real addresses of many countries as installed: is each answered, how far from its postcode or town, and does a far answer carry a marker?

Rows are the development addresses of DATA/eval whose postcode or town the table of postcodes has. The truth is the table's own point: of
postcode and town together, else of the postcode, else of the town. Of a town alone, in the written division if there is one, it is the nearest
place of the name, because the text does not choose among namesakes; truth.py measures whether the answer reports the ambiguity.
"""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from typing import NamedTuple

from tables import answers, folded, kilometres, rows
from world import Table, outward

COUNTRIES = "AT BE CH CZ DE DK ES FI FR GB HR HU IT LU NL NO PL PT SE SI SK US".split()
FAR_KM = 50

Point = tuple[float, float]


class Asked(NamedTuple):
    country: str
    text: str
    points: list[Point]
    """Where it may be; the nearest to the answer counts."""


class Places(Table):
    """The table's points by code, and by town with the divisions it lies in."""

    def __init__(self) -> None:
        super().__init__()
        self.towns: dict[tuple[str, str], list[tuple[set[str], Point]]] = defaultdict(list)

    def add(self, row: dict[str, str]) -> None:
        super().add(row)
        divisions = {folded(row["state"]), folded(row["state_code"]), folded(row["province"])}
        self.towns[row["country_code"], folded(row["place"])].append((divisions, (float(row["latitude"]), float(row["longitude"]))))

    def points_of(self, country: str, code: str, town: str, division: str) -> list[Point]:
        if code:
            return [self.find(country, code, town)] if self.has(country, code) else []
        named = self.towns.get((country, folded(town)), [])
        within = [point for divisions, point in named if folded(division) in divisions]
        return within or [point for _, point in named]


def asked(data: Path) -> list[Asked]:
    places = Places()
    for row in rows(data / "world/postcodes.csv.gz"):
        if row["latitude"] and row["country_code"] in COUNTRIES:
            places.add(row)
    found = []
    for row in rows(data / "eval/senzing_dev.csv.gz"):
        country = row["country_code"].upper()
        code = outward(country, row["postcode"])
        points = places.points_of(country, code, row["city"], row["state"]) if row["city"] and country in COUNTRIES else []
        if points:
            found.append(Asked(country, " ".join(row["full_address"].split()), points))
    return found


def table(data: Path, root: Path) -> list[str]:
    """The lines of the table, a country a line."""
    questions = asked(data)
    kept: dict[str, list[tuple[float | None, bool, bool]]] = defaultdict(list)
    for question, answer in zip(questions, answers(root, [question.text for question in questions]), strict=True):
        off = None
        if answer["lat"] is not None:
            off = min(kilometres(point, (answer["lat"], answer["lon"])) for point in question.points)
        is_abroad = answer.get("countryCode") not in (None, question.country)
        kept[question.country].append((off, is_abroad, bool(answer["intent_markers"])))
    head = ["| country | rows | resolved % | p50 km | p90 km | wrong country % | over 50 km, not told % |", "|---|--:|--:|--:|--:|--:|--:|"]
    return head + [line(country, of_country) for country, of_country in sorted(kept.items())]


def line(country: str, answers: list[tuple[float | None, bool, bool]]) -> str:
    def share(count: int) -> str:
        return f"{100 * count / len(answers):.1f}"

    offs = sorted(off for off, *_ in answers if off is not None)
    half, most = (offs[int(len(offs) * part)] if offs else 0.0 for part in (0.5, 0.9))
    abroad = sum(is_abroad for _, is_abroad, _ in answers)
    silent = sum(off is not None and off > FAR_KM and not has_marker for off, _, has_marker in answers)
    parts = [country, str(len(answers)), share(len(offs)), f"{half:.1f}", f"{most:.1f}", share(abroad), share(silent)]
    return f"| {' | '.join(parts)} |"
