"""Runs in the peers' environment (fetch_peers.sh): reads one JSON string a line, writes [[label, text], ...] a line.

    python peer.py libpostal | usaddress [--timed]

With `--timed` the answers come as one JSON with what a parse took, as benches/node/timed_parses.ts writes it.
"""

from __future__ import annotations

import json
import resource
import sys
import time
from collections.abc import Callable

Reader = Callable[[str], "list[tuple[str, str]]"]


def libpostal() -> Reader:
    # LIBPOSTAL_DATA_DIR names the model.
    from libpypostal import _parser

    return lambda text: [
        (label, value) for value, label in _parser.parse_address(text, language=None, country=None)
    ]


def usaddress() -> Reader:
    import usaddress as package

    return lambda text: [(label, token) for token, label in package.parse(text)]


WARM = 200


def timed(read: Reader, begun: float) -> None:
    texts = [json.loads(line) for line in sys.stdin]
    # libpostal maps its model when it is first asked.
    read(texts[0])
    load = time.perf_counter() - begun
    for text in texts[:WARM]:
        read(text)
    answers, times = [], []
    computed = time.process_time_ns()
    for text in texts:
        since = time.perf_counter_ns()
        answers.append(read(text))
        times.append(time.perf_counter_ns() - since)
    computed = time.process_time_ns() - computed
    print(json.dumps({
        "answers": answers,
        "cpu_us": computed / 1000 / len(texts),
        "p50_us": sorted(times)[len(times) // 2] / 1000,
        "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "load_ms": load * 1000,
    }))


def main() -> None:
    begun = time.perf_counter()
    read = {"libpostal": libpostal, "usaddress": usaddress}[sys.argv[1]]()
    if "--timed" in sys.argv:
        timed(read, begun)
        return
    for line in sys.stdin:
        print(json.dumps(read(json.loads(line))))


if __name__ == "__main__":
    main()
