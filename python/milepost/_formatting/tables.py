"""The tables of the package, each read once: abbreviations of `crates/text/data`, templates of OpenCage."""

from __future__ import annotations

import json
from functools import cache
from typing import Any, cast

from .._discovery import tables


@cache
def table(name: str) -> dict[str, Any]:
    """A table by its name."""
    text = (tables() / f"{name}.json").read_text(encoding="utf-8")
    return cast("dict[str, Any]", json.loads(text))


def spellings(name: str) -> dict[str, str]:
    """Every spelling of the words of a table to its full form."""
    return cast("dict[str, str]", table("abbreviations")[name])


def spellings_by(name: str, key: str) -> dict[str, str]:
    """The same of a table that is kept by language or country; empty where there is none."""
    return cast("dict[str, str]", table("abbreviations")[name].get(key, {}))
