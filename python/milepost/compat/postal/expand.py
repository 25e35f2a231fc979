"""Replaces `postal.expand`: one to three forms of a text; libpostal gives every combination."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence

from ... import expand
from ..._core import words

# Bits of `address_components`, as in libpostal. They are accepted and have no effect.
ADDRESS_NONE = 0
ADDRESS_ANY = 1 << 0
ADDRESS_NAME = 1 << 1
ADDRESS_HOUSE_NUMBER = 1 << 2
ADDRESS_STREET = 1 << 3
ADDRESS_UNIT = 1 << 4
ADDRESS_LEVEL = 1 << 5
ADDRESS_STAIRCASE = 1 << 6
ADDRESS_ENTRANCE = 1 << 7
ADDRESS_CATEGORY = 1 << 8
ADDRESS_NEAR = 1 << 9
ADDRESS_TOPONYM = 1 << 13
ADDRESS_POSTAL_CODE = 1 << 14
ADDRESS_PO_BOX = 1 << 15
ADDRESS_ALL = (1 << 16) - 1


def expand_address(
    address: str | bytes,
    languages: Sequence[str] | None = None,
    *,
    lowercase: bool = True,
    strip_accents: bool = True,
    **options: object,
) -> list[str]:
    """Distinct normalised forms of an address, with abbreviations written out.

    :param languages: accepted without effect: the words around an abbreviation decide
    :param lowercase: whether to use lower case
    :param strip_accents: whether to remove accents; otherwise only white space is normalised
    :param options: libpostal's other options, accepted without effect
    """
    text = address.decode() if isinstance(address, bytes) else address

    def normalised(form: str) -> str:
        if not strip_accents:
            form = " ".join(unicodedata.normalize("NFC", form).split())
            return form.lower() if lowercase else form
        return " ".join(words(form)) if lowercase else " ".join(form.split())

    # The original form is the least useful and comes last.
    return list(dict.fromkeys(normalised(form) for form in reversed(expand(text))))


def expand_address_root(address: str | bytes, languages: Sequence[str] | None = None, **options: object) -> list[str]:
    """Not available: compare addresses by `milepost.canonical_key`."""
    raise NotImplementedError("milepost has no root expansions; milepost.canonical_key gives a key to compare by")
