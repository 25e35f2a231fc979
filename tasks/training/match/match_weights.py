#!/usr/bin/env python3
"""Fit the weights of a comparison, crates/match/data/weights.tsv, on pairs made from open registers.

    python3 tasks/training/match/match_weights.py --data ../shared/data --root ROOT [--pairs 4000] [--report]

A pair of one address is a row of a register and the same row with noise; a pair of two addresses is a row and a neighbour of it: another number,
another unit, the same street in another town, another street with the number, another type of street. The weight of an agreement is
log2(m/u): m is its share among pairs of one address, u its share among pairs of two. They are fitted on the United States and France. The
curve from a sum of weights to a probability is fitted on other countries, half of whose pairs measure it. The points are those that
Milepost finds for the texts in the data root ROOT, which has these registers and extracts; a second curve is that of pairs with two points.
Needs numpy, and osmium from PyPI for the held-out countries, which come from OpenStreetMap.
"""
import argparse
import collections
import csv
import gzip
import json
import math
import os
import pathlib
import random
import subprocess
import tempfile
import unicodedata

import numpy

ROOT = pathlib.Path(__file__).parents[3]
OUT = ROOT / "crates/match/data/weights.tsv"
COMPONENTS = ["po_box", "house_number", "venue", "street", "unit", "locality", "region", "postcode", "country", "point"]
LEVELS = ["exact", "equivalent", "typo", "missing", "contradicts"]
# Components that no pair of the registers has count as the one that identifies alike.
BORROWED = {"po_box": "house_number", "country": "region"}
# Doubts of an answer that is elsewhere than the address says: `ELSEWHERE` of crates/milepost/src/engine.rs.
ELSEWHERE = ["locality_contradicts", "region_contradicts", "postcode_contradicts", "locality_differs", "street_differs"]
# Pairs below which an agreement says nothing.
FEW = 20
# Pairs of an agreement that both shares are smoothed by.
SMOOTHING = 4.0
# Pairs of a point of the curve.
LEAST_POOLED = 50
# The least probability of a verdict, and the greatest of two addresses with different numbers.
SAME, LIKELY, STRICT = 0.85, 0.5, 0.02
HELD_OUT = {
    "de": "de-heidelberg-2015", "cz": "cz-prague-2020", "it": "it-bari-2025", "gb": "gb-dulwich-2023", "at": "at-krems-2013",
    "se": "se-kallby-2023", "gr": "gr-zografou-2025", "au": "au-melbourne-2025", "ie": "ie-dublin-2025", "br": "br-campogrande-2013",
}
TOWNS = ["Springfield", "Altdorf", "Neustadt", "Villanova", "Georgetown", "Saint-Martin"]


def rows_of(path, read):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            address = {tag: text for tag, text in read(row).items() if text}
            if "house_number" in address and "street" in address:
                yield address


def us_points(row):
    street = " ".join(filter(None, (row["predir"], row["pretype"], row["name"], row["type"], row["postdir"])))
    return {"house_number": row["number"], "street": street, "locality": row["city"], "region": row["state"], "postcode": row["zip"]}


def us_venues(row):
    return {"venue": row["venue"], "house_number": row["house_number"], "street": row["street"], "unit": row["unit"],
            "locality": row["city"], "region": row["state"], "postcode": row["zip"]}


def fr_points(row):
    return {"house_number": f"{row['number']} {row['suffix'] or ''}".strip(), "street": row["street"], "locality": row["city"],
            "postcode": row["postcode"]}


def fr_venues(row):
    return fr_points({"number": row["house_number"], **row}) | {"venue": row["venue"]}


def registers(data):
    for country, file, read in [("us", "us/baltimore_points", us_points), ("us", "us/chesapeake_points", us_venues),
                                ("us", "us/stores", us_venues), ("us", "us/breweries", us_venues),
                                ("fr", "fr/address_points_lyon", fr_points), ("fr", "fr/address_points_nantes", fr_points),
                                ("fr", "fr/food_premises", fr_venues)]:
        yield country, list(rows_of(data / f"{file}.tsv.gz", read))


def held_out(data):
    import osmium  # only here: fitting needs no OpenStreetMap

    for country, file in HELD_OUT.items():
        rows = []
        for thing in osmium.FileProcessor(str(data / f"osm/{file}.osm.pbf")):
            tags = thing.tags
            if "addr:housenumber" in tags and "addr:street" in tags:
                address = {"house_number": tags.get("addr:housenumber"), "street": tags.get("addr:street"), "venue": tags.get("name"),
                           "unit": tags.get("addr:flats"), "locality": tags.get("addr:city"), "postcode": tags.get("addr:postcode")}
                rows.append({tag: text for tag, text in address.items() if text})
        yield country, rows


def abbreviations():
    """Full words to abbreviations, by language, of the tables of streets."""
    short = collections.defaultdict(lambda: collections.defaultdict(list))
    for line in (ROOT / "crates/text/data/street/types.tsv").read_text(encoding="utf-8").splitlines():
        fields = line.split("\t")
        if len(fields) == 5 and 1 < len(fields[2]) < len(fields[1]) and " " not in fields[2] and fields[3] != "suffix":
            short[fields[0]][fields[1]].append(fields[2])
    return short


def plain(text):
    return "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))


def mistyped(text, rng):
    places = [i for i, c in enumerate(text) if c.isalpha() and i > 0]
    if len(places) < 5:
        return text
    at = rng.choice(places)
    kind = rng.randrange(3)
    if kind == 0:
        return text[:at] + text[at + 1:]
    if kind == 1 and at + 1 < len(text) and text[at + 1].isalpha():
        return text[:at] + text[at + 1] + text[at] + text[at + 2:]
    return text[:at] + rng.choice("abcdefghijklmnoprstu") + text[at + 1:]


def noisy(address, country, short, rng):
    """The address as another list may have it."""
    other = dict(address)
    for tag in [t for t in ("region", "postcode", "venue", "locality") if t in other]:
        if rng.random() < {"region": 0.2, "postcode": 0.15, "venue": 0.4, "locality": 0.04}[tag]:
            del other[tag]
    if rng.random() < 0.5:
        table = short[{"us": "en", "gb": "en", "at": "de", "gr": "el", "cz": "cs", "se": "sv"}.get(country, country)]
        words = other["street"].split()
        other["street"] = " ".join(rng.choice(table[plain(w).lower()]) if plain(w).lower() in table else w for w in words)
    for tag in ("street", "locality"):
        if tag in other and rng.random() < 0.12:
            other[tag] = mistyped(other[tag], rng)
    if "unit" in other and rng.random() < 0.5:
        identifier = other["unit"].split()[-1]
        other["unit"] = rng.choice([f"#{identifier}", other["unit"].upper(), other["unit"].lower()])
    if country == "us" and "postcode" in other and rng.random() < 0.3:
        other["postcode"] = other["postcode"][:5] + ("" if len(other["postcode"]) > 5 else f"-{rng.randrange(1000, 9999)}")
    case = rng.choice([str.upper, str.lower, str, plain])
    return {tag: case(text) for tag, text in other.items()}


def neighbour(address, rows, rng):
    """Another address that shares a part with this one."""
    other = dict(address)
    digits = "".join(c for c in other["house_number"] if c.isdigit())
    kind = rng.randrange(6)
    if kind == 0 and digits:
        other["house_number"] = str(max(1, int(digits) + rng.choice([-10, -4, -2, -1, 1, 2, 4, 10])))
    elif kind == 1:
        base = other.get("unit", "Apt 1").split()
        other["unit"] = f"{base[0]} {rng.randrange(2, 400)}"
        address.setdefault("unit", "Apt 1")
    elif kind == 2 and "locality" in other:
        # Without a town nothing says that the address is elsewhere.
        away = rng.choice(rows)
        place = {tag: away[tag] for tag in ("locality", "postcode") if tag in away}
        if place.get("locality") == other.get("locality"):
            place = {"locality": rng.choice(TOWNS), "postcode": str(rng.randrange(10000, 99999))}
        other |= place
    elif kind == 3:
        other["street"] = rng.choice(rows)["street"]
    elif kind == 4:
        other["house_number"] = rng.choice(rows)["house_number"]
    else:
        other = dict(rng.choice(rows))
    other.pop("venue", None) if rng.random() < 0.7 else None
    return other


def is_same(a, b):
    key = lambda address: tuple(plain(address.get(t, "")).lower() for t in ("house_number", "street", "unit", "locality"))
    return key(a) == key(b)


def pairs(country, rows, count, short, rng):
    for at in range(count):
        address = dict(rng.choice(rows))
        if at % 2:
            yield {"country": country.upper(), "a": address, "b": noisy(address, country, short, rng), "same": 1}
        else:
            other = neighbour(address, rows, rng)
            if not is_same(address, other):
                yield {"country": country.upper(), "a": address, "b": noisy(other, country, short, rng), "same": 0}


def text_of(address):
    """An address as a text that is geocoded."""
    number_first = " ".join(address.get(tag, "") for tag in ("house_number", "street"))
    return ", ".join(filter(None, [number_first, *(address.get(tag) for tag in ("locality", "region", "postcode"))]))


def located(pairs, root):
    """The pairs with the points of their addresses, geocoded in their country."""
    with tempfile.TemporaryDirectory() as folder:
        rows, out = pathlib.Path(folder, "rows.csv"), pathlib.Path(folder, "out.ndjson")
        with open(rows, "w", encoding="utf-8", newline="") as file:
            csv.writer(file).writerows([["address", "country"], *([text_of(p[side]), p["country"]] for p in pairs for side in "ab")])
        command = ["node", str(ROOT / "ts/bin/milepost.js"), "bulk", str(rows), "--out", str(out), "--address", "address", "--country", "country",
                   "--fields", "lat,lon,accuracy_m,doubts", "--quiet"]
        subprocess.run(command, check=True, env={**os.environ, "SERVICE_DATA_ROOT": str(root)})
        found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]

    def point(row):
        is_elsewhere = row["geo_lat"] is None or any(doubt in ELSEWHERE for doubt in row["geo_doubts"] or [])
        return None if is_elsewhere else [row["geo_lat"], row["geo_lon"], row["geo_accuracy_m"]]

    return [{**pair, "points": [point(a), point(b)]} for pair, a, b in zip(pairs, found[::2], found[1::2])]


def compared(pairs):
    """Agreements of pairs, as the program sees them."""
    lines = "".join(json.dumps(pair) + "\n" for pair in pairs)
    command = ["cargo", "run", "--quiet", "--release", "-p", "milepost-match", "--example", "agreements"]
    out = subprocess.run(command, cwd=ROOT, input=lines, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def fitted(pairs, comparisons):
    counts = {c: {level: [SMOOTHING * 0.2, SMOOTHING * 0.2] for level in LEVELS} for c in COMPONENTS}
    for pair, comparison in zip(pairs, comparisons):
        levels = comparison["components"]
        for component, level in levels.items():
            # A point tells buildings apart, and only where no number does.
            if component != "point" or not is_strict(levels) and not has_other_unit(levels):
                counts[component][level][pair["same"]] += 1
    weights = {}
    for component, levels in counts.items():
        totals = [sum(level[same] for level in levels.values()) for same in (0, 1)]
        weights[component] = {l: math.log2((n[1] / totals[1]) / (n[0] / totals[0])) for l, n in levels.items()}
    # Another spelling of a value that few pairs have counts as the same words.
    for component, levels in counts.items():
        if sum(levels["equivalent"]) < FEW:
            weights[component]["equivalent"] = weights[component]["exact"]
    seen = {component for comparison in comparisons for component in comparison["components"]}
    return weights | {component: weights[like] for component, like in BORROWED.items() if component not in seen}


def is_strict(levels):
    """Whether a number, a box or a country contradicts, for which the verdict is fixed."""
    return any(levels.get(component) == "contradicts" for component in ("house_number", "po_box", "country"))


def has_other_unit(levels):
    """Whether the units differ, so that the point counts for nothing."""
    return levels.get("unit") in ("contradicts", "missing", "typo")


def total(comparison, weights):
    return sum(weights[component][level] for component, level in comparison["components"].items())


def curve_on(pairs, weights):
    """The curve of pairs whose numbers, boxes and countries do not contradict."""
    is_curved = lambda levels: not is_strict(levels) and not ("point" in levels and has_other_unit(levels))
    said = [(p["same"], total(c, weights)) for p, c in zip(pairs, compared(pairs)) if is_curved(c["components"])]
    return curve_of([bits for _, bits in said], [same for same, _ in said])


def curve_of(x, y):
    """The points of a curve from sums in bits to probabilities, both ascending (isotonic regression by pooling neighbours)."""
    blocks = []
    of_bits = collections.defaultdict(list)
    for bits, same in zip(x, y):
        of_bits[round(bits, 3)].append(same)
    for bits, same in sorted(of_bits.items()):
        blocks.append([bits, bits, sum(same), len(same)])
        while len(blocks) > 1 and (blocks[-2][2] / blocks[-2][3] >= blocks[-1][2] / blocks[-1][3] or blocks[-2][3] < LEAST_POOLED):
            _, last, hits, count = blocks.pop()
            blocks[-1] = [blocks[-1][0], last, blocks[-1][2] + hits, blocks[-1][3] + count]
    # Half a pair of each kind: no probability is 0 or 1.
    points = [(bits, (hits + 0.5) / (count + 1)) for first, last, hits, count in blocks for bits in sorted({first, last})]
    return sorted(dict(points).items())


def report(rows):
    """Precision, recall and calibration by band, and the share of right answers by country."""
    found = [(p, c) for p, c in rows if c["verdict"] in ("same", "likely")]
    hits = sum(p["same"] for p, _ in found)
    print(f"likely or better: precision {100 * hits / max(1, len(found)):.2f} %, recall {100 * hits / max(1, sum(p['same'] for p, _ in rows)):.2f} %")
    same = [p["same"] for p, c in rows if c["verdict"] == "same"]
    print(f"same: {len(same)} pairs, precision {100 * numpy.mean(same):.2f} %")
    for low in numpy.arange(0, 1, 0.1):
        band = [(p["same"], c["probability"]) for p, c in rows if low <= c["probability"] < low + 0.1 or low > 0.89 and c["probability"] == 1]
        if band:
            said, seen = numpy.mean(band, axis=0)[::-1]
            print(f"  {low:.1f}-{low + 0.1:.1f}: {len(band)} pairs, said {100 * said:.1f} %, seen {100 * seen:.1f} %")
    right = collections.defaultdict(list)
    for pair, comparison in rows:
        right[pair["country"]].append((comparison["verdict"] in ("same", "likely")) == bool(pair["same"]))
    print("  right:", ", ".join(f"{country} {100 * numpy.mean(all_):.1f} %" for country, all_ in sorted(right.items())))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=pathlib.Path, default=ROOT / "../shared/data")
    parser.add_argument("--pairs", type=int, default=4000, help="pairs a register")
    parser.add_argument("--root", type=pathlib.Path, required=True, help="data root with the registers and extracts")
    parser.add_argument("--report", action="store_true", help="measure the table that is there on held-out pairs")
    args = parser.parse_args()
    rng, short = random.Random(55), abbreviations()
    fit = [p for country, rows in registers(args.data) for p in pairs(country, rows, args.pairs, short, rng)]
    held = [p for country, rows in held_out(args.data) if len(rows) > 50 for p in pairs(country, rows, args.pairs, short, rng)]
    rng.shuffle(held)
    curve, measured = held[::2], held[1::2]
    if not args.report:
        weights = fitted(fit, compared(fit))
        weights["point"] = fitted(fit, compared(located(fit, args.root)))["point"]
        curves = {"curve": curve_on(curve, weights), "curve_of_points": curve_on(located(curve, args.root), weights)}
        with open(OUT, "w", encoding="utf-8") as file:
            file.write("# Written by tasks/training/match/match_weights.py. component, agreement, weight in bits: log2 of its share among pairs of one address over\n"
                       "# its share among pairs of two; then the points of the curve from bits to a probability, that of pairs with a point, and the\n"
                       "# thresholds of the verdicts.\n")
            for component in COMPONENTS:
                for level in LEVELS:
                    file.write(f"{component}\t{level}\t{weights[component][level]:.3f}\n")
            for name, points in curves.items():
                for bits, probability in points:
                    file.write(f"{name}\t{bits:.3f}\t{probability:.4f}\n")
            for name, value in [("same", SAME), ("likely", LIKELY), ("strict", STRICT)]:
                file.write(f"verdict\t{name}\t{value:.4f}\n")
    report(list(zip(measured, compared(measured))))
    print("geocoded:")
    report(list(zip(measured, compared(located(measured, args.root)))))


if __name__ == "__main__":
    main()
