"""What the pairs of streets and the fit of their weights keep to."""

from __future__ import annotations

import random
import unittest

import numpy as np

from street_pairs import Question, Town, Words, generated, pair_by_house, questions
from street_weights import Decision, Sample, without_true


def decision(differences: list[list[float]], truth: int) -> Decision:
    question = Question("fr", "lyon", "exact", "typed", "filed" if truth >= 0 else None)
    return Decision(question, np.array(differences), np.arange(len(differences)), truth)


class Pairs(unittest.TestCase):
    def test_each_form_changes_what_its_kind_says(self) -> None:
        names = ["Piazza Roma", "Via Vito Fornari"]
        forms = generated("Via Giuseppe Bovara", Words("it"), names, random.Random(1))
        self.assertEqual(forms["type left out"], ("Giuseppe Bovara", True))
        self.assertEqual(forms["given name initial"], ("Via G. Bovara", True))
        self.assertEqual(forms["given name left out"], ("Via Bovara", True))
        self.assertEqual(forms["order"], ("Via Bovara Giuseppe", True))
        self.assertEqual(forms["other type"], ("Piazza Giuseppe Bovara", False))
        self.assertEqual(forms["other given name"], ("Via Vito Bovara", False))

    def test_compounds_lose_or_part_from_their_type(self) -> None:
        forms = generated("Hauptstraße", Words("de"), [], random.Random(1))
        self.assertEqual(forms["end of compound left out"], ("Haupt", True))
        self.assertEqual(forms["compound apart"], ("Haupt Strasse", True))

    def test_a_pair_by_house_has_one_street_and_no_other_type(self) -> None:
        town, words = Town("fr", "lyon"), Words("fr")
        town.houses["5"] |= {"Rue Victor Hugo", "Place de la Gare"}
        for typed in ("r hugo", "place Hugo", "5 inconnue", "rue de la gare"):
            pair_by_house(town, words, "5", typed)
        self.assertEqual(town.pairs, {("r hugo", "Rue Victor Hugo")})

    def test_no_question_has_the_name_of_another_street(self) -> None:
        streets = {f"{kind} {name}" for kind in ("Rue", "Place") for name in ("Hugo", "Victor Hugo", "Molière", "Dupont", "Balzac")}
        asked = questions([Town("fr", "lyon", set(streets), pairs={("Place Hugo", "Place Victor Hugo")})])
        self.assertTrue(asked)
        self.assertFalse([each for each in asked if each.typed in streets and each.typed != each.filed])


class Fit(unittest.TestCase):
    SHIPPED = np.array([-1.0, -1.0])
    FREE = np.array([True, True])

    def test_a_difference_of_wrong_streets_weighs_more_and_one_of_true_streets_less(self) -> None:
        sample = Sample([decision([[1.0, 0.0], [0.0, 1.0]], 0)] * 50 + [decision([[0.0, 1.0]], -1)] * 50)
        weights = sample.fitted(self.SHIPPED, 6.0, 1.0, self.FREE)
        self.assertLess(weights[1], -4.0)
        self.assertGreater(weights[0], weights[1])
        self.assertLessEqual(weights.max(), 0.0)

    def test_a_removed_difference_has_no_weight(self) -> None:
        weights = Sample([decision([[1.0, 0.0], [0.0, 1.0]], 0)]).fitted(np.array([-1.0, 0.0]), 6.0, 1.0, np.array([True, False]))
        self.assertEqual(weights[1], 0.0)

    def test_outcomes_are_right_ambiguous_none_and_wrong(self) -> None:
        made = [
            decision([[0.0, 0.0], [1.0, 1.0]], 0),
            decision([[0.0, 1.0], [1.0, 0.0]], 0),
            decision([[9.0, 0.0]], 0),
            decision([[3.0, 0.0], [0.0, 1.0]], 0),
            decision([[9.0, 0.0]], -1),
        ]
        found = Sample(made).outcomes(self.SHIPPED, 6.0, 0.0, 1.5)
        self.assertEqual(found.tolist(), [0, 1, 2, 3, 0])

    def test_a_question_without_its_street_keeps_the_others(self) -> None:
        absent = without_true(decision([[0.0, 0.0], [1.0, 1.0]], 0))
        self.assertEqual((absent.truth, absent.differences.tolist()), (-1, [[1.0, 1.0]]))


if __name__ == "__main__":
    unittest.main()
