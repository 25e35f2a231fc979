"""Fits the confidence of an answer: the probability that its places are the expected ones.

    python tasks/training/ranking/confidence.py --data DATA --no-addresses LINES [--write]

The answers are those of the geocoder with the starter data to the rows of `confidence_rows.py`, and to the texts of LINES, one a line,
which are not addresses (`no_addresses.js`). An answer is right if the expected point lies within 25 km or within its radius
(`accuracy_m`): a country is a right answer to a street there. Half of the rows is held back; on it the script prints what each least
probability keeps and loses, and how often answers of each level of confidence are within 25 km.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

from confidence_rows import every_row
from ranking import GAZETTEER, ROOT, answered, kilometres
from ranking_rows import Row, names as names_of_towns

TABLE = ROOT / "crates/geocoder/src/model/confidence.tsv"
RIGHT_KM = 25.0
# The rows have no houses, no areas, no correction in a division that is not known, and no codes of countries without a register.
FIXED = {"house", "district", "area", "corrected_without_division"}
PRIOR = 0.5
NO_ADDRESS = "no address"


class Answers:
    """The evidence of each answer, whether it is right, whether it is within 25 km, its confidence as shipped, and the kind of its row.
    Rows of which nothing is found are left out."""

    def __init__(self, asked: list[Row], names: list[str]) -> None:
        features, right, near, confidence, kinds = [], [], [], [], []
        for row, answer in zip(asked, answered(asked), strict=True):
            if answer is None:
                continue
            known = dict(answer["features"])
            away = kilometres(row.lat, row.lon, answer["lat"], answer["lon"])
            is_place = row.kind not in (NO_ADDRESS, "invented town", "invented town, country")
            is_right = is_place and away <= max(RIGHT_KM, answer["accuracy_m"] / 1000)
            # Of a town that does not exist only its country is known; of two cities either is right.
            is_right |= row.kind == "invented town, country" and answer["match_level"] == "country"
            is_right |= row.kind == "two cities" and known["ambiguous"] > 0
            features.append([known[name] for name in names])
            right.append(is_right)
            near.append(is_place and away <= RIGHT_KM)
            confidence.append(answer["confidence"])
            kinds.append(row.kind)
        self.features, self.right = np.array(features), np.array(right, dtype=float)
        self.near, self.confidence, self.kinds = np.array(near), np.array(confidence), np.array(kinds)


def fitted(answers: Answers, start: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Newton's steps of a logistic regression with a normal prior around 0."""
    features, right, weights = answers.features, answers.right, start.copy()
    weights[free] = 0
    for _ in range(50):
        share = probability(answers, weights)
        gradient = features.T @ (share - right) + PRIOR * weights
        curvature = (features * (share * (1 - share))[:, None]).T @ features + PRIOR * np.eye(len(weights))
        step = np.linalg.solve(curvature[np.ix_(free, free)], gradient[free])
        weights[free] -= step
        if np.abs(step).max() < 1e-5:
            break
    return weights


def probability(answers: Answers, weights: np.ndarray) -> np.ndarray:
    return 1 / (1 + np.exp(-np.clip(answers.features @ weights, -30, 30)))


def print_thresholds(held_back: Answers, meant: np.ndarray) -> None:
    is_right, is_address = held_back.right > 0, held_back.kinds != NO_ADDRESS
    groups = {"right": is_right, "wrong": ~is_right & is_address, "no address": ~is_address}
    print(f"| least probability | {' | '.join(f'{name}, of {those.sum()}' for name, those in groups.items())} |\n|--:|--:|--:|--:|")
    for least in (0, 0.2, 0.3, 0.4, 0.5, 0.6):
        print(f"| {least} | {' | '.join(str((those & (meant >= least)).sum()) for those in groups.values())} |")


def print_levels(held_back: Answers) -> None:
    print("\n| confidence | answers | within 25 km |\n|---|--:|--:|")
    for low, high in ((0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 1.01)):
        inside = (held_back.confidence >= low) & (held_back.confidence < high)
        if inside.any():
            print(f"| {low} to {min(high, 1)} | {inside.sum()} | {100 * held_back.near[inside].mean():.1f} % |")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="folder with world/postcodes.csv.gz")
    arguments.add_argument("--no-addresses", type=Path, required=True, help="texts that are not addresses, one a line")
    arguments.add_argument("--rows", type=int, default=400, help="rows a country")
    arguments.add_argument("--write", action="store_true", help="write the fitted weights into confidence.tsv")
    options = arguments.parse_args()
    head, *lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    names = [name for name, *_ in lines]
    shipped = np.array([float(weight) for _, weight, _ in lines])
    free = np.array([at for at, name in enumerate(names) if name not in FIXED])
    texts = options.no_addresses.read_text(encoding="utf-8").splitlines()
    asked = []
    for half, seed in enumerate((21, 22)):
        named = every_row(options.data / "world/postcodes.csv.gz", ROOT / "node_modules", options.rows, seed)
        alone = (row for row in names_of_towns(ROOT / GAZETTEER, 3 * options.rows, seed) if row.kind.endswith(" alone"))
        asked.append([*named, *alone, *(Row(NO_ADDRESS, "", text, 0.0, 0.0) for text in texts[half::2])])
    fitting, held_back = (Answers(each, names) for each in asked)
    weights = fitted(fitting, shipped, free)
    print_thresholds(held_back, probability(held_back, weights))
    print_levels(held_back)
    if options.write:
        body = [[name, f"{weight:.3f}", meaning] for (name, _, meaning), weight in zip(lines, weights, strict=True)]
        TABLE.write_text("".join("\t".join(line) + "\n" for line in [head, *body]), encoding="utf-8")


if __name__ == "__main__":
    main()
