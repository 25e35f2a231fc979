"""The templates of OpenCage, made ready once a country: what is done to its addresses."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from .tables import table

Values = dict[str, str | None]
"""Values by field; a field can be there without one."""


@dataclass(frozen=True)
class Rule:
    """A replacement of the first place that a pattern finds."""

    pattern: re.Pattern[str]
    by: str

    def __call__(self, text: str) -> str:
        """`text` with it."""
        return self.pattern.sub(self.by, text, count=1)


@dataclass(frozen=True)
class Recipe:
    """What is done to an address of a country."""

    code: str
    """The code whose templates and tables count."""
    country: str | None
    """What stands in the place of the country, with `$state` for that field."""
    state: str | None
    """The state a territory is of its country."""
    template: str
    fallback: str
    """For addresses with neither street nor postcode."""
    replace: tuple[tuple[str, str], ...]
    rules_after: tuple[Rule, ...]

    def corrected(self, field: str, value: str) -> str:
        """The value of a field as the country wants it."""
        for rule in _rules_for(self.replace, field):
            value = rule(value)
        return value


@cache
def recipe_of(asked: str) -> Recipe:
    """The recipe of a code; that of no country when it has no template."""
    templates = table("templates")
    code = "GB" if asked == "UK" else asked
    own: Mapping[str, Any] = templates.get(code, {}) if len(code) == 2 else {}
    used: str = own["use_country"].upper() if "use_country" in own else code
    template: Mapping[str, Any] = templates.get(used, {})
    usual = templates["default"]
    added, _, state = own.get("add_component", "").partition("=")
    is_territory = "use_country" in own
    return Recipe(
        code=used,
        country=own.get("change_country") if is_territory else None,
        state=state if is_territory and added == "state" else None,
        template=template.get("address_template") or usual.get("address_template", ""),
        fallback=template.get("fallback_template") or usual.get("fallback_template", ""),
        replace=tuple((pattern, by) for pattern, by in template.get("replace", ())),
        rules_after=tuple(_rule(pattern, by) for pattern, by in template.get("postformat_replace", ())),
    )


def _rule(pattern: str, by: str) -> Rule:
    # As JavaScript means it: `\d`, `\w` and `\b` are of ASCII, and the end is the very end.
    compiled = re.compile(re.sub(r"(?<!\\)\$(?=$|\)|\|)", r"\\Z", pattern), re.ASCII)
    return Rule(compiled, re.sub(r"\$(\d)", r"\\g<\1>", by.replace("\\", r"\\")))


@cache
def _rules_for(replace: tuple[tuple[str, str], ...], field: str) -> tuple[Rule, ...]:
    """A rule `field=pattern` holds for that field; for any other all of it is a pattern."""
    return tuple(_rule(pattern.removeprefix(f"{field}="), by) for pattern, by in replace)


@cache
def abbreviations_of(code: str) -> tuple[tuple[str, Rule], ...]:
    """Rules that abbreviate, with their field."""
    by_language = table("abbreviations-of-templates")
    return tuple(
        (one["component"], _rule(f"(^|\\s){replacement['src']}\\b", f"$1{replacement['dest']}"))
        for language in table("country-to-lang").get(code, ())
        for one in by_language.get(language, ())
        for replacement in one["replacements"]
    )


@cache
def _state_codes(code: str) -> dict[str, str]:
    codes: dict[str, str] = {}
    for coded in table("state-codes").get(code, ()):
        name = coded["name"]
        # The library compares with every letter of a name as well; so it does here, for both to agree.
        names: Iterable[str] = [name, *name] if isinstance(name, str) else name.values()
        for one in names:
            codes.setdefault(one.upper(), coded["key"])
    return codes


def state_code(code: str, name: str) -> str | None:
    """The code of the first state of that name in any case."""
    return _state_codes(code).get(name.upper())


def county_code(code: str, name: str) -> str | None:
    """The code of the first county of that name in any case, or with one of its other names in it."""
    for coded in table("county-codes").get(code, ()):
        known = coded["name"]
        if isinstance(known, str):
            is_it = known.upper() == name.upper()
        else:
            is_it = any(re.search(one, name, re.IGNORECASE) for one in known.values())
        if is_it:
            return str(coded["key"])
    return None
