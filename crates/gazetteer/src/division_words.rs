//! Names of divisions with a word for what they are: `County Kerry`, `Provincia di Bolzano` and `广东省` where the gazetteer has the bare name.
//!
//! The builder adds the bare names of divisions by the same table.

/// Columns: words in small letters; whether they stand in front, behind (`back`) or behind without a space (`end`); source. Of two words that
/// begin alike, the longer one comes first.
const WORDS: &str = include_str!("division_words.tsv");

/// Fewest letters of a bare name: `京` of `京都` is none.
const LETTERS: usize = 2;

/// The name of a division without the word for its kind, if it has one.
pub fn bare_division(name: &str) -> Option<&str> {
    let name = name.trim();
    let mut bare = words().filter_map(|(word, place)| match place {
        "front" => without_prefix(name, word),
        "back" => without_suffix(name, word).and_then(|rest| rest.strip_suffix(' ')),
        _ => without_suffix(name, word),
    });
    bare.find(|bare| bare.chars().filter(|letter| letter.is_alphabetic()).count() >= LETTERS).map(str::trim)
}

/// The words, and where they stand.
fn words() -> impl Iterator<Item = (&'static str, &'static str)> {
    WORDS.lines().skip(1).filter_map(|line| {
        let (word, rest) = line.split_once('\t')?;
        Some((word, rest.split('\t').next()?))
    })
}

fn without_prefix<'a>(name: &'a str, word: &str) -> Option<&'a str> {
    let end = letters(name, word.chars().count())?;
    let (front, rest) = name.split_at(end);
    let is_apart = word.ends_with('\'') || rest.starts_with([' ', '\u{a0}']);
    (is_apart && is_same(front, word)).then_some(rest)
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
        ] {
            assert_eq!(bare_division(written), Some(bare), "{written}");
        }
        for whole in ["Kerry", "Countyville", "County", "京都", "New State Line"] {
            assert_eq!(bare_division(whole), None, "{whole}");
        }
    }

    #[test]
    fn every_line_of_the_table_says_where_the_word_stands() {
        assert_eq!(words().count(), WORDS.lines().count() - 1);
        let mut before: Vec<&str> = Vec::new();
        for (word, place) in words() {
            assert!(["front", "back", "end"].contains(&place), "{word}");
            assert_eq!(word, word.to_lowercase());
            let hides = |shorter: &&str| place == "front" && word.starts_with(&format!("{shorter} "));
            assert!(!before.iter().any(hides), "{word} is behind a shorter word");
            before.push(word);
        }
    }
}
