"""How fast is a parse beside the peers', on the same rows in the same run, and how right? And a geocode beside addok's?

    npm run bench:peers -- [--rounds 5] [--only 'senzing/us'] [--install] [--json FILE]

Each parser is a process with one thread that parses the rows one after another; rounds go over all parsers before the next begins. What is
timed is the finished answer in the caller's language: an object of JavaScript, lists of Python. `ratio` is Milepost's time over the peer's in
the same round, so that a slow hour of the machine is in both. Rows are those of several countries, and all of them by length.
F1 and exact rows are those of `npm run bench:quality`. A peer that is not installed is named and left out: `--install` installs usaddress,
tasks/quality/peers/fetch_peers.sh all of them (libpostal with its model: 2.7 GB). Figures of all sets go to
benches/results/peers.json unless `--json` says otherwise. Geocoders follow the parsers (peers_geocode.py).
"""

from __future__ import annotations

import argparse
import fnmatch
import os
import statistics
from pathlib import Path
from typing import Any

from tables import ROOT  # First: it adds the folder of `results`.
from measures import peers_geocode
from measures.scoring import score
from peers import peers
from results import Results
from sets import sets

SETS = ("senzing/us", "senzing/fr", "senzing/de", "senzing/gb", "senzing/br", "senzing/jp", "senzing/all")
# Characters of a row, up to and without the second.
LENGTHS = {"short": (0, 40), "middle": (40, 80), "long": (80, 10_000)}
RESULTS = ROOT / "benches/results/peers.json"
MILEPOST = [*peers.TSX, str(ROOT / "scripts/as-javascript.ts"), str(ROOT / "benches/node/timed.ts"), "parse"]


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="folder of the address tables")
    parser.add_argument("--peers", type=Path, default=peers.default_folder(), metavar="FOLDER")
    parser.add_argument("--only", default="*", metavar="GLOB", help="sets that are measured, of senzing/us and other countries, /all, /short, /middle and /long, fr/known, /held-back and /typed")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--install", action="store_true", help="install usaddress in an environment of its own first")
    parser.add_argument("--json", type=Path, metavar="FILE")
    return parser.parse_args()


def commands(folder: Path) -> dict[str, tuple[list[str], peers.Answer]]:
    """By parser: the command that times it, and what makes readings of its answers."""
    found = {"milepost": (MILEPOST, peers.milepost_answer)}
    for peer in peers.installed(folder):
        found[peer.name] = ([*peer.command, "--timed"], peer.answer)
    return found


def main() -> None:
    options = arguments()
    if options.install:
        peers.install_usaddress(options.peers)
    results = Results("peers", "node")
    measure_parsers(options, results)
    peers_geocode.measure(options, results)
    print(f"\nthe least of {options.rounds} rounds; load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    results.write(options.json or (RESULTS if options.only == "*" else None))


def measure_parsers(options: argparse.Namespace, results: Results) -> None:
    """Prints the table of the parsers and adds its figures."""
    found = list(sets.senzing(options.data / "eval/senzing_dev.csv.gz"))
    chosen = [one for one in found if one.name in SETS] + by_length(next(one for one in found if one.name == "senzing/all"))
    measured = [one for one in chosen if fnmatch.fnmatch(one.name, options.only)]
    if not measured:
        return
    runs: dict[tuple[str, str], list[dict[str, Any]]] = {}
    parsers = commands(options.peers)
    for _ in range(options.rounds):
        for one in measured:
            for name, (command, _) in parsers.items():
                run = peers.timed(command, [row.text for row in one.rows], {"LIBPOSTAL_DATA_DIR": str(options.peers / "libpostal")})
                runs.setdefault((one.name, name), []).append(run)

    print("| set | rows | parser | F1 | exact | CPU µs a parse | p50 µs | resident MB | load ms |")
    print("|---|--:|---|--:|--:|--:|--:|--:|--:|")
    for one in measured:
        for name, (_, answer) in parsers.items():
            taken = runs[one.name, name]
            readings = [answer(row.text, body) for row, body in zip(one.rows, taken[0]["answers"], strict=True)]
            right = score(one, readings)
            least = {key: min(run[key] for run in taken) for key in ("cpu_us", "p50_us", "load_ms")}
            resident = statistics.median(run["resident_mb"] for run in taken)
            print(
                f"| {one.name} | {len(one.rows):,} | {name} | {100 * right['f1']:.1f} | {100 * right['exact']:.1f} "
                f"| {least['cpu_us']:.0f} | {least['p50_us']:.0f} | {resident:.0f} | {least['load_ms']:.0f} |"
            )
            for key, unit in (("cpu_us", "µs"), ("p50_us", "µs"), ("resident_mb", "MB"), ("load_ms", "ms")):
                results.add(f"{one.name} {name} {key}", unit, "lower", *(run[key] for run in taken))
    print_ratios(runs, results)


def by_length(every: sets.Set) -> list[sets.Set]:
    """The rows of a set by how long they are."""
    return [
        every._replace(name=f"senzing/{name}", rows=[row for row in every.rows if least <= len(row.text) < most])
        for name, (least, most) in LENGTHS.items()
    ]


def print_ratios(runs: dict[tuple[str, str], list[dict[str, Any]]], results: Results) -> None:
    """Prints how Milepost's time compares with each peer's, round by round, and adds the figures."""
    names = []
    for (name, parser), taken in runs.items():
        if parser == "milepost":
            continue
        for key in ("p50_us", "cpu_us"):
            pairs = zip(runs[name, "milepost"], taken, strict=True)
            names.append(f"{name} ratio to {parser} {key}")
            results.add(names[-1], "", "lower", *(ours[key] / theirs[key] for ours, theirs in pairs))
    if names:
        print("\nMilepost's time over the peer's")
        results.show(names)


if __name__ == "__main__":
    main()
