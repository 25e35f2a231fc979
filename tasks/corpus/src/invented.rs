//! US records assembled from parts: military mail, and street names with places of their state.

use fastrand::Rng;

use crate::labels::DIRECTIONAL_NAMES;
use crate::render::any;
use crate::render::us::house_number;
use crate::sources::places::Places;
use crate::sources::us::{StreetNames, UsRecord, may_cross};

/// A record of overseas military mail: `PSC 3 Box 12, APO AE 09822`.
pub(crate) fn military(rng: &mut Rng) -> UsRecord {
    let kind = ["PSC", "UNIT", "CMR", "Unit"][rng.usize(..4)];
    let (state, first, last) = [("AE", 90, 98), ("AP", 962, 966), ("AA", 340, 340)][rng.usize(..3)];
    UsRecord {
        po_box: format!(
            "{kind} {} {} {}",
            rng.u32(1..60_000),
            ["Box", "BOX"][rng.usize(..2)],
            rng.u32(1..9_999)
        ),
        city: ["APO", "FPO", "DPO"][rng.usize(..3)].into(),
        state: state.into(),
        zip: format!("{:03}{:02}", rng.u32(first..=last), rng.u32(..100)),
        ..UsRecord::default()
    }
}

/// A record assembled from a street name and a place of the same state.
pub(crate) fn assemble(names: &StreetNames, places: &Places, rng: &mut Rng) -> UsRecord {
    let (street, state) = &names[rng.usize(..names.len())];
    let place = places.in_region("US", state, rng);
    // The tables have few streets with a directional in front, but many people live on them.
    let street = match rng.u8(..120) {
        0..3 => directional_name(rng),
        110..114 => state_road(&place.region, rng),
        6 | 7 if !place.county.is_empty() => county_road(&place.county, rng),
        5 => format!("{} {}", any(rng, &["C R", "S R", "C.R.", "Co Rd", "Farm Road"]), rng.u32(1..4_000)),
        8 => format!("{} {}", any(rng, &["Tribal Road", "Private Road", "Country Road"]), rng.u32(1..4_000)),
        _ => street.clone(),
    };
    UsRecord {
        number: house_number(rng),
        street,
        city: town(&place.name, |rng| &places.in_region("US", "", rng).name, rng),
        county: place.county.clone(),
        state: place.region_code.clone(),
        zip: place.postcode.clone(),
        ..UsRecord::default()
    }
}

/// A town, sometimes with an invented name. Such a name begins with a word that also ends streets, so that a list of towns alone cannot
/// separate `Quarry Dr Point Elgin`, or it is a particle and a name, as French `settlers` left them.
fn town<'a>(name: &str, settlers: impl FnOnce(&mut Rng) -> &'a str, rng: &mut Rng) -> String {
    const BEGINNINGS: [&str; 20] = [
        "Bay", "Point", "Pass", "Grove", "Cove", "Ridge", "Forest", "Valley", "Lake", "Harbor", "Park",
        "Garden", "Center", "Mill", "Fort", "Glen", "Spring", "Port", "Pt", "Cross",
    ];
    // The first word of such a town could also belong to the street or unit in front: `Quarry St Lower Elgin`.
    const SIDES: [&str; 8] = ["North", "South", "East", "West", "Lower", "Upper", "New", "Old"];
    match rng.u8(..200) {
        0..3 => format!("{} {name}", any(rng, &BEGINNINGS)),
        3..9 => format!("{} {name}", any(rng, &SIDES)),
        9 => format!("{name} d'{}", settlers(rng)),
        _ => name.to_owned(),
    }
}

/// A road with a number of its county: `Grange Highway 12`, `Grange Road 3127`, `Grange County Road 8`.
fn county_road(county: &str, rng: &mut Rng) -> String {
    let (kind, most) = any(
        rng,
        &[
            ("Road", 4_000),
            ("Road", 4_000),
            ("Rd", 4_000),
            ("Highway", 500),
            ("Hwy", 500),
            ("Farm Road", 500),
            ("County Road", 500),
        ],
    );
    format!("{county} {kind} {}", rng.u32(2..most))
}

/// A record of two crossing streets of one state. The tables have crossings of one city only.
pub(crate) fn crossing(names: &StreetNames, places: &Places, rng: &mut Rng) -> UsRecord {
    let named = |rng: &mut Rng| {
        // In the tables some streets are buildings.
        let drawn = (0..20).map(|_| &names[rng.usize(..names.len())]).find(|(street, _)| may_cross(street));
        drawn.unwrap_or(&names[0])
    };
    let ((first, state), (second, _)) = (named(rng), named(rng));
    let place = places.in_region("US", state, rng);
    let second = if rng.u8(..7) == 0 { numbered_road(&place.region_code, rng) } else { second.clone() };
    UsRecord {
        crossing: Some((first.clone(), second)),
        city: town(&place.name, |rng| &places.in_region("US", "", rng).name, rng),
        county: place.county.clone(),
        state: place.region_code.clone(),
        zip: place.postcode.clone(),
        ..UsRecord::default()
    }
}

/// A road that other roads in the countryside cross most often: `US Hwy 180`, `State Route 9`, `OR Highway 31`. `state` is a code.
fn numbered_road(state: &str, rng: &mut Rng) -> String {
    let kind = any(
        rng,
        &[
            "US Hwy",
            "U.S. Highway",
            "US",
            "Hwy",
            "Highway",
            "State Route",
            "State Highway",
            "Route",
            "SR",
            "County Road",
            "CR",
        ],
    );
    let own = matches!(kind, "Hwy" | "Highway" | "Route") && rng.u8(..4) == 0;
    format!("{}{kind} {}", if own { format!("{state} ") } else { String::new() }, rng.u32(1..700))
}

/// A road named after its state: `Vermont 12`, `Ohio 5A W`.
fn state_road(state: &str, rng: &mut Rng) -> String {
    let letter = if rng.u8(..8) == 0 { any(rng, &["A", "B"]) } else { "" };
    let directional = if rng.u8(..4) == 0 { any(rng, &[" N", " S", " E", " W"]) } else { "" };
    format!("{state} {}{letter}{directional}", rng.u32(2..400))
}

/// `West End Ave`, `N South Shore Dr`.
fn directional_name(rng: &mut Rng) -> String {
    let name = any(rng, &DIRECTIONAL_NAMES);
    let kind = any(rng, &["Ave", "Avenue", "Rd", "Dr", "Drive", "St", "Street", "Blvd", "Ln", "Road"]);
    let front = if rng.u8(..6) == 0 { any(rng, &["N ", "S ", "E ", "W "]) } else { "" };
    let name: Vec<String> = name.split(' ').map(capital).collect();
    format!("{front}{} {kind}", name.join(" "))
}

fn capital(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_towns_have_a_name_nobody_has() {
        let mut rng = Rng::with_seed(5);
        let towns: Vec<String> = (0..2_000).map(|_| town("Elgin", |_| "Vane", &mut rng)).collect();
        let count = |is: &dyn Fn(&str) -> bool| towns.iter().filter(|town| is(town)).count();
        assert!(count(&|town| town == "Elgin") > 1_800);
        assert!((2..40).contains(&count(&|town| town == "Elgin d'Vane")));
        assert!((20..160).contains(&count(&|town| town.ends_with(" Elgin"))));
        assert!(count(&|town| town == "Lower Elgin") > 0);
    }

    #[test]
    fn roads_are_numbered_by_their_county_or_their_state() {
        let mut rng = Rng::with_seed(5);
        for _ in 0..50 {
            let road = county_road("Grange", &mut rng);
            assert!(
                road.starts_with("Grange ") && road.ends_with(|last: char| last.is_ascii_digit()),
                "{road}"
            );
        }
        let roads: Vec<String> = (0..400).map(|_| numbered_road("OR", &mut rng)).collect();
        let own: Vec<&String> = roads.iter().filter(|road| road.starts_with("OR ")).collect();
        assert!((5..60).contains(&own.len()), "{}", own.len());
        assert!(own.iter().all(|road| road.contains("H") || road.contains("Route")));
    }
}
