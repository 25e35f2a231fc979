//! Reading a bundle's files and refusing those that do not fit.

use std::path::{Path, PathBuf};

use milepost_text::features::{FEATURE_COUNT, FEATURE_VERSION, FEATURES_WITHOUT_COUNTRIES};
use sha2::{Digest, Sha256};

use crate::calibration::Calibration;
use crate::countries::Countries;
use crate::embedding::EmbeddingTable;
use crate::labels::Labels;
use crate::model_card::OPSET;
use crate::windows::WINDOW;
use crate::{ModelCard, ParserError};

/// A bundle whose files are read, verified and compatible.
pub(crate) struct Bundle {
    pub(crate) card: ModelCard,
    pub(crate) labels: Labels,
    pub(crate) table: EmbeddingTable,
    pub(crate) calibration: Calibration,
    pub(crate) countries: Countries,
    /// The ONNX model, one self-contained file.
    pub(crate) model: Vec<u8>,
}

impl Bundle {
    /// Reads the bundle in `folder`.
    pub(crate) fn read(folder: &Path) -> Result<Bundle, ParserError> {
        let path = folder.join("model-card.json");
        let card: ModelCard = serde_json::from_slice(&read(&path)?)
            .map_err(|source| ParserError::Card { path: path.clone(), source })?;
        check_compatible(&card, &path)?;
        let labels = Labels::from_names(&card.labels)
            .map_err(|label| ParserError::Label { card: path.clone(), label })?;
        let files = Files { folder, card: &card, card_path: &path };

        let (table_path, table) = files.verified("embeddings.bin")?;
        let table = EmbeddingTable::from_bytes(table, card.embedding)
            .map_err(|(expected, found)| ParserError::TableSize { path: table_path, expected, found })?;
        let (calibration_path, calibration) = files.verified("calibration.json")?;
        let calibration = serde_json::from_slice(&calibration)
            .map_err(|source| ParserError::Malformed { path: calibration_path, source })?;
        let countries = read_countries(&files)?;
        let (_, model) = files.verified("model.onnx")?;
        Ok(Bundle { labels, table, calibration, countries, model, card })
    }
}

/// What tells countries apart; of none if the card lists none.
fn read_countries(files: &Files<'_>) -> Result<Countries, ParserError> {
    const FILE: &str = "countries.bin";
    let Files { card, card_path, .. } = files;
    let code = |code: &String| match *code.as_bytes() {
        [first, second] if first.is_ascii_uppercase() && second.is_ascii_uppercase() => Ok([first, second]),
        _ => Err(ParserError::Country { card: card_path.to_path_buf(), code: code.clone() }),
    };
    let codes: Vec<[u8; 2]> = card.countries.iter().map(code).collect::<Result<_, _>>()?;
    let (path, bytes) = if codes.is_empty() { Default::default() } else { files.verified(FILE)? };
    Countries::from_bytes(&bytes, codes, card.embedding.width)
        .map_err(|(expected, found)| ParserError::TableSize { path, expected, found })
}

fn check_compatible(card: &ModelCard, path: &Path) -> Result<(), ParserError> {
    let refuse = |what, expected: String, found: String| {
        Err(ParserError::Incompatible { card: path.to_owned(), what, expected, found })
    };
    if card.feature_version != FEATURE_VERSION {
        return refuse("feature_version", FEATURE_VERSION.to_string(), card.feature_version.to_string());
    }
    // A bundle without rows for countries is complete; it ignores the hint.
    if ![FEATURE_COUNT, FEATURES_WITHOUT_COUNTRIES].contains(&card.embedding.rows) {
        return refuse("embedding.rows", FEATURE_COUNT.to_string(), card.embedding.rows.to_string());
    }
    if card.opset() != Some(OPSET) {
        let found = card.opset().map_or("absent".to_owned(), |opset| opset.to_string());
        return refuse("format.opset", OPSET.to_string(), found);
    }
    // A window keeps the scores of the tokens that are at least `reach` from its ends, so some must be left.
    if card.reach == 0 || 2 * card.reach >= WINDOW {
        return refuse("reach", format!("1 to {}", WINDOW / 2 - 1), card.reach.to_string());
    }
    Ok(())
}

/// The files a card lists, in the bundle's folder or in its base's.
struct Files<'a> {
    folder: &'a Path,
    card: &'a ModelCard,
    card_path: &'a Path,
}

impl Files<'_> {
    /// Reads a file and checks its hash.
    fn verified(&self, file: &'static str) -> Result<(PathBuf, Vec<u8>), ParserError> {
        let expected = self
            .card
            .files
            .get(file)
            .ok_or_else(|| ParserError::Unlisted { card: self.card_path.to_owned(), file })?;
        let path = self.locate(file);
        let bytes = read(&path)?;
        let found: String = Sha256::digest(&bytes).iter().map(|byte| format!("{byte:02x}")).collect();
        if &found != expected {
            return Err(ParserError::Hash { path, expected: expected.clone(), found });
        }
        Ok((path, bytes))
    }

    fn locate(&self, file: &str) -> PathBuf {
        let own = self.folder.join(file);
        match &self.card.base {
            Some(base) if !own.exists() => self.folder.join(base).join(file),
            _ => own,
        }
    }
}

fn read(path: &Path) -> Result<Vec<u8>, ParserError> {
    std::fs::read(path).map_err(|source| ParserError::Unreadable { path: path.to_owned(), source })
}
