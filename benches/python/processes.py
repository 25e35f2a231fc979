"""What benches measure of the processes they start."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

MILEPOST = ["node", str(Path(__file__).parents[2] / "ts/bin/milepost.js")]


def memory(pid: int) -> float:
    """Megabytes resident of a process and of all it has started; what two of them share counts twice."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        children = [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except (OSError, IndexError, ValueError):
        # It has ended.
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6 + sum(memory(int(child)) for child in children)


class Run:
    """One run of a command: seconds by the clock and of processors, the peak of what `watched` measures, and what was piped of standard error."""

    def __init__(self, command: list[str], watched: Callable[[int], float] = memory, **popen: object) -> None:
        before, begun = os.times(), time.perf_counter()
        child = subprocess.Popen(command, text=True, **popen)
        self.peak = 0.0
        ended = threading.Event()
        watch = threading.Thread(target=self._watch, args=(lambda: watched(child.pid), ended))
        watch.start()
        _, self.said = child.communicate()
        self.seconds = time.perf_counter() - begun
        ended.set()
        watch.join()
        if child.returncode != 0:
            raise SystemExit(f"{' '.join(command)} ended with {child.returncode}: {self.said or ''}".removesuffix(": "))
        after = os.times()
        self.processor = after.children_user + after.children_system - before.children_user - before.children_system

    def _watch(self, measured: Callable[[], float], ended: threading.Event) -> None:
        while not ended.wait(0.02):
            self.peak = max(self.peak, measured())


def numbers(script: str) -> list[float]:
    """The numbers that a Python script prints in a process of its own, away from the sources."""
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True, cwd="/tmp")
    return [float(number) for number in said.stdout.split()]
