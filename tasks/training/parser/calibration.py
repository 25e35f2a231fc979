"""Calibration on held-out rows: of spans by tag and of whole parses (isotonic), of being an address at all (logistic).

A span's raw confidence is the mean probability of its tokens' labels. Pool-adjacent-violators over bins that narrow
towards 1, where most spans lie, gives the share of spans that were right at each level; the server interpolates
between the bins' mean confidences. Too few texts that are not addresses are read as one to fit such bins: a dozen rows would
set the steps, and another round of training would move them. Platt's two parameters are stable.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from corpus import Corpus
from model import Tagger

EDGES = np.array([0.05, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.965, 0.975, 0.985, 0.99, 0.995, 0.998, 0.9995])
BINS = len(EDGES) + 1


def spans(labels: np.ndarray) -> list[tuple[int, int, int]]:
    """(tag, start, end) of a BIO sequence; a stray I- opens a span."""
    found, start, tag = [], 0, -1
    for at, label in enumerate([*labels, 0]):
        this = -1 if label == 0 else (label - 1) // 2
        begins = label != 0 and (label - 1) % 2 == 0
        if tag >= 0 and (this != tag or begins):
            found.append((tag, start, at))
            tag = -1
        if tag < 0 and this >= 0:
            tag, start = this, at
    return found


# Fewest held-out spans a tag needs for a map of its own.
ENOUGH = 1500


@dataclass
class Collected:
    """Pairs of a raw score and whether it was right, as the server computes them (crates/parser/src/decode.rs)."""

    spans: dict[str, list[tuple[float, bool]]]
    parses: list[tuple[float, bool]]
    addresses: list[tuple[float, bool]]


@torch.no_grad()
def collect(model: Tagger, corpus: Corpus) -> Collected:
    """What the model says of the rows of a corpus, and whether it is so."""
    model.eval()
    tags = [label[2:] for label in corpus.meta.labels if label.startswith("B-")]
    found = Collected({tag: [] for tag in tags}, [], [])
    for batch in corpus.batches(1024, None):
        probability = model(batch).softmax(-1)
        best, predicted = probability.max(-1)
        for row, length in enumerate(batch.mask.sum(1).tolist()):
            label = batch.label[row, :length].numpy()
            truth, read = set(spans(label)), spans(predicted[row, :length].numpy())
            for tag, start, end in read:
                found.spans[tags[tag]].append((float(best[row, start:end].mean()), (tag, start, end) in truth))
            found.parses.append((float(best[row, :length].min()), truth == set(read)))
            if read:
                inside = predicted[row, :length].numpy() != 0
                taken = np.where(inside, best[row, :length].numpy(), links(read, tags, length))
                found.addresses.append((float(taken.mean()), bool((label != 0).any())))
    return found


# Most words in front of a crossing that say it is one.
WORDS_OF_A_CORNER = 4


def links(read: list[tuple[int, int, int]], tags: list[str], length: int) -> np.ndarray:
    """Which tokens stand between the two streets of a crossing, or in front of one that begins the text (the same in
    crates/parser/src/decode.rs)."""
    between = np.zeros(length, dtype=bool)
    if [tags[tag] for tag, _, _ in read[:2]] == ["intersection_a", "intersection_b"] and read[0][1] <= WORDS_OF_A_CORNER:
        between[: read[0][1]] = True
    for (first, _, end), (second, start, _) in zip(read, read[1:]):
        if tags[first] == "intersection_a" and tags[second] == "intersection_b":
            between[end:start] = True
    return between


Bins = list[dict[str, float]]


def maps(found: Collected) -> dict[str, object]:
    """The bundle's calibration.json."""
    everything = [pair for pairs in found.spans.values() for pair in pairs]
    negative = sum(not right for _, right in found.addresses)
    weight = NO_ADDRESS / (1 - NO_ADDRESS) * (len(found.addresses) / max(negative, 1) - 1)
    return {
        "tags": {tag: isotonic(pairs) for tag, pairs in found.spans.items() if len(pairs) >= ENOUGH},
        "any": isotonic(everything),
        "parse": isotonic(found.parses),
        "address": logistic(found.addresses, negative_weight=weight),
    }


def isotonic(pairs: list[tuple[float, bool]], negative_weight: float = 1.0) -> Bins:
    """Bins {center, calibrated}, rising; empty bins are left out."""
    confidence = np.array([raw for raw, _ in pairs])
    right = np.array([right for _, right in pairs], dtype=float)
    weight = np.where(right > 0, 1.0, negative_weight)
    bin_of = np.digitize(confidence, EDGES)
    pools: list[list[float]] = []  # [sum, weight, bins]
    centers = []
    for index in range(BINS):
        inside = bin_of == index
        if not inside.any():
            continue
        centers.append(round(float(confidence[inside].mean()), 5))
        pools.append([float((right * weight)[inside].sum()), float(weight[inside].sum()), 1])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last)]
    levels = [total / weight for total, weight, bins in pools for _ in range(int(bins))]
    return [{"center": c, "calibrated": round(v, 4)} for c, v in zip(centers, levels)]


# Prior share of texts that are not addresses: few in front of an address API, but the corpus has
# fewer still that are read as one.
NO_ADDRESS = 0.2
# Raw scores are kept this far from 0 and 1, where their log-odds have no end.
FARTHEST = 1e-4


def logistic(pairs: list[tuple[float, bool]], negative_weight: float) -> Bins:
    """Points {center, calibrated} of a logistic curve over the log-odds of the raw score, fitted by Newton's method."""
    raw, right = np.array([raw for raw, _ in pairs]), np.array([right for _, right in pairs], dtype=float)
    weight = np.where(right > 0, 1.0, negative_weight)
    weight /= weight.sum()
    known = np.stack([log_odds(raw), np.ones_like(raw)], axis=1)

    def loss(curve: np.ndarray) -> float:
        said = known @ curve
        return float((weight * (np.logaddexp(0, said) - right * said)).sum())

    curve = np.array([1.0, 0.0])
    for _ in range(50):
        said = 1 / (1 + np.exp(-known @ curve))
        curvature = (known * (weight * said * (1 - said))[:, None]).T @ known + 1e-9 * np.eye(2)
        step = np.linalg.solve(curvature, known.T @ (weight * (right - said)))
        # A whole step can overshoot where nearly all rows lie at one end.
        while loss(curve + step) > loss(curve) and np.abs(step).max() > 1e-9:
            step /= 2
        curve += step
    centers = np.unique(np.concatenate([[0.0], EDGES, [1.0]]))
    levels = 1 / (1 + np.exp(-(curve[0] * log_odds(centers) + curve[1])))
    return [{"center": round(float(c), 5), "calibrated": round(float(v), 4)} for c, v in zip(centers, levels)]


def log_odds(raw: np.ndarray) -> np.ndarray:
    """Of scores in 0..1."""
    within = np.clip(raw, FARTHEST, 1 - FARTHEST)
    return np.log(within / (1 - within))


def apply(bins: Bins, raw: np.ndarray) -> np.ndarray:
    """What the server makes of raw scores."""
    return np.interp(raw, [b["center"] for b in bins], [b["calibrated"] for b in bins])


def expected_error(found: Collected, calibrated: dict[str, object] | None) -> float:
    """Expected calibration error of span confidence over the same bins, with or without the maps."""
    confidence, right = [], []
    for tag, pairs in found.spans.items():
        raw = np.array([raw for raw, _ in pairs])
        bins = None if calibrated is None else calibrated["tags"].get(tag, calibrated["any"])
        confidence.append(raw if bins is None else apply(bins, raw))
        right.append(np.array([right for _, right in pairs], dtype=float))
    confidence, right = np.concatenate(confidence), np.concatenate(right)
    bin_of = np.digitize(confidence, EDGES)
    return sum(
        abs(confidence[bin_of == b].mean() - right[bin_of == b].mean()) * (bin_of == b).mean()
        for b in range(BINS)
        if (bin_of == b).any()
    )
