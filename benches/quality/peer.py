"""Runs in the peers' environment (fetch_peers.sh): reads one JSON string a line, writes [[label, text], ...] a line.

    python peer.py libpostal | usaddress
"""

from __future__ import annotations

import json
import sys
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


def main() -> None:
    read = {"libpostal": libpostal, "usaddress": usaddress}[sys.argv[1]]()
    for line in sys.stdin:
        print(json.dumps(read(json.loads(line))))


if __name__ == "__main__":
    main()
