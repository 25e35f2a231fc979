"""Does the radius of an answer contain the true point nine times in ten? By tier and country, on held-back rows of open registers.

The registers are cut by held_back.py; shards are built from the remaining rows, and the held-back rows are asked as text. `held` is
the share of answers whose true point lies within the reported radius: `uncertainty_m`, and for places `accuracy_m`.
"""

from __future__ import annotations

import csv
import gzip
import json
import math
import os
import random
import re
import subprocess
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import geocode
from measures.geocode_exam import kilometres
from sets.held_back import Asked, Row, base, divided, line

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
CITIES = ("arles", "lyon", "montpellier", "nantes", "toulouse")


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
    for country, areas, of in (("us", ("MD", "VA"), geocode.united_states_of), ("fr", CITIES, geocode.france_of)):
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


def answers(root: Path, data_root: Path | None, texts: list[str]) -> list[dict[str, Any]]:
    """What the built checkout answers over a data root, one a text."""
    environment = dict(os.environ)
    if data_root is not None:
        environment["SERVICE_DATA_ROOT"] = str(data_root)
    command = ["npx", "--no-install", "milepost", "geocode", "-", "--json"]
    lines = "\n".join(" ".join(text.split()) for text in texts) + "\n"
    done = subprocess.run(command, input=lines, capture_output=True, text=True, cwd=root, check=True, env=environment)
    return [json.loads(text) for text in done.stdout.splitlines() if text.strip()]


def measured(root: Path, data_root: Path | None, questions: list[Asked]) -> Iterator[Measured]:
    """The answers that have a point."""
    for asked, answer in zip(questions, answers(root, data_root, [one.text for one in questions]), strict=True):
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


def build(root: Path, *arguments: object) -> None:
    subprocess.run(["npx", "--no-install", "milepost", "build", *map(str, arguments), "--replace"], cwd=root, check=True, capture_output=True)


def linked(folder: Path, root: Path) -> Path:
    """A data root with the starter gazetteer of the checkout."""
    (folder / "db").mkdir(parents=True, exist_ok=True)
    link = folder / "db/wof"
    if not link.exists():
        link.symlink_to(root / "npm/starter-data/db/wof")
    return folder


def street_level(data: Path, root: Path, folder: Path) -> Iterator[tuple[str, str, list[Measured]]]:
    """Country, what was built, and the answers over shards of what is not held back."""
    points, ranges, streets = (linked(folder / name, root) for name in ("points", "ranges", "streets"))
    for country, rows in registers(data):
        known, questions = divided(rows)
        table = folder / f"{country}.tsv"
        geocode.write(table, ([r.number, r.street, r.locality, r.region, r.postcode, str(r.lat), str(r.lon)] for r in known))
        asked = sampled(questions)
        if country == "us":
            build(root, "points", table, "--data-root", points)
            asked += crossings(data)
        else:
            build(root, "points", table, "--country", "fr", "--out", points / "address-points/address-points-fr.db")
        yield country, "points", list(measured(root, points, asked))
        area, mine = ("us-md", [row for row in known if row.area == "MD"]) if country == "us" else ("fr", known)
        geocode.write(table, ([r.number, r.street, r.locality, r.region, r.postcode, str(r.lat), str(r.lon)] for r in mine))
        there = [one for one in asked if country != "us" or one.truth.area == "MD"]
        if country == "us":
            build(root, "ranges", data / "us/baltimore_centerlines.tsv.gz", "--out", ranges / f"interpolation/interpolation-{area}.db")
            yield country, "centrelines", list(measured(root, ranges, sampled(on_centrelines(data, rows))))
        else:
            out = ranges / f"interpolation/interpolation-{area}.db"
            build(root, "ranges", table, "--from-points", "--country", country, "--out", out)
            yield country, "ranges of points", list(measured(root, ranges, [one for one in there if one.way in ("number", "run", "end")]))
        build(root, "streets", table, "--country", country, "--out", streets / f"street-centroids/street-centroids-{area}.db")
        yield country, "centroids", list(measured(root, streets, [one for one in there if one.way in ("number", "no number")]))


def centrelines(data: Path) -> Iterator[dict[str, str]]:
    with gzip.open(data / "us/baltimore_centerlines.tsv.gz", "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


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
        for fields in geocode.rows(data / file):
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
    with gzip.open(data / "world/postcodes.csv.gz", "rt", encoding="utf-8", newline="") as file:
        table = [row for row in csv.DictReader(file) if row["country_code"] in VILLAGES and row["place"] and row["latitude"]]
    table = [row for row in table if not COMPANY.search(row["place"])]
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


def table(data: Path, root: Path, keep: list[tuple[str, str, Measured]] | None = None) -> Iterator[str]:
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
    if keep is not None:
        keep.extend(given)
    streets = ((f"{c}, {s}: {one.tier}", one) for c, s, one in given if one.tier.startswith(STREET_LEVEL))
    yield from lines("radius of a street-level answer", streets)
    yield ""
    # A marker reports a place whose name differs from the written one.
    named = ((f"{c}, {one.way}: {one.tier}{', told' if one.markers else ''}", one) for c, s, one in given if s == "places" and not one.tier.startswith(STREET_LEVEL))
    yield from lines("radius of a place", named)
