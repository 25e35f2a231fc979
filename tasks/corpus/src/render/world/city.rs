//! What is special about the cities of a country and the divisions around and inside them.

use fastrand::Rng;
use milepost_address::Tag;

use super::Drawing;
use crate::labels::Street;
use crate::render::{any, chance};

/// How often a suburb comes before its city. Nearly all countries write addresses from small to large. But a well-known city comes
/// first (`Berlin Kreuzberg`), and in Italy and Spain a ward is an addition to its municipality.
pub(super) fn suburb_first(country: &str, in_metropolis: bool) -> f64 {
    match country {
        "IT" => 0.2,
        _ if has_districts(country) => 0.2,
        _ if in_metropolis => 0.6,
        "ES" | "PT" | "CL" => 0.45,
        _ if has_villages(country) => 0.95,
        _ => 0.85,
    }
}

/// Whether large cities of the country have districts with an administration of their own, written after the city.
pub(super) fn has_districts(country: &str) -> bool {
    matches!(country, "TR" | "VN" | "CY" | "TZ")
}

/// Separators between a city and a suburb after it, by weight. A dash between two Italian names would join the two names of one town.
pub(super) fn behind_city(country: &str) -> [(f64, &'static str); 3] {
    let (space, dash) = match country {
        "IT" => (0.45, 0.0),
        // `Neuhof-Weiler`; `Neuhof Weiler` is rare.
        _ if has_villages(country) => (0.2, 0.2),
        _ => (0.45, 0.05),
    };
    [(space, " "), (1.0 - space - dash, ", "), (dash, " - ")]
}

/// Whether municipalities of the country consist of villages, which are written in front of the municipality.
pub(super) fn has_villages(country: &str) -> bool {
    matches!(country, "DE" | "AT" | "CH" | "LI")
}

/// The tag of a part of a city.
pub(super) fn part_of_city(country: &str) -> Tag {
    if has_districts(country) { Tag::Subregion } else { Tag::DependentLocality }
}

/// German names of towns: brackets are part of the name (`Halle (Saale)`), not a note after it, and small words are abbreviated
/// (`Neustadt a.d. Aisch`).
pub(super) fn qualify(
    city: &mut String,
    aside: &mut String,
    country: &str,
    from: &Drawing<'_>,
    rng: &mut Rng,
) {
    const RIVERS_AND_LANDSCAPES: [&str; 28] = [
        "Saale",
        "Oder",
        "Spree",
        "Elbe",
        "Havel",
        "Mosel",
        "Eifel",
        "Westerwald",
        "Taunus",
        "Harz",
        "Sieg",
        "Lahn",
        "Neckar",
        "Main",
        "Donau",
        "Inn",
        "Allgäu",
        "Sauerland",
        "Pfalz",
        "Hessen",
        "Sachsen",
        "Westfalen",
        "Ostfriesland",
        "Altmark",
        "Schwarzwald",
        "Rheinland",
        "Ruhr",
        "Weser",
    ];
    if !matches!(country, "DE" | "CH" | "AT") {
        return;
    }
    if country == "DE" && aside.is_empty() && !city.contains([' ', '-', '(']) && chance(rng, 0.09) {
        match from.vocabulary.draw("de", "last", rng).filter(|_| rng.bool()) {
            // Last names stand in for rivers and hills, because no list has them all.
            Some(name) => name.clone_into(aside),
            None => any(rng, &RIVERS_AND_LANDSCAPES).clone_into(aside),
        }
    }
    if country != "AT" && !aside.is_empty() {
        let aside = std::mem::take(aside);
        *city = if chance(rng, 0.85) { format!("{city} ({aside})") } else { format!("{city} {aside}") };
    }
    if chance(rng, 0.35) {
        *city = with_small_words_abbreviated(city, any(rng, &["", " "]));
    }
}

/// Abbreviates the small words inside a name to initials, with `behind` before the next word: `Neustadt a.d.Aisch`.
fn with_small_words_abbreviated(name: &str, behind: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut small = false;
    for word in name.split(' ') {
        let initial = word.chars().next().filter(|_| !out.is_empty() && word.chars().all(char::is_lowercase));
        match initial {
            Some(initial) => {
                out.push_str(if small { "" } else { " " });
                out.extend([initial, '.']);
            }
            None => {
                out.push_str(if out.is_empty() {
                    ""
                } else if small {
                    behind
                } else {
                    " "
                });
                out.push_str(word);
            }
        }
        small = initial.is_some();
    }
    out
}

/// Applies a country's customs to city, county and region.
pub(super) fn localise(
    city: &mut String,
    county: &mut String,
    region: &mut String,
    country: &str,
    from: &Drawing<'_>,
    rng: &mut Rng,
) {
    match country {
        "LV" if rng.bool() => {
            if let Some(name) = region.strip_suffix(" nov.") {
                *region = format!("{name} novads");
            }
        }
        // `Kadıköy / İstanbul`: the province is the city, the district its county.
        "TR" if !region.is_empty() && !county.is_empty() && chance(rng, 0.6) => {
            region.clone_into(city);
            // The central district of every province.
            if chance(rng, 0.25) {
                "Merkez".clone_into(county);
            }
        }
        "EE" if chance(rng, 0.35) => {
            *city = format!("{city} {}", any(rng, &["küla", "küla", "alevik", "linn"]));
        }
        // Québec is both the province and a city.
        "CA" if matches!(region.as_str(), "QC" | "Quebec" | "Québec") && chance(rng, 0.15) => {
            any(rng, &["Québec", "Québec", "Québec", "Quebec", "Quebec City"]).clone_into(city);
        }
        "CA" if chance(rng, 0.02) => {
            *city =
                format!("{} of {city}", any(rng, &["Township", "Town", "City", "Municipality", "County"]));
        }
        // A county without towns is itself the municipality.
        "CA" if chance(rng, 0.04) => {
            city.push_str(any(rng, &[" County", " County", " Township", " Regional Municipality"]));
        }
        "PR" => *region = any(rng, &["PR", "PR", "PR", "Puerto Rico"]).to_owned(),
        // In the table, Singapore has streets as places.
        "SG" => "Singapore".clone_into(city),
        // New towns around the large cities have numbered or named quarters.
        "EG" if rng.bool() => localise_egypt(city, county, from, rng),
        "VN" if rng.bool() => {
            *county = match any(rng, &["Quận", "Huyện", "quận", ""]) {
                "" => rng.u32(1..13).to_string(),
                kind => format!("{kind} {}", rng.u32(1..13)),
            };
        }
        // The large cities are provinces, and a city of the lists is often a district of one.
        "VN" if !region.is_empty() && rng.bool() => {
            std::mem::swap(city, county);
            region.clone_into(city);
        }
        _ => {}
    }
    name_twice(city, country, from, rng);
}

/// Gives a town of Egypt a quarter and, half of the time, the name of a new town.
fn localise_egypt(city: &mut String, county: &mut String, from: &Drawing<'_>, rng: &mut Rng) {
    *county = match rng.u8(..3) {
        0 => format!("حي {}", from.vocabulary.draw("ar", "word", rng).unwrap_or("1")),
        _ => format!("{} {}", any(rng, &["الحى", "الحي"]), rng.u32(1..16)),
    };
    if rng.bool() {
        *city = match rng.u8(..3) {
            0 => format!("مدينة {city}"),
            1 => format!("{city} الجديدة"),
            _ => format!("مدينة {city} الجديدة"),
        };
    }
}

/// Gives a town of a bilingual country a second name.
fn name_twice(city: &mut String, country: &str, from: &Drawing<'_>, rng: &mut Rng) {
    let share = if matches!(country, "IT" | "BE") { 0.06 } else { 0.04 };
    if matches!(country, "IT" | "ES" | "BE" | "CH" | "FI" | "CY") && chance(rng, share) {
        let other = from.places.of(country, rng).map_or("", |place| place.name.as_str());
        *city = format!("{city}{}{other}", any(rng, BETWEEN_LANGUAGES));
    }
}

/// Splits the field of Korea's place table into region, city and ward: `성남시 분당구`, the districts of `서울특별시`, the towns of a county.
pub(super) fn divided_in_korea(region: String, county: &str, place: &str) -> [String; 3] {
    let is_township = place.ends_with(['읍', '면']) && !county.is_empty();
    let whole = if is_township && county != place { format!("{county} {place}") } else { place.to_owned() };
    let (city, ward) = whole.split_once(' ').unwrap_or((&whole, ""));
    if region.ends_with('시') && ward.is_empty() {
        return [String::new(), region, city.to_owned()];
    }
    [region, city.to_owned(), ward.to_owned()]
}

/// Separators between the two names of one thing.
const BETWEEN_LANGUAGES: &[&str] = &[" - ", " - ", " - ", " / ", "/", " – "];

/// Both names of a bilingual town, its postcode, and the two languages. South Tyrol has real pairs in a table; for Brussels a French
/// and a Dutch name are drawn.
pub(super) fn bilingual<'a>(
    country: &str,
    from: &Drawing<'a>,
    rng: &mut Rng,
) -> Option<(String, &'a str, [&'static str; 2])> {
    let (mut names, postcode, mut languages) = match country {
        "IT" => {
            let (one, other) = from.places.twice_named(rng)?;
            // The table does not say which name is German.
            ([one.name.as_str(), other.name.as_str()], one.postcode.as_str(), ["de", "it"])
        }
        "BE" => {
            let french = from.places.in_region("BE", "BRU", rng);
            let dutch = from.places.in_region("BE", "VLG", rng);
            ([french.name.as_str(), dutch.name.as_str()], french.postcode.as_str(), ["fr", "nl"])
        }
        _ => return None,
    };
    if rng.bool() {
        names.reverse();
        languages.reverse();
    }
    Some((names.join(any(rng, BETWEEN_LANGUAGES)), postcode, languages))
}

/// A street with its name in both languages: `Gerberstraße - Via dei Conciapelli`.
pub(super) fn named_twice(first: Street, second: &Street, rng: &mut Rng) -> Street {
    let name = format!("{}{}{}", first.name, any(rng, &[" - ", " - ", " / ", "/", " – "]), second.whole());
    Street { name, ..first }
}

#[cfg(test)]
mod tests {
    use super::{divided_in_korea, named_twice, with_small_words_abbreviated};
    use crate::labels::Street;

    #[test]
    fn the_second_name_of_a_street_is_a_part_of_its_name() {
        let street = |prefix: &str, name: &str| Street {
            prefix: prefix.into(),
            name: name.into(),
            ..Street::default()
        };
        let mut rng = fastrand::Rng::with_seed(1);
        let both = named_twice(street("Rue", "du Quiberne"), &street("", "Molenstraat"), &mut rng);
        assert_eq!(both.prefix, "Rue");
        assert!(both.name.starts_with("du Quiberne") && both.name.ends_with("Molenstraat"), "{}", both.name);
    }

    #[test]
    fn small_words_become_initials() {
        assert_eq!(with_small_words_abbreviated("Neustadt an der Aisch", ""), "Neustadt a.d.Aisch");
        assert_eq!(with_small_words_abbreviated("Murbach am See", " "), "Murbach a. See");
        assert_eq!(with_small_words_abbreviated("Bad Murbach", ""), "Bad Murbach");
    }

    #[test]
    fn wards_of_korea_stand_apart_from_their_city() {
        let divided =
            |region: &str, county, place| divided_in_korea(region.to_owned(), county, place).join("|");
        assert_eq!(divided("경기도", "성남시 분당구", "성남시 분당구"), "경기도|성남시|분당구");
        assert_eq!(divided("서울특별시", "노원구", "노원구"), "|서울특별시|노원구");
        assert_eq!(divided("전라북도", "임실군", "임실읍"), "전라북도|임실군|임실읍");
        assert_eq!(divided("경상북도", "포항시 북구", "신광면"), "경상북도|포항시|북구 신광면");
        assert_eq!(divided("강원도", "춘천시", "춘천시"), "강원도|춘천시|");
    }
}
