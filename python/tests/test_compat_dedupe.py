"""Cases of `postal.dedupe` and `postal.near_dupe`, written from libpostal's documents."""

import pytest

from milepost.compat.postal import dedupe
from milepost.compat.postal.dedupe import duplicate_status, is_toponym_duplicate
from milepost.compat.postal.near_dupe import near_dupe_hashes

EXACT, LIKELY = duplicate_status.EXACT_DUPLICATE, duplicate_status.LIKELY_DUPLICATE
REVIEW, NOT, NULL = duplicate_status.NEEDS_REVIEW, duplicate_status.NON_DUPLICATE, duplicate_status.NULL_DUPLICATE


@pytest.mark.parametrize(
    ("kind", "value1", "value2", "grade"),
    [
        ("street", "Main St", b"Main Street", EXACT),
        ("street", "Hauptstr.", "Hauptstraße", EXACT),
        ("street", "Fifth Ave", "5th Avenue", EXACT),
        ("street", "Withmore Way", "Whitmore Way", LIKELY),
        ("street", "Main St", "Main", REVIEW),
        ("street", "Main St", "Oak St", NOT),
        ("house_number", "12 B", "12b", EXACT),
        ("house_number", "123", "132", REVIEW),
        ("house_number", "12", "13", NOT),
        ("po_box", "42", "P.O. Box 42", EXACT),
        ("po_box", "PO Box 1", "PO Box 2", NOT),
        ("unit", "Apt 4B", "#4B", EXACT),
        ("unit", "Apt 4", "Apt 5", NOT),
        ("floor", "2", "2nd Floor", EXACT),
        ("floor", "ground floor", "GND FLR", EXACT),
        ("floor", "2", "3", NOT),
        ("postal_code", "EC2A4RH", "ec2a 4rh", EXACT),
        ("postal_code", "89501", "89501-1234", REVIEW),
        ("postal_code", "89501", "10001", NOT),
        ("name", "Joe's Pizza", "Joes Pizza", EXACT),
        ("name", "Hotel Adlon", "Hotel Adlon Kempinski", REVIEW),
        ("name", "Rose Cottage", "Ivy Cottage", NOT),
        ("name", " ", "Ivy Cottage", NULL),
    ],
)
def test_values_have_grades(kind, value1, value2, grade):
    same = getattr(dedupe, f"is_{kind}_duplicate")
    assert same(value1, value2) is grade
    assert same(value2, value1) is grade


def test_languages_set_the_rules():
    assert dedupe.is_street_duplicate("Hauptstr.", "Hauptstraße", languages=["de"]) is EXACT
    assert dedupe.is_street_duplicate("Hauptstr.", "Hauptstraße", languages=["en"]) is NOT


@pytest.mark.parametrize(
    ("place1", "place2", "grade"),
    [
        ({"city": "Reno", "state": "NV"}, {"city": "RENO", "state": "Nevada"}, EXACT),
        ({"city": "New York", "suburb": "Brooklyn"}, {"city": "Brooklyn"}, EXACT),
        ({"city": "Reno", "state": "NV"}, {"city": "Reno"}, EXACT),
        ({"city": "Reno", "state": "NV"}, {"city": "Reno", "state": "TX"}, NOT),
        ({"city": "Reno"}, {"state": "NV"}, NULL),
    ],
)
def test_places_have_the_grade_of_their_least_equal_part(place1, place2, grade):
    assert is_toponym_duplicate([*place1], [*place1.values()], [*place2], [*place2.values()]) is grade


def test_grades_are_ordered_and_named():
    assert NULL < NOT < REVIEW < LIKELY < EXACT
    assert (str(EXACT), duplicate_status.from_id(6), duplicate_status.from_string("NEEDS_REVIEW")) == ("EXACT_DUPLICATE", LIKELY, REVIEW)
    with pytest.raises(ValueError, match="`MAYBE` is not a grade"):
        duplicate_status.from_string("MAYBE")


PIZZA = {"house": "Joe's Pizza", "house_number": "123", "road": "Main St", "unit": "Apt 4", "city": "Reno", "postcode": "89501"}
BY_ADDRESS = {"name_and_address_keys": False, "address_only_keys": True}


def hashes(parts, **options):
    return set(near_dupe_hashes([*parts], [*parts.values()], **options))


def test_spellings_of_one_address_share_a_hash():
    spelled = PIZZA | {"house": b"Joes Pizza", "road": "Main Street", "postcode": "89502"}
    for options in ({}, BY_ADDRESS, {"name_and_address_keys": False, "name_only_keys": True}, {"with_unit": True, "languages": ["en"]}):
        assert hashes(PIZZA, **options) & hashes(spelled, **options), options
    assert not hashes(PIZZA) & hashes(PIZZA | {"house_number": "9", "road": "Oak St", "city": "Elko", "postcode": "89801"})


def test_options_leave_parts_out():
    other_unit, other_name = PIZZA | {"unit": "Apt 5"}, PIZZA | {"house": "Ivy Cottage"}
    assert hashes(PIZZA) == hashes(other_unit)
    assert not hashes(PIZZA, with_unit=True) & hashes(other_unit, with_unit=True)
    assert not hashes(PIZZA) & hashes(other_name)
    assert hashes(PIZZA, with_name=False) == hashes(other_name, with_name=False) == hashes(PIZZA, **BY_ADDRESS)
    elsewhere = PIZZA | {"city": "Elko", "postcode": "89801"}
    anywhere = {"with_city_or_equivalent": False, "with_postal_code": False, **BY_ADDRESS}
    assert hashes(PIZZA, **anywhere) == hashes(elsewhere, **anywhere) != set()
    district = {"road": "Main St", "state_district": "Washoe County"}
    assert hashes(district)
    assert not hashes(district, with_small_containing_boundaries=False)
    assert not hashes(PIZZA, with_name=False, with_address=False)


def test_what_is_no_address_is_refused():
    assert near_dupe_hashes(["category"], ["hotels"]) == []
    with pytest.raises(ValueError, match="different lengths"):
        near_dupe_hashes(["road"], [])
    with pytest.raises(NotImplementedError, match="no hashes of points"):
        near_dupe_hashes(["road"], ["Main St"], with_latlon=True, latitude=39.5, longitude=-119.8)
