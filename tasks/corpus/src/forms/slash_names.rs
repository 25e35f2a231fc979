//! Two names of one thing, joined by a slash or a dash: `Calp/Calpe`, `Rue du Trône - Troonstraat 12`. Both together are one component,
//! not a crossing and not two places.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::around::{self, Around, house_number, in_language, languages, section, street};
use super::{Form, Typing};
use crate::labels::{Street, split_us};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::world::street::with_places;
use crate::render::{any, chance, pick};

pub(super) const FORM: Form = Form::new("slash_names", 0.012, draw).typed(Typing::Case);

/// Share of the lines in which a slash or a dash separates two things.
const CONTROL: f64 = 0.2;

/// A country, and the names of one thing or the patterns of one street.
type Named = (&'static str, Vec<&'static str>);

static LISTS: LazyLock<[Vec<Named>; 5]> = LazyLock::new(|| {
    let text = include_str!("../../data/forms/slash_names.txt");
    ["town", "region", "county", "country", "street"].map(|heading| {
        let lines = section(text, heading).into_iter().filter_map(|line| line.split_once(' '));
        let apart = if heading == "street" { '@' } else { '|' };
        lines.map(|(code, names)| (code, names.split(apart).collect())).collect()
    })
});

fn list(heading: usize) -> &'static [Named] {
    &LISTS[heading]
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    if chance(rng, CONTROL) {
        return control(from, held_out, rng);
    }
    match rng.u8(..20) {
        0..9 => town(from, held_out, rng),
        9..12 => invented_town(from, held_out, rng),
        12..14 => division(from, held_out, rng),
        14 => nation(from, held_out, rng),
        _ => both_streets(from, held_out, rng),
    }
}

/// The names of one thing with a separator between them.
fn joined(names: &[&str], rng: &mut Rng) -> String {
    let between =
        pick(rng, &[(0.4, "/"), (0.22, " / "), (0.22, " - "), (0.08, " – "), (0.05, "-"), (0.03, " /")]);
    // A dash without spaces would seem to join only the words next to it.
    let between =
        if between == "-" && names.iter().any(|name| name.contains([' ', '-'])) { " - " } else { between };
    names.join(between)
}

/// An entry of a list with its country, sometimes with its two names swapped.
fn of_list(heading: usize, rng: &mut Rng) -> (&'static str, Vec<&'static str>) {
    let list = list(heading);
    let (code, names) = &list[rng.usize(..list.len())];
    let mut names = names.clone();
    if chance(rng, 0.35) {
        names.reverse();
    }
    (code, names)
}

/// A real town with its names in both languages.
fn town(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let south_tyrol = chance(rng, 0.08).then(|| from.places.twice_named(rng)).flatten();
    let (code, names) = match south_tyrol {
        Some((one, other)) => ("IT", vec![one.name.as_str(), other.name.as_str()]),
        None => of_list(0, rng),
    };
    let mut around = Around::drawn(from, code, held_out, rng);
    for name in &names {
        around.at(from, name, rng);
    }
    around.town = Line::of(Tag::Locality, joined(&names, rng));
    beside(around, from, held_out, rng).line(rng)
}

/// Sometimes region, country and street in two languages too, as is usual where towns have two names.
fn beside(mut around: Around, from: &Mixture, held_out: bool, rng: &mut Rng) -> Around {
    if around.region.is_empty() && chance(rng, 0.06) {
        around.region = twice_named(1, &around.code, rng);
    }
    if !around.country.is_empty() && chance(rng, 0.2) {
        let twice = twice_named(3, &around.code, rng);
        if !twice.is_empty() {
            around.country = twice;
        }
    }
    if !around.street.is_empty()
        && chance(rng, 0.3)
        && let Some(street) = two_streets(&around.code, from, held_out, rng)
    {
        around.street = numbered(&street, &around.code, rng);
    }
    around
}

/// A region or country with that code from the list of `heading`; empty if the list lacks one.
fn twice_named(heading: usize, code: &str, rng: &mut Rng) -> String {
    let all: Vec<&Named> = list(heading).iter().filter(|(of, _)| *of == code).collect();
    if all.is_empty() { String::new() } else { joined(&any(rng, &all).1, rng) }
}

/// Countries with towns that have names in two languages, and the countries that the two names are drawn from.
const PAIRS: [(&str, &str, &str); 22] = [
    ("CH", "CH", "FR"),
    ("CH", "DE", "CH"),
    ("BE", "FR", "NL"),
    ("BE", "NL", "FR"),
    ("IT", "IT", "AT"),
    ("IT", "DE", "IT"),
    ("IT", "IT", "SI"),
    ("FI", "FI", "SE"),
    ("FI", "SE", "FI"),
    ("RO", "RO", "HU"),
    ("RO", "RO", "DE"),
    ("SK", "SK", "HU"),
    ("RS", "RS", "HU"),
    ("SI", "SI", "IT"),
    ("HR", "HR", "IT"),
    ("XK", "AL", "RS"),
    ("AT", "AT", "SI"),
    ("LU", "FR", "DE"),
    ("FR", "FR", "DE"),
    ("PL", "PL", "DE"),
    ("CZ", "CZ", "PL"),
    ("ES", "ES", "PT"),
];

/// A town with the names of two different towns, one for each language. The model should learn the form, not the towns.
fn invented_town(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (code, first, second) = any(rng, &PAIRS);
    let of =
        |country: &str, rng: &mut Rng| from.towns.of(country, held_out, rng).map(|town| town.name.as_str());
    let (Some(first), Some(second)) = (of(first, rng), of(second, rng)) else { return Line::default() };
    let short = |name: &str| name.split([' ', '-']).count() <= 3;
    if !short(first) || !short(second) || first == second {
        return Line::default();
    }
    let mut around = Around::drawn(from, code, held_out, rng);
    around.town = Line::of(Tag::Locality, joined(&[first, second], rng));
    beside(around, from, held_out, rng).line(rng)
}

/// A region or county in two languages, alone or after a town of its country.
fn division(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let county = chance(rng, 0.15);
    let (code, names) = of_list(if county { 2 } else { 1 }, rng);
    let (name, tag) = (joined(&names, rng), if county { Tag::Subregion } else { Tag::Region });
    let mut line = match rng.u8(..5) {
        0 => Line::of(tag, name),
        1 => {
            let mut line = Line::of(tag, name);
            line.then(", ", Tag::Country, from.countries.name(code, rng));
            line
        }
        _ => {
            let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
            let mut around = Around::of_town(from, town, held_out, rng);
            around.town = Line::of(Tag::Locality, town.name.as_str());
            around.region = String::new();
            if code == "CA" && !around.postcode.is_empty() {
                around.postcode = String::new();
            }
            let country = std::mem::take(&mut around.country);
            let mut line = around.line(rng);
            // If the place does not end with the town or postcode, the region would follow something else.
            if line
                .pieces
                .last()
                .is_some_and(|piece| !matches!(piece.tag, Some(Tag::Locality | Tag::Postcode)))
            {
                return Line::default();
            }
            line.then(", ", tag, name);
            line.then(", ", Tag::Country, country);
            line
        }
    };
    if code == "ES" && tag == Tag::Region && chance(rng, 0.1) {
        line.then(", ", Tag::Country, twice_named(3, code, rng));
    }
    line
}

/// A country in two languages, alone or after a town.
fn nation(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (code, name) = if rng.bool() {
        let (code, names) = of_list(3, rng);
        (code, joined(&names, rng))
    } else {
        let codes = from.countries.codes();
        let code = codes[rng.usize(..codes.len())].as_str();
        let (own, other) = (from.countries.name(code, rng), from.countries.english(code));
        if own.eq_ignore_ascii_case(other) || other.is_empty() || own.len() < 4 || own.contains(',') {
            return Line::default();
        }
        (code, joined(&[own.as_str(), other], rng))
    };
    if chance(rng, 0.25) {
        return Line::of(Tag::Country, name);
    }
    let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    around.town = Line::of(Tag::Locality, town.name.as_str());
    around.country = name;
    around.line(rng)
}

/// Countries with streets in two languages, and the two countries whose languages they are.
const SIDE_BY_SIDE: [(&str, &str, &str); 20] = [
    ("BE", "fr", "nl"),
    ("BE", "nl", "fr"),
    ("CH", "de", "fr"),
    ("CH", "fr", "de"),
    ("CH", "de", "it"),
    ("IT", "de", "it"),
    ("IT", "it", "de"),
    ("IT", "it", "sl"),
    ("FI", "fi", "sv"),
    ("FI", "sv", "fi"),
    ("ES", "es", "eu"),
    ("ES", "eu", "es"),
    ("ES", "ca", "es"),
    ("ES", "es", "ca"),
    ("LU", "fr", "de"),
    ("RO", "ro", "hu"),
    ("SI", "sl", "it"),
    ("HR", "hr", "it"),
    ("AT", "de", "sl"),
    ("RS", "hr", "hu"),
];

/// A street in two languages; `None` if the country has no such streets.
fn two_streets(code: &str, from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Street> {
    let separator = pick(rng, &[(0.34, " / "), (0.34, " - "), (0.22, "/"), (0.1, " – ")]);
    let sides: Vec<(&str, &str)> =
        SIDE_BY_SIDE.iter().filter(|side| side.0 == code).map(|&(_, one, other)| (one, other)).collect();
    let patterns: Vec<&Named> = list(4).iter().filter(|(of, _)| *of == code).collect();
    if patterns.is_empty() || !sides.is_empty() && chance(rng, 0.35) {
        let (one, other) = if sides.is_empty() { return None } else { any(rng, &sides) };
        let (first, second) =
            (in_language(from, one, held_out, rng), in_language(from, other, held_out, rng));
        if first.name.is_empty() || second.name.is_empty() || ends_in_digit(&second.name) {
            return None;
        }
        return Some(Street { name: format!("{}{separator}{}", first.name, second.whole()), ..first });
    }
    let pattern = any(rng, &patterns).1.join(separator);
    let language = languages(code).first().copied().unwrap_or("en");
    let language = from.world.language_named(language).map_or("en", |language| language.vocabulary);
    let name = capital(from.vocabulary.draw(language, "last", rng).unwrap_or("Martin"));
    let city = from.towns.of(code, held_out, rng).map_or(name.clone(), |town| town.name.clone());
    let filled = with_places(&pattern, |kind, out| out.push_str(if kind == "c" { &city } else { &name }));
    Some(Street::written(&filled))
}

fn ends_in_digit(text: &str) -> bool {
    text.ends_with(|last: char| last.is_ascii_digit())
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The street with a number after both names, or in front if the language of the first name has it there.
fn numbered(street: &Street, code: &str, rng: &mut Rng) -> Line {
    let number = house_number(code, rng);
    if matches!(code, "FR" | "LU") || code == "BE" && !street.prefix.is_empty() && chance(rng, 0.15) {
        let mut line = Line::of(Tag::HouseNumber, number);
        line.join(any(rng, &[" ", " ", ", "]), street.line());
        return line;
    }
    let mut line = street.line();
    line.then(any(rng, &[" ", " ", " ", ", "]), Tag::HouseNumber, number);
    line
}

/// A street in two languages, in a town with one name or two.
fn both_streets(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let all = list(4);
    let code = all[rng.usize(..all.len())].0;
    let Some(street) = two_streets(code, from, held_out, rng) else { return Line::default() };
    let line = if chance(rng, 0.1) { street.line() } else { numbered(&street, code, rng) };
    if chance(rng, 0.1) {
        return line;
    }
    let mut around = Around::drawn(from, code, held_out, rng);
    around.street = line;
    let twice: Vec<&Named> = list(0).iter().filter(|(of, _)| *of == code).collect();
    let name = match from.towns.of(code, held_out, rng) {
        _ if !twice.is_empty() && rng.bool() => joined(&any(rng, &twice).1, rng),
        Some(town) => {
            around.at(from, &town.name, rng);
            town.name.clone()
        }
        None => return Line::default(),
    };
    around.town = Line::of(Tag::Locality, name);
    if !around.country.is_empty() && chance(rng, 0.25) {
        let country = twice_named(3, code, rng);
        around.country = if country.is_empty() { around.country } else { country };
    }
    around.line(rng)
}

/// The counterexamples, in which a slash or a dash separates two things: a crossing, a district and its city, a town and its country, a
/// unit and a house number, or two parts of an address.
fn control(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..10) {
        0..4 => crossing(from, held_out, rng),
        4 | 5 => district(from, held_out, rng),
        6 => town_and_country(from, held_out, rng),
        7 | 8 => slash_number(from, held_out, rng),
        _ => dashed_parts(from, held_out, rng),
    }
}

fn crossing(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let whole = |rng: &mut Rng| split_us(from.us_street(held_out, rng).0).whole();
    let mut line = Line::of(Tag::IntersectionA, whole(rng));
    line.plain(any(rng, &[" / ", "/", " / ", " /"]));
    line.push(Tag::IntersectionB, whole(rng));
    if chance(rng, 0.75) {
        let (record, _) = from.us_record(held_out, rng);
        line.then(any(rng, &[", ", ", ", " "]), Tag::Locality, record.city.as_str());
        line.then(any(rng, &[", ", " "]), Tag::Region, record.state.as_str());
        if rng.bool() {
            line.then(" ", Tag::Postcode, record.zip.as_str());
        }
    }
    line
}

/// `Kadıköy / İstanbul`.
fn district(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(place) = from.places.of("TR", rng) else { return Line::default() };
    if place.county.is_empty() || place.region.is_empty() || place.county == place.region {
        return Line::default();
    }
    let mut line = Line::default();
    if rng.bool() {
        line.join("", around::numbered(&street(from, "TR", held_out, rng), "TR", rng));
    }
    if rng.bool() {
        line.then(any(rng, &[", ", " "]), Tag::Postcode, place.postcode.as_str());
    }
    line.then(" ", Tag::Subregion, place.county.as_str());
    line.then(any(rng, &["/", " / ", " / "]), Tag::Locality, place.region.as_str());
    if chance(rng, 0.25) {
        line.then(any(rng, &[", ", " / "]), Tag::Country, any(rng, &["Türkiye", "Turkey"]));
    }
    line
}

/// `Wien / Österreich`, `Roma - Italia`.
fn town_and_country(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(town) = from.towns.anywhere(held_out, rng) else { return Line::default() };
    let large = from.towns.large(&town.country, rng).filter(|_| rng.bool());
    let town = large.unwrap_or(town);
    let mut line = Line::of(Tag::Locality, town.name.as_str());
    let separator = any(rng, &[" / ", "/", " - ", " – ", " / "]);
    if chance(rng, 0.3) && town.division != town.name {
        line.then(separator, Tag::Region, town.division.as_str());
    }
    line.then(separator, Tag::Country, from.countries.name(&town.country, rng));
    line
}

/// `Mozartgasse 16/3`: a house number; `3/5 Hill Rd`: a unit and a house number.
fn slash_number(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code = any(rng, &["AT", "AT", "PL", "CZ", "IT", "AU", "AU", "NZ", "TR", "SK"]);
    let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    let street = street(from, code, held_out, rng);
    let (first, second) = (rng.u32(1..150), rng.u32(1..60));
    around.street = if matches!(code, "AU" | "NZ") {
        let mut line = Line::of(Tag::Unit, first.to_string());
        line.then("/", Tag::HouseNumber, second.to_string());
        line.join(" ", street.line());
        line
    } else {
        let mut line = street.line();
        let stair = if code == "AT" && rng.bool() { format!("/{}", rng.u32(1..30)) } else { String::new() };
        line.then(" ", Tag::HouseNumber, format!("{first}/{second}{stair}"));
        line
    };
    around.town = Line::of(Tag::Locality, town.name.as_str());
    around.line(rng)
}

/// `Via Vane 12 - 39100 Bolzano - Italia`: parts of an address separated by dashes or slashes.
fn dashed_parts(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code = any(rng, &["IT", "FR", "ES", "BE", "CH", "DE", "FI", "SI", "HR", "PT", "RO", "AT"]);
    let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
    let separator = any(rng, &[" - ", " / ", " – "]);
    let mut line = around::numbered(&street(from, code, held_out, rng), code, rng);
    let place = from.places.named(code, &town.name, rng).or_else(|| from.places.of(code, rng));
    line.then(separator, Tag::Postcode, place.map_or("", |place| place.postcode.as_str()));
    line.then(" ", Tag::Locality, town.name.as_str());
    if rng.bool() {
        line.then(separator, Tag::Country, from.countries.name(code, rng));
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_thing_of_the_lists_has_two_different_names() {
        for heading in 0..4 {
            assert!(list(heading).len() > 15);
            for (code, names) in list(heading) {
                assert!(code.len() == 2 && names.len() > 1 && names[0] != names[1], "{code} {names:?}");
            }
        }
        assert!(list(4).iter().all(|(_, names)| names.len() == 2));
    }

    #[test]
    fn names_are_joined_to_one_text() {
        let mut rng = Rng::with_seed(2);
        for _ in 0..100 {
            let both = joined(&["Murr", "Vane"], &mut rng);
            assert!(
                both.starts_with("Murr") && both.ends_with("Vane") && both.contains(['/', '-', '–']),
                "{both}"
            );
        }
        let spaced =
            (0..200).map(|_| joined(&["San Murr", "Vane"], &mut rng)).find(|both| both.contains("Murr-V"));
        assert_eq!(spaced, None);
    }
}
