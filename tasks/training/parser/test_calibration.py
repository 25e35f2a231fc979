"""What the curve of being an address keeps to."""

from __future__ import annotations

import unittest

import numpy as np

import calibration


def pairs(slope: float, intercept: float, rows: int) -> list[tuple[float, bool]]:
    """Rows whose truth follows a logistic curve over the log-odds of their score."""
    rng = np.random.default_rng(5)
    odds = rng.normal(1.0, 2.0, rows)
    right = rng.random(rows) < 1 / (1 + np.exp(-(slope * odds + intercept)))
    return list(zip(1 / (1 + np.exp(-odds)), right.tolist()))


def said(bins: calibration.Bins, raw: float) -> float:
    return float(calibration.apply(bins, np.array([raw]))[0])


class Links(unittest.TestCase):
    TAGS = ["locality", "intersection_a", "intersection_b"]

    def test_words_that_say_corner_count_in_front_of_a_crossing(self) -> None:
        self.assertEqual(calibration.links([(1, 2, 3), (2, 4, 5)], self.TAGS, 5).tolist(), [True, True, False, True, False])

    def test_a_sentence_that_ends_with_a_crossing_does_not(self) -> None:
        found = calibration.links([(1, 5, 6), (2, 7, 8)], self.TAGS, 8)
        self.assertEqual(found.tolist(), [False] * 6 + [True, False])


class Logistic(unittest.TestCase):
    def test_a_curve_that_is_there_is_found(self) -> None:
        bins = calibration.logistic(pairs(1.5, -2.0, 20_000), negative_weight=1.0)
        for raw in (0.4, 0.7, 0.9):
            truth = 1 / (1 + np.exp(-(1.5 * np.log(raw / (1 - raw)) - 2.0)))
            self.assertAlmostEqual(said(bins, raw), truth, delta=0.03)

    def test_a_dozen_rows_among_many_make_no_step(self) -> None:
        rng = np.random.default_rng(6)
        read = [(float(score), True) for score in rng.beta(40, 0.4, 30_000)]
        other = [(float(score), False) for score in rng.uniform(0.3, 0.93, 12)]
        bins = calibration.logistic(read + other, negative_weight=600.0)
        levels = [point["calibrated"] for point in bins]
        self.assertEqual(levels, sorted(levels))
        steps = np.diff([said(bins, raw) for raw in np.linspace(0, 1, 101)])
        self.assertLess(steps.max(), 0.2)
        self.assertLess(said(bins, 0.6), 0.5)
        self.assertGreater(said(bins, 0.999), 0.9)


if __name__ == "__main__":
    unittest.main()
