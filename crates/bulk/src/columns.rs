//! The columns of the address or the point: by option, otherwise guessed from their names.

use std::collections::HashMap;

use crate::error::BulkError;
use crate::options::BulkOptions;
use crate::quote::{listed, quoted};
use crate::value::Value;

/// The columns of the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Cells that are joined to an address, in this order. A house number precedes its street unless its column follows that of the street.
    Address(Vec<Piece>),
    /// Latitude and longitude.
    Point(usize, usize),
}

/// A column of an address, and its separator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) column: usize,
    /// Whether a space, not a comma, separates it from the part before.
    joined: bool,
}

/// Names of columns, folded; the first that exists is used.
const ADDRESS: &[&str] = &[
    "address",
    "fulladdress",
    "addressfull",
    "formattedaddress",
    "completeaddress",
    "addr",
    "adresse",
    "adressecomplete",
    "anschrift",
    "direccion",
    "indirizzo",
    "endereco",
    "adres",
    "adress",
    "query",
    "location",
];
const STREET: &[&str] = &[
    "street",
    "streetaddress",
    "address1",
    "addressline1",
    "addressline",
    "street1",
    "streetname",
    "rue",
    "voie",
    "nomvoie",
    "libellevoie",
    "strasse",
    "straße",
    "calle",
    "via",
    "rua",
    "straat",
    "ulica",
    "gata",
    "vej",
];
const NUMBER: &[&str] = &[
    "housenumber",
    "streetnumber",
    "number",
    "houseno",
    "numero",
    "num",
    "hausnummer",
    "hausnr",
    "civico",
    "huisnummer",
];
const UNIT: &[&str] = &["unit", "apartment", "apt", "suite", "address2", "addressline2", "street2"];
const CITY: &[&str] = &[
    "city",
    "town",
    "locality",
    "municipality",
    "postalcity",
    "citytown",
    "ville",
    "commune",
    "nomcommune",
    "ort",
    "stadt",
    "ciudad",
    "localidad",
    "comune",
    "citta",
    "cidade",
    "plaats",
    "woonplaats",
    "stad",
    "miasto",
    "kommune",
];
const POSTCODE: &[&str] = &[
    "postcode",
    "zip",
    "zipcode",
    "postalcode",
    "zip5",
    "cp",
    "codepostal",
    "plz",
    "postleitzahl",
    "codigopostal",
    "cap",
    "cep",
    "postnummer",
    "kodpocztowy",
];
const REGION: &[&str] =
    &["region", "state", "province", "stateprovince", "bundesland", "provincia", "departement"];
const COUNTRY: &[&str] =
    &["country", "countrycode", "countryname", "iso2", "pays", "land", "pais", "paese", "kraj"];
const LAT: &[&str] = &["lat", "latitude", "y", "breitengrad", "latitud"];
const LON: &[&str] = &["lon", "lng", "long", "longitude", "x", "laengengrad", "longitud"];

/// Finds the columns; the second value names the guesses, for a message.
pub(crate) fn choose(
    options: &BulkOptions,
    names: &[String],
    is_point: bool,
) -> Result<(Asked, Option<String>), BulkError> {
    let known = Folded::of(names);
    let named = |name: &Option<String>| name.as_ref().map(|name| known.column(names, name)).transpose();
    if is_point {
        let said = (named(&options.lat)?, named(&options.lon)?);
        let (lat, lon) = match said {
            (Some(lat), Some(lon)) => return Ok((Asked::Point(lat, lon), None)),
            (lat, lon) => (lat.or_else(|| known.guess(LAT)), lon.or_else(|| known.guess(LON))),
        };
        let (Some(lat), Some(lon)) = (lat, lon) else {
            return Err(unknown(names, "a point: say --lat COLUMN --lon COLUMN"));
        };
        let [lat_name, lon_name] = [lat, lon].map(|column| quoted(&names[column]));
        let told = format!("the point is read from `{lat_name}` and `{lon_name}` (--lat, --lon)");
        return Ok((Asked::Point(lat, lon), Some(told)));
    }
    let parts = Parts {
        address: named(&options.address)?,
        street: named(&options.street)?,
        number: named(&options.number)?,
        unit: named(&options.unit)?,
        city: named(&options.city)?,
        postcode: named(&options.postcode)?,
        region: named(&options.region)?,
        country: named(&options.country)?,
    };
    let asked = parts.pieces();
    if !asked.is_empty() {
        return Ok((Asked::Address(asked), None));
    }
    let guessed = Parts::guessed(&known).pieces();
    if guessed.is_empty() {
        return Err(unknown(names, "an address: say --address COLUMN, or --street, --city, --postcode ..."));
    }
    let list: Vec<String> =
        guessed.iter().map(|piece| format!("`{}`", quoted(&names[piece.column]))).collect();
    let told = format!("the address is read from {} (--address, --street, --city ...)", list.join(", "));
    Ok((Asked::Address(guessed), Some(told)))
}

/// The column of each part.
struct Parts {
    address: Option<usize>,
    street: Option<usize>,
    number: Option<usize>,
    unit: Option<usize>,
    city: Option<usize>,
    postcode: Option<usize>,
    region: Option<usize>,
    country: Option<usize>,
}

impl Parts {
    fn guessed(names: &Folded) -> Parts {
        let mut parts = Parts {
            address: names.guess(ADDRESS),
            street: names.guess(STREET),
            number: names.guess(NUMBER),
            unit: names.guess(UNIT),
            city: names.guess(CITY),
            postcode: names.guess(POSTCODE),
            region: names.guess(REGION),
            country: names.guess(COUNTRY),
        };
        let has_town = parts.city.is_some() || parts.postcode.is_some();
        if parts.street.is_some() {
            // Next to its parts, a column with the whole address would repeat them.
            parts.address = None;
            return parts;
        }
        // A column `number` belongs to a street, and means something else without one.
        parts.number = None;
        if parts.address.is_none() || !has_town {
            parts.unit = None;
        }
        if parts.address.is_none() && !has_town {
            parts = Parts { region: None, country: None, ..parts };
        }
        parts
    }

    fn pieces(&self) -> Vec<Piece> {
        let apart = |column: usize| Piece { column, joined: false };
        let mut pieces: Vec<Piece> = self.address.into_iter().map(apart).collect();
        match (self.number, self.street) {
            (Some(number), Some(street)) => {
                let (first, second) = (number.min(street), number.max(street));
                pieces.extend([apart(first), Piece { column: second, joined: true }]);
            }
            (number, street) => pieces.extend(number.or(street).map(apart)),
        }
        pieces.extend(self.unit.map(apart));
        // In the order of their columns, which usually is that of the country's addresses.
        let mut places: Vec<usize> = [self.city, self.postcode, self.region].into_iter().flatten().collect();
        places.sort_unstable();
        let is_numeric = |column: usize| Some(column) == self.postcode;
        let mut before: Option<usize> = None;
        for column in places {
            // `Reno, NV 89501` and `38000 Grenoble`: only a space is next to a postcode.
            let joined = before.is_some_and(|before| {
                is_numeric(before) || (is_numeric(column) && Some(before) == self.region)
            });
            pieces.push(Piece { column, joined });
            before = Some(column);
        }
        pieces.extend(self.country.map(apart));
        pieces
    }
}

/// The address of a row; none if all its cells are empty.
pub(crate) fn address(pieces: &[Piece], cells: &[Value]) -> String {
    let mut address = String::new();
    for piece in pieces {
        let text = cells.get(piece.column).map(Value::text).unwrap_or_default();
        let text = text.trim();
        if text.is_empty() {
            continue;
        }
        if !address.is_empty() {
            address.push_str(if piece.joined { " " } else { ", " });
        }
        address.push_str(text);
    }
    address
}

/// The first byte of a cell of the address that is not UTF-8; none if all are.
pub(crate) fn first_not_utf8(pieces: &[Piece], cells: &[Value]) -> Option<usize> {
    pieces.iter().find_map(|piece| match cells.get(piece.column) {
        Some(Value::NotUtf8(bytes)) => std::str::from_utf8(bytes).err().map(|error| error.valid_up_to()),
        _ => None,
    })
}

/// The first column of each folded name.
struct Folded(HashMap<String, usize>);

impl Folded {
    fn of(names: &[String]) -> Folded {
        Folded(names.iter().enumerate().rev().map(|(column, name)| (folded(name), column)).collect())
    }

    /// The column that a user names.
    fn column(&self, names: &[String], name: &str) -> Result<usize, BulkError> {
        let exact = names.iter().position(|known| known == name);
        let found = exact.or_else(|| self.0.get(&folded(name)).copied());
        found.ok_or_else(|| {
            let (name, there) = (quoted(name), listed(names));
            BulkError::Usage(format!("there is no column `{name}`; there are: {there}"))
        })
    }

    fn guess(&self, known: &[&str]) -> Option<usize> {
        known.iter().find_map(|name| self.0.get(*name).copied())
    }
}

fn folded(name: &str) -> String {
    name.chars().filter(|character| character.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn unknown(names: &[String], what: &str) -> BulkError {
    BulkError::Usage(format!("no column looks like {what}; there are: {}", listed(names)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(clap::Parser)]
    struct Command {
        #[command(flatten)]
        options: BulkOptions,
    }

    #[test]
    fn messages_quote_few_of_many_columns() {
        let names: Vec<String> = (0..100_000).map(|number| format!("column {number}")).collect();
        let long = "x".repeat(10_000);
        for words in [vec!["bulk", "a.csv"], vec!["bulk", "a.csv", "--street", &long]] {
            let command = <Command as clap::Parser>::try_parse_from(words).unwrap();
            let error = choose(&command.options, &names, false).unwrap_err().to_string();
            assert!(error.len() < 600 && error.contains("column 1, ") && error.ends_with(" more"), "{error}");
        }
    }

    #[test]
    fn the_first_of_equal_names_is_used() {
        assert_eq!(guessed("Address,address", "1 Main St|2 Elm St"), "1 Main St");
    }

    fn guessed(header: &str, row: &str) -> String {
        let names: Vec<String> = header.split(',').map(str::to_owned).collect();
        let cells: Vec<Value> = row.split('|').map(|cell| Value::Text(cell.to_owned())).collect();
        address(&Parts::guessed(&Folded::of(&names)).pieces(), &cells)
    }

    #[test]
    fn columns_are_told_by_their_names() {
        assert_eq!(guessed("id,Address", "7|1 Main St, Reno"), "1 Main St, Reno");
        assert_eq!(
            guessed("Street Address,City,State,ZIP Code", "1 Main St|Reno|NV|89501"),
            "1 Main St, Reno, NV 89501"
        );
        assert_eq!(
            guessed("numero,nom_voie,code_postal,nom_commune", "3|Rue Haute|38000|Grenoble"),
            "3 Rue Haute, 38000 Grenoble"
        );
        assert_eq!(
            guessed("Straße,Hausnummer,PLZ,Ort", "Hauptstr.|5|10115|Berlin"),
            "Hauptstr. 5, 10115 Berlin"
        );
        assert_eq!(guessed("address,city,number", "1 Main St|Reno|7"), "1 Main St, Reno");
        assert_eq!(guessed("name,city,country", "Ann|Reno|US"), "Reno, US");
        assert_eq!(guessed("address,city", "|Reno"), "Reno");
        assert_eq!(guessed("name,country", "Ann|US"), "");
    }
}
