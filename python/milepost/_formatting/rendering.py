"""Renders fields by the templates of OpenCage as `ts/src/format/rendering.ts` does."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import replace

from .recipes import Recipe, Values, abbreviations_of, county_code, recipe_of, state_code
from .tables import table
from .tidy import tidied

# Parts of the Netherlands that have templates of their own.
_CARIBBEAN = (
    (re.compile("^Curaçao$"), "CW", "Curaçao"),
    (re.compile("sint maarten", re.IGNORECASE), "SX", "Sint Maarten"),
    (re.compile("aruba", re.IGNORECASE), "AW", "Aruba"),
)

_WASHINGTON = re.compile(r"^washington,? d\.?c\.?", re.IGNORECASE)
_LINK = re.compile("^https?://", re.IGNORECASE)
_FIRST = re.compile(r"\{\{#first\}\}(.*?)\{\{/first\}\}", re.DOTALL)
_FIELD = re.compile(r"\{\{\{\s*(\w+)\s*\}\}\}", re.ASCII)

# Templates for the script a country's addresses are written in, and for Latin letters.
_BY_SCRIPT = {
    "CN": ("CN_zh", "CN_en"),
    "HK": ("HK_zh", "HK_en"),
    "IR": ("IR_fa", "IR_en"),
    "JP": ("JP_ja", "JP_en"),
    "KR": ("KR_ko", "KR_en"),
    "MO": ("MO_zh", "MO_pt"),
    "TW": ("TW_zh", "TW_en"),
}
_SCRIPTS = re.compile(
    "[\u0600-\u06ff\u0750-\u077f\u08a0-\u08ff\ufb50-\ufdff\ufe70-\ufeff\u1100-\u11ff\u2e80-\u2fdf\u3005\u3007"
    "\u3021-\u3029\u3041-\u3096\u30a1-\u30fa\u30fd-\u30ff\u3130-\u318f\u3400-\u4dbf\u4e00-\u9fff\ua960-\ua97f"
    "\uac00-\ud7ff\uf900-\ufaff\uff66-\uffdc\U00020000-\U000323af]"
)

Render = Callable[[Mapping[str, str]], list[str]]


def renderer_of(country: str, sample: Callable[[], str], *, append_country: bool, abbreviate: bool) -> Render:
    """What renders fields into lines in a country (ISO 3166-1 alpha-2), for an address whose text is `sample()`."""
    code = country.strip().upper()
    scripts = _BY_SCRIPT.get(code)
    template = code if scripts is None else scripts[0 if _SCRIPTS.search(sample()) else 1]
    name = _country_line(code)

    def render(fields: Mapping[str, str]) -> list[str]:
        given = "country" in fields
        if append_country and not given and name is not None:
            return _lines({**fields, "country": name}, template, abbreviate=abbreviate)
        lines = _lines(fields, template, abbreviate=abbreviate)
        # Territories whose addresses are those of another country bring its name along, asked for or not.
        return lines if given or len(lines) < 2 or lines[-1] != name else lines[:-1]

    return render


def _country_line(code: str) -> str | None:
    """The line of a country in its addresses; None when there is no such country."""
    if re.fullmatch("[A-Z]{2}", code) is None:
        return None
    last = _lines({"house": "x"}, code, append_country=True)[-1]
    return None if last == "x" else last


def _lines(fields: Mapping[str, str], code: str, *, abbreviate: bool = False, append_country: bool = False) -> list[str]:
    values: Values = dict(fields)
    recipe = _country_of(values, code)
    if append_country and not values.get("country"):
        name = table("country-names").get(recipe.code)
        if name is not None:
            values["country"] = name
    part = next((field for field in values if field in ("suburb", "quarter")), None)
    if part is not None and not values.get("neighbourhood"):
        values["neighbourhood"] = values[part]
    _prepare(values, recipe, abbreviate)
    return [line for line in _text(values, recipe).split("\n") if line]


def _country_of(values: Values, code: str) -> Recipe:
    """Finds the recipe, and writes country and state where the territory's own are those of another country."""
    recipe = recipe_of(code)
    state = values.get("state")
    if recipe.country is not None:
        values["country"] = recipe.country.replace("$state", state or "")
    if recipe.state is not None:
        values["state"] = recipe.state
    if recipe.code == "NL":
        for named, part, country in _CARIBBEAN:
            if named.search(values.get("state") or ""):
                recipe = replace(recipe_of(part), code=part)
                values["country"] = country
                break
    if code:
        values["country_code"] = recipe.code
    return recipe


def _prepare(values: Values, recipe: Recipe, abbreviate: bool) -> None:
    """Corrects values as the country wants them, and adds the codes of state and county."""
    for field, value in values.items():
        if value is not None:
            values[field] = recipe.corrected(field, value)
    state, county = values.get("state"), values.get("county")
    if state:
        values["state_code"] = state_code(recipe.code, state)
        if _WASHINGTON.search(state):
            values.update(state_code="DC", state="District of Columbia", city="Washington")
    if county:
        values["county_code"] = county_code(recipe.code, county)
    if abbreviate:
        for field, rule in abbreviations_of(recipe.code):
            value = values.get(field)
            if value:
                values[field] = rule(value)
    # A link is no part of an address.
    for field, value in values.items():
        if value is not None and _LINK.search(value):
            values[field] = None


def _text(values: Values, recipe: Recipe) -> str:
    is_placed = bool(values.get("road")) or bool(values.get("postcode"))
    text = tidied(_filled(recipe.template if is_placed else recipe.fallback, values))
    for rule in recipe.rules_after:
        text = rule(text)
    return tidied(text) or tidied(", ".join(value for value in values.values() if value))


def _filled(template: str, values: Values) -> str:
    """The template with the values in it; of alternatives the first with a character in it."""

    def fields(text: str) -> str:
        return _FIELD.sub(lambda found: values.get(found[1]) or "", text)

    def first(found: re.Match[str]) -> str:
        return next((one for one in re.split(r"\s*\|\|\s*", fields(found[1])) if one), "")

    pieces: list[str] = []
    end = 0
    # Piece by piece: a value that looks like a field stays as it is.
    for found in _FIRST.finditer(template):
        pieces += [fields(template[end : found.start()]), first(found)]
        end = found.end()
    return "".join([*pieces, fields(template[end:])])
