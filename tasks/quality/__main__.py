"""How well is an address parsed? By set, beside the peers, and against an earlier run.

    npm run bench:quality -- [--corpus FOLDER] [--peers] [--json FILE] [--compare OLD.json] [--only 'senzing/*']

`--only geocode` is the exam of geocoding and the project's own questions (geocode_exam.py), `--only names` whether places are found by their names
(names.py), `--only panels` how real addresses of many countries are answered (panels.py), `--only radii` whether the radius of an answer
holds nine of ten (radii.py), `--only truth` whether answers tell what is wrong with their question (truth.py). Sets are described in sets.py, perturbations in perturb.py, labels and their mapping in labels.py. The evaluation rows
are for measuring only: nothing is trained or tuned on them.
"""

from __future__ import annotations

import argparse
import fnmatch
import json
import sys
from collections.abc import Callable, Iterable
from pathlib import Path

from measures import geocode_exam, names, panels, radii, recorded, report, truth
from measures.scoring import score
from peers import peers
from sets import sets
from sets.perturb import KINDS, perturbed
from sets.sets import Set

ROOT = Path(__file__).resolve().parents[2]
# Sets that are perturbed: those with rows enough for a figure, and the two countries the bundles are named after.
PERTURBED = ("senzing/us", "senzing/fr", "senzing/all", "usaddress", "corpus")


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="npm run bench:quality --", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="folder of the address tables")
    parser.add_argument("--corpus", type=Path, help="output folder of milepost-corpus, for its held-out rows")
    parser.add_argument("--rows", type=int, default=5000, help="held-out rows that are read (default 5000)")
    parser.add_argument("--only", action="append", default=[], metavar="GLOB", help="sets that are measured; repeatable")
    parser.add_argument("--root", type=Path, default=ROOT, help="built checkout that is measured (default this one)")
    parser.add_argument("--locale", action="append", default=[], help="locales measured (default en-US); repeatable")
    parser.add_argument("--input-mode", action="append", default=[], help="input modes (default auto); repeatable")
    parser.add_argument("--peers", nargs="?", type=Path, const=peers.default_folder(), metavar="FOLDER")
    parser.add_argument("--json", type=Path, metavar="FILE", help="writes every figure and every wrong row")
    parser.add_argument("--results", type=Path, metavar="FILE", help="writes the figures that documents quote")
    parser.add_argument("--compare", type=Path, metavar="OLD.json", help="names the rows that changed since that run")
    parser.add_argument("--detail", action="append", default=[], metavar="GLOB", help="prints these sets by class")
    parser.add_argument("--errors", type=int, default=0, help="prints this many wrong rows of each detailed set")
    return parser.parse_args()


def every_set(options: argparse.Namespace) -> list[Set]:
    """The sets whose files are there, each followed by its perturbations."""
    found: list[Set] = []
    for path, read in (
        (options.data / "eval/senzing_dev.csv.gz", sets.senzing),
        (options.data / "eval/classes.jsonl.gz", sets.exam),
        (options.data / "us/usaddress_labeled.tsv.gz", sets.usaddress),
    ):
        if path.exists():
            found.extend(read(path))
        else:
            print(f"left out: {path} is not there", file=sys.stderr)
    if options.corpus is not None:
        found.extend(sets.corpus(options.corpus / "held_out.jsonl", options.rows))
    changed = [perturbed(base, kind) for base in found if base.name in PERTURBED for kind in KINDS]
    globs = options.only or ["*"]
    return [one for one in found + changed if one.rows and any(fnmatch.fnmatch(one.name, glob) for glob in globs)]


def is_asked_for(name: str, options: argparse.Namespace) -> bool:
    return any(fnmatch.fnmatch(name, glob) for glob in options.only or ["*"])


def main() -> None:
    options = arguments()
    exams = [options.data / "eval/geocode_exam.jsonl", Path(__file__).parent / "sets/geocode_questions.jsonl"]
    geocoded = {exam.name: geocode_exam.counted(exam, options.root) for exam in exams if is_asked_for("geocode", options) and exam.exists()}
    for name, by_class in geocoded.items():
        print("\n".join([name, "", *geocode_exam.table(by_class), ""]))
    # Each with a file that it cannot do without.
    scorers: dict[str, tuple[Path, Callable[[], Iterable[str]]]] = {
        "names": (options.root / names.CANDIDATES, lambda: names.table(options.root)),
        "panels": (options.data / "eval/senzing_dev.csv.gz", lambda: panels.table(options.data, options.root)),
        "radii": (options.root, lambda: radii.table(options.data, options.root)),
        "truth": (options.root, lambda: truth.table(options.data, options.root)),
    }
    is_scored = is_asked_for("geocode", options)
    for name, (needed, table) in scorers.items():
        if is_asked_for(name, options) and needed.exists():
            is_scored = True
            print("\n".join([*table(), ""]))
    measured = every_set(options)
    if not measured:
        if options.results is not None and geocoded:
            recorded.write_exam(next(iter(geocoded.values()))["all"], options.results)
        raise SystemExit(0 if is_scored else "no set to measure")
    parsers = [
        peers.milepost(options.root, locale, mode)
        for locale in options.locale or ["en-US"]
        for mode in options.input_mode or ["auto"]
    ]
    if options.peers is not None:
        parsers += peers.installed(options.peers)
    scores: report.Scores = {}
    for parser in parsers:
        fitting = [one for one in measured if one.scheme in parser.schemes]
        # All texts in one call: starting a parser can cost seconds.
        parser.read(row.text for one in fitting for row in one.rows)
        scores[parser.name] = {one.name: score(one, parser.read(row.text for row in one.rows)) for one in fitting}

    print("\n".join(report.overview(scores)))
    for name, results in scores.items():
        for chosen, summary in results.items():
            if any(fnmatch.fnmatch(chosen, glob) for glob in options.detail):
                print("\n".join(report.detail(name, chosen, summary)))
                print("\n".join(report.errors(summary, options.errors)))
    if options.compare is not None:
        print("\n".join(report.changes(json.loads(options.compare.read_text())["parsers"], scores)))
    if options.results is not None:
        recorded.write(scores, options.results)
    if options.json is not None:
        options.json.write_text(json.dumps({"parsers": scores}, ensure_ascii=False) + "\n")


if __name__ == "__main__":
    main()
