"""Tidying of rendered templates: what empty fields leave behind, and what would be said twice."""

from __future__ import annotations

import re
from collections.abc import Callable

from .components import trimmed

_SPACE = "\\s\ufeff"

# In this order, the first place each.
_RULES = [
    (re.compile(pattern), by)
    for pattern, by in (
        (f"[}},{_SPACE}]+\\Z", ""),
        (f"^[,{_SPACE}]+", ""),
        ("^- ", ""),
        (f",[{_SPACE}]*,", ", "),
        ("[ \t]+,[ \t]+", ", "),
        ("[ \t][ \t]+", " "),
        ("[ \t]\n", "\n"),
        ("\n,", "\n"),
        (",,+", ","),
        (",\n", "\n"),
        ("\n[ \t]+", "\n"),
        ("\n\n+", "\n"),
    )
]


def tidied(text: str) -> str:
    """A text without what empty fields left behind; a line, and a part of a line between commas, stands there once."""
    for pattern, by in _RULES:
        text = _without_repeats(pattern.sub(by, text, count=1))
    return trimmed(text)


def _without_repeats(text: str) -> str:
    return _unique_in(text, "\n", lambda line: _unique_in(line, ", ", str) if ", " in line else line)


def _unique_in(text: str, glue: str, tidy: Callable[[str], str]) -> str:
    """The chunks without white space around them, each once; New York is a city in New York."""
    seen: set[str] = set()
    kept: list[str] = []
    for untidy in text.split(glue):
        chunk = trimmed(untidy)
        is_new_york = chunk.lower() == "new york"
        if chunk in seen and not is_new_york:
            continue
        seen.add(chunk)
        kept.append(chunk if is_new_york else tidy(chunk))
    return glue.join(kept)
