"""`python -m milepost TEXT` parses one text and prints JSON."""

import json
import sys

from . import MilepostError, parse

if len(sys.argv) < 2:
    sys.exit("usage: python -m milepost TEXT")
try:
    print(json.dumps(parse(" ".join(sys.argv[1:])), ensure_ascii=False))
except MilepostError as error:
    sys.exit(f"milepost: {error}")
