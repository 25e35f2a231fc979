//! The form in which names and queries are compared.
//!
//! Folded, apostrophes deleted, every other mark a space: `L'Haÿ-les-Roses` is `lhay les roses`. Builder and search share it,
//! so a file of another form has another version (`format.rs`).

use milepost_text::fold;

/// Most characters of a token of a name; the longest word of a place name has 58 letters.
const MOST_BYTES: usize = 64;
/// Most words of a query that names a place: the longest names have ten, and a few words of qualification follow.
pub(super) const MOST_WORDS: usize = 16;

/// The words people shorten, in full.
const IN_FULL: [(&str, &str); 6] =
    [("st", "saint"), ("ste", "sainte"), ("sts", "saints"), ("mt", "mount"), ("ft", "fort"), ("pt", "point")];

/// Words that do not begin a name alone.
const PARTICLES: [&str; 34] = [
    "a", "al", "am", "an", "and", "au", "aux", "da", "das", "de", "del", "den", "der", "des", "di", "do",
    "dos", "du", "el", "en", "et", "in", "la", "las", "le", "les", "los", "of", "on", "sous", "sur", "the",
    "und", "van",
];

/// The compared form of a text.
pub(super) fn normal(text: &str) -> String {
    written(text, |character| !is_apostrophe(character))
}

/// The form with a space for each apostrophe, when the text has one: `l hay les roses`.
pub(super) fn apart(text: &str) -> Option<String> {
    text.contains(is_apostrophe).then(|| written(text, |_| true))
}

fn written(text: &str, parts: impl Fn(char) -> bool) -> String {
    let mut form = String::with_capacity(text.len());
    for character in fold(text).chars() {
        if character.is_alphanumeric() {
            form.push(character);
        } else if parts(character) && !form.is_empty() && !form.ends_with(' ') {
            form.push(' ');
        }
    }
    form.truncate(form.trim_end().len());
    form
}

fn is_apostrophe(character: char) -> bool {
    matches!(
        character,
        '\'' | '.' | '`' | '\u{b4}' | '\u{2b9}'..='\u{2bc}' | '\u{2018}' | '\u{2019}' | '\u{201b}'
    )
}

/// A name of several words with its shortened words in full; `None` if no word is shortened, or the name is one word, which may
/// be a code (`MT` is Montana).
pub(super) fn in_full(form: &str) -> Option<String> {
    if form.contains(' ') { phrase_in_full(form) } else { None }
}

/// A phrase with its shortened words in full; `None` if no word is shortened.
fn phrase_in_full(phrase: &str) -> Option<String> {
    let words = || phrase.split(' ');
    let in_full = || words().map(|word| full_word(word).unwrap_or(word)).collect::<Vec<_>>().join(" ");
    words().any(|word| full_word(word).is_some()).then(in_full)
}

/// The word a shortened one stands for.
pub(super) fn full_word(word: &str) -> Option<&'static str> {
    IN_FULL.iter().find(|(short, _)| *short == word).map(|&(_, full)| full)
}

/// The ends of a name that people type first: `hague` of `the hague`, `janeiro` of `rio de janeiro`.
pub(super) fn later_words(form: &str) -> impl Iterator<Item = &str> {
    form.match_indices(' ').map(|(at, _)| &form[at + 1..]).filter(|end| {
        let first = end.split(' ').next().unwrap_or_default();
        first.len() > 2 && !PARTICLES.contains(&first) && first.bytes().any(|byte| !byte.is_ascii_digit())
    })
}

/// The query, in words.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Typed {
    pub(super) words: Vec<String>,
    /// Whether a comma stands before the word of the same place.
    breaks: Vec<bool>,
}

impl Typed {
    /// Reads a query. One that certainly names no place (nothing, too many words, a word too long) has no words.
    pub(super) fn read(query: &str) -> Typed {
        let mut typed = Typed::default();
        for (index, part) in query.split([',', ';', '\n']).enumerate() {
            let form = normal(part);
            for (word_index, word) in form.split(' ').filter(|word| !word.is_empty()).enumerate() {
                if typed.words.len() == MOST_WORDS || word.len() > MOST_BYTES {
                    return Typed::default();
                }
                typed.words.push(word.to_owned());
                typed.breaks.push(index > 0 && word_index == 0);
            }
        }
        typed
    }

    /// Whether a comma stands before a word.
    pub(super) fn is_parted(&self, word: usize) -> bool {
        self.breaks.get(word).is_some_and(|&parted| parted)
    }

    /// The words of a range as one phrase; none if a comma parts them.
    pub(super) fn phrase(&self, words: std::ops::Range<usize>) -> Option<String> {
        if words.is_empty() || self.breaks[words.start + 1..words.end].iter().any(|&parted| parted) {
            return None;
        }
        Some(self.words[words].join(" "))
    }
}

/// Spellings a typed phrase may be filed under: as typed, and with its shortened words in full.
pub(super) fn spellings(phrase: &str) -> impl Iterator<Item = String> {
    std::iter::once(phrase.to_owned()).chain(phrase_in_full(phrase))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_do_not_part_spellings() {
        assert_eq!(normal("L\u{2019}Haÿ-les-Roses"), "lhay les roses");
        assert_eq!(apart("L'Haÿ-les-Roses").as_deref(), Some("l hay les roses"));
        assert_eq!(
            normal(" Sargento López 3ra. Sección (San Jorge) "),
            "sargento lopez 3ra seccion san jorge"
        );
        assert_eq!(apart("Paris"), None);
        assert_eq!(normal("St. John's"), "st johns");
    }

    #[test]
    fn shortened_words_are_written_out_in_names_and_not_in_codes() {
        assert_eq!(in_full("st louis").as_deref(), Some("saint louis"));
        assert_eq!(in_full("mt"), None);
        assert_eq!(spellings("st").collect::<Vec<_>>(), ["st", "saint"]);
        assert_eq!(spellings("paris").collect::<Vec<_>>(), ["paris"]);
    }

    #[test]
    fn names_are_begun_in_the_middle() {
        assert_eq!(later_words("rio de janeiro").collect::<Vec<_>>(), ["janeiro"]);
        assert_eq!(later_words("the hague").collect::<Vec<_>>(), ["hague"]);
        assert_eq!(later_words("paris 08").count(), 0);
    }

    #[test]
    fn a_phrase_does_not_cross_a_comma() {
        let typed = Typed::read("Paris, Tex");
        assert_eq!(typed.words, ["paris", "tex"]);
        assert_eq!(typed.phrase(0..2), None);
        assert_eq!(typed.phrase(1..2).as_deref(), Some("tex"));
        assert_eq!(Typed::read(&"a ".repeat(200)), Typed::default());
        assert_eq!(Typed::read(&"a".repeat(200)), Typed::default());
    }
}
