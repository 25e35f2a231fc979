"""Measures geocoding from free text, the country not written, against postcode tables of the world.

    python3 tasks/quality/world.py --data DATA [--worst N] [--keep FOLDER] [--only AT,GB] [--each]

A candidate database is built from DATA/world/postcodes.csv.gz and the GeoNames cities of the install, one row in twenty kept back
by hash. Rows become addresses as their country writes them, with a street and number of which the database knows nothing, and are
parsed and geocoded; so are the development addresses of DATA/eval whose postcode the table has. The table's own point
for postcode and place gives the baseline: the error that no reading of the text can beat. Needs `npm run build` and
`cargo build --release -p milepost-geocoder --example quality`.
"""

import argparse
import csv
import math
import random
import re
import statistics
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from tables import BUILD, PARSER, QUALITY, ROOT, folded, kilometres, rows, share

# How an address is written: {n} number, {code} postcode, {place}, {province} its short form. Streets every town has.
WRITTEN = {
    "AT": ["Hauptstraße {n}, {code} {place}", "Bahnhofstraße {n}/3, {code} {place}"],
    "CZ": ["Nádražní {n}, {code} {place}", "Školní {n}/4, {code} {place}"],
    "DE": ["Hauptstraße {n}, {code} {place}", "Gartenweg {n}a, {code} {place}"],
    "DK": ["Vestergade {n}, {code} {place}", "Skolevej {n}, 2. th, {code} {place}"],
    "ES": ["Calle Mayor {n}, {code} {place}", "C/ Real {n}, {code} {place}, {province}"],
    "FI": ["Koulutie {n}, {code} {place}", "Asematie {n} A 4, {code} {place}"],
    "GB": ["{n} Church Lane, {place} {code}", "{n} High Street, {place}, {code}"],
    "HR": ["Vukovarska {n}, {code} {place}", "Ulica Matije Gupca {n}, {code} {place}"],
    "HU": ["{code} {place}, Kossuth utca {n}.", "Petőfi Sándor utca {n}, {code} {place}"],
    "IT": ["Via Roma {n}, {code} {place} {province}", "Via Garibaldi {n}, {code} {place} ({province})"],
    "NO": ["Kirkeveien {n}, {code} {place}", "Skolegata {n}B, {code} {place}"],
    "PL": ["ul. Szkolna {n}, {code} {place}", "ul. Polna {n}/4, {code} {place}"],
    "SE": ["Storgatan {n}, {code} {place}", "Skolgatan {n}, {code} {place}"],
    "SI": ["Šolska ulica {n}, {code} {place}", "Cankarjeva cesta {n}, {code} {place}"],
    "SK": ["Hlavná {n}, {code} {place}", "Školská {n}/3, {code} {place}"],
}

# Streets in the language of the place, in countries of several.
SPOKEN = {
    "BE": {"nl": ["Kerkstraat {n}, {code} {place}", "Schoolstraat {n}, {code} {place}"],
           "fr": ["Rue de l'Église {n}, {code} {place}", "Rue de la Station {n}, {code} {place}"]},
    "CH": {"de": ["Dorfstrasse {n}, {code} {place}", "Schulweg {n}, {code} {place}"],
           "fr": ["Rue de la Gare {n}, {code} {place}", "Chemin du Collège {n}, {code} {place}"],
           "it": ["Via Stazione {n}, {code} {place}", "Via Cantonale {n}, {code} {place}"]},
}

COUNTRIES = {*WRITTEN, *SPOKEN}


def code_key(text):
    return re.sub(r"[\s-]", "", text.casefold())


class Table:
    """Postcode and place, matched exactly."""

    def __init__(self):
        self.pairs, self.codes, self.places = defaultdict(list), defaultdict(list), defaultdict(list)

    def add(self, row):
        point = (float(row["latitude"]), float(row["longitude"]))
        country, code, place = row["country_code"], code_key(row["zipcode"]), folded(row["place"])
        self.pairs[country, code, place].append(point)
        self.codes[country, code].append(point)
        self.places[country, place].append(point)

    def find(self, country, code, place):
        """The mean of the rows of code and place, else of the code, else of the place."""
        code, place = code_key(code), folded(place)
        found = self.pairs.get((country, code, place)) or self.codes.get((country, code)) or self.places.get((country, place))
        return found and tuple(statistics.fmean(axis) for axis in zip(*found))

    def has(self, country, code):
        return (country, code_key(code)) in self.codes


def outward(country, code):
    """The code that the table has: the outward half of a British one."""
    return code.rsplit(" ", 1)[0] if country == "GB" else code


def language(row):
    """The language most people speak where a Belgian or Swiss row is."""
    code = int(row["zipcode"])
    if row["country_code"] == "CH":
        return "it" if row["state_code"] == "TI" else "fr" if code < 2500 or 2600 <= code < 3000 else "de"
    return "fr" if row["state_code"] == "WAL" or row["state_code"] == "BRU" and code % 2 else "nl"


def written(row, number):
    country = row["country_code"]
    forms = SPOKEN[country][language(row)] if country in SPOKEN else WRITTEN[country]
    code = row["zipcode"]
    if row["country_code"] == "GB":
        # The table knows the outward half; people write the whole code.
        inward = random.Random(number * 7 + len(row["place"]))
        code = f"{code} {inward.randrange(1, 10)}{inward.choice('ABDEFGHJLNPQRSTUWXYZ')}{inward.choice('ABDEFGHJLNPQRSTUWXYZ')}"
    province = row["province_code"] if row["country_code"] == "IT" else row["province"]
    text = forms[number % len(forms)].format(n=number, code=code, place=row["place"], province=province)
    return text.replace(" ()", "").rstrip(" ,")


def development(data, table):
    """Real addresses whose postcode the table has, by whether they write their country."""
    for row in rows(data / "eval/senzing_dev.csv.gz"):
        country, code, city = row["country_code"].upper(), row["postcode"], row["city"]
        if country in COUNTRIES and code and city and table.has(country, outward(country, code)):
            point = table.find(country, outward(country, code), city)
            yield country, bool(row["country"]), " ".join(row["full_address"].split()), point


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True)
    arguments.add_argument("--worst", type=int, default=0)
    arguments.add_argument("--each", action="store_true", help="print every row")
    arguments.add_argument("--sample", type=int, default=500, help="rows of each country and set")
    arguments.add_argument("--only", help="countries, comma separated")
    arguments.add_argument("--keep", type=Path, help="build into this folder, or take what was built there")
    options = arguments.parse_args()
    folder = options.keep or Path(tempfile.mkdtemp(prefix="milepost-world-"))
    folder.mkdir(parents=True, exist_ok=True)
    known, kept = Table(), defaultdict(list)
    listed = defaultdict(list)
    source = folder / "postcodes.csv"
    with open(source, "w") as target:
        writer = None
        for row in rows(options.data / "world/postcodes.csv.gz"):
            if writer is None:
                writer = csv.DictWriter(target, row)
                writer.writeheader()
            country = row["country_code"]
            if country in COUNTRIES and share(f"{country}|{row['zipcode']}|{row['place']}") < 0.05:
                kept[country].append(row)
                continue
            writer.writerow(row)
            if country in COUNTRIES:
                known.add(row)
                listed[country].append(row)
    candidate = folder / "candidate.db"
    if not candidate.exists():
        command = [BUILD, "candidate", source, "--packages", ROOT / "node_modules", "--out", candidate]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        if done.returncode:
            sys.exit(done.stderr)
    chosen = random.Random(7)
    lines, exact = [], {}

    def add(name, country, text, point):
        if not options.only or country in options.only.split(","):
            lines.append("\t".join([f"{country} {name}", text.replace("\t", " "), country, *map(str, point)]))

    for country in sorted(COUNTRIES):
        for name, those in (("1 in the table", listed[country]), ("2 kept back", kept[country])):
            errors = []
            for row in chosen.sample(those, min(options.sample, len(those))):
                point = (float(row["latitude"]), float(row["longitude"]))
                add(name, country, written(row, chosen.randrange(1, 90)), point)
                found = known.find(country, row["zipcode"], row["place"])
                errors.append(kilometres(point, found) if found else math.inf)
            exact[country, name] = statistics.median(errors)
    for country, has_country, text, point in development(options.data, known):
        add("4 real, country written" if has_country else "3 real, country not written", country, text, point)
    command = [QUALITY, "--candidate", candidate, "--worst", options.worst, "--table", *PARSER]
    if options.each:
        command.append("--each")
    print("Exact match of postcode and place, median km: in the table, kept back")
    for country in sorted(COUNTRIES):
        print(f"  {country} {exact[country, '1 in the table']:.2f} {exact[country, '2 kept back']:.2f}")
    sys.stdout.flush()
    subprocess.run(list(map(str, command)), input="\n".join(lines) + "\n", text=True, check=True)


if __name__ == "__main__":
    main()
