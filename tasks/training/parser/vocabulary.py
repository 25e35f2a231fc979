"""Writes the word lists of two PyPI packages as one table for `milepost-corpus --vocabulary`.

`mimesis` and `Faker` (both MIT) carry street, place and personal names of some sixty languages. The corpus takes
streets and places of countries without an address table of their own from here; nothing of the table is committed.

Columns, tab separated: language, kind (street, city, suburb, region, first, last, word, prose), text.
"""

from __future__ import annotations

import argparse
import importlib
import json
import os
from pathlib import Path

import faker.providers.address
import faker.providers.person
import mimesis

# Names of one language beyond this many add nothing the model could learn.
MOST = 3000
ADDRESS_KINDS = {
    "streets": "street", "street_names": "street", "street_titles": "street", "street_titles_noflex": "street",
    "streets_universal": "street", "road_names": "street", "street_proceres": "street",
    "historic_people_street_names": "street", "common_street_names": "street", "plant_street_names": "street",
    "cities": "city", "city_names": "city", "villages": "city", "localities": "city", "communes": "city",
    "municipalities": "city", "settlements": "city", "area_names": "suburb", "bairros": "suburb",
    "districts": "suburb", "boroughs": "suburb", "towns": "suburb", "freguesias": "suburb", "tambons": "suburb",
    "states": "region", "provinces": "region", "region_names": "region", "region_oblast": "region",
    "regions": "region", "wilayas": "region", "departments": "region", "estados": "region", "prefectures": "region",
    "counties": "region", "governorates": "region", "metropolitan_cities": "region",
}
PERSON_KINDS = {
    "first_names": "first", "first_names_male": "first", "first_names_female": "first", "last_names": "last",
    "last_names_male": "last", "last_names_female": "last",
}


# Locales whose names are not those of their language at large.
LANGUAGES = {"zh_TW": "zh-tw", "en_IN": "in", "en_PK": "in"}
# Serbian in Cyrillic from Croatian, Greek in Latin letters: the letters of ISO 9 and ELOT 743, longest first.
SERBIAN = dict(zip(
    "lj nj dž a b v g d đ e ž z i j k l m n o p r s t ć u f h c č š".split(),
    "љ њ џ а б в г д ђ е ж з и ј к л м н о п р с т ћ у ф х ц ч ш".split(),
))
GREEK = dict(zip(
    "ου αυ ευ μπ ντ γκ αι ει οι α ά β γ δ ε έ ζ η ή θ ι ί ϊ κ λ μ ν ξ ο ό π ρ σ ς τ υ ύ φ χ ψ ω ώ".split(),
    "ou av ev b d g ai ei oi a a v g d e e z i i th i i i k l m n x o o p r s s t y y f ch ps o o".split(),
))


def transliterated(text: str, letters: dict[str, str]) -> str:
    for source in sorted(letters, key=len, reverse=True):
        text = text.replace(source, letters[source])
        text = text.replace(source.capitalize(), letters[source].capitalize())
        text = text.replace(source.upper(), letters[source].upper())
    return text


def texts(value) -> list[str]:
    """Strings of a list, a dictionary's keys, or pairs of an official and a short name."""
    found = []
    for item in value:
        if isinstance(item, str):
            found.append(item)
        elif isinstance(item, (tuple, list)) and item and isinstance(item[-1], str):
            found.append(item[-1])
    return found


def from_faker(kinds: dict[str, str], package) -> list[tuple[str, str, str]]:
    rows = []
    for locale in sorted(os.listdir(os.path.dirname(package.__file__))):
        if locale.startswith("__") or not os.path.isdir(Path(package.__file__).parent / locale):
            continue
        provider = importlib.import_module(f"{package.__name__}.{locale}").Provider
        language = LANGUAGES.get(locale, locale.split("_")[0])
        for attribute, kind in kinds.items():
            value = getattr(provider, attribute, None)
            # What the class did not set itself is English, inherited.
            if isinstance(value, (list, tuple, dict)) and attribute in vars(provider):
                rows += [(language, kind, text) for text in texts(value)]
    return rows


def from_mimesis() -> list[tuple[str, str, str]]:
    rows = []
    for folder in sorted((Path(mimesis.__file__).parent / "datasets").iterdir()):
        if not (folder / "address.json").exists():
            continue
        language = folder.name.split("-")[0]
        address = json.loads((folder / "address.json").read_text())
        street = address.get("street", {})
        rows += [(language, "street", text) for text in street.get("name", [])]
        rows += [(language, "city", text) for text in address.get("city", [])]
        rows += [(language, "region", text) for text in address.get("state", {}).get("name", [])]
        words = json.loads((folder / "text.json").read_text()) if (folder / "text.json").exists() else {}
        rows += [(language, "word", text) for text in words.get("words", []) if isinstance(text, str)]
        rows += [(language, "prose", text) for text in words.get("quotes", [])[:300]]
    return rows


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("out", type=Path, help="table to write")
    options = arguments.parse_args()
    rows = from_faker(ADDRESS_KINDS, faker.providers.address) + from_faker(PERSON_KINDS, faker.providers.person)
    rows += from_mimesis()
    rows += [("sr", kind, transliterated(text, SERBIAN)) for language, kind, text in rows if language == "hr"]
    rows += [("el-latn", kind, transliterated(text, GREEK)) for language, kind, text in rows if language == "el"]
    seen: dict[tuple[str, str], set[str]] = {}
    for language, kind, text in rows:
        text = " ".join(text.split())
        # Some lists of towns hold codes.
        if text and len(text) < 200 and not (kind == "city" and text.isdigit()):
            seen.setdefault((language, kind), set()).add(text)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    with options.out.open("w") as out:
        out.write("language\tkind\ttext\n")
        for (language, kind), found in sorted(seen.items()):
            chosen = sorted(found)
            # An even sample of long lists, in a fixed order.
            step = max(1, len(chosen) // MOST)
            out.writelines(f"{language}\t{kind}\t{text}\n" for text in chosen[::step])


if __name__ == "__main__":
    main()
