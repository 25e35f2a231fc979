//! An address written in full: `St Louis` is Saint, `Main St` is Street, `Av. de la Paix` is Avenue and `Avda. del Sol`
//! Avenida. The tables are those the parser's features and the street keys are made of.

mod english;
mod language;
mod normalize;
mod romance;

pub use normalize::normalize;

use language::Language;

/// The input, its normal form and its form without abbreviations, in this order, each once: one to three strings.
/// Linear in the input's length; an output is at most a few times as long as the input. Any script passes through.
pub fn expansions(input: &str) -> Vec<String> {
    let mut forms = vec![input.to_owned()];
    let normal = normalize(input);
    let expanded = expand(&normal);
    for form in [normal, expanded] {
        if !forms.contains(&form) {
            forms.push(form);
        }
    }
    forms
}

/// A normalised text with its abbreviations written out, by the language its words show.
pub fn expand(normal: &str) -> String {
    let language = Language::of(normal);
    let capitals = !normal.chars().any(char::is_lowercase);
    let mut out = String::with_capacity(normal.len() * 2);
    for (index, segment) in normal.split(',').enumerate() {
        if index > 0 {
            out.push(',');
        }
        let mut words: Vec<Word> = segment.split(' ').map(|text| Word::of(text, capitals)).collect();
        match language {
            Language::English => english::expand(&mut words, index == 0),
            Language::French
            | Language::Spanish
            | Language::Italian
            | Language::Portuguese
            | Language::German => {
                romance::expand(&mut words, language);
            }
        }
        for (at, word) in words.iter().enumerate() {
            if at > 0 {
                out.push(' ');
            }
            out.push_str(&word.written);
        }
    }
    out
}

/// A word of a segment.
struct Word {
    /// What is written out.
    written: String,
    /// Folded, without dots: what the tables are asked for.
    plain: String,
    /// Whether the whole text is in capitals.
    capitals: bool,
}

impl Word {
    fn of(text: &str, capitals: bool) -> Word {
        Word { written: text.to_owned(), plain: crate::word_class::plain(text), capitals }
    }

    /// Writes `full` in the case of the word it stands for.
    fn write(&mut self, full: &str) {
        let lower = self.written.chars().all(|character| !character.is_uppercase());
        self.written = if lower && !self.capitals {
            full.to_owned()
        } else if self.capitals {
            full.to_uppercase()
        } else {
            full.split(' ').map(capitalised).collect::<Vec<_>>().join(" ")
        };
    }

    /// Starts with a digit: a house number, an ordinal, a unit's identifier.
    fn is_number(&self) -> bool {
        self.plain.starts_with(|character: char| character.is_ascii_digit())
    }

    fn is_blank(&self) -> bool {
        self.plain.is_empty()
    }
}

fn capitalised(word: &str) -> String {
    let mut characters = word.chars();
    characters.next().map_or_else(String::new, |first| first.to_uppercase().chain(characters).collect())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// `tests/cases/expand.txt`: a text, `=>`, its form in full.
    #[test]
    fn the_cases_expand_as_written() {
        let wrong: Vec<String> = include_str!("../../tests/cases/expand.txt")
            .lines()
            .filter(|line| !line.is_empty() && !line.starts_with("//"))
            .filter_map(|line| {
                let (text, expected) = line.split_once(" => ").unwrap_or((line, ""));
                let found = expand(&normalize(text));
                (found != expected).then(|| format!("{text}\n  expected {expected}\n  found    {found}"))
            })
            .collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn forms_that_are_equal_are_there_once() {
        assert_eq!(expansions("Reno"), ["Reno"]);
        assert_eq!(expansions("Elm  St"), ["Elm  St", "Elm St", "Elm Street"]);
    }

    proptest! {
        #[test]
        fn any_text_gives_one_to_three_bounded_forms_and_expanding_twice_changes_nothing(input in "\\PC{0,80}") {
            let forms = expansions(&input);
            prop_assert!((1..=3).contains(&forms.len()) && forms[0] == input);
            let expanded = expand(&normalize(&input));
            prop_assert!(expanded.len() <= 16 * input.len() + 16);
            prop_assert_eq!(normalize(&expanded), expanded.clone());
        }
    }
}
