"""A Base Adresse Nationale of its full size, made of real streets and real house numbers.

    python3 benches/data/ban.py OUT.csv.gz [--rows 26060000] [--data FOLDER]

The register itself cannot be reached from here. Streets, their communes and their départements are those of France (`fr/streets.tsv.gz`; départements
that it lacks borrow the streets of others). Each street gets the numbers and suffixes that a real street of Nantes, Lyon, Montpellier, Arles or
Toulouse has, houses lie along a line in the box of its commune, and postcodes are the commune's. Columns, order and compression are those of
`adresses-france.csv.gz`: 23 columns, département after département, one gzip member each. The seed is fixed.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import random
import sys
import unicodedata
import zlib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = 26_060_000
CITIES = ("nantes", "lyon", "montpellier", "arles", "toulouse")
HEADER = (
    "id;id_fantoir;numero;rep;nom_voie;code_postal;code_insee;nom_commune;code_insee_ancienne_commune;nom_ancienne_commune;x;y;lon;lat;"
    "type_position;alias;nom_ld;libelle_acheminement;nom_afnor;source_position;source_nom_voie;certification_commune;cad_parcelles\n"
)
# Kinds of streets that have houses; the others are hamlets, motorways and rivers.
KINDS = {
    "RUE": "Rue", "CHEMIN": "Chemin", "IMPASSE": "Impasse", "ROUTE": "Route", "PLACE": "Place", "ALLEE": "Allée", "AVENUE": "Avenue",
    "LOT": "Lotissement", "RESIDENCE": "Résidence", "RUELLE": "Ruelle", "BOULEVARD": "Boulevard", "SQUARE": "Square", "CITE": "Cité",
    "PASSAGE": "Passage", "SENTIER": "Sentier", "QUAI": "Quai", "CRS": "Cours", "MTE": "Montée", "TRA": "Traverse", "CLOS": "Clos",
    "VOIE": "Voie", "COUR": "Cour", "VILLA": "Villa", "PROMENADE": "Promenade", "COTE": "Côte", "FG": "Faubourg", "MAIL": "Mail",
}  # fmt: skip
SMALL = {"DE", "DU", "DES", "LA", "LE", "LES", "ET", "AU", "AUX", "EN", "SUR", "SOUS", "A"}
SUFFIXES = {"B": "bis", "T": "ter", "Q": "quater"}


def table(path: Path) -> Iterator[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        yield from csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)


def cased(name: str) -> str:
    """`DE LA GARE` as the register writes it: `de la Gare`."""
    words = []
    for word in name.split():
        if word in SMALL:
            words.append(word.lower())
        elif word[:2] in ("L'", "D'"):
            words.append(word[:2].lower() + word[2:].capitalize())
        else:
            words.append(word.capitalize())
    return " ".join(words)


def ascii_capitals(name: str) -> str:
    return unicodedata.normalize("NFD", name).encode("ascii", "ignore").decode().upper()


def patterns(data: Path) -> list[list[tuple[str, str]]]:
    """Numbers and suffixes of each real street."""
    streets: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
    for city in CITIES:
        for row in table(data / f"fr/address_points_{city}.tsv.gz"):
            suffix = SUFFIXES.get(row["suffix"].upper(), row["suffix"].lower())
            streets[row["street"], row["insee"]].append((row["number"], suffix))
    return [sorted(set(houses), key=lambda house: (len(house[0]), house)) for houses in streets.values()]


def communes(data: Path) -> dict[str, list[tuple[str, str, str, tuple[float, ...]]]]:
    """Code, name, postcode and box of each commune, by département."""
    packages = json.loads((ROOT / "node_modules/@etalab/decoupage-administratif/data/communes.json").read_text())
    codes = {row["code"]: row["codesPostaux"][0] for row in packages if row.get("codesPostaux")}
    found: dict[str, list[tuple[str, str, str, tuple[float, ...]]]] = defaultdict(list)
    for row in table(data / "fr/commune_centroids.tsv.gz"):
        code = row["insee"]
        box = tuple(float(row[f"bbox_{side}"]) for side in "wsen")
        found[code[:3] if code.startswith("97") else code[:2]].append((code, row["name"], codes.get(code, f"{code[:2]}000"), box))
    return found


def streets(data: Path) -> dict[str, list[str]]:
    """Names of the streets of a commune."""
    named: dict[str, list[str]] = defaultdict(list)
    for row in table(data / "fr/streets.tsv.gz"):
        kind = KINDS.get(row["street_type"])
        if kind is not None:
            named[row["insee"]].append(f"{kind} {cased(row['name'])}".strip())
    return named


def write(out: Path, rows: int, data: Path) -> int:
    """Writes the register; returns its rows."""
    chance = random.Random(24)
    houses, places, named = patterns(data), communes(data), streets(data)
    lists = list(named.values())
    written = 0
    with out.open("wb") as file:
        file.write(gzip.compress(HEADER.encode(), 1))
        while written < rows:
            for department in sorted(places):
                member = zlib.compressobj(1, zlib.DEFLATED, 31)
                for code, town, postcode, box in places[department]:
                    own = named.get(code) or chance.choice(lists)
                    text = "".join(
                        of_street(code, at, name, town, postcode, box, chance.choice(houses), chance) for at, name in enumerate(own)
                    )
                    lines = text.count("\n")
                    if written + lines > rows:
                        text = "".join(text.splitlines(keepends=True)[: rows - written])
                        lines = rows - written
                    written += lines
                    file.write(member.compress(text.encode()))
                    if written == rows:
                        break
                file.write(member.flush())
                if written == rows:
                    break
    return written


def of_street(
    code: str, at: int, name: str, town: str, postcode: str, box: tuple[float, ...], houses: list[tuple[str, str]], chance: random.Random
) -> str:
    """The rows of a street, its houses some fifteen metres apart."""
    west, south, east, north = box
    lon, lat = west + (east - west) * chance.random(), south + (north - south) * chance.random()
    key, afnor, post = f"{code}_{at:04d}", ascii_capitals(name), ascii_capitals(town)
    lines = []
    for number, suffix in houses:
        lon, lat = lon + 1.3e-4, lat + 0.7e-4
        own = f"{key}_{int(number):05d}" + (f"_{suffix}" if suffix else "")
        lines.append(
            f"{own};;{number};{suffix};{name};{postcode};{code};{town};;;{lon * 78_000:.2f};{lat * 111_000:.2f};{lon:.6f};{lat:.6f};"
            f"entrée;;;{post};{afnor};commune;commune;1;{code}0000AB{int(number) % 10_000:04d}\n"
        )
    return "".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--rows", type=int, default=ROWS)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="folder of the address tables")
    options = parser.parse_args()
    rows = write(options.out, options.rows, options.data)
    print(f"{options.out}: {rows:,} rows, {options.out.stat().st_size / 1e6:.0f} MB", file=sys.stderr)


if __name__ == "__main__":
    main()
