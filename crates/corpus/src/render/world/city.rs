//! What the countries do to the name of a city and of what lies in and around it.

use fastrand::Rng;

use super::Drawing;
use crate::render::{any, chance};

/// How often a suburb stands in front of its city. An address goes from the small to the large, as the templates of
/// nearly every country have it; but the well-known city comes first (`Berlin Kreuzberg`), and in Italy and Spain the
/// ward is an addition to the municipality.
pub(super) fn suburb_first(country: &str, in_metropolis: bool) -> f64 {
    match country {
        _ if in_metropolis => 0.6,
        "IT" => 0.2,
        "ES" | "PT" => 0.45,
        _ => 0.85,
    }
}

/// Names of towns as German has them: a bracket is part of the name (`Halle (Saale)`), not a note behind it, and the
/// small words of a name are abbreviated (`Neustadt a.d. Aisch`).
pub(super) fn qualify(city: &mut String, aside: &mut String, country: &str, rng: &mut Rng) {
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
    if country != "AT" && !aside.is_empty() && rng.bool() {
        *city = format!("{city} ({})", std::mem::take(aside));
    } else if country == "DE" && aside.is_empty() && !city.contains([' ', '-', '(']) && chance(rng, 0.02) {
        *city = format!("{city} ({})", any(rng, &RIVERS_AND_LANDSCAPES));
    }
    if chance(rng, 0.35) {
        *city = with_small_words_abbreviated(city, any(rng, &["", " "]));
    }
}

/// The small words inside a name as their initials, `behind` them what stands before the next word: `Neustadt a.d.Aisch`.
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

/// What a country's city and county lines are known for.
pub(super) fn localise(
    city: &mut String,
    county: &mut String,
    region: &str,
    country: &str,
    from: &Drawing<'_>,
    rng: &mut Rng,
) {
    match country {
        // `Kadıköy / İstanbul`: the province is the city, the district its county.
        "TR" if !region.is_empty() && !county.is_empty() && rng.bool() => *city = region.to_owned(),
        "EE" if chance(rng, 0.35) => {
            *city = format!("{city} {}", any(rng, &["küla", "küla", "alevik", "linn"]));
        }
        "CA" if chance(rng, 0.02) => {
            *city =
                format!("{} of {city}", any(rng, &["Township", "Town", "City", "Municipality", "County"]));
        }
        "CA" if chance(rng, 0.02) => {
            *county = format!("{city} {}", any(rng, &["County", "Township", "Regional Municipality"]));
            city.clear();
        }
        "GT" if chance(rng, 0.15) => *city = format!("Zona {} {city}", rng.u32(1..22)),
        "VN" if rng.bool() => {
            *county = format!("{} {}", any(rng, &["Quận", "Huyện", "quận"]), rng.u32(1..13))
        }
        _ => {}
    }
    // Towns with two languages write both names.
    let share = if matches!(country, "IT" | "BE") { 0.12 } else { 0.04 };
    if matches!(country, "IT" | "ES" | "BE" | "CH" | "FI" | "CY") && chance(rng, share) {
        let other = from.places.of(country, rng).map_or("", |place| place.name.as_str());
        *city = format!("{city}{}{other}", any(rng, &[" - ", " / ", "/", " – "]));
    }
}

#[cfg(test)]
mod tests {
    use super::with_small_words_abbreviated;

    #[test]
    fn small_words_become_initials() {
        assert_eq!(with_small_words_abbreviated("Neustadt an der Aisch", ""), "Neustadt a.d.Aisch");
        assert_eq!(with_small_words_abbreviated("Murbach am See", " "), "Murbach a. See");
        assert_eq!(with_small_words_abbreviated("Bad Murbach", ""), "Bad Murbach");
    }
}
