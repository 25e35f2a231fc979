"""Typed and filed spellings of streets for the weights of their matching, from open tables and extracts.

Real pairs are two spellings that sources give one street: the addresses of a table and the register that has their house, the abbreviated
names of Paris, names of one way in OpenStreetMap, and `addr:street` beside the way next to it. Generated pairs change one thing in a name,
with the word tables of `crates/text/data/street`. A question without a true street has a name that its town lacks.
"""

from __future__ import annotations

import csv
import gzip
import random
import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

TABLES = Path(__file__).resolve().parents[3] / "crates/text/data/street"
ROLES = ("types", "directionals", "honorifics", "numbers", "particles")
# Register tables of address points; the typed tables beside them give the same houses.
FRENCH = ("nantes", "lyon", "toulouse", "montpellier", "arles")
FRENCH_TYPED = ("food_premises", "lodgings", "monuments", "dvf_addresses", "venues")
AMERICAN_TYPED = ("stores", "polling_places", "committees", "organizations", "breweries")
NAME_TAGS = ("alt_name", "official_name", "short_name", "old_name", "loc_name", "int_name")
NEAR_M = 60.0


@dataclass
class Town:
    country: str
    name: str
    streets: set[str] = field(default_factory=set)
    houses: dict[str, set[str]] = field(default_factory=lambda: defaultdict(set))
    # Typed and filed street of the sources.
    pairs: set[tuple[str, str]] = field(default_factory=set)


@dataclass(frozen=True)
class Question:
    country: str
    town: str
    kind: str
    typed: str
    filed: str | None

    @property
    def is_real(self) -> bool:
        return self.kind.startswith("real")


def fold(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text.replace("ß", "ss").replace("ł", "l").replace("ø", "o")).lower()
    return "".join(letter for letter in plain if not unicodedata.combining(letter))


def tokens(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", fold(text))


class Words:
    """The forms of the words of a country's street names: role, canonical form and position by form, and forms by role and canonical form."""

    def __init__(self, country: str) -> None:
        languages = dict(table_rows("languages")).get(country, "en").split(" ")
        self.readings: dict[str, set[tuple[str, str, str]]] = defaultdict(set)
        self.forms: dict[tuple[str, str], list[str]] = defaultdict(list)
        for role in ROLES:
            for language, canonical, form, position, _ in table_rows(role):
                if language in languages:
                    self.readings[form].add((role, canonical, position))
                    if " " not in form and position != "suffix" and form not in self.forms[role, canonical]:
                        self.forms[role, canonical].append(form)
        suffixes = [(form, canonical) for form, known in self.readings.items() for role, canonical, at in known if at == "suffix"]
        self.suffixes = sorted((each for each in suffixes if len(each[0]) > 2), key=lambda each: -len(each[0]))

    def canonical(self, word: str, role: str, edge: str = "") -> set[str]:
        known = self.readings.get("".join(tokens(word)), ())
        return {name for what, name, at in known if what == role and (not edge or at in ("any", edge))}

    def types(self, name: str) -> set[str]:
        """The types that a name may have at its edges; none of them for a name that needs none."""
        words = tokens(name)
        if len(words) < 2:
            return {canonical for suffix, canonical in self.suffixes if words and words[0].endswith(suffix)}
        return self.canonical(words[0], "types", "first") | self.canonical(words[-1], "types", "last")

    def is_incompatible(self, name: str, other: str) -> bool:
        a, b = self.types(name), self.types(other)
        return bool(a and b and not a & b)

    def other_form(self, word: str, role: str, draw: random.Random) -> str | None:
        """Another form of a word, shorter ones with a point as often as without."""
        own = "".join(tokens(word))
        forms = [form for name in sorted(self.canonical(word, role)) for form in self.forms[role, name] if form != own]
        if not forms:
            return None
        form = draw.choice(forms)
        return f"{form.capitalize()}." if form.isalpha() and len(form) < len(own) and draw.random() < 0.5 else form.capitalize()


@cache
def table_rows(name: str) -> list[list[str]]:
    lines = (TABLES / f"{name}.tsv").read_text(encoding="utf-8").splitlines()
    return [line.split("\t")[: 2 if name == "languages" else 5] for line in lines if not line.startswith("#")]


def roman(number: int) -> str:
    text = ""
    for value, letters in ((50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")):
        text, number = text + letters * (number // value), number % value
    return text


def mistyped(word: str, draw: random.Random) -> str:
    at = draw.randrange(1, len(word) - 1)
    swapped = word[:at] + word[at + 1] + word[at] + word[at + 2 :]
    letter = draw.choice("aeinrst")
    return draw.choice([swapped, word[:at] + word[at + 1 :], word[:at] + letter + word[at:], word[:at] + letter + word[at + 1 :]])


def generated(name: str, words: Words, names: list[str], draw: random.Random) -> dict[str, tuple[str, bool]]:
    """Other forms of a name by kind of change, each with whether it still means the street. `names` are other names of the country."""
    parts = name.split()
    forms: dict[str, tuple[str, bool]] = {"exact": (name, True)}

    def put(kind: str, changed: list[str], means: bool = True) -> None:
        text = " ".join(changed)
        if tokens(text) and tokens(text) != tokens(name):
            forms[kind] = (text, means)

    def replaced(at: int, *word: str) -> list[str]:
        return [*parts[:at], *word, *parts[at + 1 :]]

    last = len(parts) - 1
    type_at = next((at for at, edge in ((0, "first"), (last, "last")) if last and words.canonical(parts[at], "types", edge)), None)
    of_other_type = next((other.split() for other in names if words.is_incompatible(name, other)), None)
    if type_at is not None:
        put("type left out", replaced(type_at))
        if form := words.other_form(parts[type_at], "types", draw):
            put("type abbreviated", replaced(type_at, form))
        if of_other_type and len(of_other_type) > 1:
            put("other type", replaced(type_at, of_other_type[type_at and -1]), False)
    elif suffix := next((each for each in words.suffixes if fold(parts[-1]).endswith(each[0]) and len(parts[-1]) > len(each[0]) + 3), None):
        stem = parts[-1][: -len(suffix[0])] if fold(parts[-1]) == parts[-1].lower() else parts[-1][: 1 - len(suffix[0])]
        put("end of compound left out", replaced(last, stem))
        shorter = [form for form, canonical in words.suffixes if canonical == suffix[1] and len(form) < len(suffix[0])]
        if shorter:
            put("type abbreviated", replaced(last, f"{stem}{shorter[-1]}."))
        put("compound apart", replaced(last, stem.rstrip("-"), suffix[0].capitalize()))
    else:
        edges = [(word, edge) for other in names for word, edge in zip(other.split()[:: len(other.split()) - 1 or 1], ("first", "last"))]
        typed = Counter(each for each in edges if words.canonical(each[0], "types", each[1])).most_common(1)
        if typed:
            put("type added", [typed[0][0][0], *parts] if typed[0][0][1] == "first" else [*parts, typed[0][0][0]])
    core = []
    for at, part in enumerate(parts):
        number = next(iter(sorted(words.canonical(part, "numbers"))), None) or (re.fullmatch(r"\d{1,2}", part) or [None])[0]
        if at == type_at:
            continue
        if at in (0, last) and last > 1 and words.canonical(part, "directionals"):
            put("directional left out", replaced(at))
            if form := words.other_form(part, "directionals", draw):
                put("directional abbreviated", replaced(at, form))
            put("other directional", replaced(at, *("south" if fold(part) in ("n", "north") else "north",)), False)
        elif number and number.isdigit() and 0 < int(number) < 90:
            known = words.forms["numbers", number]
            put("number", replaced(at, draw.choice([number, roman(int(number)), *[form.capitalize() for form in known[:3]]])))
            put("other number", replaced(at, str(int(number) + draw.randrange(1, 9))), False)
        elif last and words.canonical(part, "honorifics"):
            put("title left out", replaced(at))
            if form := words.other_form(part, "honorifics", draw):
                put("title abbreviated", replaced(at, form))
        elif words.canonical(part, "particles"):
            put("particles left out", [part for part in parts if not words.canonical(part, "particles")])
        elif part.isalpha() and len(part) > 2:
            core.append(at)
    if long := [at for at in core if len(parts[at]) > 4]:
        at = draw.choice(long)
        put("typo", replaced(at, mistyped(parts[at], draw)))
    if len(core) > 1 and core[1] == core[0] + 1:
        at = core[0]
        put("given name left out", replaced(at))
        put("given name initial", replaced(at, f"{parts[at][0]}."))
        put("last word left out", replaced(core[-1]))
        put("order", [*parts[:at], parts[at + 1], parts[at], *parts[at + 2 :]])
        put("joined", [*parts[:at], parts[at] + parts[at + 1].lower(), *parts[at + 2 :]])
        others = [word for other in names for word in other.split()[1:-1] if len(word) > 2 and word.isalpha() and fold(word)[0] != fold(parts[at])[0]]
        if others:
            put("other given name", replaced(at, draw.choice(others)), False)
    return forms


def rows(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


@cache
def town_name(city: str) -> str:
    """`LYON 3EME` and `Lyon Cedex 03` are Lyon."""
    words = [word for word in tokens(city.split("CEDEX")[0].split("Cedex")[0]) if not word[0].isdigit()]
    return " ".join("saint" if word == "st" else word for word in words)


def pair_by_house(town: Town, words: Words, number: str, typed: str) -> None:
    """Pairs a typed street with the one street that has its house and a long word of it, if their types agree."""
    long = {word for word in tokens(typed) if len(word) > 3 and not words.canonical(word, "types")}
    found = [street for street in town.houses.get(number, ()) if long & set(tokens(street))]
    if len(found) == 1 and not words.is_incompatible(typed, found[0]):
        town.pairs.add((typed, found[0]))


def french_towns(data: Path, draw: random.Random) -> list[Town]:
    towns: dict[str, Town] = {}
    for table in FRENCH:
        for row in rows(data / f"fr/address_points_{table}.tsv.gz"):
            town = towns.setdefault(town_name(row["city"]), Town("fr", town_name(row["city"])))
            town.streets.add(row["street"])
            town.houses[row["number"]].add(row["street"])
    words = Words("fr")
    for table in FRENCH_TYPED:
        for row in rows(data / f"fr/{table}.tsv.gz"):
            address = row.get("address") or f"{row.get('house_number', '')} {row.get('street', '')}"
            found = re.search(r"(?:^|, )(\d+)(?: ?(?:bis|ter|[a-zA-Z]))?,? ([^,]+)", address)
            if found and (town := towns.get(town_name(row["city"]))):
                pair_by_house(town, words, found[1], found[2].strip())
    paris = towns["paris"] = Town("fr", "paris")
    for row in rows(data / "fr/paris_streets.tsv.gz"):
        paris.streets.add(row["street"])
        official = " ".join(filter(None, (row["type_code"], row["liaison"], row["name_upper"])))
        paris.pairs.update((typed, row["street"]) for typed in (row["street_abbr"], official))
    communes: dict[str, Town] = {}
    for row in rows(data / "fr/streets.tsv.gz"):
        # `LOT` and `HLM` are estates.
        if not row["insee"].startswith("75") and words.canonical(row["street_type"], "types", "first"):
            town = communes.setdefault(row["insee"], Town("fr", row["insee"]))
            town.streets.add(f"{row['street_type']} {row['name']}")
    sizes = sorted(town.name for town in communes.values() if 60 <= len(town.streets) < 600)
    # FANTOIR has the communes of the address points too: one of a name that is known stays out, so that no town is in both halves.
    known = {row["insee"]: town_name(row["name"]) for row in rows(data / "fr/commune_centroids.tsv.gz")}
    return [*towns.values(), *(communes[insee] for insee in draw.sample(sizes, 60) if known.get(insee) not in towns)]


def american_towns(data: Path) -> list[Town]:
    towns: dict[str, Town] = {}

    def add(city: str, street: str, numbers: Iterable[int] = ()) -> None:
        if street.strip():
            town = towns.setdefault(town_name(city), Town("us", town_name(city)))
            town.streets.add(" ".join(street.split()))
            for number in numbers:
                town.houses[str(number)].add(" ".join(street.split()))

    for row in rows(data / "us/baltimore_points.tsv.gz"):
        parts = ("premod", "predir", "pretype", "name", "type", "postdir", "postmod")
        add(row["city"], " ".join(row[part] for part in parts), [int(row["number"])])
    for row in rows(data / "us/chesapeake_points.tsv.gz"):
        add("chesapeake", row["street"], [int(row["house_number"])] if row["house_number"].isdigit() else [])
    for row in rows(data / "us/philadelphia_streets.tsv.gz"):
        numbers = [range(int(row[f"{side}_from"] or 0), int(row[f"{side}_to"] or -1) + 1, 2) for side in ("left", "right")]
        add("philadelphia", " ".join(row[part] for part in ("predir", "name", "type", "postdir")), [*numbers[0], *numbers[1]])
    for row in rows(data / "us/oa_excerpts.tsv.gz"):
        add(f"{row['source']} {row['city']}", row["street"])
    words = Words("us")
    for table in AMERICAN_TYPED:
        for row in rows(data / f"us/{table}.tsv.gz"):
            town = towns.get(town_name(row["city"]))
            if town and row["house_number"] and row["state"] in ("MD", "PA", "VA"):
                pair_by_house(town, words, row["house_number"], row["street"])
    return [town for town in towns.values() if len(town.streets) >= 10]


def map_towns(data: Path) -> Iterator[Town]:
    """A town for each extract of OpenStreetMap. Needs `pip install osmium`; without it there are none."""
    try:
        import numpy as np
        import osmium
    except ImportError:
        print("osmium is not installed: no pairs of OpenStreetMap")
        return
    lines = (data / "osm/extracts.tsv").read_text(encoding="utf-8").splitlines()[1:]
    for extract, country in (line.split("\t")[:2] for line in lines):
        town, words = Town(country, extract), Words(country)
        places: list[tuple[float, float, str]] = []
        houses: dict[str, tuple[float, float]] = {}
        for thing in osmium.FileProcessor(data / f"osm/{extract}.osm.pbf").with_locations():
            tags = thing.tags
            nodes = [thing] if thing.is_node() else list(thing.nodes) if thing.is_way() else []
            points = [(node.lat, node.lon) for node in nodes if node.location.valid()] if tags else []
            if thing.is_way() and "highway" in tags and "name" in tags:
                name = tags["name"]
                town.streets.add(name)
                places.extend((*point, name) for point in points)
                others = [tag.v for tag in tags if tag.k in NAME_TAGS or re.fullmatch(r"name:[a-z]{2}", tag.k)]
                town.pairs.update((part.strip(), name) for other in others for part in other.split(";"))
            elif "addr:street" in tags and points:
                houses.setdefault(tags["addr:street"], points[0])
        at = np.array([place[:2] for place in places]).reshape(-1, 2)
        for typed, (lat, lon) in houses.items():
            if typed not in town.streets and len(at):
                away = np.hypot(at[:, 0] - lat, (at[:, 1] - lon) * np.cos(np.radians(lat))) * 111_195
                if away.min() < NEAR_M:
                    town.pairs.add((typed, places[int(away.argmin())][2]))
        town.pairs = {(typed, filed) for typed, filed in town.pairs if not words.is_incompatible(typed, filed)}
        yield town


def questions(towns: list[Town], of_town: int = 60, real_of_town: int = 400, seed: int = 5) -> list[Question]:
    """Real and generated questions of towns, at most so many of each, as many of each kind as the names allow."""
    draw = random.Random(seed)
    asked: list[Question] = []
    names = {country: [name for town in towns if town.country == country for name in sorted(town.streets)] for country in {t.country for t in towns}}
    for town in towns:
        words = Words(town.country)
        known = {" ".join(tokens(street)): street for street in sorted(town.streets)}
        town.streets = set(known.values())
        real = sorted({(typed, known.get(" ".join(tokens(filed)))) for typed, filed in town.pairs})
        real = [(typed, filed) for typed, filed in real if filed and tokens(typed) and " ".join(tokens(typed)) not in known]
        for typed, filed in draw.sample(real, min(real_of_town, len(real))):
            asked.append(Question(town.country, town.name, "real", typed.replace("\t", " "), filed))
        if len(town.streets) < 10:
            continue
        seen: Counter[str] = Counter()
        for name in draw.sample(sorted(town.streets), min(of_town, len(town.streets))):
            forms = generated(name, words, draw.sample(names[town.country], min(40, len(names[town.country]))), draw)
            forms = {kind: form for kind, form in forms.items() if kind == "exact" or " ".join(tokens(form[0])) not in known}
            for kind in sorted(forms, key=lambda kind: (seen[kind], kind))[:2]:
                seen[kind] += 1
                typed, means = forms[kind]
                asked.append(Question(town.country, town.name, kind, typed, name if means else None))
            kind, (typed, means) = draw.choice(sorted(forms.items()))
            second = generated(typed, words, [], draw) if means and kind != "exact" else {}
            second = {other: form for other, (form, still) in second.items() if other not in ("exact", kind) and still}
            if second:
                typed = draw.choice(sorted(second.values()))
                if " ".join(tokens(typed)) not in known:
                    asked.append(Question(town.country, town.name, "two changes", typed, name))
    return asked
