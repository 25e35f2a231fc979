"""Replaces `postal.near_dupe`: the blocking keys of `milepost match`, as texts."""

from __future__ import annotations

from collections.abc import Sequence

from ..._core import blocking_keys, canonical_key
from ._parts import Text, components, country_of

_NAME = {"venue"}
_ADDRESS = {"house_number", "street", "po_box"}


def near_dupe_hashes(
    labels: Sequence[Text],
    values: Sequence[Text],
    languages: Sequence[Text] | None = None,
    *,
    with_name: bool = True,
    with_address: bool = True,
    with_unit: bool = False,
    with_city_or_equivalent: bool = True,
    with_small_containing_boundaries: bool = True,
    with_postal_code: bool = True,
    with_latlon: bool = False,
    latitude: float = 0,
    longitude: float = 0,
    geohash_precision: int = 6,
    name_and_address_keys: bool = True,
    name_only_keys: bool = False,
    address_only_keys: bool = False,
) -> list[str]:
    """Hashes of an address: two addresses that share none need no comparison. Compare only those of one version of this package.

    :param labels: libpostal's labels of `values`
    :param languages: the first one sets the rules of a country
    :param with_name: whether names of businesses and buildings count; likewise the number, street and box of `with_address`, and the
        places of the other options
    :param with_unit: whether units that differ make hashes that differ
    :param with_latlon: not available, as are the options of the point
    :param name_and_address_keys: hashes of name and address together, or of the one that is there
    :param name_only_keys: hashes of the name
    :param address_only_keys: hashes of the address
    """
    if with_latlon:
        raise NotImplementedError("milepost has no hashes of points; compare the points of the addresses that share a hash")
    country = country_of(languages)
    counts = {
        "venue": with_name,
        **dict.fromkeys(_ADDRESS, with_address),
        **dict.fromkeys(("locality", "dependent_locality"), with_city_or_equivalent),
        "subregion": with_small_containing_boundaries,
        "postcode": with_postal_code,
    }
    parts = {tag: texts for tag, texts in components(labels, values).items() if counts.get(tag, True)}
    of_name = blocking_keys({tag: texts for tag, texts in parts.items() if tag not in _ADDRESS}, country)
    of_address = blocking_keys({tag: texts for tag, texts in parts.items() if tag not in _NAME}, country)
    hashes: list[str] = []
    if name_and_address_keys:
        both = [f"{name}|{address}" for name in of_name for address in of_address]
        hashes += both or of_name or of_address
    hashes += of_name if name_only_keys else []
    hashes += of_address if address_only_keys else []
    unit = canonical_key({"unit": parts["unit"]}, country) if with_unit and "unit" in parts else ""
    return list(dict.fromkeys(f"{known}|{unit}" if unit else known for known in hashes))
