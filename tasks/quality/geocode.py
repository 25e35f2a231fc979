"""Measures geocoding against addresses whose points are known.

    python3 tasks/quality/geocode.py --data DATA [--parse] [--worst N] [--each]

DATA holds the tables described in its README (us/, fr/, world/). Databases are built into a temporary folder from what is
not held back; which rows are held back is decided by a hash of street and number, so that it never changes. The mistyped sets
are lower case without accents, with a typo in one word of street or town: of addresses that are known, and of streets that are
held back, where every answer nearer than a town is a false one. Needs
`cargo build --release -p milepost-build` and `cargo build --release -p milepost-geocoder --example quality`.
"""

import argparse
import random
import subprocess
import tempfile
from pathlib import Path

from sets.perturb import with_typo
from tables import PARSER, QUALITY, STARTER, build, build_points, france, plain, rows, share, united_states, write

SAMPLE = 4000


def mistyped(row, chosen):
    """The row as it is typed in haste: a typo in one of the longer words of street and town."""
    number, street, locality, region, postcode, lat, lon = row
    words = {"street": plain(street).split(), "locality": plain(locality).split()}
    long = [(field, at) for field, those in words.items() for at, word in enumerate(those) if len(word) >= 5 and word.isalpha()]
    if long:
        field, at = chosen.choice(long)
        words[field][at] = with_typo(words[field][at], chosen)
    return [plain(number), " ".join(words["street"]), " ".join(words["locality"]), plain(region), postcode, lat, lon]


def query(name, row, **changes):
    number, street, locality, region, postcode, lat, lon = row
    fields = {"number": number, "street": street, "unit": "", "locality": locality, "region": region, "postcode": postcode,
              "country": "", "lat": lat, "lon": lon, **changes}
    return "\t".join([name, *(fields[key] for key in ("number", "street", "unit", "locality", "region", "postcode", "country", "lat", "lon"))])


def measure(title, queries, options, root=None, extra=()):
    print(f"\n== {title}", flush=True)
    command = [QUALITY, "--candidate", options.candidate, "--worst", str(options.worst), *extra]
    if root:
        command += ["--data-root", root]
    if options.parse:
        command += PARSER
    if options.each:
        command.append("--each")
    subprocess.run(list(map(str, command)), input="\n".join(queries) + "\n", text=True, check=True)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--candidate", type=Path, default=STARTER)
    arguments.add_argument("--parse", action="store_true", help="write the columns as an address and parse it")
    arguments.add_argument("--worst", type=int, default=0)
    arguments.add_argument("--each", action="store_true", help="print every row")
    options = arguments.parse_args()
    with tempfile.TemporaryDirectory(prefix="milepost-quality-") as folder:
        run(options, Path(folder))


def run(options, folder):
    root, ranges = folder / "points", folder / "ranges"
    for path in (root, ranges):
        path.mkdir(parents=True, exist_ok=True)
    chosen = random.Random(7)

    def sample(table):
        table = list(table)
        return chosen.sample(table, min(SAMPLE, len(table)))

    sets = {}
    for country, source in (("us", united_states), ("fr", france)):
        known, number_held, street_held = [], [], []
        for row in source(options.data):
            street = "|".join(row[1:5])
            # Of twenty streets one is held back whole, of ten numbers one of every other street.
            if share(street) < 0.05:
                street_held.append(row)
            elif share(f"{row[0]}|{street}") < 0.1:
                number_held.append(row)
            else:
                known.append(row)
        table = folder / f"{country}.tsv"
        write(table, known)
        build_points(country, table, root)
        sets[country] = [sample(known), sample(number_held), sample(street_held)]

    build("ranges", options.data / "us/baltimore_centerlines.tsv.gz", "--out", ranges / "interpolation/interpolation-us-md.db")

    for country in ("us", "fr"):
        known, number_held, street_held = sets[country]
        queries = [query(f"{country} 1 known", row) for row in known]
        queries += [query(f"{country} 2 number held back", row) for row in number_held]
        queries += [query(f"{country} 3 street held back", row) for row in street_held]
        queries += [query(f"{country} 4 known, without postcode", row, postcode="") for row in known]
        queries += [query(f"{country} 5 known, without number", row, number="") for row in known]
        chosen_typos = random.Random(23)
        queries += [query(f"{country} 6 known, mistyped", mistyped(row, chosen_typos)) for row in known]
        queries += [query(f"{country} 7 mistyped, without postcode", mistyped(row, chosen_typos), postcode="") for row in known]
        queries += [query(f"{country} 8 street held back, mistyped", mistyped(row, chosen_typos)) for row in street_held]
        measure(f"{country}: with address points", queries, options, root)
        measure(f"{country}: without", [query(f"{country} known", row) for row in known], options)

    maryland = [row for row in united_states(options.data) if row[3] == "MD"]
    centrelines = rows(options.data / "us/baltimore_centerlines.tsv.gz")
    covered = {(row["label"], row[zip_]) for row in centrelines for zip_ in ("zip_left", "zip_right")}
    maryland = [row for row in maryland if (row[1], row[4]) in covered]
    queries = [query("centrelines", row) for row in chosen.sample(maryland, min(20000, len(maryland)))]
    measure("Baltimore County by centrelines alone", queries, options, ranges)


if __name__ == "__main__":
    main()
