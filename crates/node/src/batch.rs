//! Many addresses at once, off the event loop.

use std::collections::HashMap;

use milepost::{
    Address, BatchOptions, Cancellation as CoreCancellation, Engine, GeocodeOptions, Hints, ResolutionTier,
    Row, aside_at_low_priority,
};
use napi::bindgen_prelude::{Buffer, Float64Array};
use napi::{Env, Task};
use napi_derive::napi;

use crate::bodies;
use crate::failure::{exception, guarded};

/// The operation of a batch.
#[derive(Clone)]
pub(crate) enum Question {
    Parse { debug: bool },
    Label,
    Geocode(GeocodeOptions),
}

/// A body, and the tier of a geocode.
type Answer = napi::Result<(String, Option<ResolutionTier>)>;

/// Cancels a batch.
#[napi]
pub struct Cancellation(CoreCancellation);

#[napi]
impl Cancellation {
    /// A batch that nobody cancels.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> Cancellation {
        Cancellation(CoreCancellation::default())
    }

    /// Ends the batch: rows that have not started are skipped, and its promise is rejected.
    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        self.0.cancel();
    }
}

/// A batch on its way through the thread pool.
pub(crate) struct Rows {
    engine: Engine,
    addresses: Vec<Address>,
    hints: Hints,
    question: Question,
    options: BatchOptions,
}

impl Rows {
    pub(crate) fn new(engine: Engine, addresses: Vec<Address>, hints: Hints, question: Question) -> Rows {
        let options = BatchOptions { parses: Some(hints), ..BatchOptions::default() };
        Rows { engine, addresses, hints, question, options }
    }

    /// The same; rows of more than `longest` UTF-16 code units fail, and `cancellation` ends it.
    pub(crate) fn bounded(mut self, longest: Option<u32>, cancellation: Option<&Cancellation>) -> Rows {
        self.options.longest = longest.map_or(usize::MAX, |longest| longest as usize);
        self.options.cancellation = cancellation.map(|one| one.0.clone()).unwrap_or_default();
        self
    }

    fn answer(&self, engine: &Engine, address: &Address) -> Answer {
        let text = address.as_ref();
        match &self.question {
            Question::Label => Ok((bodies::label(engine, text, self.hints.mode)?, None)),
            Question::Parse { debug } => Ok((bodies::parse(engine, text, self.hints, *debug)?, None)),
            Question::Geocode(options) => {
                let (body, tier) = bodies::geocode(engine, address, options)?;
                Ok((body, Some(tier)))
            }
        }
    }

    /// Answers in the order of the addresses, computed by as many threads as the machine has cores. An address that fails is
    /// `{input, error}`.
    fn in_parallel(&self) -> Vec<Answered> {
        let rows = self
            .engine
            .batch(&self.addresses, &self.options, |engine, address| Ok(self.answer(engine, address)));
        let answered = |(address, row): (&Address, Row<Answer>)| {
            let milliseconds = row.took.as_secs_f64() * 1e3;
            let failed = |reason: &str| Answered {
                body: serde_json::json!({ "input": address.as_ref(), "error": reason }).to_string(),
                tier: None,
                failed: true,
                milliseconds,
            };
            match row.answer {
                Ok(Ok((body, tier))) => Answered { body, tier, failed: false, milliseconds },
                Ok(Err(error)) => failed(&error.reason),
                Err(error) => failed(&exception(error).reason),
            }
        };
        self.addresses.iter().zip(rows).map(answered).collect()
    }
}

/// The body of one address and its metrics.
struct Answered {
    body: String,
    /// The tier of a geocode; none if the row failed or was parsed only.
    tier: Option<ResolutionTier>,
    failed: bool,
    milliseconds: f64,
}

/// A batch with one body per address.
pub struct Answers(pub(crate) Rows);

impl Task for Answers {
    type Output = Vec<String>;
    type JsValue = Vec<String>;

    fn compute(&mut self) -> napi::Result<Vec<String>> {
        // napi does not catch a panic here; unguarded it would abort the process.
        guarded(|| Ok(self.0.in_parallel().into_iter().map(|row| row.body).collect()))
    }

    fn resolve(&mut self, _env: Env, answers: Vec<String>) -> napi::Result<Vec<String>> {
        Ok(answers)
    }
}

/// The body of `/v1/batch` and its metrics for `/metrics`.
#[napi(object)]
pub struct BatchAnswer {
    /// UTF-8 JSON `{results: [...]}`.
    pub body: Buffer,
    /// How many rows each tier answered.
    pub tiers: HashMap<String, u32>,
    /// Rows that failed.
    pub errors: u32,
    /// Milliseconds each row took.
    pub latencies: Float64Array,
}

/// A batch with one body for all.
pub struct BatchBody(pub(crate) Rows);

impl Task for BatchBody {
    type Output = BatchAnswer;
    type JsValue = BatchAnswer;

    fn compute(&mut self) -> napi::Result<BatchAnswer> {
        guarded(|| {
            let rows = self.0.in_parallel();
            if self.0.options.cancellation.is_cancelled() {
                return Err(exception("cancelled"));
            }
            let mut tiers = HashMap::new();
            for tier in rows.iter().filter_map(|row| row.tier) {
                *tiers.entry(tier.name().to_owned()).or_default() += 1;
            }
            Ok(BatchAnswer {
                body: body_of(&rows).into_bytes().into(),
                tiers,
                errors: u32::try_from(rows.iter().filter(|row| row.failed).count()).unwrap_or(u32::MAX),
                latencies: rows.iter().map(|row| row.milliseconds).collect::<Vec<_>>().into(),
            })
        })
    }

    fn resolve(&mut self, _env: Env, answer: BatchAnswer) -> napi::Result<BatchAnswer> {
        Ok(answer)
    }
}

fn body_of(rows: &[Answered]) -> String {
    let mut body = String::with_capacity(16 + rows.iter().map(|row| row.body.len() + 1).sum::<usize>());
    body.push_str("{\"results\":[");
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            body.push(',');
        }
        body.push_str(&row.body);
    }
    body.push_str("]}");
    body
}

/// One long text, answered on its own thread below the priority of the event loop.
pub struct LongText {
    pub(crate) engine: Engine,
    pub(crate) text: String,
    pub(crate) question: fn(&Engine, &str) -> napi::Result<String>,
}

impl Task for LongText {
    type Output = Buffer;
    type JsValue = Buffer;

    fn compute(&mut self) -> napi::Result<Buffer> {
        let answer = || guarded(|| (self.question)(&self.engine, &self.text));
        aside_at_low_priority(answer).map(|body| body.into_bytes().into())
    }

    fn resolve(&mut self, _env: Env, body: Buffer) -> napi::Result<Buffer> {
        Ok(body)
    }
}
