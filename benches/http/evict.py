"""Drops files from the kernel's cache, unless another process has them mapped: python3 evict.py FILE_OR_FOLDER..."""

import os
import sys

for root in sys.argv[1:]:
    files = [root] if os.path.isfile(root) else (os.path.join(at, name) for at, _, names in os.walk(root) for name in names)
    for name in files:
        if os.path.islink(name):
            continue
        with open(name, "rb") as file:
            os.posix_fadvise(file.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
