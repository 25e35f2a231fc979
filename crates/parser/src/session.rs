//! ONNX Runtime: loaded once per process, one session for each thread that parses at the same moment.

use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use milepost_pool::Pool;
use ort::environment::Environment;
use ort::ep::CPU;
use ort::session::Session;
use ort::session::builder::GraphOptimizationLevel;
use ort::value::TensorRef;
use parking_lot::Mutex;

use crate::ParserError;
use crate::encoder::{Encoder, Instructions, LENGTHS, SCORES, TOKENS};
use crate::model_card::OPSET;

/// Tokens of one run of the model, the length `/health` reports. Longer inputs go through in windows.
pub(crate) const WINDOW: usize = 128;

/// Fewest windows for which a text gets more than one thread: starting one and opening its session takes as long as a few windows.
const WINDOWS_FOR_THREADS: usize = 16;

/// Most threads for one text, however many cores there are: other requests need theirs.
const THREADS: usize = 4;

/// What a session runs.
pub(crate) enum Model {
    /// The encoder as one operator, which takes many rows at once.
    Encoder(Encoder),
    /// A model file unchanged, which takes one row at a time.
    Graph(Vec<u8>),
}

impl Model {
    /// The encoder with the fastest instructions of this machine, if it recognises the graph. With the portable ones it
    /// takes ten times as long as the graph.
    pub(crate) fn fastest(file: Vec<u8>) -> Model {
        let fastest = Instructions::available().into_iter().find(|instructions| !instructions.are_portable());
        let encoder = fastest.and_then(|instructions| Encoder::recognise(&file, OPSET, instructions));
        encoder.map_or(Model::Graph(file), Model::Encoder)
    }
}

/// Sessions of one model.
pub(crate) struct Sessions {
    environment: &'static Environment,
    model: Model,
    /// Tokens by which windows overlap: as far as the convolutions see, so that a score lacks none of its neighbours. The attention
    /// sees only its window.
    reach: usize,
    idle: Mutex<Vec<Session>>,
}

impl Sessions {
    /// Loads ONNX Runtime from `library` unless it is loaded already, and opens a first session of `model`.
    /// Its convolutions see `reach` tokens to either side.
    pub(crate) fn open(library: &Path, model: Model, reach: usize) -> Result<Sessions, ParserError> {
        let environment = environment(library)?;
        let sessions = Sessions { environment, model, reach, idle: Mutex::new(Vec::new()) };
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
        let input = Input { vectors, width, labels };
        let tokens = vectors.len() / width;
        if tokens <= WINDOW {
            return self.with_session(|session| self.run(session, input, 0..tokens));
        }
        let windows = windows(tokens, self.reach);
        let rows = if windows.len() < WINDOWS_FOR_THREADS {
            let in_turn =
                |session: &mut Session| windows.iter().map(|one| self.window(session, one, input)).collect();
            self.with_session(in_turn)?
        } else {
            self.on_threads(&windows, input)?
        };
        Ok(rows.concat())
    }

    /// The same for several rows of `lengths` tokens each, one after the other, which go through together if the model can do that.
    /// No row may be longer than [`WINDOW`].
    pub(crate) fn scores_of_rows(
        &self,
        vectors: &[f32],
        lengths: &[usize],
        width: usize,
        labels: usize,
    ) -> Result<Vec<f32>, ParserError> {
        let input = Input { vectors, width, labels };
        self.with_session(|session| match self.model {
            Model::Encoder(_) => self.run_rows(session, input, lengths),
            Model::Graph(_) => {
                let ends = lengths.iter().scan(0, |end, length| {
                    *end += length;
                    Some(*end)
                });
                let rows = ends.zip(lengths).map(|(end, length)| self.run(session, input, end - length..end));
                Ok(rows.collect::<Result<Vec<_>, _>>()?.concat())
            }
        })
    }

    /// Calls `action` with a session that no other thread uses.
    fn with_session<T>(
        &self,
        action: impl FnOnce(&mut Session) -> Result<T, ParserError>,
    ) -> Result<T, ParserError> {
        let idle = self.idle.lock().pop();
        let mut session = match idle {
            Some(session) => session,
            None => self.create()?,
        };
        let done = action(&mut session);
        self.idle.lock().push(session);
        done
    }

    /// The rows of each window, in order, on what threads the shared pool has left.
    fn on_threads(&self, windows: &[Window], input: Input<'_>) -> Result<Vec<Vec<f32>>, ParserError> {
        let one = |window: &Window| self.with_session(|session| self.window(session, window, input));
        let rows = Pool::shared_for_one(THREADS).each_large(windows, one);
        if rows.len() != windows.len() {
            return Err(failed("a thread of a parse ended early"));
        }
        rows.into_iter().collect()
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
        match &self.model {
            Model::Encoder(encoder) => {
                // ONNX Runtime checks whether it knows the domain of the operator, and then adds it, without a lock: of two
                // first sessions at a time one fails.
                static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
                let _one_at_a_time = ONE_AT_A_TIME.lock();
                encoder.session(builder).map_err(failed)
            }
            Model::Graph(file) => builder.commit_from_memory(file).map_err(failed),
        }
    }

    /// The scores of the tokens that a window keeps.
    fn window(
        &self,
        session: &mut Session,
        window: &Window,
        input: Input<'_>,
    ) -> Result<Vec<f32>, ParserError> {
        let Window { tokens, kept } = window;
        let mut scores = self.run(session, input, tokens.clone())?;
        scores.truncate((kept.end - tokens.start) * input.labels);
        scores.drain(..(kept.start - tokens.start) * input.labels);
        Ok(scores)
    }

    /// The scores of some tokens as one row.
    fn run(
        &self,
        session: &mut Session,
        input: Input<'_>,
        tokens: Range<usize>,
    ) -> Result<Vec<f32>, ParserError> {
        let Input { vectors, width, labels } = input;
        let vectors = &vectors[tokens.start * width..tokens.end * width];
        self.run_rows(session, Input { vectors, width, labels }, &[tokens.len()])
    }

    /// The scores of rows of so many tokens each. A graph takes one row.
    fn run_rows(
        &self,
        session: &mut Session,
        input: Input<'_>,
        lengths: &[usize],
    ) -> Result<Vec<f32>, ParserError> {
        let Input { vectors, width, labels } = input;
        let tokens = vectors.len() / width;
        let vectors = TensorRef::from_array_view(([tokens, width], vectors)).map_err(failed)?;
        let outputs = match &self.model {
            Model::Graph(_) => session.run(ort::inputs![TOKENS => vectors]),
            Model::Encoder(_) => {
                let lengths: Vec<i64> = lengths.iter().map(|&length| length as i64).collect();
                let lengths =
                    TensorRef::from_array_view(([lengths.len()], lengths.as_slice())).map_err(failed)?;
                session.run(ort::inputs![TOKENS => vectors, LENGTHS => lengths])
            }
        };
        let outputs = outputs.map_err(failed)?;
        let (_, scores) = outputs[SCORES].try_extract_tensor::<f32>().map_err(failed)?;
        if scores.len() != tokens * labels {
            return Err(ParserError::OutputShape { tokens, labels, found: scores.len() });
        }
        Ok(scores.to_vec())
    }
}

/// The vectors of a text, row-major, `width` values a token; the model answers `labels` scores a token.
#[derive(Clone, Copy)]
struct Input<'a> {
    vectors: &'a [f32],
    width: usize,
    labels: usize,
}

/// Tokens that go through together, and those of them whose scores are kept, because their neighbourhood is in the window.
struct Window {
    tokens: Range<usize>,
    kept: Range<usize>,
}

/// Windows of at most [`WINDOW`] tokens over a text of `tokens`. Each token is kept of one window, at least `reach` from where another
/// one takes over.
fn windows(tokens: usize, reach: usize) -> Vec<Window> {
    let mut windows = Vec::new();
    let mut kept = 0;
    while kept < tokens {
        let start = kept.saturating_sub(reach);
        let end = (start + WINDOW).min(tokens);
        let until = if end == tokens { tokens } else { end - reach };
        windows.push(Window { tokens: start..end, kept: kept..until });
        kept = until;
    }
    windows
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
        // The published library keeps a database of events in the user's folder and reports home.
        .with_telemetry(false)
        .build()
        .map_err(|error| refused(error.to_string()))?;
    Ok(LOADED.get_or_init(|| environment))
}

#[cfg(test)]
mod tests {
    use super::*;

    const REACH: usize = 18;

    #[test]
    fn windows_keep_every_token_once_with_its_neighbourhood() {
        for tokens in [129, 226, 227, 1_000, 5_001] {
            let windows = windows(tokens, REACH);
            let kept: Vec<usize> = windows.iter().flat_map(|window| window.kept.clone()).collect();
            assert_eq!(kept, (0..tokens).collect::<Vec<_>>());
            for Window { tokens: within, kept } in windows {
                assert!(within.len() <= WINDOW);
                assert!(within.start == 0 || kept.start - within.start >= REACH);
                assert!(within.end == tokens || within.end - kept.end >= REACH);
            }
        }
    }
}
