//! Texts without an address, and notes next to an address: nothing in them is a component.

use fastrand::Rng;

use super::{any, chance, person, title_case};
use crate::line::Line;
use crate::sources::vocabulary::Vocabulary;

/// A text without a component.
pub(crate) fn text(vocabulary: &Vocabulary, rng: &mut Rng) -> Line {
    let own: Vec<&str> = include_str!("../../data/prose.txt").lines().collect();
    let text = match rng.u8(..22) {
        20..22 => long_code(rng),
        0..2 => any(rng, &own).to_owned(),
        2 => ware(vocabulary, rng),
        3..8 => vocabulary.draw_any("prose", rng).to_owned(),
        8..10 => sentence(vocabulary, rng),
        10..12 => (0..rng.usize(1..4)).map(|_| gibberish(rng)).collect::<Vec<_>>().join(" "),
        12 => query(vocabulary, rng),
        13 => product(vocabulary, rng),
        14 => phone(rng),
        15 => format!(
            "{}@{}.{}",
            word(vocabulary, rng),
            word(vocabulary, rng),
            any(rng, &["com", "org", "fr", "net"])
        ),
        16 => person(rng),
        17 => date(rng),
        18 => code(vocabulary, rng),
        _ => number(rng),
    };
    let mut line = Line::default();
    line.plain(text);
    line
}

/// A note before or after an address, with or without brackets.
pub(crate) fn with_note(mut line: Line, vocabulary: &Vocabulary, street: &str, rng: &mut Rng) -> Line {
    let notes: Vec<&str> = include_str!("../../data/notes.txt").lines().collect();
    let place = match rng.u8(..3) {
        0 => street.to_owned(),
        1 => format!(
            "{} {}",
            word(vocabulary, rng),
            any(rng, &["station", "market", "bridge", "school", "park", "church"])
        ),
        _ => person(rng),
    };
    let note = match rng.u8(..8) {
        0..2 => any(rng, &notes).to_owned(),
        2 => format!("{} {}", any(rng, &["tel", "Tel:", "phone", "ph.", "Tél.", "mobile"]), phone(rng)),
        3 => phone(rng),
        4 => sentence(vocabulary, rng),
        _ => format!(
            "{} {place}",
            any(
                rng,
                &[
                    "near",
                    "next to",
                    "behind",
                    "opposite",
                    "across from",
                    "formerly",
                    "former",
                    "en face de",
                    "près de",
                    "ask for"
                ]
            )
        ),
    };
    match rng.u8(..10) {
        0..6 => {
            let (open, close) = any(rng, &[("(", ")"), ("(", ")"), ("[", "]"), ("{", "}")]);
            line.plain(format!(" {open}{note}{close}"));
        }
        6..8 => line.plain(format!("{}{}", any(rng, &[" - ", "; ", "\n", ", "]), any(rng, &notes))),
        8 => {
            let place_of_note =
                line.pieces.iter().position(|piece| piece.tag.is_none()).unwrap_or(line.pieces.len());
            line.pieces.insert(place_of_note, crate::line::Piece { tag: None, text: format!(" ({note})") });
        }
        _ => line.plain(format!("{}{}", any(rng, &[", ", " - ", "\n", " "]), phone(rng))),
    }
    line
}

fn word(vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let language = any(rng, &["en", "en", "en", "fr", "de", "es"]);
    vocabulary.draw(language, "word", rng).unwrap_or("thing").to_owned()
}

fn sentence(vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let language = any(rng, &["en", "en", "en", "fr", "de", "es", "it", "pt", "nl", "ru"]);
    (0..rng.usize(2..9))
        .filter_map(|_| vocabulary.draw(language, "word", rng).map(str::to_lowercase))
        .collect::<Vec<_>>()
        .join(" ")
}

/// Random letters that form no word of any language.
fn gibberish(rng: &mut Rng) -> String {
    const KEYS: &[u8] = b"asdfghjklqwertyuiopzxcvbnmsdfgjkqwxz";
    (0..rng.usize(3..8)).map(|_| char::from(KEYS[rng.usize(..KEYS.len())])).collect()
}

fn query(vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let (first, second, table) = (word(vocabulary, rng), word(vocabulary, rng), word(vocabulary, rng));
    let n = rng.u32(1..5_000);
    match rng.u8(..5) {
        0 => format!("SELECT {first}, {second} FROM {table} WHERE {first} = {n};"),
        1 => format!("INSERT INTO {table} ({first}, {second}) VALUES ({n}, '{second}');"),
        2 => format!("select * from {table} order by {first} limit {n}"),
        3 => format!("UPDATE {table} SET {first} = '{second}' WHERE id = {n}"),
        _ => format!("'; DROP TABLE {table}; --"),
    }
}

fn product(vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let letter = |rng: &mut Rng| char::from(b'A' + rng.u8(..26));
    let (a, b, c) = (letter(rng), letter(rng), letter(rng));
    let (n, m) = (rng.u32(1..10_000), rng.u32(1..1_000));
    match rng.u8(..6) {
        0 => format!("{a}{b}-{n}-{c}"),
        1 => format!(
            "{} {a}{n} {}",
            word(vocabulary, rng),
            any(rng, &["Pro", "Max", "Mini", "Plus", "XL", "GT"])
        ),
        2 => format!("{a}{b}{c}{n}"),
        3 => format!("SKU {n}{a}{b}{m}"),
        4 => format!("{} {} x{} {}cm", word(vocabulary, rng), word(vocabulary, rng), m % 9 + 1, n % 300),
        _ => format!("{n:05}-{a}{b}-{m:03}"),
    }
}

/// A product: maker, name and size. `Falken Ridge X7 16GB`, `smoked word soup`.
fn ware(vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let name = |rng: &mut Rng| {
        let kind = any(rng, &["last", "first", "word", "word"]);
        let name = vocabulary.draw(any(rng, &["en", "en", "en", "it", "es", "fr", "de"]), kind, rng);
        title_case(name.unwrap_or("Falken"), |_, _| None)
    };
    let letter = char::from(b'A' + rng.u8(..26));
    let (n, size) = (rng.u32(1..100) * 10_u32.pow(rng.u32(..3)), 1 << rng.u32(1..11));
    let model = match rng.u8(..6) {
        0 => format!("{letter}{n}"),
        1 => format!("{letter}{letter} {n}"),
        2 => format!("{n}{letter}"),
        3 => format!("{letter}-{n}{}", any(rng, &["", "X", "K", "S", "HQ", " Ti"])),
        4 => format!("{}.0", n % 10),
        _ => n.to_string(),
    };
    let measure = any(rng, &["GB", "TB", "MB", "GHz", "MHz", "mm", "cm", "ml", "kg", "mAh"]);
    let line = any(rng, &["Pro", "Max", "Plus", "Ultra", "Lite", "Note", "Turbo", "Neo", "Air", "Edition"]);
    let dish = any(
        rng,
        &["soup", "salad", "pie", "sauce", "juice", "tea", "stew", "bread", "cake", "curry", "roll"],
    );
    match rng.u8(..8) {
        0 => format!("{} {} {model}", name(rng), name(rng)),
        1 => format!("{} {model} {line}", name(rng)),
        2 => format!("{} {} {model} {size}{measure}", name(rng), name(rng)),
        3 => format!("{} {line} {size} {measure}", name(rng)),
        4 => format!("{} {}-{model} @ {}.{}{measure}", name(rng), name(rng), n % 9 + 1, n % 10),
        5 => format!("{} {dish}", name(rng)),
        6 => format!(
            "{} {} {dish}",
            any(rng, &["smoked", "Grilled", "fried", "sweet", "cold", "spicy"]),
            name(rng)
        ),
        _ => format!("{} {} {line} ({})", name(rng), line.to_lowercase(), 2_000 + n % 30),
    }
}

fn phone(rng: &mut Rng) -> String {
    let mut digits = |count: u32| (0..count).map(|_| char::from(b'0' + rng.u8(..10))).collect::<String>();
    let (a, b, c, d, e) = (digits(3), digits(3), digits(4), digits(2), digits(2));
    match rng.u8(..6) {
        0 => format!("({a}) {b}-{c}"),
        1 => format!("{a}-{b}-{c}"),
        2 => format!("+1 {a} {b} {c}"),
        3 => format!("0{} {d} {e} {} {}", &c[..1], &a[..2], &b[..2]),
        4 => format!("+33 {} {d} {e} {} {}", &c[..1], &a[..2], &b[..2]),
        _ => format!("+{d} {a} {c}{e}"),
    }
}

fn date(rng: &mut Rng) -> String {
    let month = any(rng, &["January", "Mar", "July", "septembre", "Oct", "décembre"]);
    let (day, year, hour) = (rng.u32(1..29), rng.u32(1990..2030), rng.u32(0..24));
    match rng.u8(..5) {
        4 => format!("{year}-{:02}-{day:02}", day % 12 + 1),
        0 => format!("{year}-{:02}-{day:02}T{hour:02}:30:00Z", day % 12 + 1),
        1 => format!("{month} {day}, {year} at {hour}:15"),
        2 => format!("le {day} {month} {year} à {hour}h"),
        _ => format!("{day:02}/{:02}/{year}", day % 12 + 1),
    }
}

fn code(vocabulary: &Vocabulary, rng: &mut Rng) -> String {
    let (a, b) = (word(vocabulary, rng), word(vocabulary, rng));
    match rng.u8(..5) {
        0 => format!("https://www.{a}.com/{b}?id={}", rng.u32(..9_999)),
        1 => format!("for ({a} = 0; {a} < {}; {a}++) {{ {b}(); }}", rng.u32(1..99)),
        2 => format!("{{\"{a}\": \"{b}\", \"id\": {}}}", rng.u32(..999)),
        3 => format!("<{a} class=\"{b}\">"),
        _ => format!("def {a}({b}): return {b} + {}", rng.u32(1..99)),
    }
}

/// A code that is longer than any postcode or has other signs: hashes, UUIDs, account and vehicle numbers, colours.
fn long_code(rng: &mut Rng) -> String {
    const HEX: &[u8] = b"0123456789abcdef";
    match rng.u8(..10) {
        0..3 => {
            let length = any(rng, &[16, 32, 40, 64]);
            drawn(HEX, length, rng)
        }
        3..5 => account(rng),
        5 => {
            let account = account(rng);
            let fours: Vec<&str> =
                (0..account.len()).step_by(4).filter_map(|at| account.get(at..at + 4)).collect();
            fours.join(" ")
        }
        6 => [8, 4, 4, 4, 12].map(|length| drawn(HEX, length, rng)).join("-"),
        7..9 => {
            let length = any(rng, &[12, 17, 17]);
            drawn(b"0123456789ABCDEFGHJKLMNPRSTUVWXYZ", length, rng)
        }
        _ => format!("#{}", drawn(HEX, 6, rng)),
    }
}

/// A European account number: country, check digits, bank, account; 24 characters.
fn account(rng: &mut Rng) -> String {
    const DIGITS: &[u8] = b"0123456789";
    const LETTERS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    let bank = if rng.bool() { drawn(LETTERS, 4, rng) } else { drawn(DIGITS, 4, rng) };
    format!("{}{}{bank}{}", drawn(LETTERS, 2, rng), drawn(DIGITS, 2, rng), drawn(DIGITS, 16, rng))
}

/// `length` random characters of an alphabet.
fn drawn(alphabet: &[u8], length: usize, rng: &mut Rng) -> String {
    (0..length).map(|_| char::from(alphabet[rng.usize(..alphabet.len())])).collect()
}

fn number(rng: &mut Rng) -> String {
    let digits = rng.u32(6..16);
    let n = rng.u64(..10_u64.pow(digits));
    match rng.u8(..4) {
        0 => format!("${}.{:02}", n % 5_000, n % 100),
        1 => format!("{} %", n % 100),
        2 => format!("{n}"),
        _ if chance(rng, 0.5) => format!("{} + {} = {}", n % 90, n % 70, n % 90 + n % 70),
        _ => format!("#{}", n % 100_000_000),
    }
}
