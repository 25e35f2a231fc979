"""Formats components for a country."""

from __future__ import annotations

from . import _core
from ._components import Components, texts_of


def format(
    components: Components,
    country: str,
    *,
    append_country: bool = False,
    abbreviate: bool = False,
    separator: str = "\n",
) -> str:
    """Formats `components` for `country` (ISO 3166-1 alpha-2); empty if there are none.

    :param append_country: adds a line with the country
    :param abbreviate: lets the templates abbreviate
    :param separator: separates the lines
    """
    return _core.format_address(texts_of(components), country, append_country, abbreviate, separator)
