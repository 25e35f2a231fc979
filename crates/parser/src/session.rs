//! ONNX Runtime: loaded once a process, one session a thread that parses at the same moment.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use ort::environment::Environment;
use ort::ep::CPU;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use ort::value::TensorRef;
use parking_lot::Mutex;

use crate::ParserError;

/// Tokens of one run of the model, the length `/health` reports. Longer inputs go through in windows.
pub(crate) const WINDOW: usize = 128;

/// Tokens to either side that can change a token's scores: the dilations 1 + 2 + 4 + 8 of training/model.py.
/// Windows overlap by this much, so their scores are those of one long run.
const REACH: usize = 15;

/// Sessions of one model.
pub(crate) struct Sessions {
    environment: &'static Environment,
    model: Vec<u8>,
    idle: Mutex<Vec<Session>>,
}

impl Sessions {
    /// Loads ONNX Runtime from `library` unless it is loaded already, and opens a first session of `model`.
    pub(crate) fn open(library: &Path, model: Vec<u8>) -> Result<Sessions, ParserError> {
        let sessions = Sessions { environment: environment(library)?, model, idle: Mutex::new(Vec::new()) };
        let first = sessions.create()?;
        sessions.idle.lock().push(first);
        Ok(sessions)
    }

    /// Label scores, row-major, of `tokens` vectors of `width` values; the model answers `labels` a token.
    pub(crate) fn scores(
        &self,
        vectors: &[f32],
        width: usize,
        labels: usize,
    ) -> Result<Vec<f32>, ParserError> {
        let idle = self.idle.lock().pop();
        let mut session = match idle {
            Some(session) => session,
            None => self.create()?,
        };
        let scores = windowed(&mut session, vectors, width, labels);
        self.idle.lock().push(session);
        scores
    }

    fn create(&self) -> Result<Session, ParserError> {
        let builder = Session::builder(self.environment).map_err(failed)?;
        let builder = builder.with_optimization_level(GraphOptimizationLevel::Level3).map_err(failed)?;
        let builder = builder.with_intra_threads(1).map_err(failed)?;
        // Threads that spin after a run slow everything else on the machine.
        let builder = builder.with_config_entry("session.intra_op.allow_spinning", "0").map_err(failed)?;
        // One block for all that a run needs, its plan kept by the number of tokens, and taken from the system's allocator:
        // an arena costs a tenth more instructions a run, and keeps what the longest address needed.
        let builder = builder.with_memory_pattern(true).map_err(failed)?;
        let plain = CPU::default().with_arena_allocator(false).build();
        let mut builder = builder.with_execution_providers([plain]).map_err(failed)?;
        builder.commit_from_memory(&self.model).map_err(failed)
    }
}

/// Runs the model over windows of at most [`WINDOW`] tokens and keeps, of each, the rows whose neighbourhood it
/// held whole.
fn windowed(
    session: &mut Session,
    vectors: &[f32],
    width: usize,
    labels: usize,
) -> Result<Vec<f32>, ParserError> {
    let tokens = vectors.len() / width;
    if tokens <= WINDOW {
        return run(session, vectors, width, labels);
    }
    let mut scores = Vec::with_capacity(tokens * labels);
    let mut kept = 0;
    while kept < tokens {
        let start = kept.saturating_sub(REACH);
        let end = (start + WINDOW).min(tokens);
        let until = if end == tokens { tokens } else { end - REACH };
        let window = run(session, &vectors[start * width..end * width], width, labels)?;
        scores.extend_from_slice(&window[(kept - start) * labels..(until - start) * labels]);
        kept = until;
    }
    Ok(scores)
}

fn run(session: &mut Session, vectors: &[f32], width: usize, labels: usize) -> Result<Vec<f32>, ParserError> {
    let tokens = vectors.len() / width;
    let input = TensorRef::from_array_view(([tokens, width], vectors)).map_err(failed)?;
    let outputs = session.run(ort::inputs!["tokens" => input]).map_err(failed)?;
    let (_, scores) = outputs["logits"].try_extract_tensor::<f32>().map_err(failed)?;
    if scores.len() != tokens * labels {
        return Err(ParserError::OutputShape { tokens, labels, found: scores.len() });
    }
    Ok(scores.to_vec())
}

fn failed<E: std::fmt::Display>(error: E) -> ParserError {
    ParserError::Inference(error.to_string())
}

/// The process-wide environment. ONNX Runtime can be loaded once a process, so the first library stays.
fn environment(library: &Path) -> Result<&'static Environment, ParserError> {
    static LOADED: OnceLock<Environment> = OnceLock::new();
    static LOADING: Mutex<()> = Mutex::new(());
    let _one_at_a_time = LOADING.lock();
    if let Some(environment) = LOADED.get() {
        return Ok(environment);
    }
    let refused = |message: String| ParserError::Runtime { path: PathBuf::from(library), message };
    let environment = ort::init_from(library)
        .map_err(|error| refused(error.to_string()))?
        .with_name("milepost")
        // The library as it is published keeps a database of events in the user's folder and reports home.
        .with_telemetry(false)
        .build()
        .map_err(|error| refused(error.to_string()))?;
    Ok(LOADED.get_or_init(|| environment))
}
