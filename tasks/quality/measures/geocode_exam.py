"""Is a geocode right, and does a wrong one carry a warning? By class, on the rows of `eval/geocode_exam.jsonl`.

Each row is a text with a point and the kilometres allowed, or with the right outcome instead of a point: `none` (no coordinates) or
`none_or_marked` (none, or an answer with a warning). A warning is a marker or a contradiction in `admin_coherence`.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from measures.report import shares
from tables import answers, kilometres

VERDICTS = ("right", "none", "told", "silent")
HEADS = ("right", "no answer", "wrong, told", "wrong, silent")


def verdict(row: dict[str, Any], answer: dict[str, Any]) -> str:
    """One of VERDICTS."""
    answered = answer["lat"] is not None
    has_warning = bool(answer["intent_markers"]) or "contradicted" in (answer.get("admin_coherence") or {}).values()
    if "lat" not in row:
        right = not answered or (has_warning and row["answer"] == "none_or_marked")
    else:
        if not answered:
            return "none"
        right = kilometres((row["lat"], row["lon"]), (answer["lat"], answer["lon"])) <= row["within_km"]
    return "right" if right else "told" if has_warning else "silent"


def counted(path: Path, root: Path) -> dict[str, Counter[str]]:
    """How often each verdict is that of a row, by class, and of all rows as the last."""
    asked = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    given = answers(root, [row["input"] for row in asked])
    by_class: dict[str, Counter[str]] = {}
    for row, answer in zip(asked, given, strict=True):
        by_class.setdefault(row["class"], Counter())[verdict(row, answer)] += 1
    return {**dict(sorted(by_class.items())), "all": sum(by_class.values(), Counter())}


def table(by_class: dict[str, Counter[str]]) -> Iterator[str]:
    """Markdown, a row a class and one for all."""
    return shares("texts of the geocode exam", by_class.items(), VERDICTS, HEADS)


def share(counts: Counter[str], verdict: str) -> float:
    """The rows of a verdict, in per cent."""
    return 100 * counts[verdict] / counts.total()
