"""Fits the weights of the ranking: which hypothesis about an address is right.

    python tasks/training/ranking/ranking.py --data DATA [--write]

Of each row (`ranking_rows.py`) the geocoder gives the hypotheses it weighs, with their features (`crates/geocoder/examples/hypotheses.rs`). A
hypothesis is right within 25 km of the row's point and wrong beyond 60. The weights are those under which the best right hypothesis of a row most
often beats the wrong ones (softmax over the hypotheses), no farther from the weights that ship than the rows demand (`--prior`). Half of the
rows are held back; on these it prints what the weights that ship, the fitted ones and the fitted ones without each feature choose.
"""

from __future__ import annotations

import argparse
import json
import math
import subprocess
from collections import defaultdict
from pathlib import Path
from typing import Any

import numpy as np

from ranking_rows import Row, codes_alone, letters, names as names_of_towns, rows

ROOT = Path(__file__).resolve().parents[3]
GAZETTEER = "npm/starter-data/db/wof/candidate.db"
LETTERS = ROOT / "crates/geocoder/src/country/division_codes.tsv"
TABLE = ROOT / "crates/geocoder/src/model/weights.tsv"
RIGHT_KM, WRONG_KM = 25.0, 60.0


def kilometres(lat: float, lon: float, other_lat: float, other_lon: float) -> float:
    a, b, c, d = (math.radians(value) for value in (lat, lon, other_lat, other_lon))
    half = math.sin((c - a) / 2) ** 2 + math.cos(a) * math.cos(c) * math.sin((d - b) / 2) ** 2
    return 12742.0 * math.asin(min(1.0, math.sqrt(half)))


def asked_of_geocoder(asked: list[Row]) -> list[dict[str, Any]]:
    """What each row can mean, and what is answered, with the starter data."""
    command = [
        "cargo", "run", "--release", "--quiet", "-p", "milepost-geocoder", "--example", "hypotheses", "--",
        "--weights", "npm/weights-en-us", "--onnxruntime", "npm/linux-x64-gnu/libonnxruntime.so.1",
        "--candidate", GAZETTEER,
    ]
    text = "".join(" ".join(row.text.split()) + "\n" for row in asked)
    done = subprocess.run(command, input=text, capture_output=True, text=True, cwd=ROOT, check=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def hypotheses(asked: list[Row]) -> list[list[dict[str, Any]]]:
    return [each["hypotheses"] for each in asked_of_geocoder(asked)]


def answered(asked: list[Row]) -> list[dict[str, Any] | None]:
    return [each["answer"] for each in asked_of_geocoder(asked)]


class Pairs:
    """For each row the features of its hypotheses, and which of them are right or wrong."""

    def __init__(self, asked: list[Row], names: list[str]) -> None:
        index = {name: at for at, name in enumerate(names)}
        self.rows: list[tuple[Row, np.ndarray, np.ndarray]] = []
        for row, found in zip(asked, hypotheses(asked), strict=True):
            if not found:
                continue
            features = np.zeros((len(found), len(names)))
            for at, hypothesis in enumerate(found):
                for name, value in hypothesis["features"]:
                    features[at, index[name]] = value
            away = np.array([kilometres(row.lat, row.lon, hypothesis["lat"], hypothesis["lon"]) for hypothesis in found])
            self.rows.append((row, features, away))

    def wrong_less_right(self, weights: np.ndarray) -> list[np.ndarray]:
        """For each row the features of its wrong hypotheses less those of its best right one."""
        pairs = []
        for _, features, away in self.rows:
            right, wrong = features[away <= RIGHT_KM], features[away > WRONG_KM]
            if len(right) and len(wrong):
                pairs.append(wrong - right[np.argmax(right @ weights)])
        return pairs

    def chosen_right(self, weights: np.ndarray) -> dict[str, tuple[int, int]]:
        """Rows of a kind, and how many of them have a right hypothesis chosen, of those that have one at all."""
        counts: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for row, features, away in self.rows:
            if (away <= RIGHT_KM).any():
                is_right = away[np.argmax(features @ weights)] <= RIGHT_KM
                for kind in (row.kind, f"of {row.country}", "all"):
                    counts[kind][0] += int(is_right)
                    counts[kind][1] += 1
        return {kind: (right, all_rows) for kind, (right, all_rows) in counts.items()}


def fitted(pairs: Pairs, start: np.ndarray, prior: float, populations: np.ndarray) -> np.ndarray:
    """Newton's steps on the loss -log p(right), where a hypothesis's probability is the softmax of the scores, to the base of ten. Weights of
    the population are at least 0."""
    weights = start.copy()
    for _ in range(30):
        gradient, curvature = prior * (weights - start), prior * np.eye(len(weights))
        for features in pairs.wrong_less_right(weights):
            features = features * math.log(10)
            odds = np.exp(np.clip(features @ weights, -40, 40))
            shares = odds / (1 + odds.sum())
            mean = shares @ features
            gradient += mean
            curvature += (features * shares[:, None]).T @ features - np.outer(mean, mean)
        step = np.linalg.solve(curvature, gradient)
        weights -= np.clip(step, -0.5, 0.5)
        weights[populations] = np.maximum(weights[populations], 0)
        if np.abs(step).max() < 1e-3:
            break
    return weights


def share(counts: tuple[int, int]) -> str:
    return f"{100 * counts[0] / counts[1]:.2f} %"


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="folder with world/postcodes.csv.gz")
    arguments.add_argument("--rows", type=int, default=700, help="rows a country")
    arguments.add_argument("--prior", type=float, default=15.0, help="regularisation strength towards the shipped weights")
    arguments.add_argument("--write", action="store_true", help="write the fitted weights into weights.tsv")
    options = arguments.parse_args()
    head, *lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    names = [name for name, *_ in lines]
    shipped = np.array([float(weight) for _, weight, _ in lines])
    table = options.data / "world/postcodes.csv.gz"

    def drawn(seed: int) -> Pairs:
        of_kind = 5 * options.rows
        asked = [
            *rows(table, options.rows, seed),
            *names_of_towns(ROOT / GAZETTEER, of_kind, seed),
            *letters(table, LETTERS, options.rows, seed),
            *codes_alone(table, ROOT / GAZETTEER, of_kind, seed),
        ]
        return Pairs(asked, names)

    taught, held_back = drawn(11), drawn(12)
    populations = np.array([at for at, name in enumerate(names) if name.endswith("log_population")])
    weights = fitted(taught, shipped, options.prior, populations)
    before, after = held_back.chosen_right(shipped), held_back.chosen_right(weights)
    print("| rows held back | rows | weights that ship | fitted |\n|---|--:|--:|--:|")
    for kind in sorted(before, key=lambda kind: (kind == "all", kind.startswith("of "), kind)):
        print(f"| {kind} | {before[kind][1]} | {share(before[kind])} | {share(after[kind])} |")
    print("\n| without | weight | right | lost |\n|---|--:|--:|--:|")
    for at, name in enumerate(names):
        without = weights.copy()
        without[at] = 0
        right = held_back.chosen_right(without)["all"]
        lost = 100 * (after["all"][0] - right[0]) / right[1]
        print(f"| {name} | {weights[at]:.2f} | {share(right)} | {lost:+.2f} |")
    if options.write:
        body = [[name, f"{weight:.2f}", hypothesis] for (name, _, hypothesis), weight in zip(lines, weights, strict=True)]
        TABLE.write_text("".join("\t".join(line) + "\n" for line in [head, *body]), encoding="utf-8")


if __name__ == "__main__":
    main()
