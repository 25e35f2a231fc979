//! Writes records as people write them.

pub(crate) mod fr;
pub(crate) mod landmark;
pub(crate) mod negative;
pub(crate) mod other;
pub(crate) mod us;
pub(crate) mod world;

use fastrand::Rng;

/// One of `choices` by weight.
pub(crate) fn pick<'a>(rng: &mut Rng, choices: &[(f64, &'a str)]) -> &'a str {
    let total: f64 = choices.iter().map(|(weight, _)| weight).sum();
    let mut left = rng.f64() * total;
    for &(weight, choice) in choices {
        left -= weight;
        if left <= 0.0 {
            return choice;
        }
    }
    choices.last().map_or("", |&(_, choice)| choice)
}

/// True with this probability.
pub(crate) fn chance(rng: &mut Rng, probability: f64) -> bool {
    rng.f64() < probability
}

/// One item of a slice, all equally likely.
pub(crate) fn any<T: Copy>(rng: &mut Rng, choices: &[T]) -> T {
    choices[rng.usize(..choices.len())]
}

/// Share of the houses with several numbers.
const SEVERAL_NUMBERS: f64 = 0.01;

/// A house number, sometimes with those of other doors: `12,14`, `8, 8a`, `110;112;114`. Together they are one component, like `12-14`.
/// A number with anything but digits stays alone.
pub(crate) fn with_other_numbers(number: String, rng: &mut Rng) -> String {
    let Some(mut last) = number.parse::<u32>().ok().filter(|_| chance(rng, SEVERAL_NUMBERS)) else {
        return number;
    };
    let between = pick(rng, &[(0.65, ","), (0.2, ", "), (0.15, ";")]);
    let mut all = number;
    for _ in 0..rng.usize(1..4) {
        all.push_str(between);
        if rng.u8(..4) == 0 {
            all.push_str(&format!("{last}{}", any(rng, &['a', 'b', 'A', 'B'])));
        } else {
            last += 2;
            all.push_str(&last.to_string());
        }
        if rng.bool() {
            break;
        }
    }
    all
}

pub(crate) fn person(rng: &mut Rng) -> String {
    let first: Vec<&str> = include_str!("../../data/first_names.txt").split_whitespace().collect();
    let last: Vec<&str> = include_str!("../../data/last_names.txt").split_whitespace().collect();
    let (first, last) = (any(rng, &first), any(rng, &last));
    match rng.u8(..10) {
        0 => format!("{}. {last}", &first[..1]),
        1 => format!("Mr {first} {last}"),
        2 => format!("Mme {last}"),
        _ => format!("{first} {last}"),
    }
}

/// Words with a capital first letter and the rest in lower case. `keeps` returns words that stay as they are.
pub(crate) fn title_case(text: &str, keeps: impl Fn(&str, usize) -> Option<String>) -> String {
    let mut out = String::with_capacity(text.len());
    let mut word = String::new();
    let mut index = 0;
    for character in text.chars().chain(std::iter::once('\0')) {
        if character.is_alphanumeric() || matches!(character, '\'' | '\u{2019}') {
            word.push(character);
            continue;
        }
        if !word.is_empty() {
            out.push_str(&keeps(&word, index).unwrap_or_else(|| capitalised(&word)));
            index += 1;
            word.clear();
        }
        if character != '\0' {
            out.push(character);
        }
    }
    out
}

fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(characters.flat_map(char::to_lowercase)).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_numbers_of_one_house_rise_and_are_one_text() {
        let mut rng = Rng::with_seed(3);
        let drawn: Vec<String> = (0..5_000).map(|_| with_other_numbers("12".to_owned(), &mut rng)).collect();
        let several: Vec<&String> = drawn.iter().filter(|numbers| *numbers != "12").collect();
        assert!((20..120).contains(&several.len()), "{}", several.len());
        assert!(several.iter().all(|numbers| numbers.starts_with("12,") || numbers.starts_with("12;")));
        assert_eq!(with_other_numbers("71 bis".to_owned(), &mut rng), "71 bis");
    }
}
