#!/usr/bin/env python3
"""Asks a Nominatim and Milepost's search server the same questions and compares the answers field by field.

usage: beside_nominatim.py --theirs http://127.0.0.1:8088 [--ours http://127.0.0.1:8080] EXAM.jsonl... [--extracts li-2024,mc-2026]

Both have the same extracts of OpenStreetMap; ours is `milepost search serve --profile nominatim` on a data root of `milepost build osm`. The
questions are 300 searches and 200 reverse lookups of the exam, and 50 lookups of objects that Nominatim answered. An answer is right if its first
result has the same keys, each with a value of the same JSON type, and is the same object; a street may be another way of the same name within
2 km. Keys of `address` are compared apart: they are divisions, and depend on what else the data hold. Runs where a Nominatim answers, and says so
where none does.
"""
import argparse
import collections
import json
import random
import sys
import urllib.error
import urllib.parse
import urllib.request

from tables import kilometres

SEED = 54
ONE_STREET_M = 2_000
# Null where the style of the import keeps no such tags: only `extratags` keeps all.
STYLED = {"extratags"}
# What only Milepost adds.
ADDITIVE = {"unmatched"}


def metres(one, other):
    """Metres between two results."""
    points = [(float(result["lat"]), float(result["lon"])) for result in (one, other)]
    return 1000 * kilometres(*points)


def get(url, path, query):
    """The body of an answer as JSON; its status unless the request succeeds."""
    query = {"format": "jsonv2", "addressdetails": 1, "extratags": 1, "namedetails": 1} | query
    try:
        with urllib.request.urlopen(f"{url}{path}?{urllib.parse.urlencode(query)}", timeout=90) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        return {"error": error.code}


def first_of(answer):
    """The first result; none without one."""
    if isinstance(answer, list):
        return answer[0] if answer else None
    return None if "error" in answer else answer


def kind_of(value):
    """The JSON type of a value. An absent list of tags is null in both."""
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) else type(value).__name__


def is_same_object(theirs, ours):
    """Whether two results are one object; a street may be another of its ways."""
    same = [theirs.get(k) == ours.get(k) for k in ("osm_type", "osm_id")]
    is_street = theirs.get("category") == ours.get("category") == "highway"
    return all(same) or is_street and theirs["name"] == ours["name"] and metres(theirs, ours) <= ONE_STREET_M


def is_finer(theirs, ours):
    """Whether ours is a house, where theirs is only its street: a number between two known ones."""
    parts = [(result or {}).get("address") or {} for result in (theirs, ours)]
    numbers = ["house_number" in address for address in parts]
    return numbers == [False, True] and parts[0].get("road") is not None and parts[0]["road"] == parts[1].get("road")


def differences(theirs, ours):
    """What differs between the first results of two answers, as a set of words."""
    if theirs is None or ours is None:
        return set() if theirs is ours else {"only theirs" if ours is None else "only ours"}
    found = set()
    keys = set(theirs) ^ (set(ours) - ADDITIVE)
    found |= {f"key {key}" for key in keys}
    both = {key for key in set(theirs) & set(ours) if theirs[key] is not None or key not in STYLED}
    found |= {f"type {key}" for key in both if kind_of(theirs[key]) != kind_of(ours[key])}
    if not is_same_object(theirs, ours):
        found.add(f"object {theirs.get('category')}={theirs.get('type')}")
    return found


def questions_of(files, extracts, most_searches, most_reverses):
    """Questions of the exam, searches and reverse lookups apart."""
    rows = [json.loads(line) for file in files for line in open(file, encoding="utf-8")]
    rows = [row for row in rows if extracts is None or row.get("extract") in extracts]
    random.Random(SEED).shuffle(rows)
    reverses = [row for row in rows if row["kind"] == "reverse"][:most_reverses]
    return [row for row in rows if row["kind"] != "reverse"][:most_searches], reverses


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("exam", nargs="+")
    parser.add_argument("--theirs", default="http://127.0.0.1:8088")
    parser.add_argument("--ours", default="http://127.0.0.1:8080")
    parser.add_argument("--extracts", help="extracts that both have, comma-separated; all by default")
    parser.add_argument("--searches", type=int, default=300)
    parser.add_argument("--reverses", type=int, default=200)
    parser.add_argument("--lookups", type=int, default=50)
    parser.add_argument("--show", type=int, default=0, help="answers to print of each difference")
    options = parser.parse_args()
    try:
        get(options.theirs, "/status", {})
    except (urllib.error.URLError, ConnectionError) as error:
        sys.exit(f"no Nominatim answers at {options.theirs}: {error}")
    extracts = options.extracts and set(options.extracts.split(","))
    searches, reverses = questions_of(options.exam, extracts, options.searches, options.reverses)
    asked = [("search", "/search", {"q": row["input"], "limit": 1}) for row in searches]
    for row in reverses:
        lat, lon = row["input"].split(",")
        asked.append(("reverse", "/reverse", {"lat": lat, "lon": lon}))
    counts, causes, keys, examples = (collections.Counter() for _ in range(4))
    objects = []

    def compare(route, path, query):
        theirs, ours = (first_of(get(url, path, query)) for url in (options.theirs, options.ours))
        if route == "search" and theirs is None and ours is not None:
            # Nominatim wants every word to match; an answer that Nominatim lacks does not count as a difference.
            counts[route, "theirs finds nothing"] += 1
            return
        if route == "search" and is_finer(theirs, ours):
            counts[route, "ours finer"] += 1
            return
        found = differences(theirs, ours)
        counts[route, "same" if not found else "different"] += 1
        for cause in found:
            causes[route, cause] += 1
            if examples[cause] < options.show:
                examples[cause] += 1
                print(json.dumps({"cause": cause, "query": query, "theirs": theirs, "ours": ours}, ensure_ascii=False))
        if theirs and ours:
            only = set(theirs.get("address") or {}) ^ set(ours.get("address") or {})
            keys["same" if not only else "different"] += 1
            keys.update(only)
        if theirs and "osm_id" in theirs:
            objects.append(theirs["osm_type"][0].upper() + str(theirs["osm_id"]))

    for route, path, query in asked:
        compare(route, path, query)
    for osm_id in sorted(set(objects))[: options.lookups]:
        compare("lookup", "/lookup", {"osm_ids": osm_id})

    print("| route | same | different | % same | only ours finds something | ours is the house, theirs the street |\n|---|--:|--:|--:|--:|--:|")
    for route in ("search", "reverse", "lookup"):
        same, different = counts[route, "same"], counts[route, "different"]
        share = 100 * same / max(1, same + different)
        print(f"| {route} | {same} | {different} | {share:.1f} | {counts[route, 'theirs finds nothing']} | {counts[route, 'ours finer']} |")
    print("\nDifferences:")
    for (route, cause), count in causes.most_common(25):
        print(f"- {route}, {cause}: {count}")
    print(f"\nKeys of `address`: the same in {keys['same']}, others in {keys['different']}")
    for key, count in keys.most_common(17):
        if key not in ("same", "different"):
            print(f"- {key}: {count}")


if __name__ == "__main__":
    main()
