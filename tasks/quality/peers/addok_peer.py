"""Runs in addok's environment (fetch_peers.sh): reads one JSON string a line, prints one JSON
`{answers, p50_us, p95_us, cpu_us, resident_mb}` with `[lat, lon]` or null a text.

    ADDOK_CONFIG_MODULE=CONFIG python addok_peer.py

The first result counts, as addok ranks them; nothing is a bias. A time is that of `search()` in this process, its Redis server
beside it on the same machine; `cpu_us` is this process alone.
"""

from __future__ import annotations

import json
import resource
import sys
import time

from addok.config import config

WARM = 50


def main() -> None:
    config.load()
    from addok.core import search

    def point(text: str) -> list[float] | None:
        first = next(iter(search(text, limit=1, autocomplete=False)), None)
        return None if first is None else [float(first.lat), float(first.lon)]

    texts = [json.loads(line) for line in sys.stdin]
    for text in texts[:WARM]:
        point(text)
    answers, times = [], []
    computed = time.process_time_ns()
    for text in texts:
        since = time.perf_counter_ns()
        answers.append(point(text))
        times.append(time.perf_counter_ns() - since)
    computed = time.process_time_ns() - computed
    times.sort()
    print(json.dumps({
        "answers": answers,
        "p50_us": times[len(times) // 2] / 1000,
        "p95_us": times[len(times) * 95 // 100] / 1000,
        "cpu_us": computed / 1000 / len(texts),
        "resident_mb": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
    }))


if __name__ == "__main__":
    main()
