"""Replaces `postal.parser`."""

from __future__ import annotations

from ... import label


def parse_address(address: str | bytes, language: str | None = None, country: str | None = None) -> list[tuple[str, str]]:
    """Value and label of each part of an address, the values in lower case.

    :param language: accepted without effect: the parser needs only the text
    :param country: accepted without effect
    """
    text = address.decode() if isinstance(address, bytes) else address
    if not text.strip():
        return []
    return [(" ".join(value.lower().split()), name) for value, name in label(text)]
