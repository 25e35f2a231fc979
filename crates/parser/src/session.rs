//! ONNX Runtime: loaded once per process, one session for each thread that parses at the same moment.

use std::borrow::Cow;
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
use crate::windows::{WINDOW, Window, windows};

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
    /// Values of a token vector.
    width: usize,
    /// Scores of a token.
    labels: usize,
    idle: Mutex<Vec<Session>>,
}

impl Sessions {
    /// Loads ONNX Runtime from `library` unless it is loaded already, and opens a first session of `model`.
    /// Its convolutions see `reach` tokens of `width` values to either side, and it answers `labels` scores a token.
    pub(crate) fn open(
        library: &Path,
        model: Model,
        reach: usize,
        width: usize,
        labels: usize,
    ) -> Result<Sessions, ParserError> {
        let environment = environment(library)?;
        let sessions = Sessions { environment, model, reach, width, labels, idle: Mutex::new(Vec::new()) };
        let first = sessions.create()?;
        sessions.idle.lock().push(first);
        Ok(sessions)
    }

    /// Label scores, row-major, of rows of token vectors, one row after the other: of one row of any length, or of several of at most
    /// [`WINDOW`] tokens each, which go through together if the model can do that.
    pub(crate) fn scores(&self, rows: &[&[f32]]) -> Result<Vec<f32>, ParserError> {
        match (rows, &self.model) {
            ([], _) => Ok(Vec::new()),
            ([one], _) => self.scores_of_one(one),
            (_, Model::Encoder(_)) => self.with_session(|session| self.run(session, rows)),
            (_, Model::Graph(_)) => self.with_session(|session| {
                let each = rows.iter().map(|row| self.run(session, &[*row]));
                Ok(each.collect::<Result<Vec<_>, _>>()?.concat())
            }),
        }
    }

    fn scores_of_one(&self, vectors: &[f32]) -> Result<Vec<f32>, ParserError> {
        let tokens = vectors.len() / self.width;
        if tokens <= WINDOW {
            return self.with_session(|session| self.run(session, &[vectors]));
        }
        let windows = windows(tokens, self.reach);
        let rows = if windows.len() < WINDOWS_FOR_THREADS {
            let in_turn = |session: &mut Session| {
                windows.iter().map(|one| self.window(session, one, vectors)).collect()
            };
            self.with_session(in_turn)?
        } else {
            self.on_threads(&windows, vectors)?
        };
        Ok(rows.concat())
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
    fn on_threads(&self, windows: &[Window], vectors: &[f32]) -> Result<Vec<Vec<f32>>, ParserError> {
        let one = |window: &Window| self.with_session(|session| self.window(session, window, vectors));
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
        vectors: &[f32],
    ) -> Result<Vec<f32>, ParserError> {
        let Window { tokens, kept } = window;
        let mut scores =
            self.run(session, &[&vectors[tokens.start * self.width..tokens.end * self.width]])?;
        scores.truncate((kept.end - tokens.start) * self.labels);
        scores.drain(..(kept.start - tokens.start) * self.labels);
        Ok(scores)
    }

    /// The scores of rows of token vectors. A graph takes one row.
    fn run(&self, session: &mut Session, rows: &[&[f32]]) -> Result<Vec<f32>, ParserError> {
        let Sessions { width, labels, .. } = *self;
        let vectors = match rows {
            [one] => Cow::Borrowed(*one),
            several => Cow::Owned(several.concat()),
        };
        let tokens = vectors.len() / width;
        let vectors = TensorRef::from_array_view(([tokens, width], &*vectors)).map_err(failed)?;
        let outputs = match &self.model {
            Model::Graph(_) => session.run(ort::inputs![TOKENS => vectors]),
            Model::Encoder(_) => {
                let lengths: Vec<i64> = rows.iter().map(|row| (row.len() / width) as i64).collect();
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
