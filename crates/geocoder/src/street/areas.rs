//! Which shards cover a place, and which countries a shard covers. Codes are in lower case.

/// Overseas parts of France with country codes of their own. Their streets are in the register of France.
const OVERSEAS: [&str; 6] = ["re", "gp", "mq", "gf", "yt", "pm"];

/// End of the areas whose streets are those of OpenStreetMap.
const OSM: &str = "-osm";

/// Areas of the shards that may hold a street, the narrowest first: the state in the United States, the country, and France for
/// its overseas parts. Registers come before OpenStreetMap.
pub(crate) fn of(country: &str, state: Option<&str>) -> Vec<String> {
    let mut areas = Vec::new();
    if country == "us" {
        areas.extend(state.map(|state| format!("us-{state}")));
    }
    areas.push(country.to_owned());
    if OVERSEAS.contains(&country) {
        areas.push("fr".into());
    }
    let osm: Vec<String> = areas.iter().map(|area| format!("{area}{OSM}")).collect();
    areas.extend(osm);
    areas
}

/// Whether the streets of an area are those of OpenStreetMap.
pub(crate) fn is_osm(area: &str) -> bool {
    area.ends_with(OSM)
}

/// The state of an area: `md` of `us-md` and of `us-md-osm`.
pub(crate) fn state_of(area: &str) -> Option<&str> {
    area.strip_suffix(OSM).unwrap_or(area).split_once('-').map(|(_, state)| state)
}

/// The country of an area: `us` of `us-md`.
pub(crate) fn country_of(area: &str) -> &str {
    area.split('-').next().unwrap_or(area)
}

/// Countries with streets in a shard of this area, its own first.
pub(crate) fn countries_of(area: &str) -> Vec<&str> {
    let mut countries = vec![country_of(area)];
    if area.strip_suffix(OSM).unwrap_or(area) == "fr" {
        countries.extend(OVERSEAS);
    }
    countries
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_shard_covers_the_countries_that_look_into_it() {
        assert_eq!(of("us", Some("md")), ["us-md", "us", "us-md-osm", "us-osm"]);
        assert_eq!(of("re", None), ["re", "fr", "re-osm", "fr-osm"]);
        assert_eq!(
            (state_of("us-md-osm"), state_of("us-md"), state_of("li-osm")),
            (Some("md"), Some("md"), None)
        );
        assert_eq!(countries_of("us-md"), ["us"]);
        for country in countries_of("fr") {
            assert!(of(country, None).contains(&"fr".to_owned()), "{country}");
        }
    }
}
