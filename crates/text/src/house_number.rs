//! House numbers: their parts, the spellings under which registers file them, and how a typed number relates to a filed one.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::tsv::rows;

/// A house number by its parts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HouseNumber {
    /// Lower case without inner spaces: `221b`, `12bis`, `203-06`, `n6w23001`, `262 1/2`.
    text: String,
    /// The block of a number that is counted within one: 94 of `94-827`.
    block: Option<u32>,
    /// The number itself; of a range its beginning, of a pair in front of a slash its first.
    base: Option<u32>,
    /// What follows the base, in one spelling: `b` of `221 B` and `221/b`, `b` of `12 bis`, `к1` of `10 корп. 1`, `/3/13`.
    tail: String,
    range_end: Option<u32>,
    /// The number behind a slash: the orientation number 15 of `1272/15`, with its letter.
    behind_slash: Option<String>,
}

/// How a filed number relates to the typed one, the closest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum NumberMatch {
    /// The number itself, perhaps in another spelling.
    Exact,
    /// An end of the typed range, or a range or pair that holds the typed number.
    Range,
    /// The conscription number of a pair, or the number without its staircase and door.
    Part,
    /// The number without its letter or fraction: at worst next door.
    Base,
}

/// Words and signs within a house number: form and how it is written.
#[derive(Default)]
struct NumberParts {
    /// French repetition words: `bis`, `b`.
    repeats: Vec<(&'static str, &'static str)>,
    /// Parts of a property behind its number, in Russian addresses: `корпус`, `к`.
    buildings: Vec<(&'static str, &'static str)>,
    /// Signs of Japanese and Chinese numbers that mean a hyphen.
    between: Vec<(&'static str, &'static str)>,
    /// Signs behind the last number.
    behind: Vec<(&'static str, &'static str)>,
}

static PARTS: LazyLock<NumberParts> = LazyLock::new(|| {
    let mut parts = NumberParts::default();
    for [_, kind, form, written] in rows(include_str!("../data/street/number_parts.tsv")) {
        let rows = match kind {
            "repeat" => &mut parts.repeats,
            "building" => &mut parts.buildings,
            "between" => &mut parts.between,
            _ => &mut parts.behind,
        };
        rows.push((form, written));
    }
    parts
});

/// Words in front of a house number in 49 languages, folded.
static LABELS: LazyLock<HashSet<&'static str>> = LazyLock::new(|| {
    rows(include_str!("../data/street/number_labels.tsv")).map(|[_, _, form]| form).collect()
});

/// Highest house number; more digits are a parcel or a phone number.
const HIGHEST: u32 = 9_999_999;
/// Greatest length of a range: `9-11` is one, `94-827` a block and a number.
const LONGEST_RANGE: u32 = 100;
/// Spellings of a number at most.
const SPELLINGS: usize = 12;

impl HouseNumber {
    /// Reads a number; none if it has no digit or cannot be a house number.
    /// Of several numbers of one house (`12,14`) the first is read.
    pub fn parse(text: &str) -> Option<HouseNumber> {
        let first = text.split([',', ';']).find(|number| number.bytes().any(|byte| byte.is_ascii_digit()));
        let text =
            normalise(first.or_else(|| text.split([',', ';']).find(|number| !number.trim().is_empty()))?);
        if text.is_empty() || text.chars().count() > 16 || !text.bytes().any(|byte| byte.is_ascii_digit()) {
            return None;
        }
        if text.starts_with('-') || text.bytes().all(|byte| byte == b'0') {
            return None;
        }
        let (base, rest) = leading_number(&text);
        let mut number = HouseNumber {
            block: None,
            base,
            tail: tail(rest),
            range_end: None,
            behind_slash: None,
            text: text.clone(),
        };
        if let Some(second) = rest.strip_prefix('-')
            && is_digits(second)
            && let Some(low) = base
        {
            let high: u32 = second.parse().ok().filter(|&number| number <= HIGHEST)?;
            number.tail.clear();
            if high > low && high - low < LONGEST_RANGE && second.len() >= text.len() - rest.len() {
                number.range_end = Some(high);
            } else {
                (number.block, number.base) = (Some(low), Some(high));
            }
        } else if let Some(second) = rest.strip_prefix('/')
            && second.starts_with(|first: char| first.is_ascii_digit())
            && !second.contains('/')
        {
            number.behind_slash = Some(one_spelling(second));
        }
        Some(number)
    }

    /// The form numbers are filed under.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The number in the street's count; none for grids such as `N6W23001`. A block of a hundred numbers counts on: `203-06` is 20306.
    pub fn base(&self) -> Option<u32> {
        match (self.block, self.base) {
            (Some(block), Some(base)) if self.text.len() - self.text.find('-').unwrap_or(0) == 3 => {
                block.checked_mul(100)?.checked_add(base)
            }
            (Some(block), _) => Some(block),
            (None, base) => base,
        }
    }

    /// The block, and the number within it: numbers of one block are neighbours. None for grids.
    pub fn within_block(&self) -> Option<(Option<u32>, u32)> {
        Some((self.block, self.base?))
    }

    /// How many numbers a range counts from its first to its last; 0 for a single number.
    pub fn range_width(&self) -> u32 {
        self.base.zip(self.range_end).map_or(0, |(first, last)| last.abs_diff(first))
    }

    /// Whether something follows the base: a letter, `bis`, a half.
    pub fn has_letter(&self) -> bool {
        !self.tail.is_empty()
    }

    /// How a number of a register relates to this one; none if it is another house.
    pub fn relation(&self, filed: &HouseNumber) -> Option<NumberMatch> {
        if self.text == filed.text || self.block == filed.block && self.has_same_parts(filed) {
            return Some(NumberMatch::Exact);
        }
        let is_plain = |number: &HouseNumber| number.tail.is_empty() && number.range_end.is_none();
        if self.block.is_some() || filed.block.is_some() {
            // `203-06` may be filed as 20306, and a pair with a hyphen as one with a slash.
            let is_one =
                self.text.replace('-', "") == filed.text || self.text.replace('-', "/") == filed.text;
            // A flat behind the number (`19-3`) or, in Canada, in front of it (`4-1914`): the house has the higher number.
            let house = self.block.max(self.base);
            let is_flat = filed.block.is_none() && is_plain(filed) && filed.base == house;
            return is_one.then_some(NumberMatch::Exact).or(is_flat.then_some(NumberMatch::Part));
        }
        let (base, other) = (self.base?, filed.base?);
        if let (Some(end), true) = (filed.range_end, is_plain(self)) {
            return holds(other, end, base).then_some(NumberMatch::Range);
        }
        if let (Some(end), true) = (self.range_end, is_plain(filed)) {
            return (other == base || other == end).then_some(NumberMatch::Range);
        }
        if self.range_end.is_some() && filed.behind_slash.is_some() {
            return (self.text.replace('-', "/") == filed.text).then_some(NumberMatch::Exact);
        }
        if let Some(second) = &filed.behind_slash {
            let own = format!("{base}{}", self.tail);
            let is_pair = self.behind_slash.is_none();
            let part = if *second == own {
                Some(NumberMatch::Range)
            } else if other == base && self.tail.is_empty() {
                Some(NumberMatch::Part)
            } else {
                None
            };
            return part.filter(|_| is_pair);
        }
        match (base == other, self.tail.is_empty(), filed.tail.is_empty()) {
            (true, false, true) if self.tail.starts_with('/') => Some(NumberMatch::Part),
            (true, false, true) => Some(NumberMatch::Base),
            _ => None,
        }
    }

    fn has_same_parts(&self, filed: &HouseNumber) -> bool {
        let parts = |number: &HouseNumber| (number.base, number.range_end, number.behind_slash.clone());
        self.base.is_some() && parts(self) == parts(filed) && self.tail == filed.tail
    }

    /// Spellings under which a register may file the very number, nearest first. At most twelve.
    pub fn spellings(&self) -> Vec<String> {
        let mut spellings: Vec<String> = Vec::new();
        let mut add = |text: String| {
            if spellings.len() < SPELLINGS && !spellings.contains(&text) {
                spellings.push(text);
            }
        };
        add(self.text.clone());
        let (number, rest) = leading_number(&self.text);
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        if number.is_empty() {
            add(self.text.to_ascii_uppercase());
        } else if self.block.is_some() {
            add(self.text.replace('-', ""));
        } else if self.has_letter() {
            let letter = rest.trim_start_matches(['-', '/', ' ']);
            for (word, short) in PARTS.repeats.iter().copied() {
                if letter == word {
                    add(format!("{number}{short}"));
                } else if letter == short {
                    add(format!("{number}{word}"));
                }
            }
            if letter.bytes().all(|byte| byte.is_ascii_alphabetic()) {
                let upper = letter.to_ascii_uppercase();
                for between in ["", " ", "/", "-"] {
                    add(format!("{number}{between}{letter}"));
                    add(format!("{number}{between}{upper}"));
                }
            }
        }
        spellings
    }
}

/// Whether a range holds a number: of its own side of the street, where both ends are of one side.
fn holds(low: u32, high: u32, number: u32) -> bool {
    let is_one_side = low % 2 == high % 2;
    (low..=high).contains(&number) && (!is_one_side || number % 2 == low % 2)
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// The number that a text begins with, none if it is too high, and the rest.
fn leading_number(text: &str) -> (Option<u32>, &str) {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(digits);
    (number.parse().ok().filter(|&number| number <= HIGHEST), rest)
}

/// What follows a number, in one spelling: a letter without the sign in front of it, `bis` as `b`.
fn tail(rest: &str) -> String {
    let letters = rest.trim_start_matches(['-', '/', ' ']);
    let is_letter = letters.chars().all(char::is_alphabetic);
    if is_letter { one_spelling(letters) } else { rest.to_owned() }
}

fn one_spelling(letters: &str) -> String {
    let repeat = PARTS.repeats.iter().find(|(word, _)| *word == letters);
    repeat.map_or(letters, |(_, short)| short).to_owned()
}

/// Lower case, halves written out, spaces only before a fraction, labels, leading zeros and trailing signs dropped.
fn normalise(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    for character in text.trim().chars() {
        match character {
            '½' => plain.push_str(" 1/2"),
            '¼' => plain.push_str(" 1/4"),
            '¾' => plain.push_str(" 3/4"),
            '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{ff0d}' => plain.push('-'),
            '№' | ':' => plain.push(' '),
            other => plain.push_str(&crate::fold(other.encode_utf8(&mut [0; 4]))),
        }
    }
    if !plain.is_ascii() {
        for (sign, written) in PARTS.behind.iter().chain(&PARTS.between) {
            plain = plain.replace(sign, written);
        }
    }
    let plain = plain.trim_start_matches(['#', '.', ' ']).trim_end_matches([',', '.', ';', '-', '#']);
    let mut normal = String::new();
    for word in labels_apart(plain).split_whitespace() {
        let letters = word.trim_end_matches('.');
        if normal.is_empty() && is_label(word) {
            continue;
        }
        if let Some((_, short)) = PARTS.buildings.iter().find(|(long, _)| *long == letters) {
            normal.push_str(short);
            continue;
        }
        if word.contains('/') && word.len() <= 3 && !word.starts_with('/') && !normal.is_empty() {
            normal.push(' ');
        }
        normal.push_str(word);
    }
    if normal.ends_with(".5") {
        normal.truncate(normal.len() - 2);
        normal.push_str(" 1/2");
    }
    let zeros = normal.bytes().take_while(|&byte| byte == b'0').count();
    if zeros > 0 && normal.as_bytes().get(zeros).is_some_and(u8::is_ascii_digit) {
        normal[zeros..].to_owned()
    } else {
        normal
    }
}

/// The text with a space behind a point that parts letters from digits: `n.3`, `д.18`.
fn labels_apart(text: &str) -> String {
    let mut apart = String::with_capacity(text.len());
    let mut before = None;
    for character in text.chars() {
        if before == Some('.')
            && character.is_ascii_digit()
            && !apart.starts_with(|first: char| first.is_ascii_digit())
        {
            apart.push(' ');
        }
        apart.push(character);
        before = Some(character);
    }
    apart
}

/// Whether a word before a number is a label of the house and not part of the number: `House 12`, `Blk 9`, `No. 5`, `nr 5`,
/// `д. 12`. A letter without a point is part of it (`R 295`).
fn is_label(word: &str) -> bool {
    let letters = word.trim_end_matches(['.', 'º', '°']);
    let has_point = letters.len() < word.len();
    let letters = letters.replace('.', "");
    letters.chars().all(char::is_alphabetic)
        && (has_point || letters.chars().count() > 2 || is_number_label(&letters, false))
}

/// Whether a folded word announces a house number: `nr`, `numero`; one of a single letter only with a point (`č.`).
pub fn is_number_label(word: &str, has_point: bool) -> bool {
    (has_point || word.chars().count() > 1) && LABELS.contains(word)
}

/// A number without the signs and words of East Asia between and behind its parts: `1丁目18番21号` is `1-18-21-`.
pub fn with_signs_between(number: &str) -> String {
    let between = PARTS.between.iter().chain(&PARTS.behind);
    between.fold(number.to_owned(), |number, (form, _)| number.replace(form, "-"))
}

/// Whether a word in small letters, written apart, belongs to the number before it: `bis`, `1/2`.
pub fn is_number_suffix(word: &str) -> bool {
    word == "1/2" || PARTS.repeats.iter().any(|(repeat, _)| *repeat == word)
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

    fn relation(typed: &str, filed: &str) -> Option<NumberMatch> {
        number(typed).relation(&number(filed))
    }

    fn has(text: &str, spelling: &str) -> bool {
        number(text).spellings().iter().any(|known| known == spelling)
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
        for (text, spelling) in
            [("12 bis", "12b"), ("12B", "12bis"), ("221b", "221 B"), ("7a", "7/A"), ("7 a", "7-A")]
        {
            assert!(has(text, spelling), "{text}: {spelling}");
        }
    }

    #[test]
    fn labels_in_front_of_a_number_are_dropped() {
        for text in ["nr 19", "n.19", "n. 19", "No: 19", "č. 19", "št. 19", "д.19", "n.º 19", "پلاک 19"]
        {
            assert_eq!(number(text).text(), "19", "{text}");
        }
    }

    #[test]
    fn ranges_blocks_and_grids_are_distinguished() {
        assert_eq!(number("912-914").base(), Some(912));
        assert_eq!(number("203-06").base(), Some(20306));
        assert_eq!(number("203-06").within_block(), Some((Some(203), 6)));
        assert_eq!(number("94-827").within_block(), Some((Some(94), 827)));
        assert!(has("203-06", "20306"));
        assert_eq!(number("N6W23001").base(), None);
        assert!(has("N6W23001", "N6W23001"));
    }

    #[test]
    fn a_filed_number_is_related_to_the_typed_one() {
        for (typed, filed, expected) in [
            ("7a", "7/A", Some(NumberMatch::Exact)),
            ("4 A", "4-a", Some(NumberMatch::Exact)),
            ("9-11", "9/11", Some(NumberMatch::Exact)),
            ("10 корп. 1", "10 к1", Some(NumberMatch::Exact)),
            ("86Б стр. 11", "86Б с11", Some(NumberMatch::Exact)),
            ("775 / 49", "775/49", Some(NumberMatch::Exact)),
            ("1番地3", "1-3", Some(NumberMatch::Exact)),
            ("2番1号", "2-1", Some(NumberMatch::Exact)),
            ("11", "9-11", Some(NumberMatch::Range)),
            ("10", "9-11", None),
            ("10", "9-12", Some(NumberMatch::Range)),
            ("914", "912-914", Some(NumberMatch::Range)),
            ("912-914", "914", Some(NumberMatch::Range)),
            ("15", "1272/15", Some(NumberMatch::Range)),
            ("1272", "1272/15", Some(NumberMatch::Part)),
            ("92/3/13", "92", Some(NumberMatch::Part)),
            ("4208-L", "4208", Some(NumberMatch::Base)),
            ("12½", "12", Some(NumberMatch::Base)),
            ("94-827", "94-825", None),
            ("48-86", "48-2", None),
            ("827", "94-827", None),
            ("12", "12a", None),
            ("12", "14", None),
        ] {
            assert_eq!(relation(typed, filed), expected, "{typed}, {filed}");
        }
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
