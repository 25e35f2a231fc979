//! The probability that the places of an answer are right, and whether that is enough to give it.
//!
//! A logistic model of the evidence for and against the answer. `tasks/training/ranking/confidence.py` fits the weights in `confidence.tsv`
//! on rows of many countries, some with a mistake, and on texts without an address.

use std::sync::LazyLock;

use milepost_address::{ResolutionTier, Tag, Tree};
use milepost_gazetteer::{Place, Placetype};
use milepost_text::name_key;

use crate::answer::Answer;
use crate::candidates::places::{is_in_another_script, log_population};
use crate::components::Components;
use crate::decide::explained::Explained;
use crate::finding::Finding;
use crate::interpretations::{Edit, Interpretation, NAMES_OF_PLACES};
use crate::level_and_radius;
use crate::named_places::Resolved;
use crate::registers::between_commas::COMMAS;
use crate::street::Located;
use crate::tsv::rows;

/// Name, weight and definition of the evidence, one per line.
const SHIPPED: &str = include_str!("confidence.tsv");

/// Least probability with which an answer is given (docs/decisions.md#002-ranking).
const LEAST: f64 = 0.5;
/// An answer by a division is within 25 km with probability `NEAR_M / radius` (radius in metres), at most 1: the rows of
/// `tasks/training/ranking/confidence.py`.
const NEAR_M: f64 = 60_000.0;
/// A lead beyond which more says nothing, in units of the score.
const CLEAR_LEAD: f64 = 3.0;
/// The parser's probability counts between this and its complement.
const SUREST: f64 = 0.001;

/// Evidence for or against an answer, by the names of the table.
pub(crate) type Evidence = [(&'static str, f64); 41];

pub(crate) fn evidence(tree: &Tree, answer: &Answer<'_>) -> Evidence {
    let Answer { interpretation: Interpretation { edit, parse, components }, resolved, located, .. } = answer;
    let flag = |is_so: bool| f64::from(u8::from(is_so));
    let has = |is_it: fn(&Finding) -> bool| flag(resolved.findings.iter().any(is_it));
    let explained = Explained::of(parse, answer);
    let letters = (explained.letters + explained.unexplained).max(1) as f64;
    let share = |part: usize| part as f64 / letters;
    let address = address_evidence(tree);
    let margin = resolved.margin.min(CLEAR_LEAD) / CLEAR_LEAD;
    let town = resolved.locality.as_ref();
    let is_place = resolved.has_town_or_postcode();
    let above = resolved.region.is_some() || resolved.country.is_some();
    let one = flag(resolved.places().count() == 1);
    let parted = flag(tree.raw.contains(COMMAS));
    let divisions = [&resolved.region, &resolved.country].into_iter().flatten().count();
    let nodes = tree.nodes();
    let is_more_than_divisions = nodes.len() > divisions;
    let labels =
        nodes.iter().map(|node| f64::from(node.span.confidence)).sum::<f64>() / nodes.len().max(1) as f64;
    let unpopulated = flag(town.is_some_and(|town| is_unpopulated(town, resolved.margin)));
    let is_settlement = town.is_some_and(|town| town.placetype == Placetype::Locality);
    let is_town_typed = components.has_any(&[Tag::Locality, Tag::DependentLocality]);
    let only = town.or(resolved.region.as_ref()).or(resolved.country.as_ref());
    let is_own_name = only.is_some_and(|place| place.is_primary && !place.is_area());
    let is_area = only.is_some_and(Place::is_area);
    let one_whole = one * flag(explained.unexplained == 0);
    let is_division_lost = components.has_any(&[Tag::Region, Tag::Subregion]) && !above;
    let left_out = flag(resolved.leaves_out);
    let is_code_alone = resolved.postcode.is_some() && town.is_none();
    [
        ("bias", 1.0),
        ("unparted_address", (1.0 - parted) * address),
        ("explained", share(explained.letters)),
        ("number", flag(is_number(tree, components))),
        ("labels", labels),
        ("unlabelled", share(explained.unlabelled)),
        ("street", share(explained.of_street)),
        ("venue", share(explained.of_venue)),
        ("venue_address", share(explained.of_venue) * address),
        ("margin", margin),
        ("one", one),
        ("one_margin", one * margin),
        ("one_inhabitants", one * town.map_or(0.0, log_population) / 7.0),
        ("one_street", one * share(explained.of_street)),
        ("one_parted", one * parted),
        ("one_whole", one_whole),
        ("names_only", flag(components.iter().all(|(tag, _)| NAMES_OF_PLACES.contains(&tag)))),
        ("unpopulated", unpopulated),
        ("hamlet", one * unpopulated * flag(is_settlement && !tree.raw.trim().contains([' ', '-']))),
        ("district", flag(town.is_some() && !is_town_typed)),
        ("division", flag(is_place && above)),
        ("division_only", flag(!is_place && is_more_than_divisions) * address),
        ("postcode_only", flag(is_code_alone)),
        ("postcode_probability", flag(is_code_alone) * (1.0 - resolved.others_probability)),
        ("postcode_address", flag(is_code_alone) * address),
        ("postcode_shared", flag(resolved.is_postcode_shared)),
        ("left_out", left_out),
        ("left_out_address", left_out * address),
        ("contradicts", has(|finding| matches!(finding, Finding::Contradicts { .. }))),
        ("unknown_address", has(|finding| matches!(finding, Finding::Unknown { .. })) * address),
        ("corrected", flag(resolved.is_corrected())),
        ("corrected_without_code", flag(resolved.is_corrected() && resolved.postcode.is_none())),
        ("corrected_without_division", flag(resolved.is_corrected() && is_division_lost)),
        ("ambiguous", has(|finding| finding.kind() == "ambiguity")),
        ("other_parse", flag(matches!(edit, Edit::NextParse | Edit::WholeText))),
        ("probability", (1.0 - resolved.others_probability)),
        ("other_name", flag(town.is_some_and(|town| is_other_name(town, components)))),
        ("relabelled", flag(matches!(edit, Edit::Relabelled(_)))),
        ("own_name", one_whole * flag(is_own_name)),
        ("area", one_whole * flag(is_area)),
        ("house", flag(located.as_ref().is_some_and(Located::is_house))),
    ]
}

/// The log odds of the parser that the text is an address, from -1 to 1.
fn address_evidence(tree: &Tree) -> f64 {
    let score = f64::from(tree.scores.address).clamp(SUREST, 1.0 - SUREST);
    (score / (1.0 - score)).ln() / ((1.0 - SUREST) / SUREST).ln()
}

/// Whether a town has neither a population nor an importance. An added place that leads all others by far does not count.
fn is_unpopulated(town: &Place, margin: f64) -> bool {
    // Publishers of a country's places have its hamlets without their populations: the only place of a name is one that people name.
    let is_only_one = town.is_added() && margin >= CLEAR_LEAD;
    town.ranking_population() <= 0 && town.importance.is_none() && !is_only_one
}

/// Whether the matched name of a town is not its own.
fn is_other_name(town: &Place, components: &Components<'_>) -> bool {
    // The gazetteer has the names of its places in Latin letters; a name in another script counts as the place's own.
    let typed = components.get(Tag::Locality).map(name_key).unwrap_or_default();
    !town.is_primary && !town.is_area() && !is_in_another_script(&typed)
}

/// Whether a text without a letter is a telephone number or another number: its postcode leaves digits over.
fn is_number(tree: &Tree, components: &Components<'_>) -> bool {
    let digits = |text: &str| text.chars().filter(char::is_ascii_digit).count();
    !tree.raw.contains(char::is_alphabetic)
        && components.get(Tag::Postcode).is_none_or(|code| digits(code) < digits(&tree.raw))
}

fn of_evidence(evidence: &Evidence) -> f64 {
    // In the order of the evidence.
    static WEIGHTS: LazyLock<Vec<f64>> =
        LazyLock::new(|| rows(SHIPPED).filter_map(|[_, weight]| weight.parse().ok()).collect());
    let odds: f64 = evidence.iter().zip(&*WEIGHTS).map(|((_, value), weight)| weight * value).sum();
    1.0 / (1.0 + (-odds).exp())
}

/// The probability that the places of an answer to a text are right.
pub(crate) fn probability(tree: &Tree, answer: &Answer<'_>) -> f64 {
    of_evidence(&evidence(tree, answer))
}

/// Whether an answer whose probability is known is given: a register has it, or its places are likely.
pub(crate) fn is_enough(answer: &Answer<'_>) -> bool {
    answer.located.is_some() || answer.probability.is_some_and(|probability| probability >= LEAST)
}

/// The same for what a generator proposes, whose probability is computed.
pub(crate) fn is_likely(tree: &Tree, answer: &Answer<'_>) -> bool {
    answer.located.is_some() || probability(tree, answer) >= LEAST
}

/// The probability that an answer is within 25 km of the right point; three decimals; none without an answer. A typed point has probability 1.
pub(crate) fn of(answer: &Answer<'_>) -> Option<f64> {
    let near = match answer.located.as_ref().map(|located| located.tier) {
        Some(ResolutionTier::Coordinates | ResolutionTier::PlusCode) => return Some(1.0),
        Some(_) => 1.0,
        None => near(&answer.resolved),
    };
    answer.probability.map(|probability| (probability * near * 1000.0).round() / 1000.0)
}

/// The share of what the places of an answer hold that is within 25 km: of a division by its radius, of namesakes by how far it is ahead.
fn near(resolved: &Resolved) -> f64 {
    let place = resolved.point();
    let area_m = place.as_ref().map_or(0.0, |place| resolved.area_m(place));
    let radius_m = level_and_radius::of(None, place.as_ref(), area_m).1.unwrap_or_default();
    (NEAR_M / radius_m).min(1.0) * (1.0 - resolved.others_probability)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::answer::Asked;
    use crate::fixture::{parsed, scope};
    use crate::resolver::found;
    use crate::street::fixture::answered;
    use crate::street::fixture::cascade;

    /// The probability of what is found of an address that the parser believes in so much.
    fn scored(address: &'static str, score: f32) -> f64 {
        let mut tree = parsed(address).clone();
        tree.scores.address = score;
        let asked = Asked { scope: scope(), cascade: cascade(), tree: &tree };
        probability(&tree, &found(asked, Vec::new).unwrap().0)
    }

    #[test]
    fn every_evidence_has_its_line() {
        let named = evidence(parsed("locality=Portland"), &answered("locality=Portland"));
        let lines: Vec<&str> =
            rows(SHIPPED).map(|[name, weight]| weight.parse::<f64>().map_or("", |_| name)).collect();
        assert_eq!(named.map(|(name, _)| name).as_slice(), lines);
    }

    #[test]
    fn what_confirms_a_place_makes_it_likelier_and_a_correction_less_likely() {
        assert!(scored("locality=Portland; region=OR", 0.9) > LEAST);
        assert!(scored("locality=Villeurbane", 0.9) < scored("locality=Villeurbanne", 0.9));
        assert!(scored("locality=Villeurbane", 0.5) < LEAST, "nothing confirms the correction");
    }

    #[test]
    fn a_country_by_its_letters_in_other_words_is_no_answer() {
        let product = scored("venue=Logitech; country=MX; street=Master", 0.05);
        assert!(product < scored("venue=Logitech; country=USA; street=Master", 0.9));
        let street = "street=Larch St; locality=Qwrtzville; country=USA";
        assert!(
            scored(street, 0.99) > scored(street, 0.05),
            "an address is likelier in the country that it names"
        );
    }

    /// A typed point had a confidence of 0, because it names no place.
    #[test]
    fn a_typed_point_is_certain() {
        for text in ["45.52, -122.68", "84QVG8C8+22"] {
            let tree = Tree::from_spans(text, Vec::new());
            let asked = Asked { scope: scope(), cascade: cascade(), tree: &tree };
            let answer = found(asked, Vec::new).unwrap().0;
            assert_eq!(of(&answer), Some(1.0), "{text}");
        }
    }

    #[test]
    fn of_an_answer_by_a_division_or_of_namesakes_few_are_near() {
        let near = |address| near(&answered(address).resolved);
        assert!(near("locality=Portland; region=OR") > 0.999);
        assert!((0.2..0.7).contains(&near("region=Oregon")));
        assert!((0.3..0.6).contains(&near("locality=Springfield")));
    }
}
