"""Runs in the peers' environment (fetch_peers.sh): reads one JSON `[language, a, b]` a line, writes a score from 0 to 1 a line.

    python pairs_peer.py libpostal | rapidfuzz

libpostal: both texts are parsed, and the parts compared with `libpostal_is_*_duplicate` in the language of the country. 0: a number, unit, box or
postcode differs; else the least status of the parts that both have, as a share of `EXACT_DUPLICATE`. rapidfuzz: `token_sort_ratio` of the texts.
"""

from __future__ import annotations

import ctypes
import json
import sys
from collections.abc import Callable
from pathlib import Path

Score = Callable[[str, str, str], float]

# libpostal_duplicate_status_t.
EXACT = 9
# Functions by label; the others are names.
STRICT = {"house_number": "house_number", "unit": "unit", "po_box": "po_box", "postcode": "postal_code", "level": "floor"}
NAMES = {"road": "street", "house": "name"}
# Compared together.
TOPONYMS = ("suburb", "city_district", "city", "state_district", "state", "country")


class Options(ctypes.Structure):
    """libpostal_duplicate_options_t."""

    _fields_ = [("num_languages", ctypes.c_size_t), ("languages", ctypes.POINTER(ctypes.c_char_p))]


def libpostal() -> Score:
    import libpypostal
    from libpypostal import _parser

    folder = Path(libpypostal.__file__).parent.parent / "libpypostal.libs"
    library = ctypes.CDLL(str(next(folder.glob("libpostal-*.so*"))))
    # The first parse reads the model that LIBPOSTAL_DATA_DIR names.
    _parser.parse_address("1 Main St", language=None, country=None)

    texts = ctypes.POINTER(ctypes.c_char_p)

    def array(values: list[str]) -> ctypes.Array:
        return (ctypes.c_char_p * len(values))(*(value.encode() for value in values))

    def status(function: str, language: str, a: str, b: str) -> int:
        languages = array([language])
        compare = getattr(library, f"libpostal_is_{function}_duplicate")
        compare.argtypes = [ctypes.c_char_p, ctypes.c_char_p, Options]
        return compare(a.encode(), b.encode(), Options(1, ctypes.cast(languages, texts)))

    def status_of_toponyms(language: str, *sides: dict[str, str]) -> int:
        languages = array([language])
        compare = library.libpostal_is_toponym_duplicate
        compare.argtypes = [*([ctypes.c_size_t, texts, texts] * 2), Options]
        arrays = [(len(side), array(list(side)), array(list(side.values()))) for side in sides]
        parts = [part for count, labels, values in arrays for part in (count, ctypes.cast(labels, texts), ctypes.cast(values, texts))]
        return compare(*parts, Options(1, ctypes.cast(languages, texts)))

    def parsed(text: str) -> dict[str, str]:
        return {label: value for value, label in _parser.parse_address(text, language=None, country=None)}

    def score(language: str, a: str, b: str) -> float:
        left, right = parsed(a), parsed(b)
        both = [label for label in left if label in right]
        if not any(label in both for label in ("road", "house", "po_box")):
            return 0.0
        # A unit or number that one side lacks is another address, as in libpostal's own deduplication.
        if any((label in left) != (label in right) for label in ("house_number", "unit")):
            return 0.0
        least = EXACT
        for label in both:
            if label in STRICT and status(STRICT[label], language, left[label], right[label]) < EXACT:
                return 0.0
            if label in NAMES:
                least = min(least, status(NAMES[label], language, left[label], right[label]))
        places = [{label: side[label] for label in TOPONYMS if label in side} for side in (left, right)]
        if all(places):
            least = min(least, status_of_toponyms(language, *places))
        return max(least, 0) / EXACT

    return score


def rapidfuzz() -> Score:
    from rapidfuzz import fuzz, utils

    return lambda _, a, b: fuzz.token_sort_ratio(a, b, processor=utils.default_process) / 100


def main() -> None:
    score = {"libpostal": libpostal, "rapidfuzz": rapidfuzz}[sys.argv[1]]()
    for line in sys.stdin:
        print(score(*json.loads(line)), flush=True)


if __name__ == "__main__":
    main()
