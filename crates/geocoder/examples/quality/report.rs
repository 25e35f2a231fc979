//! Counting outcomes.

use std::collections::BTreeMap;
use std::time::Duration;

use milepost_address::{GeocodeResult, PlaceTag, Tag};

/// A radius that identifies one house, metres.
const CLAIMED_M: f64 = 100.0;

/// One geocode and its truth.
pub(crate) struct Outcome {
    pub(crate) parse: Duration,
    pub(crate) lookup: Duration,
    pub(crate) truth: Option<(f64, f64)>,
    pub(crate) asked_locality: String,
    pub(crate) lies_in: String,
    pub(crate) text: String,
    pub(crate) result: GeocodeResult,
}

impl Outcome {
    fn error_m(&self) -> Option<f64> {
        let (lat, lon) = self.truth?;
        Some(milepost_store::distance_m(self.result.lat?, self.result.lon?, lat, lon))
    }

    fn tier(&self) -> String {
        match self.result.lat {
            None => "none".into(),
            Some(_) => format!("{:?}", self.result.resolution_tier).to_lowercase(),
        }
    }

    /// The text, how it was read and what answered.
    fn explanation(&self) -> String {
        let read: Vec<String> =
            self.result.components.iter().map(|(tag, value)| format!("{tag}={value}")).collect();
        let answered: Vec<&str> = self.result.hierarchy.iter().map(|entry| entry.name.as_str()).collect();
        let codes: Vec<String> = self
            .result
            .intent_markers
            .iter()
            .map(|marker| format!("{} ({})", marker.code, marker.mechanism))
            .collect();
        format!("{} [{}] -> {} {}", self.text, read.join("; "), answered.join(" < "), codes.join(","))
    }

    /// Whether the answer lies in another country than the address.
    fn wrong_country(&self) -> bool {
        let answered = self.result.country_code.as_deref();
        !self.lies_in.is_empty() && answered.is_some_and(|country| country != self.lies_in)
    }

    /// Whether the answer lies in a locality of another name than was asked for; sources abbreviate, so only names that share
    /// no word are wrong.
    fn wrong_locality(&self) -> bool {
        let words = |text: &str| -> Vec<String> {
            milepost_text::locality_key(text).split(' ').map(str::to_owned).collect()
        };
        let asked = words(&self.asked_locality);
        let answered =
            self.result.hierarchy.iter().find(|entry| entry.tag == PlaceTag::Component(Tag::Locality));
        !self.asked_locality.is_empty()
            && answered.is_some_and(|entry| !words(&entry.name).iter().any(|word| asked.contains(word)))
    }
}

/// Outcomes by set.
#[derive(Default)]
pub(crate) struct Sets {
    sets: BTreeMap<String, Vec<Outcome>>,
}

impl Sets {
    pub(crate) fn add(&mut self, set: &str, outcome: Outcome) {
        self.sets.entry(set.to_owned()).or_default().push(outcome);
    }

    /// Set, tier, error and stated radius in metres, markers, text and microseconds of the lookups, a row a line.
    pub(crate) fn print_each(&self) {
        for (name, outcomes) in &self.sets {
            for outcome in outcomes {
                let error = outcome.error_m().unwrap_or(f64::NAN);
                let radius = outcome.result.uncertainty_m.unwrap_or(f64::NAN);
                let codes: Vec<&str> =
                    outcome.result.intent_markers.iter().map(|marker| marker.code).collect();
                println!(
                    "row\t{name}\t{}\t{error:.1}\t{radius}\t{}\t{}\t{:.1}",
                    outcome.tier(),
                    codes.join(","),
                    outcome.text,
                    outcome.lookup.as_secs_f64() * 1e6
                );
            }
        }
    }

    /// Answers of sets at the administrative tier, a row of a Markdown table a set, in kilometres.
    pub(crate) fn print_table(&self, worst: usize) {
        println!(
            "| set | n | answered | another country | p50 km | p90 km | within 1 km | within 5 km | beyond 100 km | mean us |"
        );
        println!("|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|");
        for (name, outcomes) in &self.sets {
            let errors = errors_of(outcomes);
            let percent = |count: usize| 100.0 * count as f64 / outcomes.len().max(1) as f64;
            let within = |metres: f64| percent(errors.iter().filter(|(error, _)| *error <= metres).count());
            println!(
                "| {name} | {} | {:.1} % | {:.1} % | {:.1} | {:.1} | {:.1} % | {:.1} % | {:.1} % | {:.0} |",
                outcomes.len(),
                percent(errors.len()),
                percent(outcomes.iter().filter(|outcome| outcome.wrong_country()).count()),
                at(&errors, 0.5) / 1000.0,
                at(&errors, 0.9) / 1000.0,
                within(1000.0),
                within(5000.0),
                percent(errors.len()) - within(100_000.0),
                mean_us(outcomes, |outcome| outcome.lookup),
            );
            for (error, outcome) in errors.iter().rev().take(worst) {
                println!("    {:>8.1} km  {}", error / 1000.0, outcome.explanation());
            }
            let unanswered = outcomes.iter().filter(|outcome| outcome.result.lat.is_none());
            for outcome in unanswered.take(worst) {
                println!("    nothing      {}", outcome.explanation());
            }
        }
    }

    pub(crate) fn print(&self, worst: usize) {
        for (name, outcomes) in &self.sets {
            print_set(name, outcomes, worst);
        }
    }
}

/// The mean of a time, microseconds.
fn mean_us(outcomes: &[Outcome], time: fn(&Outcome) -> Duration) -> f64 {
    let sum: f64 = outcomes.iter().map(|outcome| time(outcome).as_secs_f64() * 1e6).sum();
    sum / outcomes.len().max(1) as f64
}

/// The errors of the answers, metres, the least first.
fn errors_of(outcomes: &[Outcome]) -> Vec<(f64, &Outcome)> {
    let mut errors: Vec<(f64, &Outcome)> =
        outcomes.iter().filter_map(|outcome| Some((outcome.error_m()?, outcome))).collect();
    errors.sort_by(|a, b| a.0.total_cmp(&b.0));
    errors
}

fn print_set(name: &str, outcomes: &[Outcome], worst: usize) {
    let n = outcomes.len();
    let percent = |count: usize| 100.0 * count as f64 / n.max(1) as f64;
    let mut tiers: BTreeMap<String, usize> = BTreeMap::new();
    for outcome in outcomes {
        *tiers.entry(outcome.tier()).or_default() += 1;
    }
    let tiers: Vec<String> =
        tiers.iter().map(|(tier, count)| format!("{tier} {:.1} %", percent(*count))).collect();
    println!("\n{name}: n {n}; {}", tiers.join(", "));
    let errors = errors_of(outcomes);
    if !errors.is_empty() {
        let within = |metres: f64| percent(errors.iter().filter(|(error, _)| *error <= metres).count());
        println!(
            "  within 25 m {:.1} %, 100 m {:.1} %, 1 km {:.1} %; p50 {:.0} m, p90 {:.0} m, p99 {:.0} m; other locality {:.2} %",
            within(25.0),
            within(100.0),
            within(1000.0),
            at(&errors, 0.5),
            at(&errors, 0.9),
            at(&errors, 0.99),
            percent(outcomes.iter().filter(|outcome| outcome.wrong_locality()).count()),
        );
        print_tiers(&errors);
        let claims =
            |outcome: &Outcome| outcome.result.uncertainty_m.is_some_and(|radius| radius <= CLAIMED_M);
        let false_claims =
            errors.iter().filter(|(error, outcome)| claims(outcome) && *error > CLAIMED_M).count();
        println!("  said to be within {CLAIMED_M:.0} m and farther {:.2} %", percent(false_claims));
    }
    if outcomes.iter().any(|outcome| !outcome.lies_in.is_empty()) {
        let abroad = outcomes.iter().filter(|outcome| outcome.wrong_country()).count();
        println!("  in another country {:.2} %", percent(abroad));
    }
    let mut lookups: Vec<f64> = outcomes.iter().map(|outcome| outcome.lookup.as_secs_f64() * 1e6).collect();
    lookups.sort_by(f64::total_cmp);
    let middle = lookups.get(n / 2).copied().unwrap_or_default();
    let late = lookups.get(n * 99 / 100).copied().unwrap_or_default();
    println!(
        "  lookup {middle:.0} us median, {late:.0} us p99, {:.0} us mean; parse {:.0} us mean",
        mean_us(outcomes, |outcome| outcome.lookup),
        mean_us(outcomes, |outcome| outcome.parse)
    );
    for (error, outcome) in errors.iter().rev().take(worst) {
        println!("    {error:>9.0} m  {}  [{}]", outcome.text, outcome.tier());
    }
    if errors.is_empty() {
        for outcome in outcomes.iter().filter(|outcome| outcome.result.lat.is_some()).take(worst) {
            let place = outcome.result.hierarchy.first().map_or("", |entry| entry.name.as_str());
            println!("    answered: {} -> {place} [{}]", outcome.text, outcome.tier());
        }
    }
}

/// Error and coverage of the stated radius by tier.
fn print_tiers(errors: &[(f64, &Outcome)]) {
    let mut tiers: BTreeMap<String, Vec<(f64, &Outcome)>> = BTreeMap::new();
    for &(error, outcome) in errors {
        tiers.entry(outcome.tier()).or_default().push((error, outcome));
    }
    for (tier, errors) in tiers {
        let stated: Vec<(f64, f64)> = errors
            .iter()
            .filter_map(|(error, outcome)| Some((*error, outcome.result.uncertainty_m?)))
            .collect();
        let covered = stated.iter().filter(|(error, radius)| error <= radius).count();
        let mut radii: Vec<f64> = stated.iter().map(|(_, radius)| *radius).collect();
        radii.sort_by(f64::total_cmp);
        let marked = errors.iter().filter(|(_, outcome)| !outcome.result.intent_markers.is_empty()).count();
        let coverage = if stated.is_empty() {
            String::new()
        } else {
            format!(
                "; in the radius {:.1} % (median radius {:.0} m)",
                100.0 * covered as f64 / stated.len() as f64,
                radii[radii.len() / 2]
            )
        };
        println!(
            "    {tier}: n {}, p50 {:.0} m, p90 {:.0} m, p99 {:.0} m{coverage}; with a marker {:.1} %",
            errors.len(),
            at(&errors, 0.5),
            at(&errors, 0.9),
            at(&errors, 0.99),
            100.0 * marked as f64 / errors.len() as f64
        );
    }
}

fn at(errors: &[(f64, &Outcome)], share: f64) -> f64 {
    let index = (errors.len() as f64 * share) as usize;
    errors.get(index.min(errors.len().saturating_sub(1))).map_or(f64::NAN, |(error, _)| *error)
}
