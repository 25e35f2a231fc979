//! Airports are called by their towns, in the language of whoever writes: `Flughafen München` is `Munich Airport`.

use std::sync::LazyLock;

use milepost_text::name_key;

/// Words for an airport in the languages of their names, as keys.
const AIRPORT: [&str; 18] = [
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
    "αεροδρομιο",
    "аеродром",
    "аеропорт",
    "аэропорт",
    "летище",
    "مطار",
];
/// Words in names of airports that people leave out or translate, as keys.
const BESIDE_AIRPORT: [&str; 17] = [
    "international",
    "internacional",
    "internazionale",
    "of",
    "de",
    "du",
    "da",
    "do",
    "di",
    "la",
    "le",
    "διεθνης",
    "διεθνες",
    "международныи",
    "міжнародныи",
    "международна",
    "الدولي",
];
/// Words for an airport that stand behind its name without a space, the longer one first.
const UNSPACED: [&str; 9] =
    ["国際空港", "空港", "国际机场", "机场", "國際機場", "機場", "國際航空站", "국제공항", "공항"];

/// Whether a key is the name of an airport.
pub fn is_airport(key: &str) -> bool {
    key.split(' ').any(|word| AIRPORT.contains(&word)) || before_unspaced(key).is_some()
}

/// The town by which an airport is called, both as keys: `munchen` of `flughafen munchen`. None if the text is no airport.
pub fn airport_town(key: &str) -> Option<String> {
    if let Some(town) = before_unspaced(key) {
        return Some(town.to_owned());
    }
    if !is_airport(key) {
        return None;
    }
    let is_left_out = |word: &str| AIRPORT.contains(&word) || BESIDE_AIRPORT.contains(&word);
    let rest: Vec<&str> = key.split([' ', '-']).filter(|word| !is_left_out(word)).collect();
    (!rest.is_empty()).then(|| rest.join(" "))
}

/// What stands before a word of [`UNSPACED`].
fn before_unspaced(key: &str) -> Option<&str> {
    static KEYS: LazyLock<Vec<String>> = LazyLock::new(|| UNSPACED.map(name_key).to_vec());
    if key.is_ascii() {
        return None;
    }
    KEYS.iter()
        .find_map(|word| key.strip_suffix(word.as_str()))
        .map(str::trim)
        .filter(|town| !town.is_empty())
}

#[cfg(test)]
mod tests {
    use milepost_text::name_key;

    use super::*;

    #[test]
    fn an_airport_is_called_by_its_town_in_any_language() {
        let town = |name| airport_town(&name_key(name));
        assert_eq!(town("Flughafen München").as_deref(), Some("munchen"));
        assert_eq!(town("Aeropuerto de Málaga").as_deref(), Some("malaga"));
        assert_eq!(town("O'Hare International Airport").as_deref(), Some("ohare"));
        assert_eq!(town("Aéroport de Lyon-Saint-Exupéry").as_deref(), Some("lyon saint exupery"));
        assert_eq!(town("Международный аэропорт Шереметьево"), Some(name_key("Шереметьево")));
        assert_eq!(town("成田国際空港"), Some(name_key("成田")));
        assert_eq!(town("인천국제공항"), Some(name_key("인천")));
        assert_eq!(town("مطار دبي الدولي"), Some(name_key("دبي")));
        assert_eq!(town("International Airport"), None);
        assert_eq!(town("Airportville"), None);
    }
}
