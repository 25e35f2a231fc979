//! Coordinates typed instead of an address: `48.8566, 2.3522`, `48°51'24"N 2°21'8"E`, `N 48 51.4 E 2 21.1`, `geo:48.85,2.35;u=30`.

/// A piece of the text.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Piece {
    /// A number, and whether it has a fraction.
    Number(f64, bool),
    /// A sign after a number: degrees, minutes, seconds.
    Mark(u8),
    /// One of `N`, `S`, `E`, `W`.
    Letter(char),
}

/// The point in `text`: latitude and longitude, degrees, the latitude first unless letters say otherwise. None if the text holds
/// anything else, or two numbers that may be something else: without degree signs and letters both need a fraction.
pub fn find(text: &str) -> Option<(f64, f64)> {
    if let Some(uri) = text.trim().get(..SCHEME.len()).filter(|start| start.eq_ignore_ascii_case(SCHEME)) {
        return of_uri(text.trim().get(uri.len()..)?);
    }
    if text.bytes().any(|byte| byte.is_ascii_alphabetic() && !LETTERS.contains(&byte.to_ascii_lowercase())) {
        return None;
    }
    let pieces = pieces(&bare(text))?;
    let (first, second) = halves(&pieces)?;
    let (first, second) = (angle(first)?, angle(second)?);
    let ((lat, 'N' | 'S' | ' '), (lon, 'E' | 'W' | ' ')) =
        (if matches!(first.1, 'E' | 'W') { (second, first) } else { (first, second) })
    else {
        return None;
    };
    point(lat, lon)
}

/// Letters of the points of the compass, of `d` for degrees and of the names of the two numbers. Almost every address has a
/// letter outside this set.
const LETTERS: &[u8] = b"adegilnostuw";

/// The scheme of a URI of a point.
const SCHEME: &str = "geo:";

/// The point of a `geo:` URI (RFC 5870) without its scheme: latitude and longitude, degrees, perhaps an altitude, then parameters. Android
/// writes a point with a label as `geo:0,0?q=48.85,2.35(Notre-Dame)`.
fn of_uri(uri: &str) -> Option<(f64, f64)> {
    let (path, query) = uri.split_once('?').unwrap_or((uri, ""));
    let labelled = query.split('&').find_map(|pair| pair.strip_prefix("q="));
    let written = labelled.and_then(|label| of_numbers(label.split('(').next()?));
    written.or_else(|| of_numbers(path.split(';').next()?))
}

fn of_numbers(text: &str) -> Option<(f64, f64)> {
    let mut numbers = text.split(',').map(|number| number.trim().parse::<f64>());
    let (lat, lon) = (numbers.next()?.ok()?, numbers.next()?.ok()?);
    let is_rest_altitude = numbers.next().is_none_or(|altitude| altitude.is_ok()) && numbers.next().is_none();
    point(lat, lon).filter(|_| is_rest_altitude)
}

/// A point on the globe, degrees. Adding zero makes `-0` a plain zero.
fn point(lat: f64, lon: f64) -> Option<(f64, f64)> {
    (lat.abs() <= 90.0 && lon.abs() <= 180.0).then_some((lat + 0.0, lon + 0.0))
}

/// The text without names of the two numbers, brackets around them, and decimal commas.
fn bare(text: &str) -> String {
    let mut text = text.trim().to_ascii_lowercase();
    for name in ["latitude", "longitude", "lat", "long", "lng", "lon"] {
        text = text.replace(name, " ");
    }
    let text =
        text.replace([':', '=', '(', ')', '[', ']'], " ").replace('"', "\u{2033}").replace('\u{2212}', "-");
    let words: Vec<&str> = text.split([';', ' ']).filter(|word| !word.is_empty()).collect();
    let is_decimal = |word: &&str| {
        word.split_once(',').is_some_and(|(whole, part)| {
            !part.is_empty()
                && part.bytes().all(|byte| byte.is_ascii_digit())
                && whole.trim_start_matches(['-', '+']).bytes().all(|byte| byte.is_ascii_digit())
                && !whole.is_empty()
        })
    };
    match words.len() == 2 && words.iter().all(is_decimal) {
        true => words.join(" ").replace(',', "."),
        false => text,
    }
}

fn pieces(text: &str) -> Option<Vec<Piece>> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while let Some(character) = rest.chars().next() {
        let (piece, length) = match character {
            '0'..='9' | '-' | '+' | '.' => {
                let signed = usize::from(matches!(character, '-' | '+'));
                let digits = rest[signed..]
                    .find(|other: char| !other.is_ascii_digit() && other != '.')
                    .unwrap_or(rest.len() - signed);
                let number = &rest[..signed + digits];
                (Some(Piece::Number(number.parse().ok()?, number.contains('.'))), number.len())
            }
            '°' | 'º' | '˚' | 'd' => (Some(Piece::Mark(0)), character.len_utf8()),
            '\'' | '′' | '’' | '‘' => {
                // Two single quotes are seconds.
                let second = rest[character.len_utf8()..].chars().next();
                match second.filter(|second| matches!(second, '\'' | '′' | '’' | '‘')) {
                    Some(second) => (Some(Piece::Mark(2)), character.len_utf8() + second.len_utf8()),
                    None => (Some(Piece::Mark(1)), character.len_utf8()),
                }
            }
            '″' | '”' | '“' => (Some(Piece::Mark(2)), character.len_utf8()),
            'n' | 's' | 'e' | 'w' => (Some(Piece::Letter(character.to_ascii_uppercase())), 1),
            ',' | ';' | '/' | '|' => (None, 1),
            space if space.is_whitespace() => (None, space.len_utf8()),
            _ => return None,
        };
        pieces.extend(piece);
        rest = &rest[length..];
    }
    Some(pieces)
}

/// The pieces of either angle.
fn halves(pieces: &[Piece]) -> Option<(&[Piece], &[Piece])> {
    let at = |is: fn(&Piece) -> bool| -> Vec<usize> {
        pieces.iter().enumerate().filter(|(_, piece)| is(piece)).map(|(index, _)| index).collect()
    };
    let letters = at(|piece| matches!(piece, Piece::Letter(_)));
    let degrees = at(|piece| matches!(piece, Piece::Mark(0)));
    let numbers = at(|piece| matches!(piece, Piece::Number(..)));
    let cut = match (letters.as_slice(), degrees.as_slice()) {
        ([0, second], _) => *second,
        ([first, last], _) if *last + 1 == pieces.len() => first + 1,
        ([], [_, second]) => second - 1,
        ([], []) if numbers.len() == 2 && pieces.len() == 2 => 1,
        _ => return None,
    };
    let (first, second) = pieces.split_at(cut);
    let count = |half: &[Piece]| half.iter().filter(|piece| matches!(piece, Piece::Number(..))).count();
    let whole = |half: &[Piece]| half.iter().all(|piece| !matches!(piece, Piece::Number(_, true)));
    // `40 N 74 W` may be a corner of a grid of streets.
    let is_bare = degrees.is_empty() && count(first) == 1 && count(second) == 1;
    let is_doubtful = is_bare && (whole(first) || whole(second));
    (!is_doubtful).then_some((first, second))
}

/// Degrees of one angle, and its letter; a space if the letter is missing.
fn angle(pieces: &[Piece]) -> Option<(f64, char)> {
    let (mut degrees, mut unit, mut letter, mut negative) = (0.0, 0, ' ', false);
    for (index, piece) in pieces.iter().enumerate() {
        match *piece {
            Piece::Letter(of) if letter == ' ' => letter = of,
            Piece::Number(number, _) => {
                let part = [1.0, 60.0, 3600.0].get(unit)?;
                if unit == 0 {
                    negative = number.is_sign_negative();
                } else if !(0.0..60.0).contains(&number) {
                    return None;
                }
                degrees += number.abs() / part;
                unit += 1;
            }
            Piece::Mark(mark) => {
                let behind_number = matches!(pieces.get(index.checked_sub(1)?), Some(Piece::Number(..)));
                if !behind_number || usize::from(mark) + 1 != unit {
                    return None;
                }
            }
            Piece::Letter(_) => return None,
        }
    }
    let sign = if negative != matches!(letter, 'S' | 'W') { -1.0 } else { 1.0 };
    (unit > 0).then_some((sign * degrees, letter))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::find;

    #[test]
    fn points_are_read_in_the_ways_they_are_typed() {
        let paris = (48.8566, 2.3522);
        for text in [
            "48.8566, 2.3522",
            "48.8566 2.3522",
            "48.8566,2.3522",
            "(48.8566, 2.3522)",
            "48.8566° N, 2.3522° E",
            "N48.8566 E2.3522",
            "2.3522E 48.8566N",
            "48°51.396' N 2°21.132' E",
            "48°51'23.76\"N 2°21'7.92\"E",
            "48° 51′ 23.76″ N, 2° 21′ 7.92″ E",
            "48 51 23.76 N 2 21 7.92 E",
            "N 48 51.396 E 2 21.132",
            "48°51'23.76'' 2°21'7.92''",
            "geo:48.8566,2.3522;u=35",
            "geo:48.8566,2.3522?z=12",
            "geo:48.8566,2.3522,35;u=10",
            "GEO:48.8566,2.3522",
            "geo:0,0?q=48.8566,2.3522(Paris)",
            "lat: 48.8566, lon: 2.3522",
            "Latitude=48.8566 Longitude=2.3522",
            "48,8566 2,3522",
            "48,8566; 2,3522",
        ] {
            let (lat, lon) = find(text).unwrap_or_else(|| panic!("{text}"));
            assert!((lat - paris.0).abs() < 1e-6 && (lon - paris.1).abs() < 1e-6, "{text} {lat} {lon}");
        }
        assert_eq!(find("-33.8688, 151.2093"), Some((-33.8688, 151.2093)));
        assert_eq!(find("33.8688 S, 151.2093 E"), Some((-33.8688, 151.2093)));
        assert_eq!(find("40.7128° N 74.0060° W"), Some((40.7128, -74.006)));
    }

    #[test]
    fn what_may_be_something_else_is_no_point() {
        for text in [
            "",
            "12 34",
            "75008, 69003",
            "40 N 74 W",
            "450 N 1200 W",
            "91.5, 2.3",
            "48.8566",
            "48.8566, 2.3522, 17.2",
            "12.5 Main St",
            "48°75' N 2°21' E",
            "1.2.3.4, 5.6",
            "N S",
            "48.8 N 2.3 N",
            "+",
            "-",
        ] {
            assert_eq!(find(text), None, "{text}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_looked_at_without_a_fault(text in "[-+.,;°'\"NSEWnsew0-9 ]{0,24}|\\PC{0,24}") {
            if let Some((lat, lon)) = find(&text) {
                prop_assert!(lat.abs() <= 90.0 && lon.abs() <= 180.0);
            }
        }

        #[test]
        fn a_decimal_point_comes_back(lat in -90_000i32..=90_000, lon in -180_000i32..=180_000) {
            let (lat, lon) = (f64::from(lat) / 1000.0, f64::from(lon) / 1000.0);
            prop_assert_eq!(find(&format!("{lat:.3}, {lon:.3}")), Some((lat + 0.0, lon + 0.0)));
        }
    }
}
