//! The ways to read a typed text as a house number, words of a street, and a place.

use milepost_address::Tag;
use milepost_text::HouseNumber;

use crate::parse::components::Components;

/// Words that belong to the number before them.
const BEHIND_A_NUMBER: [&str; 4] = ["bis", "ter", "quater", "1/2"];
/// Fewest digits of a lone number that may be a postcode.
const DIGITS_OF_A_POSTCODE: usize = 4;
/// Digits behind a street that are a house number or begin a postcode of five digits.
const DIGITS_OF_EITHER: usize = 3;

/// One way to read a query. The end of the street is open unless something marks it.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Line {
    pub(super) number: Option<HouseNumber>,
    pub(super) words: Vec<String>,
    /// How many of the words are the street, if a comma, a number or the parser marks its end.
    pub(super) of_street: Option<usize>,
    /// A postcode, or its beginning, at the front.
    pub(super) postcode: Option<String>,
}

/// The ways to read a query, likeliest first.
pub(super) fn lines(query: &str) -> Vec<Line> {
    // Words before each comma.
    let commas: Vec<usize> = query.match_indices(',').map(|(at, _)| split(&query[..at]).len()).collect();
    let behind = |used: usize| commas.iter().find(|&&at| at > used).map(|at| at - used);
    let words = split(query);
    let mut lines = Vec::new();
    let Some(first) = words.first() else { return lines };
    if words.len() > 1 && is_number(first) {
        let belongs = words.len() > 2 && BEHIND_A_NUMBER.contains(&words[1].to_lowercase().as_str());
        let used = if belongs { 2 } else { 1 };
        // A comma may follow the number, as in `12, rue`.
        let of_street = behind(used);
        let number = HouseNumber::parse(&words[..used].join(" "));
        lines.push(Line { number, words: words[used..].to_vec(), of_street, postcode: None });
        if digits(first) {
            let postcode = Some(first.clone());
            lines.push(Line { number: None, words: words[1..].to_vec(), of_street, postcode });
        }
        return lines;
    }
    let number = (1..words.len()).find(|&at| is_number(&words[at]));
    if let Some(at) = number.filter(|&at| !digits(&words[at])) {
        let mut without = words.clone();
        let number = HouseNumber::parse(&without.remove(at));
        lines.push(Line { number, words: without, of_street: Some(at), postcode: None });
    }
    lines.push(Line { number: None, words, of_street: behind(0), postcode: None });
    lines
}

/// The reading of a query whose last word is three digits behind a street as the beginning of a postcode; none of any other query.
pub(super) fn with_code_begun(query: &str) -> Option<Line> {
    let mut words = split(query);
    let code = words.pop().filter(|word| word.len() == DIGITS_OF_EITHER && is_of_digits(word))?;
    let is_street = !words.is_empty() && !words.iter().any(|word| is_number(word));
    is_street.then_some(Line { number: None, of_street: Some(words.len()), words, postcode: Some(code) })
}

impl Line {
    /// The reading of the parser; none if it sees no street.
    pub(super) fn parsed(components: &Components<'_>) -> Option<Line> {
        let mut words = split(&components.street()?);
        let of_street = Some(words.len());
        let behind = [Tag::Locality, Tag::Region, Tag::Country, Tag::Postcode];
        words.extend(behind.into_iter().filter_map(|tag| components.get(tag)).flat_map(split));
        let number = components.get(Tag::HouseNumber).and_then(HouseNumber::parse);
        Some(Line { number, words, of_street, postcode: None })
    }

    /// The same with the place first: the words up to `split` move to the end. A number that opens the street is its house number.
    pub(super) fn turned(&self, split: usize) -> Line {
        let (place, street) = self.words.split_at(split);
        let (number, street) = match street.split_first() {
            Some((first, rest)) if self.number.is_none() && !rest.is_empty() && is_number(first) => {
                (HouseNumber::parse(first), rest)
            }
            _ => (self.number.clone(), street),
        };
        let words = street.iter().chain(place).cloned().collect();
        Line { number, words, of_street: Some(street.len()), postcode: self.postcode.clone() }
    }
}

/// The words of the place in two parts: a postcode or its beginning, and the others.
pub(super) fn place_of(words: &[String]) -> (Option<&str>, String) {
    let is_code = |word: &&String| word.len() > 1 && is_of_digits(word);
    let code = words.iter().find(is_code).map(String::as_str);
    let others: Vec<&str> =
        words.iter().filter(|word| !is_code(word)).map(|word| word.trim_end_matches('.')).collect();
    (code, others.join(" "))
}

/// The words of a text, which spaces of any kind and commas part. Dashes and other marks alone are no words.
fn split(text: &str) -> Vec<String> {
    let words = text.split(|character: char| character.is_whitespace() || character == ',');
    words.filter(|word| word.contains(char::is_alphanumeric)).map(str::to_owned).collect()
}

fn digits(word: &str) -> bool {
    word.len() >= DIGITS_OF_A_POSTCODE && is_of_digits(word)
}

fn is_of_digits(word: &str) -> bool {
    word.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is a house number: `12`, `12b`, `912-914`, `12/3`; `5th` is none.
fn is_number(word: &str) -> bool {
    let rest = word.trim_start_matches(|character: char| character.is_ascii_digit());
    let letters = rest.chars().filter(|character| character.is_alphabetic()).count();
    rest.len() < word.len() && (letters <= 1 || BEHIND_A_NUMBER.contains(&rest.to_lowercase().as_str()))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Number, street, words of the town and postcode of a line.
    type Read = (Option<String>, String, Option<usize>, Option<String>);

    fn read(query: &str) -> Vec<Read> {
        let told = |line: Line| {
            let number = line.number.map(|number| number.text().to_owned());
            (number, line.words.join(" "), line.of_street, line.postcode)
        };
        lines(query).into_iter().map(told).collect()
    }

    fn some(text: &str) -> Option<String> {
        Some(text.to_owned())
    }

    #[test]
    fn a_number_stands_in_front_or_behind() {
        assert_eq!(read("12 rue du lac")[0], (some("12"), "rue du lac".to_owned(), None, None));
        assert_eq!(read("12 bis rue du lac")[0].0, some("12bis"));
        assert_eq!(
            read("12, rue du lac, brest")[0],
            (some("12"), "rue du lac brest".to_owned(), Some(3), None)
        );
        assert_eq!(read("hauptstr 7 kiel")[0], (some("7"), "hauptstr kiel".to_owned(), Some(1), None));
        assert_eq!(read("5th ave"), [(None, "5th ave".to_owned(), None, None)]);
    }

    #[test]
    fn a_mark_between_words_is_no_word() {
        assert_eq!(read("hauptstr 7 - kiel"), read("hauptstr 7 kiel"));
        assert_eq!(read("rue \u{200b} du \u{2013} lac")[0].1, "rue du lac");
    }

    #[test]
    fn a_long_number_in_front_may_be_a_postcode() {
        let both = read("13500 all");
        assert_eq!(both[0].0, some("13500"));
        assert_eq!(both[1], (None, "all".to_owned(), None, some("13500")));
        assert_eq!(read("main st 21013"), [(None, "main st 21013".to_owned(), None, None)]);
    }

    #[test]
    fn three_digits_behind_a_street_may_begin_a_postcode() {
        let line = with_code_begun("larch st, 973").unwrap();
        assert_eq!(
            (line.words.join(" "), line.of_street, line.number),
            ("larch st".to_owned(), Some(2), None)
        );
        assert_eq!(line.postcode.as_deref(), Some("973"));
        for other in ["973", "larch st 97", "larch st 9730", "larch st 97a", "12 larch st 973", "larch st"] {
            assert_eq!(with_code_begun(other), None, "{other}");
        }
    }

    #[test]
    fn a_place_may_stand_in_front() {
        let line = lines("lyon 12 rue du lac").pop().unwrap();
        let turned = line.turned(1);
        assert_eq!(turned.words.join(" "), "rue du lac lyon");
        assert_eq!((turned.number.unwrap().text(), turned.of_street), ("12", Some(3)));
    }

    #[test]
    fn digits_behind_a_street_are_a_postcode() {
        let words = split("baldwin md 210");
        assert_eq!(place_of(&words), (Some("210"), "baldwin md".to_owned()));
    }
}
