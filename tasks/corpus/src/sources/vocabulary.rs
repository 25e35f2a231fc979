//! Word lists by language and kind, written by `tasks/training/parser/vocabulary.py`.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use fastrand::Rng;
use milepost_text::word_class::plain;

use crate::CorpusError;

/// Street types in front of the names in the lists of a language. The patterns of languages.txt write the type themselves, so without
/// this a street would have two (`Avenida Calle Alta`).
const LEADING_TYPES: [(&str, &[&str]); 4] = [
    (
        "es",
        &[
            "avenida",
            "av",
            "avda",
            "calle",
            "calleja",
            "callejon",
            "camino",
            "carretera",
            "paseo",
            "pasaje",
            "plaza",
            "ronda",
            "rua",
            "travesia",
        ],
    ),
    ("fr", &["allee", "avenue", "boulevard", "chemin", "impasse", "place", "route", "rue"]),
    ("it", &["corso", "piazza", "via", "viale", "vicolo"]),
    ("pt", &["alameda", "avenida", "estrada", "largo", "praca", "rua", "travessa"]),
];

/// The name of a street in `language` without the type in front; the whole name if nothing else remains.
fn without_type<'a>(language: &str, street: &'a str) -> &'a str {
    let types = LEADING_TYPES.iter().find(|(of, _)| *of == language).map_or(&[][..], |(_, types)| types);
    match street.split_once(' ') {
        Some((first, name)) if types.contains(&plain(first).as_str()) => without_type(language, name),
        _ => street,
    }
}

/// Lists by language, then kind (`street`, `city`, `suburb`, `region`, `first`, `last`, `word`, `prose`).
#[derive(Default)]
pub(crate) struct Vocabulary {
    lists: HashMap<String, HashMap<String, Vec<String>>>,
}

impl Vocabulary {
    /// Reads the table at `path`: a header, then language, kind and text, separated by tabs.
    pub(crate) fn read(path: &Path) -> Result<Vocabulary, CorpusError> {
        let unreadable = |source| CorpusError::Read { path: path.into(), source };
        let mut lists: HashMap<String, HashMap<String, Vec<String>>> = HashMap::new();
        for line in BufReader::new(File::open(path).map_err(unreadable)?).lines().skip(1) {
            let line = line.map_err(unreadable)?;
            let mut fields = line.splitn(3, '\t');
            let (Some(language), Some(kind), Some(text)) = (fields.next(), fields.next(), fields.next())
            else {
                continue;
            };
            let text = if kind == "street" { without_type(language, text) } else { text };
            let kinds = lists.entry(language.to_owned()).or_default();
            kinds.entry(kind.to_owned()).or_default().push(text.to_owned());
        }
        Ok(Vocabulary { lists })
    }

    /// A text of `kind` in `language`; `None` if the list is missing.
    pub(crate) fn draw(&self, language: &str, kind: &str, rng: &mut Rng) -> Option<&str> {
        let list = self.lists.get(language)?.get(kind)?;
        Some(list[rng.usize(..list.len())].as_str())
    }

    /// A text of `kind` in any language.
    pub(crate) fn draw_any(&self, kind: &str, rng: &mut Rng) -> &str {
        let mut languages: Vec<&String> = self
            .lists
            .iter()
            .filter(|(_, kinds)| kinds.contains_key(kind))
            .map(|(language, _)| language)
            .collect();
        languages.sort();
        match languages.is_empty() {
            true => "",
            false => self.draw(languages[rng.usize(..languages.len())], kind, rng).unwrap_or_default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::without_type;

    #[test]
    fn the_patterns_write_the_type_of_a_street_and_the_lists_do_not() {
        assert_eq!(without_type("es", "Calle de la Higuera"), "de la Higuera");
        assert_eq!(without_type("es", "Paseo Calle Alta"), "Alta");
        assert_eq!(without_type("pt", "Praça Almirante Vane"), "Almirante Vane");
        assert_eq!(without_type("es", "Ronda"), "Ronda");
        assert_eq!(without_type("de", "Via Mala"), "Via Mala");
    }
}
