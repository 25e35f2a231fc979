"""The rows that rates are measured on are houses as streets have them: else the rates are of nothing. Run by scripts/test/all.ts."""

from __future__ import annotations

import csv
import statistics
import tempfile
import unittest
from collections import Counter
from pathlib import Path

import bench
import houses


def identity(house: houses.House) -> tuple[str, str, str, str]:
    return (house.number, house.street, house.town.name, house.town.state)


class Houses(unittest.TestCase):
    @classmethod
    def setUpClass(cls) -> None:
        cls.houses = houses.houses(200_000)

    def test_no_house_is_there_twice(self) -> None:
        self.assertEqual(len({identity(house) for house in self.houses}), len(self.houses))

    def test_streets_are_thousands_of_10_to_300_houses_most_of_few(self) -> None:
        streets = Counter(identity(house)[1:] for house in self.houses)
        self.assertGreater(len(streets), 2_000)
        self.assertLessEqual(max(streets.values()), houses.MOST)
        # One street has lost houses to the round number of all.
        self.assertLessEqual(sum(count < houses.LEAST for count in streets.values()), 1)
        self.assertLess(statistics.median(streets.values()), statistics.mean(streets.values()))

    def test_half_of_the_houses_are_of_each_country(self) -> None:
        american = sum(bool(house.town.state) for house in self.houses)
        self.assertAlmostEqual(american / len(self.houses), 0.5, delta=0.05)

    def test_few_numbers_look_like_a_postcode(self) -> None:
        alike = sum(len(house.number) == 5 and house.number.isdigit() for house in self.houses)
        self.assertLess(alike / len(self.houses), 0.08)

    def test_two_runs_have_the_same_houses_in_the_same_order(self) -> None:
        self.assertEqual(houses.houses(200_000), self.houses)

    def test_a_table_is_the_first_houses_of_those_that_are_there(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "rows.csv"
            bench.write(path, 500, self.houses)
            with path.open(encoding="utf-8", newline="") as file:
                rows = list(csv.DictReader(file))
        self.assertEqual([row["id"] for row in rows], [str(row) for row in range(500)])
        written = [f"{house.number} {house.street}" for house in self.houses[:500]]
        self.assertEqual([row["street"] for row in rows], written)
        self.assertTrue(all(len(row["zip"]) == 5 for row in rows))


if __name__ == "__main__":
    unittest.main()
