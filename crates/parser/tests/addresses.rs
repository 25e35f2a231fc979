//! Addresses and their components, and what holds for any text.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod common;

use milepost_address::{Node, Tag, Tree};
use milepost_parser::{CountryHint, Hints, InputMode, Parser};
use milepost_text::features::FEATURES_WITHOUT_COUNTRIES;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};

/// `tests/cases/parse`: an address, then its components, indented, one a line or parted by ` | `.
#[test]
fn the_cases_parse_as_written() {
    let parser = common::parser();
    let mut wrong = Vec::new();
    for text in common::cases() {
        for (address, expected) in cases(&text) {
            let tree = parser.parse(&address.replace("\\n", "\n"), InputMode::Auto).unwrap();
            let found: Vec<String> = tree.components().map(|(tag, value)| format!("{tag} {value}")).collect();
            if found != expected {
                wrong.push(format!("{address}\n  expected {expected:?}\n  found    {found:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{} cases:\n{}", wrong.len(), wrong.join("\n"));
}

/// `tests/cases/not_yet_read.txt`: what is still open is listed, and nothing that is read any more.
#[test]
fn what_is_listed_as_not_read_is_not() {
    let parser = common::parser();
    let text = include_str!("cases/not_yet_read.txt");
    for (address, expected) in cases(text) {
        let tree = parser.parse(address, InputMode::Auto).unwrap();
        let found: Vec<String> = tree.components().map(|(tag, value)| format!("{tag} {value}")).collect();
        assert_ne!(found, expected, "{address} is read: it belongs to tests/cases/parse");
    }
}

fn cases(text: &str) -> Vec<(&str, Vec<&str>)> {
    let mut cases: Vec<(&str, Vec<&str>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with("//")) {
        match line.strip_prefix("    ") {
            Some(components) => cases.last_mut().unwrap().1.extend(components.split(" | ")),
            None => cases.push((line, Vec::new())),
        }
    }
    cases
}

#[test]
fn the_country_is_guessed_from_words_and_postcode() {
    let parser = common::parser();
    let guess = |address| parser.parse(address, InputMode::Auto).unwrap().scores.country.unwrap();
    for (address, code) in [
        ("Hauptstr. 5, 10115 Berlin", "DE"),
        ("12 rue de la République, 69002 Lyon", "FR"),
        ("350 5th Ave, New York, NY 10118", "US"),
        ("Rua Augusta 1200, São Paulo - SP, 01304-001", "BR"),
        ("ul. Długa 5, 31-146 Kraków", "PL"),
        ("221B Baker Street, London NW1 6XE", "GB"),
        ("서울특별시 종로구 세종대로 209", "KR"),
    ] {
        let guess = guess(address);
        assert!(guess.code() == code && guess.probability > 0.6, "{address}: {guess:?}");
    }
    // A street of that name is in a dozen countries, and a number is in all.
    assert!(guess("12 Main Street").probability < 0.6 && guess("42").probability < 0.3);
    assert_eq!(parser.parse(" - ", InputMode::Auto).unwrap().scores.country, None);
}

#[test]
fn the_french_bundle_shares_the_files_of_its_base() {
    let parser = Parser::open(&common::onnxruntime(), &common::bundle("weights-fr-fr")).unwrap();
    assert_eq!(parser.card().locale, "fr-FR");
    let tree = parser.parse("12 bis chemin du Four Banal 38660 Le Touvet", InputMode::Auto).unwrap();
    let tags: Vec<Tag> = tree.components().map(|(tag, _)| tag).collect();
    assert_eq!(tags, [Tag::HouseNumber, Tag::StreetPrefix, Tag::Street, Tag::Postcode, Tag::Locality]);
}

/// A record says itself what it is; of a fragment the modes say something, if only how sure a reading is.
#[test]
fn a_record_reads_the_same_in_every_mode() {
    let parser = common::parser();
    let read = |text: &str, mode| parser.parse(text, mode).unwrap();
    for record in ["12 Quarry Rd, Elgin, TX 75001", "4 rue Haute 75001 Vane", "PO Box 7, Elgin TX"] {
        let auto = read(record, InputMode::Auto);
        assert_eq!(read(record, InputMode::Fragmented), auto);
        assert_eq!(read(record, InputMode::Formatted), auto);
    }
    assert_ne!(read("Vane Quarry", InputMode::Fragmented), read("Vane Quarry", InputMode::Formatted));
}

/// A table of the size without countries has no rows for the hint.
#[test]
fn a_country_changes_nothing_in_a_bundle_that_knows_none() {
    let parser = common::parser();
    let knows_countries = parser.card().embedding.rows > FEATURES_WITHOUT_COUNTRIES;
    let text = "12 Vane 3, Elgin";
    let read = |country| parser.parse(text, Hints { country, ..Hints::default() }).unwrap();
    assert_eq!(read(CountryHint::from_code("DE")) == read(None), !knows_countries);
}

/// They were parsed anew from the text, which ran the model a second time.
#[test]
fn alternative_parses_are_those_of_the_scores_that_the_parse_kept() {
    let parser = common::parser();
    let scored = |text: &str| parser.parse_scored(text, InputMode::Auto).unwrap();
    let spans = |tree: &Tree| {
        let value = |node: &Node| (node.span.tag, tree.value(node).to_owned());
        tree.nodes().into_iter().map(value).collect::<Vec<_>>()
    };
    let first = scored("08837 Edison");
    let others = parser.alternative_parses(&first);
    assert!(!others.is_empty() && others.iter().all(|other| spans(other) != spans(&first.tree)));
    // White space around a text moves the offsets and nothing else.
    let moved = scored("  08837 Edison\n");
    let others_of_moved = parser.alternative_parses(&moved);
    assert!(others_of_moved.iter().all(|other| other.raw == "  08837 Edison\n"));
    assert!(others.iter().map(spans).eq(others_of_moved.iter().map(spans)));
    // Of a list the same.
    let listed = parser.parse_each(&["08837 Edison", "?!"].map(|text| (text, Hints::default()))).unwrap();
    assert_eq!(parser.alternative_parses(&listed[0]), others);
    assert!(parser.alternative_parses(&listed[1]).is_empty(), "nothing to read");
    assert!(parser.alternative_parses(&scored(&"12 Main St, Reno NV; ".repeat(12))).is_empty(), "too long");
}

#[test]
fn a_parse_does_not_depend_on_who_parses_beside_it() {
    let parser = common::parser();
    let address = "350 5th Ave Apt 4B, New York, NY 10118";
    let alone = parser.parse(address, InputMode::Auto).unwrap();
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..50 {
                    assert_eq!(parser.parse(address, InputMode::Auto).unwrap(), alone);
                }
            });
        }
    });
}

#[test]
fn text_beyond_one_window_is_parsed_to_its_end() {
    let parser = common::parser();
    let line = "350 5th Ave, New York, NY 10118; ".repeat(60);
    let tree = parser.parse(&line, InputMode::Auto).unwrap();
    let last = tree.nodes().into_iter().map(|node| node.span.end).max().unwrap();
    assert!(last > line.len() - 12, "labelled up to byte {last} of {}", line.len());
    let numbers = tree.components().filter(|(tag, _)| *tag == Tag::HouseNumber).count();
    assert!(numbers > 40, "{numbers} house numbers of 60");
}

#[test]
fn a_text_long_enough_for_threads_reads_the_same_every_time() {
    let parser = common::parser();
    // Each address has tokens of its own, so that a window in another's place would be seen.
    let lines: Vec<String> =
        (1..400).map(|number| format!("{number} Oak St, Reno, NV 89{number:03}; ")).collect();
    let text = lines.concat();
    let tree = parser.parse(&text, InputMode::Auto).unwrap();
    let numbers: Vec<&str> =
        tree.components().filter(|(tag, _)| *tag == Tag::HouseNumber).map(|(_, value)| value).collect();
    let postcodes = tree.components().filter(|(tag, _)| *tag == Tag::Postcode).count();
    assert!(numbers.len() > 360 && postcodes > 360, "{} numbers and {postcodes} postcodes", numbers.len());
    assert!(numbers.is_sorted_by_key(|number| number.parse::<u32>().unwrap_or_default()), "{numbers:?}");
    for _ in 0..3 {
        assert_eq!(parser.parse(&text, InputMode::Auto).unwrap(), tree);
    }
}

/// Spans index the trimmed text on character boundaries, are disjoint, and lie under an allowed parent.
fn check_tree(tree: &Tree) -> Result<(), TestCaseError> {
    let mut last = 0;
    for node in tree.nodes() {
        prop_assert!(node.span.start >= last && node.span.end > node.span.start);
        prop_assert!(tree.raw.is_char_boundary(node.span.start) && tree.raw.is_char_boundary(node.span.end));
        prop_assert!((0.0..=1.0).contains(&node.span.confidence));
        last = node.span.end;
    }
    fn check_children(parent: &Node) -> Result<(), TestCaseError> {
        for child in &parent.children {
            prop_assert!(child.span.tag.allowed_parents().contains(&parent.span.tag));
            check_children(child)?;
        }
        Ok(())
    }
    tree.roots.iter().try_for_each(check_children)
}

#[test]
fn any_text_gives_a_sound_tree() {
    let parser = common::parser();
    let mut runner = TestRunner::new(Config { cases: 300, ..Config::default() });
    runner.run(&"\\PC{0,120}", |text| check_tree(&parser.parse(&text, InputMode::Auto).unwrap())).unwrap();
    let words = proptest::sample::select(vec![
        "12", "bis", "Rue", "de", "la", "Paix", ",", "(", ")", "#", "Apt", "St", "🏠", "\u{202e}", "é", "NY",
        "10118", "&", "\n", "東京", "/",
    ]);
    runner
        .run(&proptest::collection::vec(words, 0..60), |words| {
            check_tree(&parser.parse(&words.join(" "), InputMode::Fragmented).unwrap())
        })
        .unwrap();
}
