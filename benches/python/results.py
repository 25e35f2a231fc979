"""Figures of benches in the format of `benches/results.ts`: circumstances, then a figure a line with one sample a round."""

from __future__ import annotations

import json
import os
import platform
import statistics
import subprocess
from datetime import datetime, timezone
from pathlib import Path

ROOT = Path(__file__).parents[2]


class Results:
    """The figures of one bench, in the order in which their first samples came."""

    def __init__(self, bench: str) -> None:
        """Notes where and of what the figures are taken."""
        self._about = {"bench": bench, **_circumstances()}
        self._figures: dict[str, dict[str, object]] = {}
        self._samples: dict[str, list[float]] = {}

    def sample(self, name: str, unit: str, better: str, value: float) -> None:
        """Adds the sample of a round and says it."""
        samples = self._samples.setdefault(name, [])
        samples.append(float(f"{value:.6g}"))
        self._figures.setdefault(name, {"name": name, "unit": unit, "better": better, "samples": samples})
        print(f"{name}: {value:,.4g} {unit}".rstrip(), flush=True)

    def median(self, name: str) -> float:
        """The middle of the samples of a figure."""
        return statistics.median(self._samples[name])

    def write(self, path: Path | None) -> None:
        """Writes what was measured; nothing without a path."""
        if path is None:
            return
        head = json.dumps(self._about, indent=2).removesuffix("\n}")
        lines = ",\n".join(f"    {json.dumps(figure, ensure_ascii=False)}" for figure in self._figures.values())
        path.write_text(f'{head},\n  "figures": [\n{lines}\n  ]\n}}\n')


def _circumstances() -> dict[str, object]:
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z"),
        "commit": _git("rev-parse", "--short", "HEAD"),
        "changed": _git("status", "--porcelain", "--untracked-files=no") != "",
        "machine": {
            "cpu": _cpu(),
            "cores": os.cpu_count(),
            "memory_gb": round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30),
            "system": f"{platform.system().lower()} {platform.release()} {platform.machine()}",
            "python": platform.python_version(),
            "load_average": os.getloadavg()[0],
        },
    }


def _git(*words: str) -> str:
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


def _cpu() -> str:
    names = [line.split(":", 1)[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if line.startswith("model name")]
    return names[0] if names else "unknown"
