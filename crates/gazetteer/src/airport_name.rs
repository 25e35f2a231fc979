//! Airports are called by their towns, in the language of whoever writes: `Flughafen München` is `Munich Airport`.

/// Words for an airport in the languages of their names, as keys.
const AIRPORT: [&str; 12] = [
    "airport",
    "aeroport",
    "aeroporto",
    "aeropuerto",
    "flughafen",
    "flygplats",
    "havalimani",
    "letiste",
    "lotnisko",
    "lufthavn",
    "lufthamn",
    "luchthaven",
];
/// Words in names of airports that people leave out or translate, as keys.
const BESIDE_AIRPORT: [&str; 11] =
    ["international", "internacional", "internazionale", "of", "de", "du", "da", "do", "di", "la", "le"];

/// Whether a key is the name of an airport.
pub fn is_airport(key: &str) -> bool {
    key.split(' ').any(|word| AIRPORT.contains(&word))
}

/// The town by which an airport is called, both as keys: `munchen` of `flughafen munchen`. None if the text is no airport.
pub(crate) fn town(key: &str) -> Option<String> {
    if !is_airport(key) {
        return None;
    }
    let is_left_out = |word: &str| AIRPORT.contains(&word) || BESIDE_AIRPORT.contains(&word);
    let rest: Vec<&str> = key.split([' ', '-']).filter(|word| !is_left_out(word)).collect();
    (!rest.is_empty()).then(|| rest.join(" "))
}

#[cfg(test)]
mod tests {
    use milepost_text::name_key;

    use super::*;

    #[test]
    fn an_airport_is_called_by_its_town_in_any_language() {
        let town = |name| town(&name_key(name));
        assert_eq!(town("Flughafen München").as_deref(), Some("munchen"));
        assert_eq!(town("Aeropuerto de Málaga").as_deref(), Some("malaga"));
        assert_eq!(town("O'Hare International Airport").as_deref(), Some("ohare"));
        assert_eq!(town("Aéroport de Lyon-Saint-Exupéry").as_deref(), Some("lyon saint exupery"));
        assert_eq!(town("International Airport"), None);
        assert_eq!(town("Airportville"), None);
    }
}
