"""From your own CSV to the answers of its bundle: the whole path, on a few thousand lines.

Run with the interpreter that tasks/training/requirements.txt is installed for, after `npm run build`:

    python -m unittest discover -s training
"""

from __future__ import annotations

import csv
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
DATA = ROOT.parent / "shared/data"


@unittest.skipUnless(DATA.is_dir(), f"the address tables are not at {DATA}")
class OwnRows(unittest.TestCase):
    def test_rows_of_ones_own_become_a_bundle_that_serves(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            rows, bundle = Path(folder) / "rows.csv", Path(folder) / "bundle"
            with rows.open("w") as out:
                writer = csv.writer(out)
                writer.writerow(["text", "house_number", "street", "street_suffix", "locality"])
                for number in range(1, 400):
                    writer.writerow([f"{number} Quibble Gate, Brixley", number, "Quibble", "Gate", "Brixley"])
            subprocess.run(
                [sys.executable, "tasks/training/parser/own.py", rows, bundle, "--data", DATA, "--lines", "8000", "--held-out", "1500", "--version", "0.0.1"],
                check=True,
                cwd=ROOT,
            )
            answer = subprocess.run(
                ["node", "ts/bin/milepost.js", "parse", "--json", "--weights", bundle, "512 Quibble Gate, Brixley"],
                check=True,
                cwd=ROOT,
                capture_output=True,
                text=True,
            )
            found = [(each["tag"], each["value"]) for each in json.loads(answer.stdout)["components"]]
            self.assertEqual(
                found,
                [("house_number", "512"), ("street", "Quibble"), ("street_suffix", "Gate"), ("locality", "Brixley")],
            )


if __name__ == "__main__":
    unittest.main()
