"""Does the parser reject texts that are not addresses? Texts of other kinds against the rows of the evaluation set.

    python3 tasks/quality/not_addresses.py [--root CHECKOUT] [--show KIND]

The texts come from packages in the peers' environment (fetch_peers.sh, not_texts.py). By kind: how many lines get a
component, how many get one with confidence >= 0.5, and how many an `address_score` >= 0.5, where the parse body has that
field. Against the addresses: the area under the ROC curve of `address_score`, and, for builds without it, of the share of
letters and digits that stand in components, each weighted by its confidence (`cover`).
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from peers import peers
from sets import sets

ROOT = Path(__file__).resolve().parents[2]


class Judged(NamedTuple):
    """What the parser says of a text."""

    text: str
    components: int
    confident: int
    cover: float
    address_score: float | None


def judged(text: str, body: dict[str, Any]) -> Judged:
    nodes = peers.flat(body["tree"]["roots"])
    letters = sum(character.isalnum() for character in text)
    covered = sum(node["confidence"] * sum(character.isalnum() for character in node["value"]) for node in nodes)
    return Judged(
        text,
        len(nodes),
        sum(node["confidence"] >= 0.5 for node in nodes),
        covered / letters if letters else 0.0,
        body.get("address_score"),
    )


def roc_auc(positive: list[float], negative: list[float]) -> float:
    """Chance that an address scores above a text that is none; a tie counts half."""
    ranked = sorted(negative)
    wins = sum(bisect_left(ranked, score) + bisect_right(ranked, score) for score in positive)
    return wins / (2 * len(positive) * len(negative))


def other_texts(folder: Path) -> dict[str, list[str]]:
    """Lines by kind."""
    python = folder / "venv/bin/python"
    if not python.exists():
        raise SystemExit(f"no packages in {folder}: tasks/quality/peers/fetch_peers.sh installs them")
    command = [str(python), str(Path(__file__).parent / "peers/not_texts.py"), str(folder / "sqlglot")]
    kinds: dict[str, list[str]] = {}
    for line in subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True).stdout.split("\n")[:-1]:
        entry = json.loads(line)
        kinds.setdefault(entry["kind"], []).append(entry["text"])
    return kinds


def table(kinds: dict[str, list[Judged]]) -> Iterator[str]:
    yield "| kind | lines | a component | one >= 0.5 | cover >= 0.5 | address_score >= 0.5 |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for kind, lines in kinds.items():
        shares = [
            sum(line.components > 0 for line in lines),
            sum(line.confident > 0 for line in lines),
            sum(line.cover >= 0.5 for line in lines),
        ]
        scored = [line.address_score for line in lines if line.address_score is not None]
        last = f"{sum(score >= 0.5 for score in scored) / len(lines):.1%}" if scored else ""
        yield f"| {kind} | {len(lines)} |" + "".join(f" {share / len(lines):.1%} |" for share in shares) + f" {last} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="folder of the address tables")
    parser.add_argument("--root", type=Path, default=ROOT, help="built checkout that is measured")
    parser.add_argument("--locale", default="en-US")
    parser.add_argument("--peers", type=Path, default=peers.default_folder(), help="folder of fetch_peers.sh")
    parser.add_argument("--show", metavar="KIND", help="prints the lines of this kind that look most like an address")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()

    milepost = peers.milepost(options.root, options.locale)
    addresses = options.data / "eval/senzing_dev.csv.gz"
    if not addresses.exists():
        raise SystemExit(f"{addresses} is not there")
    texts = other_texts(options.peers)
    for measured in sets.senzing(addresses):
        if measured.name in ("senzing/all", "senzing/us", "senzing/fr"):
            texts[measured.name] = [row.text for row in measured.rows]
    kinds = {
        kind: [judged(*pair) for pair in zip(lines, milepost.bodies(lines), strict=True)]
        for kind, lines in texts.items()
    }
    print("\n".join(table(kinds)))

    none = [line for kind, lines in kinds.items() if not kind.startswith("senzing/") for line in lines]
    areas: dict[str, dict[str, float]] = {}
    for kind in ("senzing/us", "senzing/fr", "senzing/all"):
        for score in ("address_score", "cover"):
            positive, negative = ([getattr(line, score) for line in lines] for lines in (kinds[kind], none))
            if None not in positive and None not in negative:
                areas.setdefault(kind, {})[score] = roc_auc(positive, negative)
                print(f"ROC AUC of {score}, {kind} against {len(none)} texts: {areas[kind][score]:.4f}")
    if options.show is not None:
        for line in sorted(kinds[options.show], key=lambda line: -(line.address_score or line.cover))[:25]:
            print(f"  {line.cover:.2f} {line.address_score} {line.text}")
    if options.json is not None:
        report = {"kinds": {kind: [line._asdict() for line in lines] for kind, lines in kinds.items()}, "auc": areas}
        options.json.write_text(json.dumps(report, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    sys.exit(main())
