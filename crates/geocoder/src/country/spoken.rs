//! Words and letters that occur in some countries and not in others.

use std::sync::LazyLock;

/// Kind, text, countries and source, one per line.
const TABLE: &str = include_str!("spoken.tsv");

/// Countries, ISO 3166-1 alpha-2.
pub(super) type Countries = &'static [&'static str];

/// Texts of one kind with their countries, in the order of the table: the first match counts.
type Texts = Vec<(&'static str, Vec<&'static str>)>;

struct Spoken {
    /// Whole words of streets.
    words: Texts,
    /// Endings of one-word streets.
    endings: Texts,
    /// First parts of one-word streets, for endings that several languages have.
    beginnings: Texts,
    /// Letters of few alphabets, lower case.
    letters: Texts,
}

static SPOKEN: LazyLock<Spoken> = LazyLock::new(|| {
    let lines: Vec<Vec<&str>> = TABLE.lines().map(|line| line.split('\t').collect()).collect();
    let countries = |written: &'static str| -> Vec<&'static str> {
        let language = lines.iter().find(|line| line[0] == "language" && line[1] == written);
        language.map_or(written, |line| line[2]).split(' ').collect()
    };
    let of_kind = |kind: &str| -> Texts {
        let lines = lines.iter().filter(|line| line[0] == kind);
        lines.map(|line| (line[1], countries(line[2]))).collect()
    };
    Spoken {
        words: of_kind("word"),
        endings: of_kind("ending"),
        beginnings: of_kind("beginning"),
        letters: of_kind("letters"),
    }
});

/// The countries of a folded word of a street; none if it could be of any.
pub(super) fn countries_of_word(word: &str) -> Option<Countries> {
    let Spoken { words, endings, beginnings, .. } = &*SPOKEN;
    let whole = words.iter().find(|(known, _)| *known == word);
    let ending = || {
        // A name comes before the ending: `Ova` alone has none.
        let is_ending = |ending: &str| word.len() > ending.len() + 2 && word.ends_with(ending);
        let ending = endings.iter().find(|(ending, _)| is_ending(ending))?;
        // `Schulweg` is German and `Schoolweg` Dutch.
        let beginning = || beginnings.iter().find(|(beginning, _)| word.starts_with(beginning));
        Some(if ending.0 == "weg" { beginning().unwrap_or(ending) } else { ending })
    };
    whole.or_else(ending).map(|(_, countries)| countries.as_slice())
}

/// The countries of each group of special letters in a lower-case text.
pub(super) fn countries_of_letters(text: &str) -> Vec<Countries> {
    // None of the letters is one of ASCII, which most texts are.
    let special: Vec<char> = text.chars().filter(|letter| !letter.is_ascii()).collect();
    if special.is_empty() {
        return Vec::new();
    }
    let has_one = |letters: &str| letters.chars().any(|letter| special.contains(&letter));
    let groups = SPOKEN.letters.iter().filter(|(letters, _)| has_one(letters));
    groups.map(|(_, countries)| countries.as_slice()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_has_a_kind_a_text_countries_and_a_source() {
        let rows: Vec<Vec<&str>> = TABLE
            .lines()
            .filter(|line| !line.starts_with('#'))
            .skip(1)
            .map(|line| line.split('\t').collect())
            .collect();
        for row in &rows {
            let is_language = rows.iter().any(|other| other[0] == "language" && other[1] == row[2]);
            let are_codes = row[2].split(' ').all(|code| code.len() == 2 && code == code.to_uppercase());
            assert!(row.len() == 4 && (is_language || are_codes), "{row:?}");
            assert!(["language", "word", "ending", "beginning", "letters"].contains(&row[0]), "{row:?}");
        }
        let Spoken { words, endings, beginnings, letters } = &*SPOKEN;
        assert!([words, endings, beginnings, letters].into_iter().all(|texts| texts.len() > 9));
        assert!(letters.iter().flat_map(|(letters, _)| letters.chars()).all(|letter| !letter.is_ascii()));
    }

    #[test]
    fn a_word_is_found_whole_or_by_its_ending() {
        assert!(countries_of_word("utca").is_some_and(|countries| countries.contains(&"HU")));
        assert!(countries_of_word("vestergade").is_some_and(|countries| countries.contains(&"DK")));
        assert_eq!(countries_of_word("ova"), None);
        assert_eq!(countries_of_word("broadway"), None);
    }
}
