//! Which shards cover a place.

/// Areas of the shards that may hold a street, the narrowest first: the state's in the United States, the country's; France's too
/// for its overseas parts that have country codes of their own. Codes in lower case.
pub(crate) fn of(country: &str, state: Option<&str>) -> Vec<String> {
    let mut areas = Vec::new();
    if country == "us" {
        areas.extend(state.map(|state| format!("us-{state}")));
    }
    areas.push(country.to_owned());
    if matches!(country, "re" | "gp" | "mq" | "gf" | "yt" | "pm") {
        areas.push("fr".into());
    }
    areas
}
