//! How important an object is, 0 to 1: as its source says, else from its tags, for files without the table of Wikipedia's links.

use super::object::{IMPORTANCE, Tags};
use super::streets::languages;

pub(super) const POI_RANK: u8 = 30;

/// The importance of an object of a search rank. Population sets it for settlements, and a Wikidata item and names in many languages
/// raise it.
pub(super) fn of(tags: &Tags, rank: u8) -> f64 {
    if let Some(known) = tags.get(IMPORTANCE).and_then(|text| text.parse().ok()) {
        return known;
    }
    let by_rank = 0.400_01 - f64::from(rank) / 75.0;
    let population: Option<f64> = tags.get("population").and_then(|text| {
        let digits: String = text.chars().filter(char::is_ascii_digit).collect();
        digits.parse().ok().filter(|people| (1.0..2e10).contains(people))
    });
    let by_population = population.map_or(0.0, |people| 0.3 + 0.07 * (people / 1_000.0).log10());
    let languages = languages(tags) as f64;
    let known = if tags.has("wikidata") || tags.has("wikipedia") { 0.05 } else { 0.0 };
    (by_rank.max(by_population).min(0.9) + known + (0.002 * languages).min(0.1)).clamp(0.0, 1.0)
}

/// Search rank of a place, as Nominatim has them (`settings/address-levels.json`).
pub(super) fn rank_of_place(place: &str) -> u8 {
    match place {
        "country" => 4,
        "state" | "province" => 8,
        "county" | "district" => 12,
        "municipality" => 14,
        "city" => 16,
        "island" => 17,
        "town" | "borough" => 18,
        "village" | "suburb" => 19,
        "hamlet" | "quarter" | "croft" | "islet" => 20,
        "isolated_dwelling" | "farm" | "allotments" | "subdivision" => 22,
        "neighbourhood" => 24,
        _ => 25,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_is_more_important_than_a_village_and_a_shop() {
        let city = Tags::of_pairs(&[
            ("population", "1 200 000"),
            ("wikidata", "Q1"),
            ("name:en", "X"),
            ("name:de", "Y"),
        ]);
        let city = of(&city, rank_of_place("city"));
        let village = of(&Tags::of_pairs(&[("population", "300")]), rank_of_place("village"));
        let shop = of(&Tags::default(), POI_RANK);
        assert!(city > village && village > shop, "{city} {village} {shop}");
        assert!(shop >= 0.0 && city <= 1.0);
    }
}
