"""Does an answer tell what is wrong with its question? By class of question and country, on rows of open tables drawn by a fixed seed.

    npm run bench:quality -- --only truth

A class is a way in which a text contradicts itself, or holds what no register knows; the ordinary rows show how many false
markers the answers carry. `right` is what the class asks for (see CLASSES), `told` another answer with a marker, `silent` another one
without, `nothing` no coordinates. Towns are those of `world/unlocode.tsv.gz` that `world/postcodes.csv.gz` has at the same place, under that
name once.
"""

from __future__ import annotations

import random
import re
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import cycle
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import tables
from measures import radii, report
from not_addresses import other_texts
from peers import peers
from tables import answers, folded, kilometres

# Rows of a class and country.
SAMPLE = 100
# An answer within SAME_KM is the expected place; two places farther apart than APART_KM are distinct, km.
SAME_KM, APART_KM = 25.0, 60.0
# Words in small letters but for the first: the German rows have companies, others abbreviations.
NAME_OF_A_PLACE = re.compile(r"[^\W\d_][^\W\d_A-Z]+(?:[ '’-][^\W\d_][^\W\d_A-Z]+)*")
# Codes from which a town is a city.
CODES_OF_A_CITY = 5
T = TypeVar("T")
VERDICTS = ("right", "told", "silent", "nothing")
TABLES = ("world/unlocode.tsv.gz", "world/postcodes.csv.gz", "us/rrad.tsv.gz", "fr/health_centres.tsv.gz", "us/stores.tsv.gz")
ADDRESSES = ("us/baltimore_points.tsv.gz", "us/chesapeake_points.tsv.gz", *(f"fr/address_points_{city}.tsv.gz" for city in tables.CITIES))

# What is right of a class, and how its rows are made.
CLASSES = {
    "0 ordinary, code and town": "the place",
    "0 ordinary, town and country": "the place",
    "0 ordinary, place and division": "the place",
    "0 ordinary, part and town": "the place",
    "0 ordinary, municipality and the code of its part": "the place, no contradiction",
    "0 ordinary, city and any of its codes": "the place, no contradiction",
    "0 ordinary, of a register": "the place",
    "0 ordinary, two letters for one": "the place",
    "0 ordinary, words cut short": "the place",
    "1 unknown town in a country": "a marker, or nothing",
    "2 street that its town lacks": "`street_unknown`",
    "3 code of another country": "the town and a marker, or nothing",
    "3 code of no register": "the town and a marker",
    "4 two towns of one country": "ambiguous, no house",
    "4 two towns of two countries": "a marker, no house",
    "4 two towns and nothing else": "a marker, or nothing",
    "5 wrong country": "code and town, and a marker",
    "5 big town in the wrong state": "a town of the name and a marker",
    "7 village and its code": "the place",
    "7 village as its street": "the place",
    "8 code of a far town": "the town and a marker",
    "9 products": "nothing",
    "9 phone numbers": "nothing",
    "9 other texts": "nothing",
    "10 read as a place": "the town, its country a country",
}

# A street that every town has, and the country in English.
COUNTRIES = {
    "AT": ("Hauptstraße {n}", "Austria"),
    "BE": ("Kerkstraat {n}", "Belgium"),
    "CH": ("Dorfstrasse {n}", "Switzerland"),
    "CZ": ("Nádražní {n}", "Czechia"),
    "DE": ("Hauptstraße {n}", "Germany"),
    "DK": ("Vestergade {n}", "Denmark"),
    "ES": ("Calle Mayor {n}", "Spain"),
    "FI": ("Koulutie {n}", "Finland"),
    "FR": ("{n} Rue de la République", "France"),
    "GB": ("{n} Church Lane", "United Kingdom"),
    "HR": ("Vukovarska {n}", "Croatia"),
    "HU": ("Kossuth utca {n}", "Hungary"),
    "IT": ("Via Roma {n}", "Italy"),
    "LU": ("{n} rue de la Gare", "Luxembourg"),
    "NL": ("Kerkstraat {n}", "Netherlands"),
    "NO": ("Kirkeveien {n}", "Norway"),
    "PL": ("ul. Szkolna {n}", "Poland"),
    "PT": ("Rua da Igreja {n}", "Portugal"),
    "SE": ("Storgatan {n}", "Sweden"),
    "SI": ("Šolska ulica {n}", "Slovenia"),
    "SK": ("Hlavná {n}", "Slovakia"),
    "US": ("{n} Main St", "USA"),
}
# Countries where the table gives the municipality of a place.
MUNICIPALITIES = ("AT", "CH", "FI", "HR", "LU", "NO", "PL", "PT", "SE")
# Countries where an address may be a postcode and a village without a street.
VILLAGES = ("DK", "SI")


class Town(NamedTuple):
    """A town with one of its codes."""

    country: str
    name: str
    code: str
    region: str
    above: frozenset[str]
    point: tuple[float, float]


class Asked(NamedTuple):
    """A question and the point of the expected place; None if no place is right."""

    kind: str
    country: str
    text: str
    point: tuple[float, float] | None = None


# Letters that a keyboard lacks, and the two that stand for each.
TWO_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "å": "aa", "ø": "oe", "æ": "ae", "Ä": "Ae", "Ö": "Oe", "Ü": "Ue", "Å": "Aa", "Ø": "Oe"})
# Where people write those two.
WITHOUT_UMLAUTS = ("AT", "CH", "DE", "DK", "FI", "NO", "SE")
# Letters that are left of the last word of a name that is cut short.
LEFT_OF_A_WORD = (1, 4)
# What people write between two names.
BETWEEN = (", ", " / ", " - ", " ")


class World:
    """The towns of the countries, and what else stands in the tables."""

    def __init__(self, data: Path) -> None:
        self.towns: dict[str, list[Town]] = defaultdict(list)
        self.cities: dict[str, list[Town]] = defaultdict(list)
        self.parts: dict[str, list[tuple[str, Town]]] = defaultdict(list)
        self.codes: set[str] = set()
        self.named: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
        ports = located(data)
        table = list(postcodes(data))
        for row in table:
            self.codes.add(row["zipcode"])
            self.named[row["country_code"], folded(row["place"])].append(point_of(row))
        rows: dict[tuple[str, str], list[dict[str, str]]] = defaultdict(list)
        for row in table:
            rows[row["country_code"], folded(row["place"])].append(row)
        for (country, name), those in sorted(rows.items()):
            points = ports.get((country, name), [])
            if len({row["zipcode"] for row in those}) >= CODES_OF_A_CITY:
                self.cities[country].extend(town_of(row, point_of(row)) for row in those)
            if len(points) != 1 or any(kilometres(point_of(row), point_of(those[0])) > SAME_KM for row in those):
                continue
            off = kilometres(point_of(those[0]), points[0])
            found = [town_of(row, points[0]) for row in those]
            if off <= SAME_KM:
                self.towns[country].append(found[len(found) // 2])
        for row in table:
            above = row["community"] or row["province"]
            if row["country_code"] not in ("US", "DE", "GB", "FR") and above and folded(above) != folded(row["place"]):
                town = town_of(row, point_of(row))
                if any(kilometres(point, town.point) < SAME_KM for point in self.named.get((row["country_code"], folded(above)), [])):
                    self.parts[row["country_code"]].append((above, town))

    def is_near(self, name: str, town: Town) -> bool:
        """Whether a place of the name lies beside a town."""
        return any(kilometres(point, town.point) < SAME_KM for point in self.named.get((town.country, folded(name)), []))


def every_postcode(data: Path) -> Iterator[dict[str, str]]:
    return (row for row in tables.rows(data / "world/postcodes.csv.gz") if row["latitude"] and row["place"])


def postcodes(data: Path) -> Iterator[dict[str, str]]:
    return (row for row in every_postcode(data) if row["country_code"] in COUNTRIES)


def point_of(row: dict[str, str]) -> tuple[float, float]:
    return float(row["latitude"]), float(row["longitude"])


def town_of(row: dict[str, str], point: tuple[float, float]) -> Town:
    above = frozenset(folded(row[name]) for name in ("state", "province", "community") if row[name])
    region = row["state_code"] if row["country_code"] == "US" else row["state"]
    return Town(row["country_code"], row["place"], row["zipcode"], region, above, point)


def located(data: Path) -> dict[tuple[str, str], list[tuple[float, float]]]:
    """Points of UN/LOCODE by country and name."""
    found: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for row in tables.rows(data / "world/unlocode.tsv.gz"):
        if row["lat"] and row["lon"]:
            found[row["code"][:2], folded(row["name"])].append((float(row["lat"]), float(row["lon"])))
    return found


def street(town: Town, chosen: random.Random) -> str:
    return COUNTRIES[town.country][0].format(n=chosen.randrange(1, 90))


def line(town: Town) -> str:
    """Code and town as the country writes them."""
    if town.country == "US":
        return f"{town.name}, {town.region} {town.code}"
    return f"{town.name} {town.code}" if town.country == "GB" else f"{town.code} {town.name}"


def cut_short(name: str, chosen: random.Random) -> str | None:
    """`Frankfurt a. M.` of `Frankfurt am Main`: small words to a letter, the last one to a few. None of a name that has no other word."""
    words = name.split(" ")
    if len(words) < 2 or not all(word.isalpha() for word in words) or len(words[0]) < 4 or words[-1].islower():
        return None
    left = chosen.randint(*LEFT_OF_A_WORD)
    if len(words[-1]) <= left + 1:
        return None
    small = [f"{word[0]}." if word.islower() else word for word in words[1:-1]]
    return " ".join([words[0], *small, f"{words[-1][:left]}."])


def is_apart(world: World, a: Town, b: Town) -> bool:
    """Whether neither of two towns holds the other, lies in a division called so or beside a namesake of it."""
    names = folded(a.name), folded(b.name)
    return (
        kilometres(a.point, b.point) > APART_KM
        and names[0] not in b.above
        and names[1] not in a.above
        and not world.is_near(a.name, b)
        and not world.is_near(b.name, a)
    )


def ordinary(world: World, country: str, chosen: random.Random) -> Iterator[Asked]:
    name = COUNTRIES[country][1]
    for town in sample(world.towns[country], chosen):
        yield Asked("0 ordinary, code and town", country, f"{street(town, chosen)}, {line(town)}", town.point)
        region = f", {town.region}" if country == "US" else ""
        yield Asked("0 ordinary, town and country", country, f"{street(town, chosen)}, {town.name}{region}, {name}", town.point)
    for above, part in sample(world.parts[country], chosen):
        yield Asked("0 ordinary, part and town", country, f"{street(part, chosen)}, {part.name}, {above}", part.point)
        if country in MUNICIPALITIES:
            text = f"{street(part, chosen)}, {line(part._replace(name=above))}"
            yield Asked("0 ordinary, municipality and the code of its part", country, text, part.point)
    for city in sample(world.cities[country], chosen):
        yield Asked("0 ordinary, city and any of its codes", country, f"{street(city, chosen)}, {line(city)}", city.point)


def spelled(world: World, country: str, chosen: random.Random) -> Iterator[Asked]:
    """Towns as people write them who leave out letters or lack them."""
    name = COUNTRIES[country][1]
    short = [(town, cut_short(town.name, chosen)) for town in world.towns[country]]
    for town, cut in sample([(town, cut) for town, cut in short if cut], chosen):
        yield Asked("0 ordinary, words cut short", country, f"{cut}, {name}", town.point)
    if country in WITHOUT_UMLAUTS:
        written = [(town, town.name.translate(TWO_LETTERS)) for town in world.towns[country]]
        for town, two in sample([(town, two) for town, two in written if two != town.name], chosen):
            yield Asked("0 ordinary, two letters for one", country, f"{two}, {name}", town.point)


def doubtful(world: World, country: str, chosen: random.Random) -> Iterator[Asked]:
    """The questions of a country that are made of its towns."""
    name = COUNTRIES[country][1]
    towns = world.towns[country]
    others = [each for each in COUNTRIES if each != country]
    between = cycle(BETWEEN)
    for town in sample(towns, chosen):
        letters = list(folded(town.name).replace(" ", ""))
        chosen.shuffle(letters)
        made = "".join(letters).capitalize()
        if len(made) > 4 and (country, folded(made)) not in world.named:
            yield Asked("1 unknown town in a country", country, f"{street(town, chosen)}, {made}, {name}")
        foreign = chosen.choice(world.towns[chosen.choice(others)])
        yield Asked("3 code of another country", country, f"{street(town, chosen)}, {foreign.code} {town.name}, {name}", town.point)
        code = unknown_code(world, town, chosen)
        if code is not None:
            yield Asked("3 code of no register", country, f"{street(town, chosen)}, {line(town._replace(code=code))}", town.point)
        second = chosen.choice(towns)
        if is_apart(world, town, second):
            yield Asked("8 code of a far town", country, f"{street(town, chosen)}, {line(town._replace(code=second.code))}", town.point)
            yield Asked("4 two towns of one country", country, f"{street(town, chosen)}, {town.name}, {second.name}")
            yield Asked("4 two towns and nothing else", country, f"{town.name}{next(between)}{second.name}")
        abroad = chosen.choice(world.towns[chosen.choice(others)])
        if is_apart(world, town, abroad) and (country, folded(abroad.name)) not in world.named:
            yield Asked("4 two towns of two countries", country, f"{street(town, chosen)}, {town.name}, {abroad.name}")
        wrong = COUNTRIES[chosen.choice(others)][1]
        yield Asked("5 wrong country", country, f"{street(town, chosen)}, {line(town)}, {wrong}", town.point)
    if country in VILLAGES:
        for town in sample(towns, chosen):
            number = chosen.randrange(1, 90)
            yield Asked("7 village and its code", country, f"{town.name} {number}, {town.code}", town.point)
            yield Asked("7 village as its street", country, f"{town.name} {number}, {town.code} {town.name}", town.point)
    for town in sample(towns, chosen):
        yield Asked("10 read as a place", country, f"{town.name} {name}", town.point)


def divided(data: Path) -> Iterator[Asked]:
    """Places of every country of the table with the division that the table names, and nothing else."""
    points: dict[str, dict[tuple[str, str], list[tuple[float, float]]]] = defaultdict(lambda: defaultdict(list))
    for row in every_postcode(data):
        if NAME_OF_A_PLACE.fullmatch(row["place"]) and row["state"] and folded(row["state"]) != folded(row["place"]):
            points[row["country_code"]][row["place"], row["state"]].append(point_of(row))
    for country, places in sorted(points.items()):
        once = [each for each, those in places.items() if all(kilometres(those[0], point) < SAME_KM for point in those)]
        for name, division in sample(once, random.Random(f"{country} 2")):
            yield Asked("0 ordinary, place and division", country, f"{name}, {division}", places[name, division][0])


def unknown_code(world: World, town: Town, chosen: random.Random) -> str | None:
    """A code of the country's shape that no register of any country has; none where its numbers are all given."""
    for _ in range(50):
        code = "".join(str(chosen.randrange(10)) if digit.isdigit() else digit for digit in town.code)
        if code not in world.codes:
            return code
    return None


def wrong_states(data: Path, world: World, chosen: random.Random) -> Iterator[Asked]:
    """The cities with most stores, in a state that has no place of the name."""
    stores = [row for row in tables.rows(data / "us/stores.tsv.gz") if row["lat"] and row["lon"] and row["city"] and len(row["state"]) == 2]
    points: dict[tuple[str, str], list[tuple[float, float]]] = defaultdict(list)
    for row in stores:
        points[row["city"].title(), row["state"]].append((float(row["lat"]), float(row["lon"])))
    states = {row["state_code"]: row["state"] for row in postcodes(data) if row["country_code"] == "US" and row["state"]}
    there = defaultdict(set)
    for row in postcodes(data):
        if row["country_code"] == "US":
            there[folded(row["place"])].add(row["state_code"])
    cities = Counter({key: len(those) for key, those in points.items()})
    biggest: dict[str, tuple[str, str]] = {}
    for city, state in (key for key, _ in cities.most_common(400)):
        biggest.setdefault(city, (city, state))
    for city, state in sorted(biggest.values()):
        wrong = sorted(each for each in states if each not in there[folded(city)] and each != state)
        middle = points[city, state]
        point = tuple(sorted(value[axis] for value in middle)[len(middle) // 2] for axis in (0, 1))
        yield Asked("5 big town in the wrong state", "US", f"{city}, {states[chosen.choice(wrong)]}", (point[0], point[1]))


def registers(data: Path) -> Iterator[Asked]:
    """Addresses as registers write them."""
    for row in tables.rows(data / "us/rrad.tsv.gz"):
        if row["lat"] and row["lon"] and row["city"]:
            text = f"{row['address1']}, {row['city']}, {row['state']} {row['zip']}"
            yield Asked("0 ordinary, of a register", "US", text, (float(row["lat"]), float(row["lon"])))
    for row in tables.rows(data / "fr/health_centres.tsv.gz"):
        if row["lat"] and row["lon"] and row["city"]:
            yield Asked("0 ordinary, of a register", "FR", row["full_address"], (float(row["lat"]), float(row["lon"])))


def no_addresses(folder: Path) -> Iterator[Asked]:
    """Texts of other kinds, where the packages that make them are installed."""
    if not ((folder / "venv/bin/python").exists() and (folder / "sqlglot").exists()):
        return
    names = {"product": "9 products", "phone": "9 phone numbers"}
    for kind, texts in other_texts(folder).items():
        for text in texts:
            yield Asked(names.get(kind, "9 other texts"), "-", text)


def sample(those: list[T], chosen: random.Random) -> list[T]:
    return chosen.sample(those, min(SAMPLE, len(those)))


def questions(data: Path) -> list[Asked]:
    world = World(data)
    asked: list[Asked] = []
    for country in sorted(COUNTRIES):
        for number, make in enumerate((ordinary, doubtful, spelled)):
            asked.extend(make(world, country, random.Random(f"{country} {number}")))
    asked.extend(divided(data))
    asked.extend(wrong_states(data, world, random.Random(7)))
    asked.extend(registers(data))
    asked.extend(no_addresses(peers.default_folder()))
    return asked


def held_streets(data: Path, root: Path) -> Iterator[tuple[Asked, dict[str, Any]]]:
    """Streets that are held back of complete registers, with their answers."""
    with tempfile.TemporaryDirectory(prefix="milepost-truth-") as folder:
        data_root = tables.linked(Path(folder) / "points", root)
        for country, rows in radii.registers(data):
            known, all_asked = radii.divided(rows)
            table = Path(folder) / f"{country}.tsv"
            radii.written(table, known)
            tables.build_points(country, table, data_root, root)
            streets = [one for one in radii.sampled(all_asked) if one.way == "street"]
            given = answers(root, [one.text for one in streets], data_root)
            for one, answer in zip(streets, given, strict=True):
                yield Asked("2 street that its town lacks", country.upper(), one.text, (one.truth.lat, one.truth.lon)), answer


def codes(answer: dict[str, Any]) -> set[str]:
    return {marker["code"] for marker in answer["intent_markers"]}


def has_marker(answer: dict[str, Any]) -> bool:
    return bool(answer["intent_markers"])


def is_right(asked: Asked, answer: dict[str, Any]) -> bool:
    """Whether an answer with a point is what the class asks for."""
    off = kilometres(asked.point, (answer["lat"], answer["lon"])) if asked.point else 0.0
    is_there = off <= SAME_KM
    expected = CLASSES[asked.kind]
    if expected == "nothing":
        return False
    if expected == "`street_unknown`":
        return "street_unknown" in codes(answer)
    if expected == "ambiguous, no house":
        return answer["match_level"] != "house" and any(marker["kind"] == "ambiguity" for marker in answer["intent_markers"])
    if expected in ("a marker, or nothing", "a marker, no house"):
        return has_marker(answer) and answer["match_level"] != "house"
    if expected == "a town of the name and a marker":
        is_town = is_there or is_of_the_name(asked, answer)
        return is_town and (has_marker(answer) or is_in_written_state(asked, answer))
    if expected == "the town, its country a country":
        return is_there and "country" in answer["components"]
    if expected == "the place, no contradiction":
        return is_there and not codes(answer) & {"postcode_contradicts", "locality_contradicts"}
    return is_there and (expected == "the place" or has_marker(answer))


def is_of_the_name(asked: Asked, answer: dict[str, Any]) -> bool:
    """Whether an answer is a town with the name in front of the comma: the text does not choose among namesakes."""
    names = {folded(place["name"]).replace("saint ", "st ") for place in answer["hierarchy"] if place["tag"] == "locality"}
    return answer["match_level"] == "locality" and folded(asked.text.split(",")[0]).replace("saint ", "st ") in names


def is_in_written_state(asked: Asked, answer: dict[str, Any]) -> bool:
    """Whether the written state has a town of the name after all, which the table of codes has not."""
    above = {place["name"] for place in answer["hierarchy"]}
    return asked.text.rsplit(", ", 1)[1] in above


def verdict(asked: Asked, answer: dict[str, Any]) -> str:
    """One of VERDICTS."""
    if answer["lat"] is None:
        return "right" if CLASSES[asked.kind].endswith("nothing") else "nothing"
    return "right" if is_right(asked, answer) else "told" if has_marker(answer) else "silent"


def is_false_alarm(asked: Asked, answer: dict[str, Any]) -> bool:
    """Whether an ordinary row is reported as naming two towns or a wrong country."""
    messages = " ".join(marker["message"] for marker in answer["intent_markers"])
    return asked.kind.startswith("0") and ("as well as" in messages or "country_contradicts" in codes(answer))


def shares(title: str, judged: Iterable[tuple[str, str]]) -> Iterator[str]:
    """Markdown, a row a name."""
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for name, each in judged:
        counts[name][each] += 1
    return report.shares(title, sorted(counts.items(), key=lambda item: (int(item[0].split()[0]), item[0])), VERDICTS)


def measured(data: Path, root: Path) -> list[tuple[Asked, dict[str, Any]]]:
    """Every question with its answer."""
    asked = questions(data)
    pairs = list(zip(asked, answers(root, [one.text for one in asked]), strict=True))
    if all((data / name).exists() for name in ADDRESSES):
        pairs.extend(held_streets(data, root))
    return pairs


def table(data: Path, root: Path) -> Iterator[str]:
    """Markdown: classes, then classes by country; one sentence where the tables are absent."""
    absent = [name for name in TABLES if not (data / name).exists()]
    if absent:
        yield f"truth left out: {data / absent[0]} is not there"
        return
    pairs = measured(data, root)
    judged = [(asked, verdict(asked, answer)) for asked, answer in pairs]
    yield from shares("what is right", ((f"{asked.kind}: {CLASSES[asked.kind]}", each) for asked, each in judged))
    yield ""
    yield from shares("by country", ((f"{asked.kind}, {asked.country}", each) for asked, each in judged))
    yield ""
    yield from alarms(pairs)


def alarms(pairs: list[tuple[Asked, dict[str, Any]]]) -> Iterator[str]:
    """Markdown: ordinary rows that are reported as naming two towns or a wrong country."""
    counts: dict[str, Counter[bool]] = defaultdict(Counter)
    for asked, answer in pairs:
        if asked.kind.startswith("0"):
            for name in (asked.country, "all"):
                counts[name][is_false_alarm(asked, answer)] += 1
    yield "| ordinary rows | rows | told without cause |"
    yield "|---|--:|--:|"
    for name, those in sorted(counts.items(), key=lambda item: item[0] == "all"):
        yield f"| {name} | {those.total()} | {100 * those[True] / those.total():.2f} % |"
