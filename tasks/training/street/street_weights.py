"""Fits the weights of the matching of streets: which street of its town a typed one is, or none of them.

    python tasks/training/street/street_weights.py --data DATA [--write]

Each question (`street_pairs.py`) is compared with the streets of its town by the program's own code (`crates/text/examples/street_pairs.rs`).
The weights maximize the probability of the true street in a softmax over these streets and "none of them", whose score is 0. `same` keeps
its weight, no difference may raise a score, and `--prior` holds the weights near the shipped ones. Results are of towns that the weights
were not fitted on: whole towns are dealt into two halves, and each half is scored with the weights of the other one.
"""

from __future__ import annotations

import argparse
import random
import subprocess
import zlib
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from street_pairs import Question, Town, american_towns, french_towns, map_towns, questions

ROOT = Path(__file__).resolve().parents[3]
TABLE = ROOT / "crates/geocoder/src/street/weights.tsv"
EXAMPLE = ["cargo", "run", "--release", "--quiet", "-p", "milepost-text", "--example", "street_pairs"]
FIRST, LAST = "core_extra", "order"
# These keep their weights. Pairs with other words are dropped (`decided`), and at -12 a name of which half is unknown does not match.
HELD = {"core_extra"}
# Fewest questions of a slice that is reported.
SLICE = 100


@dataclass
class Decision:
    question: Question
    # A row of differences for each name of each candidate, which street each row is of, and which street is true (-1: none).
    differences: np.ndarray
    streets: np.ndarray
    truth: int

    @property
    def half(self) -> int:
        return zlib.crc32(f"{self.question.country} {self.question.town}".encode()) % 2


def decisions(towns: list[Town], asked: list[Question], names: list[str], command: list[str]) -> list[Decision]:
    index = {name: at for at, name in enumerate(names)}
    lines = [f"{town.country}\t{town.name}\t\t{street}\n" for town in towns for street in sorted(town.streets)]
    lines += [f"{each.country}\t{each.town}\t{each.typed}\t{each.filed or ''}\n" for each in asked]
    done = subprocess.run(command, input="".join(lines), capture_output=True, text=True, cwd=ROOT, check=True)
    found: dict[int, list[tuple[str, np.ndarray]]] = defaultdict(list)
    for line in done.stdout.splitlines():
        number, street, named = line.split("\t")
        values = np.zeros(len(names))
        for pair in named.split():
            name, value = pair.split("=")
            values[index[name]] = float(value)
        found[int(number)].append((street, values))
    made = []
    for number, candidates in sorted(found.items()):
        decision = decided(asked[number], sorted(candidates, key=lambda each: each[0]), index)
        if decision:
            made.append(decision)
            if asked[number].kind in ("exact", "real") and number % 2:
                made.append(without_true(decision))
    return [each for each in made if len(each.streets)]


def decided(question: Question, candidates: list[tuple[str, np.ndarray]], index: dict[str, int]) -> Decision | None:
    """None where the differences cannot tell the true street from another one, or a real pair has other words: a translation, a former
    name or another street."""
    order = sorted({street for street, _ in candidates})
    differences = np.array([values for _, values in candidates])
    streets = np.array([order.index(street) for street, _ in candidates])
    if question.filed is None:
        return None if (differences.sum(axis=1) == 0).any() else Decision(question, differences, streets, -1)
    if question.filed not in order:
        return None
    truth = order.index(question.filed)
    own = differences[streets == truth]
    nearest = own[own.sum(axis=1).argmin()]
    if (differences[streets != truth] == nearest).all(axis=1).any():
        return None
    others = ("core_conflict", "core_extra", "number_extra", "type_conflict", "directional_conflict")
    if question.is_real and any(nearest[index[name]] > 0.3 for name in others):
        return None
    kind = next((name for name in index if nearest[index[name]] > 0), "same words") if question.is_real else question.kind
    kind = f"real: {kind}" if question.is_real else kind
    return Decision(Question(question.country, question.town, kind, question.typed, question.filed), differences, streets, truth)


def without_true(decision: Decision) -> Decision:
    """The same question to a town without the street."""
    question, other = decision.question, decision.streets != decision.truth
    asked = Question(question.country, question.town, "real: absent" if question.is_real else "absent", question.typed, None)
    return Decision(asked, decision.differences[other], decision.streets[other], -1)


class Sample:
    """Decisions in arrays: rows of differences, the rows of a street and the streets of a decision next to each other."""

    def __init__(self, made: list[Decision]) -> None:
        self.made = made
        self.rows = np.concatenate([each.differences for each in made])
        of_decision = np.repeat(np.arange(len(made)), [len(each.streets) for each in made])
        street = np.concatenate([each.streets for each in made])
        truth = np.concatenate([each.streets == each.truth for each in made])
        starts = np.flatnonzero(np.diff(of_decision * 1000 + street, prepend=-1))
        self.of_row = np.cumsum(np.isin(np.arange(len(street)), starts)) - 1
        self.starts, self.of_street, self.is_true = starts, of_decision[starts], truth[starts]
        self.begins = np.flatnonzero(np.diff(self.of_street, prepend=-1))

    def best(self, weights: np.ndarray, same: float) -> tuple[np.ndarray, np.ndarray]:
        """For each street the differences of its best name, and the score."""
        scores = self.rows @ weights + same
        order = np.lexsort((-scores, self.of_row))
        chosen = order[self.starts]
        return self.rows[chosen], scores[chosen]

    def fitted(self, shipped: np.ndarray, same: float, prior: float, free: np.ndarray) -> np.ndarray:
        """Newton's steps on -log p(truth), projected to weights of at most 0."""
        weights = shipped.copy()
        for _ in range(25):
            rows, scores = self.best(weights, same)
            odds = np.exp(np.clip(scores, -40, 40))
            shares = odds / (1 + np.add.reduceat(odds, self.begins))[self.of_street]
            weighted = rows * shares[:, None]
            mean = np.add.reduceat(weighted, self.begins)
            gradient = mean.sum(axis=0) - rows[self.is_true].sum(axis=0) + prior * (weights - shipped)
            curvature = weighted.T @ rows - mean.T @ mean + prior * np.eye(len(weights))
            moves = free & ((weights < 0) | (gradient > 0))
            step = np.zeros_like(weights)
            step[moves] = np.linalg.solve(curvature[np.ix_(moves, moves)], gradient[moves])
            weights = np.minimum(weights - np.clip(step, -1, 1), 0)
            if np.abs(step).max() < 1e-3:
                break
        return weights

    def outcomes(self, weights: np.ndarray, same: float, least: float, margin: float) -> np.ndarray:
        """Of each decision: 0 right, 1 ambiguous, 2 none, 3 wrong."""
        _, scores = self.best(weights, same)
        results = np.zeros(len(self.made), dtype=int)
        for at, (begin, end) in enumerate(zip(self.begins, [*self.begins[1:], len(scores)], strict=True)):
            own, is_true = scores[begin:end], self.is_true[begin:end]
            top, has_truth = own.max(), is_true.any()
            rivals = own > top - (1e-9 if top >= same else margin)
            if top < least:
                results[at] = 2 if has_truth else 0
            elif rivals.sum() > 1:
                results[at] = 1
            else:
                results[at] = 0 if has_truth and is_true[own.argmax()] else 3
        return results


def slices(made: list[Decision]) -> dict[str, np.ndarray]:
    members: dict[str, list[int]] = defaultdict(list)
    for at, each in enumerate(made):
        kind, country = each.question.kind, each.question.country
        sort = "real" if each.question.is_real else "generated"
        for name in (f"all {sort}", kind, f"{sort} of {country}"):
            members[name].append(at)
    return {name: np.array(found) for name, found in sorted(members.items()) if len(found) >= SLICE or name.startswith("all")}


def free_of(names: list[str]) -> np.ndarray:
    return np.array([name not in HELD for name in names])


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("--data", type=Path, required=True, help="folder with fr/, us/ and osm/")
    arguments.add_argument("--prior", type=float, default=60.0, help="regularisation strength towards the shipped weights")
    arguments.add_argument("--write", action="store_true", help="write the fitted weights into weights.tsv")
    options = arguments.parse_args()
    head, *lines = [line.split("\t") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    table = {name: float(value) for name, value, _ in lines}
    known = list(table)
    names = known[known.index(FIRST) : known.index(LAST) + 1]
    shipped, same = np.array([table[name] for name in names]), table["same"]
    towns = [*french_towns(options.data, random.Random(5)), *american_towns(options.data), *map_towns(options.data)]
    made = decisions(towns, questions(towns), names, EXAMPLE)
    print(f"{len(made)} decisions in {len(towns)} towns of {len({town.country for town in towns})} countries")
    report(made, names, shipped, same, table["least"], table["margin"], options.prior)
    if options.write:
        fitted = Sample(made).fitted(shipped, same, options.prior, free_of(names))
        new = dict(zip(names, fitted, strict=True))
        body = [[name, f"{new[name]:.2f}" if name in new else value, meaning] for name, value, meaning in lines]
        TABLE.write_text("".join("\t".join(line) + "\n" for line in [head, *body]), encoding="utf-8")


def report(made: list[Decision], names: list[str], shipped: np.ndarray, same: float, least: float, margin: float, prior: float) -> None:
    """Prints the held-out results by slice, and what is lost without each difference."""
    halves = [Sample([each for each in made if each.half == half]) for half in (0, 1)]
    held_out = [*halves[0].made, *halves[1].made]

    def results(without: int | None = None) -> np.ndarray:
        kept = np.arange(len(names)) != without
        weights = [half.fitted(shipped * kept, same, prior, kept & free_of(names)) for half in halves]
        return np.concatenate([half.outcomes(other, same, least, margin) for half, other in zip(halves, reversed(weights), strict=True)])

    before = np.concatenate([half.outcomes(shipped, same, least, margin) for half in halves])
    after = results()
    members = slices(held_out)
    print("\n| held-out slice | questions | right: shipped | fitted | ambiguous | none | wrong: shipped | fitted |\n|---|--:|--:|--:|--:|--:|--:|--:|")
    for name, at in members.items():
        share = [100 * np.mean(found[at] == outcome) for found, outcome in ((before, 0), (after, 0), (after, 1), (after, 2), (before, 3), (after, 3))]
        print(f"| {name} | {len(at)} | " + " | ".join(f"{value:.1f}" for value in share) + " |")
    print("\n| without | shipped | fitted | points lost: real | generated | most in |\n|---|--:|--:|--:|--:|---|")
    whole = Sample(made).fitted(shipped, same, prior, free_of(names))
    for at, name in enumerate(names):
        found = results(without=at)
        lost = {part: 100 * (np.mean(after[of] == 0) - np.mean(found[of] == 0)) for part, of in members.items()}
        most = max(lost, key=lambda part: lost[part])
        print(f"| {name} | {shipped[at]:.1f} | {whole[at]:.2f} | {lost['all real']:+.2f} | {lost['all generated']:+.2f} | {most} ({lost[most]:+.1f}) |", flush=True)


if __name__ == "__main__":
    main()
