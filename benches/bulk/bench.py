"""What a table costs: rows a second, processor time a row and peak memory of `milepost bulk`, CSV to CSV, in turns with usaddress and libpostal.

    npm run bench:bulk -- [--rows 100000] [--long 1000000] [--rounds 3] [--data DATA_ROOT] [--peers-only] [--json FILE]

The rows are houses of `houses.py`: made up with a fixed seed, none twice, in real towns of the United States and France, on thousands of streets
with 10 to 300 houses each; without `--data` every one of them is in a data root made here. Each round asks all of it in turn: parses and
geocodes on one thread and on all, and the peers on all. Wall time says
something only on a machine with nothing else to do; processor time (user and system, all threads) is reported too. After the rounds
`--long` rows are geocoded with memory watched: that of the command and all it starts, which must stay below 400 MB and not grow with the rows
(else this ends with 1). usaddress is installed if need be; libpostal is that of `tasks/quality/peers/fetch_peers.sh`, and skipped where it is not
installed. Some seven minutes on two quiet cores.
"""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from houses import House, houses

ROOT = Path(__file__).parents[2]
sys.path[1:1] = [str(ROOT / "benches/python"), str(ROOT / "tasks/quality")]
from peers import peers  # noqa: E402
from processes import MILEPOST, Run  # noqa: E402
from results import Results  # noqa: E402

# Most memory of the command and all it starts, MB.
MOST_MEMORY = 400
# So much more with ten times the rows is noise of the allocator.
NOISE = 1.1

PEER = """
import csv, resource, sys, time
from multiprocessing import Pool
sys.path.insert(0, 'tasks/quality/peers')
import peer
ask = peer.{name}()
rows = [', '.join(filter(None, row[1:])) for row in csv.reader(open(sys.argv[1]))][1:]
def work(part):
    for row in part: ask(row)
if __name__ == '__main__':
    cores = int(sys.argv[2])
    with Pool(cores) as pool:
        pool.map(work, [['1 Main St, Reno NV']] * cores)
        begun = time.perf_counter()
        pool.map(work, [rows[start:start + 500] for start in range(0, len(rows), 500)])
        print(len(rows) / (time.perf_counter() - begun))
        pool.close()
        pool.join()
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    print((used.ru_utime + used.ru_stime) / len(rows) * 1e6)
"""


def write(path: Path, rows: int, among: list[House] | None = None) -> None:
    """A table of the first of these houses; else of as many as it has rows."""
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(["id", "street", "city", "state", "zip"])
        for row, house in enumerate((among or houses(rows))[:rows]):
            written = f"{house.number} {house.street}"
            table.writerow([row, written, house.town.name, house.town.state, house.code])


def build_points(root: Path, among: list[House]) -> None:
    """A data root that has all of these houses."""
    areas: dict[str, list[House]] = {}
    for house in among:
        areas.setdefault(f"us-{house.town.state.lower()}" if house.town.state else "fr", []).append(house)
    for area, members in areas.items():
        table = root / f"{area}.csv"
        with table.open("w", encoding="utf-8", newline="") as file:
            lines = csv.writer(file, lineterminator="\n")
            lines.writerow(["number", "street", "city", "postcode", "lat", "lon"])
            for house in members:
                point = (f"{house.lat:.5f}", f"{house.lon:.5f}")
                lines.writerow([house.number, house.street, house.town.name, house.code, *point])
        country = ["--country", "fr"] if area == "fr" else []
        points = root / f"address-points/address-points-{area}.db"
        subprocess.run([*MILEPOST, "build", "points", str(table), *country, "--out", str(points)], check=True, capture_output=True)
        table.unlink()


class BulkRun(Run):
    """A run of `milepost bulk`, with its summary."""

    def __init__(self, table: Path, only: str, threads: int, environment: dict[str, str]) -> None:
        out, summary = table.with_suffix(".out.csv"), table.with_suffix(".json")
        options = ["--only", only, "--threads", str(threads), "--out", str(out), "--replace", "--quiet", "--summary", str(summary)]
        super().__init__([*MILEPOST, "bulk", str(table), *options], env=environment, stderr=subprocess.PIPE)
        self.summary = json.loads(summary.read_text())


def installed_peers() -> dict[str, str]:
    """The interpreter of each peer; those that are not installed are reported and left out."""
    folder = peers.default_folder()
    try:
        peers.install_usaddress(folder)
    except subprocess.CalledProcessError as error:
        print(f"usaddress cannot be installed: {error}", file=sys.stderr)
    os.environ.setdefault("LIBPOSTAL_DATA_DIR", str(folder / "libpostal"))
    return {peer.name: str(folder / "venv/bin/python") for peer in peers.installed(folder)}


def ask_peer(figures: Results, name: str, python: str, table: Path, cores: int) -> None:
    """Rate and processor time of a peer; what it takes to load is in neither."""
    words = [python, "-c", PEER.format(name=name), str(table), str(cores)]
    run = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True)
    rate, processor = map(float, run.stdout.split())
    figures.add(f"{name}, parse, {cores} processes, rate", "1/s", "higher", rate)
    figures.add(f"{name}, parse, {cores} processes, CPU a row", "µs", "lower", processor)


def beside_peers(figures: Results, installed: dict[str, str], options: argparse.Namespace, cores: int) -> None:
    """Parses of all in turns, each going first in its round."""
    among = houses(max(options.rows, options.peer_rows))
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "rows.csv", Path(folder) / "peers.csv"
        write(ours, options.rows, among)
        write(theirs, options.peer_rows, among)
        for turn in range(options.rounds):
            names = ["milepost", *installed]
            for name in names[turn % len(names) :] + names[: turn % len(names)]:
                if name != "milepost":
                    ask_peer(figures, name, installed[name], theirs, cores)
                    continue
                run = BulkRun(ours, "parse", cores, dict(os.environ))
                figures.add(f"milepost, parse, {cores} threads, rate", "1/s", "higher", options.rows / run.seconds)
                figures.add(f"milepost, parse, {cores} threads, CPU a row", "µs", "lower", run.processor / options.rows * 1e6)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=100_000, help="rows of a round")
    parser.add_argument("--long", type=int, default=1_000_000, help="rows of the long table")
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--peer-rows", type=int, default=20_000, help="rows of a round that the peers parse")
    parser.add_argument("--data", type=Path, help="data root with houses and streets; else one with every row as a house")
    parser.add_argument("--peers-only", action="store_true", help="parses on all cores alone, in turns with the peers")
    parser.add_argument("--json", type=Path, metavar="FILE")
    options = parser.parse_args()
    figures, cores = Results("bulk beside peers" if options.peers_only else "bulk", "node"), os.cpu_count() or 1
    installed = installed_peers()
    if options.peers_only:
        beside_peers(figures, installed, options, cores)
        figures.show()
        figures.write(options.json)
        return
    among = houses(max(options.rows, options.long, options.peer_rows))
    with tempfile.TemporaryDirectory() as folder:
        root = options.data or Path(folder) / "root"
        if options.data is None:
            root.mkdir()
            build_points(root, among)
        environment = {**os.environ, "SERVICE_DATA_ROOT": str(root)}
        tables = {rows: Path(folder) / f"{rows}.csv" for rows in {options.rows, options.long, options.peer_rows}}
        for rows, table in tables.items():
            write(table, rows, among)
        peak = 0.0
        for _ in range(options.rounds):
            for only in ["parse", "geocode"]:
                for threads in sorted({1, cores}):
                    run = BulkRun(tables[options.rows], only, threads, environment)
                    name = f"{only}, {threads} {'thread' if threads == 1 else 'threads'}"
                    figures.add(f"{name}, rate", "1/s", "higher", options.rows / run.seconds)
                    figures.add(f"{name}, CPU a row", "µs", "lower", run.processor / options.rows * 1e6)
                    figures.add(f"{name}, memory", "MB", "lower", run.peak)
            peak = max(peak, run.peak)
            for name, python in installed.items():
                ask_peer(figures, name, python, tables[options.peer_rows], cores)
        long = BulkRun(tables[options.long], "geocode", cores, environment)
        figures.add("long table, geocode, rate", "1/s", "higher", options.long / long.seconds)
        figures.add("long table, geocode, memory", "MB", "lower", long.peak)
        exact = long.summary["outcomes"].get("address_point", 0) / options.long
        figures.add("long table, rows with a house's point", "%", "higher", 100 * exact)
    figures.show()
    figures.write(options.json)
    bounded, flat = max(peak, long.peak) <= MOST_MEMORY, long.peak <= peak * NOISE
    figures_text = f"{peak:.0f} MB with {options.rows} rows, {long.peak:.0f} MB with {options.long}"
    print(f"\nmemory: {figures_text}; at most {MOST_MEMORY} MB, and no growth")
    if not (bounded and flat):
        raise SystemExit("memory is over its bound" if not bounded else "memory grows with the rows")


if __name__ == "__main__":
    main()
