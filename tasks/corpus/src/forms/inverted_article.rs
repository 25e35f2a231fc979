//! Articles and first names after the name, as registers sort them: `Mans (Le)`, `Huerta, La`, `CALLE NORIA, LA, 8`,
//! `RUE HUGO (VICTOR)`; and road codes after a street (`Rue de Paris (D906)`). The addition is part of the name's
//! value, including its comma or brackets.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::around::{Around, house_number, is_english, numbered, section, street};
use crate::labels::Street;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, pick};
use crate::words;

pub(super) const FORM: Form = Form::new("inverted_article", 0.012, draw);

/// Share of the lines with the article in its usual place.
const CONTROL: f64 = 0.22;

const WORDS: &str = include_str!("../../data/forms/inverted_article.txt");

/// The lines of a section, each split into country or language and the rest.
fn pairs(name: &str) -> Vec<(&'static str, &'static str)> {
    section(WORDS, name).into_iter().filter_map(|line| line.split_once(' ')).collect()
}

static TOWNS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| pairs("town"));
static TYPES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| pairs("types"));
static ARTICLES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| pairs("articles"));
static NAMES: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| pairs("names"));
static FAMOUS: LazyLock<Vec<(&'static str, &'static str)>> = LazyLock::new(|| pairs("famous"));
static ENGLISH: LazyLock<Vec<&'static str>> = LazyLock::new(|| section(WORDS, "english"));

/// A random pair of that country or language; `None` if the list lacks one.
fn of(list: &[(&'static str, &'static str)], key: &str, rng: &mut Rng) -> Option<&'static str> {
    let found: Vec<&'static str> = list.iter().filter(|(of, _)| *of == key).map(|&(_, text)| text).collect();
    (!found.is_empty()).then(|| any(rng, &found))
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    if chance(rng, CONTROL) {
        return control(from, held_out, rng);
    }
    match rng.u8(..20) {
        0..10 => town(from, held_out, rng),
        10..14 => street_in_town(from, article_street(rng), held_out, rng),
        14..17 => street_in_town(from, person_street(from, rng), held_out, rng),
        17 => english_street(from, held_out, rng),
        _ => road(from, held_out, rng),
    }
}

/// `Le Mans` -> (`Le`, `Mans`); `None` for a name without an article.
fn parted(name: &str) -> Option<(&str, &str)> {
    let article = words::all("inverted_article.articles.of.towns")
        .iter()
        .find(|article| name.starts_with(**article))?;
    let rest = &name[article.len()..];
    (rest.chars().count() > 2).then(|| (article.trim_end(), rest))
}

/// A name with `article` after it, as registers, indices and lists put it.
fn inverted(article: &str, name: &str, rng: &mut Rng) -> String {
    let article = match rng.u8(..8) {
        0 => article.to_lowercase(),
        1 => article.to_uppercase(),
        _ => article.to_owned(),
    };
    match rng.u8(..40) {
        0..18 => format!("{name}, {article}"),
        18..34 => format!("{name} ({article})"),
        34 => format!("{name},{article}"),
        35 => format!("{name}({article})"),
        36 => format!("{name} , {article}"),
        37 => format!("{name} [{article}]"),
        _ => format!("{name} {}", article.trim_end_matches('-')),
    }
}

/// A town that has an article, with its country.
fn with_article(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<(String, String)> {
    let listed = |rng: &mut Rng| {
        let (code, name) = any(rng, &TOWNS);
        Some((code.to_owned(), name.to_owned()))
    };
    match rng.u8(..10) {
        0..4 => {
            let (record, _) = (0..200)
                .map(|_| from.fr_record(held_out, rng))
                .find(|(record, _)| parted(&record.city).is_some() && record.cedex.is_empty())?;
            Some(("FR".to_owned(), record.city.clone()))
        }
        4..7 => {
            let code = any(rng, &["ES", "ES", "ES", "MX", "CO", "AR", "CL", "PE", "VE", "BE", "CH"]);
            let town = (0..80)
                .filter_map(|_| from.towns.of(code, held_out, rng))
                .find(|town| parted(&town.name).is_some() && !town.name.contains('('));
            match town {
                Some(town) => Some((code.to_owned(), town.name.clone())),
                None => listed(rng),
            }
        }
        _ => listed(rng),
    }
}

fn town(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some((code, name)) = with_article(from, held_out, rng) else { return Line::default() };
    let Some((article, rest)) = parted(&name) else { return Line::default() };
    let mut around = Around::drawn(from, &code, held_out, rng);
    around.at(from, &name, rng);
    if around.region.is_empty() && chance(rng, 0.12) {
        around.region = region_of(from, &code, &name, rng);
    }
    around.town = Line::of(Tag::Locality, inverted(article, rest, rng));
    // A register that inverts the town inverts the street as well.
    if !around.street.is_empty() && chance(rng, 0.2) && matches!(code.as_str(), "FR" | "ES" | "IT") {
        let made = article_street(rng).filter(|(of, _)| *of == code);
        if let Some((_, street)) = made {
            around.street = registered(&street, &code, rng);
        }
    }
    around.line(rng)
}

/// The département, province or state of a place of that name.
fn region_of(from: &Mixture, code: &str, name: &str, rng: &mut Rng) -> String {
    let place = from.places.named(code, name, rng);
    place.map_or(String::new(), |place| match code {
        "FR" | "ES" if !place.county.is_empty() => place.county.clone(),
        _ => place.region.clone(),
    })
}

/// A street with its article after the name, and its country.
fn article_street(rng: &mut Rng) -> Option<(&'static str, Street)> {
    let (language, code) = any(
        rng,
        &[
            ("es", "ES"),
            ("es", "ES"),
            ("es", "ES"),
            ("ca", "ES"),
            ("gl", "ES"),
            ("fr", "FR"),
            ("fr", "FR"),
            ("fr", "FR"),
            ("it", "IT"),
            ("pt", "PT"),
            ("pt", "BR"),
        ],
    );
    let prefix = of(&TYPES, code, rng)?;
    let name = of(&NAMES, language, rng)?;
    let article = of(&ARTICLES, language, rng)?;
    let loud = prefix.len() > 2 && !prefix.chars().any(char::is_lowercase);
    let cased = |text: &str| if loud { text.to_uppercase() } else { text.to_owned() };
    let text = match rng.u8(..20) {
        0..9 if code != "FR" => format!("{}, {}", cased(name), cased(article)),
        0..3 => format!("{}, {}", cased(name), cased(article)),
        19 => format!("{},{}", cased(name), cased(article)),
        _ => format!("{} ({})", cased(name), cased(article)),
    };
    Some((code, Street { prefix: prefix.to_owned(), name: text, suffix: String::new() }))
}

/// A street named after a person, with the first name last.
fn person_street(from: &Mixture, rng: &mut Rng) -> Option<(&'static str, Street)> {
    let (language, code) =
        any(rng, &[("fr", "FR"), ("fr", "FR"), ("es", "ES"), ("es", "ES"), ("it", "IT"), ("pt", "PT")]);
    let prefix = of(&TYPES, code, rng).filter(|kind| !kind.contains("LOTI"))?;
    let (last, first) =
        match of(&FAMOUS, language, rng).filter(|_| rng.bool()).and_then(|both| both.split_once('|')) {
            Some((last, first)) => (last.to_owned(), first.to_owned()),
            None => {
                let drawn =
                    |kind: &str, rng: &mut Rng| from.vocabulary.draw(language, kind, rng).map(str::to_owned);
                (drawn("last", rng)?, drawn("first", rng)?)
            }
        };
    let loud = prefix.len() > 2 && !prefix.chars().any(char::is_lowercase);
    let cased = |text: String| if loud { text.to_uppercase() } else { text };
    let (last, first) = (cased(last), cased(first));
    let name = match rng.u8(..20) {
        0..10 => format!("{last} ({first})"),
        10..17 => format!("{last} {first}"),
        _ if language == "es" => format!("{last}, {first}"),
        _ => format!("{last} ({}.)", first.chars().next()?),
    };
    Some((code, Street { prefix: prefix.to_owned(), name, suffix: String::new() }))
}

/// A street of a register with its number after it, often after a comma, or in front if that is usual in the country.
fn registered(street: &Street, code: &str, rng: &mut Rng) -> Line {
    let number = house_number(code, rng);
    if code == "FR" && chance(rng, 0.8) {
        let mut line = Line::of(Tag::HouseNumber, number);
        line.join(any(rng, &[" ", " ", ", "]), street.line());
        return line;
    }
    let mut line = street.line();
    let separator =
        if street.name.contains(',') { any(rng, &[", ", ", ", " "]) } else { any(rng, &[" ", ", "]) };
    let word =
        if code == "ES" && chance(rng, 0.15) { any(rng, &["Nº ", "nº ", "Núm. ", "N."]) } else { "" };
    line.then(separator, Tag::HouseNumber, format!("{word}{number}"));
    line
}

/// A street in this spelling, in a town of its country.
fn street_in_town(
    from: &Mixture,
    drawn: Option<(&'static str, Street)>,
    held_out: bool,
    rng: &mut Rng,
) -> Line {
    let Some((code, street)) = drawn else { return Line::default() };
    let line = if chance(rng, 0.12) { street.line() } else { registered(&street, code, rng) };
    if chance(rng, 0.12) {
        return line;
    }
    let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    around.street = line;
    let name = match parted(&town.name) {
        Some((article, rest)) if rng.bool() => inverted(article, rest, rng),
        _ => town.name.clone(),
    };
    around.town = Line::of(Tag::Locality, name);
    around.line(rng)
}

/// `14 Green, The, Elgin`: a British street with an article in its name.
fn english_street(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code = any(rng, &["GB", "GB", "IE", "AU", "NL"]);
    let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    around.street = if code == "NL" {
        let word = from.vocabulary.draw("nl", "word", rng).unwrap_or("Dam");
        let name =
            inverted(any(rng, &["De", "Het", "de", "het", "'t"]), &crate::render::us::usual_case(word), rng);
        numbered(&Street { name, ..Street::default() }, code, rng)
    } else {
        let name = any(rng, &ENGLISH);
        let name = match rng.u8(..3) {
            0 => format!("{name} (The)"),
            _ => format!("{name}, The"),
        };
        numbered(&Street { name, ..Street::default() }, code, rng)
    };
    around.town = Line::of(Tag::Locality, town.name.as_str());
    around.line(rng)
}

/// A street with its road code in brackets.
fn road(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code = any(rng, &["FR", "FR", "FR", "FR", "ES", "ES", "IT", "PT", "DE", "BE", "CH", "AT"]);
    let mut street = street(from, code, held_out, rng);
    if street.name.is_empty()
        || street.name.contains([',', '('])
        || street.name.ends_with(|last: char| last.is_ascii_digit())
    {
        return Line::default();
    }
    if matches!(code, "FR" | "ES" | "IT") && chance(rng, 0.5) {
        let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
        let (prefix, particle) = match code {
            "FR" => (any(rng, &["Rue", "Route", "Avenue", "RUE", "RTE", "Rte", "Av."]), "de "),
            "ES" => (any(rng, &["Carretera", "Ctra.", "Avenida", "CARRETERA", "Calle"]), "de "),
            _ => (any(rng, &["Via", "Strada", "VIA"]), ""),
        };
        street = Street {
            prefix: prefix.to_owned(),
            name: format!("{particle}{}", town.name),
            suffix: String::new(),
        };
        if parted(&town.name).is_some()
            || town.name.starts_with(['A', 'E', 'I', 'O', 'U', 'É', 'Y', 'H']) && code == "FR"
        {
            return Line::default();
        }
    }
    let code_of_road = road_code(code, rng);
    street.name =
        format!("{} {}", street.name, pick(rng, &[(0.9, "(@)"), (0.1, "[@]")]).replace('@', &code_of_road));
    let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    around.street = if chance(rng, 0.25) { street.line() } else { numbered(&street, code, rng) };
    around.town = Line::of(Tag::Locality, town.name.as_str());
    if chance(rng, 0.1) {
        return around.street;
    }
    around.line(rng)
}

/// `D906`, `RN 7`, `N-340`, `CV-35`, `SS 9`: the road's own code.
fn road_code(code: &str, rng: &mut Rng) -> String {
    let (letters, between, most) = match code {
        "FR" => (
            any(rng, &["D", "D", "D", "RD", "RD", "N", "RN", "RN", "M"]),
            any(rng, &["", "", " ", "."]),
            1_000,
        ),
        "ES" => (
            any(rng, &["N", "N", "CV", "C", "M", "A", "BV", "GI", "AC", "PO", "MU", "TF", "GC", "EX", "CL"]),
            any(rng, &["-", "-", " "]),
            700,
        ),
        "IT" => (any(rng, &["SS", "SS", "SP", "SR", "S.S.", "S.P."]), any(rng, &["", " "]), 300),
        "PT" => (any(rng, &["EN", "N", "EM", "ER"]), any(rng, &["", " ", "-"]), 400),
        "DE" | "AT" => (any(rng, &["B", "B", "L", "K"]), any(rng, &["", " "]), 600),
        "BE" => (any(rng, &["N", "N", "R"]), any(rng, &["", " "]), 900),
        _ => (any(rng, &["H", "K"]), any(rng, &["", " "]), 60),
    };
    let letter = if code == "FR" && chance(rng, 0.06) { any(rng, &["A", "E", "B"]) } else { "" };
    format!("{letters}{between}{}{letter}", rng.u32(1..most))
}

/// The counterexamples: articles in front of the town after a comma (`12 Rue Vane, Le Mans`), and provinces in brackets.
fn control(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some((code, name)) = with_article(from, held_out, rng) else { return Line::default() };
    let mut around = Around::drawn(from, &code, held_out, rng);
    around.at(from, &name, rng);
    let bracketed =
        (!is_english(&code) && around.region.is_empty() && chance(rng, 0.3)).then(|| match code.as_str() {
            "IT" => from.places.of("IT", rng).map_or(String::new(), |place| place.region_code.clone()),
            _ => region_of(from, &code, &name, rng),
        });
    around.town = Line::of(Tag::Locality, name);
    if let Some(region) = bracketed.filter(|region| region.len() > 3 && !region.contains('(')) {
        around.town.plain(" (");
        around.town.push(Tag::Region, region);
        around.town.plain(")");
    }
    // Without its comma, a street and a town with an article read as a street alone. So half of the lines have a street, and those keep
    // the comma.
    if around.street.is_empty() && rng.bool() {
        around.street = numbered(&street(from, &code, held_out, rng), &code, rng);
    }
    around.line(rng)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn articles_part_from_their_names() {
        assert_eq!(parted("Le Mans"), Some(("Le", "Mans")));
        assert_eq!(parted("L'Hospitalet de Llobregat"), Some(("L'", "Hospitalet de Llobregat")));
        assert_eq!(parted("'s-Gravenzande"), Some(("'s-", "Gravenzande")));
        assert_eq!(parted("The Dalles"), Some(("The", "Dalles")));
        assert_eq!(parted("Lemans"), None);
        for (_, name) in TOWNS.iter() {
            assert!(parted(name).is_some(), "{name}");
        }
    }

    #[test]
    fn the_article_is_in_the_name() {
        let mut rng = Rng::with_seed(4);
        for _ in 0..200 {
            let name = inverted("Le", "Murr", &mut rng);
            assert!(name.starts_with("Murr") && name.to_lowercase().contains("le"), "{name}");
            let Some((_, street)) = article_street(&mut rng) else { continue };
            assert!(!street.prefix.is_empty() && street.name.contains([',', '(']), "{street:?}");
        }
    }
}
