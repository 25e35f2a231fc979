"""Components of an address as `format` and `canonical_key` take them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Components = Mapping[str, str | Sequence[str] | None]
"""Tag to text; the first of several texts counts."""


def texts_of(components: Components) -> dict[str, str]:
    """A text a tag: of several the first."""
    return {tag: text for tag, value in components.items() if (text := _first_of(value)) is not None}


def _first_of(value: str | Sequence[str] | None) -> str | None:
    return value if value is None or isinstance(value, str) else next(iter(value), None)
