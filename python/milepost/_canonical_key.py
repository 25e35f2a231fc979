"""The key that all spellings of one address share (`docs/canonical-key.md`)."""

from __future__ import annotations

from . import _core
from ._components import Components, texts_of


def canonical_key(components: Components, country: str = "") -> str:
    """The key of `components` by the rules of `country` (ISO 3166-1 alpha-2); empty without a component that locates the address.

    A venue is part of the key if there is neither a house number nor a box; attention and CEDEX never are.
    """
    return _core.canonical_key(texts_of(components), country)
