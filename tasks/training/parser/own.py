"""Makes a weights bundle of your own labelled rows and the public corpus, in one command.

    python tasks/training/parser/own.py rows.csv BUNDLE --data DATA

`rows.csv` has columns named by component tags (house_number, street, ...) and, where the address is known as it was
written, a column `text`. Word lists, corpus, training and export run one after the other; each can be run by itself
(README.md). Serve the result with `milepost serve --weights BUNDLE`.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]

# Peak learning rate: half of what a tagger that knows nothing is trained with, so that what the bundle knows stays.
GENTLE = "1.5e-3"


def step(*command: str | Path) -> None:
    print("+", *command, flush=True)
    subprocess.run([str(part) for part in command], check=True, cwd=ROOT)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("rows", type=Path, help="labelled rows, CSV")
    arguments.add_argument("bundle", type=Path, help="folder to write")
    arguments.add_argument("--data", type=Path, required=True, help="folder with us/, fr/ and world/ tables")
    arguments.add_argument("--share", type=float, default=0.3, help="share of the lines drawn from one's own rows")
    arguments.add_argument("--start", type=Path, default=ROOT / "npm/weights-en-us", help="bundle training goes on from")
    arguments.add_argument("--lines", type=int, default=1_000_000, help="training lines")
    arguments.add_argument("--held-out", type=int, default=40_000, help="lines to measure and calibrate on")
    arguments.add_argument("--version", default="1.0.0", help="version of the bundle")
    options = arguments.parse_args()
    rows, bundle, data = (path.resolve() for path in (options.rows, options.bundle, options.data))
    with tempfile.TemporaryDirectory() as folder:
        work = Path(folder)
        words, corpus, checkpoint = work / "vocabulary.tsv", work / "corpus", work / "tagger.pt"
        step(sys.executable, HERE / "vocabulary.py", words)
        step(
            "cargo", "run", "--release", "--quiet", "-p", "milepost-corpus", "--", "--data", data, "--vocabulary", words,
            "--own", rows, "--own-share", str(options.share), "--out", corpus, "--rows", str(options.lines),
            "--held-out-rows", str(options.held_out),
        )
        step(
            sys.executable, HERE / "train.py", corpus, checkpoint, "--rows", str(options.lines),
            "--start", options.start.resolve(), "--rate", GENTLE,
        )
        step(sys.executable, HERE / "export.py", corpus, checkpoint, bundle, "--version", options.version)


if __name__ == "__main__":
    main()
