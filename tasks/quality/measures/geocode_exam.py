"""Is a geocode right, and does a wrong one carry a warning? By class, on the rows of `eval/geocode_exam.jsonl`.

Each row is a text with a point and the kilometres allowed, or with the right outcome instead of a point: `none` (no coordinates) or
`none_or_marked` (none, or an answer with a warning). A warning is a marker or a contradiction in `admin_coherence`.
"""

from __future__ import annotations

import json
import math
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

VERDICTS = ("right", "none", "told", "silent")
HEADS = ("right", "no answer", "wrong, told", "wrong, silent")
EARTH_KM = 6371.0088


def rows(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]


def answers(root: Path, texts: list[str]) -> list[dict[str, Any]]:
    """What the built checkout answers, one a text."""
    # A text of several lines would be several.
    lines = "\n".join(" ".join(text.split()) for text in texts) + "\n"
    command = ["npx", "--no-install", "milepost", "geocode", "-", "--json"]
    done = subprocess.run(command, input=lines, capture_output=True, text=True, cwd=root, check=True)
    return [json.loads(line) for line in done.stdout.splitlines() if line.strip()]


def kilometres(a: tuple[float, float], b: tuple[float, float]) -> float:
    (lat_a, lon_a), (lat_b, lon_b) = ([math.radians(each) for each in point] for point in (a, b))
    half = math.sin((lat_b - lat_a) / 2) ** 2 + math.cos(lat_a) * math.cos(lat_b) * math.sin((lon_b - lon_a) / 2) ** 2
    return 2 * EARTH_KM * math.asin(math.sqrt(min(1.0, half)))


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
    asked = rows(path)
    given = answers(root, [row["input"] for row in asked])
    by_class: dict[str, Counter[str]] = {}
    for row, answer in zip(asked, given, strict=True):
        by_class.setdefault(row["class"], Counter())[verdict(row, answer)] += 1
    return {**dict(sorted(by_class.items())), "all": sum(by_class.values(), Counter())}


def table(by_class: dict[str, Counter[str]]) -> Iterator[str]:
    """Markdown, a row a class and one for all."""
    yield f"| texts of the geocode exam | rows | {' | '.join(HEADS)} |"
    yield "|---|--:|--:|--:|--:|--:|"
    for name, counts in by_class.items():
        shares = " | ".join(f"{share(counts, each):.1f} %" for each in VERDICTS)
        yield f"| {name} | {counts.total()} | {shares} |"


def share(counts: Counter[str], verdict: str) -> float:
    """The rows of a verdict, in per cent."""
    return 100 * counts[verdict] / counts.total()
