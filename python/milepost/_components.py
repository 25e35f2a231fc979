"""Components of an address, as `format` and `canonical_key` accept them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Components = Mapping[str, str | Sequence[str] | None]
"""Tag to text, or to several texts, of which the first is used."""


def texts_of(components: Components) -> dict[str, str]:
    """One text per tag: the first, if there are several."""
    return {tag: text for tag, value in components.items() if (text := _first_of(value)) is not None}


def _first_of(value: str | Sequence[str] | None) -> str | None:
    return value if value is None or isinstance(value, str) else next(iter(value), None)
