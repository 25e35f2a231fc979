"""Fits the confidence of an answer: the probability that it lies within 25 km of what was meant.

    python training/confidence.py --data DATA --prose LINES [--write]

The answers are those of the geocoder with the starter data to the rows of `ranking_rows.py`, to streets in towns that do not exist and to
the texts of LINES, a text a line, which are no address (`milepost-corpus --show`): an answer to one of these is wrong. Half is held back;
on it the script prints how often answers of each level of confidence are right.
"""

from __future__ import annotations

import argparse
import json
import random
from pathlib import Path

import numpy as np

from ranking import ROOT, answered, kilometres
from ranking_rows import STREETS, Row, rows

TABLE = ROOT / "crates/geocoder/src/answer/confidence.tsv"
RIGHT_KM = 25.0
SYLLABLES = "bra tor mel vin sko lan dre fi gu hest ka lom nar ost pel ri sta tu ver wik zan ble cor dun".split()
# The rows have no houses.
FIXED = {"house"}
PRIOR = 0.5


def invented(count: int, seed: int) -> list[Row]:
    """Streets in towns that do not exist."""
    draw = random.Random(seed)
    made = []
    for _ in range(count):
        country = draw.choice(sorted(STREETS))
        town = "".join(draw.choice(SYLLABLES) for _ in range(draw.randint(2, 4))).capitalize()
        made.append(Row("invented town", country, f"{draw.choice(STREETS[country])}, {town}", 0.0, 0.0))
    return made


def examples(asked: list[Row], names: list[str]) -> tuple[np.ndarray, np.ndarray, list[str]]:
    """Evidence of each answer, whether it is right, and the kind of its row; rows without an answer are left out."""
    features, right, kinds = [], [], []
    for row, answer in zip(asked, answered(asked), strict=True):
        if answer is not None:
            known = dict(answer["features"])
            features.append([known[name] for name in names])
            is_place = row.kind not in ("invented town", "no address")
            right.append(is_place and kilometres(row.lat, row.lon, answer["lat"], answer["lon"]) <= RIGHT_KM)
            kinds.append(row.kind)
    return np.array(features), np.array(right, dtype=float), kinds


def fitted(features: np.ndarray, right: np.ndarray, start: np.ndarray, free: np.ndarray) -> np.ndarray:
    """Newton's steps of a logistic regression with a normal prior around 0."""
    weights = start.copy()
    weights[free] = 0
    for _ in range(50):
        share = 1 / (1 + np.exp(-np.clip(features @ weights, -30, 30)))
        gradient = features.T @ (share - right) + PRIOR * weights
        curvature = (features * (share * (1 - share))[:, None]).T @ features + PRIOR * np.eye(len(weights))
        step = np.linalg.solve(curvature[np.ix_(free, free)], gradient[free])
        weights[free] -= step
        if np.abs(step).max() < 1e-5:
            break
    return weights


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="folder with world/postcodes.csv.gz")
    arguments.add_argument("--prose", type=Path, required=True, help="texts that are no address, one a line")
    arguments.add_argument("--rows", type=int, default=400, help="rows a country")
    arguments.add_argument("--write", action="store_true", help="write the fitted weights into confidence.tsv")
    options = arguments.parse_args()
    head, *lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    names = [name for name, *_ in lines]
    shipped = np.array([float(weight) for _, weight, _ in lines])
    free = np.array([at for at, name in enumerate(names) if name not in FIXED])
    prose = [Row("no address", "", line, 0.0, 0.0) for line in options.prose.read_text(encoding="utf-8").splitlines() if line.strip()]
    asked = []
    for half, seed in enumerate((21, 22)):
        table = list(rows(options.data / "world/postcodes.csv.gz", options.rows, seed))
        asked.append(examples([*table, *invented(1500, seed), *prose[half::2]], names))
    (features, right, _), (held_back, is_right, kinds) = asked
    weights = fitted(features, right, shipped, free)
    confidence = 1 / (1 + np.exp(-held_back @ weights))
    print("| confidence | answers | right |\n|---|--:|--:|")
    for low, high in ((0, 0.2), (0.2, 0.4), (0.4, 0.6), (0.6, 0.8), (0.8, 0.9), (0.9, 0.95), (0.95, 0.98), (0.98, 1.01)):
        inside = (confidence >= low) & (confidence < high)
        if inside.any():
            print(f"| {low} to {min(high, 1)} | {inside.sum()} | {100 * is_right[inside].mean():.1f} % |")
    print("\n| rows | answers | right | mean confidence |\n|---|--:|--:|--:|")
    for kind in sorted(set(kinds)):
        of_kind = np.array([each == kind for each in kinds])
        print(f"| {kind} | {of_kind.sum()} | {100 * is_right[of_kind].mean():.1f} % | {100 * confidence[of_kind].mean():.1f} % |")
    if options.write:
        body = [[name, f"{weight:.3f}", meaning] for (name, _, meaning), weight in zip(lines, weights, strict=True)]
        TABLE.write_text("".join("\t".join(line) + "\n" for line in [head, *body]), encoding="utf-8")


if __name__ == "__main__":
    main()
