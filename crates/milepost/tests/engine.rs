//! The engine over the weights and the starter data of the install.
#![allow(clippy::panic, clippy::unwrap_used, reason = "helpers of tests")]

use std::path::PathBuf;

use milepost::{
    Address, AnswerBounds, BatchOptions, Cancellation, CompleteOptions, Engine, EngineError, GeocodeOptions,
    InputMode, Pool, ResolutionTier, Tag, Tree,
};

fn npm(path: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../npm").join(path)
}

fn parsing() -> Engine {
    let mut engine = Engine::new();
    engine.open_weights(&npm("linux-x64-gnu/libonnxruntime.so.1"), &npm("weights-en-us")).unwrap();
    engine
}

fn whole() -> Engine {
    let mut engine = parsing();
    engine.open_gazetteer(&npm("starter-data/db/wof/candidate.db"), None).unwrap();
    engine.open_reverse(&npm("starter-data/db/wof/admin-global-priority.db"), None, None).unwrap();
    engine
}

#[test]
fn what_is_not_open_is_an_error_with_its_name() {
    let engine = Engine::new();
    let geocode = |engine: &Engine| engine.geocode("Reno NV", &GeocodeOptions::default()).unwrap_err();
    assert!(matches!(engine.parse("Reno NV", InputMode::Auto), Err(EngineError::NoWeights)));
    assert!(matches!(geocode(&engine), EngineError::NoWeights));
    assert!(matches!(geocode(&parsing()), EngineError::NoGazetteer));
    assert!(matches!(engine.reverse(0.0, 0.0, false, &[]), Err(EngineError::NoAdministrativeDatabase)));
    assert!(matches!(engine.poi("pizza in Reno", &[]), Err(EngineError::NoPointsOfInterest)));
    assert!(Engine::expand("12 Main St").iter().any(|form| form.to_lowercase() == "12 main street"));
}

#[test]
fn answers_are_values_with_tier_and_score() {
    let engine = whole();
    let tree = engine.parse("12 Quarry Rd, Reno NV 89501", InputMode::Auto).unwrap();
    assert!(tree.components().any(|(tag, value)| tag == Tag::Postcode && value == "89501"));
    let result = engine.geocode("Reno NV", &GeocodeOptions::default()).unwrap();
    assert_eq!(result.resolution_tier, ResolutionTier::Admin);
    assert!(result.confidence.unwrap() > 0.5 && result.lat.is_some());
    assert!(engine.reverse(39.53, -119.81, false, &[]).unwrap().is_some_and(|chain| !chain.is_empty()));
    let in_france = AnswerBounds { countries: vec!["FR".into()], ..AnswerBounds::default() };
    assert!(engine.search("Reno NV", &in_france).unwrap().is_empty());
    let options = GeocodeOptions { bounds: in_france, ..GeocodeOptions::default() };
    assert_eq!(engine.geocode("Paris", &options).unwrap().country_code.as_deref(), Some("FR"));
}

#[test]
fn names_are_in_the_languages_of_the_caller() {
    let engine = whole();
    let german = ["de".to_owned()];
    let options = CompleteOptions { limit: 1, near: None };
    let country =
        |languages: &[String]| engine.complete("gren", &options, languages).unwrap()[0].country.clone();
    assert_eq!([country(&[]), country(&german)], ["France", "Frankreich"].map(|name| Some(name.to_owned())));
    let place = engine.reverse(45.3586, 5.9531, false, &german).unwrap().unwrap();
    assert_eq!(Engine::formatted(&place).as_deref(), Some("Le Touvet, Isère, Frankreich"));
}

#[test]
fn parts_are_an_address_that_is_not_parsed() {
    let engine = whole();
    let parts = [(Tag::Region, "TX"), (Tag::Locality, "Paris"), (Tag::Street, "Nowhere St")];
    let address = Address::Parts(Tree::of_parts(parts));
    let options = GeocodeOptions { formatted: true, ..GeocodeOptions::default() };
    let result = engine.geocode_address(&address, &options).unwrap();
    assert_eq!(result.input, "Nowhere St, Paris, TX");
    assert_eq!(result.formatted.as_deref(), Some("Paris, Texas, United States of America"), "what was found");
    let blank = Address::Parts(Tree::of_parts([(Tag::Locality, " ")]));
    assert!(matches!(engine.geocode_address(&blank, &options), Err(EngineError::Blank)));
}

#[test]
fn a_batch_answers_as_one_by_one_and_fails_row_by_row() {
    let engine = whole();
    let texts: Vec<String> = (0..200)
        .map(|row| if row % 7 == 3 { " ".into() } else { format!("{row} Main St, Reno NV") })
        .collect();
    let options = BatchOptions { pool: Pool::of(2), longest: 20, ..BatchOptions::default() };
    let ask = |engine: &Engine, text: &String| engine.geocode(text, &GeocodeOptions::default());
    let ahead = BatchOptions { parses: Some(InputMode::Auto.into()), ..options.clone() };
    let rows = [options, ahead].map(|options| engine.batch(&texts, &options, ask)).into_iter().flatten();
    for (text, row) in texts.iter().cycle().zip(rows) {
        match row.answer {
            Ok(result) => assert_eq!(result, ask(&engine, text).unwrap()),
            Err(EngineError::Blank) => assert_eq!(text, " "),
            Err(EngineError::TooLong { longest }) => assert!(text.len() > longest),
            Err(error) => panic!("{text}: {error}"),
        }
    }
    let panics = engine.batch(&["a", "b"], &BatchOptions::default(), |_, text| {
        assert_ne!(*text, "a", "on purpose");
        Ok(())
    });
    assert!(matches!(&panics[0].answer, Err(EngineError::Panicked(why)) if why.contains("on purpose")));
    assert!(panics[1].answer.is_ok());
}

#[test]
fn a_batch_that_was_called_off_asks_nothing() {
    let cancellation = Cancellation::default();
    cancellation.cancel();
    let options = BatchOptions { cancellation, ..BatchOptions::default() };
    let rows = Engine::new().batch(&["Reno NV"], &options, |_, _| -> Result<(), EngineError> {
        panic!("it was asked");
    });
    assert!(matches!(rows[0].answer, Err(EngineError::Cancelled)));
}

#[test]
fn a_clone_answers_behind_a_close() {
    let mut engine = parsing();
    let clone = engine.clone();
    engine.close();
    assert!(matches!(engine.parse("Reno NV", InputMode::Auto), Err(EngineError::NoWeights)));
    assert!(clone.parse("Reno NV", InputMode::Auto).is_ok());
    assert!(clone.without_data().parser().is_some());
}
