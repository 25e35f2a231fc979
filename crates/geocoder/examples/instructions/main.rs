//! How many instructions does each piece of a parse and of a geocode take?
//!
//! `instructions --weights WEIGHTS --onnxruntime LIBRARY --candidate DB [--admin DB] [--data-root ROOT] [--rounds N] [--only PIECE] [--pause MS] [--encoder graph] < addresses`
//!
//! `--encoder graph` runs the model file as it is, to compare with.
//!
//! Each piece runs over the addresses on standard input, in a function of its own, for `benches/callgrind.sh` to count.
//! Prints how often each piece ran, so that counts can be divided, and the microseconds of the median run, which mean something only
//! outside valgrind. `--pause` sleeps so many milliseconds before each run, as a server does between requests: code and data are out of the
//! processor's caches then.
#![allow(clippy::print_stdout, reason = "an example prints its measurement")]

use std::error::Error;
use std::hint::black_box;
use std::io::read_to_string;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use milepost_address::wire::ParseBody;
use milepost_address::{GeocodeResult, Tree};
use milepost_geocoder::{CompleteOptions, Geocoder, ReverseGeocoder};
use milepost_parser::{InputMode, Parser, stages};
use milepost_text::{Token, tokenize};
use mimalloc::MiMalloc;

type Failure = Box<dyn Error>;

/// As in what ships.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

#[derive(Default)]
struct Options {
    weights: PathBuf,
    onnxruntime: PathBuf,
    candidate: PathBuf,
    admin: Option<PathBuf>,
    data_root: Option<PathBuf>,
    rounds: usize,
    only: Option<String>,
    pause: Duration,
    as_graph: bool,
}

fn options() -> Result<Options, Failure> {
    let mut options = Options { rounds: 1, ..Options::default() };
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--weights" => options.weights = value.into(),
            "--onnxruntime" => options.onnxruntime = value.into(),
            "--candidate" => options.candidate = value.into(),
            "--admin" => options.admin = Some(value.into()),
            "--data-root" => options.data_root = Some(value.into()),
            "--rounds" => options.rounds = value.parse()?,
            "--encoder" => options.as_graph = value == "graph",
            "--pause" => options.pause = Duration::from_millis(value.parse()?),
            "--only" => options.only = Some(value),
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    Ok(options)
}

/// What the pieces are run on: each stage's input made beforehand.
struct Address {
    text: String,
    tokens: Vec<Token>,
    vectors: Vec<f32>,
    scores: Vec<f32>,
    tree: Tree,
}

struct Core {
    parser: Parser,
    geocoder: Geocoder,
    reverse: Option<ReverseGeocoder>,
}

impl Core {
    fn address(&self, text: &str) -> Result<Address, Failure> {
        let tokens = tokenize(text);
        let vectors = stages::vectors(&self.parser, text, &tokens, InputMode::Auto);
        let scores = stages::scores(&self.parser, &vectors)?;
        let tree = stages::tree(&self.parser, text, &tokens, &scores);
        Ok(Address { text: text.to_owned(), tokens, vectors, scores, tree })
    }
}

#[inline(never)]
fn piece_tokenize(_: &Core, address: &Address) -> Result<usize, Failure> {
    Ok(tokenize(&address.text).len())
}

#[inline(never)]
fn piece_features(core: &Core, address: &Address) -> Result<usize, Failure> {
    Ok(stages::vectors(&core.parser, &address.text, &address.tokens, InputMode::Auto).len())
}

#[inline(never)]
fn piece_inference(core: &Core, address: &Address) -> Result<usize, Failure> {
    Ok(stages::scores(&core.parser, &address.vectors)?.len())
}

#[inline(never)]
fn piece_decode(core: &Core, address: &Address) -> Result<usize, Failure> {
    Ok(stages::tree(&core.parser, &address.text, &address.tokens, &address.scores).roots.len())
}

#[inline(never)]
fn piece_parse_json(_: &Core, address: &Address) -> Result<usize, Failure> {
    Ok(serde_json::to_string(&ParseBody::new(&address.tree, false))?.len())
}

#[inline(never)]
fn piece_parse(core: &Core, address: &Address) -> Result<usize, Failure> {
    Ok(core.parser.parse(&address.text, InputMode::Auto)?.roots.len())
}

#[inline(never)]
fn piece_lookups(core: &Core, address: &Address) -> Result<usize, Failure> {
    Ok(core.geocoder.geocode(&address.tree)?.hierarchy.len())
}

#[inline(never)]
fn piece_geocode_json(core: &Core, address: &Address) -> Result<usize, Failure> {
    let result: GeocodeResult = core.geocoder.geocode(&address.tree)?;
    Ok(written(&result)?)
}

#[inline(never)]
fn written(result: &GeocodeResult) -> serde_json::Result<usize> {
    Ok(serde_json::to_string(result)?.len())
}

#[inline(never)]
fn piece_geocode(core: &Core, address: &Address) -> Result<usize, Failure> {
    let tree = core.parser.parse(&address.text, InputMode::Auto)?;
    Ok(serde_json::to_string(&core.geocoder.geocode(&tree)?)?.len())
}

#[inline(never)]
fn piece_reverse(core: &Core, address: &Address) -> Result<usize, Failure> {
    let Some(reverse) = &core.reverse else { return Ok(0) };
    // Points spread by what the address says; the length alone would be few.
    let sum = address.text.bytes().fold(0_u32, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte.into()));
    let (lat, lon) = (43.5 + f64::from(sum % 1_000) * 0.006, -0.5 + f64::from(sum / 1_000 % 1_000) * 0.006);
    Ok(reverse.at(lat, lon, false)?.map_or(0, |_| 1))
}

#[inline(never)]
fn piece_complete(core: &Core, address: &Address) -> Result<usize, Failure> {
    let town = address.text.rsplit(", ").next().unwrap_or_default();
    let typed: String = town.chars().take(4).collect();
    let options = CompleteOptions { limit: 5, near: None };
    Ok(core.geocoder.complete(&typed, &options)?.len())
}

type Piece = fn(&Core, &Address) -> Result<usize, Failure>;

const PIECES: [(&str, Piece); 11] = [
    ("tokenize", piece_tokenize),
    ("features", piece_features),
    ("inference", piece_inference),
    ("decode", piece_decode),
    ("parse_json", piece_parse_json),
    ("parse", piece_parse),
    ("lookups", piece_lookups),
    ("geocode_json", piece_geocode_json),
    ("geocode", piece_geocode),
    ("reverse", piece_reverse),
    ("complete", piece_complete),
];

fn main() -> Result<(), Failure> {
    let options = options()?;
    let geocoder = Geocoder::open(&options.candidate, options.data_root.as_deref())?;
    let reverse = options
        .admin
        .as_deref()
        .map(|admin| ReverseGeocoder::open(admin, None, Some(&geocoder), options.data_root.as_deref()))
        .transpose()?;
    let open = if options.as_graph { stages::open_as_graph } else { Parser::open };
    let core = Core { parser: open(&options.onnxruntime, &options.weights)?, geocoder, reverse };
    let text = read_to_string(std::io::stdin())?;
    let addresses = text.lines().map(|line| core.address(line)).collect::<Result<Vec<_>, _>>()?;
    // The tables that the first lookup of a process builds do not count towards a lookup.
    for code in ["5-digit code 12345", "4-digit code 1234"] {
        core.geocoder.geocode(&core.address(code)?.tree)?;
    }
    let chosen = |name: &str| options.only.as_deref().is_none_or(|only| only == name);
    for (name, piece) in PIECES.into_iter().filter(|(name, _)| chosen(name)) {
        let mut times = Vec::new();
        for _ in 0..options.rounds {
            for address in &addresses {
                if !options.pause.is_zero() {
                    std::thread::sleep(options.pause);
                }
                let begun = Instant::now();
                black_box(piece(black_box(&core), black_box(address))?);
                times.push(begun.elapsed());
            }
        }
        times.sort_unstable();
        let median = times.get(times.len() / 2).copied().unwrap_or_default();
        println!("piece_{name} {} {:.2}", times.len(), median.as_secs_f64() * 1e6);
    }
    let tokens: usize = addresses.iter().map(|address| address.tokens.len()).sum();
    println!("tokens {:.1}", tokens as f64 / addresses.len().max(1) as f64);
    Ok(())
}
