//! A town in one script next to its region or country in another, in either order. The town stays one component.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;
use milepost_text::word_class;

use super::place_country::{country_name, english, is_a_name};
use super::place_region::{british_county, department_number, division};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::{country as america, region, region_name};
use crate::render::us::usual_case;
use crate::render::world::postcode;
use crate::render::{any, chance};
use crate::sources::towns::Town;

/// The form sets the case itself, because Georgian capitals are not used as capitals.
pub(super) const FORM: Form = Form::new("other_script_place", 0.03, draw).typed(Typing::None);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let script = any(rng, &SCRIPTS);
    let line = match rng.u8(..100) {
        0..40 => american(from, script, held_out, rng),
        40..50 => french(from, script, held_out, rng),
        50..56 => british(from, script, held_out, rng),
        56..84 => at_home(from, script, held_out, rng),
        _ => town_in_latin(from, script, held_out, rng),
    };
    recased(line.unwrap_or_default(), rng)
}

/// Scripts, all equally likely except for rarely used ones.
const SCRIPTS: [Script; 25] = [
    Script::Cyrillic,
    Script::Cyrillic,
    Script::Greek,
    Script::Greek,
    Script::Arabic,
    Script::Arabic,
    Script::Hebrew,
    Script::Hebrew,
    Script::Han,
    Script::Han,
    Script::Kana,
    Script::Kana,
    Script::Hangul,
    Script::Hangul,
    Script::SouthEastAsian,
    Script::SouthEastAsian,
    Script::Devanagari,
    Script::Devanagari,
    Script::Indic,
    Script::Indic,
    Script::Georgian,
    Script::Georgian,
    Script::Armenian,
    Script::Armenian,
    Script::Ethiopic,
];

/// Names of countries in scripts other than Latin, by country and script.
static COUNTRIES: LazyLock<BTreeMap<(String, Script), Vec<&str>>> = LazyLock::new(|| {
    let mut countries: BTreeMap<(String, Script), Vec<&str>> = BTreeMap::new();
    let table = include_str!("../../../../crates/text/data/country_names_cldr.tsv");
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (code, names) = line.split_once('\t').unwrap_or_default();
        // Each language has its own list, and the country's own languages come first.
        for name in names.split(['\t', '|']).filter(|name| is_whole(name)) {
            let script = Script::of_text(name);
            countries.entry((code.to_uppercase(), script)).or_default().push(name);
        }
    }
    countries
});

/// Names of regions in scripts other than Latin, by country and GeoNames name.
static REGIONS: LazyLock<BTreeMap<(&str, &str), Vec<&str>>> = LazyLock::new(|| {
    let lines =
        include_str!("../../data/forms/other_script_place.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| {
            let (country, rest) = line.split_once('\t')?;
            let (region, names) = rest.split_once('\t')?;
            Some(((country, region), names.split('|').collect()))
        })
        .collect()
});

/// Whether a name has one script, no brackets, digits or commas, and no more words than a place has.
fn is_whole(name: &str) -> bool {
    let script = Script::of_text(name);
    let fits = |letter: char| match Script::of(letter) {
        Script::None => {
            let sign = matches!(
                letter,
                ' ' | '-'
                    | '.'
                    | '\''
                    | '’'
                    | '״'
                    | '׳'
                    | '＝'
                    | '・'
                    | '゠'
                    | 'ー'
                    | '\u{200c}'
                    | '\u{200d}'
                    | '་'
                    | '‐'
                    | '־'
            );
            sign || unicode_normalization::char::is_combining_mark(letter)
        }
        Script::Kana => matches!(script, Script::Kana | Script::Han),
        Script::Han => matches!(script, Script::Kana | Script::Han),
        other => other == script,
    };
    name.chars().count() >= 2
        && name.chars().all(fits)
        && name.starts_with(char::is_alphabetic)
        && !name.ends_with(['-', '.', '\'', '་'])
        && name.split(' ').count() <= 5
        && !name.contains(" - ")
}

/// A name of `country` in `script`, in half of the lines the country's own.
pub(super) fn country_in(country: &str, script: Script, rng: &mut Rng) -> Option<&'static str> {
    let names = COUNTRIES.get(&(country.to_owned(), script))?;
    Some(if chance(rng, 0.5) { names[0] } else { any(rng, names) })
}

/// The name of `town` in `script`, if it has one without brackets, digits and commas.
pub(super) fn town_in<'a>(town: &'a Town, script: Script, rng: &mut Rng) -> Option<&'a str> {
    town.in_script(script, rng).filter(|name| is_whole(name))
}

/// The name of a division in `script`.
fn region_in(country: &str, region: &str, script: Script, rng: &mut Rng) -> Option<&'static str> {
    let names: Vec<&'static str> = REGIONS
        .get(&(country, region))?
        .iter()
        .copied()
        .filter(|name| Script::of_text(name) == script)
        .collect();
    (!names.is_empty()).then(|| any(rng, &names))
}

/// A town of `country` that has a name in `script`.
fn town_of<'a>(
    from: &'a Mixture,
    country: &str,
    script: Script,
    held_out: bool,
    rng: &mut Rng,
) -> Option<&'a Town> {
    (0..MOST_TRIES)
        .filter_map(|_| from.towns.named_in(script, held_out, rng))
        .find(|town| town.country == country)
}

/// For some scripts only one name in thirty belongs to the wanted country.
const MOST_TRIES: usize = 120;

/// A town and the area it lies in, in either order.
fn set(town: Line, area: Line, script: Script, rng: &mut Rng) -> Line {
    let (mut line, behind) = if chance(rng, 0.4) { (area, town) } else { (town, area) };
    let wide = matches!(script, Script::Han | Script::Kana);
    let (before, after) = match rng.u8(..20) {
        0..8 => (" ", ""),
        8..13 => (", ", ""),
        13 => (",", ""),
        14 if wide => ("，", ""),
        14 if script == Script::Arabic => ("، ", ""),
        14..16 => (" (", ")"),
        16 => (" - ", ""),
        17 => ("\n", ""),
        18 if wide => ("、", ""),
        18 => ("; ", ""),
        _ => (" , ", ""),
    };
    line.join(before, behind);
    if !after.is_empty() {
        line.plain(after);
    }
    line
}

/// A state, sometimes with a ZIP code or the country after it.
fn state(from: &Mixture, town: &Town, rng: &mut Rng) -> Line {
    let code = town.division_code.as_str();
    let mut line = Line::of(
        Tag::Region,
        if chance(rng, 0.4) { usual_case(&region_name(code)) } else { region(code, rng) },
    );
    if chance(rng, 0.2) {
        let place = from.places.named("US", &town.name, rng).filter(|place| place.region_code == code);
        let place = place.unwrap_or_else(|| from.places.in_region("US", code, rng));
        line.then(any(rng, &[" ", " ", ", "]), Tag::Postcode, place.postcode.as_str());
    }
    line.then(any(rng, &[", ", " "]), Tag::Country, america(rng, 0.18));
    line
}

/// Share of the American towns whose name has a hyphen in its script (`Лос-Анджелес`). Few towns have one.
const HYPHENATED: f64 = 0.5;

/// A town of the United States with its name in `script`.
fn american_town<'a>(
    from: &'a Mixture,
    script: Script,
    held_out: bool,
    rng: &mut Rng,
) -> Option<(&'a Town, &'a str)> {
    let drawn = |rng: &mut Rng| {
        let town = town_of(from, "US", script, held_out, rng).filter(|town| town.division_code.len() == 2)?;
        Some((town, town_in(town, script, rng)?))
    };
    if matches!(script, Script::Cyrillic | Script::Armenian) && chance(rng, HYPHENATED) {
        return (0..8).filter_map(|_| drawn(rng)).find(|(_, name)| name.contains('-'));
    }
    drawn(rng)
}

/// A town of the United States in `script`, its state in Latin.
fn american(from: &Mixture, script: Script, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let (town, name) = american_town(from, script, held_out, rng)?;
    let name = Line::of(Tag::Locality, name);
    let area = state(from, town, rng);
    Some(set(name, area, script, rng))
}

/// A French town in `script`, its département or region in Latin.
fn french(from: &Mixture, script: Script, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let town = town_of(from, "FR", script, held_out, rng)?;
    let known = from.places.named("FR", &town.name, rng);
    let area = match (rng.u8(..10), known) {
        (0..6, Some(place)) => place.county.clone(),
        (6, Some(place)) => department_number(&place.postcode)?.to_owned(),
        (0..6, None) if !town.county.is_empty() => town.county.clone(),
        _ => division("FR", &town.division, rng),
    };
    let number = area.starts_with(|first: char| first.is_ascii_digit());
    let mut name = Line::default();
    if let Some(place) = known.filter(|place| place.cedex.is_empty() && !number && chance(rng, 0.2)) {
        name.push(Tag::Postcode, place.postcode.as_str());
    }
    name.then(" ", Tag::Locality, town_in(town, script, rng)?);
    if number {
        // A number without brackets would be a house number.
        name.then(" (", Tag::Region, area);
        name.plain(")");
        return Some(name);
    }
    let mut line = set(name, Line::of(Tag::Region, area), script, rng);
    if chance(rng, 0.15) {
        line.then(any(rng, &[", ", " "]), Tag::Country, "France");
    }
    Some(line)
}

/// A town of Great Britain in `script`, its county or country in Latin.
fn british(from: &Mixture, script: Script, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let town = town_of(from, "GB", script, held_out, rng)?;
    let name = Line::of(Tag::Locality, town_in(town, script, rng)?);
    let mut area = Line::default();
    if chance(rng, 0.65) {
        area.push(Tag::Subregion, british_county(&town.county, rng)?);
        if chance(rng, 0.25) {
            let place = from.places.of("GB", rng)?;
            area.then(
                any(rng, &[" ", ", "]),
                Tag::Postcode,
                postcode::as_written(&place.postcode, "GB", rng),
            );
        }
    }
    if area.is_empty() || chance(rng, 0.2) {
        let names = ["UK", "United Kingdom", "Great Britain", "U.K.", town.division.as_str()];
        area.then(any(rng, &[", ", " "]), Tag::Country, any(rng, &names));
    }
    Some(set(name, area, script, rng))
}

/// Countries that use a script.
fn countries_of(script: Script) -> &'static [&'static str] {
    match script {
        Script::Cyrillic => &["RU", "RU", "UA", "UA", "BG", "BY", "RS", "MK", "KZ", "KG", "MN", "TJ"],
        Script::Greek => &["GR", "GR", "GR", "CY"],
        Script::Arabic => &[
            "EG", "SA", "IR", "IQ", "SY", "JO", "LB", "MA", "DZ", "TN", "LY", "SD", "YE", "AE", "OM", "KW",
            "QA", "BH", "PK", "AF", "PS",
        ],
        Script::Hebrew => &["IL"],
        Script::Han => &["CN", "CN", "JP", "JP", "TW", "HK", "MO"],
        Script::Kana => &["JP"],
        Script::Hangul => &["KR", "KR", "KR", "KP"],
        Script::SouthEastAsian => &["TH", "TH", "TH", "MM", "KH", "LA"],
        Script::Devanagari => &["IN", "IN", "NP"],
        Script::Indic => &["IN", "IN", "IN", "BD", "LK", "PK"],
        Script::Georgian => &["GE"],
        Script::Armenian => &["AM"],
        Script::Ethiopic => &["ET", "ER"],
        _ => &[],
    }
}

/// A town in the script of its country or, sometimes, of another, with its region or country in Latin.
fn at_home(from: &Mixture, script: Script, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let town = match chance(rng, 0.65) {
        true => town_of(from, any(rng, countries_of(script)), script, held_out, rng),
        false => from
            .towns
            .named_in(script, held_out, rng)
            .filter(|town| !matches!(town.country.as_str(), "US" | "GB")),
    }?;
    let country = town.country.as_str();
    let mut name = Line::default();
    let postcode = from.places.named(country, &town.name, rng).or_else(|| from.places.of(country, rng));
    let postcode = postcode
        .filter(|_| chance(rng, 0.18))
        .map(|place| postcode::as_written(&place.postcode, country, rng));
    let in_front = rng.bool();
    if let Some(postcode) = postcode.as_deref().filter(|_| in_front) {
        name.push(Tag::Postcode, postcode);
    }
    name.then(" ", Tag::Locality, town_in(town, script, rng)?);
    if !in_front {
        name.then(any(rng, &[" ", ", "]), Tag::Postcode, postcode.unwrap_or_default());
    }
    let mut area = Line::default();
    let divided = !town.division.is_empty()
        && is_a_name(&town.division)
        && town.division != english(country)
        && town.division != town.name;
    if divided && chance(rng, 0.5) {
        area.push(Tag::Region, division(country, &town.division, rng));
    }
    if area.is_empty() || chance(rng, 0.25) {
        let country =
            if chance(rng, 0.7) { english(country).to_owned() } else { latin_name(from, country, rng) };
        area.then(any(rng, &[", ", ", ", " "]), Tag::Country, country);
    }
    (!area.is_empty()).then(|| set(name, area, script, rng))
}

/// A name of `country` in Latin letters.
fn latin_name(from: &Mixture, country: &str, rng: &mut Rng) -> String {
    let drawn =
        (0..10).map(|_| country_name(from, country, rng)).find(|name| Script::of_text(name) == Script::Latin);
    // Two letters that are also the code of a state are ambiguous.
    let drawn =
        drawn.filter(|name| !word_class::us_states().any(|(code, _)| code.eq_ignore_ascii_case(name)));
    drawn.unwrap_or_else(|| english(country).to_owned())
}

/// A town in Latin letters, its region or country in `script`.
fn town_in_latin(from: &Mixture, script: Script, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let (town, area) = if chance(rng, 0.5) {
        let own = rng.bool();
        let countries: Vec<&str> =
            REGIONS.keys().map(|&(country, _)| country).filter(|country| own || *country == "US").collect();
        let country = any(rng, &countries);
        (0..MOST_TRIES).find_map(|_| {
            let town = from.towns.of(country, held_out, rng)?;
            let key = if country == "US" { &town.division_code } else { &town.division };
            Some((town, Line::of(Tag::Region, region_in(country, key, script, rng)?)))
        })?
    } else {
        let town = match rng.bool() {
            true => from.towns.of(any(rng, countries_of(script)), held_out, rng),
            false => from.towns.anywhere(held_out, rng),
        }?;
        (town, Line::of(Tag::Country, country_in(&town.country, script, rng)?))
    };
    if !is_a_name(&town.name) {
        return None;
    }
    let mut name = Line::default();
    let place = from
        .places
        .named(&town.country, &town.name, rng)
        .filter(|place| place.cedex.is_empty() && chance(rng, 0.2));
    let code =
        place.map(|place| postcode::as_written(&place.postcode, &town.country, rng)).unwrap_or_default();
    if !code.is_empty() && !matches!(town.country.as_str(), "US" | "GB" | "IN") {
        name.push(Tag::Postcode, code);
        name.then(" ", Tag::Locality, town.name.as_str());
    } else {
        name.push(Tag::Locality, town.name.as_str());
        name.then(" ", Tag::Postcode, code);
    }
    Some(set(name, area, script, rng))
}

/// Sometimes changes the case of the Latin letters, and of the other script if it has case.
fn recased(mut line: Line, rng: &mut Rng) -> Line {
    let change: fn(&str) -> String = match rng.u8(..100) {
        0..20 => |text| text.to_lowercase(),
        20..32 => |text| text.to_uppercase(),
        _ => return line,
    };
    for piece in &mut line.pieces {
        let script = Script::of_text(&piece.text);
        if script != Script::Georgian && (script == Script::Latin || rng.bool()) {
            piece.text = change(&piece.text);
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_neither_brackets_nor_digits_nor_commas() {
        for name in ["Нью-Йорк", "東京", "セントポール", "ატლანტა", "Փարիզ", "กรุงเทพ", "लॉस एंजिल्स", "பாரிஸ்"]
        {
            assert!(is_whole(name), "{name}");
        }
        for name in ["بیشوپویل، کارولینای جنوبی", "Берн (Германия)", "港区1", "ᐆᑉᓴᓚ/uupsala", "東", "Перник-"]
        {
            assert!(!is_whole(name), "{name}");
        }
    }

    #[test]
    fn regions_and_countries_have_names_in_many_scripts() {
        let mut rng = Rng::with_seed(5);
        assert_eq!(region_in("US", "OR", Script::Georgian, &mut rng), Some("ორეგონი"));
        assert_eq!(region_in("US", "OR", Script::Ethiopic, &mut rng), None);
        for script in [
            Script::Cyrillic,
            Script::Greek,
            Script::Hebrew,
            Script::Han,
            Script::Hangul,
            Script::Armenian,
            Script::Devanagari,
        ] {
            assert!(country_in("FR", script, &mut rng).is_some(), "{script:?}");
        }
        assert!(
            REGIONS.values().flatten().all(|name| is_whole(name)),
            "{:?}",
            REGIONS.values().flatten().find(|name| !is_whole(name))
        );
    }
}
