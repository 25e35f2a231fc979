"""Builds the data root that speed is measured with: address points, ranges and the starter databases together.

    python3 benches/http/data_root.py DATA FOLDER

DATA holds the tables described in its README (us/, fr/). FOLDER becomes a data root: every address point of the tables, centrelines of
Baltimore County, and links to the starter gazetteer. Also written: FOLDER/addresses.txt, 2,000 of those points as addresses, the
same ones every time, in the order of a hash. Needs `npm run build`.
"""

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tasks/quality"))
import tables  # noqa: E402

ADDRESSES = 2000


def main():
    data, root = Path(sys.argv[1]), Path(sys.argv[2])
    root.mkdir(parents=True, exist_ok=True)
    chosen = random.Random(11)
    addresses = []
    for country, source in (("us", tables.united_states), ("fr", tables.france)):
        rows = list(source(data))
        table = root / f"{country}.tsv"
        tables.write(table, rows)
        tables.build_points(country, table, root)
        table.unlink()
        addresses += [tables.line(*row) for row in chosen.sample(rows, ADDRESSES // 2)]
    centrelines = data / "us/baltimore_centerlines.tsv.gz"
    tables.build("ranges", centrelines, "--out", root / "interpolation/interpolation-us-md.db")
    tables.linked(root)
    chosen.shuffle(addresses)
    (root / "addresses.txt").write_text("\n".join(addresses) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
