"""Does the radius of an answer contain the true point nine times in ten? By tier and country, on held-back rows of open registers.

The registers are cut by held_back.py; shards are built from the remaining rows, and the held-back rows are asked as text. `held` is
the share of answers whose true point lies within the reported radius: `uncertainty_m`, and for places `accuracy_m`.
"""

from __future__ import annotations

import math
import random
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import tables
from sets.held_back import Asked, Row, base, divided, line
from tables import CITIES, answers, kilometres

# Questions of a way and an area that are asked.
SAMPLE = 2000
# Fewest answers for a line: the share of a smaller sample is too noisy.
FEWEST = 30
REGISTERS = (
    "us/baltimore_points.tsv.gz",
    "us/baltimore_centerlines.tsv.gz",
    "us/chesapeake_points.tsv.gz",
    "us/stores.tsv.gz",
    "fr/venues.tsv.gz",
    "world/postcodes.csv.gz",
)


class Measured(NamedTuple):
    """An answer and its error against the true point."""

    area: str
    tier: str
    error_m: float
    radius_m: float
    way: str
    text: str
    markers: tuple[str, ...]


def registers(data: Path) -> Iterator[tuple[str, list[Row]]]:
    """Address points of open registers by country."""
    for country, areas, of in (("us", ("MD", "VA"), tables.united_states_of), ("fr", CITIES, tables.france_of)):
        yield country, [Row(area, *row[:5], float(row[5]), float(row[6])) for area in areas for row in of(data, area)]


def tier(answer: dict[str, Any], asked: Asked) -> str:
    """What the answer is the point of, as the table names it."""
    codes = {marker["code"] for marker in answer["intent_markers"]}
    level = answer["match_level"]
    if asked.way == "crossing" and level == "street":
        return "crossing"
    if level == "house":
        if asked.way in ("several rows", "one of several rows") and "house_number_base" not in codes:
            return "house, several rows" if asked.way == "several rows" else "house, several rows, another held back"
        if codes & {"street_differs", "street_corrected"}:
            return "house, street respelled"
        return "house, number without its letter" if "house_number_base" in codes else "house"
    if level == "interpolated":
        return "beyond the last number" if "house_number_beyond_known" in codes else "between numbers"
    if level == "street":
        return "street, number unknown" if "house_number_unknown" in codes else "street"
    return str(level)


def measured(root: Path, data_root: Path | None, questions: list[Asked]) -> Iterator[Measured]:
    """The answers that have a point."""
    for asked, answer in zip(questions, answers(root, [one.text for one in questions], data_root), strict=True):
        if answer["lat"] is None or answer["accuracy_m"] is None:
            continue
        error = 1000 * kilometres((answer["lat"], answer["lon"]), (asked.truth.lat, asked.truth.lon))
        radius = answer["uncertainty_m"] if answer["uncertainty_m"] is not None else answer["accuracy_m"]
        markers = tuple(marker["code"] for marker in answer["intent_markers"])
        yield Measured(asked.truth.area, tier(answer, asked), error, radius, asked.way, asked.text, markers)


def sampled(questions: Iterable[Asked]) -> list[Asked]:
    """At most SAMPLE of each way and area, the same ones in every run."""
    by_way: dict[tuple[str, str], list[Asked]] = defaultdict(list)
    for asked in questions:
        by_way[asked.way, asked.truth.area].append(asked)
    chosen = random.Random(5)
    return [one for _, those in sorted(by_way.items()) for one in chosen.sample(those, min(SAMPLE, len(those)))]


def written(path: Path, known: Iterable[Row]) -> None:
    """The rows as a table of the builder."""
    tables.write(path, ([r.number, r.street, r.locality, r.region, r.postcode, str(r.lat), str(r.lon)] for r in known))


def street_level(data: Path, root: Path, folder: Path) -> Iterator[tuple[str, str, list[Measured]]]:
    """Country, what was built, and the answers over shards of what is not held back."""
    points, ranges, streets = (tables.linked(folder / name, root) for name in ("points", "ranges", "streets"))
    for country, rows in registers(data):
        known, questions = divided(rows)
        table = folder / f"{country}.tsv"
        written(table, known)
        asked = sampled(questions)
        tables.build_points(country, table, points, root)
        if country == "us":
            asked += crossings(data)
        yield country, "points", list(measured(root, points, asked))
        area, mine = ("us-md", [row for row in known if row.area == "MD"]) if country == "us" else ("fr", known)
        written(table, mine)
        there = [one for one in asked if country != "us" or one.truth.area == "MD"]
        if country == "us":
            tables.build("ranges", data / "us/baltimore_centerlines.tsv.gz", "--out", ranges / f"interpolation/interpolation-{area}.db", root=root)
            yield country, "centrelines", list(measured(root, ranges, sampled(on_centrelines(data, rows))))
        else:
            out = ranges / f"interpolation/interpolation-{area}.db"
            tables.build("ranges", table, "--from-points", "--country", country, "--out", out, root=root)
            yield country, "ranges of points", list(measured(root, ranges, [one for one in there if one.way in ("number", "run", "end")]))
        tables.build("streets", table, "--country", country, "--out", streets / f"street-centroids/street-centroids-{area}.db", root=root)
        yield country, "centroids", list(measured(root, streets, [one for one in there if one.way in ("number", "no number")]))


def centrelines(data: Path) -> Iterator[dict[str, str]]:
    return tables.rows(data / "us/baltimore_centerlines.tsv.gz")


def on_centrelines(data: Path, rows: list[Row]) -> list[Asked]:
    """Houses whose number is in a range of the table, with it and without: the table has some segments of a street alone."""
    ranges: dict[tuple[str, str], list[tuple[int, int]]] = defaultdict(list)
    for line_row in centrelines(data):
        for side in ("left", "right"):
            ends = [int(line_row[f"{end}_{side}"] or 0) for end in ("from", "to")]
            if any(ends):
                ranges[line_row["label"], line_row[f"zip_{side}"]].append((min(ends), max(ends)))
    asked = []
    for row in rows:
        number = base(row.number)
        if number is not None and any(low <= number <= high for low, high in ranges.get((row.street, row.postcode), ())):
            asked += [Asked("range", line(row, row.number, row.street), row), Asked("no number", line(row, "", row.street), row)]
    return asked


def crossings(data: Path) -> list[Asked]:
    """Crossings of Baltimore County: points where the centrelines of two streets meet, which no shard of points knows."""
    nodes: dict[tuple[float, float], set[tuple[str, str, str]]] = defaultdict(set)
    for row in centrelines(data):
        inner = row["wkt"].replace("MULTI", "").removeprefix("LINESTRING").strip(" ()")
        places = [part.strip(" ()").split() for part in inner.split(",")]
        for lon, lat in (places[0], places[-1]):
            nodes[round(float(lat), 5), round(float(lon), 5)].add((row["label"], row["city_left"], row["zip_left"]))
    asked = []
    for (lat, lon), those in sorted(nodes.items()):
        labels = sorted({label for label, city, code in those if city and code})
        if len(labels) == 2:
            city, code = min((city, code) for label, city, code in those if city and code)
            truth = Row("MD", "", " & ".join(labels), city, "MD", code, lat, lon)
            asked.append(Asked("crossing", f"{labels[0]} & {labels[1]}, {city}, MD {code}", truth))
    return asked


def places(data: Path) -> list[Asked]:
    """Addresses without their street, and villages of the world by name and by code."""
    asked: list[Asked] = []
    for country, rows in registers(data):
        for way in ("code and town", "town"):
            for row in rows:
                if way == "code and town" and not row.postcode:
                    continue
                truth = row._replace(area=country)
                asked.append(Asked(way, line_of_place(row, with_code=way != "town"), truth))
    for file, columns, country in (
        ("us/stores.tsv.gz", ("city", "state", "zip"), "us"),
        ("fr/venues.tsv.gz", ("city", None, "postcode"), "fr"),
    ):
        for fields in tables.rows(data / file):
            city, region, code = (fields[name] if name else "" for name in columns)
            if not (city and code and fields["lat"] and fields["lon"]) or "CEDEX" in city.upper():
                continue
            row = Row(f"{country} (venues)", "", "", city, region, code[:5], float(fields["lat"]), float(fields["lon"]))
            asked.append(Asked("code and town", line_of_place(row, with_code=True), row))
            asked.append(Asked("town", line_of_place(row, with_code=False), row))
    return asked + villages(data)


def villages(data: Path) -> list[Asked]:
    """Villages whose name is once in their country, by it and their division, with and without their code, and codes alone: any village
    with the code is a right answer."""
    postcodes = tables.rows(data / "world/postcodes.csv.gz")
    table = [row for row in postcodes if row["country_code"] in VILLAGES and row["place"] and row["latitude"] and not COMPANY.search(row["place"])]
    names = Counter((row["country_code"], row["place"]) for row in table)
    asked = []
    for row in table:
        code, country = row["country_code"], VILLAGES[row["country_code"]]
        truth = Row(code.lower(), "", "", row["place"], "", row["zipcode"], float(row["latitude"]), float(row["longitude"]))
        if names[code, row["place"]] == 1:
            asked.append(Asked("village", f"{row['place']}, {row['state']}, {country}", truth))
            asked.append(Asked("code and village", f"{row['zipcode']} {row['place']}, {country}", truth))
        asked.append(Asked("code", f"{row['zipcode']}, {country}", truth))
    return asked


# Large receivers of mail have a code of their own in Germany and stand in the table in the place of a village.
COMPANY = re.compile(r"\b(GmbH|AG|KG|SE|Co|mbH|Postbank|Sparkasse|Versicherungen?)\b")
VILLAGES = {"AT": "Austria", "CH": "Switzerland", "CZ": "Czechia", "DE": "Germany", "ES": "Spain", "IT": "Italy", "PL": "Poland", "SE": "Sweden"}


def line_of_place(row: Row, with_code: bool) -> str:
    code = row.postcode if with_code else ""
    if row.region:
        return f"{code} {row.locality}, {row.region}".strip()
    return f"{code} {row.locality}, France".strip()


def at(values: list[float], part: float) -> float:
    """The quantile of sorted values."""
    return values[min(len(values) - 1, math.ceil(part * len(values)) - 1)]


def lines(title: str, given: Iterable[tuple[str, Measured]]) -> Iterator[str]:
    """Markdown, a row a name."""
    by_name: dict[str, list[Measured]] = defaultdict(list)
    for name, one in given:
        by_name[name].append(one)
    yield f"| {title} | rows | error p50 m | p90 m | radius p50 m | held |"
    yield "|---|--:|--:|--:|--:|--:|"
    for name, those in sorted(by_name.items()):
        if len(those) < FEWEST:
            continue
        errors, radii = sorted(one.error_m for one in those), sorted(one.radius_m for one in those)
        share = sum(one.error_m <= one.radius_m for one in those) / len(those)
        yield f"| {name} | {len(those)} | {at(errors, 0.5):.0f} | {at(errors, 0.9):.0f} | {at(radii, 0.5):.0f} | {100 * share:.1f} % |"


STREET_LEVEL = ("house", "between", "beyond", "street", "crossing")


def table(data: Path, root: Path) -> Iterator[str]:
    """Markdown: streets by what answers and country, then places by level and country; one sentence where the registers are absent."""
    absent = [name for name in (*REGISTERS, *(f"fr/address_points_{city}.tsv.gz" for city in CITIES)) if not (data / name).exists()]
    if absent:
        yield f"radii left out: {data / absent[0]} is not there"
        return
    given: list[tuple[str, str, Measured]] = []
    with tempfile.TemporaryDirectory(prefix="milepost-radii-") as folder:
        for country, shards, those in street_level(data, root, Path(folder)):
            given.extend((country, shards, one) for one in those)
    given.extend((one.area, "places", one) for one in measured(root, None, sampled(places(data))))
    streets = ((f"{c}, {s}: {one.tier}", one) for c, s, one in given if one.tier.startswith(STREET_LEVEL))
    yield from lines("radius of a street-level answer", streets)
    yield ""
    # A marker reports a place whose name differs from the written one.
    named = ((f"{c}, {one.way}: {one.tier}{', told' if one.markers else ''}", one) for c, s, one in given if s == "places" and not one.tier.startswith(STREET_LEVEL))
    yield from lines("radius of a place", named)
