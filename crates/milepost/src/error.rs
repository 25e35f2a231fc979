//! Why an engine cannot open or answer.

use milepost_geocoder::GeocoderError;
use milepost_parser::ParserError;

/// Why something could not be opened or answered. An unknown address is an answer, not an error.
#[derive(Debug, thiserror::Error)]
pub enum EngineError {
    /// Weights do not open, or ONNX Runtime failed.
    #[error(transparent)]
    Parser(#[from] ParserError),
    /// A database does not open, or failed.
    #[error(transparent)]
    Geocoder(#[from] GeocoderError),
    /// A parse was asked for without weights.
    #[error("no weights are loaded")]
    NoWeights,
    /// A geocode was asked for without a gazetteer.
    #[error("no gazetteer is open")]
    NoGazetteer,
    /// A reverse lookup was asked for without its database.
    #[error("no administrative database is open")]
    NoAdministrativeDatabase,
    /// Points of interest were asked for without their database.
    #[error("no database of points of interest is open")]
    NoPointsOfInterest,
    /// A row of a batch is blank.
    #[error("address is required")]
    Blank,
    /// A row of a batch is longer than its caller allows.
    #[error("address: must be at most {longest} characters")]
    TooLong {
        /// UTF-16 code units that are allowed.
        longest: usize,
    },
    /// A batch was cancelled before this row started.
    #[error("cancelled")]
    Cancelled,
    /// The core panicked over a row of a batch; the other rows are answered.
    #[error("{0}")]
    Panicked(String),
    /// The system cannot start a thread.
    #[error("{0}")]
    NoThread(std::io::Error),
}

impl EngineError {
    /// What callers that take no blank address check first.
    ///
    /// # Errors
    /// [`EngineError::Blank`].
    pub fn check_given(text: &str) -> Result<(), EngineError> {
        if text.trim().is_empty() { Err(EngineError::Blank) } else { Ok(()) }
    }
}
