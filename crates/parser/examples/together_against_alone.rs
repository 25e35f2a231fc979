//! Are addresses that are parsed together parsed as one by one, and what does it save?
//!
//!     cargo run --release -p milepost-parser --example together_against_alone -- ONNXRUNTIME BUNDLE <addresses.txt
//!
//! Parses each line of standard input alone and in lists of several sizes. Prints how many parses differ in any bit of their scores, and
//! the processor time of each size as a share of that of one by one. Sizes take turns on every 8,192 lines, in another order each time.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "a person reads it")]

use std::error::Error;
use std::io::BufRead;
use std::path::Path;
use std::time::Duration;

use milepost_parser::{InputMode, Parser, ScoredParse};

/// Rows that are parsed together; 1 goes through the same call, one by one.
const SIZES: [usize; 5] = [1, 4, 8, 16, 32];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [onnxruntime, bundle] = arguments.as_slice() else {
        return Err("two paths are needed: ONNX Runtime's library, and the folder of a weights bundle".into());
    };
    let parser = Parser::open(Path::new(onnxruntime), Path::new(bundle))?;
    let lines: Vec<String> = std::io::stdin().lock().lines().collect::<Result<_, _>>()?;
    let mut different = 0;
    let mut shares: [Vec<f64>; SIZES.len()] = Default::default();
    for (round, texts) in lines.chunks(8_192).enumerate() {
        let mut parses: [Vec<ScoredParse>; SIZES.len()] = Default::default();
        let mut times = [Duration::ZERO; SIZES.len()];
        for turn in 0..SIZES.len() {
            let one = (round + turn) % SIZES.len();
            (parses[one], times[one]) = timed(&parser, texts, SIZES[one])?;
        }
        let [alone, together @ ..] = &parses;
        different +=
            (0..texts.len()).filter(|&row| together.iter().any(|those| those[row] != alone[row])).count();
        for (share, time) in shares.iter_mut().zip(times) {
            share.push(time.as_secs_f64() / times[0].as_secs_f64());
        }
    }
    println!("{} rows: {different} with another parse or another score in any size", lines.len());
    for (size, mut share) in SIZES.into_iter().zip(shares).skip(1) {
        share.sort_by(f64::total_cmp);
        let at = |part: usize| share[(share.len() - 1) * part / 10];
        println!(
            "{size} together: {:.3} of the processor time of one by one ({:.3} to {:.3})",
            at(5),
            at(1),
            at(9)
        );
    }
    Ok(())
}

/// The parses of all texts in lists of `size`, and the processor time they took.
fn timed(
    parser: &Parser,
    texts: &[String],
    size: usize,
) -> Result<(Vec<ScoredParse>, Duration), Box<dyn Error>> {
    let begun = processor_time()?;
    let mut parses = Vec::with_capacity(texts.len());
    for texts in texts.chunks(size) {
        let texts: Vec<_> = texts.iter().map(|text| (text.as_str(), InputMode::Auto.into())).collect();
        parses.extend(parser.parse_each(&texts)?);
    }
    Ok((parses, processor_time()? - begun))
}

/// Time this thread has had of a processor, which others on the machine do not count in.
fn processor_time() -> Result<Duration, Box<dyn Error>> {
    let statistics = std::fs::read_to_string("/proc/thread-self/schedstat")?;
    let nanoseconds = statistics.split(' ').next().ok_or("no time in schedstat")?;
    Ok(Duration::from_nanos(nanoseconds.parse()?))
}
