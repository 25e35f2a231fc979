"""What does it cost to link two tables, from 10,000 rows each to a million?

    python3 benches/bulk/link.py [--rows 10000 100000 1000000] [--json FILE]

The houses are those of `houses.py`. Half of the second table are houses of the first, written otherwise: the type of the street in full, a word
mistyped, without postcode or state, in capitals. The other half are other houses of the same streets and towns. `found` is the share of the pairs
of one house that are among the pairs, `right` the share of the pairs that are of one house. Some ten minutes on two quiet cores.
"""

from __future__ import annotations

import argparse
import csv
import random
import re
import subprocess
import tempfile
from pathlib import Path

from bench import MILEPOST, Results, Run
from houses import House, houses

IN_FULL = {"St": "Street", "Ave": "Avenue", "Rd": "Road", "Dr": "Drive", "Ln": "Lane", "Ct": "Court", "Blvd": "Boulevard", "Pl": "Place",
           "Avenue": "Av.", "Chemin": "Ch.", "Impasse": "Imp.", "Boulevard": "Bd"}
COUNTS = re.compile(r"read in ([\d.]+) s; (\d+) comparisons in ([\d.]+) s")


def respelled(house: House, rng: random.Random) -> tuple[str, str, str, str]:
    """A house as another clerk writes it: street, town, state, postcode."""
    words = house.street.split(" ")
    if rng.random() < 0.6:
        words = [IN_FULL.get(word, word) for word in words]
    if rng.random() < 0.1:
        at = max(range(len(words)), key=lambda at: len(words[at]))
        if len(words[at]) > 5:
            letter = rng.randrange(1, len(words[at]) - 2)
            words[at] = words[at][:letter] + words[at][letter + 1] + words[at][letter] + words[at][letter + 2 :]
    street, town = f"{house.number} {' '.join(words)}", house.town.name
    if rng.random() < 0.3:
        street, town = street.upper(), town.upper()
    without = rng.random()
    return street, town, "" if without < 0.1 else house.town.state, "" if 0.1 < without < 0.3 else house.code


def write(path: Path, rows: list[tuple[object, ...]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        csv.writer(file, lineterminator="\n").writerows([("id", "street", "city", "state", "zip"), *rows])


def link(figures: Results, folder: Path, count: int) -> None:
    rng = random.Random(count)
    every = houses(count + count // 2)
    left, others = every[:count], every[count:]
    write(folder / "left.csv", [(at, f"{h.number} {h.street}", h.town.name, h.town.state, h.code) for at, h in enumerate(left)])
    right = [(at, *respelled(left[at], rng)) for at in range(count // 2)]
    right += [(f"other {at}", f"{h.number} {h.street}", h.town.name, h.town.state, h.code) for at, h in enumerate(others)]
    rng.shuffle(right)
    write(folder / "right.csv", right)
    out = folder / "pairs.csv"
    command = ["match", str(folder / "left.csv"), str(folder / "right.csv"), "--left-id", "id", "--right-id", "id", "--out", str(out), "--replace"]
    run = Run([*MILEPOST, *command], stderr=subprocess.PIPE)
    read_in, comparisons, compared_in = COUNTS.search(run.said).groups()
    with out.open(encoding="utf-8") as file:
        pairs = [row["left"] == row["right"] for row in csv.DictReader(file)]
    size = f"{count:,} rows"
    figures.add(f"{size}: time", "s", "lower", run.seconds)
    figures.add(f"{size}: of it reading and parsing", "s", "lower", float(read_in))
    figures.add(f"{size}: processor time", "s", "lower", run.processor)
    figures.add(f"{size}: memory", "MB", "lower", run.peak)
    figures.add(f"{size}: comparisons", "", "lower", int(comparisons))
    figures.add(f"{size}: comparisons a second", "", "higher", int(comparisons) / max(float(compared_in), 0.1))
    figures.add(f"{size}: found", "%", "higher", 100 * sum(pairs) / (count // 2))
    figures.add(f"{size}: right", "%", "higher", 100 * sum(pairs) / len(pairs))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    parser.add_argument("--json", type=Path, help="write the figures")
    args = parser.parse_args()
    figures = Results("link", "node")
    with tempfile.TemporaryDirectory() as folder:
        for count in args.rows:
            link(figures, Path(folder), count)
    figures.show()
    figures.write(args.json)


if __name__ == "__main__":
    main()
