//! What can each address mean, and what speaks for it?
//!
//! `hypotheses --weights WEIGHTS --onnxruntime LIBRARY --candidate DB [--most N] < addresses`
//!
//! Writes an object a line: `hypotheses`, those of the address on that line of standard input, the best first, at most N (40), and `answer`, the
//! point that is answered with its evidence. `tasks/training/ranking/ranking.py` and `tasks/training/ranking/confidence.py` fit their weights on these.
#![allow(clippy::print_stdout, reason = "an example prints its measurement")]

use std::error::Error;
use std::io::stdin;
use std::path::PathBuf;

use milepost_geocoder::Geocoder;
use milepost_parser::{InputMode, Parser};

fn main() -> Result<(), Box<dyn Error>> {
    let (mut weights, mut onnxruntime, mut candidate) = (PathBuf::new(), PathBuf::new(), PathBuf::new());
    let mut most = 40;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
        match name.as_str() {
            "--weights" => weights = value.into(),
            "--onnxruntime" => onnxruntime = value.into(),
            "--candidate" => candidate = value.into(),
            "--most" => most = value.parse()?,
            other => return Err(format!("unknown option {other}").into()),
        }
    }
    let parser = Parser::open(&onnxruntime, &weights)?;
    let geocoder = Geocoder::open(&candidate, None)?;
    for line in stdin().lines() {
        let line = line?;
        let parse = parser.parse_scored(&line, InputMode::Auto)?;
        let mut hypotheses = geocoder.hypotheses(&parse.tree, || parser.alternative_parses(&parse))?;
        hypotheses.truncate(most);
        let answer = geocoder.evidence(&parse.tree, || parser.alternative_parses(&parse))?;
        println!("{}", serde_json::json!({ "hypotheses": hypotheses, "answer": answer }));
    }
    Ok(())
}
