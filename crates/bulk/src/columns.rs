//! The columns of the address or the point: by option, otherwise guessed from their names.

use milepost::{AnswerBounds, country_code};

use crate::column_names::{Guesses, folded};
use crate::error::BulkError;
use crate::fields::{Addressed, Subject, not_utf8};
use crate::options::{BulkOptions, TableOptions};
use crate::parts::{Parts, Pieces, Role};
use crate::quote::{listed, quoted};
use crate::value::Value;

/// The columns of the question.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Asked {
    /// Cells that are joined to an address, in this order. A house number precedes its street unless its column follows that of the street.
    Address(Pieces),
    /// Latitude and longitude.
    Point(usize, usize),
}

/// Finds the columns; the second value says what was guessed, for messages. `sample` are the first rows.
pub(crate) fn choose(
    options: &BulkOptions,
    names: &[String],
    sample: &[Vec<Value>],
    is_point: bool,
) -> Result<(Asked, Vec<String>), BulkError> {
    if is_point {
        let named = |name: &Option<String>| name.as_ref().map(|name| column(names, name)).transpose();
        let guessed = Guesses::of(names, sample);
        let (lat, lon) = (named(&options.lat)?, named(&options.lon)?);
        let is_said = lat.is_some() && lon.is_some();
        let lat = lat.or_else(|| guessed.best(Role::Lat));
        let lon = lon.or_else(|| guessed.best(Role::Lon));
        let (Some(lat), Some(lon)) = (lat, lon) else {
            return Err(unknown(names, "a point: say --lat COLUMN --lon COLUMN"));
        };
        let [lat_name, lon_name] = [lat, lon].map(|column| quoted(&names[column]));
        let note = format!("the point is read from `{lat_name}` and `{lon_name}` (--lat, --lon)");
        return Ok((Asked::Point(lat, lon), if is_said { Vec::new() } else { vec![note] }));
    }
    let (pieces, notes) = choose_address(&options.table, names, sample)?;
    Ok((Asked::Address(pieces), notes))
}

/// Finds the columns of the address; the second value says what was guessed.
pub(crate) fn choose_address(
    options: &TableOptions,
    names: &[String],
    sample: &[Vec<Value>],
) -> Result<(Pieces, Vec<String>), BulkError> {
    let country = options.country.as_ref().filter(|_| fixed_countries(options, names).is_none());
    let named = [
        (Role::Address, options.address.as_ref()),
        (Role::Street, options.street.as_ref()),
        (Role::Number, options.number.as_ref()),
        (Role::Unit, options.unit.as_ref()),
        (Role::City, options.city.as_ref()),
        (Role::Postcode, options.postcode.as_ref()),
        (Role::Region, options.region.as_ref()),
        (Role::Country, country),
    ];
    let named = named.into_iter().filter_map(|(role, name)| Some((role, name?)));
    let named = named.map(|(role, name)| column(names, name).map(|column| (role, column)));
    let parts = named.collect::<Result<Parts, BulkError>>()?;
    if !parts.is_empty() {
        return Ok((Pieces::of(&parts), Vec::new()));
    }
    let (parts, notes) = guessed(names, sample)?;
    Ok((Pieces::of(&parts), notes))
}

/// The columns that look like the parts of an address; the second value says which.
pub(crate) fn guessed(names: &[String], sample: &[Vec<Value>]) -> Result<(Parts, Vec<String>), BulkError> {
    let guesses = Guesses::of(names, sample);
    let parts = guesses.parts();
    let read: Vec<usize> = Pieces::of(&parts).joined.iter().map(|piece| piece.column).collect();
    let unread: Vec<usize> = guesses.columns().filter(|column| !read.contains(column)).collect();
    if ![Role::Address, Role::Street, Role::City].iter().any(|role| parts.contains_key(role)) {
        let seen = match guesses.columns().collect::<Vec<_>>() {
            seen if seen.is_empty() => String::new(),
            seen => format!("; {} looks like another part of an address", list(names, &seen)),
        };
        let what = format!(
            "an address, a street or a town: say --address COLUMN, or --street, --city, --postcode ...{seen}"
        );
        return Err(unknown(names, &what));
    }
    let mut notes =
        vec![format!("the address is read from {} (--address, --street, --city ...)", list(names, &read))];
    if !unread.is_empty() {
        notes.push(format!(
            "{} may be part of the address and is not read; --street, --unit, --city ... choose all columns",
            list(names, &unread)
        ));
    }
    Ok((parts, notes))
}

/// Names of columns in quotes, at most some.
fn list(names: &[String], columns: &[usize]) -> String {
    const MOST: usize = 12;
    let mut listed: Vec<String> =
        columns.iter().take(MOST).map(|&column| format!("`{}`", quoted(&names[column]))).collect();
    if columns.len() > MOST {
        listed.push(format!("{} more", columns.len() - MOST));
    }
    listed.join(", ")
}

/// The countries of `--country`, upper case, unless it names a column.
pub(crate) fn fixed_countries(options: &TableOptions, names: &[String]) -> Option<Vec<String>> {
    let codes: Vec<&str> = options.country.as_deref()?.split(',').map(str::trim).collect();
    let is_code = |code: &&str| code.len() == 2 && code.bytes().all(|byte| byte.is_ascii_alphabetic());
    let is_column = options.country.as_ref().is_some_and(|name| column(names, name).is_ok());
    (!is_column && codes.iter().all(is_code)).then(|| AnswerBounds::codes(&codes))
}

/// The subject of a row: its address, for a geocode with the columns that bound the answer.
pub(crate) fn subject(pieces: &Pieces, cells: &[Value], is_geocode: bool) -> Subject {
    if let Some(byte) = first_not_utf8(pieces, cells) {
        return Subject::Fault(not_utf8("address", byte));
    }
    let country = is_geocode.then(|| country(pieces, cells)).flatten();
    let left_out = [pieces.country.filter(|_| country.is_some()), None];
    let text = match address(pieces, cells, left_out) {
        // The country alone is an address too, and `FR` is not a canton here.
        text if text.is_empty() => address(pieces, cells, [None; 2]),
        text => text,
    };
    if text.is_empty() {
        return Subject::Fault("address is required".to_owned());
    }
    let cell = |column: Option<usize>| {
        let text = cells.get(column.filter(|_| is_geocode)?)?.text();
        Some(text.trim().to_owned()).filter(|text| !text.is_empty())
    };
    let (region, postcode) = (cell(pieces.region), cell(pieces.postcode));
    let without_region = region.as_ref().map(|_| address(pieces, cells, [left_out[0], pieces.region]));
    let without_region = without_region.filter(|text| !text.is_empty());
    Subject::Address(Addressed { text, country, region, postcode, without_region })
}

/// The country of a row (ISO 3166-1 alpha-2), if its cell is a code or a name that is known.
fn country(pieces: &Pieces, cells: &[Value]) -> Option<String> {
    let text = cells.get(pieces.country?).map(Value::text)?;
    country_code(text.trim()).map(|code| code.to_uppercase())
}

/// The address of a row, without the columns `left_out`; empty if all its cells are.
fn address(pieces: &Pieces, cells: &[Value], left_out: [Option<usize>; 2]) -> String {
    let mut address = String::new();
    for piece in pieces.joined.iter().filter(|piece| !left_out.contains(&Some(piece.column))) {
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
fn first_not_utf8(pieces: &Pieces, cells: &[Value]) -> Option<usize> {
    pieces.joined.iter().find_map(|piece| match cells.get(piece.column) {
        Some(Value::NotUtf8(bytes)) => std::str::from_utf8(bytes).err().map(|error| error.valid_up_to()),
        _ => None,
    })
}

/// The column that a user names.
pub(crate) fn column(names: &[String], name: &str) -> Result<usize, BulkError> {
    let key = folded(name);
    let is_it = |known: &String| folded(known) == key;
    let found = names.iter().position(|known| known == name).or_else(|| names.iter().position(is_it));
    found.ok_or_else(|| {
        let (name, there) = (quoted(name), listed(names));
        BulkError::Usage(format!("there is no column `{name}`; there are: {there}"))
    })
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
            let error = choose(&command.options, &names, &[], false).unwrap_err().to_string();
            assert!(error.len() < 600 && error.contains("column 1, ") && error.ends_with(" more"), "{error}");
        }
    }

    fn options(words: &[&str]) -> BulkOptions {
        let words = ["bulk", "a.csv"].iter().chain(words);
        <Command as clap::Parser>::try_parse_from(words).unwrap().options
    }

    fn row(text: &str) -> Vec<Value> {
        text.split(';').map(|cell| Value::Text(cell.trim().to_owned())).collect()
    }

    /// The address of the first of some rows, separated by ` / `.
    fn guessed(header: &str, rows: &str) -> String {
        let names: Vec<String> = header.split(';').map(str::to_owned).collect();
        let rows: Vec<Vec<Value>> = rows.split(" / ").map(row).collect();
        match choose(&options(&[]), &names, &rows, false) {
            Ok((Asked::Address(pieces), _)) => address(&pieces, &rows[0], [None; 2]),
            _ => String::new(),
        }
    }

    #[test]
    fn tables_of_many_countries_are_read_by_their_headers() {
        let cases = include_str!("../tests/cases/headers.txt");
        for case in cases.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let [header, rows, address] = case.split(" => ").collect::<Vec<_>>()[..] else {
                panic!("{case}")
            };
            assert_eq!(guessed(header, rows), address.trim_matches('-'), "{header}");
        }
    }

    #[test]
    fn columns_that_are_not_read_are_reported() {
        let names = ["street", "suburb", "city", "billing city", "name"].map(str::to_owned);
        let (_, notes) = choose(&options(&[]), &names, &[], false).unwrap();
        assert_eq!(notes.len(), 2);
        assert!(notes[1].starts_with("`suburb`, `billing city` may be part of the address"), "{}", notes[1]);
        let named = choose(&options(&["--street", "street"]), &names, &[], false).unwrap();
        assert_eq!(named.1, [""; 0]);
    }

    #[test]
    fn without_street_and_town_the_error_lists_what_there_is() {
        let names = ["id", "zip", "Bezirk"].map(str::to_owned);
        let error = choose(&options(&[]), &names, &[], false).unwrap_err().to_string();
        for part in ["there are: id, zip, Bezirk", "`zip`, `Bezirk` looks like another part", "--postcode"] {
            assert!(error.contains(part), "{error}");
        }
    }
}
