"""How fast and how right is a geocode beside addok's, with the same data in both?

    npm run bench:peers -- --only 'fr/*'

Both hold the address points of five French cities but for one number in ten (the rows that geocode.py holds back), and the communes of
France. Rows are those points written as people write them:

| set | what is asked |
|---|---|
| `fr/known` | numbers both have |
| `fr/held-back` | numbers neither has, on streets both know |
| `fr/typed` | the known ones, all of it in lower case without accents, and a typo in one word of the street or city |

Truth is the register's own point. Each geocoder is one process that answers one text after another; addok's Redis server is a second
one, whose time is in addok's latency and not in its CPU. tasks/quality/peers/fetch_peers.sh installs addok; without it the sets are skipped.
"""

from __future__ import annotations

import fnmatch
import math
import random
import statistics
import subprocess
import tempfile
from argparse import Namespace
from pathlib import Path
from typing import Any, NamedTuple

import tables
from peers.addok_data import Addok, Row
from peers.peers import TSX, timed
from results import Results
from sets.perturb import with_typo, words_of
from tables import ROOT

BUILDER = ROOT / "npm/linux-x64-gnu/milepost-build"
NAMES = ("fr/known", "fr/held-back", "fr/typed")
ROWS = 1000
HELD_BACK = 0.1


class Question(NamedTuple):
    """A text and where it is."""

    text: str
    lat: float
    lon: float


def split(data: Path) -> tuple[list[Row], list[Row]]:
    """The rows both geocoders hold, and those neither does."""
    known, held_back = [], []
    for row in tables.france(data):
        street = "|".join(row[1:5])
        (held_back if tables.share(f"{row[0]}|{street}") < HELD_BACK else known).append(row)
    streets = {tuple(row[1:5]) for row in known}
    return known, [row for row in held_back if tuple(row[1:5]) in streets]


def typed(text: str, chosen: random.Random) -> str:
    """In lower case without accents, one of the longer words mistyped."""
    plain = tables.plain(text.replace(",", ""))
    long = [(start, word) for start, word in words_of(plain) if len(word) >= 5 and word.isalpha()]
    if not long:
        return plain
    start, word = chosen.choice(long)
    return plain[:start] + with_typo(word, chosen) + plain[start + len(word) :]


def questions(known: list[Row], held_back: list[Row]) -> dict[str, list[Question]]:
    chosen = random.Random(23)

    def of(rows: list[Row]) -> list[Question]:
        return [Question(tables.line(*row), float(row[5]), float(row[6])) for row in rows]

    asked = of(chosen.sample(known, ROWS))
    mistyped = [one._replace(text=typed(one.text, chosen)) for one in asked]
    return dict(zip(NAMES, (asked, of(chosen.sample(held_back, ROWS)), mistyped), strict=True))


def milepost_root(known: list[Row], folder: Path) -> Path:
    table, root = folder / "known.tsv", tables.linked(folder / "root")
    tables.write(table, known)
    shard = root / "address-points/address-points-fr.db"
    shard.parent.mkdir(parents=True)
    subprocess.run([BUILDER, "points", table, "--country", "fr", "--out", shard], check=True, capture_output=True)
    return root


def metres(question: Question, answer: list[float] | None) -> float:
    """To the truth; infinite without an answer."""
    if answer is None:
        return math.inf
    return 1000 * tables.kilometres((question.lat, question.lon), (answer[0], answer[1]))


def measure(options: Namespace, results: Results) -> None:
    """Prints the table and adds its figures; none where addok is not installed."""
    names = [name for name in NAMES if fnmatch.fnmatch(name, options.only)]
    if not names:
        return
    missing = Addok.missing(options.peers)
    if missing is not None:
        print(f"\nskipped, addok: no {missing}; tasks/quality/peers/fetch_peers.sh installs it")
        return
    known, held_back = split(options.data)
    sets = questions(known, held_back)
    with tempfile.TemporaryDirectory(prefix="milepost-peers-") as folder, Addok(options.peers, Path(folder)) as addok:
        addok.load(known, options.data / "fr/commune_centroids.tsv.gz")
        root = milepost_root(known, Path(folder))
        sides = {
            "milepost": (
                [*TSX, str(ROOT / "scripts/as-javascript.ts"), str(ROOT / "benches/node/timed.ts"), "geocode"],
                {"SERVICE_DATA_ROOT": str(root)},
            ),
            "addok": ([str(addok.python), str(ROOT / "tasks/quality/peers/peer.py"), "addok", "--timed"], addok.environment),
        }
        runs: dict[tuple[str, str], list[dict[str, Any]]] = {}
        for _ in range(options.rounds):
            for name in names:
                for side, (command, environment) in sides.items():
                    texts = [question.text for question in sets[name]]
                    runs.setdefault((name, side), []).append(timed(command, texts, environment))
        redis_mb = addok.redis_mb()
    table(sets, runs, redis_mb, results)


def table(
    sets: dict[str, list[Question]], runs: dict[tuple[str, str], list[dict[str, Any]]], redis_mb: float, results: Results
) -> None:
    print("\n| set | rows | geocoder | within 100 m | 1 km | median m | p90 m | p50 µs | p95 µs | CPU µs | resident MB |")
    print("|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|")
    for (name, side), taken in runs.items():
        off = sorted(metres(question, answer) for question, answer in zip(sets[name], taken[0]["answers"], strict=True))
        least = {key: min(run[key] for run in taken) for key in ("p50_us", "p95_us", "cpu_us")}
        resident = statistics.median(run["resident_mb"] for run in taken)
        within = [100 * sum(one <= reach for one in off) / len(off) for reach in (100, 1000)]
        memory = f"{resident:.0f}" + (f" + {redis_mb:.0f} Redis" if side == "addok" else "")
        print(
            f"| {name} | {len(off):,} | {side} | {within[0]:.1f} % | {within[1]:.1f} % | {shown(off[len(off) // 2])} "
            f"| {shown(off[len(off) * 9 // 10])} | {least['p50_us']:.0f} | {least['p95_us']:.0f} | {least['cpu_us']:.0f} | {memory} |"
        )
        for key in ("p50_us", "p95_us", "cpu_us"):
            results.add(f"{name} {side} {key}", "µs", "lower", *(run[key] for run in taken))


def shown(distance: float) -> str:
    return "no answer" if math.isinf(distance) else f"{distance:,.0f}"
