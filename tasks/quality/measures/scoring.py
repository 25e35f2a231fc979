"""Scores of one parser on one set: per class, exact rows, confusion, calibration."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import Any

from sets.labels import Part, Value, values
from sets.sets import Row, Set

BINS = 10


@dataclass
class Score:
    """Counts over the rows of a set."""

    right_rows: list[str] = field(default_factory=list)
    wrong_rows: dict[str, dict[str, Any]] = field(default_factory=dict)
    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    confusion: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    # (confidence, right) of each value that carries a confidence.
    judged: list[tuple[float, bool]] = field(default_factory=list)

    def add(self, row: Row, want: list[Value], have: list[Value]) -> None:
        wanted, got = (Counter((value.name, value.text) for value in values) for values in (want, have))
        missed, extra = wanted - got, got - wanted
        for kind, counted in (("right", wanted & got), ("missed", missed), ("extra", extra)):
            for (name, _), times in counted.items():
                self.counts[name][kind] += times
        self.judge(have, wanted)
        if not missed and not extra:
            self.right_rows.append(row.id)
            return
        self.wrong_rows[row.id] = {"text": row.text, "want": list(missed.elements()), "have": list(extra.elements())}
        for (one, other), times in confused(missed, extra).items():
            self.confusion[one][other] += times

    def judge(self, have: list[Value], wanted: Counter[tuple[str, str]]) -> None:
        left = wanted.copy()
        for name, text, confidence in have:
            right = left[name, text] > 0
            left[name, text] -= right
            if confidence is not None:
                self.judged.append((confidence, right))

    def summary(self) -> dict[str, Any]:
        """The figures, as they go into the JSON report; shares are 0 to 1."""
        rows = len(self.right_rows) + len(self.wrong_rows)
        total = sum(self.counts.values(), Counter())
        return {
            "rows": rows,
            "exact": len(self.right_rows) / rows if rows else 0.0,
            **precision_recall(total),
            "by_class": {
                name: {**precision_recall(count), **{key: count[key] for key in ("right", "missed", "extra")}}
                for name, count in sorted(self.counts.items())
            },
            "confusion": {name: dict(count.most_common()) for name, count in sorted(self.confusion.items())},
            **calibration(self.judged),
            "right": self.right_rows,
            "wrong": self.wrong_rows,
        }


def score(measured: Set, readings: list[list[Part]]) -> dict[str, Any]:
    """Scores the readings of the rows of a set, in order."""
    result = Score()
    for row, reading in zip(measured.rows, readings, strict=True):
        scheme = row.scheme or measured.scheme
        result.add(row, values(row.parts, scheme), values(reading, scheme))
    return result.summary()


def precision_recall(count: Counter[str]) -> dict[str, float]:
    right, missed, extra = count["right"], count["missed"], count["extra"]
    return {
        "precision": right / (right + extra) if right + extra else 0.0,
        "recall": right / (right + missed) if right + missed else 0.0,
        "f1": 2 * right / (2 * right + missed + extra) if right + missed + extra else 0.0,
    }


def confused(missed: Counter[tuple[str, str]], extra: Counter[tuple[str, str]]) -> Counter[tuple[str, str]]:
    """Words by the class they should have and the one they got; `-` means without a class."""

    def by_word(values: Counter[tuple[str, str]]) -> dict[str, Counter[str]]:
        words: dict[str, Counter[str]] = defaultdict(Counter)
        for name, text in values.elements():
            for word in text.split():
                words[word][name] += 1
        return words

    wanted, got = by_word(missed), by_word(extra)
    pairs: Counter[tuple[str, str]] = Counter()
    for word in wanted.keys() | got.keys():
        # A word of a value that was only cut elsewhere keeps its class and does not count as confused.
        left = list((wanted[word] - got[word]).elements())
        right = list((got[word] - wanted[word]).elements())
        left += ["-"] * (len(right) - len(left))
        right += ["-"] * (len(left) - len(right))
        pairs.update(zip(left, right, strict=True))
    return pairs


def calibration(judged: list[tuple[float, bool]]) -> dict[str, Any]:
    """Expected calibration error over ten equal bins, and the reliability table behind it."""
    bins: list[list[tuple[float, bool]]] = [[] for _ in range(BINS)]
    for confidence, right in judged:
        bins[min(int(confidence * BINS), BINS - 1)].append((confidence, right))
    table = [
        {
            "from": index / BINS,
            "spans": len(members),
            "confidence": sum(confidence for confidence, _ in members) / len(members),
            "right": sum(right for _, right in members) / len(members),
        }
        for index, members in enumerate(bins)
        if members
    ]
    error = sum(entry["spans"] * abs(entry["confidence"] - entry["right"]) for entry in table)
    return {"ece": error / len(judged) if judged else None, "reliability": table}
