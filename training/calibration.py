"""Isotonic calibration of span confidence on held-out rows.

A span's raw confidence is the mean probability of its tokens' labels. Pool-adjacent-violators over bins that narrow
towards 1, where most spans lie, gives the share of spans that were right at each level; the server interpolates
between the bins' mean confidences.
"""

from __future__ import annotations

import numpy as np
import torch

from corpus import Corpus
from model import Tagger

EDGES = np.array([0.4, 0.5, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.93, 0.95, 0.965, 0.975, 0.985, 0.99, 0.995, 0.998, 0.9995])
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


@torch.no_grad()
def collect(model: Tagger, corpus: Corpus) -> tuple[np.ndarray, np.ndarray]:
    """Raw confidence of every span the model finds in the corpus, and whether the span is right."""
    model.eval()
    confidence, right = [], []
    for batch in corpus.batches(1024, None):
        probability, predicted = model(batch).softmax(-1).max(-1)
        for row, length in enumerate(batch.mask.sum(1).tolist()):
            truth = set(spans(batch.label[row, :length].numpy()))
            for tag, start, end in spans(predicted[row, :length].numpy()):
                confidence.append(float(probability[row, start:end].mean()))
                right.append((tag, start, end) in truth)
    return np.asarray(confidence), np.asarray(right, dtype=float)


def isotonic(confidence: np.ndarray, right: np.ndarray) -> list[dict[str, float]]:
    """Bins {center, calibrated}, rising; bins nobody fell into are left out."""
    bin_of = np.digitize(confidence, EDGES)
    pools: list[list[float]] = []  # [sum, weight, bins]
    centers = []
    for index in range(BINS):
        inside = right[bin_of == index]
        if len(inside) == 0:
            continue
        centers.append(round(float(confidence[bin_of == index].mean()), 5))
        pools.append([float(inside.sum()), float(len(inside)), 1])
        while len(pools) > 1 and pools[-2][0] / pools[-2][1] > pools[-1][0] / pools[-1][1]:
            last = pools.pop()
            pools[-1] = [a + b for a, b in zip(pools[-1], last)]
    levels = [total / weight for total, weight, bins in pools for _ in range(int(bins))]
    return [{"center": c, "calibrated": round(v, 4)} for c, v in zip(centers, levels)]


def expected_error(confidence: np.ndarray, right: np.ndarray) -> float:
    """Expected calibration error over the same bins."""
    bin_of = np.digitize(confidence, EDGES)
    return sum(
        abs(confidence[bin_of == b].mean() - right[bin_of == b].mean()) * (bin_of == b).mean()
        for b in range(BINS)
        if (bin_of == b).any()
    )
