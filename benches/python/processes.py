"""What benches measure of the processes they start."""

from __future__ import annotations

import os
from pathlib import Path


def memory(pid: int) -> int:
    """Bytes resident of a process and of all it has started; what two of them share counts twice."""
    try:
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        children = [child for task in Path(f"/proc/{pid}/task").iterdir() for child in (task / "children").read_text().split()]
    except (OSError, IndexError, ValueError):
        # It has ended.
        return 0
    return pages * os.sysconf("SC_PAGE_SIZE") + sum(memory(int(child)) for child in children)
