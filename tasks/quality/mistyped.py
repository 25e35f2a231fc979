"""Measures how mistyped names of places are corrected.

    python3 tasks/quality/mistyped.py --data DATA [--candidate DB] [--each]

A thousand places of the candidate database, by a hash of their names, each with one wrong letter (one more, one less, another
one, two swapped; never the first), beside the state or the country they lie in; and names the database does not have, from
DATA/world/postcodes.csv.gz, as they are: a correction of those is a wrong one unless it lies there all the same. Needs
`npm run build` and `cargo build --release -p milepost-geocoder --example quality`.
"""

import argparse
import random
import re
import sqlite3
import subprocess
from collections import defaultdict
from pathlib import Path

from tables import QUALITY, STARTER, plain, rows, share

ROWS = 1000
LETTERS = "abcdefghijklmnopqrstuvwxyz"
# A correction this near is right, and this far off is wrong, metres.
RIGHT_M, WRONG_M = 10_000, 25_000

PLACES = """
SELECT c.name, c.population, c.latitude / unit.degree AS latitude, c.longitude / unit.degree AS longitude, a.parent_name, c.country_id
FROM candidate AS c
JOIN (SELECT iif(max(value = 'microdegrees'), 1e6, 1.0) AS degree FROM build_info WHERE key = 'coordinates') AS unit
JOIN placetype_codes AS t ON t.id = c.placetype_id AND t.placetype = 'locality'
JOIN candidate_ancestor AS a ON a.spr_id = c.spr_id AND a.depth = 1
JOIN placetype_codes AS u ON u.id = a.parent_placetype_id AND u.placetype = 'region'
WHERE c.is_primary AND c.name GLOB '[A-Z]*'
"""
COUNTRIES = """
SELECT c.country_id, c.name FROM candidate AS c JOIN placetype_codes AS t ON t.id = c.placetype_id AND t.placetype = 'country'
WHERE c.is_primary
"""


def damaged(name, chosen):
    """One letter wrong, behind the first."""
    places = [at for at in range(1, len(name)) if name[at].isalpha()]
    at, letter = chosen.choice(places), chosen.choice(LETTERS)
    kind = chosen.randrange(4)
    if kind == 0:
        return name[:at] + letter + name[at:]
    if kind == 1:
        return name[:at] + name[at + 1 :]
    if kind == 2 and at + 1 < len(name) and name[at + 1].isalpha():
        return name[:at] + name[at + 1] + name[at] + name[at + 2 :]
    return name[:at] + letter + name[at + 1 :]


def query(name, locality, region, country, lat, lon):
    return "\t".join([name, "", "", "", locality, region, "", country, str(lat), str(lon)])


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--candidate", type=Path, default=STARTER)
    arguments.add_argument("--each", action="store_true")
    options = arguments.parse_args()
    database = sqlite3.connect(f"file:{options.candidate}?mode=ro", uri=True)
    known = {key for (key,) in database.execute("SELECT DISTINCT name_key FROM candidate")}
    key = lambda name: re.sub(r"[.,'’]", "", plain(name).casefold())
    countries = dict(database.execute(COUNTRIES))
    every = [(*row[:5], countries[row[5]]) for row in database.execute(PLACES) if re.fullmatch(r"[a-z' -]{4,40}", plain(row[0]))]
    every.sort(key=lambda row: share(f"{row[0]}|{row[2]}"))
    queries, chosen = [], random.Random(7)
    for title, low, high in [("large (from 50,000)", 50_000, 1 << 40), ("towns (from 2,000)", 2_000, 50_000), ("villages", 0, 2_000)]:
        count = 0
        for name, population, lat, lon, region, country in every:
            wrong = damaged(name, chosen)
            if not low <= population < high or key(wrong) in known or count == ROWS:
                continue
            count += 1
            length = "4-6" if len(name) < 7 else "7-"
            queries.append(query(f"{title} {length} letters, state", wrong, region, "", lat, lon))
            queries.append(query(f"{title} {length} letters, country", wrong, "", country, lat, lon))
    postcodes = rows(options.data / "world/postcodes.csv.gz")
    table = [row for row in postcodes if row["state"] and re.fullmatch(r"[a-z' -]{4,40}", plain(row["place"]))]
    table.sort(key=lambda row: share(f"{row['place']}|{row['zipcode']}"))
    unknown = [row for row in table if key(row["place"]) not in known and key(row["place"]).replace("-", " ") not in known]
    for row in unknown[: 3 * ROWS]:
        queries.append(query("unknown name, state", row["place"], row["state"], "", row["latitude"], row["longitude"]))

    command = [QUALITY, "--candidate", options.candidate, "--each"]
    done = subprocess.run(list(map(str, command)), input="\n".join(queries) + "\n", text=True, check=True, capture_output=True)
    counts = defaultdict(lambda: defaultdict(int))
    for line in done.stdout.splitlines():
        if not line.startswith("row\t"):
            continue
        _, name, _, error, _, codes, text, _ = line.split("\t")
        outcome = "none"
        if "locality_corrected" in codes:
            error = float(error)
            outcome = "right" if error < RIGHT_M else "wrong" if error > WRONG_M else "near"
        counts[name]["all"] += 1
        counts[name][outcome] += 1
        if options.each and outcome == "wrong":
            print(name, text)
    print(f"{'set':<42}{'n':>6}{'right':>8}{'near':>8}{'wrong':>8}")
    for name, found in sorted(counts.items()):
        shares = "".join(f"{found[outcome] / found['all']:8.1%}" for outcome in ("right", "near", "wrong"))
        print(f"{name:<42}{found['all']:>6}{shares}")


if __name__ == "__main__":
    main()
