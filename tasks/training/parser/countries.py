"""Fits the guess of the country: which one an address lies in, by the mean, the largest and the smallest of each value of its token vectors.

    python tasks/training/parser/countries.py CORPUS BUNDLE... --version 2.13.0

Writes `countries.bin` into the first bundle and its hash and countries into the cards of all; later ones share the files of the first.
Multinomial logistic regression over the countries of the corpus. It is fitted with each country counted as the square root of its lines, so that
small ones are learned, and its biases are then those of the power `PRIOR` of them: with all lines most addresses of no particular country would
be American or French, with equal shares of small countries.
"""

from __future__ import annotations

import argparse
import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import torch
from torch.nn import functional as F

import bundle
from corpus import Corpus, Words
from model import Tagger

# The first row of a hint in the embedding table: that of the code AA (crates/text/src/features.rs).
LETTERS = 26
# Fewest lines of a country that can be guessed.
ENOUGH = 30
# How likely a country is before its words are read, as a power of its lines.
PRIOR = 0.75
ROUNDS = 12
BATCH = 512


@dataclass
class Lines:
    """The pooled token vectors of each line whose country is known, and that country as the number of its hint."""

    pooled: torch.Tensor
    countries: np.ndarray


@dataclass
class Guess:
    """One row of weights and one bias a country; `codes` in the order of the rows."""

    codes: list[str]
    weights: np.ndarray
    biases: np.ndarray

    def log_shares(self, pooled: torch.Tensor) -> torch.Tensor:
        return (pooled @ torch.from_numpy(self.weights).T + torch.from_numpy(self.biases)).log_softmax(-1)


@torch.no_grad()
def lines(model: Tagger, corpus: Corpus, with_hints: bool) -> Lines:
    """The lines of a corpus whose country is known; those with a hint, which is sometimes wrong, only if asked for."""
    model.eval()
    none = model.embedding.num_embeddings - 1
    known = np.flatnonzero(corpus.countries != none)
    if not with_hints:
        known = known[corpus.tokens[corpus.starts[known], -2] == none]
    order = known[np.argsort(corpus.lengths[known], kind="stable")]
    pooled = []
    for at in range(0, len(order), 1024):
        batch = corpus.batch(order[at : at + 1024])
        pooled.append(pool(model.embed(batch), batch.mask.unsqueeze(-1)))
    return Lines(torch.cat(pooled), corpus.countries[order] - (none - LETTERS * LETTERS))


def pool(vectors: torch.Tensor, mask: torch.Tensor) -> torch.Tensor:
    """Mean, largest and smallest of each value over the tokens of a line."""
    mean = (vectors * mask).sum(1) / mask.sum(1)
    return torch.cat([mean, vectors.masked_fill(~mask, -torch.inf).amax(1), vectors.masked_fill(~mask, torch.inf).amin(1)], dim=1)


def fit(found: Lines) -> Guess:
    """The regression, fitted by Adam on standardised values."""
    numbers, counts = np.unique(found.countries, return_counts=True)
    numbers, counts = numbers[counts >= ENOUGH], counts[counts >= ENOUGH]
    kept = np.isin(found.countries, numbers)
    pooled, truth = found.pooled[torch.from_numpy(kept)], torch.from_numpy(np.searchsorted(numbers, found.countries[kept]))
    weight_of_line = torch.from_numpy(1 / np.sqrt(counts) / (1 / np.sqrt(counts) @ counts) * len(truth)).float()
    centre, spread = pooled.mean(0), pooled.std(0) + 1e-6
    values = (pooled - centre) / spread
    torch.manual_seed(1)
    layer = torch.nn.Linear(values.shape[1], len(numbers))
    optimiser = torch.optim.AdamW(layer.parameters(), 3e-3, weight_decay=1e-3)
    steps = ROUNDS * (len(truth) // BATCH + 1)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimiser, 1e-2, total_steps=steps + 1)
    for _ in range(ROUNDS):
        for rows in torch.randperm(len(truth)).split(BATCH):
            loss = F.cross_entropy(layer(values[rows]), truth[rows], weight_of_line)
            optimiser.zero_grad()
            loss.backward()
            optimiser.step()
            schedule.step()
    weights = (layer.weight / spread).detach()
    biases = (layer.bias - weights @ centre).detach() + (PRIOR - 0.5) * torch.from_numpy(np.log(counts)).float()
    codes = ["".join(chr(ord("A") + letter) for letter in divmod(int(number), LETTERS)) for number in numbers]
    return Guess(codes, weights.numpy(), biases.numpy())


def quantised(guess: Guess) -> tuple[Guess, bytes]:
    """The guess with int8 rows and its file: the rows, then a float32 scale a row, then the biases."""
    scale = np.maximum(np.abs(guess.weights).max(1), 1e-8) / 127
    rows = np.clip(np.rint(guess.weights / scale[:, None]), -127, 127).astype(np.int8)
    data = rows.tobytes() + scale.astype("<f4").tobytes() + guess.biases.astype("<f4").tobytes()
    return Guess(guess.codes, (rows * scale[:, None]).astype(np.float32), guess.biases), data


def report(guess: Guess, found: Lines) -> dict[str, float]:
    """How often the guess is right on held-out lines without a hint, each country counted as in training, and how far off its probability is."""
    numbers = np.array([LETTERS * (ord(code[0]) - 65) + ord(code[1]) - 65 for code in guess.codes])
    probability, best = (part.numpy() for part in guess.log_shares(found.pooled).exp().max(-1))
    right = numbers[best] == found.countries
    _, of_line, counts = np.unique(found.countries, return_inverse=True, return_counts=True)
    weight = counts[of_line] ** (PRIOR - 1)
    bins = np.minimum((probability * 10).astype(int), 9)
    error = sum(abs((weight * (right - probability))[bins == one].sum()) for one in range(10)) / weight.sum()
    sure = probability >= 0.9
    return {
        "countries": len(guess.codes),
        "held_out_rows": len(right),
        "right": round(float(np.average(right, weights=weight)), 4),
        "probability_from_0.9": round(float(np.average(sure, weights=weight)), 4),
        "right_from_0.9": round(float(np.average(right[sure], weights=weight[sure])), 4),
        "calibration_error": round(float(error), 4),
    }


def write(model: Tagger, folder: Path, bundle_folder: Path) -> dict:
    """Fits the guess on a corpus and writes its file; what the card says of it: `countries`, the hash and the report."""
    words = Words(folder / "words.bin")
    guess, data = quantised(fit(lines(model, Corpus(folder, "train", words), with_hints=True)))
    (bundle_folder / "countries.bin").write_bytes(data)
    measured = report(guess, lines(model, Corpus(folder, "held_out", words), with_hints=False))
    print("country:", json.dumps(measured))
    return {"countries": guess.codes, "hash": hashlib.sha256(data).hexdigest(), "measured": measured}


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("corpus", type=Path)
    arguments.add_argument("bundles", type=Path, nargs="+", metavar="BUNDLE")
    arguments.add_argument("--version", required=True, help="version of the bundle with it")
    options = arguments.parse_args()
    model, _ = bundle.read(options.bundles[0])
    written = write(model, options.corpus, options.bundles[0])
    for folder in options.bundles:
        card = json.loads((folder / "model-card.json").read_text())
        describe(card, written)
        card["version"] = options.version
        (folder / "model-card.json").write_text(json.dumps(card, indent=2, ensure_ascii=False) + "\n")


def describe(card: dict, written: dict) -> None:
    """Adds to a card what `write` found."""
    card["countries"] = written["countries"]
    card["files"]["countries.bin"] = written["hash"]
    card["scores"]["country"] = written["measured"]


if __name__ == "__main__":
    main()
