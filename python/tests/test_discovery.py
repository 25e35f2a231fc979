"""The rules of `ts/src/engine/data-root.ts`, case by case."""

from pathlib import Path

import pytest

from milepost._discovery import CANDIDATE, find_weights, locate_data, starter_data


def touch(path: Path) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.touch()
    return path


def test_a_named_gazetteer_ends_the_search(tmp_path):
    own = touch(tmp_path / "own.db")
    environment = {"SERVICE_DATA_ROOT": str(tmp_path), "SERVICE_CANDIDATE_DB": str(own)}
    assert locate_data(None, None, environment).candidate_db == own
    assert locate_data("/none.db", None, environment).candidate_db is None
    assert locate_data(None, None, {**environment, "SERVICE_CANDIDATE_DB": "/none.db"}).candidate_db is None


def test_the_data_root_is_named_or_the_users_or_the_starters(tmp_path):
    starters = starter_data()
    assert starters is not None
    users = {"XDG_DATA_HOME": str(tmp_path)}
    assert locate_data(None, None, users).data_root == starters
    candidate = touch(tmp_path / "milepost" / CANDIDATE)
    assert locate_data(None, None, users).candidate_db == candidate
    named = {**users, "SERVICE_DATA_ROOT": str(tmp_path / "other")}
    missing = f"SERVICE_DATA_ROOT is {tmp_path / 'other'}, which does not exist"
    assert locate_data(None, None, named) == (tmp_path / "other", None, None, None, missing)


def test_streets_without_a_gazetteer_lie_over_the_starter_data(tmp_path):
    (tmp_path / "address-points").mkdir()
    environment = {"SERVICE_DATA_ROOT": str(tmp_path)}
    starters = starter_data()
    assert starters is not None
    found = locate_data(None, None, environment)
    assert (found.data_root, found.candidate_db) == (tmp_path, starters / CANDIDATE)
    link = tmp_path / CANDIDATE
    link.parent.mkdir(parents=True)
    link.symlink_to("/none.db")
    assert locate_data(None, None, environment).candidate_db is None


def test_polygons_lie_beside_their_database(tmp_path):
    admin = touch(tmp_path / "places.db")
    polygons = touch(tmp_path / "places-polygons.db")
    found = locate_data(None, str(admin), {"SERVICE_DATA_ROOT": str(tmp_path)})
    assert (found.admin_db, found.polygons) == (admin, polygons)


def test_weights_are_named_or_those_of_the_locale():
    assert find_weights("/mine", "en-US", {"SERVICE_WEIGHTS": "/theirs"}) == Path("/mine")
    assert find_weights(None, "en-US", {"SERVICE_WEIGHTS": "/theirs"}) == Path("/theirs")
    own = find_weights(None, "en-US", {"SERVICE_WEIGHTS": ""})
    assert own is not None
    assert own.name == "weights-en-us"
    assert find_weights(None, "../../etc", {}) is None


@pytest.mark.parametrize(
    ("locale", "bundle"),
    [
        ("fr-FR", "weights-fr-fr"),
        ("fr-CA", "weights-fr-fr"),
        ("fr", "weights-fr-fr"),
        ("de-DE", "weights-en-us"),
        ("pt_BR", "weights-en-us"),
    ],
)
def test_a_locale_without_weights_of_its_own_has_those_of_its_language_or_the_general_ones(locale, bundle):
    found = find_weights(None, locale, {})
    assert found is not None
    assert found.name == bundle
