"""What does a geocode cost beside 10,000, a million or ten million address points?

    npm run bench:growth -- [--sizes 10000 1000000 10000000] [--rounds 5] [--folder FOLDER] [--json FILE]

Points grow from those of five French cities: copies under towns and postcodes of their own. The same thousand
addresses are asked of each size, all of them of the smallest, so that nothing but the size differs; whoever answers otherwise than the smallest
is counted. A process of one thread geocodes them one after another through the library; rounds go over all sizes. `reads` are the
pages that SQLite asked the system for and `KB` their bytes: they depend on nothing but the data. FOLDER keeps the shards (ten million
points: 1 GB, two minutes; thirty: 3 GB).
"""

from __future__ import annotations

import argparse
import math
import random
import sqlite3
import statistics
import sys
import tempfile
from pathlib import Path
from typing import Any

BENCHES = Path(__file__).resolve().parent
ROOT = BENCHES.parent
sys.path.insert(0, str(ROOT / "tasks/quality"))
import tables  # noqa: E402
from peers import peers  # noqa: E402
from results import Results  # noqa: E402

SHARD = "address-points/address-points-fr.db"
ASKED = 1000
COMMAND = [*peers.TSX, str(ROOT / "scripts/as-javascript.ts"), str(BENCHES / "node/timed.ts"), "geocode"]
MEASURED = {"cpu_us": "µs", "p50_us": "µs", "p95_us": "µs", "reads": "", "read_kb": "KB"}


def arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--data", type=Path, default=ROOT.parent / "shared/data", help="folder of the address tables")
    parser.add_argument("--folder", type=Path, default=Path(tempfile.gettempdir()) / "milepost-growth", help="keeps the shards")
    parser.add_argument("--sizes", type=int, nargs="+", default=[10_000, 1_000_000, 10_000_000])
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--json", type=Path, default=BENCHES / "results/growth.json", metavar="FILE")
    return parser.parse_args()


def built(root: Path, rows: list[list[str]]) -> Path:
    """The shard of a data root with these points, made where it is not there."""
    shard = root / SHARD
    tables.linked(root)
    if rows and not shard.exists():
        table = root / "points.tsv"
        tables.write(table, rows)
        tables.build_points("fr", table, root)
        table.unlink()
    return shard


def grown(rows: list[list[str]], size: int) -> list[list[str]]:
    """At least `size` points: the rows so many times over, each copy under towns and postcodes of its own, a tenth of a degree farther north."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    more = list(rows)
    for copy in range(1, math.ceil(size / len(rows))):
        suffix = f" {letters[copy // 26]}{letters[copy % 26]}ville"
        more += [
            [number, street, town + suffix, region, f"{postcode}{copy}", str(float(lat) + 0.1 * copy), lon]
            for number, street, town, region, postcode, lat, lon in rows
        ]
    return more


def points_of(shard: Path) -> int:
    with sqlite3.connect(f"file:{shard}?mode=ro", uri=True) as database:
        return int(database.execute("SELECT count(*) FROM address_point").fetchone()[0])


def main() -> None:
    options = arguments()
    rows = list(tables.france(options.data))
    # The smallest are scattered over all towns, so that no two questions read the same page.
    random.Random(28).shuffle(rows)
    smallest = rows[: min(options.sizes)]
    shards = {}
    for size in sorted(options.sizes):
        root = options.folder / str(size)
        shard = built(root, rows[:size] if size <= len(rows) else grown(rows, size))
        shards[root] = points_of(shard)
    chosen = random.Random(28).sample(smallest, ASKED)
    texts = [tables.line(*row) for row in chosen]

    runs: dict[Path, list[dict[str, Any]]] = {root: [] for root in shards}
    for _ in range(options.rounds):
        for root, taken in runs.items():
            taken.append(peers.timed(COMMAND, texts, {"SERVICE_DATA_ROOT": str(root)}))

    print("| points | CPU µs a geocode | p50 µs | p95 µs | reads | KB | answered otherwise |\n|--:|--:|--:|--:|--:|--:|--:|")
    results = Results("growth", "node")
    usual = next(iter(runs.values()))[0]["answers"]
    for root, taken in runs.items():
        least = [min(run[key] for run in taken) for key in MEASURED]
        others = sum(answer != known for answer, known in zip(taken[0]["answers"], usual, strict=True))
        print(f"| {shards[root]:,} | " + " | ".join(f"{value:.1f}" for value in least) + f" | {others} |")
        for key, unit in MEASURED.items():
            results.add(f"{root.name} points {key}", unit, "lower", *(run[key] for run in taken))
    first, last = (statistics.median(run["cpu_us"] for run in taken) for taken in (list(runs.values())[0], list(runs.values())[-1]))
    print(f"\nthe least of {options.rounds} rounds; the largest costs {last / first:.2f} of the smallest")
    results.write(options.json)


if __name__ == "__main__":
    main()
