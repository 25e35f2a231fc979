"""Which pairs of addresses are found to be one address, and which of them are? Milepost beside its peers, on the same texts in one run.

    python3 tasks/quality/pairs.py [--pairs 4000] [--peers FOLDER] [--json FILE]

The pairs are those of countries that the weights are not fitted on (`tasks/training/match/match_weights.py`, the half that does not fit the curve
either), written on one line in the order of the country, and `eval/keys_dev.tsv`. Milepost finds a pair at the verdicts `same` and `likely`.
libpostal finds it at `LIKELY_DUPLICATE`; rapidfuzz and Splink have no threshold of their own and get the one with the most right answers here.
rapidfuzz compares the texts, Splink the components that Milepost parses. Peers run where fetch_peers.sh has installed them. Needs numpy and osmium from PyPI.
"""

from __future__ import annotations

import argparse
import collections
import csv
import json
import os
import random
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tasks/training/match"))
sys.path.append(str(ROOT / "benches/python"))
import match_weights  # noqa: E402
from results import Results  # noqa: E402

LANGUAGES = {"AT": "de", "AU": "en", "BR": "pt", "CZ": "cs", "DE": "de", "GB": "en", "GR": "el", "IE": "en", "IT": "it", "SE": "sv", "US": "en",
             "FR": "fr", "ES": "es", "CH": "de", "PL": "pl", "RU": "ru", "JP": "ja", "CO": "es", "MX": "es", "IN": "en", "CA": "en", "HK": "zh"}
# Fewer pairs of a country say little.
LEAST_PAIRS = 50
# The status that is LIKELY_DUPLICATE, as a share of EXACT_DUPLICATE.
LIKELY_DUPLICATE = 6 / 9


def held_out(data: Path, count: int) -> list[dict]:
    rng, short = random.Random(55), match_weights.abbreviations()
    # The fit draws the pairs of the registers first. Drawing them here too leaves the random numbers of the held-out pairs the same.
    for country, rows in match_weights.registers(data):
        collections.deque(match_weights.pairs(country, rows, count, short, rng), maxlen=0)
    held = [pair for country, rows in match_weights.held_out(data) if len(rows) > 50
            for pair in match_weights.pairs(country, rows, count, short, rng)]
    rng.shuffle(held)
    return held[1::2]


def written(data: Path) -> list[dict]:
    with (data / "eval/keys_dev.tsv").open(encoding="utf-8") as file:
        rows = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        return [{"country": row["country"], "a": row["a"], "b": row["b"], "same": int(row["verdict"] == "same")} for row in rows]


def milepost(pairs: list[dict]) -> list[dict]:
    command = ["npx", "tsx", "scripts/as-javascript.ts", "benches/node/compared_pairs.ts"]
    lines = "".join(json.dumps({key: pair[key] for key in ("country", "a", "b")}) + "\n" for pair in pairs)
    out = subprocess.run(command, cwd=ROOT, input=lines, capture_output=True, text=True, check=True).stdout
    return [json.loads(line) for line in out.splitlines()]


def scores(folder: Path, peer: str, pairs: list[dict], texts: list[dict]) -> list[float]:
    command = [str(folder / "venv/bin/python"), str(Path(__file__).parent / "peers/pairs_peer.py"), peer]
    lines = [json.dumps([LANGUAGES.get(pair["country"], "en"), text["a"], text["b"]]) + "\n" for pair, text in zip(pairs, texts)]
    environment = {**os.environ, "LIBPOSTAL_DATA_DIR": str(folder / "libpostal")}
    scores: list[float] = []
    while len(scores) < len(lines):
        run = subprocess.run(command, input="".join(lines[len(scores):]), stdout=subprocess.PIPE, text=True, env=environment)
        scores.extend(float(line) for line in run.stdout.splitlines())
        if run.returncode != 0:
            # A crash of the peer counts as no match.
            print(f"{peer} ends with {run.returncode}: {lines[len(scores)].strip()}", file=sys.stderr)
            scores.append(0.0)
    return scores


def splink(folder: Path, texts: list[dict]) -> list[float]:
    command = [str(folder / "venv/bin/python"), str(Path(__file__).parent / "peers/pairs_splink.py")]
    out = subprocess.run(command, input=json.dumps([text["parsed"] for text in texts]), stdout=subprocess.PIPE, text=True, check=True).stdout
    return [float(line) for line in out.splitlines()]


def best_threshold(scores: list[float], pairs: list[dict]) -> float:
    right = lambda threshold: sum((score >= threshold) == bool(pair["same"]) for score, pair in zip(scores, pairs))
    distinct = sorted(set(scores))
    return max(distinct[:: max(1, len(distinct) // 500)], key=right)


def print_table(set_name: str, pairs: list[dict], found: dict[str, list[bool]], results: Results) -> None:
    counts = collections.Counter(pair["country"] for pair in pairs)
    countries = sorted(country for country, count in counts.items() if count >= LEAST_PAIRS)
    columns = ["", "precision", "recall", "right", *countries]
    print(f"\n{set_name}: {len(pairs)} pairs, in %; right answers by country\n\n| {' | '.join(columns)} |\n{'| --- ' * len(columns)}|")
    for name, answers in found.items():
        right = collections.defaultdict(list)
        for pair, answer in zip(pairs, answers):
            right[pair["country"]].append(answer == bool(pair["same"]))
        hits = sum(answer and pair["same"] for pair, answer in zip(pairs, answers))
        precision, recall = 100 * hits / max(1, sum(answers)), 100 * hits / sum(pair["same"] for pair in pairs)
        share = lambda answers: 100 * sum(answers) / len(answers)
        every = share([one for answers in right.values() for one in answers])
        cells = [precision, recall, every, *(share(right[country]) for country in countries)]
        print(f"| {name} | " + " | ".join(f"{cell:.1f}" for cell in cells) + " |")
        for what, value in [("precision", precision), ("recall", recall), ("right", every)]:
            results.sample(f"{set_name} {name.split()[0]} {what}", "%", "higher", value)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT / "../shared/data")
    parser.add_argument("--pairs", type=int, default=4000, help="pairs a register")
    parser.add_argument("--peers", type=Path, default=Path(os.environ.get("MILEPOST_PEERS", Path.home() / ".cache/milepost-peers")))
    parser.add_argument("--json", type=Path, help="write the figures")
    args = parser.parse_args()
    results = Results("pairs")
    for name, pairs in [("held out", held_out(args.data, args.pairs)), ("keys_dev", written(args.data))]:
        texts = milepost(pairs)
        found = {"Milepost": [text["verdict"] in ("same", "likely") for text in texts]}
        if (args.peers / "venv").exists():
            found["libpostal"] = [score >= LIKELY_DUPLICATE for score in scores(args.peers, "libpostal", pairs, texts)]
            for peer, ranked in [("rapidfuzz", scores(args.peers, "rapidfuzz", pairs, texts)), ("Splink", splink(args.peers, texts))]:
                threshold = best_threshold(ranked, pairs)
                found[f"{peer} at {threshold:.2f}"] = [score >= threshold for score in ranked]
        print_table(name, pairs, found, results)
    if args.json is not None:
        results.write(args.json)


if __name__ == "__main__":
    main()
