//! Names of towns with words cut short: `Gorzów Wlkp.`, `Ústí n. L.`, `Tg. Mureș`, `Boulogne s/Mer`. A table of such words would have to
//! know every language; but a word cut short keeps its first letter and the order of the others, and another word of the name is written
//! out.

use super::abbreviation::city_of_short_form;
use super::name_key;
use crate::fold;

/// Most words of a name: each may be looked up.
const MOST_WORDS: usize = 8;
/// Most letters of a word that may be cut short without a mark behind it: `Tg Mures`, `Gorzów Wlkp`.
const UNMARKED: usize = 4;
/// Letters of which every word has one.
const VOWELS: [char; 6] = ['a', 'e', 'i', 'o', 'u', 'y'];
/// Fewest letters of a word that may be written out, and of all that are; without a mark two words need more.
const WRITTEN_OUT: usize = 3;
const WRITTEN_OUT_OF_TWO: usize = 4;
/// Most letters of a small word of a name that may be left out: `nell'`.
const SMALL: usize = 5;
/// Articles in front of names.
const ARTICLES: [&str; 8] = ["el", "la", "le", "les", "los", "las", "the", "l"];
/// Most letters of a word that a slash cuts short: `s/Mer`, `a/d`.
const BEFORE_A_SLASH: usize = 2;

/// A name with words cut short.
pub struct ShortenedName {
    words: Vec<Word>,
}

struct Word {
    folded: String,
    /// Whether a mark shows that it is cut short.
    is_marked: bool,
}

impl Word {
    fn may_be_cut(&self) -> bool {
        self.is_marked || self.folded.chars().count() <= UNMARKED
    }

    /// Whether the form cannot be a whole word of a language: it has a mark, one letter, or no vowel.
    fn is_cut(&self) -> bool {
        let is_consonant = |letter: char| !VOWELS.contains(&letter);
        self.is_marked
            || self.folded.chars().count() == 1
            || self.folded.chars().count() <= UNMARKED && self.folded.chars().all(is_consonant)
    }

    fn may_be_whole(&self) -> bool {
        !self.is_marked && self.folded.chars().count() >= WRITTEN_OUT
    }
}

impl ShortenedName {
    /// Reads a name of several words of which one is surely cut short and another one may be written out.
    pub fn of(name: &str) -> Option<ShortenedName> {
        let mut words: Vec<Word> = Vec::new();
        let mut is_contracted = false;
        for piece in name.split_inclusive(|letter: char| !letter.is_alphabetic()) {
            let word = piece.trim_end_matches(|letter: char| !letter.is_alphabetic());
            let is_marked =
                piece.ends_with('.') || piece.ends_with('/') && word.chars().count() <= BEFORE_A_SLASH;
            match words.last_mut() {
                // `V.to` is one word, `a.d.` is two.
                Some(last) if is_contracted && word.starts_with(char::is_lowercase) => {
                    last.folded += &fold(word)
                }
                _ if word.is_empty() => {}
                _ => words.push(Word { folded: fold(word), is_marked }),
            }
            is_contracted = is_marked && word.starts_with(char::is_uppercase);
        }
        let is_cut = name.contains('/') || words.iter().any(Word::is_cut);
        let is_read =
            is_cut && (2..=MOST_WORDS).contains(&words.len()) && words.iter().any(Word::may_be_whole);
        is_read.then_some(ShortenedName { words })
    }

    /// Beginnings of names, as an index of names completes them: of all words, and of each one that may be whole.
    pub fn beginnings(&self) -> Vec<String> {
        let begun = |word: &Word| match word.may_be_whole() {
            true => word.folded.clone(),
            false => word.folded.chars().take(1).collect(),
        };
        let all: Vec<String> = self.words.iter().map(begun).collect();
        let whole = self.words.iter().filter(|word| word.may_be_whole());
        std::iter::once(all.join(" ")).chain(whole.map(|word| word.folded.clone())).collect()
    }

    /// Whether a name is what is cut short: each word stands for one of its, in order, one is whole, and only small ones are left out.
    pub fn is_of(&self, name: &str) -> bool {
        let own: Vec<Own> = name.split(|letter: char| !letter.is_alphabetic()).filter_map(Own::of).collect();
        let is_whole = |word: &&Word| word.may_be_whole() && own.iter().any(|own| own.folded == word.folded);
        let letters: usize = self.words.iter().filter(is_whole).map(|word| word.folded.chars().count()).sum();
        let is_certain = self.words.len() > 2 || self.words.iter().any(|word| word.is_marked);
        let least = if is_certain { WRITTEN_OUT } else { WRITTEN_OUT_OF_TWO };
        letters >= least && stand_for(&self.words, &own)
    }
}

/// Whether a text is a city's short form, or has a point or slash for what it leaves out of a name.
pub fn is_short_for(text: &str, name: &str) -> bool {
    city_of_short_form(text).is_some_and(|city| city == name_key(name))
        || text.contains(['.', '/']) && ShortenedName::of(text).is_some_and(|read| read.is_of(name))
}

/// A word of a name.
struct Own {
    folded: String,
    is_small: bool,
}

impl Own {
    fn of(word: &str) -> Option<Own> {
        let folded = fold(word);
        let is_small = word.starts_with(char::is_lowercase) && word.chars().count() <= SMALL;
        let is_small = is_small || ARTICLES.contains(&folded.as_str());
        (!word.is_empty()).then_some(Own { folded, is_small })
    }
}

/// Whether the words stand for those of a name. The last one may be its beginning, since a point at the end of a name is dropped.
fn stand_for(words: &[Word], own: &[Own]) -> bool {
    let Some((first, after)) = own.split_first() else { return words.is_empty() };
    let stands = |word: &Word, is_last: bool| {
        word.folded == first.folded
            || word.may_be_cut() && is_cut_from(&word.folded, &first.folded)
            || is_last && word.may_be_whole() && first.folded.starts_with(&word.folded)
    };
    words.split_first().is_some_and(|(word, rest)| stands(word, rest.is_empty()) && stand_for(rest, after))
        || first.is_small && stand_for(words, after)
}

/// Whether the letters of `cut` stand in `whole` in their order, the first one in front.
fn is_cut_from(cut: &str, whole: &str) -> bool {
    let mut left = whole.chars();
    cut.chars().next() == whole.chars().next() && cut.chars().all(|letter| left.any(|other| other == letter))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_cut_from_name(typed: &str, name: &str) -> bool {
        ShortenedName::of(typed).is_some_and(|read| read.is_of(name))
    }

    #[test]
    fn a_word_keeps_its_first_letter_and_the_order_of_the_others() {
        for (typed, name) in [
            ("Gorzów Wlkp.", "Gorzów Wielkopolski"),
            ("gorzow wlkp", "Gorzów Wielkopolski"),
            ("Ústí n. L.", "Ústí nad Labem"),
            ("Ústí n/L", "Ústí nad Labem"),
            ("Frankfurt a.M.", "Frankfurt am Main"),
            ("Frankfurt/M.", "Frankfurt am Main"),
            ("Tg. Mureș", "Târgu Mureș"),
            ("Boulogne s/ Mer", "Boulogne-sur-Mer"),
            ("V. N. Famalicão", "Vila Nova de Famalicão"),
            ("Weiden i.d.OPf.", "Weiden in der Oberpfalz"),
            ("Nykøbing F", "Nykøbing Falster"),
            ("Castelfranco V.to", "Castelfranco Veneto"),
            ("Pto. de Santa María", "El Puerto de Santa María"),
            ("Tg. Jiu", "Târgu Jiu"),
            ("Týn n. Vlt.", "Týn nad Vltavou"),
            ("Krems/Donau", "Krems an der Donau"),
            ("Neustadt a.d.Aisch", "Neustadt an der Aisch"),
            ("Murnau a. Staffelsee", "Murnau am Staffelsee"),
        ] {
            assert!(is_cut_from_name(typed, name), "{typed}: {name}");
        }
    }

    #[test]
    fn a_name_is_not_cut_short_otherwise() {
        for (typed, name) in [
            ("Gorzów Śl.", "Gorzów Wielkopolski"),
            ("Gorzów W.", "Gorzów"),
            ("Garmi Partenkirchen", "Garmisch-Partenkirchen"),
            ("Frankfurt a.M.", "Frankfurt an der Oder"),
            ("Gorzów", "Gorzów Wielkopolski"),
            ("Gorzów Wie", "Gorzów Wielkopolski"),
            ("St. P.", "Saint Paul"),
            ("San J", "San José"),
            ("Zug / Basel", "Zug"),
            ("Springfield Gdns.", "Springfield"),
            ("Ústí", "Ústí nad Labem"),
        ] {
            assert!(!is_cut_from_name(typed, name), "{typed}: {name}");
        }
    }

    #[test]
    fn an_index_completes_all_words_or_one() {
        let of = |name: &str| ShortenedName::of(name).map(|read| read.beginnings());
        assert_eq!(of("Gorzów W."), Some(vec!["gorzow w".to_owned(), "gorzow".to_owned()]));
        assert_eq!(of("Krems/Donau").map(|all| all.len()), Some(3));
        assert_eq!(of("Krems"), None);
        assert_eq!(of(&"Krems ".repeat(MOST_WORDS + 1)), None);
    }
}
