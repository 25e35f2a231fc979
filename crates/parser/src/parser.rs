//! Parsing: from a text to its tree.

use std::ops::Range;
use std::path::Path;

use milepost_address::{Scores, Tree};
use milepost_text::features::{
    Context, CountryHint, InputMode, Locale, Positions, feature_form, word_features,
};
use milepost_text::{Separator, Token, plus_code, tokenize};

use crate::bundle::Bundle;
use crate::calibration::Calibration;
use crate::countries::Countries;
use crate::decode::Decoder;
use crate::embedding::EmbeddingTable;
use crate::labels::Labels;
use crate::session::{Model, Sessions};
use crate::windows::WINDOW;
use crate::{ModelCard, ParserError};

/// A parser with one weights bundle. Threads can share it; it keeps nothing of a parse.
pub struct Parser {
    card: ModelCard,
    pub(crate) locale: Locale,
    labels: Labels,
    pub(crate) table: EmbeddingTable,
    calibration: Calibration,
    countries: Countries,
    pub(crate) sessions: Sessions,
}

impl Parser {
    /// Opens the bundle in folder `bundle` with the ONNX Runtime library at `onnxruntime_library`.
    ///
    /// # Errors
    /// Names the file that is missing, changed, or made for another release, and the library that does not load.
    pub fn open(onnxruntime_library: &Path, bundle: &Path) -> Result<Parser, ParserError> {
        Parser::open_with(onnxruntime_library, bundle, Model::fastest)
    }

    /// The same, with `choose` deciding how the model file runs.
    pub(crate) fn open_with(
        onnxruntime_library: &Path,
        bundle: &Path,
        choose: impl FnOnce(Vec<u8>) -> Model,
    ) -> Result<Parser, ParserError> {
        let Bundle { card, labels, table, calibration, countries, model } = Bundle::read(bundle)?;
        let sessions =
            Sessions::open(onnxruntime_library, choose(model), card.reach, table.width(), labels.len())?;
        let parser = Parser {
            locale: Locale::from_tag(&card.locale),
            card,
            labels,
            table,
            calibration,
            countries,
            sessions,
        };
        // A first run shows that model, table and labels fit together, and leaves the session warm.
        parser.parse("1 Main St", InputMode::Auto)?;
        Ok(parser)
    }

    /// The card of the bundle.
    pub fn card(&self) -> &ModelCard {
        &self.card
    }

    /// Parses an address. Offsets of the tree are bytes of the text as given; white space around it changes nothing. Any text
    /// parses, to a tree without nodes if it has no components; the time is linear in its length. `mode` has an effect only if
    /// the text does not show whether it is a record: if it has fewer than four words, or no number. A country only tunes the parse;
    /// a bundle that was trained without countries ignores it.
    ///
    /// # Errors
    /// Only when ONNX Runtime fails.
    pub fn parse(&self, text: &str, hints: impl Into<Hints>) -> Result<Tree, ParserError> {
        Ok(self.parse_scored(text, hints)?.tree)
    }

    /// The same with the scores of the model, for [`Parser::alternative_parses`].
    ///
    /// # Errors
    /// Only when ONNX Runtime fails.
    pub fn parse_scored(&self, text: &str, hints: impl Into<Hints>) -> Result<ScoredParse, ParserError> {
        let Some(prepared) = self.prepared(text.trim(), hints.into()) else {
            return Ok(ScoredParse::of_nothing(text));
        };
        let scores = self.sessions.scores(&[&prepared.vectors])?;
        Ok(self.decoded(text, prepared, scores))
    }

    pub(crate) fn decoder<'a>(&'a self, tokens: &'a [Token], text: &'a str, scores: &[f32]) -> Decoder<'a> {
        Decoder::new(tokens, text, scores, &self.labels, &self.calibration)
    }

    fn decoded(&self, text: &str, prepared: Prepared, scores: Vec<f32>) -> ScoredParse {
        let Prepared { tokens, vectors } = prepared;
        let mut tree = self.decoder(&tokens, text.trim(), &scores).tree();
        tree.scores.country = self.countries.guess(&vectors);
        ScoredParse { tree: as_given(tree, text), tokens, scores }
    }

    /// The parses of many addresses, each with its hints, equal bit by bit to those of [`Parser::parse`]. Those that fit one run of the model go through it
    /// together, which takes less time than one by one.
    ///
    /// # Errors
    /// Only when ONNX Runtime fails; all of them fail then.
    pub fn parse_each(&self, texts: &[(&str, Hints)]) -> Result<Vec<ScoredParse>, ParserError> {
        let mut parses = Vec::with_capacity(texts.len());
        let mut left =
            texts.iter().map(|&(text, hints)| (text, self.prepared(text.trim(), hints))).peekable();
        while left.peek().is_some() {
            // As many as fit; a text that needs several runs goes alone.
            let mut run = Vec::new();
            let mut tokens = 0;
            while let Some((text, prepared)) = left.next_if(|(_, next)| {
                let next = next.as_ref().map_or(0, |next| next.tokens.len());
                tokens == 0 || tokens + next <= WINDOW
            }) {
                tokens += prepared.as_ref().map_or(0, |prepared| prepared.tokens.len());
                run.push((text, prepared));
            }
            let rows: Vec<&[f32]> =
                run.iter().filter_map(|(_, prepared)| Some(prepared.as_ref()?.vectors.as_slice())).collect();
            let scores = self.sessions.scores(&rows)?;
            let mut scores = scores.as_slice();
            for (text, prepared) in run {
                parses.push(match prepared {
                    Some(prepared) => {
                        let (own, rest) = scores.split_at(prepared.tokens.len() * self.labels.len());
                        scores = rest;
                        self.decoded(text, prepared, own.to_vec())
                    }
                    None => ScoredParse::of_nothing(text),
                });
            }
        }
        Ok(parses)
    }

    /// The next best parses of a text, likeliest first, for callers that know more than the text says. No two have the
    /// same spans, those far less likely than the first are left out, and a long text has no alternatives. They are decoded from
    /// the scores of `parse`: the model does not run again.
    pub fn alternative_parses(&self, parse: &ScoredParse) -> Vec<Tree> {
        let ScoredParse { tree, tokens, scores } = parse;
        if tokens.is_empty() || tokens.len() > LONGEST_WITH_ALTERNATIVES {
            return Vec::new();
        }
        let text = tree.raw.as_str();
        let trees = self.decoder(tokens, text.trim(), scores).alternatives(N_BEST);
        trees.into_iter().map(|tree| as_given(tree, text)).collect()
    }

    /// The input of the model for a text without white space around it; none for a text without tokens.
    fn prepared(&self, text: &str, Hints { mode, country }: Hints) -> Option<Prepared> {
        let mut tokens = tokenize(text);
        if let Some(code) = plus_code::find(text) {
            leave_out(&code, &mut tokens);
        }
        if tokens.is_empty() {
            return None;
        }
        let mode = if is_record(text, &tokens) { InputMode::Auto } else { mode };
        let vectors = self.vectors(text, &tokens, Context { locale: self.locale, mode, country });
        Some(Prepared { tokens, vectors })
    }

    /// One vector a token: the sum of its features' rows.
    pub(crate) fn vectors(&self, text: &str, tokens: &[Token], context: Context) -> Vec<f32> {
        let width = self.table.width();
        let mut vectors = vec![0.0; tokens.len() * width];
        let mut ids = Vec::with_capacity(32 * tokens.len());
        let mut of_tokens = Vec::with_capacity(tokens.len());
        let positions = Positions::read(text, tokens, context);
        let country = context.country.map(CountryHint::feature).filter(|&row| self.table.has(row));
        for (index, token) in tokens.iter().enumerate() {
            let start = ids.len();
            word_features(&feature_form(token.text(text)), &mut ids);
            ids.extend(positions.features(index));
            ids.extend(country);
            // They arrive while the next word is read.
            self.table.fetch(&ids[start..]);
            of_tokens.push(start..ids.len());
        }
        for (vector, of_token) in vectors.chunks_exact_mut(width).zip(of_tokens) {
            self.table.add(&ids[of_token], vector);
        }
        vectors
    }
}

/// What a caller knows about an address besides its text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Hints {
    /// Whether the text is a record or a piece of one.
    pub mode: InputMode,
    /// The country the address is in.
    pub country: Option<CountryHint>,
}

impl From<InputMode> for Hints {
    fn from(mode: InputMode) -> Hints {
        Hints { mode, country: None }
    }
}

/// The tokens of a text, and the vector of each, row-major.
struct Prepared {
    tokens: Vec<Token>,
    vectors: Vec<f32>,
}

/// A parse with the scores of the model.
#[derive(Debug, Clone, PartialEq)]
pub struct ScoredParse {
    /// As [`Parser::parse`] gives it.
    pub tree: Tree,
    /// The tokens of the text without white space around it.
    tokens: Vec<Token>,
    /// The score of each label for each token, row-major.
    scores: Vec<f32>,
}

impl ScoredParse {
    /// The parse of a text without tokens.
    fn of_nothing(text: &str) -> ScoredParse {
        let scores = Scores { confidence: 1.0, address: 0.0, country: None, raw: Vec::new() };
        let tree = Tree::from_spans(text, Vec::new()).with_scores(scores);
        ScoredParse { tree, tokens: Vec::new(), scores: Vec::new() }
    }
}

/// Parses to decode, including the likeliest one: twice as many would add almost no parse that a gazetteer confirms.
const N_BEST: usize = 4;

/// Most tokens of a text with alternative parses: no single address is longer.
const LONGEST_WITH_ALTERNATIVES: usize = 64;

/// The tree of the trimmed `text` as one of the text as it was given.
fn as_given(tree: Tree, text: &str) -> Tree {
    if tree.raw.len() == text.len() {
        return tree;
    }
    let start = text.len() - text.trim_start().len();
    tree.within(text, start)
}

/// Fewest words of a record.
const WORDS_OF_A_RECORD: usize = 4;

/// Whether a text shows by itself that it is a record and not a piece of one: several words, one of them with a digit. A hint from
/// the caller can only be wrong then, and a caller without a hint gets the same answer.
fn is_record(text: &str, tokens: &[Token]) -> bool {
    let has_digit = |token: &Token| token.text(text).contains(char::is_numeric);
    tokens.len() >= WORDS_OF_A_RECORD && tokens.iter().any(has_digit)
}

/// Leaves out the tokens of a plus code: it is not a component, and its letters say nothing about its neighbours. It separates
/// them, as a comma does, so that no span contains it.
fn leave_out(code: &Range<usize>, tokens: &mut Vec<Token>) {
    tokens.retain(|token| token.end <= code.start || token.start >= code.end);
    let behind = tokens.iter().position(|token| token.start >= code.end);
    if let Some(token) = behind.filter(|&at| at > 0).and_then(|at| tokens.get_mut(at)) {
        token.before = Separator::Comma;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_has_several_words_and_a_number() {
        for text in ["12 Quarry Rd, Reno", "Hauptstr. 5, 10115 Berlin", "PO Box 7 Reno"] {
            assert!(is_record(text, &tokenize(text)), "{text}");
        }
        for text in ["12 Quarry Rd", "Quarry Road Reno Nevada", "75008", ""] {
            assert!(!is_record(text, &tokenize(text)), "{text}");
        }
    }

    #[test]
    fn a_plus_code_parts_what_it_stands_between() {
        let text = "Reno V75V+8Q Nevada";
        let mut tokens = tokenize(text);
        leave_out(&plus_code::find(text).unwrap(), &mut tokens);
        let left: Vec<_> = tokens.iter().map(|token| (token.text(text), token.before)).collect();
        assert_eq!(left[0].0, "Reno");
        assert_eq!(left[1..], [("Nevada", Separator::Comma)]);
    }
}
