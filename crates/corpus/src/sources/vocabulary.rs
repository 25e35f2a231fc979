//! Word lists by language and kind, as `training/vocabulary.py` writes them.

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use fastrand::Rng;

use crate::CorpusError;

/// Lists by language, then kind (`street`, `city`, `suburb`, `region`, `first`, `last`, `word`, `prose`).
#[derive(Default)]
pub(crate) struct Vocabulary {
    lists: HashMap<String, HashMap<String, Vec<String>>>,
}

impl Vocabulary {
    /// Reads the table at `path`: a header, then language, kind and text separated by tabs.
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
            let kinds = lists.entry(language.to_owned()).or_default();
            kinds.entry(kind.to_owned()).or_default().push(text.to_owned());
        }
        Ok(Vocabulary { lists })
    }

    /// One text of `kind` in `language`; `None` where there is no list.
    pub(crate) fn draw(&self, language: &str, kind: &str, rng: &mut Rng) -> Option<&str> {
        let list = self.lists.get(language)?.get(kind)?;
        Some(list[rng.usize(..list.len())].as_str())
    }

    /// One text of `kind` in any language.
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
