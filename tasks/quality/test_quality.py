"""The bench's own rules: a wrong measure is worse than none. Run by scripts/test/all.ts."""

from __future__ import annotations

import random
import tempfile
import unittest
from pathlib import Path

import leak_check
import not_addresses
import tables
from measures import geocode_exam, panels, radii, report, scoring, truth
from peers import peers
from sets import held_back, perturb, sets
from sets.labels import Part, clean, usaddress_tags, values
from sets.sets import Set, Span


def row(identity: str = "1") -> sets.Row:
    text = "12 bis rue de l'Église, 75008 Paris"
    return sets.row_of(
        identity,
        text,
        [Span("house_number", 0, 6), Span("street_prefix", 7, 10), Span("street", 11, 22), Span("postcode", 24, 29),
         Span("locality", 30, 35)],
    )  # fmt: skip


class Labels(unittest.TestCase):
    def test_street_parts_are_one_road_and_glued_parts_stay_glued(self) -> None:
        parts = [Part("street_prefix", "Rue"), Part("street", "de l'"), Part("street", "Église", glued=True)]
        self.assertEqual([value[:2] for value in values(parts, "classes")], [("road", "rue de l église")])

    def test_a_cedex_belongs_to_its_city(self) -> None:
        parts = [Part("locality", "PARIS"), Part("cedex", "CEDEX 08")]
        self.assertEqual([value[:2] for value in values(parts, "classes")], [("city", "paris cedex 08")])

    def test_values_are_compared_without_case_punctuation_and_composition(self) -> None:
        self.assertEqual(clean("Ave. N.W.,"), clean("ave n w"))
        self.assertEqual(clean("E\u0301glise"), "église")

    def test_streets_of_a_crossing_are_told_apart(self) -> None:
        labels = ["StreetName", "StreetNamePostType", "IntersectionSeparator", "StreetName"]
        self.assertEqual(usaddress_tags(labels), ["intersection_a", "intersection_a", None, "intersection_b"])


class Sets(unittest.TestCase):
    def test_values_are_found_at_word_edges_and_once_each(self) -> None:
        spans = sets.located("12 main 1, main", [("house_number", "12"), ("unit", "1"), ("road", "main"), ("city", "main")])
        self.assertEqual(
            sorted(spans or [], key=lambda span: span.start),
            [Span("house_number", 0, 2), Span("road", 3, 7), Span("unit", 8, 9), Span("city", 11, 15)],
        )
        self.assertIsNone(sets.located("12 main", [("city", "rome")]))

    def test_byte_ranges_of_the_corpus_become_characters(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "held_out.jsonl"
            path.write_text('{"text": "é Lyon", "spans": [["locality", 3, 7]]}\n', encoding="utf-8")
            self.assertEqual(next(sets.corpus(path, 9)).rows[0].parts, [Part("locality", "Lyon")])

    def test_a_comma_ends_a_usaddress_component(self) -> None:
        tokens = [("Apt", "OccupancyType"), ("3,", "OccupancyIdentifier"), ("Bldg", "SubaddressType")]
        self.assertEqual([part.text for part in sets.usaddress_row("1", tokens).parts], ["Apt 3", "Bldg"])


class Perturbations(unittest.TestCase):
    def test_the_same_row_changes_the_same_way_and_keeps_its_labels(self) -> None:
        base = Set("base", "tags", [row(str(index)) for index in range(200)])
        for kind in perturb.KINDS:
            with self.subTest(kind):
                changed = perturb.perturbed(base, kind)
                self.assertEqual(changed, perturb.perturbed(base, kind))
                self.assertTrue(changed.rows)
                for one in changed.rows:
                    self.assertTrue({part.label for part in one.parts} <= {part.label for part in row().parts})
                    self.assertEqual(one.parts, sets.parts_of(one.text, one.spans or []))

    def test_another_order_keeps_every_value(self) -> None:
        changed = perturb.perturbed(Set("base", "tags", [row(str(index)) for index in range(50)]), "reordered")
        for one in changed.rows:
            self.assertEqual(sorted(part[:2] for part in one.parts), sorted(part[:2] for part in row().parts))

    def test_a_prefix_is_a_beginning(self) -> None:
        for one in perturb.perturbed(Set("base", "tags", [row(str(index)) for index in range(50)]), "prefix").rows:
            self.assertTrue(row().text.startswith(one.text))

    def test_a_typo_is_one_key(self) -> None:
        for seed in range(200):
            mistyped = perturb.with_typo("boulevard", random.Random(seed))
            self.assertLessEqual(abs(len(mistyped) - 9), 1)


class Scores(unittest.TestCase):
    def test_counts_confusion_and_rows(self) -> None:
        reading = [*row().parts[:3], Part("house_number", "75008", confidence=0.9), Part("locality", "Paris", confidence=0.9)]
        summary = scoring.score(Set("one", "tags", [row()]), [reading])
        self.assertEqual((summary["rows"], summary["exact"]), (1, 0.0))
        self.assertAlmostEqual(summary["f1"], 0.8)
        self.assertEqual(summary["confusion"], {"postcode": {"house_number": 1}})
        self.assertAlmostEqual(summary["ece"], 0.4)
        self.assertEqual(summary["wrong"]["1"]["want"], [("postcode", "75008")])

    def test_comparison_names_what_was_lost_and_won(self) -> None:
        right = scoring.score(Set("one", "tags", [row()]), [row().parts])
        wrong = scoring.score(Set("one", "tags", [row()]), [[]])
        lost = "\n".join(report.changes({"p": {"one": right}}, {"p": {"one": wrong}}))
        won = "\n".join(report.changes({"p": {"one": wrong}}, {"p": {"one": right}}))
        self.assertIn("1 right before and wrong now, 0 wrong before", lost)
        self.assertIn("lost 1", lost)
        self.assertIn("won  1", won)

    def test_area_under_the_curve(self) -> None:
        self.assertEqual(not_addresses.roc_auc([0.9, 0.8], [0.1, 0.2]), 1.0)
        self.assertEqual(not_addresses.roc_auc([0.5], [0.5]), 0.5)
        self.assertEqual(not_addresses.roc_auc([0.1, 0.9], [0.5]), 0.5)

    def test_a_peer_token_with_a_comma_ends_its_value(self) -> None:
        pairs = [("PlaceName", "Paris,"), ("PlaceName", "Texas"), ("NotAddress", "x")]
        self.assertEqual([part.text for part in peers.usaddress_answer("", pairs)], ["Paris,", "Texas"])


class GeocodeExam(unittest.TestCase):
    def test_a_wrong_answer_has_a_warning_or_is_silent(self) -> None:
        at = {"lat": 48.86, "lon": 2.35, "within_km": 10}

        def verdict(row: dict[str, object], lat: float | None, *markers: str, coherence: str = "unstated") -> str:
            answer = {"lat": lat, "lon": 2.35, "intent_markers": list(markers), "admin_coherence": {"region": coherence}}
            return geocode_exam.verdict(row, answer)

        self.assertEqual([verdict(at, 48.9), verdict(at, 49.9), verdict(at, None)], ["right", "silent", "none"])
        self.assertEqual([verdict(at, 49.9, "x"), verdict(at, 49.9, coherence="contradicted")], ["told", "told"])
        nothing, marked = {"answer": "none"}, {"answer": "none_or_marked"}
        self.assertEqual([verdict(nothing, None), verdict(nothing, 1.0), verdict(nothing, 1.0, "x")], ["right", "silent", "told"])
        self.assertEqual([verdict(marked, 1.0), verdict(marked, 1.0, "x")], ["silent", "right"])

    def test_kilometres_are_those_of_the_sphere(self) -> None:
        self.assertAlmostEqual(tables.kilometres((48.8566, 2.3522), (51.5074, -0.1278)), 343.5, delta=1)


class HeldBack(unittest.TestCase):
    def street(self, *numbers: str) -> dict[str, list[held_back.Row]]:
        return {number: [held_back.Row("x", number, "Elm St", "Vane", "MD", "1", 0.0, 0.0)] for number in numbers}

    def test_each_way_holds_back_what_it_is_called_after(self) -> None:
        long = self.street(*map(str, range(1, 25)))
        self.assertEqual(held_back.held("street", "s", long), set(long))
        self.assertEqual(held_back.held("known", "s", long), set())
        self.assertEqual(held_back.held("end", "s", long), {str(number) for number in range(17, 25)})
        self.assertEqual({int(number) % 2 for number in held_back.held("side", "s", long)}, {int(held_back.share("held|s") * 2)})
        run = sorted(map(int, held_back.held("run", "s", long)))
        self.assertEqual((len(run), run[-1] - run[0]), (6, 5))
        self.assertEqual(held_back.held("end", "s", self.street("1", "3")), set(), "too short")
        self.assertEqual(held_back.held("letter", "s", self.street("1", "1A", "3B")), {"1A"}, "3 is not there")

    def test_no_row_is_both_known_and_held_back_and_none_is_lost(self) -> None:
        rows = [held_back.Row("x", str(n), f"Elm {s} St", "Vane", "MD", "1", n / 1e4, s / 1e3) for s in range(200) for n in range(1, 13)]
        known, asked = held_back.divided(rows)
        new = {one.truth for one in asked if one.way not in ("known", "no type", "no number")}
        self.assertEqual((len(known) + len(new), set(known) & new), (len(rows), set()))
        self.assertEqual({one.way for one in asked}, {"number", "run", "side", "end", "street", "known", "no type", "no number"})

    def test_one_of_three_rows_is_held_back_and_none_of_two(self) -> None:
        rows = [held_back.Row("x", "1", "Elm St", "Vane", "MD", "1", at / 1e4, 0.0) for at in range(3)]
        for count, kept, way in ((2, 2, "several rows"), (3, 2, "one of several rows")):
            known, asked = held_back.of_known("1", "s", rows[:count])
            self.assertEqual((len(known), [one.way for one in asked], asked[0].truth in known), (kept, [way], count == 2))

    def test_addresses_are_written_as_their_country_does(self) -> None:
        us = held_back.Row("x", "1", "Elm St", "Vane", "MD", "21000", 0.0, 0.0)
        self.assertEqual(held_back.line(us, "1", "Elm St"), "1 Elm St, Vane, MD 21000")
        self.assertEqual(held_back.line(us._replace(region=""), "", "Rue Haute"), "Rue Haute, 21000 Vane")


class Radii(unittest.TestCase):
    def test_an_answer_is_named_by_its_level_and_what_it_tells(self) -> None:
        def tier(level: str, way: str, *codes: str) -> str:
            row = held_back.Row("x", "1", "Elm St", "Vane", "MD", "1", 0.0, 0.0)
            answer = {"match_level": level, "intent_markers": [{"code": code} for code in codes]}
            return radii.tier(answer, held_back.Asked(way, "", row))

        self.assertEqual([tier("house", "known"), tier("house", "several rows")], ["house", "house, several rows"])
        self.assertEqual(tier("house", "letter", "house_number_base"), "house, number without its letter")
        self.assertEqual(tier("interpolated", "end", "house_number_beyond_known"), "beyond the last number")
        self.assertEqual([tier("street", "crossing"), tier("postcode", "crossing")], ["crossing", "postcode"])

    def test_a_line_counts_the_answers_whose_radius_holds(self) -> None:
        those = [("x", radii.Measured("x", "house", error, 15.0, "known", "", ())) for error in range(1, 41)]
        self.assertEqual(list(radii.lines("t", those))[2:], ["| x | 40 | 20 | 36 | 15 | 37.5 % |"])
        self.assertEqual(len(list(radii.lines("t", those[:9]))), 2, "too few for a line")

    def test_without_the_registers_one_sentence_is_all(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            said = list(radii.table(Path(folder), Path(folder)))
        self.assertEqual((len(said), "left out" in said[0]), (1, True))


class Leaks(unittest.TestCase):
    def leaks(self, name: str, source: str, *rows: str) -> list[str]:
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(source, encoding="utf-8")
            return [" ".join(run) for _, run in leak_check.leaks(Path(folder), iter(rows))]

    def test_a_phrase_of_a_row_is_found_whole_words_only(self) -> None:
        self.assertEqual(self.leaks("a.rs", 'let a = "Foo Hollow";', "3 foo hollow, bar"), ["foo hollow"])
        self.assertEqual(self.leaks("a.rs", 'let a = "Foo Hollow";', "3 foo hollows, bar"), [])
        self.assertEqual(self.leaks("a.txt", "x\nfoo hollow\n", "3 Foo, Hollow"), ["foo hollow"])

    def test_a_row_inside_a_longer_literal_is_found(self) -> None:
        self.assertEqual(self.leaks("a.txt", "see 3 foo hollow bar now", "3 foo hollow bar"), ["3 foo hollow bar"])

    def test_comments_characters_and_placeholders_are_no_phrases(self) -> None:
        source = "// \"foo hollow\"\n/* \"foo hollow\" */ let c = '\"'; let a = \"foo {} hollow\"; // foo hollow"
        self.assertEqual(self.leaks("a.rs", source, "foo hollow"), [])
        self.assertEqual(self.leaks("a.rs", 'r#"a "foo hollow""#; b\'"\'; "\\"foo hollow"', "foo hollow"), ["foo hollow"])

    def test_generic_phrases_may_and_names_may_not(self) -> None:
        rows = ["po box 3, rue de la foo, new york", "park avenue 3"]
        self.assertEqual(self.leaks("a.txt", "PO Box {n}\nRue de la\nNew York\n", *rows), [])
        self.assertEqual(self.leaks("a.txt", "Park Avenue", *rows), ["park avenue"])

    def test_form_is_no_text_where_a_data_file_describes_it(self) -> None:
        source, row = "street 2 foo *2 hollow <10:bar|3 hills>\n", "2 foo 2 hollow 10 bar 3 hills"
        self.assertEqual(self.leaks("a.txt", "# Lists of words and weights.\n" + source, row), ["3 hills"])
        self.assertGreater(len(self.leaks("a.txt", source, row)), 1)

    def test_a_whole_name_of_a_town_is_a_fact_and_a_street_of_it_is_none(self) -> None:
        row = "3 Foo, 79098 Freiburg im Breisgau"
        self.assertEqual(self.leaks("a.txt", "Freiburg im Breisgau\nim Breisgau", row), [])
        self.assertEqual(self.leaks("a.txt", "foo 79098 freiburg", row), ["foo 79098 freiburg"])

    def test_an_odd_number_of_a_row_is_found_alone(self) -> None:
        rows = ["Foo 8B-214C, 12bis 100th x", "Foo 12B"]
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "a.rs").write_text('let a = "foo 8b-214c"; let b = "100th 12bis 12B"; // 8b-214c')
            found = leak_check.odd_leaks([Path(folder)], rows)
        self.assertEqual([(phrase.line, run) for phrase, run in found], [(1, ("8b-214c",))])


class Truth(unittest.TestCase):
    def verdict(self, kind: str, lat: float | None, *markers: dict[str, str]) -> str:
        answer = {"lat": lat, "lon": 2.0, "match_level": "locality", "components": {}, "intent_markers": list(markers)}
        return truth.verdict(truth.Asked(kind, "FR", "", (48.0, 2.0)), answer)

    def test_a_contradiction_needs_a_marker_and_an_ordinary_row_needs_none(self) -> None:
        marker = {"kind": "disagreement", "code": "region_contradicts", "message": ""}
        self.assertEqual(self.verdict("5 wrong country", 48.0), "silent")
        self.assertEqual(self.verdict("5 wrong country", 48.0, marker), "right")
        self.assertEqual(self.verdict("5 wrong country", 40.0, marker), "told")
        self.assertEqual(self.verdict("5 wrong country", None), "nothing")
        self.assertEqual(self.verdict("0 ordinary, code and town", 48.0), "right")
        self.assertEqual(self.verdict("9 products", None), "right")

    def test_two_towns_are_reported_as_an_ambiguity(self) -> None:
        other = {"kind": "disagreement", "code": "region_unknown", "message": ""}
        ambiguity = {"kind": "ambiguity", "code": "declared_ambiguity", "message": "the text names `A` as well as B"}
        self.assertEqual(self.verdict("4 two towns of one country", 48.0, other), "told")
        self.assertEqual(self.verdict("4 two towns of one country", 48.0, ambiguity), "right")
        ordinary = truth.Asked("0 ordinary, part and town", "FR", "", (48.0, 2.0))
        self.assertTrue(truth.is_false_alarm(ordinary, {"intent_markers": [ambiguity]}))
        self.assertFalse(truth.is_false_alarm(ordinary, {"intent_markers": [other]}))


class Panels(unittest.TestCase):
    def places(self) -> panels.Places:
        places = panels.Places()
        for code, place, state, lat in (("89501", "Reno", "NV", 39.5), ("76462", "Reno", "TX", 33.0), ("89502", "Reno", "NV", 39.3)):
            row = {"country_code": "US", "zipcode": code, "place": place, "state": state, "state_code": state, "province": ""}
            places.add({**row, "latitude": str(lat), "longitude": "-119.0"})
        return places

    def test_a_code_has_one_point_and_a_town_those_of_its_division(self) -> None:
        places = self.places()
        self.assertEqual(places.points_of("US", "89501", "Reno", ""), [(39.5, -119.0)])
        self.assertEqual(places.points_of("US", "", "Reno", "nv"), [(39.5, -119.0), (39.3, -119.0)])
        self.assertEqual(len(places.points_of("US", "", "RENO", "")), 3)
        self.assertEqual(places.points_of("US", "10001", "Reno", ""), [], "a code that the table lacks")

    def test_a_line_counts_what_is_far_and_not_told(self) -> None:
        answers = [(0.5, False, False), (80.0, True, False), (90.0, False, True), (None, False, False)]
        self.assertEqual(panels.line("US", answers), "| US | 4 | 75.0 | 80.0 | 90.0 | 25.0 | 25.0 |")


if __name__ == "__main__":
    unittest.main()
