"""What a new user does first: the command, results in a notebook, maps, tables whose address is in several columns."""

import json
import os
import subprocess
import sys
from importlib.metadata import requires, version

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

import milepost
import milepost.pandas
import milepost.polars


def command(*words, check=True, text=None):
    done = subprocess.run([sys.executable, "-m", "milepost", *words], capture_output=True, check=False, text=True, input=text)
    assert not check or done.returncode == 0, done.stderr
    return done


def test_an_install_geocodes_at_once():
    assert requires("milepost")[0] == "milepost-starter-data"
    assert milepost.__version__ == version("milepost")
    assert milepost.geocode("75008 Paris")["match_level"] == "postcode"


def test_the_command_geocodes_parses_and_reverses():
    assert os.access(os.path.join(os.path.dirname(sys.executable), "milepost"), os.X_OK)
    assert json.loads(command("geocode", "Paris", "--country", "us").stdout)["countryCode"] == "US"
    feature = json.loads(command("geocode", "75008", "Paris", "--geojson").stdout)
    assert feature["geometry"]["type"] == "Point"
    assert json.loads(command("parse", "Reno NV").stdout)["components"][0] == {"tag": "locality", "value": "Reno"}
    assert json.loads(command("reverse", "45.3586", "5.9531").stdout)[0]["name"] == "Le Touvet"
    wrong = command("geocode", "Paris", "--near", "x", check=False)
    assert (wrong.returncode, wrong.stderr) == (1, "milepost: --near: x is not 2 numbers with commas between them\n")
    assert "data root: " in command("data").stdout


def test_the_command_answers_tables(tmp_path):
    table = tmp_path / "in.csv"
    table.write_text("id;Ort;PLZ\n7;Le Touvet;38660\n")
    out = tmp_path / "out.csv"
    command("bulk", str(table), "--out", str(out), "--fields", "country_code", "--quiet")
    assert out.read_text() == "id;Ort;PLZ;geo_country_code;geo_error\n7;Le Touvet;38660;FR;\n"
    piped = command("bulk", "-", "--fields", "country_code", "--quiet", text="address\nReno NV\n")
    assert piped.stdout == "address,geo_country_code,geo_error\nReno NV,US,\n"
    assert command("bulk", "--help").stdout.startswith("Geocodes a table")
    assert command("bulk", str(tmp_path / "no.csv"), check=False).returncode == 1


def test_a_notebook_shows_answers_as_tables():
    place = milepost.geocode("75008 Paris <b>")
    assert "<td>Paris, " in place._repr_html_()
    assert "<b>" not in place._repr_html_()
    assert "<th>locality</th><td>Reno</td>" in milepost.parse("Reno NV")._repr_html_()
    assert "<td>Le Touvet</td>" in milepost.reverse(45.3586, 5.9531)._repr_html_()
    assert "nothing is known" in milepost.geocode("Xyzzyville")._repr_html_()


def test_answers_become_geojson():
    place = milepost.geocode("75008 Paris")
    feature = place.to_geojson()
    assert feature["geometry"] == {"type": "Point", "coordinates": [place["lon"], place["lat"]]}
    assert feature["properties"]["postcode"] == "75008"
    assert milepost.geocode("Xyzzyville").to_geojson()["geometry"] is None
    around = milepost.reverse(45.3586, 5.9531).to_geojson()
    assert around["features"][0]["properties"]["name"] == "Le Touvet"
    both = milepost.to_geojson(milepost.geocode(text) for text in ("75008 Paris", "Reno NV"))
    assert json.loads(json.dumps(both))["features"][1]["properties"]["countryCode"] == "US"


SPLIT = {"road": ["1 Main St", "1 Main St", None], "town": ["Paris", "Springfield", None], "state": ["Texas", "Oregon", None]}
PARTS = {"street": "road", "city": "town", "region": "state"}


def test_the_parts_of_an_address_can_be_columns():
    columns = {part: pa.array(SPLIT[name]) for part, name in PARTS.items()}
    answers = milepost.geocode_arrow(columns, fields=["hierarchy"], country="us")
    regions = [cell.as_py() and cell.as_py()[-2] for cell in answers.field("hierarchy")]
    assert regions == ["Texas", "Oregon", None]
    chunked = {part: pa.chunked_array([SPLIT[name][:1], SPLIT[name][1:]]) for part, name in PARTS.items()}
    assert milepost.geocode_arrow(chunked, fields=["hierarchy"], country="us").equals(answers)
    frame = pd.DataFrame(SPLIT).milepost.geocode(PARTS, fields=["match_level"])
    assert list(frame.columns) == ["road", "town", "state", "geo_match_level", "geo_error"]
    assert frame["geo_match_level"].tolist()[:2] == ["locality", "locality"]
    polars = pl.DataFrame(SPLIT).milepost.geocode(PARTS, fields=["match_level"])
    assert polars["geo_match_level"].to_list() == ["locality", "locality", None]


def test_a_column_of_countries_or_regions_bounds_its_row():
    columns = {"city": pa.array(["Paris", "Paris"]), "country": pa.array(["US", "FR"])}
    assert milepost.geocode_arrow(columns, fields=["country_code"]).field("country_code").to_pylist() == ["US", "FR"]
    with pytest.raises(ValueError, match="there is no part `town`"):
        milepost.geocode_arrow({"town": pa.array(["Paris"])})
    with pytest.raises(ValueError, match="different lengths"):
        milepost.geocode_arrow({"street": pa.array(["a"]), "city": pa.array(["b", "c"])})
