//! Renders values with OpenCage's templates, in the same steps as `@fragaria/address-formatter`. That library contains the templates, and
//! the tests compare with it.

use std::borrow::Cow;

use super::tables::{Rules, country, usual_rules};
use super::tidy::tidied;
use super::values::{Field, Values};

/// What to render for.
#[derive(Debug, Clone, Copy)]
pub(super) struct Rendering<'a> {
    /// ISO 3166-1 alpha-2, or the code of a template for a script (`CN_zh`).
    pub(super) code: &'a str,
    pub(super) abbreviate: bool,
    /// Adds the country's English name if no country is given.
    pub(super) append_country: bool,
}

/// The lines of an address, separated by line breaks; none is empty.
pub(super) fn render<'a>(fields: &Values<'a>, rendering: Rendering<'a>) -> String {
    let mut values = fields.clone();
    let (code, rules) = into_country(&mut values, rendering.code);
    if rendering.append_country
        && values.get(Field::Country).is_empty()
        && let Some(name) = country(&code).and_then(|country| country.name)
    {
        values.set(Field::Country, name);
    }
    if values.get(Field::Neighbourhood).is_empty() {
        let part = fields.iter().find(|(field, _)| matches!(field, Field::Suburb | Field::Quarter));
        if let Some((_, part)) = part {
            values.set(Field::Neighbourhood, part.to_owned());
        }
    }
    correct(&mut values, rules);
    if rendering.abbreviate {
        abbreviate(&mut values, rules);
    }
    values.retain(|value| !is_link(value));
    let text = text_of(&values, rules);
    if text.contains("\n\n") { lines(&text) } else { text }
}

fn lines(text: &str) -> String {
    text.split('\n').filter(|line| !line.is_empty()).collect::<Vec<_>>().join("\n")
}

/// Parts of the Netherlands with their own templates: name in lower case, code, country line.
const CARIBBEAN: [(&str, &str, &str); 2] = [("sint maarten", "SX", "Sint Maarten"), ("aruba", "AW", "Aruba")];

/// Sets country and state for a territory that uses another country's addresses. Returns the code and the rules that apply.
fn into_country<'a>(values: &mut Values<'a>, asked: &'a str) -> (Cow<'a, str>, &'static Rules) {
    let asked = if asked == "UK" { "GB" } else { asked };
    let mut code = asked;
    if let Some(territory) = country(asked).and_then(|country| country.territory.as_ref()) {
        code = territory.country;
        if let Some(name) = territory.name {
            values.set(Field::Country, name.replace("$state", values.get(Field::State)));
        }
        if let Some(state) = territory.state {
            values.set(Field::State, state);
        }
    }
    if code == "NL" {
        let state = values.get(Field::State);
        let lower = state.to_ascii_lowercase();
        let part = match state {
            "Curaçao" => Some(("CW", "Curaçao")),
            _ => CARIBBEAN
                .into_iter()
                .find(|(name, ..)| lower.contains(name))
                .map(|(_, code, name)| (code, name)),
        };
        if let Some((part, name)) = part {
            code = part;
            values.set(Field::Country, name);
        }
    }
    if !code.is_empty() {
        values.set(Field::CountryCode, code);
    }
    (code.into(), country(code).map_or_else(usual_rules, |country| country.rules()))
}

/// Applies the country's corrections of values, and adds the codes of state and county.
fn correct(values: &mut Values<'_>, rules: &Rules) {
    values.change(|field, value| rules.corrected(field, value));
    let state = values.get(Field::State);
    if is_washington(state) {
        values.set(Field::StateCode, "DC");
        values.set(Field::State, "District of Columbia");
        values.set(Field::City, "Washington");
    } else if let Some(code) = given(state).and_then(|state| rules.state_code(state)) {
        values.set(Field::StateCode, code);
    }
    if let Some(code) = given(values.get(Field::County)).and_then(|county| rules.county_code(county)) {
        values.set(Field::CountyCode, code);
    }
}

fn given(value: &str) -> Option<&str> {
    (!value.is_empty()).then_some(value)
}

/// Whether a text starts with `Washington DC`, with or without a comma and dots.
fn is_washington(state: &str) -> bool {
    const NAME: &str = "washington";
    let Some(behind) = state.get(NAME.len()..).filter(|_| state[..NAME.len()].eq_ignore_ascii_case(NAME))
    else {
        return false;
    };
    let behind = behind.strip_prefix(',').unwrap_or(behind);
    let Some(behind) = behind.strip_prefix(" d").or_else(|| behind.strip_prefix(" D")) else { return false };
    behind.strip_prefix('.').unwrap_or(behind).starts_with(['c', 'C'])
}

fn abbreviate(values: &mut Values<'_>, rules: &Rules) {
    for abbreviation in rules.abbreviations() {
        if let Some(short) = abbreviation.apply(values.get(abbreviation.field)) {
            values.set(abbreviation.field, short);
        }
    }
}

/// A link does not belong to an address.
fn is_link(value: &str) -> bool {
    let scheme = value.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
}

fn text_of(values: &Values<'_>, rules: &Rules) -> String {
    let is_placed = !values.get(Field::Road).is_empty() || !values.get(Field::Postcode).is_empty();
    let template = if is_placed { &rules.template } else { &rules.fallback };
    let mut filled = String::new();
    template.fill(values, &mut filled);
    let mut text = tidied(filled);
    for replacement in &rules.address {
        if let Some(replaced) = replacement.replace(&text) {
            text = replaced;
        }
    }
    let text = tidied(text);
    if text.is_empty() {
        let all: Vec<&str> = values.texts().filter(|value| !value.is_empty()).collect();
        return tidied(all.join(", "));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn washington_is_a_district() {
        for state in ["Washington DC", "washington, d.c.", "WASHINGTON D.C"] {
            assert!(is_washington(state), "{state}");
        }
        for state in ["Washington", "Washington,DC", "Washington D. C.", "Waſhington DC", ""] {
            assert!(!is_washington(state), "{state}");
        }
    }

    #[test]
    fn a_link_is_no_part_of_an_address() {
        assert!(is_link("HTTPS://a.b") && is_link("http://"));
        assert!(!is_link("see http://a.b") && !is_link("ftp://a"));
    }
}
