"""Cases written from the documents of `usaddress` and `postal`."""

import pytest

from milepost import canonical_key, parse
from milepost.compat import usaddress
from milepost.compat.postal.expand import ADDRESS_ALL, ADDRESS_STREET, expand_address, expand_address_root
from milepost.compat.postal.parser import parse_address


def test_the_example_of_usaddress():
    address = "123 Main St. Suite 100 Chicago, IL"
    assert usaddress.parse(address) == [
        ("123", "AddressNumber"),
        ("Main", "StreetName"),
        ("St.", "StreetNamePostType"),
        ("Suite", "OccupancyType"),
        ("100", "OccupancyIdentifier"),
        ("Chicago,", "PlaceName"),
        ("IL", "StateName"),
    ]
    assert usaddress.tag(address) == (
        {
            "AddressNumber": "123",
            "StreetName": "Main",
            "StreetNamePostType": "St.",
            "OccupancyType": "Suite",
            "OccupancyIdentifier": "100",
            "PlaceName": "Chicago",
            "StateName": "IL",
        },
        "Street Address",
    )


@pytest.mark.parametrize(
    ("address", "parts", "kind"),
    [
        (
            "123 N. Main St. NW Floor 3 # 4B, Washington DC",
            {
                "StreetNamePreDirectional": "N.",
                "StreetNamePostDirectional": "NW",
                "OccupancyType": "Floor",
                "OccupancyIdentifier": "3 # 4B",
            },
            "Street Address",
        ),
        ("PO Box 42, Reno NV 89501", {"USPSBoxType": "PO Box", "USPSBoxID": "42", "ZipCode": "89501"}, "PO Box"),
        ("12 US Hwy 50, Reno, NV", {"StreetNamePreType": "US Hwy", "StreetName": "50"}, "Street Address"),
        (
            "Main St &amp; 5th Ave, Reno NV",
            {"StreetName": "Main", "IntersectionSeparator": "&", "SecondStreetName": "5th", "SecondStreetNamePostType": "Ave"},
            "Intersection",
        ),
        ("Robie House, 5757 South Woodlawn Avenue, Chicago, IL 60637", {"BuildingName": "Robie House"}, "Street Address"),
        ("", {}, "Ambiguous"),
    ],
)
def test_parts_by_the_labels_of_usaddress(address, parts, kind):
    tagged, said = usaddress.tag(address)
    assert {name: tagged.get(name) for name in parts} == parts
    assert said == kind
    assert {name.removeprefix("Second") for name in tagged} <= set(usaddress.LABELS)


def test_labels_can_be_mapped_and_repeat_only_in_one_place():
    address = "123 N Main St, Reno NV"
    street = dict.fromkeys(("StreetNamePreDirectional", "StreetName", "StreetNamePostType"), "street")
    assert usaddress.tag(address, tag_mapping=street)[0]["street"] == "N Main St"
    with pytest.raises(usaddress.RepeatedLabelError, match="more than one part") as caught:
        usaddress.tag(address, tag_mapping={"AddressNumber": "x", "StateName": "x"})
    assert caught.value.original_string == address
    assert caught.value.parsed_string == usaddress.parse(address)


def test_the_example_of_postal():
    parsed = parse_address("100-106 Leonard St, Shoreditch, London, EC2A 4RH, United Kingdom", language="en", country="gb")
    assert {name: value for value, name in parsed} == {
        "house_number": "100-106",
        "road": "leonard st",
        "suburb": "shoreditch",
        "city": "london",
        "postcode": "ec2a 4rh",
        "country": "united kingdom",
    }
    assert parse_address(b"Reno NV") == [("reno", "city"), ("nv", "state")]
    assert parse_address(" ") == []


def test_expansions_are_normalised():
    assert expand_address("12 Élm St.", languages=["en"], address_components=ADDRESS_STREET) == ["12 elm street", "12 elm st"]
    assert expand_address("12 Élm St", strip_accents=False, lowercase=False)[0] == "12 Élm Street"
    assert ADDRESS_ALL & ADDRESS_STREET
    with pytest.raises(NotImplementedError, match="canonical_key"):
        expand_address_root("Elm St")


def test_keys_compare():
    keys = {
        canonical_key({part["tag"]: part["value"] for part in parse(text)["components"]}, "US")
        for text in ("12 Elm St, Reno NV 89501", "12 ELM STREET, RENO, NV 89501")
    }
    assert len(keys) == 1
