"""Rows for the weights of the ranking: texts that name a place, some with a mistake, each with the point that is right.

Rows from the postcode table have a postcode or a region, and villages are as frequent as cities. Most have a street of the country's language,
because its words are evidence for the country. Mistakes are typical ones: two letters swapped, the postcode or state of another town, an unregistered
postcode. Rows from the gazetteer are a name alone, with the country, or with a street in another language, sampled in proportion to population. Codes alone
are of countries in proportion to their population.
"""

from __future__ import annotations

import csv
import gzip
import random
import sqlite3
import unicodedata
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

# Streets in the language of a country, with a number where its addresses have it.
STREETS = {
    "AT": ["Hauptstraße 5", "Kirchengasse 12"], "AU": ["5 Railway Parade", "12 Beach Rd"], "BE": ["Kerkstraat 5", "rue de l'Église 12"],
    "BG": ["ul. Pirin 5"], "BR": ["Rua das Flores, 52"], "CA": ["5 Maple St", "12 rue Principale"], "CH": ["Dorfstrasse 5", "Rue du Lac 12", "Via Cantonale 3"],
    "CZ": ["Nádražní 5", "Polní 12"], "DE": ["Hauptstraße 5", "Gartenweg 12", "Am Anger 3"], "DK": ["Skolegade 5", "Møllevej 12"], "EE": ["Pikk 5"],
    "ES": ["Calle Mayor 5", "Avenida del Mar 12"], "FI": ["Koulukatu 5", "Rantatie 12"], "FR": ["5 rue de la Mairie", "12 chemin des Vignes"],
    "GB": ["5 High Street", "12 Church Lane"], "HR": ["Radnička 5", "Ulica kralja Tomislava 12"], "HU": ["Kossuth utca 5"], "IE": ["5 Main Street"],
    "IN": ["5 Gandhi Road"], "IT": ["Via Roma 5", "Piazza Garibaldi 12"], "JP": ["2-3-4"], "LT": ["Vilniaus g. 5"], "LU": ["5 rue Principale"],
    "LV": ["Rīgas iela 5"], "MX": ["Calle Hidalgo 5"], "NL": ["Kerkstraat 5", "Molenweg 12"], "NO": ["Storgata 5", "Kirkeveien 12"],
    "NZ": ["5 Queen Street"], "PL": ["ul. Polna 5", "Lipowa 12"], "PT": ["Rua Direita 5", "Avenida da Liberdade 12"], "RO": ["Strada Mare 5"],
    "SE": ["Storgatan 5", "Skolvägen 12"], "SI": ["Slovenska cesta 5", "Ljubljanska cesta 12"], "SK": ["Hlavná 5", "Školská 12"], "TR": ["Atatürk Caddesi 5"],
    "US": ["5 Main St", "12 Oak Ave", "301 Elm Dr"], "ZA": ["5 Church Street"],
}
NAMES = {
    "AT": "Österreich", "AU": "Australia", "BE": "Belgium", "BR": "Brasil", "CA": "Canada", "CH": "Switzerland", "CZ": "Czechia", "DE": "Germany",
    "DK": "Danmark", "ES": "España", "FI": "Finland", "FR": "France", "GB": "United Kingdom", "HR": "Croatia", "HU": "Hungary", "IE": "Ireland",
    "IT": "Italia", "NL": "Netherlands", "NO": "Norway", "PL": "Polska", "PT": "Portugal", "SE": "Sweden", "SI": "Slovenia", "SK": "Slovakia", "US": "USA",
}
# The postcode follows the town.
CODE_BEHIND = {"AU", "BR", "CA", "GB", "IE", "IN", "NZ", "US", "ZA"}


@dataclass(frozen=True)
class Row:
    kind: str
    country: str
    text: str
    lat: float
    lon: float


def swapped(name: str, draw: random.Random) -> str:
    """A name with two neighbouring letters swapped."""
    places = [at for at in range(1, len(name) - 2) if name[at].isalpha() and name[at + 1].isalpha() and name[at] != name[at + 1]]
    if not places:
        return name
    at = draw.choice(places)
    return name[:at] + name[at + 1] + name[at] + name[at + 2 :]


def line(country: str, place: str, code: str, state: str = "") -> str:
    """Town and code in the order of a country."""
    if country == "US":
        return f"{place}, {state} {code}".strip()
    return f"{place} {code}" if country in CODE_BEHIND else f"{code} {place}"


def rows(table: Path, of_country: int, seed: int) -> Iterator[Row]:
    """`of_country` places of each country, each in one of the kinds, which take turns."""
    draw = random.Random(seed)
    places: dict[str, list[dict[str, str]]] = defaultdict(list)
    codes: dict[str, set[str]] = defaultdict(set)
    with gzip.open(table, "rt", encoding="utf-8") as file:
        for place in csv.DictReader(file):
            if place["country_code"] in STREETS and place["latitude"]:
                places[place["country_code"]].append(place)
                codes[place["country_code"]].add(place["zipcode"])
    for country, known in sorted(places.items()):
        for number, place in enumerate(draw.sample(known, min(of_country, len(known)))):
            name = place["place"].split("(")[0].split("/")[0].strip()
            code, state = place["zipcode"], place["state_code"]
            street = draw.choice(STREETS[country])
            unknown = code[:-1] + draw.choice([digit for digit in "0123456789" if digit != code[-1]]) if code[-1].isdigit() else ""
            other = draw.choice(known)["zipcode"]
            kinds = [
                ("whole", f"{street}, {line(country, name, code, state)}"),
                ("town and code", line(country, name, code, state)),
                ("mistyped town", f"{street}, {line(country, swapped(name, draw), code, state)}"),
                ("whole", f"{street}, {line(country, name, code, state)}"),
            ]
            elsewhere_code = draw.choice(places[draw.choice([other_ for other_ in sorted(places) if other_ != country])])["zipcode"]
            if elsewhere_code not in codes[country] and draw.random() < RARE:
                kinds.append(("code of another country", f"{street}, {line(country, name, elsewhere_code, state)}"))
            kinds.append(("unknown part", f"{street}, {draw.choice(known)['place'].split('(')[0].strip()[::-1].lower().title()}, {line(country, name, code, state)}"))
            if unknown and unknown not in codes[country]:
                kinds.append(("unknown code", f"{street}, {line(country, name, unknown, state)}"))
            if place["state"] and place["state"] != name:
                kinds.append(("town and state", f"{name}, {place['state']}"))
                kinds.append(("street, town and state", f"{street}, {name}, {place['state']}"))
                elsewhere = draw.choice(known)["state"]
                # A wrong code beside the state is as frequent as a wrong state beside the code.
                for kind, division, written in (("wrong state", elsewhere, code), ("wrong code, state", place["state"], other)):
                    if elsewhere not in ("", place["state"]):
                        is_behind = country in CODE_BEHIND
                        kinds.append((kind, f"{street}, {name}, {division} {written}" if is_behind else f"{street}, {written} {name}, {division}"))
            if country in NAMES:
                kinds.append(("town and country", f"{street}, {name}, {NAMES[country]}"))
                kinds.append(("wrong code", f"{street}, {line(country, name, other, state)}, {NAMES[country]}"))
            abroad = draw.choice([name_ for code_, name_ in NAMES.items() if code_ != country])
            kinds.append(("wrong country", f"{street}, {line(country, name, code, state)}, {abroad}"))
            kind, text = kinds[number % len(kinds)]
            yield Row(kind, country, text, float(place["latitude"]), float(place["longitude"]))


# Mistakes that few make, and gaps of the tables, as a share of other rows.
RARE = 0.2
# How often a row names a city in another language, relative to its local name.
BY_OTHER_NAME = 1 / 2
# Share of streets of another language that are English or Spanish, which are written all over the world.
OF_THE_WORLD = ("US", "GB", "ES", "MX")
# Fewest letters of a name: shorter ones are codes.
SHORTEST_NAME = 4
# Least population of a city in rows with a street in another language.
KNOWN_ABROAD = 100_000


def folded(name: str) -> str:
    return "".join(letter for letter in unicodedata.normalize("NFD", name.lower()) if not unicodedata.combining(letter))


def names(gazetteer: Path, of_kind: int, seed: int) -> Iterator[Row]:
    """`of_kind` towns of the gazetteer of each kind, sampled in proportion to population."""
    draw = random.Random(seed)
    with sqlite3.connect(f"file:{gazetteer}?mode=ro", uri=True) as database:
        localities, divisions, countries, counties = (
            database.execute(
                "SELECT name_key, name, country_codes.code, latitude / 1e6, longitude / 1e6, population, is_primary, spr_id, region_id FROM candidate "
                "JOIN country_codes ON country_codes.id = country_id JOIN placetype_codes ON placetype_codes.id = placetype_id "
                f"WHERE placetype_codes.placetype = '{kind}' AND (population > 0 OR placetype = 'locality' AND is_primary) ORDER BY spr_id, name_key"
            ).fetchall()
            for kind in ("locality", "region", "country", "county")
        )
        parts = database.execute(
            "SELECT part.name, parent_name, country_codes.code, part.latitude / 1e6, part.longitude / 1e6, 1 + part.population FROM candidate AS part "
            "JOIN candidate_ancestor USING (spr_id) JOIN country_codes ON country_codes.id = country_id "
            "JOIN placetype_codes AS kind ON kind.id = placetype_id JOIN placetype_codes AS of_parent ON of_parent.id = parent_placetype_id "
            "WHERE kind.placetype = 'neighbourhood' AND of_parent.placetype = 'locality' AND depth = 1 AND is_primary ORDER BY spr_id"
        ).fetchall()
    towns = [town for town in localities if town[5]]
    villages = [town for town in localities if town[6]]
    # Codes say nothing of names: `TN` is a state and a country.
    is_name = lambda place: place[6] or len(place[0]) >= SHORTEST_NAME
    divisions, countries, counties = ([place for place in places if is_name(place)] for places in (divisions, countries, counties))
    own = [town for town in towns if town[6]]
    # Names in other scripts have no namesakes.
    others = [town for town in towns if not town[6] and len(town[0]) >= SHORTEST_NAME and folded(town[0]).isascii()]
    with_others = int(BY_OTHER_NAME * of_kind * sum(town[5] for town in others) / sum(town[5] for town in own))
    known = [town for town in own if town[5] >= KNOWN_ABROAD]
    drawn = lambda pool, k=of_kind: draw.choices(pool, [town[5] for town in pool], k=k)
    rare = int(RARE * of_kind)
    for _, name, country, lat, lon, *_ in drawn(own):
        yield Row("name alone", country, name, lat, lon)
    for key, _, country, lat, lon, *_ in drawn(others, with_others):
        yield Row("other name alone", country, key.title(), lat, lon)
    for _, name, country, lat, lon, *_ in drawn([town for town in own if town[2] in NAMES]):
        yield Row("name and country", country, f"{name}, {NAMES[country]}", lat, lon)
    division_of = {division[7]: division[1] for division in divisions if division[6]}
    for _, name, country, lat, lon, *_, division in drawn([town for town in own if town[8] in division_of], rare):
        yield Row("mistyped town and division", country, f"{swapped(name, draw)}, {division_of[division]}", lat, lon)
    # The smaller of two towns of one name and country, in its own division.
    largest = defaultdict(int)
    for key, _, country, _, _, population, *_ in own:
        largest[country, key] = max(largest[country, key], population)
    namesakes = [town for town in villages if town[8] in division_of and town[5] < largest[town[2], town[0]]]
    for _, name, country, lat, lon, *_, division in draw.choices(namesakes, [largest[town[2], town[0]] for town in namesakes], k=rare):
        yield Row("namesake of a larger town", country, f"{name}, {division_of[division]}", lat, lon)
    for part, town, country, lat, lon, _ in drawn(parts):
        yield Row("part and town", country, f"{part}, {town}", lat, lon)
    for _, name, country, lat, lon, *_ in drawn(own, rare):
        yield Row("unknown part and town", country, f"{draw.choice(own)[1][::-1].lower().title()}, {name}", lat, lon)
    # A part of a town that no table has, under the name of any town; and two towns, either of which is a right answer.
    for (_, name, country, lat, lon, *_), part in zip(drawn(own, rare), draw.choices(own, k=rare), strict=True):
        street = draw.choice(STREETS.get(country, STREETS["US"]))
        yield Row("part of no table and town", country, draw.choice([f"{part[1]}, {name}", f"{street}, {part[1]}, {name}"]), lat, lon)
    for first, second in zip(drawn(own, rare), drawn(own, rare), strict=True):
        _, _, country, lat, lon, *_ = draw.choice([first, second])
        street = draw.choice(STREETS.get(first[2], STREETS["US"]))
        yield Row("two towns", country, draw.choice([f"{first[1]}, {second[1]}", f"{street}, {first[1]}, {second[1]}"]), lat, lon)
    # People name small countries no less than large ones.
    for _, name, country, lat, lon, *_ in draw.choices([each for each in countries if each[6]], k=of_kind):
        yield Row("country alone", country, name, lat, lon)
    for key, name, country, lat, lon, _, is_own, *_ in drawn(countries, rare):
        yield Row("country alone", country, name if is_own else key.title(), lat, lon)
    # A name alone is rather that of a town.
    for key, name, country, lat, lon, _, is_own, *_ in drawn(divisions, rare):
        yield Row("division alone", country, name if is_own else key.title(), lat, lon)
    for key, name, country, lat, lon, _, is_own, *_ in drawn(counties, rare):
        yield Row("county alone", country, name if is_own else key.title(), lat, lon)
    for key, name, country, lat, lon, _, is_own, *_ in drawn([county for county in counties if county[2] in NAMES], rare):
        yield Row("county and country", country, f"{name if is_own else key.title()}, {NAMES[country]}", lat, lon)
    for key, name, country, lat, lon, _, is_own, *_ in drawn([division for division in divisions if division[2] in NAMES], rare):
        yield Row("division and country", country, f"{name if is_own else key.title()}, {NAMES[country]}", lat, lon)
    for key, name, country, lat, lon, _, is_own, *_ in drawn(divisions):
        unknown = draw.choice(own)[1][::-1].lower().title()
        yield Row("unknown town", country, f"{unknown}, {name if is_own else key.title()}", lat, lon)
    for key, name, country, lat, lon, _, is_own, *_ in drawn(countries, rare):
        unknown = draw.choice(own)[1][::-1].lower().title()
        yield Row("unknown town and country", country, f"{unknown}, {name if is_own else key.title()}", lat, lon)
    # The division of another town of the country.
    of_country = defaultdict(list)
    for division in divisions:
        if division[6]:
            of_country[division[2]].append(division[1])
    for _, name, country, lat, lon, *_ in drawn([town for town in own if len(of_country[town[2]]) > 5], rare):
        yield Row("wrong division", country, f"{name}, {draw.choice(of_country[country])}", lat, lon)
    # A village that no table has, in its division: its name is that of any town, most of which are small.
    places_of = defaultdict(list)
    for division in divisions:
        if division[6]:
            places_of[division[2]].append(division)
    for _, name, country, *_ in draw.choices([town for town in own if len(of_country[town[2]]) > 5], k=rare):
        _, division, _, lat, lon, *_ = draw.choice(places_of[country])
        yield Row("village of no table", country, f"{name}, {division}", lat, lon)
    for _, name, country, lat, lon, *_ in drawn(known):
        abroad = [other for other in (OF_THE_WORLD if draw.random() < 0.7 else sorted(STREETS)) if other != country]
        yield Row("street of another language", country, f"{draw.choice(STREETS[draw.choice(abroad)])}, {name}", lat, lon)


def letters(table: Path, codes: Path, of_kind: int, seed: int) -> Iterator[Row]:
    """Places of the postcode table with the letters of their division, in countries whose divisions have letters."""
    draw = random.Random(seed)
    of_division: dict[tuple[str, str], str] = {}
    for line_ in codes.read_text(encoding="utf-8").splitlines()[1:]:
        country, code, division, _ = line_.split("\t")
        if country != "GB":
            of_division.setdefault((country, folded(division)), code)
    places: dict[str, list[tuple[str, str, str, float, float]]] = defaultdict(list)
    with gzip.open(table, "rt", encoding="utf-8") as file:
        for place in csv.DictReader(file):
            code = of_division.get((place["country_code"], folded(place["state"])))
            if code and place["latitude"]:
                name = place["place"].split("(")[0].split("/")[0].strip()
                places[place["country_code"]].append((place["country_code"], name, code, float(place["latitude"]), float(place["longitude"])))
    for _, known in sorted(places.items()):
        for country, name, code, lat, lon in draw.sample(known, min(of_kind, len(known))):
            text = draw.choice([f"{name} - {code}", f"{name}, {code}", f"{draw.choice(STREETS[country])}, {name} - {code}"])
            yield Row("letters of a division", country, text, lat, lon)


def codes_alone(table: Path, gazetteer: Path, of_kind: int, seed: int) -> Iterator[Row]:
    """Postcodes that are the whole text, of countries in proportion to their population."""
    draw = random.Random(seed)
    codes: dict[str, list[tuple[str, float, float]]] = defaultdict(list)
    with gzip.open(table, "rt", encoding="utf-8") as file:
        for place in csv.DictReader(file):
            if place["latitude"]:
                codes[place["country_code"]].append((place["zipcode"], float(place["latitude"]), float(place["longitude"])))
    with sqlite3.connect(f"file:{gazetteer}?mode=ro", uri=True) as database:
        population = dict(
            database.execute(
                "SELECT country_codes.code, max(population) FROM candidate JOIN country_codes ON country_codes.id = country_id "
                "JOIN placetype_codes ON placetype_codes.id = placetype_id WHERE placetype_codes.placetype = 'country' GROUP BY 1"
            )
        )
    countries = sorted(country for country in codes if population.get(country, 0) > 0)
    for country in draw.choices(countries, [population[country] for country in countries], k=of_kind):
        code, lat, lon = draw.choice(codes[country])
        yield Row("code alone", country, code, lat, lon)
