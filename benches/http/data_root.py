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
import geocode  # noqa: E402

ADDRESSES = 2000


def written(row, country):
    number, street, locality, region, postcode, _, _ = row
    if country == "us":
        return f"{number} {street}, {locality}, {region} {postcode}"
    return f"{number} {street}, {postcode} {locality}"


def main():
    data, root = Path(sys.argv[1]), Path(sys.argv[2])
    root.mkdir(parents=True, exist_ok=True)
    chosen = random.Random(11)
    addresses = []
    for country, source in (("us", geocode.united_states), ("fr", geocode.france)):
        rows = list(source(data))
        table = root / f"{country}.tsv"
        geocode.write(table, rows)
        if country == "us":
            geocode.build("points", table, "--data-root", root)
        else:
            geocode.build("points", table, "--country", "fr", "--out", root / "address-points/address-points-fr.db")
        table.unlink()
        addresses += [written(row, country) for row in chosen.sample(rows, ADDRESSES // 2)]
    centrelines = data / "us/baltimore_centerlines.tsv.gz"
    geocode.build("ranges", centrelines, "--out", root / "interpolation/interpolation-us-md.db")
    (root / "db").mkdir(exist_ok=True)
    link = root / "db/wof"
    if not link.exists():
        link.symlink_to(geocode.STARTER.parent)
    chosen.shuffle(addresses)
    (root / "addresses.txt").write_text("\n".join(addresses) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
