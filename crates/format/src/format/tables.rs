//! Rules for the addresses of a country, from the tables of `data`, which `scripts/tables/write-templates.ts` writes. Each table is read at its
//! first use.

use std::sync::{LazyLock, OnceLock};

use milepost_text::tsv::rows;

use super::abbreviation::{Abbreviation, abbreviations_of};
use super::divisions::{Division, counties_of, county_code, state_code, states_of};
use super::replacement::{Replacement, unescaped};
use super::template::Template;
use super::values::Field;

const TEMPLATES: &str = include_str!("../../data/templates.tsv");
const TERRITORIES: &str = include_str!("../../data/territories.tsv");
const REPLACEMENTS: &str = include_str!("../../data/replacements.tsv");
const COUNTRY_NAMES: &str = include_str!("../../data/country_names.tsv");

/// The entries of a code, which is that of a country, or of a country's script (`CN_zh`).
#[derive(Debug)]
pub(super) struct Country {
    pub(super) code: &'static str,
    /// English name.
    pub(super) name: Option<&'static str>,
    pub(super) territory: Option<Territory>,
    /// The country line of its addresses, once it is known.
    pub(super) line: OnceLock<Option<String>>,
    rules: OnceLock<Rules>,
}

/// A territory that uses the addresses of another country.
#[derive(Debug)]
pub(super) struct Territory {
    pub(super) country: &'static str,
    /// The state it counts as in that country.
    pub(super) state: Option<&'static str>,
    /// Text of the country line; `$state` is replaced by that field.
    pub(super) name: Option<&'static str>,
}

/// Templates and corrections.
#[derive(Debug)]
pub(super) struct Rules {
    code: &'static str,
    pub(super) template: Template,
    /// For addresses with neither street nor postcode.
    pub(super) fallback: Template,
    values: Vec<ValueReplacement>,
    /// For the rendered text.
    pub(super) address: Vec<Replacement>,
    abbreviations: OnceLock<Vec<Abbreviation>>,
    states: OnceLock<Vec<Division>>,
    counties: OnceLock<Vec<Division>>,
}

/// A replacement in the value of one field, or of every field.
#[derive(Debug)]
struct ValueReplacement {
    place: Place,
    replacement: Replacement,
    /// `field=pattern`, which the templates' library looks for in the values of other fields.
    whole: Option<Replacement>,
}

/// The field that a replacement changes.
#[derive(Debug, PartialEq, Eq)]
enum Place {
    Any,
    Field(Field),
    /// A field without a tag.
    Other,
}

/// The entries of `code`; `None` if there are none.
pub(super) fn country(code: &str) -> Option<&'static Country> {
    static COUNTRIES: LazyLock<Vec<Country>> = LazyLock::new(read_countries);
    let at = COUNTRIES.binary_search_by(|country| country.code.cmp(code)).ok()?;
    Some(&COUNTRIES[at])
}

impl Country {
    pub(super) fn rules(&self) -> &Rules {
        self.rules.get_or_init(|| Rules::read(self.code))
    }
}

/// The rules for codes that are in no table.
pub(super) fn usual_rules() -> &'static Rules {
    static RULES: LazyLock<Rules> = LazyLock::new(|| Rules::read(""));
    &RULES
}

fn read_countries() -> Vec<Country> {
    let of_templates = rows(TEMPLATES).flat_map(|[_, codes]| codes.split(' '));
    let of_names = rows(COUNTRY_NAMES).map(|[code]| code);
    let mut codes: Vec<&str> = of_templates.chain(of_names).filter(|code| *code != DEFAULT).collect();
    codes.sort_unstable();
    codes.dedup();
    let mut countries: Vec<Country> = codes
        .into_iter()
        .map(|code| Country {
            code,
            name: None,
            territory: None,
            line: OnceLock::new(),
            rules: OnceLock::new(),
        })
        .collect();
    for [code, name] in rows(COUNTRY_NAMES) {
        if let Ok(at) = countries.binary_search_by(|country| country.code.cmp(code)) {
            countries[at].name = Some(name);
        }
    }
    let given = |cell: &'static str| Some(cell).filter(|cell| !cell.is_empty());
    for [code, country, state, name] in rows(TERRITORIES) {
        let territory = Territory { country, state: given(state), name: given(name) };
        if let Ok(at) = countries.binary_search_by(|country| country.code.cmp(code)) {
            countries[at].territory = Some(territory);
        }
    }
    countries
}

/// The code of the default templates.
const DEFAULT: &str = "default";

impl Rules {
    fn read(code: &'static str) -> Rules {
        let mut values = Vec::new();
        let mut address = Vec::new();
        for [country, pattern, by, place] in rows(REPLACEMENTS) {
            let Some(replacement) = (country == code).then(|| Replacement::read(pattern, by)).flatten()
            else {
                continue;
            };
            if place == "address" {
                address.push(replacement);
                continue;
            }
            let whole = Replacement::read(&format!("{place}={pattern}"), by);
            let place = match place {
                "any" => Place::Any,
                name => Field::named(name).map_or(Place::Other, Place::Field),
            };
            values.push(ValueReplacement { place, replacement, whole });
        }
        Rules {
            code,
            template: template("address", code),
            fallback: template("fallback", code),
            values,
            address,
            abbreviations: OnceLock::new(),
            states: OnceLock::new(),
            counties: OnceLock::new(),
        }
    }

    /// The corrected value of a field; `None` if it needs no correction.
    pub(super) fn corrected(&self, field: Field, value: &str) -> Option<String> {
        let mut corrected: Option<String> = None;
        // No replacement adds an equals sign.
        let names_a_field = value.contains('=');
        for ValueReplacement { place, replacement, whole } in &self.values {
            let is_own = *place == Place::Any || *place == Place::Field(field);
            let replacement =
                if is_own { Some(replacement) } else { whole.as_ref().filter(|_| names_a_field) };
            let value = corrected.as_deref().unwrap_or(value);
            if let Some(changed) = replacement.and_then(|replacement| replacement.replace(value)) {
                corrected = Some(changed);
            }
        }
        corrected
    }

    pub(super) fn abbreviations(&self) -> &[Abbreviation] {
        self.abbreviations.get_or_init(|| abbreviations_of(self.code))
    }

    pub(super) fn state_code(&self, name: &str) -> Option<&'static str> {
        state_code(self.states.get_or_init(|| states_of(self.code)), name)
    }

    pub(super) fn county_code(&self, name: &str) -> Option<&'static str> {
        county_code(self.counties.get_or_init(|| counties_of(self.code)), name)
    }
}

/// The template of a country, otherwise the default.
fn template(kind: &str, code: &str) -> Template {
    let of = |code: &str| {
        rows(TEMPLATES).find_map(|[of, codes, text]| {
            (of == kind && codes.split(' ').any(|one| one == code)).then_some(text)
        })
    };
    Template::read(&unescaped(of(code).or_else(|| of(DEFAULT)).unwrap_or_default()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pattern_is_read() {
        for [code, pattern, by, place] in rows(REPLACEMENTS) {
            assert!(Replacement::read(pattern, by).is_some(), "{code} {pattern}");
            assert!(country(code).is_some() && !place.is_empty(), "{code} {pattern}");
        }
    }

    #[test]
    fn territories_are_written_as_their_countries() {
        let territory = country("PR").and_then(|country| country.territory.as_ref()).expect("Puerto Rico");
        assert_eq!((territory.country, territory.state), ("US", Some("Puerto Rico")));
        assert_eq!(country("FR").and_then(|country| country.name), Some("France"));
        assert!(country("XX").is_none());
    }

    #[test]
    fn a_correction_of_another_field_counts_where_it_is_named() {
        let rules = country("DE").expect("Germany").rules();
        assert_eq!(rules.corrected(Field::County, "Landkreis Celle").as_deref(), Some("Celle"));
        assert_eq!(rules.corrected(Field::City, "Landkreis Celle"), None);
        assert_eq!(rules.corrected(Field::City, "county=Landkreis Celle").as_deref(), Some("Celle"));
    }
}
