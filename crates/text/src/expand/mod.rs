//! An address without abbreviations: `St Louis` is Saint, `Main St` is Street, `Av. de la Paix` is Avenue and `Avda. del Sol`
//! is Avenida. The parser's features and the street keys use the same tables.

mod by_word;
mod english;
mod language;
mod normalize;

pub use normalize::normalize;

use language::language_of;

/// The input, its normal form and its form without abbreviations, in this order, each once: one to three strings.
/// Linear in the input's length; a word becomes at most one entry of the tables, so that an output is at most twenty times
/// as long as the input. Any script passes through.
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

/// A normalised text with its abbreviations expanded, in the language that its words show.
pub fn expand(normal: &str) -> String {
    let capitals = !normal.chars().any(char::is_lowercase);
    let mut words: Vec<Word> = Vec::new();
    // Where each segment between commas ends.
    let mut ends = Vec::new();
    for segment in normal.split(',') {
        words.extend(segment.split(' ').map(|text| Word::of(text, capitals)));
        ends.push(words.len());
    }
    let language = language_of(&words);
    let mut out = String::with_capacity(normal.len() * 2);
    let mut start = 0;
    for (index, end) in ends.into_iter().enumerate() {
        let segment = &mut words[start..end];
        start = end;
        // Signs alone are not words: the neighbour of a word is the next word.
        let mut spoken: Vec<&mut Word> = segment.iter_mut().filter(|word| !word.plain.is_empty()).collect();
        match language {
            "en" => english::expand(&mut spoken, index == 0),
            other => by_word::expand(&mut spoken, other),
        }
        if index > 0 {
            out.push(',');
        }
        for (at, word) in segment.iter().enumerate() {
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
    /// The text to expand.
    written: String,
    /// Folded, without dots: the key in the tables.
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
        self.written = self.in_its_case(full);
    }

    fn in_its_case(&self, full: &str) -> String {
        let lower = self.written.chars().all(|character| !character.is_uppercase());
        if self.capitals {
            full.to_uppercase()
        } else if lower {
            full.to_owned()
        } else {
            full.split(' ').map(capitalised).collect::<Vec<_>>().join(" ")
        }
    }

    /// Starts with a digit: a house number, an ordinal, a unit's identifier.
    fn is_number(&self) -> bool {
        self.plain.starts_with(|character: char| character.is_ascii_digit())
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

    /// Words of every table, signs and numbers: what an expansion could trip over.
    fn part() -> impl Strategy<Value = String> {
        let words = "N NW St St. ST Ave Av. R r C/ Pº Dr Mt Ft Hwy Rd Co Apt # 4B 12 bis 75008 Rue Calle Via Rua Ul. ul Hauptstr. \
                     Ste Sainte Pl pl de la du l'Église St-Denis All. Che Gal Mal San Juan 東京都 Москва . , - ' é İ ß";
        prop_oneof![
            4 => prop::sample::select(words.split(' ').map(str::to_owned).collect::<Vec<_>>()),
            1 => "\\PC{0,6}",
        ]
    }

    proptest! {
        #[test]
        fn any_text_gives_one_to_three_different_bounded_forms(
            parts in prop::collection::vec(part(), 0..24),
            separator in prop::sample::select(vec![" ", ", ", ",", "  "]),
        ) {
            let input = parts.join(separator);
            let forms = expansions(&input);
            prop_assert!((1..=3).contains(&forms.len()) && forms[0] == input);
            prop_assert!(forms.iter().enumerate().all(|(at, form)| !forms[..at].contains(form)));
            prop_assert!(forms.iter().all(|form| form.len() <= 20 * input.len()));
            let expanded = expand(&normalize(&input));
            prop_assert_eq!(normalize(&expanded), expanded.clone());
            // Signs, numbers and commas stay where they are.
            prop_assert_eq!(expanded.matches(',').count(), normalize(&input).matches(',').count());
        }

        #[test]
        fn scripts_without_abbreviations_stay(input in "[\\p{Han}\\p{Hiragana}\\p{Cyrillic}\\p{Arabic} ]{0,40}") {
            let normal = normalize(&input);
            prop_assert_eq!(expand(&normal), normal);
        }
    }
}
