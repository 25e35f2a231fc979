"""Components as people of a country write them; the core writes them."""

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
    """Writes `components` as in `country` (ISO 3166-1 alpha-2); empty when there are none.

    :param append_country: adds the line of the country
    :param abbreviate: lets the templates abbreviate
    :param separator: stands between lines
    """
    return _core.format_address(texts_of(components), country, append_country, abbreviate, separator)
