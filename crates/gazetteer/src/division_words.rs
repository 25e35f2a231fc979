//! Names of divisions and towns with a word for what they are: `County Kerry`, `Provincia di Bolzano`, `广东省` and `목포시` where the gazetteer
//! has the bare name.
//!
//! The builder adds the bare names by the same tables.

use std::collections::HashMap;
use std::sync::LazyLock;

/// Columns: words in small letters; whether they stand in front or behind (`back`), or so without a space (`start`, `end`); source. Of two
/// words that begin alike, the longer one comes first.
const OF_DIVISIONS: &str = include_str!("division_words.tsv");
/// The same of towns, in scripts whose words stand without a space or whose keys lose too many letters for `kind_words.tsv`.
const OF_TOWNS: &str = include_str!("town_kinds.tsv");

/// Fewest letters of a bare name: `京` of `京都` is none.
const LETTERS: usize = 2;

/// The words of a table by the letter that they share with a name: the first if they stand in front, otherwise the last.
struct Words {
    front: HashMap<char, Vec<Word>>,
    back: HashMap<char, Vec<Word>>,
}

struct Word {
    row: usize,
    word: &'static str,
    place: &'static str,
}

static DIVISIONS: LazyLock<Words> = LazyLock::new(|| Words::of(OF_DIVISIONS));
static TOWNS: LazyLock<Words> = LazyLock::new(|| Words::of(OF_TOWNS));

/// The name of a division without the word for its kind, if it has one.
pub fn bare_division(name: &str) -> Option<&str> {
    DIVISIONS.without_word(name)
}

/// The name of a town without the word for its kind, if it has one: `ရန်ကုန်` of `ရန်ကုန်မြို့`.
pub fn bare_town(name: &str) -> Option<&str> {
    TOWNS.without_word(name)
}

impl Words {
    fn of(table: &'static str) -> Words {
        let mut words = Words { front: HashMap::new(), back: HashMap::new() };
        for (row, (word, place)) in words_of(table).enumerate() {
            let (by_letter, letter) = match place {
                "front" | "start" => (&mut words.front, word.chars().next()),
                _ => (&mut words.back, word.chars().next_back()),
            };
            if let Some(letter) = letter {
                by_letter.entry(letter).or_default().push(Word { row, word, place });
            }
        }
        words
    }

    /// The name without the first word of the table that leaves enough of it.
    fn without_word<'a>(&self, name: &'a str) -> Option<&'a str> {
        let name = name.trim();
        let front = name.chars().next().and_then(|letter| self.front.get(&small(letter)));
        let back = name.chars().next_back().and_then(|letter| self.back.get(&small(letter)));
        let mut known: Vec<&Word> = [front, back].into_iter().flatten().flatten().collect();
        known.sort_unstable_by_key(|word| word.row);
        let has_letters =
            |bare: &&str| bare.chars().filter(|letter| letter.is_alphabetic()).count() >= LETTERS;
        known.into_iter().filter_map(|word| word.taken_off(name)).find(has_letters).map(str::trim)
    }
}

impl Word {
    fn taken_off<'a>(&self, name: &'a str) -> Option<&'a str> {
        match self.place {
            "front" => {
                let rest = without_prefix(name, self.word)?;
                (self.word.ends_with('\'') || rest.starts_with([' ', '\u{a0}'])).then_some(rest)
            }
            "start" => without_prefix(name, self.word),
            "back" => without_suffix(name, self.word)?.strip_suffix(' '),
            _ => without_suffix(name, self.word),
        }
    }
}

/// A letter as the tables have it.
fn small(letter: char) -> char {
    if letter == '’' { '\'' } else { letter.to_lowercase().next().unwrap_or(letter) }
}

/// The words of a table, and where they stand.
fn words_of(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
    table.lines().skip(1).filter_map(|line| {
        let (word, rest) = line.split_once('\t')?;
        Some((word, rest.split('\t').next()?))
    })
}

fn without_prefix<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let (front, rest) = name.split_at(letters(name, word.chars().count())?);
    is_same(front, word).then_some(rest)
}

fn without_suffix<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let front = name.chars().count().checked_sub(word.chars().count())?;
    let (rest, back) = name.split_at(letters(name, front)?);
    is_same(back, word).then_some(rest)
}

/// Where the first so many letters end, in bytes.
fn letters(name: &str, count: usize) -> Option<usize> {
    name.char_indices().map(|(at, _)| at).chain([name.len()]).nth(count)
}

fn is_same(text: &str, word: &str) -> bool {
    let letters = text.chars().flat_map(char::to_lowercase);
    letters.map(|letter| if letter == '’' { '\'' } else { letter }).eq(word.chars())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_word_for_a_division_comes_off() {
        for (written, bare) in [
            ("County Kerry", "Kerry"),
            ("Co. Cork", "Cork"),
            ("PROVINCIA DI BOLZANO", "BOLZANO"),
            ("Département de l’Ain", "Ain"),
            ("Région du Centre", "Centre"),
            ("Kyoto Prefecture", "Kyoto"),
            ("Московская область", "Московская"),
            ("استان گیلان", "گیلان"),
            ("广东省", "广东"),
            ("경기도", "경기"),
            ("จังหวัดกระบี่", "กระบี่"),
            ("ကချင်ပြည်နယ်", "ကချင်"),
        ] {
            assert_eq!(bare_division(written), Some(bare), "{written}");
        }
        for whole in ["Kerry", "Countyville", "County", "京都", "New State Line"] {
            assert_eq!(bare_division(whole), None, "{whole}");
        }
    }

    /// `ရန်ကုန်` and `សៀមរាប` had no answer: the gazetteer has them with the word for a town.
    #[test]
    fn the_word_for_a_town_comes_off() {
        for (written, bare) in [
            ("ရန်ကုန်မြို့", "ရန်ကုန်"),
            ("ក្រុងសៀមរាប", "សៀមរាប"),
            ("목포시", "목포"),
            ("울산광역시", "울산"),
            ("福州市", "福州"),
            ("ጎንደር ከተማ", "ጎንደር"),
        ] {
            assert_eq!(bare_town(written), Some(bare), "{written}");
        }
        for whole in ["대구", "Reno", "四市", "กรุงเทพ"] {
            assert_eq!(bare_town(whole), None, "{whole}");
        }
    }

    #[test]
    fn every_line_of_the_tables_says_where_the_word_stands() {
        for table in [OF_DIVISIONS, OF_TOWNS] {
            assert_eq!(words_of(table).count(), table.lines().count() - 1);
            let mut before: Vec<&str> = Vec::new();
            for (word, place) in words_of(table) {
                assert!(["front", "start", "back", "end"].contains(&place), "{word}");
                assert_eq!(word, word.to_lowercase());
                let hides = |shorter: &&str| match place {
                    "front" => word.starts_with(&format!("{shorter} ")),
                    "start" => word.starts_with(shorter),
                    "end" => word.ends_with(shorter),
                    _ => false,
                };
                assert!(!before.iter().any(hides), "{word} is behind a shorter word");
                before.push(word);
            }
        }
    }
}
