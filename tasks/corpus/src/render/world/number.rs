//! House numbers as the countries write them.

use fastrand::Rng;

use crate::render::any;

/// A house number in one of the forms of the country's list.
pub(crate) fn house_number(form: &str, language: &str, rng: &mut Rng) -> String {
    let n = match rng.u8(..10) {
        0..5 => rng.u32(1..40),
        5..9 => rng.u32(40..200),
        _ => rng.u32(200..2_500),
    };
    let m = rng.u32(1..60);
    let letters: &[char] = match language {
        "ru" | "uk" | "be" | "bg" | "mk" | "sr" | "kk" | "tg" => &['а', 'б', 'в', 'г', 'А', 'Б'],
        "el" => &['Α', 'Β', 'Γ', 'α', 'β'],
        _ => &['a', 'b', 'c', 'A', 'B', 'D'],
    };
    let letter = any(rng, letters);
    let chosen = rng.u8(..20);
    in_europe(form, chosen, (n, m, letter), rng)
        .or_else(|| elsewhere(form, chosen, (n, m, letter), rng))
        .unwrap_or_else(|| n.to_string())
}

/// A number in a form that belongs to a country of Europe; `chosen` is one of twenty, `None` stands for the bare number.
fn in_europe(form: &str, chosen: u8, (n, m, letter): (u32, u32, char), rng: &mut Rng) -> Option<String> {
    Some(match (form, chosen) {
        ("german", 0..4) | ("nordic", 0..5) | ("dutch", 0..3) | ("baltic", 0..3) => format!("{n}{letter}"),
        ("german", 4) | ("nordic", 5) | ("dutch", 3) => format!("{n} {letter}"),
        ("german", 5) | ("english", 0) | ("spanish", 0) | ("plain", 0) => format!("{n}-{}", n + 2),
        ("german", 6) | ("slash", 0..4) | ("hungarian", 0) => format!("{n}/{m}"),
        ("dutch", 4..6) => format!("{n}-{m}"),
        ("dutch", 6) => format!("{n}-{}", ["I", "II", "III", "IV"][rng.usize(..4)]),
        ("dutch", 7) => format!("{n}{letter}-{m}"),
        ("dutch", 8) => format!("{n}-{letter}{m}"),
        // Buildings have units up to Z.
        ("dutch", 9) => format!("{n}{}-{m}", char::from(b'A' + rng.u8(..26))),
        ("dutch", 10) => format!("{n}-{}{m}", char::from(b'A' + rng.u8(..26))),
        ("baltic", 3..5) => format!("{n}-{m}"),
        ("slash", 4..7) | ("english", 1..3) => format!("{n}{letter}"),
        ("czech", 0..6) => format!("{}/{n}", n * 7 + m),
        ("czech", 6..8) => format!("{}/{n}{letter}", n * 7 + m),
        ("czech", 8) => format!("č.p. {n}"),
        ("romanian", 0..3) => format!("nr. {n}"),
        ("romanian", 3) => format!("Nr.{n}"),
        ("romanian", 4..7) => format!("{n}{letter}"),
        ("hungarian", 1..4) => format!("{n}/{letter}"),
        ("hungarian", 4..8) => format!("{n}."),
        ("turkish", 0..5) => format!("No:{n}"),
        ("turkish", 5..7) => format!("No: {n}"),
        ("turkish", 7) => format!("No:{n}/{letter}"),
        ("turkish", 8) => format!("{n}/{m}"),
        ("russian", 0..3) => format!("{n}{letter}"),
        ("russian", 3) => format!("{n}/{m}"),
        ("russian", 4) => format!("{n} к{}", rng.u32(1..6)),
        ("russian", 5) => format!("{n}к{}", rng.u32(1..6)),
        ("russian", 6) => format!("{n} корпус {}", rng.u32(1..6)),
        ("russian", 7) => format!("{n} с{}", rng.u32(1..6)),
        ("russian", 8..10) => format!("д. {n}"),
        ("russian", 10) => format!("дом {n}"),
        ("russian", 11) => format!("д.{n}"),
        ("italian", 0..2) => format!("{n}/{letter}"),
        ("italian", 2) => format!("{n}{letter}"),
        ("italian", 3) => format!("{n} bis"),
        ("italian", 4) => format!("n. {n}"),
        ("italian", 5) => format!("{n}/{m}"),
        ("italian", 6) => "snc".to_owned(),
        _ => return None,
    })
}

/// The same for Spanish and Portuguese, and for countries outside Europe.
fn elsewhere(form: &str, chosen: u8, (n, m, letter): (u32, u32, char), rng: &mut Rng) -> Option<String> {
    Some(match (form, chosen) {
        ("spanish", 1) => "s/n".to_owned(),
        ("spanish", 2) => format!("nº {n}"),
        ("spanish", 3) => format!("{n}{letter}"),
        ("spanish", 4) => format!("#{n}"),
        ("spanish", 5) => format!("No. {n}"),
        ("brazil", 0) => "s/n".to_owned(),
        ("brazil", 1) => format!("nº {n}"),
        ("plain", 1) => format!("{n}{letter}"),
        ("plain", 2) => format!("0{n}"),
        ("plain", 3) => format!("{}", n * 13),
        // Each block begins a new hundred.
        ("blocks", 0..12) => format!("{}", n * 21 + m),
        ("blocks", 12) => format!("{n}{letter}"),
        ("philippine", 0..3) => {
            format!("{} {n} {} {m}", any(rng, &["Blk", "Blk.", "Block"]), any(rng, &["Lot", "Lt", "L"]))
        }
        ("philippine", 3..5) => format!("B{n} L{m}"),
        ("philippine", 5) => format!("{n}-{letter}"),
        ("philippine", 6) => format!("{:04}", n * 7),
        ("grid", 0..10) => format!("{n}-{m}"),
        ("grid", 10..12) => format!("# {n}-{m}"),
        ("grid", 12..14) => format!("{letter}{n}-{m}").to_uppercase(),
        ("grid", 14) => format!("{n} {letter}-{m}").to_uppercase(),
        ("grid", 15..17) => format!("{}{n}-{m}", any(rng, &["E", "N", "S", "Oe", "D"])),
        ("grid", 17) => format!("{n}{letter}"),
        ("india", 0..4) => format!("{n}/{m}"),
        ("india", 4) => format!("{letter}-{n}").to_uppercase(),
        ("india", 5) => format!("{n}-{m}-{}", m + 3),
        ("india", 6) => format!("No. {n}"),
        ("india", 7) => format!("{n}/{letter}"),
        ("india", 8) => format!("{letter}{n}").to_uppercase(),
        // Plot numbers of a housing estate: `R 295`, `L512`.
        ("india", 9..11) => {
            format!("{}{}{n}", char::from(b'A' + rng.u8(..18)), any(rng, &["", " ", "-"]))
        }
        ("french", 0) => format!("{n} bis"),
        ("french", 1) => format!("{n}{letter}"),
        ("indonesian", 0..3) => format!("No. {n}"),
        ("indonesian", 3) => format!("no {n}"),
        ("indonesian", 4) => format!("{n}-{}", n + 2),
        ("indonesian", 5) => format!("No.{n}{letter}"),
        ("korean", 0..7) => format!("{n}-{m}"),
        ("taiwan", 0..9) => format!("{n}號"),
        ("taiwan", 9..14) => format!("{n}之{m}號"),
        ("taiwan", 14) => format!("{n}-{m}號"),
        ("chinese", 0..9) => format!("{n}号"),
        ("chinese", 9) => format!("{n} 号"),
        ("japanese", 0..10) => format!("{}-{}", rng.u32(1..30), m),
        ("japanese", 10..15) => format!("{}-{}-{}", rng.u32(1..10), rng.u32(1..30), m),
        ("japanese", 15) => format!("{}番地{m}", n),
        ("japanese", 16) => format!("{}番{}号", rng.u32(1..30), m),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dutch_numbers_have_letters_on_either_side_of_the_dash() {
        let mut rng = Rng::with_seed(5);
        let drawn: Vec<String> = (0..400).map(|_| house_number("dutch", "nl", &mut rng)).collect();
        let with_letter = |side: usize| {
            drawn.iter().filter_map(|number| number.split('-').nth(side)).any(|part| {
                part.contains(|other: char| {
                    other.is_ascii_uppercase() && !matches!(other, 'A'..='D' | 'I' | 'V')
                }) && part.contains(|digit: char| digit.is_ascii_digit())
            })
        };
        assert!(with_letter(0) && with_letter(1));
    }
}
