"""Components of an address, as `format` and `canonical_key` accept them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Components = Mapping[str, str | Sequence[str] | None]
"""Tag to text, or to several texts."""


def texts_of(components: Components) -> dict[str, list[str]]:
    """The texts of each tag."""
    return {tag: [value] if isinstance(value, str) else list(value) for tag, value in components.items() if value is not None}
