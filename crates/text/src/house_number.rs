//! House numbers: their filed form, the variants under which other sources file them, and their position in the street's count.

/// A house number in compared form.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseNumber {
    /// Lower case without inner spaces: `221b`, `12bis`, `203-06`, `n6w23001`, `262 1/2`.
    text: String,
    base: Option<u32>,
    has_letter: bool,
    range_end: Option<u32>,
}

/// How a variant relates to the typed number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberMatch {
    /// The number itself, perhaps in another spelling.
    Exact,
    /// An end of the typed range.
    RangeEnd,
    /// The number without its letter or fraction: at worst next door.
    Base,
}

/// French repetition words and their abbreviations.
const REPEATS: [(&str, &str); 4] = [("bis", "b"), ("ter", "t"), ("quater", "q"), ("quinquies", "c")];

/// Highest house number; more digits are a parcel or a phone number.
const HIGHEST: u32 = 9_999_999;

impl HouseNumber {
    /// Reads a number; none if it has no digit or cannot be a house number.
    /// Of several numbers of one house (`12,14`) the first is read.
    pub fn parse(text: &str) -> Option<HouseNumber> {
        let first = text.split([',', ';']).find(|number| !number.trim().is_empty())?;
        let text = normalise(first);
        let digits = text.chars().take_while(char::is_ascii_digit).count();
        if text.is_empty() || text.len() > 16 || !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if text.starts_with('-') || text.bytes().all(|byte| byte == b'0') {
            return None;
        }
        let rest = &text[digits..];
        let leading: Option<u32> = text[..digits].parse().ok().filter(|&number| number <= HIGHEST);
        let mut number =
            HouseNumber { base: leading, has_letter: !rest.is_empty(), range_end: None, text: text.clone() };
        if let Some(second) = rest.strip_prefix('-')
            && second.bytes().all(|byte| byte.is_ascii_digit())
            && !second.is_empty()
            && let Some(low) = leading
        {
            let high: u32 = second.parse().ok().filter(|&number| number <= HIGHEST)?;
            if high > low && high - low < 100 && second.len() >= digits {
                (number.range_end, number.has_letter) = (Some(high), false);
            } else if second.len() == 2 {
                // Queens counts houses within a block: 203-06 is the sixth number of the block from 203rd Street.
                (number.base, number.has_letter) =
                    (low.checked_mul(100).and_then(|base| base.checked_add(high)), false);
            }
        }
        Some(number)
    }

    /// The form numbers are filed under.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number in the street's count; none for grids such as `N6W23001`.
    pub fn base(&self) -> Option<u32> {
        self.base
    }

    /// Whether something follows the base: a letter, `bis`, a half.
    pub fn has_letter(&self) -> bool {
        self.has_letter
    }

    /// Spellings under which other sources file the number, nearest first, and what each means. At most twelve.
    pub fn variants(&self) -> Vec<(String, NumberMatch)> {
        let mut variants: Vec<(String, NumberMatch)> = Vec::new();
        let mut add = |text: String, kind: NumberMatch| {
            if variants.len() < 12 && variants.iter().all(|(known, _)| *known != text) {
                variants.push((text, kind));
            }
        };
        add(self.text.clone(), NumberMatch::Exact);
        let digits = self.text.chars().take_while(char::is_ascii_digit).count();
        let (number, rest) = self.text.split_at(digits);
        if self.has_letter && digits > 0 {
            let letter = rest.trim_start_matches('-');
            for (word, short) in REPEATS {
                if letter == word {
                    add(format!("{number}{short}"), NumberMatch::Exact);
                } else if letter == short {
                    add(format!("{number}{word}"), NumberMatch::Exact);
                }
            }
            if letter.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                add(format!("{number}{}", letter.to_ascii_uppercase()), NumberMatch::Exact);
                add(format!("{number} {letter}"), NumberMatch::Exact);
                add(format!("{number} {}", letter.to_ascii_uppercase()), NumberMatch::Exact);
                add(format!("{number}{letter}"), NumberMatch::Exact);
            }
        } else if digits == 0 {
            add(self.text.to_ascii_uppercase(), NumberMatch::Exact);
        }
        if let Some(end) = self.range_end {
            add(number.to_owned(), NumberMatch::RangeEnd);
            add(end.to_string(), NumberMatch::RangeEnd);
        } else if !self.has_letter && rest.starts_with('-') {
            add(self.text.replace('-', ""), NumberMatch::Exact);
        }
        if self.has_letter && digits > 0 {
            add(number.to_owned(), NumberMatch::Base);
        }
        variants
    }
}

/// Lower case, halves written out, spaces only before a fraction, leading zeros and trailing signs dropped.
fn normalise(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.trim().chars() {
        match character {
            '½' => plain.push_str(" 1/2"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '\u{2010}'..='\u{2015}' => plain.push('-'),
            '№' => plain.push(' '),
            other => plain.push_str(&crate::fold(other.encode_utf8(&mut [0; 4]))),
        }
    }
    let plain = plain.trim_start_matches(['#', '.']).trim_end_matches([',', '.', ';', '-', '#']);
    let words = plain.split_whitespace().filter(|word| !matches!(*word, "no" | "n°" | "nº" | "num"));
    let mut normal = String::new();
    for word in words.skip_while(|word| is_designator(word)) {
        let fraction = word.contains('/') && word.len() <= 3 && !normal.is_empty();
        if fraction {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    if normal.ends_with(".5") {
        normal.truncate(normal.len() - 2);
        normal.push_str(" 1/2");
    }
    let normal = normal.replace(" -", "-").replace("- ", "-");
    let zeros = normal.bytes().take_while(|&byte| byte == b'0').count();
    if zeros > 0 && normal.as_bytes().get(zeros).is_some_and(u8::is_ascii_digit) {
        normal[zeros..].to_owned()
    } else {
        normal
    }
}

/// Whether a word before a number is a label of the house and not part of the number: `House 12`, `Blk 9`, `No. 5`,
/// `д. 12`. One or two letters without a point are part of it (`R 295`).
fn is_designator(word: &str) -> bool {
    let letters = word.chars().filter(|letter| *letter != '.');
    letters.clone().all(char::is_alphabetic) && (word.ends_with('.') || letters.count() > 2)
}

/// The most that the numbers of two doors of one building are apart.
const NEXT_DOOR: u32 = 20;

/// Whether the last number in one word and the first in the next are of neighbouring doors, so that both are one house number: `12, 14`,
/// `8, 8a`. `202, 347` is a unit and a house.
pub fn are_neighbouring_doors(before: &str, next: &str) -> bool {
    let is_digit = |character: char| character.is_ascii_digit();
    let last = before.trim_end_matches(|last| !is_digit(last)).rsplit(|other| !is_digit(other)).next();
    let first = next.split(|other| !is_digit(other)).next();
    let number = |digits: Option<&str>| digits.and_then(|digits| digits.parse::<u32>().ok());
    match (number(last), number(first)) {
        (Some(last), Some(first)) => last.abs_diff(first) <= NEXT_DOOR,
        // `12 a, 14`
        (None, first) => first.is_some(),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn number(text: &str) -> HouseNumber {
        HouseNumber::parse(text).unwrap()
    }

    fn has(text: &str, variant: &str, kind: NumberMatch) -> bool {
        number(text).variants().contains(&(variant.to_owned(), kind))
    }

    #[test]
    fn spellings_meet() {
        for (a, b) in [
            ("12 bis", "12bis"),
            ("221 B", "221b"),
            ("007", "7"),
            ("262½", "262 1/2"),
            ("846.5", "846 1/2"),
            ("912–914", "912-914"),
            ("912 - 914", "912-914"),
            ("12,14", "12"),
            ("110; 112", "110"),
            ("House No. 12", "12"),
            ("Blk 9B", "9b"),
            ("No. 5", "5"),
            ("д. 12", "12"),
            ("R 295", "r295"),
        ] {
            assert_eq!(number(a).text(), number(b).text(), "{a} / {b}");
        }
        assert!(has("12 bis", "12b", NumberMatch::Exact));
        assert!(has("12B", "12bis", NumberMatch::Exact));
        assert!(has("221b", "221 B", NumberMatch::Exact));
    }

    #[test]
    fn ranges_blocks_and_grids_are_told_apart() {
        assert_eq!(number("912-914").base(), Some(912));
        assert!(has("912-914", "914", NumberMatch::RangeEnd));
        assert_eq!(number("203-06").base(), Some(20306));
        assert!(has("203-06", "20306", NumberMatch::Exact));
        assert_eq!(number("N6W23001").base(), None);
        assert!(has("N6W23001", "N6W23001", NumberMatch::Exact));
        assert_eq!(number("227-1").base(), Some(227));
        assert!(has("4208-L", "4208", NumberMatch::Base));
        assert!(has("12½", "12", NumberMatch::Base));
    }

    #[test]
    fn what_is_no_house_number_is_refused() {
        for text in ["", "-9", "0", "000", "bis", "12345678901234567"] {
            assert_eq!(HouseNumber::parse(text), None, "{text}");
        }
        assert_eq!(number("99999999").base(), None);
    }

    #[test]
    fn doors_of_one_building_are_at_most_twenty_numbers_apart() {
        for (before, next) in [("12", "14"), ("8", "8a"), ("12 a", "14"), ("110", "130"), ("a", "14")] {
            assert!(are_neighbouring_doors(before, next), "{before}, {next}");
        }
        for (before, next) in [("202", "347"), ("110", "131"), ("12", "Haus"), ("a", "b")] {
            assert!(!are_neighbouring_doors(before, next), "{before}, {next}");
        }
    }
}
