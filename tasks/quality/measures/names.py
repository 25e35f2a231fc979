"""Is every town and every division of the install found by its name? By kind of name and country.

    npm run bench:quality -- --only names

The questions are all towns with a population of 15,000 or more, a sample of smaller ones, and all divisions, each by its name alone and with its
country, towns with their region too. `right` is within the kilometres of its kind, `namesake` another place with a marker, `silent`
another one without, `none` no coordinates. A name that a larger place has is right for one of the two only, so `silent` is never 0.
"""

from __future__ import annotations

import random
import sqlite3
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from measures.geocode_exam import answers, kilometres

CANDIDATES = "npm/starter-data/db/wof/candidate.db"
VERDICTS = ("right", "namesake", "silent", "none")
LARGE = 15_000
SAMPLE = 4_000
# Kilometres within which a town and a division are found.
NEAR = {"locality": 30.0, "county": 60.0, "region": 60.0}
# Countries of fewer names have no row of their own.
LEAST_NAMES = 100

ROWS = """
SELECT c.spr_id, p.placetype, c.name, o.code, c.latitude / 1e6, c.longitude / 1e6, c.population, c.region_id
FROM candidate c JOIN placetype_codes p ON p.id = c.placetype_id JOIN country_codes o ON o.id = c.country_id
WHERE c.is_primary AND p.placetype IN ('country', 'region', 'county', 'locality')
ORDER BY c.spr_id
"""


class Named(NamedTuple):
    """A place of the install."""

    kind: str
    name: str
    country: str
    point: tuple[float, float]
    population: int
    region: int


def places(root: Path) -> dict[int, Named]:
    with sqlite3.connect(f"file:{root / CANDIDATES}?mode=ro", uri=True) as database:
        rows = database.execute(ROWS).fetchall()
    return {row[0]: Named(row[1], row[2], row[3], (row[4], row[5]), row[6], row[7]) for row in rows}


def questions(root: Path) -> Iterator[tuple[str, Named, str]]:
    """The class of a question, the place and the text."""
    known = places(root)
    countries = {place.country: place.name for place in known.values() if place.kind == "country"}
    divisions = [place for place in known.values() if place.kind in ("region", "county")]
    towns = [place for place in known.values() if place.kind == "locality"]
    large = [place for place in towns if place.population >= LARGE]
    small = [place for place in towns if 1_000 <= place.population < LARGE]
    for place in [*divisions, *large]:
        kind = "town" if place.kind == "locality" else place.kind
        yield f"{kind}, alone", place, place.name
        yield f"{kind}, country", place, f"{place.name}, {countries.get(place.country, place.country)}"
        if place.region in known:
            yield f"{kind}, region", place, f"{place.name}, {known[place.region].name}"
    for place in random.Random(5).sample(small, min(SAMPLE, len(small))):
        yield "small town, alone", place, place.name


def table(root: Path) -> Iterator[str]:
    """Markdown: classes, then the countries of the names alone."""
    asked = list(questions(root))
    given = answers(root, [text for _, _, text in asked])
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for (kind, place, _), answer in zip(asked, given, strict=True):
        verdict = "none"
        if answer["lat"] is not None:
            is_near = kilometres(place.point, (answer["lat"], answer["lon"])) <= NEAR[place.kind]
            verdict = "right" if is_near else "namesake" if answer["intent_markers"] else "silent"
        counts[kind][verdict] += 1
        if kind == "town, alone":
            counts[f"{kind}: {place.country}"][verdict] += 1
    yield f"| name | asked | {' | '.join(VERDICTS)} |"
    yield "|---|--:|--:|--:|--:|--:|"
    for name, of_name in sorted(counts.items(), key=lambda item: (":" in item[0], item[0])):
        names = of_name.total()
        if ":" not in name or names >= LEAST_NAMES:
            yield f"| {name} | {names:,} | " + " | ".join(f"{100 * of_name[each] / names:.1f} %" for each in VERDICTS) + " |"
