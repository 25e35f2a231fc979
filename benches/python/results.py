"""Figures of benches in the format of `benches/results.ts`: circumstances, then a figure a line with one sample a round."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
from collections.abc import Iterable
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Results:
    """The figures of one bench, in the order in which their first samples came."""

    def __init__(self, bench: str, runtime: str = "python") -> None:
        """Notes where and of what the figures are taken; `runtime` is `python` or `node`."""
        self._about = {"bench": bench, **_circumstances(runtime)}
        self._figures: dict[str, dict[str, object]] = {}
        self._samples: dict[str, list[float]] = {}

    def add(self, name: str, unit: str, better: str, *values: float) -> None:
        """Adds samples, one a round."""
        samples = self._samples.setdefault(name, [])
        samples.extend(float(f"{value:.6g}") for value in values)
        self._figures.setdefault(name, {"name": name, "unit": unit, "better": better, "samples": samples})

    def sample(self, name: str, unit: str, better: str, value: float) -> None:
        """Adds the sample of a round and prints it."""
        self.add(name, unit, better, value)
        print(f"{name}: {value:,.4g} {unit}".rstrip(), flush=True)

    def median(self, name: str) -> float:
        """The middle of the samples of a figure."""
        return statistics.median(self._samples[name])

    def show(self, names: Iterable[str] | None = None) -> None:
        """Prints a table of some figures, of all by default."""
        print("| figure | unit | median | least | most |\n|---|---|--:|--:|--:|")
        for name in self._figures if names is None else names:
            samples = self._samples[name]
            print(f"| {name} | {self._figures[name]['unit']} | {self.median(name):.4g} | {min(samples):.4g} | {max(samples):.4g} |")

    def write(self, path: Path | None) -> None:
        """Writes what was measured; nothing without a path."""
        if path is None:
            return
        head = json.dumps(self._about, indent=2).removesuffix("\n}")
        lines = ",\n".join(f"    {json.dumps(figure, ensure_ascii=False)}" for figure in self._figures.values())
        path.write_text(f'{head},\n  "figures": [\n{lines}\n  ]\n}}\n', encoding="utf-8")


def _circumstances(runtime: str) -> dict[str, object]:
    models = [line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "commit": _said("git", "rev-parse", "--short", "HEAD"),
        "changed": _said("git", "status", "--porcelain", "--untracked-files=no") != "",
        "machine": {
            "cpu": models[0] if models else "unknown",
            "cores": os.cpu_count(),
            "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
            "system": f"{platform.system().lower()} {platform.release()} {platform.machine()}",
            runtime: platform.python_version() if runtime == "python" else _said(runtime, "--version"),
            "load_average": os.getloadavg()[0],
        },
    }


def _said(*words: str) -> str:
    return subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()
