//! Training files: tokens with feature ids and BIO labels, so that a trainer needs no knowledge of text.
//!
//! All files are little-endian:
//!
//! - `words.bin`: for each distinct word form a `u32` count and its feature ids (`u32`)
//! - `<split>.tokens.bin`: for each token a `u32` word index, its `u32` position features, the one of the country and a `u32` label
//! - `<split>.rows.bin`: a `u32` token count for each row
//! - `<split>.countries.bin`: for each row the feature id of its country as a `u32`, that of no country if it is not known
//! - `meta.json`: the labels in order and the sizes of the tables

use std::collections::HashMap;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use milepost_address::Tag;
use milepost_text::features::{
    CountryHint, FEATURE_COUNT, FEATURE_VERSION, NO_COUNTRY, POSITION_IDS, Positions, feature_form,
    word_features,
};
use milepost_text::tokenize;

use crate::CorpusError;
use crate::line::Drawn;

/// Tags that the model distinguishes: all but those of Japan, in documented order. Label 0 is `O`, then `B-` and `I-`
/// of each tag.
pub(crate) fn trained_tags() -> impl Iterator<Item = Tag> {
    Tag::ALL.iter().copied().take_while(|&tag| tag != Tag::Prefecture)
}

fn label_of(tag: Tag, first: bool) -> u32 {
    let index = trained_tags().position(|trained| trained == tag).unwrap_or_default() as u32;
    1 + 2 * index + u32::from(!first)
}

/// Labels of the tokens of a rendered line. `None` if a token crosses the edge of a component: such a line has no valid
/// labels.
pub(crate) fn labels(text: &str, spans: &[(Tag, usize, usize)]) -> Option<Vec<u32>> {
    let mut last_span = usize::MAX;
    tokenize(text)
        .iter()
        .map(|token| {
            let span = spans.iter().position(|&(_, start, end)| token.start < end && start < token.end);
            let Some(index) = span else {
                last_span = usize::MAX;
                return Some(0);
            };
            let (tag, start, end) = spans[index];
            let first = index != last_span;
            last_span = index;
            (start <= token.start && token.end <= end).then(|| label_of(tag, first))
        })
        .collect()
}

/// Writes encoded rows of the two splits and, at the end, the shared word table.
pub(crate) struct Encoder {
    out: PathBuf,
    words: HashMap<String, u32>,
    features: BufWriter<File>,
}

/// The files of one split.
pub(crate) struct Split {
    tokens: BufWriter<File>,
    rows: BufWriter<File>,
    countries: BufWriter<File>,
    text: BufWriter<File>,
    path: PathBuf,
}

impl Encoder {
    pub(crate) fn create(out: &Path) -> Result<Encoder, CorpusError> {
        std::fs::create_dir_all(out).map_err(|source| CorpusError::Write { path: out.into(), source })?;
        Ok(Encoder { out: out.into(), words: HashMap::new(), features: create(&out.join("words.bin"))? })
    }

    pub(crate) fn split(&self, name: &str) -> Result<Split, CorpusError> {
        Ok(Split {
            tokens: create(&self.out.join(format!("{name}.tokens.bin")))?,
            rows: create(&self.out.join(format!("{name}.rows.bin")))?,
            countries: create(&self.out.join(format!("{name}.countries.bin")))?,
            text: create(&self.out.join(format!("{name}.jsonl")))?,
            path: self.out.join(name),
        })
    }

    /// Appends a line to `split`; with `as_text` also its text, spans and the name of its source, as JSON.
    /// Returns false if the line has no token or cannot be labelled.
    pub(crate) fn append(
        &mut self,
        split: &mut Split,
        drawn: &Drawn,
        as_text: bool,
    ) -> Result<bool, CorpusError> {
        let Drawn { line, context, country, source } = drawn;
        let (text, spans) = line.render();
        let tokens = tokenize(&text);
        let Some(labels) = labels(&text, &spans).filter(|labels| !labels.is_empty()) else {
            return Ok(false);
        };
        let mut bytes = Vec::with_capacity(tokens.len() * 24);
        let positions = Positions::read(&text, &tokens, *context);
        let feature = |country: Option<CountryHint>| country.map_or(NO_COUNTRY, CountryHint::feature);
        let hint = feature(context.country);
        for (index, (token, label)) in tokens.iter().zip(&labels).enumerate() {
            let word = self.word_index(feature_form(token.text(&text)))?;
            let position = positions.features(index);
            for value in std::iter::once(word).chain(position).chain([hint, *label]) {
                bytes.extend(value.to_le_bytes());
            }
        }
        let failed = |source| CorpusError::Write { path: split.path.clone(), source };
        split.tokens.write_all(&bytes).map_err(failed)?;
        split.rows.write_all(&(tokens.len() as u32).to_le_bytes()).map_err(failed)?;
        split.countries.write_all(&feature(*country).to_le_bytes()).map_err(failed)?;
        if as_text {
            let spans: Vec<_> = spans
                .iter()
                .map(|&(tag, start, end)| serde_json::json!([tag.as_str(), start, end]))
                .collect();
            let row = serde_json::json!({ "text": text, "spans": spans, "source": source });
            writeln!(split.text, "{row}").map_err(failed)?;
        }
        Ok(true)
    }

    fn word_index(&mut self, form: String) -> Result<u32, CorpusError> {
        if let Some(&index) = self.words.get(&form) {
            return Ok(index);
        }
        let mut ids = Vec::with_capacity(24);
        word_features(&form, &mut ids);
        let mut bytes = Vec::with_capacity(4 * ids.len() + 4);
        bytes.extend((ids.len() as u32).to_le_bytes());
        bytes.extend(ids.iter().flat_map(|id| id.to_le_bytes()));
        let path = self.out.join("words.bin");
        self.features.write_all(&bytes).map_err(|source| CorpusError::Write { path, source })?;
        let index = self.words.len() as u32;
        self.words.insert(form, index);
        Ok(index)
    }

    /// Writes `meta.json` and flushes the word table.
    pub(crate) fn finish(mut self, splits: Vec<Split>) -> Result<usize, CorpusError> {
        let mut labels = vec!["O".to_owned()];
        labels.extend(trained_tags().flat_map(|tag| [format!("B-{tag}"), format!("I-{tag}")]));
        let meta = serde_json::json!({
            "labels": labels,
            "words": self.words.len(),
            "feature_count": FEATURE_COUNT,
            "feature_version": FEATURE_VERSION,
            "position_ids": POSITION_IDS + 1,
        });
        let path = self.out.join("meta.json");
        let failed = |source| CorpusError::Write { path: path.clone(), source };
        std::fs::write(&path, format!("{meta:#}\n")).map_err(failed)?;
        self.features.flush().map_err(failed)?;
        for mut split in splits {
            split
                .tokens
                .flush()
                .and_then(|()| split.rows.flush())
                .and_then(|()| split.countries.flush())
                .and_then(|()| split.text.flush())
                .map_err(failed)?;
        }
        Ok(self.words.len())
    }
}

fn create(path: &Path) -> Result<BufWriter<File>, CorpusError> {
    let file = File::create(path).map_err(|source| CorpusError::Write { path: path.into(), source })?;
    Ok(BufWriter::with_capacity(1 << 20, file))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]
mod tests {
    use milepost_text::features::{Context, InputMode, Locale};

    use super::*;
    use crate::line::Line;

    fn numbers(path: &Path) -> Vec<u32> {
        let bytes = std::fs::read(path).unwrap();
        bytes.chunks_exact(4).map(|four| u32::from_le_bytes(four.try_into().unwrap())).collect()
    }

    /// Words of any script, numbers, punctuation.
    fn random_line(rng: &mut fastrand::Rng) -> Line {
        const PIECES: [&str; 14] = [
            "12",
            "bis",
            "Rue",
            "São",
            "улица",
            "北區",
            "Apt7C",
            "#",
            "20500",
            "DC",
            "O’Neil",
            "½",
            "x",
            "St.",
        ];
        let mut line = Line::default();
        for _ in 0..rng.usize(1..12) {
            let tag = [Tag::Street, Tag::Locality, Tag::Postcode][rng.usize(..3)];
            line.then([" ", ", ", "\n"][rng.usize(..3)], tag, PIECES[rng.usize(..PIECES.len())]);
        }
        line
    }

    #[test]
    fn training_reads_the_features_that_serving_computes() {
        let folder = tempfile::tempdir().unwrap();
        let mut encoder = Encoder::create(folder.path()).unwrap();
        let mut split = encoder.split("train").unwrap();
        let mut rng = fastrand::Rng::with_seed(7);
        let mut served = Vec::new();
        while served.len() < 10_000 {
            let line = random_line(&mut rng);
            let country = CountryHint::from_code("US");
            let context = Context { locale: Locale::EnUs, mode: InputMode::Formatted, country };
            let drawn = Drawn { line, context, country, source: "".into() };
            if !encoder.append(&mut split, &drawn, false).unwrap() {
                continue;
            }
            let (text, _) = drawn.line.render();
            let tokens = tokenize(&text);
            let positions = Positions::read(&text, &tokens, context);
            served.push(
                tokens
                    .iter()
                    .enumerate()
                    .map(|(index, token)| {
                        let mut ids = Vec::new();
                        word_features(&feature_form(token.text(&text)), &mut ids);
                        ids.extend(positions.features(index));
                        ids.extend(country.map(CountryHint::feature));
                        ids
                    })
                    .collect::<Vec<_>>(),
            );
        }
        encoder.finish(vec![split]).unwrap();

        let mut words = Vec::new();
        let mut raw = numbers(&folder.path().join("words.bin")).into_iter();
        while let Some(length) = raw.next() {
            words.push(raw.by_ref().take(length as usize).collect::<Vec<u32>>());
        }
        let tokens = numbers(&folder.path().join("train.tokens.bin"));
        let known = CountryHint::from_code("US").map(CountryHint::feature).unwrap();
        assert_eq!(numbers(&folder.path().join("train.countries.bin")), vec![known; served.len()]);
        let width = 3 + POSITION_IDS;
        let mut rows = tokens.chunks_exact(width);
        for (row, length) in served.iter().zip(numbers(&folder.path().join("train.rows.bin"))) {
            let trained: Vec<Vec<u32>> = rows
                .by_ref()
                .take(length as usize)
                .map(|token| [words[token[0] as usize].as_slice(), &token[1..width - 1]].concat())
                .collect();
            assert_eq!(&trained, row);
        }
    }
}
