import json
import subprocess
import sys
import threading

import pytest

import milepost
from milepost import Engine, MilepostError


def test_a_parse_has_components_and_offsets_of_characters():
    text = "🏠 30 Rue de la République, 75004 Paris"
    parsed = milepost.parse(text)
    assert {part["tag"]: part["value"] for part in parsed["components"]} == {
        "house_number": "30",
        "street_prefix": "Rue",
        "street": "de la République",
        "postcode": "75004",
        "locality": "Paris",
    }
    nodes = list(parsed["tree"]["roots"])
    seen = 0
    while nodes:
        node = nodes.pop()
        nodes += node["children"]
        assert text[node["start"] : node["end"]] == node["value"]
        seen += 1
    assert seen == 5
    assert 0.9 < parsed["confidence"] <= 1


def test_labels_are_those_of_libpostal():
    assert milepost.label("30 Rue de Rivoli, 75004 Paris") == [
        ("30", "house_number"),
        ("Rue de Rivoli", "road"),
        ("75004", "postcode"),
        ("Paris", "city"),
    ]


def test_the_starter_data_answer():
    place = milepost.geocode("10 Rue de la République, 75008 Paris")
    assert (place["countryCode"], place["resolution_tier"]) == ("FR", "admin")
    assert place["lat"] == pytest.approx(48.87, abs=0.1)
    around = milepost.reverse(45.3586, 5.9531)
    assert around is not None
    assert around[0]["name"] == "Le Touvet"
    assert milepost.geocode("Paris", country="us")["countryCode"] == "US"
    assert len(milepost.geocode("Paris", limit=3)["candidates"]) == 3
    engine = Engine()
    assert engine.search("Paris", country=["FR"])[0]["places"][0]["name"] == "Paris"
    assert engine.complete("par", limit=1)[0]["name"] == "Paris"
    assert engine.sources
    assert engine.model is not None


def test_names_are_in_the_language_and_components_are_not_parsed():
    assert milepost.reverse(45.3586, 5.9531, language="de")[-1]["name"] == "Frankreich"
    parts = {"region": "TX", "locality": "Paris", "street": "Nowhere St"}
    found = milepost.geocode(parts, language=["tlh", "fr"])
    assert (found["input"], found["countryCode"]) == ("Nowhere St, Paris, TX", "US")
    assert found["hierarchy"][-1]["name"].startswith("États-Unis")


def test_expand_writes_abbreviations_out():
    assert milepost.expand("12 Elm St") == ["12 Elm St", "12 Elm Street"]


@pytest.mark.parametrize(
    ("question", "error", "message"),
    [
        (lambda: milepost.parse("  "), MilepostError, "address is required"),
        (lambda: milepost.parse("x", input_mode="all"), ValueError, "input_mode"),
        (lambda: milepost.parse("x", country="USA"), ValueError, "country: `USA`"),
        (lambda: milepost.geocode("x", country="USA"), ValueError, "country: `USA`"),
        (lambda: milepost.geocode("x", limit=0), ValueError, "limit"),
        (lambda: milepost.reverse(91, 0), ValueError, "lat"),
        (lambda: milepost.geocode({"city": "Reno"}), ValueError, "components: `city`"),
        (lambda: milepost.geocode({"locality": " "}), milepost.MilepostError, "address is required"),
        (lambda: Engine(weights="/none").parse("x"), MilepostError, "/none/model-card.json"),
        (lambda: Engine(locale="elsewhere").parse("x"), MilepostError, "elsewhere"),
        (lambda: Engine(candidate_db="/none").geocode("x"), MilepostError, "candidate_db is /none, which does not exist"),
        (lambda: Engine(environment={"SERVICE_DATA_ROOT": "/none"}).geocode("x"), MilepostError, "SERVICE_DATA_ROOT is /none"),
        (lambda: Engine(candidate_db=__file__).geocode("x"), MilepostError, "test_questions.py"),
    ],
)
def test_errors_name_what_is_wrong(question, error, message):
    with pytest.raises(error, match=message):
        question()


def test_the_weights_of_france_share_the_files_of_the_others():
    assert Engine(locale="fr-FR").label("12 rue Haute 38660 Le Touvet")[-1] == ("Le Touvet", "city")


def test_other_threads_run_while_the_core_works():
    text = ", ".join(["12 Main St, Reno NV 89501"] * 2_000)
    milepost.parse("x")
    ticks = 0
    done = threading.Event()

    def parse():
        milepost.parse(text)
        done.set()

    worker = threading.Thread(target=parse)
    worker.start()
    while not done.is_set():
        ticks += 1
    worker.join()
    # If the call held the GIL, this loop would run a few times at most, before and after the call.
    assert ticks > 1_000


def test_the_module_parses_one_text():
    said = subprocess.run([sys.executable, "-m", "milepost", "parse", "Reno", "NV"], capture_output=True, text=True, check=True)
    assert json.loads(said.stdout)["input"] == "Reno NV"
