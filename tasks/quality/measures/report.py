"""Tables of a run, and what changed since an earlier one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

Scores = dict[str, dict[str, dict[str, Any]]]


def shares(title: str, counts: Iterable[tuple[str, Counter[str]]], verdicts: Sequence[str], heads: Sequence[str] = ()) -> Iterator[str]:
    """Markdown: a row a name, with its number and the shares of the verdicts."""
    yield f"| {title} | rows | {' | '.join(heads or verdicts)} |"
    yield "|---|--:|" + "--:|" * len(verdicts)
    for name, those in counts:
        cells = (f"{100 * those[each] / those.total():.1f} %" for each in verdicts)
        yield f"| {name} | {those.total():,} | " + " | ".join(cells) + " |"


def overview(scores: Scores) -> Iterator[str]:
    """A line a set: rows, then F1 and exact match of each parser, and the calibration error where there is one."""
    parsers = list(scores)
    names = list(dict.fromkeys(name for sets in scores.values() for name in sets))
    yield "| set | rows |" + "".join(f" {parser} F1 | exact |" for parser in parsers) + " ECE |"
    yield "| --- | ---: |" + " ---: | ---: |" * len(parsers) + " ---: |"
    for name in names:
        cells, rows, error = [], 0, None
        for parser in parsers:
            summary = scores[parser].get(name)
            if summary is None:
                cells.append(" | |")
                continue
            rows = summary["rows"]
            error = summary["ece"] if error is None else error
            cells.append(f" {100 * summary['f1']:.1f} | {100 * summary['exact']:.1f} |")
        yield f"| {name} | {rows} |" + "".join(cells) + (f" {error:.3f} |" if error is not None else " |")


def detail(parser: str, name: str, summary: dict[str, Any]) -> Iterator[str]:
    """Per class, confusion and reliability of one set."""
    yield f"\n{name}, {parser}: {summary['rows']} rows, F1 {summary['f1']:.1%}, exact {summary['exact']:.1%}"
    yield "  class                    P      R     F1   right  missed  extra   taken for"
    for label, entry in summary["by_class"].items():
        taken = ", ".join(f"{other} {times}" for other, times in list(summary["confusion"].get(label, {}).items())[:4])
        yield (
            f"  {label:<22}{100 * entry['precision']:6.1f} {100 * entry['recall']:6.1f} {100 * entry['f1']:6.1f}"
            f" {entry['right']:>7} {entry['missed']:>7} {entry['extra']:>6}   {taken}"
        )
    if summary["confusion"].get("-"):
        taken = ", ".join(f"{other} {times}" for other, times in list(summary["confusion"]["-"].items())[:6])
        yield f"  no component, taken for {taken}"
    if summary["reliability"]:
        yield f"  calibration: ECE {summary['ece']:.3f}"
        for entry in summary["reliability"]:
            yield (
                f"    {entry['from']:.1f} to {entry['from'] + 0.1:.1f}: {entry['spans']:>6} values,"
                f" said {entry['confidence']:.3f}, right {entry['right']:.3f}"
            )


def errors(summary: dict[str, Any], count: int) -> Iterator[str]:
    """The first wrong rows of a set."""
    for entry in list(summary["wrong"].values())[:count]:
        yield from wrong_row(entry)


def wrong_row(entry: dict[str, Any]) -> Iterator[str]:
    yield f"  {entry['text']!r}"
    yield f"     want {pairs(entry['want'])}"
    yield f"     have {pairs(entry['have'])}"


def pairs(values: list[tuple[str, str]]) -> str:
    return " | ".join(f"{name}={text}" for name, text in sorted(values)) or "nothing more"


def changes(old: Scores, new: Scores) -> Iterator[str]:
    """Rows that were right before and are wrong now, and the reverse, of the parsers and sets both runs have."""
    for parser, sets in new.items():
        for name, summary in sets.items():
            before = old.get(parser, {}).get(name)
            if before is None:
                continue
            lost = [row for row in before["right"] if row in summary["wrong"]]
            right = set(summary["right"])
            won = [row for row in before["wrong"] if row in right]
            points = [100 * (summary[key] - before[key]) for key in ("f1", "exact")]
            yield (
                f"\n{name}, {parser}: F1 {points[0]:+.2f}, exact {points[1]:+.2f};"
                f" {len(lost)} right before and wrong now, {len(won)} wrong before and right now"
            )
            for row in lost:
                yield f"  lost {row}"
                yield from wrong_row(summary["wrong"][row])
            for row in won:
                yield f"  won  {row}  {before['wrong'][row]['text']!r}"
