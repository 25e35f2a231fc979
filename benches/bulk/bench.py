"""What a table costs: rows a second, processor time a row and peak memory of `milepost bulk`, CSV to CSV.

    npm run bench:bulk -- [--rows 200000] [--data DATA_ROOT] [--only parse|geocode] [--peers PYTHON]

The rows are made up with a fixed seed, none twice, half of the United States and half of France. Wall time says something only on a machine
with nothing else to do; processor time (user and system, all threads) stands beside it. With `--peers`, a Python that has
`usaddress` or `postal` (libpostal; `benches/quality/fetch_peers.sh` puts both into an environment) parses the same rows, on all cores.
"""

from __future__ import annotations

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMAND = ["node", str(ROOT / "ts/bin/milepost.js"), "bulk"]
STREETS_US = ["Main St", "Oak Ave", "W 2nd St", "Quarry Rd", "N Elm Blvd", "County Road 12", "Lakeside Dr", "SE Pine Ct"]
TOWNS_US = [("Reno", "NV", "89501"), ("Boulder", "CO", "80302"), ("Madison", "WI", "53703"), ("Dover", "DE", "19901")]
STREETS_FR = ["Rue Haute", "Rue de la Paix", "Avenue Jean Jaurès", "Chemin des Vignes", "Place de l'Église", "Boulevard Voltaire"]
TOWNS_FR = [("Grenoble", "", "38000"), ("Lyon", "", "69003"), ("Le Touvet", "", "38660"), ("Nantes", "", "44000")]

PEERS = {
    "usaddress": "import usaddress; ask = usaddress.parse",
    "libpostal": "from postal.parser import parse_address; ask = parse_address",
}
PEER = """
import csv, sys, time
from multiprocessing import Pool
{load}
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
"""


def write(path: Path, rows: int) -> None:
    rng = random.Random(7)
    with path.open("w") as file:
        file.write("id,street,city,state,zip\n")
        for row in range(rows):
            streets, towns = (STREETS_US, TOWNS_US) if row % 2 else (STREETS_FR, TOWNS_FR)
            city, state, code = rng.choice(towns)
            # The number of the row in it, so that no row is answered with another.
            file.write(f"{row},{row} {rng.choice(streets)},{city},{state},{code}\n")


def measured(words: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Seconds by the clock, and the most MB resident of the program."""
    begun = time.perf_counter()
    child = subprocess.Popen(COMMAND + words, env=environment, stderr=subprocess.DEVNULL)
    peak = 0
    while child.poll() is None:
        peak = max(peak, builder_memory(child.pid))
        time.sleep(0.05)
    if child.returncode != 0:
        raise SystemExit(f"milepost bulk {' '.join(words)} ended with {child.returncode}")
    return time.perf_counter() - begun, peak / 1e6


def builder_memory(parent: int) -> int:
    """Bytes resident of the program that a command has started."""
    try:
        children = Path(f"/proc/{parent}/task/{parent}/children").read_text().split()
        pages = [int(Path(f"/proc/{child}/statm").read_text().split()[1]) for child in children]
        return max(pages, default=0) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, IndexError, ValueError):
        return 0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=200_000)
    parser.add_argument("--data", type=Path, help="data root with houses and streets; else the starter data")
    parser.add_argument("--only", choices=["parse", "geocode"])
    parser.add_argument("--peers", help="Python that has usaddress or postal")
    options = parser.parse_args()
    environment = dict(os.environ)
    if options.data:
        environment["SERVICE_DATA_ROOT"] = str(options.data)
    cores = os.cpu_count() or 1
    print(f"{options.rows} rows, {cores} cores, load {os.getloadavg()[0]:.1f}")
    print("| question | threads | rows/s | processor time a row, µs | peak MB |")
    print("|---|--:|--:|--:|--:|")
    with tempfile.TemporaryDirectory() as folder:
        table = Path(folder) / "in.csv"
        write(table, options.rows)
        for only in [options.only] if options.only else ["parse", "geocode"]:
            for threads in sorted({1, cores}):
                words = [str(table), "--only", only, "--threads", str(threads), "--out", f"{folder}/out.csv", "--replace", "--quiet"]
                before = os.times()
                wall, peak = measured(words, environment)
                after = os.times()
                spent = after.children_user + after.children_system - before.children_user - before.children_system
                print(f"| {only} | {threads} | {options.rows / wall:.0f} | {spent / options.rows * 1e6:.0f} | {peak:.0f} |", flush=True)
        for name, load in PEERS.items():
            if options.peers is None:
                print(f"{name}: not asked (--peers)", file=sys.stderr)
                continue
            run = subprocess.run([options.peers, "-c", PEER.format(load=load), str(table), str(cores)], capture_output=True, text=True)
            print(f"| {name}, parse | {cores} | {float(run.stdout):.0f} | | |" if run.returncode == 0 else f"| {name}: not installed there | | | | |")


if __name__ == "__main__":
    main()
