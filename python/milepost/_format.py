"""Components as people of a country write them."""

from __future__ import annotations

from collections.abc import Sequence

from ._formatting.components import Components, text_of, without_japanese_tags
from ._formatting.rendering import Render, renderer_of

# Tags that together are the line of a street.
_STREET = ("street_prefix", "street_prefix_particle", "street", "street_suffix", "unit")
# Fields that are one tag, in the order in which they are listed where a template has no place for any.
_FIELDS = {
    "house_number": "house_number",
    "house": "venue",
    "city": "locality",
    "county": "subregion",
    "state": "region",
}
# Fields templates have for a part of a locality: most, Great Britain's, France's.
_PART_FIELDS = ("suburb", "quarter", "place")
# A locality no template knows another name for.
_UNLIKELY = "Qxqx"


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
    universal = without_japanese_tags(components)
    fields = _fields_of(universal)
    part = text_of(universal, "dependent_locality")
    if part is None and not fields:
        return ""

    def sample() -> str:
        return " ".join([*fields.values(), part or ""])

    render = renderer_of(country, sample, append_country=append_country, abbreviate=abbreviate)
    lines = _with_dependent_locality(fields, part, render)
    return separator.join(_with_lines_of(universal, fields, lines, render)).rstrip()


def _fields_of(components: Components) -> dict[str, str]:
    """The fields of the templates, but for the dependent locality, which has several."""
    a, b = text_of(components, "intersection_a"), text_of(components, "intersection_b")
    street = f"{a} & {b}" if a is not None and b is not None else _joined(components, _STREET)
    # A box stands where the street would; beside a street it has a line of its own.
    fields: dict[str, str | None] = {"road": street or text_of(components, "po_box")}
    fields |= {field: text_of(components, tag) for field, tag in _FIELDS.items()}
    fields["postcode"] = _joined(components, ("postcode", "cedex"))
    fields |= {tag: text_of(components, tag) for tag in ("attention", "country")}
    return {field: value for field, value in fields.items() if value is not None}


def _joined(components: Components, tags: Sequence[str]) -> str | None:
    """The texts of several tags in one; None when none has any."""
    return " ".join(text for tag in tags if (text := text_of(components, tag)) is not None) or None


def _with_dependent_locality(fields: dict[str, str], part: str | None, render: Render) -> list[str]:
    """Renders with the dependent locality in the field the template has for it.

    A template without any, or one that would leave something else out for it, gets it as a line of its own above that of the locality.
    """
    without = render(fields) if fields else []
    if part is None or part == fields.get("city"):
        return without
    shown = [value for value in fields.values() if _shows(without, value)]
    for field in _PART_FIELDS:
        lines = render({**fields, field: part})
        # A template without the field renders the same; then a line that holds the name proves nothing.
        if lines != without and all(_shows(lines, value) for value in (part, *shown)):
            return lines
    return _inserted(without, fields.get("city"), part, 0)


def _shows(lines: Sequence[str], value: str) -> bool:
    return any(value in line for line in lines)


def _with_lines_of(components: Components, fields: dict[str, str], rendered: list[str], render: Render) -> list[str]:
    """Adds what the template has no line for: a box beside a street, the locality of a city state, and a venue."""
    road, city, house = fields.get("road"), fields.get("city"), fields.get("house")
    box = text_of(components, "po_box")
    lines = rendered
    if box is not None and box != road:
        lines = _inserted(lines, road, box, 1)
    has_no_city = city is not None and not _shows(lines, city)
    if city is not None and has_no_city and not _shows(render({**fields, "city": _UNLIKELY}), _UNLIKELY):
        lines = _inserted(lines, box or road, city, 1)
    return lines if house is None or _shows(lines, house) else [house, *lines]


def _inserted(lines: list[str], anchor: str | None, line: str, below: int) -> list[str]:
    """`line` above (0) or below (1) the last line that holds `anchor`, else at the end."""
    places = [at for at, one in enumerate(lines) if anchor is not None and anchor in one]
    if not places:
        return [*lines, line]
    at = places[-1] + below
    return [*lines[:at], line, *lines[at:]]
