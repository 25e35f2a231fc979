//! Many addresses at once, off the event loop.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Instant;

use milepost_address::ResolutionTier;
use milepost_geocoder::GeocodeOptions;
use milepost_parser::InputMode;
use napi::bindgen_prelude::{Buffer, Float64Array};
use napi::{Env, Task};
use napi_derive::napi;

use crate::failure::{exception, guarded};
use crate::opened::Core;

/// What is asked of each address.
#[derive(Clone)]
pub(crate) enum Question {
    Parse { debug: bool },
    Label,
    Geocode(GeocodeOptions),
}

/// Addresses taken at a time by a thread: long enough that taking costs nothing, short enough to even out.
const SHARE: usize = 16;

/// How far below single requests batches run: of two that want a core, the request has it nine times in ten.
const BELOW_THE_EVENT_LOOP: i32 = 10;

/// Threads of all batches of the process. Bounded, so that many batches at once do not
/// starve the event loop.
static HELPERS: AtomicUsize = AtomicUsize::new(0);

/// The answer to one address.
struct Row {
    body: String,
    /// The tier of a geocode; none when the row failed or was parsed only.
    tier: Option<ResolutionTier>,
    failed: bool,
    milliseconds: f64,
}

/// A way to call a batch off whose answer nobody waits for any more.
#[napi]
pub struct Cancellation(Arc<AtomicBool>);

#[napi]
impl Cancellation {
    /// One that is not called off.
    #[napi(constructor, catch_unwind)]
    pub fn new() -> Cancellation {
        Cancellation(Arc::default())
    }

    /// Ends the batch: rows that were not begun are not worked on, and its promise is rejected.
    #[napi(catch_unwind)]
    pub fn cancel(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// A batch on its way through the thread pool.
pub(crate) struct Rows {
    core: Core,
    addresses: Vec<String>,
    mode: InputMode,
    question: Question,
    /// Most UTF-16 code units of a row.
    longest: usize,
    cancelled: Arc<AtomicBool>,
}

impl Rows {
    pub(crate) fn new(core: Core, addresses: Vec<String>, mode: InputMode, question: Question) -> Rows {
        Rows { core, addresses, mode, question, longest: usize::MAX, cancelled: Arc::default() }
    }

    /// The same, of which rows of more than `longest` UTF-16 code units fail, and which `cancellation` ends.
    pub(crate) fn bounded(self, longest: Option<u32>, cancellation: Option<&Cancellation>) -> Rows {
        let longest = longest.map_or(usize::MAX, |longest| longest as usize);
        Rows { longest, cancelled: cancellation.map(|one| Arc::clone(&one.0)).unwrap_or_default(), ..self }
    }

    fn is_cancelled(&self) -> bool {
        self.cancelled.load(Ordering::Relaxed)
    }

    /// What is wrong with an address before anything is asked.
    fn refusal(&self, address: &str) -> Option<String> {
        if self.is_cancelled() {
            return Some("cancelled".to_owned());
        }
        if address.trim().is_empty() {
            return Some("address is required".to_owned());
        }
        // A code unit takes at least a byte.
        (address.len() > self.longest && address.encode_utf16().count() > self.longest)
            .then(|| format!("address: must be at most {} characters", self.longest))
    }

    fn answer(&self, address: &str) -> Row {
        let begun = Instant::now();
        let answer = guarded(|| match &self.question {
            _ if let Some(refusal) = self.refusal(address) => Err(exception(refusal)),
            Question::Label => Ok((self.core.label(address, self.mode)?, None)),
            Question::Parse { debug } => Ok((self.core.parse(address, self.mode, *debug)?, None)),
            Question::Geocode(options) => {
                let (body, tier) = self.core.geocode(address, self.mode, options)?;
                Ok((body, Some(tier)))
            }
        });
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        match answer {
            Ok((body, tier)) => Row { body, tier, failed: false, milliseconds },
            Err(error) => Row {
                body: serde_json::json!({ "input": address, "error": error.reason.clone() }).to_string(),
                tier: None,
                failed: true,
                milliseconds,
            },
        }
    }

    /// Answers in the order of the addresses, worked out by as many threads as the machine has cores.
    fn in_parallel(&self) -> Vec<Row> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        let wanted = cores.min(self.addresses.len().div_ceil(SHARE));
        let next = AtomicUsize::new(0);
        let work = || {
            let mut done = Vec::new();
            loop {
                let start = next.fetch_add(SHARE, Ordering::Relaxed);
                if start >= self.addresses.len() {
                    return done;
                }
                let end = (start + SHARE).min(self.addresses.len());
                done.extend((start..end).map(|index| (index, self.answer(&self.addresses[index]))));
            }
        };
        let mut answered = std::thread::scope(|scope| {
            let helpers: Vec<_> = (0..wanted)
                .map_while(|_| Helper::claim(cores))
                .map(|helper| scope.spawn(move || helper.run(work)))
                .collect();
            // Whose helpers are all taken by other batches works itself. `answer` catches panics, so a helper always ends with
            // its share.
            let own = if helpers.is_empty() { work() } else { Vec::new() };
            helpers
                .into_iter()
                .filter_map(|helper| helper.join().ok())
                .flatten()
                .chain(own)
                .collect::<Vec<_>>()
        });
        answered.sort_unstable_by_key(|(index, _)| *index);
        answered.into_iter().map(|(_, row)| row).collect()
    }
}

/// The right to run one more thread.
struct Helper;

impl Helper {
    fn claim(most: usize) -> Option<Helper> {
        let claim = HELPERS.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |running| {
            (running < most).then_some(running + 1)
        });
        claim.ok().map(|_| Helper)
    }

    fn run<T>(self, work: impl FnOnce() -> T) -> T {
        at_low_priority(work)
    }
}

/// Works below the priority of the event loop, which answers single requests meanwhile, on a thread that does nothing else. Where the
/// system forbids that, the work is done all the same.
fn at_low_priority<T>(work: impl FnOnce() -> T) -> T {
    // On Linux the priority is that of the thread, not of the process.
    let _ = rustix::process::nice(BELOW_THE_EVENT_LOOP);
    work()
}

impl Drop for Helper {
    fn drop(&mut self) {
        HELPERS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// A batch whose answers are wanted one by one.
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

/// The body of `/v1/batch` and what `/metrics` counts of it.
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

/// A batch whose answers are wanted as one body.
pub struct BatchBody(pub(crate) Rows);

impl Task for BatchBody {
    type Output = BatchAnswer;
    type JsValue = BatchAnswer;

    fn compute(&mut self) -> napi::Result<BatchAnswer> {
        guarded(|| {
            let rows = self.0.in_parallel();
            if self.0.is_cancelled() {
                return Err(exception("cancelled"));
            }
            let mut tiers = HashMap::new();
            for tier in rows.iter().filter_map(|row| row.tier) {
                *tiers.entry(name_of(tier)).or_default() += 1;
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

fn body_of(rows: &[Row]) -> String {
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

/// The tier's name on the wire.
fn name_of(tier: ResolutionTier) -> String {
    serde_json::to_value(tier).ok().and_then(|name| name.as_str().map(str::to_owned)).unwrap_or_default()
}

/// One long text, answered on a thread of its own below the priority of the event loop.
pub struct LongText {
    core: Core,
    text: String,
    question: fn(&Core, &str) -> napi::Result<String>,
}

impl LongText {
    pub(crate) fn new(
        core: Core,
        text: String,
        question: fn(&Core, &str) -> napi::Result<String>,
    ) -> LongText {
        LongText { core, text, question }
    }
}

impl Task for LongText {
    type Output = Buffer;
    type JsValue = Buffer;

    fn compute(&mut self) -> napi::Result<Buffer> {
        let answer = || guarded(|| (self.question)(&self.core, &self.text));
        // The thread this runs on serves others too, and a priority once lowered cannot be raised again.
        let answered = std::thread::scope(|scope| {
            let helper = std::thread::Builder::new().spawn_scoped(scope, || at_low_priority(answer));
            helper.ok().and_then(|helper| helper.join().ok())
        });
        answered.unwrap_or_else(answer).map(|body| body.into_bytes().into())
    }

    fn resolve(&mut self, _env: Env, body: Buffer) -> napi::Result<Buffer> {
        Ok(body)
    }
}
