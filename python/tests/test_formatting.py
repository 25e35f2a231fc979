"""Keys compared with their test vectors; formatting and keys compared with the Node.js package."""

import json
import subprocess

import pytest

import milepost

COMPONENTS = [
    {"house_number": "12", "street": "Elm St", "locality": "Reno", "region": "NV", "postcode": "89501"},
    {"house_number": "12 bis", "street_prefix": "Rue", "street": "Haute", "postcode": "38660", "locality": "Le Touvet"},
    {"venue": "Zum Bären", "street": "Hauptstr.", "house_number": "5-7", "postcode": "10115", "locality": "Berlin", "country": "Germany"},
    {"po_box": "PO Box 42", "street": "N. 5 Ave S.W.", "locality": "St. Louis", "unit": "Apt. 4-B", "region": "Washington D.C."},
    {
        "dependent_locality": "Montmartre",
        "street": "de la Paix",
        "locality": "Paris 15e Arrondissement",
        "postcode": "75015",
        "cedex": "CEDEX 1",
    },
    {"prefecture": "東京都", "municipality": "千代田区", "district": "丸の内", "block": "1", "sub_block": "2", "building_number": "3"},
    {"intersection_a": "Main St", "intersection_b": "5th Ave", "locality": "New York", "region": "New York"},
    {"locality": "Paris"},
    {
        "attention": " Ann  Lee ",
        "street": "https://example.org",
        "subregion": "Kent",
        "country": "Great Britain",
        "postcode": ["ME1", "ME2"],
    },
    {"street": "P.O. Box Lane", "house_number": "No. 7½", "dependent_locality": "Reno", "locality": "Reno"},
    {"street": "Нижняя ул.", "locality": "Йошкар-Ола", "house_number": "٣"},
    {},
]
COUNTRIES = ["US", "FR", "DE", "GB", "JP", "CN", "NL", "BR", "SG", "PR", "IT", "ES", "HU", "KR", "xx", ""]
OPTIONS = [{}, {"appendCountry": True, "abbreviate": True, "separator": ", "}]

SCRIPT = """
const { format, canonicalKey } = await import(process.argv[1])
const { components, countries, options } = JSON.parse(process.argv[2])
const said = []
for (const one of components) for (const country of countries) for (const option of options)
  said.push([(await format(one, country, option)).formatted, canonicalKey(one, country)])
console.log(JSON.stringify(said))
"""


def test_keys_are_those_of_the_vectors(root):
    vectors = json.loads((root / "docs/canonical-key.vectors.json").read_text())
    assert len(vectors) > 10
    for vector in vectors:
        for components in vector["components"]:
            assert milepost.canonical_key(components, vector["country"]) == vector["key"], vector["shows"]


def test_both_packages_write_and_compare_alike(root):
    library = root / "ts/dist/index.js"
    if not library.exists():
        pytest.skip("ts/dist is not built")
    asked = json.dumps({"components": COMPONENTS, "countries": COUNTRIES, "options": OPTIONS})
    said = subprocess.run(
        ["node", "--input-type=module", "-e", SCRIPT, library.as_uri(), asked], capture_output=True, text=True, check=True
    )
    others = iter(json.loads(said.stdout))
    for components in COMPONENTS:
        for country in COUNTRIES:
            for options in OPTIONS:
                formatted, key = next(others)
                own = milepost.format(
                    components,
                    country,
                    append_country="appendCountry" in options,
                    abbreviate="abbreviate" in options,
                    separator=options.get("separator", "\n"),
                )
                assert (own, milepost.canonical_key(components, country)) == (formatted, key), (components, country)
