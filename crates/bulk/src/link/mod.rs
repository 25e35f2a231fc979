//! Record linkage: which rows of two tables, or of one, have the same address. `milepost match` and `milepost dedupe`.
//!
//! Rows are parsed once ([`records`]). Addresses that share a blocking key are compared ([`blocks`]); those of one table become clusters
//! ([`clusters`]). Memory holds the text and the components of each distinct address, not the table.

mod blocks;
mod clusters;
mod options;
mod records;
mod result;
mod saved;
mod tables;

use std::io::ErrorKind;
use std::sync::Arc;
use std::time::{Duration, Instant};

use milepost::{Agreement, Agreements, Cancellation, Component, Pool, Verdict};

use crate::command::REJECTED;
use crate::error::BulkError;
use crate::fields::{Answer, Field, number, text};
use crate::output::OutputRow;
use crate::run::Plan;
use crate::tell_of;
use crate::value::{InputRow, Value};
use blocks::{Found, Pair, Sides, one_to_one};
use clusters::Clusters;
pub use options::{DedupeOptions, Linking, MatchOptions, PairOptions};
use records::{Records, Rows};
use result::Target;
pub use tables::TableLinks;

/// Pairs that are written together.
const PIECE: usize = 8_192;

/// Most pairs of rows that are written for two addresses which many rows have.
const MOST_OF_ONE_PAIR: usize = 1_000;

/// The counts of a run.
#[derive(Debug)]
pub struct Linked {
    /// Counts of the records read, compared and linked, in sentences.
    pub lines: Vec<String>,
    /// Invalid records of the input.
    pub rejected: u64,
}

/// Columns of a pair before those of the components.
const OF_A_PAIR: [Field; 6] = [
    text("left"),
    text("right"),
    text("verdict"),
    number("probability"),
    text("left_address"),
    text("right_address"),
];

/// Columns of a row's cluster.
const OF_A_CLUSTER: [Field; 4] =
    [number("cluster"), number("cluster_size"), number("weakest_link"), text("error")];

/// Prints the outcome of `milepost match` or `milepost dedupe`, and returns its exit code.
pub fn report_links(command: &str, outcome: Result<Linked, BulkError>, is_quiet: bool) -> u8 {
    match outcome {
        Ok(linked) => {
            if !is_quiet || linked.rejected > 0 {
                linked.lines.iter().for_each(|line| tell_of(command, line));
            }
            if linked.rejected > 0 { REJECTED } else { 0 }
        }
        // The reader of standard output has as many rows as it wants.
        Err(BulkError::Write { source, .. }) if source.kind() == ErrorKind::BrokenPipe => 0,
        Err(error) => {
            tell_of(command, &error.to_string());
            error.exit_code()
        }
    }
}

/// Runs `milepost match`.
///
/// # Errors
/// If weights, a table or the result cannot be used; a row never stops a run.
pub fn link(options: &MatchOptions) -> Result<Linked, BulkError> {
    let begun = Instant::now();
    let table = &options.table;
    let plans = [&options.left, &options.right].map(|input| Plan::of(std::slice::from_ref(input), table));
    let [left, right] = plans;
    let (left, right) = (left?, right?);
    let target = Target::of(table, &[&left, &right])?;
    let linking = Linking::of(table, options.geocode);
    let engine = linking.engine(&table.opened)?;
    let pool = Pool::of_given(table.threads);
    let cancellation = Cancellation::default();
    let mut records = Records::new(&engine, &pool, linking, &cancellation);
    records.saved = linking.saved(table, &engine)?;
    records.read("match", &left, table, options.left_id.as_deref())?;
    let boundary = records.len();
    records.read("match", &right, table, options.right_id.as_deref())?;
    let read_in = begun.elapsed();
    let found = pairs(&records, boundary, &options.pairs)?;
    let fields: Vec<Field> = OF_A_PAIR.into_iter().chain(of_components()).collect();
    let mut writer = target.writer(&left, None, &fields, "")?;
    let id = |row: u32| Value::Text(records.id(row as usize));
    // Pairs have no columns of an input.
    let input = InputRow::default();
    let (written, cut) = each_pair(&records, &found, options.pairs.one_to_one, id, |answers| {
        let rows: Vec<OutputRow<'_>> =
            answers.iter().map(|answer| OutputRow { input: &input, answer }).collect();
        writer.rows(&rows, None)
    })?;
    writer.end()?;
    let mut lines = lines_of(&mut records, &found, read_in);
    lines.push(format!("{written} pairs of rows"));
    lines.extend(cut_pairs(cut));
    Ok(Linked { lines, rejected: records.rejected })
}

/// The pairs of two tables; the records of the second begin at `boundary`.
///
/// # Errors
/// If it is cancelled.
fn pairs(records: &Records<'_>, boundary: usize, options: &PairOptions) -> Result<Found, BulkError> {
    let is_wanted = |pair: &Pair| {
        let is_same = match pair.verdict {
            Verdict::Same | Verdict::Likely => true,
            Verdict::SameBuilding => options.same_building,
            Verdict::Different => false,
        };
        is_same && f64::from(pair.probability) >= options.threshold
    };
    let mut found = blocks::compared(records, Sides::Two { boundary }, is_wanted)?;
    if options.one_to_one {
        found.pairs = one_to_one(found.pairs);
    }
    Ok(found)
}

/// The rows of a pair of addresses as indices, and how many pairs of them are left out.
fn rows_of(rows: &Rows, pair: &Pair, one_to_one: bool) -> (Vec<(u32, u32)>, u64) {
    let [left, right] = [pair.a, pair.b].map(|record| rows.of(record));
    let count = if one_to_one { left.len().min(right.len()) } else { left.len() * right.len() };
    let rows = match one_to_one {
        true => left.iter().copied().zip(right.iter().copied()).take(MOST_OF_ONE_PAIR).collect(),
        false => {
            let all = left.iter().flat_map(|left| right.iter().map(move |right| (*left, *right)));
            all.take(MOST_OF_ONE_PAIR).collect()
        }
    };
    (rows, count.saturating_sub(MOST_OF_ONE_PAIR) as u64)
}

/// How many pairs of equal rows are left out, in a sentence.
fn cut_pairs(cut: u64) -> Option<String> {
    let most = MOST_OF_ONE_PAIR;
    (cut > 0)
        .then(|| format!("{cut} more pairs of equal rows are left out: {most} for two addresses at most"))
}

/// Hands the pairs of rows to `take`, some thousands at a time. Returns how many there are, and how many are left out.
fn each_pair(
    records: &Records<'_>,
    found: &Found,
    one_to_one: bool,
    id: impl Fn(u32) -> Value,
    mut take: impl FnMut(Vec<Answer>) -> Result<(), BulkError>,
) -> Result<(u64, u64), BulkError> {
    let (mut taken, mut cut) = (0_u64, 0_u64);
    let mut answers = Vec::new();
    let rows_of_records = records.rows();
    for pair in &found.pairs {
        let (rows, left_out) = rows_of(&rows_of_records, pair, one_to_one);
        cut += left_out;
        taken += rows.len() as u64;
        let answer = |(left, right): (u32, u32)| of_pair(records, pair, [id(left), id(right)]);
        answers.extend(rows.into_iter().map(answer));
        if answers.len() >= PIECE {
            take(std::mem::take(&mut answers))?;
        }
    }
    take(answers)?;
    Ok((taken, cut))
}

/// The cells of a pair; `ids` identify its rows.
fn of_pair(records: &Records<'_>, pair: &Pair, ids: [Value; 2]) -> Answer {
    let address = |record: u32| Value::Text(records.text(record).to_owned());
    let [left, right] = ids;
    let (verdict, probability) = conclusion(pair.verdict, pair.probability);
    let mut cells = vec![left, right, verdict, probability, address(pair.a), address(pair.b)];
    cells.extend(levels(&pair.agreements));
    Answer::of(cells)
}

/// The cells of verdict and probability.
fn conclusion(verdict: Verdict, probability: f32) -> (Value, Value) {
    (Value::Text(verdict.as_str().to_owned()), Value::Float(rounded(probability)))
}

/// The cell of each component.
fn levels(agreements: &Agreements) -> impl Iterator<Item = Value> + '_ {
    let level = |component| agreements.of(component).map(Agreement::as_str);
    Component::ALL
        .iter()
        .map(move |&component| level(component).map_or(Value::Null, |level| Value::Text(level.to_owned())))
}

/// A column of each component.
fn of_components() -> impl Iterator<Item = Field> {
    Component::ALL.iter().map(|component| text(component.as_str()))
}

fn of_cluster(records: &Records<'_>, clusters: &Clusters, row: usize) -> Answer {
    let Some(record) = records.record_of(row) else {
        let fault = records.faults.get(&row).map_or(Value::Null, |fault| Value::Text(fault.clone()));
        return Answer::of(vec![Value::Null, Value::Null, Value::Null, fault]);
    };
    let cluster = clusters.of_record(record);
    let weakest = cluster.weakest_link.map_or(Value::Null, |link| Value::Float(rounded(link)));
    let (first, rows) = (Value::Int(cluster.first_row as i64 + 1), Value::Int(cluster.rows as i64));
    Answer::of(vec![first, rows, weakest, Value::Null])
}

/// Three decimals.
fn rounded(probability: f32) -> f64 {
    (f64::from(probability) * 1e3).round() / 1e3
}

/// Runs `milepost dedupe`.
///
/// # Errors
/// If weights, the table or the result cannot be used; a row never stops a run.
pub fn dedupe(options: &DedupeOptions) -> Result<Linked, BulkError> {
    let begun = Instant::now();
    let table = &options.table;
    let plan = Plan::of(std::slice::from_ref(&options.input), table)?;
    if plan.sources.iter().any(|source| source.path == "-") {
        return Err(BulkError::Usage("the table is read twice, so it cannot be standard input".to_owned()));
    }
    let target = Target::of(table, &[&plan])?;
    let linking = Linking::of(table, options.geocode);
    let engine = linking.engine(&table.opened)?;
    let pool = Pool::of_given(table.threads);
    let cancellation = Cancellation::default();
    let mut records = Records::new(&engine, &pool, linking, &cancellation);
    records.saved = linking.saved(table, &engine)?;
    records.read("dedupe", &plan, table, None)?;
    let read_in = begun.elapsed();
    let (found, clusters) = clusters(&records, options.threshold)?;
    let mut input = plan.input(&Arc::default())?;
    let mut writer = target.writer(&plan, Some(&input), &OF_A_CLUSTER, &options.prefix)?;
    let mut row = 0;
    while let Some(window) = input.window(plan.window)? {
        let answers: Vec<Answer> =
            (row..row + window.rows.len()).map(|row| of_cluster(&records, &clusters, row)).collect();
        row += answers.len();
        let rows: Vec<OutputRow<'_>> =
            window.rows.iter().zip(&answers).map(|(input, answer)| OutputRow { input, answer }).collect();
        writer.rows(&rows, window.leaves.as_deref())?;
    }
    writer.end()?;
    let mut lines = lines_of(&mut records, &found, read_in);
    lines.push(format!(
        "{} addresses; {} rows have the address of an earlier one",
        clusters.count(),
        clusters.repeated_rows()
    ));
    Ok(Linked { lines, rejected: records.rejected })
}

/// The pairs of one table from a probability, and its clusters.
///
/// # Errors
/// If it is cancelled.
fn clusters(records: &Records<'_>, threshold: f64) -> Result<(Found, Clusters), BulkError> {
    let is_wanted = |pair: &Pair| {
        matches!(pair.verdict, Verdict::Same | Verdict::Likely) && f64::from(pair.probability) >= threshold
    };
    let found = blocks::compared(records, Sides::One, is_wanted)?;
    let clusters = Clusters::of(records, &found.pairs);
    Ok((found, clusters))
}

/// The counts of records read and compared, in sentences. Removes what was kept for a next run.
fn lines_of(records: &mut Records<'_>, found: &Found, read_in: Duration) -> Vec<String> {
    let mut lines = vec![format!(
        "{} rows with {} different texts, read in {:.1} s; {} comparisons in {:.1} s",
        records.row_count(),
        records.len(),
        read_in.as_secs_f64(),
        found.comparisons,
        found.compared_in.as_secs_f64()
    )];
    if let Some(saved) = records.saved.take() {
        let taken = saved.taken;
        lines.extend((taken > 0).then(|| format!("{taken} texts were read by an interrupted run")));
        saved.remove();
    }
    let faults = records.faults.len();
    if records.rejected > 0 {
        lines.push(format!("{} records are no rows and are left out", records.rejected));
    }
    if faults > 0 {
        lines.push(format!(
            "{faults} rows have no address that can be compared: no street, number, box or building"
        ));
    }
    lines.extend(large_blocks(found));
    lines
}

/// How many blocks are left out, in a sentence.
fn large_blocks(found: &Found) -> Option<String> {
    (found.large_blocks > 0).then(|| {
        format!(
            "{} blocks of up to {} addresses with one key were left out; their pairs are found by another key or not at all",
            found.large_blocks, found.largest_block
        )
    })
}
