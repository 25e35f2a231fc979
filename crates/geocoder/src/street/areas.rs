//! Which shards cover a place, and which countries a shard covers. Codes are in lower case.

/// Overseas parts of France with country codes of their own. Their streets are in the register of France.
const OVERSEAS: [&str; 6] = ["re", "gp", "mq", "gf", "yt", "pm"];

/// Areas of the shards that may hold a street, the narrowest first: the state in the United States, the country, and France for
/// its overseas parts.
pub(crate) fn of(country: &str, state: Option<&str>) -> Vec<String> {
    let mut areas = Vec::new();
    if country == "us" {
        areas.extend(state.map(|state| format!("us-{state}")));
    }
    areas.push(country.to_owned());
    if OVERSEAS.contains(&country) {
        areas.push("fr".into());
    }
    areas
}

/// The country of an area: `us` of `us-md`.
pub(crate) fn country_of(area: &str) -> &str {
    area.split('-').next().unwrap_or(area)
}

/// Countries with streets in a shard of this area, its own first.
pub(crate) fn countries_of(area: &str) -> Vec<&str> {
    let mut countries = vec![country_of(area)];
    if area == "fr" {
        countries.extend(OVERSEAS);
    }
    countries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_covers_the_countries_that_look_into_it() {
        assert_eq!(of("us", Some("md")), ["us-md", "us"]);
        assert_eq!(of("re", None), ["re", "fr"]);
        assert_eq!(countries_of("us-md"), ["us"]);
        for country in countries_of("fr") {
            assert!(of(country, None).contains(&"fr".to_owned()), "{country}");
        }
    }
}
