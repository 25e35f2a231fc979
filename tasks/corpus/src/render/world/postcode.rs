//! Postcodes as people write them: for countries without a table, with half of the code in it, or with several forms.

use fastrand::Rng;

use crate::render::{any, chance};

/// A postcode from a pattern: `0` is a digit, `A` a letter, anything else itself.
pub(crate) fn of_form(form: &str, rng: &mut Rng) -> String {
    let spaced = form == "0000AA" && rng.bool();
    let mut out = String::with_capacity(8);
    for (index, character) in form.chars().enumerate() {
        match character {
            '0' => out.push(char::from(b'0' + rng.u8(..10))),
            'A' => {
                if spaced && index == 4 {
                    out.push(' ');
                }
                out.push(char::from(b'A' + rng.u8(..26)));
            }
            other => out.push(other),
        }
    }
    out
}

/// An Irish postcode: the routing key of the place, or one of that form, and four characters for the building.
pub(crate) fn irish(routing_key: &str, rng: &mut Rng) -> String {
    // Letters that look like others do not occur.
    const CHARACTERS: &[u8] = b"ACDEFHKNPRTVWXY0123456789";
    let key = match routing_key.len() {
        3 => routing_key.to_owned(),
        _ => of_form("A00", rng),
    };
    let building: String = (0..4).map(|_| char::from(CHARACTERS[rng.usize(..CHARACTERS.len())])).collect();
    format!("{key}{}{building}", any(rng, &[" ", " ", " ", ""]))
}

/// The postcode of the place table, completed where the table has half of it, and in the spellings that people use.
pub(crate) fn as_written(postcode: &str, country: &str, rng: &mut Rng) -> String {
    let letters =
        |rng: &mut Rng| format!("{}{}", char::from(b'A' + rng.u8(..26)), char::from(b'A' + rng.u8(..26)));
    match country {
        // The table has only the outward half.
        "GB" | "IM" | "GG" | "JE" => {
            let gap = any(rng, &[" ", " ", " ", ""]);
            format!("{postcode}{gap}{}{}", rng.u8(..10), letters(rng))
        }
        "CA" => {
            let gap = any(rng, &[" ", " ", ""]);
            format!("{postcode}{gap}{}{}{}", rng.u8(..10), char::from(b'A' + rng.u8(..26)), rng.u8(..10))
        }
        "SE" | "CZ" | "SK" | "GR" if rng.bool() => postcode.replace(' ', ""),
        "PL" if chance(rng, 0.05) => postcode.replace('-', ""),
        "LV" | "MD" | "AZ" | "LU" if rng.bool() => {
            postcode.trim_start_matches(|character: char| !character.is_ascii_digit()).to_owned()
        }
        // The vehicle registration code in front, as once used on letters from abroad.
        "DE" | "CH" | "AT" | "BE" | "LU" | "NL" | "IT" | "ES" | "DK" | "SE" | "FI" | "HU" | "SI" | "HR"
        | "CZ" | "SK" | "PL" | "RO" | "RS"
            if chance(rng, 0.03) =>
        {
            let sign = match country {
                "DE" => "D",
                "AT" => "A",
                "BE" => "B",
                "LU" => "L",
                "IT" => "I",
                "ES" => "E",
                "HU" => "H",
                other => other,
            };
            format!("{sign}-{postcode}")
        }
        "BR" if rng.bool() => postcode.replace('-', ""),
        _ => postcode.to_owned(),
    }
}
