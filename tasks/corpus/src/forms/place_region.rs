//! A town and its state, province, region, département or county, with and without postcode and country, in both orders.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::fold;
use milepost_text::word_class;

use super::Form;
use super::place_country::{beside, country_name, country_of, english, is_a_name};
use crate::labels::split_us;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::{country as america, region_name, zip_code};
use crate::render::us::{house_number, usual_case};
use crate::render::world::{postcode, street};
use crate::render::{any, chance};
use crate::sources::is_held_out;
use crate::sources::places::Place;
use crate::sources::towns::Town;
use crate::words;

pub(super) const FORM: Form = Form::new("place_region", 0.035, draw);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let line = match rng.u8(..100) {
        0..38 => anywhere(from, held_out, rng),
        38..60 => american(from, held_out, rng),
        60..74 => british(from, held_out, rng),
        74..82 => irish(from, held_out, rng),
        82..91 => french(from, held_out, rng),
        91..96 => italian(from, held_out, rng),
        _ => spanish(from, held_out, rng),
    };
    line.unwrap_or_default()
}

/// `data/forms/place_region.txt`: its lists by the words before them, separated by tabs.
static TABLE: LazyLock<BTreeMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let lines =
        include_str!("../../data/forms/place_region.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.rsplit_once('\t'))
        .map(|(key, names)| (key, names.split('|').collect()))
        .collect()
});

/// Provinces of Italy: folded name, two-letter code, name.
static ITALY: LazyLock<Vec<(String, &str, &str)>> = LazyLock::new(|| {
    let lines =
        include_str!("../../data/forms/place_region_italy.txt").lines().filter(|line| !line.starts_with('#'));
    lines
        .filter_map(|line| line.split_once('\t'))
        .flat_map(|(code, names)| {
            let written = names.split('|').next().unwrap_or(names);
            names.split('|').map(move |name| (fold(name), code, written))
        })
        .collect()
});

fn listed(key: &[&str]) -> &'static [&'static str] {
    TABLE.get(key.join("\t").as_str()).map_or(&[], Vec::as_slice)
}

/// A division's name without the word for its kind. A name that would be nothing but a direction keeps the word, and so does one that
/// the word is part of (`Andhra Pradesh`).
fn bare(name: &str) -> &str {
    let kept = [
        "Andhra Pradesh",
        "Uttar Pradesh",
        "Madhya Pradesh",
        "Himachal Pradesh",
        "Arunachal Pradesh",
        "Karnali Pradesh",
    ];
    if kept.contains(&name) {
        return name;
    }
    let rest = words::all("place_region.in.front")
        .iter()
        .find_map(|word| name.strip_prefix(word))
        .or_else(|| words::all("place_region.behind").iter().find_map(|word| name.strip_suffix(word)))
        .unwrap_or(name);
    if words::all("place_region.directions").contains(&fold(rest).as_str()) { name } else { rest }
}

/// A division as people write it: the bare name, with the word for its kind, in the country's language, abbreviated, or as its code.
pub(super) fn division(country: &str, name: &str, rng: &mut Rng) -> String {
    let spellings = listed(&[country, name]);
    let instead: Vec<&str> = spellings.iter().filter_map(|name| name.strip_prefix('=')).collect();
    if !instead.is_empty() {
        return any(rng, &instead).to_owned();
    }
    let bare = bare(name);
    // `Krasnodar Oblast` is none.
    let other = ["Krai", "Kray", "Republic", "City"].iter().any(|word| name.contains(word))
        || [
            "Beijing",
            "Shanghai",
            "Tianjin",
            "Chongqing",
            "Tibet",
            "Xinjiang",
            "Guangxi",
            "Ningxia",
            "Inner Mongolia",
        ]
        .contains(&name)
        || (country == "JP" && !spellings.is_empty());
    let words = if other { &[] } else { listed(&["words", country]) };
    match rng.u8(..20) {
        0..8 if !spellings.is_empty() => any(rng, spellings).to_owned(),
        8..12 if !words.is_empty() => worded(any(rng, words), bare),
        12..15 => name.to_owned(),
        _ => bare.to_owned(),
    }
}

/// `Wilaya d'{}` only before a vowel, otherwise `de {}`.
fn worded(words: &str, name: &str) -> String {
    let vowel = fold(name).starts_with(['a', 'e', 'i', 'o', 'u', 'h']);
    let fits = words.replace(if vowel { "du {}" } else { "d'{}" }, "de {}");
    let fits = if vowel { fits } else { fits.replace("de l'{}", "du {}") };
    fits.replace("{}", name)
}

/// Whether a division's name fits into a component.
fn is_whole(name: &str) -> bool {
    !name.is_empty() && !name.contains(['(', ')', '/', ',']) && name.split(' ').count() <= 6
}

/// A town of any country and its first-level division.
fn anywhere(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let town = match chance(rng, 0.5) {
        true => from.towns.of(words::any("place_region.often", rng), held_out, rng),
        false => from.towns.anywhere(held_out, rng),
    }?;
    let country = town.country.as_str();
    // These have functions of their own, or have only one division, which people do not write.
    let other = matches!(country, "US" | "GB" | "IE" | "SG" | "HK" | "MC" | "GP" | "GF" | "MQ" | "RE");
    if other
        || !is_whole(&town.division)
        || !is_a_name(&town.name)
        || bare(&town.division) == english(country)
    {
        return None;
    }
    let region = division(country, &town.division, rng);
    let name = named(town, rng);
    let mut place = Line::default();
    let code = from.places.named(country, &town.name, rng).filter(|_| chance(rng, 0.4));
    let code = code.map(|place| postcode::as_written(&place.postcode, country, rng));
    let behind = matches!(country, "CA" | "AU" | "IN" | "NZ" | "ZA" | "BR" | "PH" | "JP" | "CN" | "KR");
    if let Some(code) = code.as_deref().filter(|_| !behind) {
        place.push(Tag::Postcode, code);
    }
    place.then(" ", Tag::Locality, name);
    let short = region.chars().count() <= 3 && region.chars().all(char::is_uppercase);
    let mut line = if chance(rng, 0.12) && !short {
        let region = Line::of(Tag::Region, region);
        beside(region, place, rng)
    } else if short && matches!(country, "BR" | "CH") {
        set_short(place, &region, country, rng)
    } else if country == "TR" && chance(rng, 0.4) {
        place.then("/", Tag::Region, region);
        place
    } else {
        beside(place, Line::of(Tag::Region, region), rng)
    };
    if let Some(code) = code.filter(|_| behind) {
        line.then(any(rng, &[" ", " ", ", "]), Tag::Postcode, code);
    }
    if chance(rng, 0.3) {
        let name = if rng.bool() { english(country).to_owned() } else { country_of(from, town, rng) };
        // A comma or line break, because a division and a country of one name would merge.
        line.then(any(rng, &[", ", ", ", ", ", " ", "\n"]), Tag::Country, name);
    }
    Some(line)
}

/// `Campinas - SP`, `Campinas/SP`, `Thun BE`, `Thun (BE)`.
fn set_short(mut place: Line, region: &str, country: &str, rng: &mut Rng) -> Line {
    let signs: &[(&str, &str)] = match country {
        "BR" => &[(" - ", ""), (" - ", ""), ("/", ""), (" / ", ""), (", ", ""), (" ", ""), (" (", ")")],
        _ => &[(" ", ""), (" ", ""), (" ", ""), (" (", ")"), (", ", ""), ("/", "")],
    };
    let (before, behind) = any(rng, signs);
    place.then(before, Tag::Region, region);
    if !behind.is_empty() {
        place.plain(behind);
    }
    place
}

/// A town's name with the word for its kind, if the country writes one in Latin letters.
fn named(town: &Town, rng: &mut Rng) -> String {
    let word = match town.country.as_str() {
        "JP" => any(rng, &["-shi", " City", "-shi", "-machi", " Shi", "-cho"]),
        "KR" => any(rng, &["-si", " City", "-gun"]),
        "CN" => any(rng, &[" City", " Shi", " City"]),
        "PH" => " City",
        _ => "",
    };
    let has_one = town.name.contains([' ', '-']);
    if word.is_empty() || has_one || !chance(rng, 0.15) {
        town.name.clone()
    } else {
        format!("{}{word}", town.name)
    }
}

/// A state of the United States in full, as a code, or with its traditional abbreviation.
fn state(code: &str, rng: &mut Rng) -> String {
    let old = listed(&["US", code]);
    match rng.u8(..20) {
        0..9 => usual_case(&region_name(code)),
        9..13 if !old.is_empty() => any(rng, old).to_owned(),
        13 => {
            let spelt = word_class::us_states()
                .find(|(state, _)| state.eq_ignore_ascii_case(code))
                .map(|(_, all)| all);
            spelt.map_or_else(|| code.to_owned(), |all| usual_case(any(rng, &all)))
        }
        _ => code.to_owned(),
    }
}

/// A town of the United States with its state, its county or both.
fn american(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let town = from.towns.of("US", held_out, rng)?;
    if !is_a_name(&town.name) || town.division_code.len() != 2 {
        return None;
    }
    let code = town.division_code.as_str();
    let county = Some(&town.county)
        .filter(|name| name.ends_with(" County") || name.ends_with(" Parish"))
        .map(|name| {
            let short = [" County", " Co.", " Co", " Cty", " county"];
            name.replace(" County", if rng.bool() { short[0] } else { any(rng, &short) })
        });
    let state = state(code, rng);
    let mut line = Line::default();
    if chance(rng, 0.12) {
        let (street, _) = from.us_street(held_out, rng);
        line.push(Tag::HouseNumber, house_number(rng));
        line.join(" ", split_us(street).line());
        line.plain(any(rng, &[", ", ", ", " ", "\n"]));
    }
    let street = !line.is_empty();
    match (rng.u8(..20), county) {
        (0..2, Some(county)) if !street => {
            line.push(Tag::Subregion, county);
            line.then(any(rng, &[", ", ", ", " ", ","]), Tag::Region, state);
        }
        (2..4, Some(county)) => {
            line.push(Tag::Locality, town.name.as_str());
            line.then(any(rng, &[", ", ", ", " (", " "]), Tag::Subregion, county);
            close_bracket(&mut line);
            line.then(any(rng, &[", ", ", ", " "]), Tag::Region, state);
        }
        (4, Some(county)) => {
            line.push(Tag::Locality, town.name.as_str());
            line.then(any(rng, &[", ", ", ", " "]), Tag::Subregion, county);
        }
        (5, _) if !street => {
            line.push(Tag::Region, state);
            line.then(any(rng, &[", ", " ", " - ", ": ", "\n"]), Tag::Locality, town.name.as_str());
            return Some(line);
        }
        _ => {
            let town = Line::of(Tag::Locality, town.name.as_str());
            let mut place = town;
            place.then(
                any(rng, &[", ", ", ", ", ", " ", " ", " ", ",", ",", " , ", ". ", "\n", " - ", " ("]),
                Tag::Region,
                state,
            );
            close_bracket(&mut place);
            line.pieces.extend(place.pieces);
        }
    }
    let place = from.places.named("US", &town.name, rng).filter(|place| place.region_code == code);
    if let Some(place) = place.filter(|_| chance(rng, 0.3)) {
        line.then(any(rng, &[" ", " ", " ", ", ", "  "]), Tag::Postcode, zip_code(&place.postcode, rng));
    }
    line.then(any(rng, &[", ", ", ", " "]), Tag::Country, america(rng, 0.15));
    if chance(rng, ODD_CASE) {
        oddly_cased(&mut line, rng);
    }
    Some(line)
}

/// Closes a bracket that the last separator opened.
fn close_bracket(line: &mut Line) {
    let opened = line.pieces.len() >= 2 && line.pieces[line.pieces.len() - 2].text == " (";
    if opened {
        line.plain(")");
    }
}

/// Share of the American lines with odd case.
const ODD_CASE: f64 = 0.12;

/// `sAN jOSE, cALIFORNIA`, `boise, IDAHO`, `mIaMi, fLoRiDa`.
fn oddly_cased(line: &mut Line, rng: &mut Rng) {
    let way = rng.u8(..4);
    let flipped = |letter: char| match letter.is_uppercase() {
        true => letter.to_lowercase().next().unwrap_or(letter),
        false => letter.to_uppercase().next().unwrap_or(letter),
    };
    for (index, piece) in line.pieces.iter_mut().filter(|piece| piece.tag.is_some()).enumerate() {
        piece.text = match way {
            0 => piece.text.chars().map(flipped).collect(),
            1 => piece.text.chars().map(|letter| if rng.bool() { flipped(letter) } else { letter }).collect(),
            2 if index % 2 == 0 => piece.text.to_lowercase(),
            2 => piece.text.to_uppercase(),
            _ if index % 2 == 0 => piece.text.to_uppercase(),
            _ => piece.text.to_lowercase(),
        };
    }
}

/// The county of Great Britain that a second-level division is or lies in, sometimes abbreviated.
pub(super) fn british_county(division: &str, rng: &mut Rng) -> Option<String> {
    let counties = listed(&["county", "GB", division]);
    let county = counties
        .first()
        .copied()
        .filter(|_| chance(rng, 0.6))
        .or_else(|| (!counties.is_empty()).then(|| any(rng, counties)))?;
    let short = listed(&["short", county]);
    Some(if !short.is_empty() && chance(rng, 0.3) { any(rng, short) } else { county }.to_owned())
}

/// A street with a number, as English-speaking countries write it.
fn street_in_front(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    if let Some(language) = from.world.language_named("en").filter(|_| chance(rng, 0.15)) {
        line.push(Tag::HouseNumber, rng.u32(1..160).to_string());
        line.join(" ", street::of_split(&from.drawing(), language, held_out, rng).line());
        line.plain(any(rng, &[", ", ", ", "\n", " "]));
    }
    line
}

/// A town of Great Britain or Northern Ireland and its county.
fn british(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let town = from.towns.of("GB", held_out, rng).filter(|town| is_a_name(&town.name))?;
    let county = british_county(&town.county, rng)?;
    let postcode = from
        .places
        .named("GB", &town.name, rng)
        .or_else(|| from.places.of("GB", rng).filter(|_| chance(rng, 0.3)));
    let postcode =
        postcode.map(|place| postcode::as_written(&place.postcode, "GB", rng)).filter(|_| chance(rng, 0.5));
    let mut line = street_in_front(from, held_out, rng);
    let mut place = Line::of(Tag::Locality, town.name.as_str());
    match (rng.u8(..20), postcode) {
        (0..2, postcode) if line.is_empty() => {
            place = beside(Line::of(Tag::Subregion, county), place, rng);
            place.then(any(rng, &[" ", ", "]), Tag::Postcode, postcode.unwrap_or_default());
        }
        (2..4, Some(postcode)) => {
            place.then(any(rng, &[" ", ", "]), Tag::Postcode, postcode);
            place.then(any(rng, &[", ", " "]), Tag::Subregion, county);
        }
        (4, Some(postcode)) if line.is_empty() => {
            let mut first = Line::of(Tag::Postcode, postcode);
            first.join(any(rng, &[" ", ", "]), place);
            first.then(any(rng, &[", ", " "]), Tag::Subregion, county);
            place = first;
        }
        (_, postcode) => {
            place = beside(place, Line::of(Tag::Subregion, county), rng);
            place.then(any(rng, &[" ", " ", ", ", "\n", "  "]), Tag::Postcode, postcode.unwrap_or_default());
        }
    }
    line.pieces.extend(place.pieces);
    if chance(rng, 0.2) {
        // `Scotland` alone stands for the country; before `UK` it is a region.
        let nation = town.division.as_str();
        match rng.u8(..4) {
            0 if !nation.is_empty() => {
                line.then(any(rng, &[", ", ", ", " "]), Tag::Region, nation);
                line.then(
                    ", ",
                    Tag::Country,
                    any(rng, &["UK", "United Kingdom", "Great Britain", "U.K.", "GB"]),
                );
            }
            1 if !nation.is_empty() => line.then(any(rng, &[", ", ", ", " "]), Tag::Country, nation),
            _ => line.then(
                any(rng, &[", ", ", ", " "]),
                Tag::Country,
                any(rng, &["UK", "United Kingdom", "Great Britain", "U.K.", "GB"]),
            ),
        }
    }
    Some(line)
}

/// The county of a second-level division of Ireland, without the word for its kind.
pub(super) fn irish_county(division: &str) -> &str {
    let bare = division.strip_prefix("County ").unwrap_or(division);
    listed(&["county", "IE", division]).first().copied().unwrap_or(bare)
}

/// `Co. Cork`, `County Cork`, `Cork`, `Contae Chorcaí`.
pub(super) fn irish_county_written(county: &str, rng: &mut Rng) -> String {
    let irish = words::pairs("place_region.irish.counties")
        .iter()
        .find(|(english, _)| *english == county)
        .filter(|_| chance(rng, 0.06));
    if let Some((_, irish)) = irish {
        return format!("{} {irish}", any(rng, &["Contae", "Co."]));
    }
    match rng.u8(..20) {
        0..8 => format!("Co. {county}"),
        8..13 => format!("Co {county}"),
        13..16 => format!("County {county}"),
        16 => format!("Co.{county}"),
        _ => county.to_owned(),
    }
}

/// A town of Ireland and its county.
fn irish(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let town =
        from.towns.of("IE", held_out, rng).filter(|town| is_a_name(&town.name) && !town.county.is_empty())?;
    let county = irish_county_written(irish_county(&town.county), rng);
    let mut line = street_in_front(from, held_out, rng);
    let place = Line::of(Tag::Locality, town.name.as_str());
    let county = Line::of(Tag::Subregion, county);
    let place = match line.is_empty() && chance(rng, 0.1) {
        true => beside(county, place, rng),
        false => beside(place, county, rng),
    };
    line.pieces.extend(place.pieces);
    if let Some(place) = from.places.of("IE", rng).filter(|_| chance(rng, 0.3)) {
        line.then(any(rng, &[" ", ", ", ", ", "\n"]), Tag::Postcode, postcode::irish(&place.postcode, rng));
    }
    if chance(rng, 0.3) {
        let names = [
            "Ireland",
            "Ireland",
            "Ireland",
            "Éire",
            "Eire",
            "Rep. of Ireland",
            "Republic of Ireland",
            "Irlande",
            "IE",
        ];
        line.then(any(rng, &[", ", ", ", ", ", " ", "\n"]), Tag::Country, any(rng, &names));
    }
    Some(line)
}

/// A place of the postcode table, from the wanted split.
fn place_of<'a>(from: &'a Mixture, country: &str, held_out: bool, rng: &mut Rng) -> Option<&'a Place> {
    from.places
        .of(country, rng)
        .filter(|place| is_held_out(&[&place.name]) == held_out && is_a_name(&place.name))
}

/// The number of a French département, from the postcode of a place.
pub(super) fn department_number(postcode: &str) -> Option<&str> {
    match postcode.get(..2)? {
        "97" | "98" => postcode.get(..3),
        "20" => Some(if postcode < "20200" { "2A" } else { "2B" }),
        number => Some(number),
    }
}

/// A region of France in another language or abbreviated, if the list has its French name.
fn french_region(region: &str, rng: &mut Rng) -> String {
    let named = TABLE.iter().find(|(key, names)| key.starts_with("FR\t") && names.contains(&region));
    named.map_or_else(|| region.to_owned(), |(_, names)| any(rng, names).to_owned())
}

/// A French town and its département or its region.
fn french(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let place = place_of(from, "FR", held_out, rng)?;
    let name = match rng.u8(..20) {
        0..14 => place.county.clone(),
        14..17 => place.region.clone(),
        17 => format!(
            "{} {}",
            any(rng, &["Département :", "département", "dép.", "Dépt"]).trim_end_matches(" :"),
            place.county
        ),
        _ => french_region(&place.region, rng),
    };
    if !is_whole(&name) {
        return None;
    }
    let mut town = Line::default();
    if chance(rng, 0.35) && place.cedex.is_empty() {
        town.push(Tag::Postcode, place.postcode.as_str());
    }
    let coded = town.is_empty();
    town.then(" ", Tag::Locality, place.name.as_str());
    let mut line = match rng.u8(..20) {
        0 if coded => {
            town.then(" (", Tag::Region, department_number(&place.postcode)?);
            town.plain(")");
            town
        }
        1..3 => beside(Line::of(Tag::Region, name), town, rng),
        _ => beside(town, Line::of(Tag::Region, name), rng),
    };
    if coded && chance(rng, 0.08) && place.cedex.is_empty() {
        line.then(any(rng, &[" ", ", "]), Tag::Postcode, place.postcode.as_str());
    }
    if chance(rng, 0.25) {
        let name = if chance(rng, 0.8) { "France".to_owned() } else { country_name(from, "FR", rng) };
        line.then(any(rng, &[", ", ", ", " ", "\n"]), Tag::Country, name);
    }
    Some(line)
}

/// An Italian town and its province: `Monza (MB)`, `20900 Monza MB`.
fn italian(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let place = place_of(from, "IT", held_out, rng)?;
    let folded = fold(&place.county);
    let (_, code, province) = ITALY.iter().find(|(name, ..)| *name == folded)?;
    let mut line = Line::default();
    if chance(rng, 0.4) {
        line.push(Tag::Postcode, place.postcode.as_str());
        if chance(rng, 0.1) {
            line.plain(" -");
        }
    }
    line.then(" ", Tag::Locality, place.name.as_str());
    match rng.u8(..20) {
        0..13 => {
            let code = if chance(rng, 0.08) { code.to_lowercase() } else { (*code).to_owned() };
            line.then(
                any(rng, &[" (", " (", " (", " ", " ", " ", ", ", " - ", "/", " / ", "(", ","]),
                Tag::Region,
                code,
            );
        }
        13..16 => line.then(any(rng, &[" (", ", ", " - ", "/"]), Tag::Region, *province),
        16 => line.then(
            any(rng, &[" (", ", "]),
            Tag::Region,
            format!("{} {province}", any(rng, &["prov.", "Prov. di", "provincia di", "Provincia di"])),
        ),
        _ => line.then(any(rng, &[", ", " (", " "]), Tag::Region, division("IT", &place.region, rng)),
    }
    let opened = line.pieces.len() >= 2 && line.pieces[line.pieces.len() - 2].text.ends_with('(');
    if opened {
        line.plain(")");
    }
    if chance(rng, 0.3) {
        line.then(
            any(rng, &[", ", " ", " - ", "\n"]),
            Tag::Country,
            any(rng, &["Italia", "Italy", "Italie", "Italien", "IT", "ITALIA"]),
        );
    }
    Some(line)
}

/// A town of Spain or Portugal and its province: `Getafe (Madrid)`, `28901 Getafe, Madrid`.
fn spanish(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Line> {
    let country = any(rng, &["ES", "ES", "ES", "PT"]);
    let place = place_of(from, country, held_out, rng)?;
    let province = if country == "ES" && chance(rng, 0.8) { &place.county } else { &place.region };
    if !is_whole(province) {
        return None;
    }
    let mut line = Line::default();
    if chance(rng, 0.4) {
        line.push(Tag::Postcode, place.postcode.as_str());
    }
    line.then(" ", Tag::Locality, place.name.as_str());
    let province = if chance(rng, 0.05) {
        format!("{} {province}", any(rng, &["prov. de", "Provincia de", "Prov."]))
    } else {
        province.clone()
    };
    line.then(any(rng, &[" (", " (", " (", ", ", ", ", " ", " - ", "/", "\n"]), Tag::Region, province);
    close_bracket(&mut line);
    if chance(rng, 0.25) {
        line.then(any(rng, &[", ", " ", "\n"]), Tag::Country, country_name(from, country, rng));
    }
    Some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn divisions_are_written_with_and_without_their_word() {
        assert_eq!(bare("Sumy Oblast"), "Sumy");
        assert_eq!(bare("Central Region"), "Central Region");
        assert_eq!(bare("Uttar Pradesh"), "Uttar Pradesh");
        let mut rng = Rng::with_seed(3);
        let mut drawn =
            |country, name| (0..200).map(|_| division(country, name, &mut rng)).collect::<Vec<_>>();
        assert!(drawn("MX", "Mexico City").iter().all(|name| name != "Mexico City"));
        let bavaria = drawn("DE", "Bavaria");
        assert!(["Bavaria", "Bayern"].iter().all(|name| bavaria.iter().any(|drawn| drawn == name)));
    }

    #[test]
    fn counties_of_the_islands_take_their_word() {
        let mut rng = Rng::with_seed(3);
        assert_eq!(irish_county("An Cabhán"), "Cavan");
        assert!((0..50).any(|_| irish_county_written("Wexford", &mut rng) == "Co. Wexford"));
        assert!(
            (0..50).any(|_| british_county("Borough of Bolton", &mut rng).as_deref() == Some("Lancashire"))
        );
        assert_eq!(department_number("20167"), Some("2A"));
    }
}
