"""Runs in the peers' environments (fetch_peers.sh): reads one JSON string a line, writes [[label, text], ...] or [lat, lon] a line.

    python peer.py libpostal | usaddress | addok [--timed]

With `--timed` the answers come as one JSON with what one took, as benches/node/timed.ts writes it. addok's environment names its
configuration in ADDOK_CONFIG_MODULE. Of addok the first result counts, as it ranks them, and nothing is a bias; its time is that of `search()`
in this process, with its Redis server beside it on the same machine; `cpu_us` is this process alone.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable
from typing import Any

Reader = Callable[[str], Any]


def libpostal() -> Reader:
    # LIBPOSTAL_DATA_DIR names the model.
    from libpypostal import _parser

    return lambda text: [
        (label, value) for value, label in _parser.parse_address(text, language=None, country=None)
    ]


def usaddress() -> Reader:
    import usaddress as package

    return lambda text: [(label, token) for token, label in package.parse(text)]


def addok() -> Reader:
    from addok.config import config

    config.load()
    from addok.core import search

    def point(text: str) -> list[float] | None:
        first = next(iter(search(text, limit=1, autocomplete=False)), None)
        return None if first is None else [float(first.lat), float(first.lon)]

    return point


def timed(read: Reader, warm: int, begun: float) -> None:
    texts = [json.loads(line) for line in sys.stdin]
    # libpostal maps its model when it is first asked.
    read(texts[0])
    load = time.perf_counter() - begun
    for text in texts[:warm]:
        read(text)
    answers, times = [], []
    computed = time.process_time_ns()
    for text in texts:
        since = time.perf_counter_ns()
        answers.append(read(text))
        times.append(time.perf_counter_ns() - since)
    computed = time.process_time_ns() - computed
    times.sort()
    print(json.dumps({
        "answers": answers,
        "cpu_us": computed / 1000 / len(texts),
        "p50_us": times[len(times) // 2] / 1000,
        "p95_us": times[len(times) * 95 // 100] / 1000,
        "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "load_ms": load * 1000,
    }))


def main() -> None:
    begun = time.perf_counter()
    read = {"libpostal": libpostal, "usaddress": usaddress, "addok": addok}[sys.argv[1]]()
    if "--timed" in sys.argv:
        timed(read, 50 if sys.argv[1] == "addok" else 200, begun)
        return
    for line in sys.stdin:
        print(json.dumps(read(json.loads(line))))


if __name__ == "__main__":
    main()
