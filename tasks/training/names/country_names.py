"""Writes the names of countries in every language of Unicode CLDR as `crates/text/data/country_names_cldr.tsv`.

The closed list that the feature of names looks up (crates/text/src/names/listed.rs) and that the corpus draws countries from. The names are
those of the PyPI package Babel (Unicode licence); run it again when its version in requirements.txt changes.

Columns, tab separated: ISO 3166-1 alpha-2; the name in English; names in the languages of the country, in languages that are written abroad, all others.
Names of a column are parted by `|`; a name stands in the first column that has it.
"""

from __future__ import annotations

from pathlib import Path

from babel import Locale, localedata
from babel.core import get_global
from babel.languages import get_official_languages

OUT = Path(__file__).parents[3] / "crates/text/data/country_names_cldr.tsv"
ABROAD = ["en", "fr", "es", "de", "pt", "it", "nl", "ru", "ar", "zh", "ja"]
# CLDR's codes that are not countries: unions, the unknown one, the outlying islands of several.
NO_COUNTRY = {"EU", "EZ", "UN", "ZZ", "QO", "XA", "XB"}
# Locales with a territory or script that spell countries as no other does.
SPELLED_APART = {"zh_Hant", "sr_Latn", "pt_PT", "uz_Cyrl", "de_AT", "es_MX", "fr_CA"}


def main() -> None:
    aliases = get_global("territory_aliases")
    names: dict[str, dict[str, list[str]]] = {}
    for locale in sorted(localedata.locale_identifiers()):
        if "_" in locale and locale not in SPELLED_APART:
            continue
        for code, name in Locale.parse(locale).territories.items():
            if len(code) == 2 and code.isalpha() and code not in NO_COUNTRY and code not in aliases:
                names.setdefault(code, {}).setdefault(locale.split("_")[0], []).append(name)
    with OUT.open("w") as out:
        out.write("# ISO 3166-1 alpha-2\tname in English\tnames in its own languages\tin languages written abroad\tin all others (Unicode CLDR; tasks/training/names/country_names.py)\n")
        for code, by_language in sorted(names.items()):
            own = [language.split("_")[0] for language in get_official_languages(code, de_facto=True, regional=True)]
            columns = [own, ABROAD, sorted(by_language)]
            seen: set[str] = set()
            fields = []
            for languages in columns:
                field = []
                for language in languages:
                    for name in by_language.get(language, []):
                        if name.casefold() not in seen and name != code:
                            seen.add(name.casefold())
                            field.append(name.replace("|", " "))
                fields.append("|".join(field))
            english = by_language["en"][0] if "en" in by_language else ""
            out.write("\t".join([code.lower(), english, *fields]) + "\n")


if __name__ == "__main__":
    main()
