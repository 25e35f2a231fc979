//! The encoder as one operator answers as the model file does, with every set of instructions this machine has.
#![allow(clippy::unwrap_used, reason = "a failed expectation is a failed test")]

mod common;

use milepost_address::Tree;
use milepost_parser::{InputMode, Parser, ScoredParse, stages};
use milepost_text::tokenize;

/// Every address below `tests/cases`.
fn addresses() -> Vec<String> {
    let text = common::cases().concat() + include_str!("cases/not_yet_read.txt");
    let is_address = |line: &&str| !line.is_empty() && !line.starts_with("//") && !line.starts_with(' ');
    text.lines().filter(is_address).map(|line| line.replace("\\n", "\n")).collect()
}

fn kernels() -> Vec<Parser> {
    let parsers =
        stages::open_with_each_kernel(&common::onnxruntime(), &common::bundle("weights-en-us")).unwrap();
    assert!(!parsers.is_empty(), "the model that ships is not recognised: src/encoder/recognise.rs");
    parsers
}

fn components(tree: &Tree) -> Vec<(milepost_address::Tag, &str)> {
    tree.components().collect()
}

#[test]
fn the_operator_decides_as_the_model_file() {
    let graph = stages::open_as_graph(&common::onnxruntime(), &common::bundle("weights-en-us")).unwrap();
    let [operator, ..] = &kernels()[..] else { unreachable!() };
    // Without these instructions ONNX Runtime cuts sums of products off at 16 bits, and is a little off itself.
    #[cfg(target_arch = "x86_64")]
    let is_exact = is_x86_feature_detected!("avx512vnni");
    #[cfg(not(target_arch = "x86_64"))]
    let is_exact = false;
    let addresses = addresses();
    assert!(addresses.len() > 500, "{} addresses", addresses.len());
    for address in &addresses {
        let [expected, found] =
            [&graph, operator].map(|parser| parser.parse(address, InputMode::Auto).unwrap());
        assert_eq!(components(&found), components(&expected), "{address}");
        if is_exact {
            for (found, expected) in found.nodes().into_iter().zip(expected.nodes()) {
                let apart = (found.span.confidence - expected.span.confidence).abs();
                assert!(apart < 1e-3, "{address}: {} is {apart} off", found.span.tag);
            }
        }
    }
}

#[test]
fn all_kernels_agree_bit_by_bit() {
    let kernels = kernels();
    let [first, others @ ..] = &kernels[..] else { unreachable!() };
    let long = "350 5th Ave Apt 4B, New York, NY 10118; ".repeat(14);
    let cut = (1..=128).map(|count| long.split_inclusive(' ').take(count).collect::<String>());
    for text in cut.chain(addresses().into_iter().step_by(3)) {
        let tokens = tokenize(&text);
        let vectors = stages::vectors(first, &text, &tokens, InputMode::Auto);
        let expected: Vec<u32> =
            stages::scores(first, &vectors).unwrap().iter().map(|score| score.to_bits()).collect();
        for other in others {
            let found: Vec<u32> =
                stages::scores(other, &vectors).unwrap().iter().map(|score| score.to_bits()).collect();
            assert!(found == expected, "{text:?}");
        }
    }
}

#[test]
fn many_at_once_are_parsed_as_one_by_one() {
    let graph = stages::open_as_graph(&common::onnxruntime(), &common::bundle("weights-en-us")).unwrap();
    let mut texts = addresses();
    // Nothing to read, white space around, and more than one run of the model.
    texts.extend(["", " ", "?!", "  12 Main St \n"].map(str::to_owned));
    texts.insert(7, "350 5th Ave, New York, NY 10118; ".repeat(40));
    for parser in [&graph, &common::parser()] {
        for share in [1, 3, 16, texts.len()] {
            for texts in texts.chunks(share).step_by(if share < 16 { 20 } else { 1 }) {
                let hinted: Vec<_> =
                    texts.iter().map(|text| (text.as_str(), InputMode::Formatted.into())).collect();
                let together = parser.parse_each(&hinted).unwrap();
                let alone: Vec<ScoredParse> = texts
                    .iter()
                    .map(|text| parser.parse_scored(text, InputMode::Formatted).unwrap())
                    .collect();
                assert!(together == alone, "{texts:?}");
            }
        }
    }
}
