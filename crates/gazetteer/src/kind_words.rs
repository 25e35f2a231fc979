//! Names of municipalities with a word for what they are: `Oslo kommune`, `Comune di Milano`, `г. Химки` where the gazetteer has the bare
//! name.

use std::sync::LazyLock;

use milepost_text::name_key;

/// Columns: words, as keys of names; whether they stand in front or behind; source.
const WORDS: &str = include_str!("kind_words.tsv");

/// Words beside a name in the genitive, and how it ends: `Stockholms kommun`, `Δήμος Θεσσαλονίκης`.
const BESIDE_A_GENITIVE: [(&str, char); 4] =
    [("kommun", 's'), ("kommune", 's'), ("stad", 's'), ("δημος", 'ς')];

/// The words in front and those behind, longest first.
struct Words {
    front: Vec<&'static str>,
    behind: Vec<&'static str>,
}

/// Keys of a name without the words for its kind, the likeliest first; none if it has no such word.
pub fn bare_names(name: &str) -> Vec<String> {
    // A name key has no points, and `г.Химки` no space.
    let key = name_key(&name.replace('.', ". "));
    let spaced = key.replace('-', " ");
    let of = |words: &[&'static str], rest: fn(&str, &str) -> Option<String>| {
        words.iter().find_map(|word| Some((*word, rest(&key, word).or_else(|| rest(&spaced, word))?)))
    };
    let found = of(&WORDS_READ.front, without_front).or_else(|| of(&WORDS_READ.behind, without_back));
    let Some((word, bare)) = found else { return Vec::new() };
    let genitive = BESIDE_A_GENITIVE.iter().find(|(beside, _)| *beside == word);
    let nominative = genitive.and_then(|(_, end)| bare.strip_suffix(*end)).map(str::to_owned);
    std::iter::once(bare).chain(nominative).collect()
}

fn without_front(key: &str, word: &str) -> Option<String> {
    key.strip_prefix(word)?.strip_prefix(' ').map(str::to_owned)
}

fn without_back(key: &str, word: &str) -> Option<String> {
    key.strip_suffix(word)?.strip_suffix(' ').map(str::to_owned)
}

static WORDS_READ: LazyLock<Words> = LazyLock::new(|| {
    let rows = || WORDS.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t'));
    let of = |wanted: &str| {
        let mut words: Vec<&'static str> = rows()
            .filter_map(|mut fields| Some((fields.next()?, fields.next()?)))
            .filter(|(_, place)| *place == wanted)
            .map(|(word, _)| word)
            .collect();
        words.sort_by_key(|word| std::cmp::Reverse(word.len()));
        words
    };
    Words { front: of("front"), behind: of("behind") }
});

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_lose_the_word_for_what_they_are() {
        for (written, bare) in [
            ("town of amherst", "amherst"),
            ("cranberry township", "cranberry"),
            ("г. Химки", "химки"),
            ("TP. Huế", "hue"),
            ("Kota Kediri", "kediri"),
            ("м.Львів", "львів"),
            ("Comune di Milano", "milano"),
            ("Freie und Hansestadt Hamburg", "hamburg"),
            ("Oslo kommune", "oslo"),
            ("Szeged Megyei Jogú Város", "szeged"),
            ("Δήμος Θεσσαλονίκης", "θεσσαλονικης"),
        ] {
            assert_eq!(bare_names(written).first().map(String::as_str), Some(bare), "{written}");
        }
        assert!(bare_names("township").is_empty());
        assert!(bare_names("kansas").is_empty());
    }

    #[test]
    fn a_genitive_loses_its_s() {
        assert_eq!(bare_names("Stockholms kommun"), ["stockholms", "stockholm"]);
        assert_eq!(bare_names("Aarhus Kommune"), ["aarhus", "aarhu"]);
        assert_eq!(bare_names("Δήμος Θεσσαλονίκης"), ["θεσσαλονικης", "θεσσαλονικη"]);
        assert_eq!(bare_names("Kansas City"), ["kansas"]);
    }

    #[test]
    fn every_row_has_a_place_and_a_source() {
        for line in WORDS.lines().filter(|line| !line.starts_with('#')) {
            let fields: Vec<&str> = line.split('\t').collect();
            assert!(matches!(fields[..], [_, "front" | "behind", _]), "{line}");
            assert_eq!(name_key(fields[0]), fields[0]);
        }
        assert_eq!(WORDS_READ.front.len() + WORDS_READ.behind.len(), WORDS.lines().count() - 1);
    }
}
