//! The answers to a window of rows. Equal rows are answered once, and addresses are parsed a few together.

use std::collections::HashMap;

use milepost::{Cancellation, Engine, EngineError, Pool, guarded};

use crate::fields::{Addressed, Answer, Question, Subject};

/// Distinct answers and, for each subject in order, the index of its answer. Subjects that have not started when it is cancelled have an
/// error.
pub(crate) fn answers(
    question: &Question,
    engine: &Engine,
    pool: &Pool,
    subjects: &[Subject],
    cancellation: &Cancellation,
) -> (Vec<Answer>, Vec<usize>) {
    let (unique, of) = unique(subjects);
    let answers = pool.each_share(&unique, |share| {
        if cancellation.is_cancelled() {
            return vec![question.fault(&EngineError::Cancelled.to_string()); share.len()];
        }
        let addresses: Vec<_> = share
            .iter()
            .filter_map(|subject| match subject {
                Subject::Address(asked) => {
                    Some((asked.text.as_str(), question.hints(asked.country.as_deref())))
                }
                _ => None,
            })
            .collect();
        let engine = engine.having_parsed(&addresses);
        let answer = |subject: &&Subject| {
            let answer = guarded(|| question.ask(&engine, subject));
            answer.unwrap_or_else(|error| question.fault(&error.to_string()))
        };
        share.iter().map(answer).collect()
    });
    (answers, of)
}

/// Distinct subjects and, for each row, the index of its subject.
fn unique(subjects: &[Subject]) -> (Vec<&Subject>, Vec<usize>) {
    let mut known: HashMap<&Addressed, usize> = HashMap::new();
    let mut unique: Vec<&Subject> = Vec::new();
    let of = subjects
        .iter()
        .map(|subject| {
            let next = unique.len();
            let index = match subject {
                Subject::Address(asked) => *known.entry(asked).or_insert(next),
                _ => next,
            };
            if index == next {
                unique.push(subject);
            }
            index
        })
        .collect();
    (unique, of)
}
