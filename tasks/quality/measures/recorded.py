"""The figures of a run of this bench as a file of `benches/results`, which documents quote."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

from measures import geocode_exam
from results import Results

# Sets of fewer rows say little: one row more or less is two per cent.
LEAST_ROWS = 50


def write(scores: dict[str, dict[str, dict[str, Any]]], path: Path) -> None:
    """Rows, F1, exact rows and calibration error by set and parser, of sets with rows enough; shares are in per cent."""
    results = Results("quality")
    for parser, sets in scores.items():
        for name, summary in sets.items():
            if summary["rows"] < LEAST_ROWS:
                continue
            results.sample(f"{name} {parser} rows", "", "higher", summary["rows"])
            results.sample(f"{name} {parser} f1", "%", "higher", 100 * summary["f1"])
            results.sample(f"{name} {parser} exact", "%", "higher", 100 * summary["exact"])
            if summary["ece"] is not None:
                results.sample(f"{name} {parser} ece", "", "lower", summary["ece"])
    results.write(path)


def write_exam(counts: Counter[str], path: Path) -> None:
    """The verdicts of the geocode exam, in per cent."""
    results = Results("geocode exam")
    results.sample("rows", "", "higher", counts.total())
    for verdict in geocode_exam.VERDICTS:
        results.sample(verdict, "%", "higher" if verdict == "right" else "lower", geocode_exam.share(counts, verdict))
    results.write(path)
