//! French sources. Tables under ODbL (streets of Paris and Marseille), and those that may be (points of Toulouse and Montpellier), are
//! left out, so that no share-alike licence applies to the weights.

use std::collections::HashMap;
use std::path::Path;

use milepost_text::name_key;
use milepost_text::word_class::plain;

use super::places::Places;
use super::table::{Row, read};
use super::{is_held_out, is_held_out_postcode};
use crate::CorpusError;
use crate::labels::split_fr;

/// One French address as its source has it; fields may be empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct FrRecord {
    pub(crate) venue: String,
    pub(crate) number: String,
    /// `bis`, `B` ...
    pub(crate) repeat: String,
    pub(crate) street: String,
    /// A place without a street: lieu-dit, hamlet.
    pub(crate) hamlet: String,
    pub(crate) po_box: String,
    pub(crate) postcode: String,
    pub(crate) city: String,
    /// `12e`, `3EME`: the arrondissement as written after the city.
    pub(crate) arrondissement: String,
    pub(crate) cedex: String,
    pub(crate) department: String,
    pub(crate) region: String,
}

/// Records of one source.
pub(crate) struct FrSource {
    pub(crate) name: &'static str,
    pub(crate) weight: f64,
    pub(crate) train: Vec<FrRecord>,
    pub(crate) held_out: Vec<FrRecord>,
}

/// Reads every French source below `<data>/fr`.
pub(crate) fn sources(data: &Path, places: &Places) -> Result<Vec<FrSource>, CorpusError> {
    Ok(vec![
        source(data, places, "streets", 0.30, fantoir_rows(data, places)?)?,
        source(data, places, "address_points_nantes", 0.10, point_row)?,
        source(data, places, "address_points_lyon", 0.10, point_row)?,
        source(data, places, "address_points_arles", 0.02, point_row)?,
        source(data, places, "venues", 0.16, venue_row)?,
        source(data, places, "lodgings", 0.09, premises_row)?,
        source(data, places, "food_premises", 0.08, premises_row)?,
        source(data, places, "monuments", 0.08, premises_row)?,
        source(data, places, "dvf_addresses", 0.07, premises_row)?,
    ])
}

fn source(
    data: &Path,
    places: &Places,
    name: &'static str,
    weight: f64,
    record: impl Fn(&Row<'_>) -> FrRecord,
) -> Result<FrSource, CorpusError> {
    let mut source = FrSource { name, weight, train: Vec::new(), held_out: Vec::new() };
    read(data, &format!("fr/{name}.tsv.gz"), |row| {
        let mut record = record(&row);
        if !is_usable(&record) {
            return;
        }
        part_letter(&mut record);
        if is_unit(&record.venue) {
            record.venue.clear();
        }
        if let Some(place) = places.by_postcode("FR", &record.postcode) {
            record.department.clone_from(&place.county);
            record.region.clone_from(&place.region);
        }
        split_city(&mut record);
        if is_held_out_postcode(&record.postcode) {
            source.held_out.push(record);
        } else if record.street.is_empty() || !is_held_out(&[&record.street]) {
            source.train.push(record);
        }
    })?;
    Ok(source)
}

fn is_usable(record: &FrRecord) -> bool {
    let located = !record.street.is_empty() || !record.hamlet.is_empty() || !record.po_box.is_empty();
    let street_digits = record.street.chars().next().is_some_and(|first| first.is_ascii_digit());
    located
        && !street_digits
        && !record.city.is_empty()
        && record.street.chars().count() < 60
        && !record.street.contains([',', '(', '/', ';'])
        && !record.hamlet.contains([',', '(', '/', ';', ':'])
        // `Le Bourg. 38 Avenue Haute`: a hamlet has no number.
        && !record.hamlet.bytes().any(|byte| byte.is_ascii_digit())
}

/// Whether the venue column holds a unit: `APPARTEMENT 7`.
fn is_unit(venue: &str) -> bool {
    let key = name_key(venue);
    let (first, rest) = key.split_once(' ').unwrap_or_default();
    matches!(first, "appartement" | "appt" | "apt" | "bat" | "batiment" | "escalier" | "etage")
        && rest.len() < 4
}

/// `A RUE TORDUE` at number 110 becomes `110 A`, `RUE TORDUE`.
fn part_letter(record: &mut FrRecord) {
    let Some((letter, street)) = record.street.split_once(' ') else { return };
    let is_letter = letter.len() == 1 && letter.chars().all(|character| character.is_ascii_alphabetic());
    if is_letter
        && !record.number.is_empty()
        && record.repeat.is_empty()
        && (!split_fr(street).prefix.is_empty() || plain(street).starts_with("route "))
    {
        (record.repeat, record.street) = (letter.to_owned(), street.to_owned());
    }
}

/// Takes `CEDEX 08` and the arrondissement off the city: `LYON 3EME`, `Paris 3e Arrondissement`, `Paris 02`.
fn split_city(record: &mut FrRecord) {
    let words: Vec<String> = record.city.split_whitespace().map(str::to_owned).collect();
    let key: Vec<String> = words.iter().map(|word| name_key(word)).collect();
    let mut end = words.len();
    if let Some(at) = key.iter().position(|word| word == "cedex") {
        record.cedex = words[at..].join(" ");
        end = at;
    }
    if end > 1
        && matches!(key[0].as_str(), "paris" | "lyon" | "marseille")
        && key[1].starts_with(|character: char| character.is_ascii_digit())
    {
        record.arrondissement = words[1..end].join(" ");
        end = 1;
    }
    record.city = words[..end].join(" ");
}

/// Reads FANTOIR streets; commune names and postcodes come from the commune's INSEE code.
fn fantoir_rows<'a>(
    data: &Path,
    places: &'a Places,
) -> Result<impl Fn(&Row<'_>) -> FrRecord + use<'a>, CorpusError> {
    let mut communes: HashMap<String, String> = HashMap::new();
    read(data, "fr/commune_centroids.tsv.gz", |row| {
        communes.insert(row.get("insee").into(), row.get("name").into());
    })?;
    let mut postcodes: HashMap<(String, String), Vec<&str>> = HashMap::new();
    for place in places.of_country("FR").filter(|place| place.cedex.is_empty() && place.postcode.len() == 5) {
        let key = (place.postcode[..2].to_owned(), name_key(&place.name));
        postcodes.entry(key).or_default().push(&place.postcode);
    }
    Ok(move |row: &Row<'_>| {
        let insee = row.get("insee");
        let Some(city) = communes.get(insee) else { return FrRecord::default() };
        let key = (insee.get(..2).unwrap_or_default().to_owned(), name_key(city));
        let postcode = postcodes.get(&key).and_then(|codes| codes.first()).copied().unwrap_or_default();
        let (kind, name) = (row.get("street_type"), row.get("name"));
        if name.is_empty() {
            return FrRecord::default();
        }
        let street = match fantoir_type(kind) {
            "" => name.to_owned(),
            kind => format!("{kind} {name}"),
        };
        FrRecord { street, postcode: postcode.into(), city: city.clone(), ..FrRecord::default() }
    })
}

/// FANTOIR's abbreviated street types in full; types that are whole words stay.
fn fantoir_type(kind: &str) -> &str {
    match kind {
        "LOT" => "LOTISSEMENT",
        "GR" => "GRANDE RUE",
        "CRS" => "COURS",
        "MTE" => "MONTEE",
        "TRA" => "TRAVERSE",
        "HAM" => "HAMEAU",
        "QUA" => "QUARTIER",
        "VC" | "CR" => "CHEMIN",
        "VEN" => "VENELLE",
        "FG" => "FAUBOURG",
        "CAR" => "CARREFOUR",
        "PTR" => "PETITE RUE",
        "CHV" => "CHEMIN VICINAL",
        "CHS" => "CHAUSSEE",
        "ZA" => "ZONE ARTISANALE",
        "ZI" => "ZONE INDUSTRIELLE",
        "VGE" => "VILLAGE",
        other => other,
    }
}

fn point_row(row: &Row<'_>) -> FrRecord {
    FrRecord {
        number: row.get("number").into(),
        repeat: row.get("suffix").into(),
        // `CHEMIN DU MAS D'YVAREN - VC37`: the other name of the road follows the dash.
        street: row.get("street").split(" - ").next().unwrap_or_default().into(),
        postcode: row.get("postcode").into(),
        city: row.get("city").into(),
        ..FrRecord::default()
    }
}

fn premises_row(row: &Row<'_>) -> FrRecord {
    let mut record = FrRecord {
        venue: row.get("venue").into(),
        number: row.get("house_number").into(),
        repeat: row.get("suffix").into(),
        postcode: row.get("postcode").into(),
        city: row.get("city").into(),
        ..FrRecord::default()
    };
    place_street(&mut record, row.get("street"));
    record
}

fn venue_row(row: &Row<'_>) -> FrRecord {
    let mut record = FrRecord {
        venue: row.get("name").into(),
        postcode: row.get("postcode").into(),
        city: row.get("city").into(),
        ..FrRecord::default()
    };
    let address = row.get("address");
    let mut words = address.split_whitespace();
    let first = words.next().unwrap_or_default();
    if matches!(first, "BP" | "CS" | "TSA") && address.len() < 12 {
        record.po_box = address.into();
        return record;
    }
    let number = first.trim_end_matches(',');
    if !number.is_empty() && number.len() < 5 && number.bytes().all(|byte| byte.is_ascii_digit()) {
        record.number = number.into();
        let rest: Vec<&str> = words.collect();
        let repeated = rest
            .first()
            .is_some_and(|word| matches!(milepost_text::fold(word).as_str(), "bis" | "ter" | "quater"));
        record.repeat = if repeated { rest[0].into() } else { String::new() };
        place_street(&mut record, &rest[usize::from(repeated)..].join(" "));
    } else {
        place_street(&mut record, address);
    }
    record
}

/// `ZI de Kerbol BP 143` -> (`ZI de Kerbol`, `BP 143`).
fn split_box(address: &str) -> Option<(&str, &str)> {
    let at = ["BP ", "CS ", "TSA "].iter().find_map(|kind| address.find(&format!(" {kind}")))?;
    let (street, po_box) = (&address[..at], &address[at + 1..]);
    let number = po_box.split_once(' ').map_or("", |(_, number)| number);
    let is_box = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit() || byte == b' ');
    is_box.then_some((street.trim_end_matches([' ', '-']), po_box))
}

/// A name without a street type and a number is a lieu-dit; anything else is a street.
fn place_street(record: &mut FrRecord, street: &str) {
    let (street, po_box) = split_box(street).unwrap_or((street, ""));
    record.po_box = po_box.into();
    let split = split_fr(street);
    // `Grande Rue` has its type at the end.
    let street_behind = split.name.split([' ', '-']).next_back().is_some_and(|last| plain(last) == "rue");
    let hamlet = record.number.is_empty() && split.prefix.is_empty() && !street_behind;
    if hamlet { record.hamlet = street.into() } else { record.street = street.into() }
}

#[cfg(test)]
mod tests {
    use super::{FrRecord, is_unit, part_letter, split_box};

    #[test]
    fn a_letter_before_the_street_type_belongs_to_the_number() {
        let parted = |number: &str, street: &str| {
            let mut record = FrRecord { number: number.into(), street: street.into(), ..FrRecord::default() };
            part_letter(&mut record);
            format!("{}|{}|{}", record.number, record.repeat, record.street)
        };
        assert_eq!(parted("110", "A RUE TORDUE"), "110|A|RUE TORDUE");
        assert_eq!(parted("49", "B ROUTE NATIONALE"), "49|B|ROUTE NATIONALE");
        assert_eq!(parted("", "A RUE TORDUE"), "||A RUE TORDUE");
        assert_eq!(parted("4", "L ORMOIE"), "4||L ORMOIE");
    }

    #[test]
    fn a_unit_is_no_venue() {
        assert!(is_unit("APPARTEMENT 7") && is_unit("Bât. C"));
        assert!(!is_unit("Etage Bleu") && !is_unit("Appartement"));
    }

    #[test]
    fn boxes_behind_the_street() {
        assert_eq!(split_box("ZI de Kerbol BP 143"), Some(("ZI de Kerbol", "BP 143")));
        assert_eq!(split_box("Rue Tordue - CS 10 204"), Some(("Rue Tordue", "CS 10 204")));
        assert_eq!(split_box("Rue BP Marin"), None);
        assert_eq!(split_box("Rue Tordue"), None);
    }
}
