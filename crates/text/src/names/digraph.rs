//! Letters that a keyboard lacks and that two others stand for: `Koenigsbronn`, `Skoevde`, `Aalesund`. Keys of names have the letter without
//! its mark, so the query is read with one letter for the two, and counts where the name has such a letter there.

use super::name_key;
use crate::fold;

/// Two letters, the one that a key has for them, and the ones of which both are written.
const DIGRAPHS: [(&str, char, &[char]); 4] =
    [("ae", 'a', &['ä', 'æ']), ("oe", 'o', &['ö', 'ø', 'œ']), ("ue", 'u', &['ü']), ("aa", 'a', &['å'])];

/// Most of them in a name that is read in every way: `Aeroeskoebing` has three.
const MOST: usize = 3;

/// The keys that `key` becomes with one letter for two, at some or all of the places where it has two. None for most names.
pub fn single_letter_keys(key: &str) -> Vec<String> {
    let pairs = key.as_bytes().windows(2).enumerate();
    let letter_of = |pair: &[u8]| DIGRAPHS.iter().find(|(two, _, _)| two.as_bytes() == pair);
    let mut readings: Vec<String> = Vec::new();
    // From the back, so that the positions in front stay.
    for (at, letter) in pairs.rev().filter_map(|(at, pair)| Some((at, letter_of(pair)?.1))).take(MOST) {
        if readings.is_empty() {
            readings.push(key.to_owned());
        }
        for index in 0..readings.len() {
            let mut reading = readings[index].clone();
            reading.replace_range(at..at + 2, letter.encode_utf8(&mut [0; 4]));
            readings.push(reading);
        }
    }
    if !readings.is_empty() {
        readings.remove(0);
    }
    readings
}

/// Whether `typed` (a name key) is the whole of `name`, as written or with two letters for one.
pub fn is_spelling_of(typed: &str, name: &str) -> bool {
    typed == name_key(name)
        || words(typed).count() == words(name).count()
            && words(typed).zip(words(name)).all(|(typed, word)| written(word, typed).1)
}

/// Whether each word of `key` that has two letters for one is a word of `name`.
pub fn is_called(name: &str, key: &str) -> bool {
    words_with_two(key).all(|typed| words(name).any(|word| written(word, typed).1))
}

/// Whether each word of `key` that has two letters for one is the beginning of a word of `name`.
pub fn is_begun(name: &str, key: &str) -> bool {
    words_with_two(key).all(|typed| words(name).any(|word| written(word, typed).0))
}

fn words_with_two(key: &str) -> impl Iterator<Item = &str> {
    words(key).filter(|word| DIGRAPHS.iter().any(|(two, _, _)| word.contains(two)))
}

fn words(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether `typed` (folded) is the beginning of a word, and whether it is all of it, each letter folded or written with two.
fn written(word: &str, typed: &str) -> (bool, bool) {
    let mut ends = vec![0];
    let mut is_begun = false;
    for letter in word.chars().flat_map(char::to_lowercase) {
        let two = DIGRAPHS.iter().find(|(_, _, letters)| letters.contains(&letter)).map(|(two, _, _)| *two);
        let one = fold(letter.encode_utf8(&mut [0; 4]));
        let mut next = Vec::with_capacity(2);
        for end in ends {
            let rest = &typed[end..];
            next.extend(two.filter(|two| rest.starts_with(two)).map(|two| end + two.len()));
            next.extend(rest.starts_with(&one).then(|| end + one.len()));
        }
        ends = next;
        is_begun |= ends.contains(&typed.len());
    }
    (is_begun, ends.contains(&typed.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_read_with_one_letter_for_two() {
        assert_eq!(single_letter_keys("koenigsbronn"), ["konigsbronn"]);
        assert_eq!(single_letter_keys("aalesund"), ["alesund"]);
        assert_eq!(single_letter_keys("maenttae"), ["maentta", "manttae", "mantta"]);
        assert!(single_letter_keys("berlin").is_empty());
        assert!(single_letter_keys("").is_empty());
    }

    #[test]
    fn a_spelling_is_that_of_the_whole_name() {
        assert!(is_spelling_of("aeroeskoebing", "Ærøskøbing"));
        assert!(is_spelling_of("lhay-les-roses", "L'Haÿ-les-Roses"));
        assert!(!is_spelling_of("koeln deutz", "Köln"));
        assert!(!is_spelling_of("koeln", "Köln-Deutz"));
    }

    #[test]
    fn a_name_is_begun_with_two_letters_for_one() {
        assert!(is_begun("Königsbronn", "koenigsbr"));
        assert!(!is_begun("Königsbronn", "koenigsbra"));
        assert!(!is_called("Königsbronn", "koenigsbr"));
    }

    #[test]
    fn a_name_is_called_so_where_it_has_the_letter() {
        for (name, key) in [
            ("Königsbronn", "koenigsbronn"),
            ("Ærøskøbing", "aeroeskoebing"),
            ("Ærøskøbing", "aeroskobing"),
            ("Sankt Pölten", "st poelten"),
            ("Møre og Romsdal", "moere og romsdal"),
            ("Ålesund", "aalesund"),
            ("Nuevo Túrkenfeld/Türkenfeld", "tuerkenfeld"),
        ] {
            assert!(is_called(name, key), "{name} {key}");
        }
        for (name, key) in
            [("Roun", "rouen"), ("Konigsbronn", "koenigsbronn"), ("Königsbronn", "koenigsbron")]
        {
            assert!(!is_called(name, key), "{name} {key}");
        }
    }
}
