//! Does the encoder as one operator decide as the model file does?
//!
//!     cargo run --release -p milepost-parser --example fused_against_graph -- ONNXRUNTIME BUNDLE [KERNELS] <addresses.txt
//!
//! Parses each line of standard input both ways, and prints how many decisions differ, how far scores lie apart at most, and the time of
//! an inference of each, taken in turns. KERNELS are those of this machine that are asked, the fastest first; default 1.
#![allow(clippy::print_stdout, clippy::print_stderr, reason = "it is asked by a person")]

use std::error::Error;
use std::io::BufRead;
use std::path::Path;
use std::time::{Duration, Instant};

use milepost_parser::{InputMode, Parser, stages};
use milepost_text::tokenize;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [onnxruntime, bundle, rest @ ..] = arguments.as_slice() else {
        return Err("two paths are needed".into());
    };
    let (onnxruntime, bundle) = (Path::new(onnxruntime), Path::new(bundle));
    let kernels = rest.first().map_or(Ok(1), |count| count.parse())?;
    let graph = stages::open_as_graph(onnxruntime, bundle)?;
    let mut fused = stages::open_with_each_kernel(onnxruntime, bundle)?;
    fused.truncate(kernels);
    if fused.is_empty() {
        return Err("the model file is not recognised".into());
    }
    let lines: Vec<String> = std::io::stdin().lock().lines().collect::<Result<_, _>>()?;
    let (mut rows, mut other_labels, mut other_trees) = (0, 0, 0);
    let (mut logit, mut confidence) = (0.0_f32, 0.0_f32);
    let mut times = vec![Vec::new(); 1 + fused.len()];
    for text in lines {
        let tokens = tokenize(&text);
        if tokens.is_empty() || tokens.len() > 128 {
            continue;
        }
        rows += 1;
        let vectors = stages::vectors(&graph, &text, &tokens, InputMode::Auto);
        let timed = |parser: &Parser, times: &mut Vec<Duration>| {
            // What the others left in the caches is theirs.
            stages::scores(parser, &vectors)?;
            let begun = Instant::now();
            let scores = stages::scores(parser, &vectors);
            times.push(begun.elapsed());
            scores
        };
        let expected = timed(&graph, &mut times[0])?;
        let found = fused
            .iter()
            .zip(&mut times[1..])
            .map(|(one, times)| timed(one, times))
            .collect::<Result<Vec<_>, _>>()?;
        let first = found.first().ok_or("the model file is not recognised")?;
        if found.iter().any(|other| other != first) {
            return Err(format!("kernels differ on {text:?}").into());
        }
        for (left, right) in expected.iter().zip(first) {
            logit = logit.max((left - right).abs());
        }
        let [left, right] = [&expected, first].map(|scores| stages::tree(&graph, &text, &tokens, scores));
        let labels = |scores: &[f32]| -> Vec<usize> {
            let best = |row: &[f32]| (0..row.len()).max_by(|&a, &b| row[a].total_cmp(&row[b])).unwrap_or(0);
            scores.chunks_exact(scores.len() / tokens.len()).map(best).collect()
        };
        other_labels += usize::from(labels(&expected) != labels(first));
        let spans = |tree: &milepost_address::Tree| -> Vec<_> {
            tree.components().map(|(tag, value)| (tag, value.to_owned())).collect()
        };
        if spans(&left) != spans(&right) {
            other_trees += 1;
            println!("differs: {text}\n  {:?}\n  {:?}", spans(&left), spans(&right));
        }
        for (left, right) in left.nodes().into_iter().zip(right.nodes()) {
            confidence = confidence.max((left.span.confidence - right.span.confidence).abs());
        }
    }
    println!(
        "{rows} rows: {other_trees} with other components, {other_labels} with another best label of a token"
    );
    println!("largest difference of a label score {logit:.5}, of a span's confidence {confidence:.5}");
    for (name, mut times) in ["graph", "operator", "other kernel", "other kernel"].iter().zip(times) {
        times.sort_unstable();
        println!("{name}: p50 {:?}, p10 {:?}", times[times.len() / 2], times[times.len() / 10]);
    }
    Ok(())
}
