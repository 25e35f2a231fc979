"""The tables of the templates of OpenCage, each read once."""

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
