#!/usr/bin/env python3
"""Write the tables of words in street names, crates/text/data/street/*.tsv, from open word lists.

    python3 scripts/tables/street_words.py

Sources: the address dictionaries of libpostal (MIT) as npm `pelias-parser` ships them, the abbreviations of npm
`@mapbox/geocoder-abbreviations` (MIT), and spelled-out numbers of Unicode CLDR (Unicode-3.0) as ICU formats them.
Needs `npm` and PyICU (Debian: python3-icu).
"""
import collections
import json
import pathlib
import re
import subprocess
import tarfile
import tempfile
import unicodedata

import icu

PELIAS, MAPBOX = "pelias-parser@4.1.0", "@mapbox/geocoder-abbreviations@4.6.9"
OUT = pathlib.Path(__file__).parents[2] / "crates/text/data/street"
# Languages that streets are written in, with their dictionaries in both sources; CLDR's code follows where it differs.
LANGUAGES = (
    "af ar az be bg bs ca cs cy da de el en es et eu fa fi fil fr ga gl he hi hr hu id is it ka lb lt lv ms mt nb nl pl pt ro ru sk sl sr sv"
    " th tr uk vi"
).split()
MAPBOX_CODES = {"nb": "no", "sl": "si"}
# Where a language puts the type of a street; in the others it stands on either side.
FIRST = set("ar bs ca es fa fil fr ga gl he id it ms pt ro th vi".split())
LAST = set("af az da de en et eu fi hi hu is ja ka ko lb lt lv nb nl sv tr zh".split())
CASES = "dative|instrumental|locative|prepositional|essive|translative|ssive|lative|partitive|plural|reale|financial|verbose"
SPELLED = [*range(1, 32), *range(40, 100, 10), 100]
# Dictionaries by table; libpostal's file names.
TABLES = {
    "types": ["street_types"],
    "directionals": ["directionals"],
    "honorifics": ["personal_titles", "academic_degrees", "personal_suffixes"],
    "particles": ["stopwords", "elisions"],
    "abbreviations": ["synonyms"],
    "number_labels": ["number", "house_numbers"],
}
# Words for parts of a building, by class; data/unit_designators.tsv goes before them.
UNITS = {
    "unit": ["unit_types_numbered"],
    "floor": ["level_types_numbered"],
    "level": ["level_types_standalone", "level_types_basement", "level_types_mezzanine", "level_types_sub_basement"],
    "staircase": ["staircases"],
    "entrance": ["entrances"],
    "side": ["unit_directions"],
}
COUNTRIES = "countries-list@3.4.1"
LETTERS = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "ł": "l", "đ": "d", "ð": "d", "þ": "th", "ı": "i"}


def fold(text):
    """The text as `milepost_text::fold` compares it: lower case without accents."""
    marks = unicodedata.normalize("NFKD", text).lower()
    return "".join(LETTERS.get(c, c) for c in marks if not unicodedata.combining(c))


def words(text):
    """Folded words, parted by blanks; dots and apostrophes part nothing."""
    text = re.sub(r"[.'’`]", "", fold(text))
    return " ".join(re.split(r"[\W_]+", text)).strip()


def unpack(package, into):
    done = subprocess.run(["npm", "pack", "--silent", package], cwd=into, check=True, capture_output=True, text=True)
    with tarfile.open(pathlib.Path(into) / done.stdout.strip().splitlines()[-1]) as archive:
        archive.extractall(into)


def entries(path):
    """Canonical form and all forms of each line of a dictionary; none without the file."""
    for line in path.read_text(encoding="utf-8").splitlines() if path.exists() else []:
        forms = [form for form in line.split("|") if form.strip()] or [""]
        yield forms[0], forms


class Table:
    """Rows (language, canonical, form, position, source) of one table; the first source of a form counts."""

    def __init__(self):
        self.rows = collections.OrderedDict()

    def add(self, language, canonical, form, position, source):
        canonical, form = words(canonical), words(form)
        if canonical and form and len(form) <= 40:
            self.rows.setdefault((language, canonical, form, position), source)

    def write(self, name, title):
        with open(OUT / f"{name}.tsv", "w", encoding="utf-8") as file:
            file.write(f"# {title}\n# Written by scripts/tables/street_words.py. language, canonical form, form, position, source\n")
            for (language, canonical, form, position), source in sorted(self.rows.items()):
                file.write("\t".join((language, canonical, form, position, source)) + "\n")


def numbers():
    table = Table()
    for language in LANGUAGES:
        spelling = icu.RuleBasedNumberFormat(icu.URBNFRuleSetTag.SPELLOUT, icu.Locale(language))
        rules = [spelling.getRuleSetName(i) for i in range(spelling.getNumberOfRuleSetNames())]
        rules = [rule for rule in rules if re.search("cardinal|ordinal|numbering$", rule) and not re.search(CASES, rule)]
        for number in SPELLED:
            for rule in rules:
                spelled = spelling.format(number, rule).replace("\u00ad", "")
                if not re.search(r"\d", spelled):
                    table.add(language, str(number), spelled, "any", "cldr")
    return table


def position(table, language):
    if table != "types":
        return "any"
    return "first" if language in FIRST else "last" if language in LAST else "any"


def main():
    OUT.mkdir(parents=True, exist_ok=True)
    tables = {name: Table() for name in TABLES}
    units = Table()
    with tempfile.TemporaryDirectory() as folder:
        unpack(PELIAS, folder)
        dictionaries = pathlib.Path(folder) / "package/resources/libpostal/dictionaries"
        for language in LANGUAGES:
            for name, files in TABLES.items():
                for file in files:
                    for canonical, forms in entries(dictionaries / language / f"{file}.txt"):
                        for form in forms:
                            tables[name].add(language, canonical, form, position(name, language), "libpostal")
            # English has so many forms of two letters that data/us_units.tsv goes alone.
            for of, files in UNITS.items() if language != "en" else ():
                for file in files:
                    for canonical, forms in entries(dictionaries / language / f"{file}.txt"):
                        designator = canonical if of in ("unit", "level", "side") else of
                        for form in forms:
                            if len(words(form)) > 1 and not re.search(r"\b\w\b", words(form)):
                                units.add(language, designator, form, of, "libpostal")
            for canonical, forms in entries(dictionaries / language / "concatenated_suffixes_separable.txt"):
                for form in forms:
                    tables["types"].add(language, canonical, form, "suffix", "libpostal")
        pathlib.Path(folder, "package").rename(pathlib.Path(folder, "pelias"))
        unpack(MAPBOX, folder)
        for language in LANGUAGES:
            path = pathlib.Path(folder) / f"package/tokens/{MAPBOX_CODES.get(language, language)}.json"
            for entry in json.loads(path.read_text(encoding="utf-8")) if path.exists() else []:
                name = {"way": "types", "cardinal": "directionals"}.get(entry.get("type"))
                if name and not entry.get("regex") and not any("$" in form for form in entry["tokens"]):
                    full = entry.get("full", "")
                    canonical = full if full in entry["tokens"] else max(entry["tokens"], key=len)
                    known = {form for of, _, form, _ in tables[name].rows if of == language}
                    for form in (form for form in entry["tokens"] if words(form) not in known):
                        tables[name].add(language, canonical, form, position(name, language), "mapbox")
        pathlib.Path(folder, "package").rename(pathlib.Path(folder, "mapbox"))
        unpack(COUNTRIES, folder)
        countries = json.loads((pathlib.Path(folder) / "package/countries.min.json").read_text(encoding="utf-8"))
    with open(OUT / "languages.tsv", "w", encoding="utf-8") as file:
        file.write("# Languages of streets. Written by scripts/tables/street_words.py from npm countries-list (MIT). country, languages\n")
        for country, facts in sorted(countries.items()):
            languages = [{"no": "nb", "nn": "nb"}.get(language, language) for language in facts["languages"]]
            languages = [language for language in dict.fromkeys(languages) if language in LANGUAGES]
            file.write(f"{country.lower()}\t{' '.join(languages)}\n" if languages else "")
    tables["types"].write("types", "Street types: words for a way, and those that end a compound")
    tables["directionals"].write("directionals", "Directionals")
    tables["honorifics"].write("honorifics", "Titles, degrees, saints and suffixes of persons")
    tables["particles"].write("particles", "Articles, prepositions and conjunctions")
    tables["abbreviations"].write("abbreviations", "Words of names and their abbreviations")
    tables["number_labels"].write("number_labels", "Words in front of a house number")
    units.write("unit_words", "Words for units, floors, staircases, entrances and sides; the fourth column is the class")
    numbers().write("numbers", "Numbers in words")


main()
