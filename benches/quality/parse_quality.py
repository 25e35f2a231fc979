"""How well is an address parsed? Micro F1 and exact match on labelled rows.

    python3 benches/quality/parse_quality.py EVAL.csv.gz --country us --country fr -- npx milepost parse -

The command behind `--` reads one address a line and writes one JSON body of `/v1/parse` a line. The mapping of
labels is in labels.py. The set is for measuring only; nothing is trained or tuned on its rows.
"""

from __future__ import annotations

import argparse
import csv
import gzip
import json
import subprocess
from collections import Counter, defaultdict
from pathlib import Path

import labels


def read(path: Path) -> list[dict[str, str]]:
    with gzip.open(path, "rt", encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def parse(command: list[str], lines: list[str]) -> list[list[dict[str, str]]]:
    output = subprocess.run(command, input="\n".join(lines) + "\n", text=True, stdout=subprocess.PIPE, check=True).stdout
    bodies = [json.loads(line) for line in output.splitlines()]
    if len(bodies) != len(lines):
        raise SystemExit(f"sent {len(lines)} lines, received {len(bodies)}")
    return [body["components"] for body in bodies]


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("eval", type=Path)
    arguments.add_argument("--country", action="append", required=True, help="country code; repeatable")
    arguments.add_argument("--errors", type=int, default=0, help="prints this many wrong rows of each country")
    arguments.add_argument("command", nargs="+")
    options = arguments.parse_args()

    rows = read(options.eval)
    for country in options.country:
        chosen = [row for row in rows if row["country_code"] == country]
        parses = parse(options.command, [" ".join(row["full_address"].split()) for row in chosen])
        counts: dict[str, Counter] = defaultdict(Counter)
        exact, wrong = 0, []
        for row, components in zip(chosen, parses):
            want, have = labels.expected(row), labels.found(components)
            exact += want == have
            if want != have:
                wrong.append((row["full_address"], want - have, have - want))
            for name, part in (("right", want & have), ("missed", want - have), ("extra", have - want)):
                for (label, _), times in part.items():
                    counts[label][name] += times
        print(f"{country}: {len(chosen)} rows, exact match {exact / len(chosen):.1%}, micro F1 {f1(sum(counts.values(), Counter())):.1%}")
        for label, count in sorted(counts.items()):
            print(f"  {label:<9} F1 {f1(count):6.1%}  right {count['right']:>5}  missed {count['missed']:>4}  extra {count['extra']:>4}")
        for text, missed, extra in wrong[: options.errors]:
            print(f"  {text}\n     missed {dict(missed)}\n     extra  {dict(extra)}")


def f1(count: Counter) -> float:
    wanted = 2 * count["right"] + count["missed"] + count["extra"]
    return 2 * count["right"] / wanted if wanted else 0.0


if __name__ == "__main__":
    main()
