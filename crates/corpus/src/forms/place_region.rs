//! A town and what it lies in: first-level division, county, département or province, with and without the country.

use fastrand::Rng;
use milepost_address::Tag;

use super::address::{between, is_plain, listed};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, us};

pub(super) const FORM: Form = Form::new("place_region", 0.04, draw).typed(Typing::Case);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..20) {
        0..8 => of_any_country(from, held_out, rng),
        8..11 => of_the_united_states(from, held_out, rng),
        11..14 => of_france(from, held_out, rng),
        14..18 => of_great_britain_or_ireland(from, held_out, rng),
        18 => with_province_in_brackets(from, held_out, rng),
        _ => of_canada_or_australia(from, rng),
    }
}

/// Words for what a division is, which GeoNames writes behind or in front of its name.
const KINDS: [&str; 18] = [
    " Province",
    " Region",
    " County",
    " Department",
    " District",
    " Oblast",
    " State",
    " Governorate",
    " Parish",
    " Prefecture",
    " Krai",
    " Division",
    " Municipality",
    " Republic",
    " Canton",
    " Voivodeship",
    " Sahari",
    " Rayon",
];

/// The name of a division, often without the word for what it is.
fn division(name: &str, rng: &mut Rng) -> String {
    let bare = KINDS.iter().find_map(|kind| name.strip_suffix(kind)).unwrap_or(name);
    let bare =
        bare.strip_prefix("Municipality of ").or_else(|| bare.strip_prefix("Provincia de ")).unwrap_or(bare);
    match rng.u8(..10) {
        0..6 => bare.to_owned(),
        6 if bare == name => format!(
            "{name}{}",
            any(rng, &[" Province", " Region", " District", " State", " Prov.", " Governorate"])
        ),
        7 if bare == name => format!(
            "{}{name}",
            any(rng, &["Province of ", "Région de ", "Provincia de ", "Prov. ", "State of "])
        ),
        _ => name.to_owned(),
    }
}

fn of_any_country(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(town) = from.towns.anywhere(held_out, rng) else { return Line::default() };
    if !is_plain(&town.name)
        || !is_plain(&town.division)
        || matches!(town.country.as_str(), "US" | "GB" | "IE")
    {
        return Line::default();
    }
    // A city that is its own division says one name once.
    if town.division == town.name && rng.bool() {
        return Line::default();
    }
    let region = division(&town.division, rng);
    let separator = between(rng);
    let mut line = Line::default();
    if chance(rng, 0.12) {
        line.push(Tag::Region, region);
        line.then(separator, Tag::Locality, town.name.as_str());
    } else {
        line.push(Tag::Locality, town.name.as_str());
        line.then(separator, Tag::Region, region);
    }
    if chance(rng, 0.45) {
        let country = if rng.bool() {
            from.countries.english(&town.country).to_owned()
        } else {
            from.countries.name(&town.country, rng)
        };
        line.then(separator, Tag::Country, country);
    }
    line
}

fn of_the_united_states(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(town) = from.towns.of("US", held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let mut line = Line::of(Tag::Locality, odd_case(&town.name, rng));
    let county = town.county.trim_end_matches(" County");
    if chance(rng, 0.15) && town.county.ends_with(" County") {
        line.then(
            any(rng, &[", ", " "]),
            Tag::Subregion,
            format!("{county} {}", any(rng, &["County", "County", "Co.", "Co", "Cty"])),
        );
    }
    let region = us::place::region(&town.division_code, rng);
    let region = if rng.bool() { town.division.clone() } else { region };
    line.then(between(rng), Tag::Region, odd_case(&region, rng));
    if chance(rng, 0.2) {
        line.then(
            any(rng, &[", ", " "]),
            Tag::Country,
            any(rng, &["USA", "US", "United States", "U.S.A.", "United States of America"]),
        );
    }
    line
}

/// What a shift key that hangs does: `sAN jOSE`.
fn odd_case(name: &str, rng: &mut Rng) -> String {
    if !chance(rng, 0.06) {
        return name.to_owned();
    }
    name.chars()
        .map(
            |letter| {
                if letter.is_uppercase() { letter.to_ascii_lowercase() } else { letter.to_ascii_uppercase() }
            },
        )
        .collect()
}

fn of_france(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(town) = from.towns.of("FR", held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let region = if chance(rng, 0.7) { &town.county } else { &town.division };
    let mut line = Line::of(Tag::Locality, town.name.as_str());
    if chance(rng, 0.08) {
        line.plain(" (");
        line.push(Tag::Region, region.as_str());
        line.plain(")");
    } else {
        line.then(between(rng), Tag::Region, region.as_str());
    }
    if chance(rng, 0.2) {
        line.then(
            any(rng, &[", ", " "]),
            Tag::Country,
            any(rng, &["France", "France", "FR", "Francia", "Frankreich"]),
        );
    }
    line
}

fn of_great_britain_or_ireland(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let irish = chance(rng, 0.4);
    let code = if irish { "IE" } else { "GB" };
    let Some(town) = from.towns.of(code, held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let list = if irish {
        include_str!("../../data/forms/counties_ie.txt")
    } else {
        include_str!("../../data/forms/counties_gb.txt")
    };
    let name = any(rng, &listed(list));
    let county = match rng.u8(..10) {
        0..4 if irish => format!("{} {name}", any(rng, &["Co.", "Co", "County", "CO."])),
        0 if name == "Durham" => format!("{} Durham", any(rng, &["Co.", "Co", "County"])),
        _ => name.to_owned(),
    };
    let mut line = Line::default();
    if chance(rng, 0.2) {
        let street = crate::render::world::address(&from.drawing(), held_out, rng).0;
        // A house and its street stand in front as in any address of the islands.
        if let Some(first) = super::address::parts(street)
            .into_iter()
            .next()
            .filter(|part| part.pieces.iter().any(|piece| piece.tag == Some(Tag::StreetSuffix)))
        {
            line.join("", first);
        }
    }
    line.then(", ", Tag::Locality, town.name.as_str());
    let separator = between(rng);
    line.then(separator, Tag::Subregion, county);
    if chance(rng, 0.35) {
        let postcode = if irish {
            crate::render::world::postcode::irish("", rng)
        } else {
            crate::render::world::postcode::of_form(
                any(rng, &["AA00 0AA", "AA0 0AA", "A0 0AA", "A00 0AA"]),
                rng,
            )
        };
        line.then(any(rng, &[" ", " ", ", "]), Tag::Postcode, postcode);
    }
    if chance(rng, 0.25) {
        let name = if irish {
            any(rng, &["Ireland", "Ireland", "Éire", "Irland", "Irlande"])
        } else {
            any(rng, &["UK", "United Kingdom", "England", "GB", "Scotland", "Wales", "Great Britain"])
        };
        line.then(any(rng, &[", ", " "]), Tag::Country, name);
    }
    line
}

/// `Monza (MB)`, `Getafe (Madrid)`: the province in brackets, behind a comma or a space.
fn with_province_in_brackets(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code = any(rng, &["IT", "IT", "ES"]);
    let Some(town) = from.towns.of(code, held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let sigla = any(rng, &listed(include_str!("../../data/forms/provinces_it.txt")));
    let county = town
        .county
        .trim_start_matches("Provincia di ")
        .trim_start_matches("Provincia de ")
        .trim_start_matches("Província de ");
    let region = if code == "IT" && chance(rng, 0.7) { sigla.to_owned() } else { county.to_owned() };
    if region.is_empty() || region.contains(' ') && code == "IT" {
        return Line::default();
    }
    let mut line = Line::default();
    if chance(rng, 0.35) {
        line.push(Tag::Postcode, from.places.of(code, rng).map_or("", |place| place.postcode.as_str()));
    }
    line.then(" ", Tag::Locality, town.name.as_str());
    match rng.u8(..4) {
        0 => line.then(any(rng, &[", ", " "]), Tag::Region, region),
        1 => line.then("/", Tag::Region, region),
        _ => {
            line.plain(" (");
            line.push(Tag::Region, region);
            line.plain(")");
        }
    }
    line
}

fn of_canada_or_australia(from: &Mixture, rng: &mut Rng) -> Line {
    let code = any(rng, &["CA", "CA", "AU"]);
    let Some(place) = from.places.of(code, rng).filter(|place| is_plain(&place.name)) else {
        return Line::default();
    };
    let region = if rng.bool() { &place.region_code } else { &place.region };
    let mut line = Line::of(Tag::Locality, place.name.as_str());
    line.then(between(rng), Tag::Region, region.as_str());
    if chance(rng, 0.3) {
        line.then(" ", Tag::Postcode, crate::render::world::postcode::as_written(&place.postcode, code, rng));
    }
    if chance(rng, 0.3) {
        line.then(any(rng, &[", ", " "]), Tag::Country, if code == "CA" { "Canada" } else { "Australia" });
    }
    line
}
