"""How Milepost's tags meet the labels of the evaluation set, written down once.

The evaluation set labels as libpostal does. Its columns and Milepost's tags are compared as multisets of
(class, text), text lower-cased, without punctuation at the edges, white space collapsed.

| class    | evaluation columns                    | Milepost tags                                          |
|----------|---------------------------------------|--------------------------------------------------------|
| house    | house, near, category                 | venue                                                  |
| number   | house_number                          | house_number                                           |
| road     | road                                  | street_prefix + particle + street + street_suffix, joined in reading order; each intersection street |
| po_box   | po_box                                | po_box                                                 |
| unit     | unit, level, staircase                | unit                                                   |
| suburb   | suburb, city_district                 | dependent_locality                                     |
| city     | city                                  | locality                                               |
| county   | state_district                        | subregion                                              |
| state    | state                                 | region                                                 |
| postcode | postcode                              | postcode                                               |
| country  | country, world_region                 | country                                                |

`cedex` and `attention` have no column; a row on which one is found is wrong.
"""

from __future__ import annotations

import re
from collections import Counter

COLUMNS = {
    "house": "house", "near": "house", "category": "house", "house_number": "number", "road": "road",
    "po_box": "po_box", "unit": "unit", "level": "unit", "staircase": "unit", "suburb": "suburb",
    "city_district": "suburb", "city": "city", "state_district": "county", "state": "state",
    "postcode": "postcode", "country": "country", "world_region": "country",
}
TAGS = {
    "venue": "house", "house_number": "number", "intersection_a": "road", "intersection_b": "road",
    "po_box": "po_box", "unit": "unit", "dependent_locality": "suburb", "locality": "city",
    "subregion": "county", "region": "state", "postcode": "postcode", "country": "country",
}
STREET = {"street", "street_prefix", "street_prefix_particle", "street_suffix"}


def clean(text: str) -> str:
    """Comparable form of a value."""
    return re.sub(r"\s+", " ", text.lower()).strip(" .,;:-#")


def expected(row: dict[str, str]) -> Counter:
    """(class, text) of an evaluation row."""
    return Counter((COLUMNS[column], clean(row[column])) for column in COLUMNS if row.get(column))


def found(components: list[dict[str, str]]) -> Counter:
    """(class, text) of a parse, street parts joined."""
    values: list[tuple[str, str]] = []
    street: list[str] = []
    for component in components:
        tag, value = component["tag"], component["value"]
        if tag in STREET:
            street.append(value)
        else:
            values.append((TAGS.get(tag, tag), clean(value)))
    if street:
        values.append(("road", clean(" ".join(street))))
    return Counter(values)
