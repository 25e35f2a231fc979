//! The words of an address relabelled as places, if no likely parse explains enough.
//!
//! The parser mislabels some names each time: one that it splits in two (`Truth or Consequences, NM`), a province
//! after a village (`Agron, Granada`), a part of a town swapped with the town. If the first parse finds nothing, or must
//! leave out typed words, and none of the next ones is better (`alternative_parses.rs`), the same words are relabelled. Such a
//! parse counts only if the gazetteer has the name exactly and nothing is left out.

use std::borrow::Cow;

use milepost_address::{Span, Tag, Tree};
use milepost_gazetteer::{GazetteerError, Place, Placetype};
use milepost_text::name_key;

use super::{Answers, Context, Hypothesis, Source};
use crate::admin::{Resolved, WELL_KNOWN, is_like, is_number_of_district};
use crate::answer::look_up::Answer;
use crate::finding::Finding;
use crate::parse::components::Components;

/// Tags whose words may be part of a place's name.
const NAMES: [Tag; 9] = [
    Tag::Street,
    Tag::StreetPrefix,
    Tag::StreetPrefixParticle,
    Tag::StreetSuffix,
    Tag::Venue,
    Tag::Locality,
    Tag::DependentLocality,
    Tag::IntersectionA,
    Tag::IntersectionB,
];
/// Tags that show that the address has a street or a box, so that what looks like a street is one.
const OF_A_DOOR: [Tag; 6] =
    [Tag::HouseNumber, Tag::Unit, Tag::PoBox, Tag::Cedex, Tag::Attention, Tag::StreetPrefixParticle];

/// Inhabitants from which a town is accepted although its part is unknown and nothing confirms it: villages exist with every
/// name.
const NEEDS_NO_PROOF: i64 = 2_000;

/// How many times as large a town is than a namesake of its part elsewhere.
const TIMES: i64 = 10;

/// What a relabelled parse must show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Proof {
    /// The whole text is the name of one place that something confirms or that is well known.
    Name,
    /// The first name lies in the division that the second one names.
    Division,
    /// The second name is that of a larger place than the first parse found.
    LargerPlace,
    /// What was parsed as a part of the town or as its county is a town, and what was parsed as the town is not, or lies there.
    TownAround,
    /// What was parsed as a region or county is a town that the first name may be a part of (`Trastevere, Roma`), also if a region has its
    /// name too.
    TownForRegion,
    /// The street is a village, which the postcode serves: addresses of villages without streets.
    VillageAsStreet,
}

/// The first answer that is proved.
pub(super) fn taken<'a>(
    first: &Resolved,
    answers: &mut Answers<'_, 'a>,
) -> Result<Option<Answer<'a>>, GazetteerError> {
    for answer in answers {
        let answer = answer?;
        if matches!(answer.source, Source::RelabelledParse(proof) if proof.is_shown(first, &answer)) {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// The parse with words relabelled as places, likeliest first.
pub(super) fn hypotheses<'a>(Context { tree, first, .. }: Context<'_, 'a>) -> Vec<Hypothesis<'a>> {
    relabelled(tree, &first.resolved)
}

fn relabelled<'a>(tree: &'a Tree, first: &Resolved) -> Vec<Hypothesis<'a>> {
    let mut spans: Vec<&Span> = tree.nodes().into_iter().map(|node| &node.span).collect();
    spans.sort_by_key(|span| span.start);
    let mut hypotheses = Vec::new();
    let mut add = |proof: Proof, pairs: Option<Vec<(Tag, &'a str)>>| {
        let Some(pairs) = pairs else { return };
        let mut components = Components::of_pairs(pairs.into_iter());
        components.as_written = proof != Proof::Division;
        let source = Source::RelabelledParse(proof);
        hypotheses.push(Hypothesis { source, parse: Cow::Borrowed(tree), components, places: None });
    };
    if first.locality.is_none() || is_bare(first) && first.part.is_none() {
        add(Proof::Name, one_name(tree, &spans));
        add(Proof::Name, city_and_district(tree, &spans));
    }
    if first.locality.is_none() || first.part.is_none() && first.region.is_none() {
        add(Proof::TownAround, town_for_part(tree, &spans));
    }
    // Of a village that is known under its name alone, the county is rather a municipality that the gazetteer lacks.
    let is_sure = first.locality.is_some() && !first.is_ambiguous();
    let is_county = spans.iter().any(|span| span.tag == Tag::Subregion);
    let is_region_unknown = first.region.is_none() && !first.region_known && !(is_county && is_sure);
    if is_region_unknown || first.locality.is_none() && first.region.as_ref().is_some_and(has_its_city) {
        add(Proof::TownForRegion, town_for_region(tree, &spans));
    }
    if first.locality.is_none() {
        add(Proof::VillageAsStreet, village_as_street(tree, &spans));
    }
    add(Proof::LargerPlace, part_and_town(tree, &spans));
    let is_part_unknown =
        first.part.is_none() && first.region.is_none() && spans.iter().all(|span| span.tag != Tag::Postcode);
    if first.leaves_out || is_division(first) || is_part_unknown {
        add(Proof::Division, town_and_division(tree, &spans));
    }
    hypotheses
}

impl Proof {
    /// Whether the places of the relabelled words are better than those of the first parse.
    fn is_shown(self, first: &Resolved, Answer { resolved: found, components, .. }: &Answer<'_>) -> bool {
        let Some(place) = &found.locality else {
            // An unknown village in its province, where the postcode is.
            return self == Proof::Division
                && first.leaves_out
                && found.region.is_some()
                && found.postcode.is_some();
        };
        let is_exact = !found.is_corrected();
        let is_confirmed = found.region.is_some() || found.postcode.is_some() || found.country.is_some();
        !found.leaves_out
            && match self {
                Proof::Name => is_exact && (is_confirmed || is_known(found)),
                Proof::TownAround => {
                    let is_believed =
                        first.locality.is_none() && (is_confirmed || place.population >= NEEDS_NO_PROOF);
                    is_exact && (is_believed || found.part.is_some())
                }
                Proof::TownForRegion => {
                    let typed = components.get(Tag::Locality).map(name_key);
                    let is_its_name =
                        place.is_primary || typed.is_some_and(|typed| is_like(&typed, &place.name));
                    let before = first.locality.as_ref().map_or(0, |place| place.population);
                    let is_believed = match &first.region {
                        Some(region) => place.country == region.country && place.population >= WELL_KNOWN,
                        None => is_confirmed || place.population >= NEEDS_NO_PROOF,
                    };
                    let is_larger = place.population > TIMES * before;
                    is_exact && is_its_name && (found.part.is_some() || is_believed && is_larger)
                }
                Proof::VillageAsStreet => is_exact && found.postcode.is_some() && !found.postcode_is_near,
                Proof::Division => found.region.is_some() && (is_exact || first.leaves_out),
                Proof::LargerPlace => {
                    let before = first.locality.as_ref().map_or(0, |place| place.population);
                    is_exact && (found.part.is_some() || place.population > before)
                }
            }
    }
}

/// Whether a place is well known by its name alone.
fn is_known(found: &Resolved) -> bool {
    let is_twin = found.findings.iter().any(|finding| matches!(finding, Finding::TwinCity { .. }));
    is_twin || found.locality.as_ref().is_some_and(|place| place.population >= WELL_KNOWN)
}

/// Whether a division's name behind an unknown one is rather its city: `Ipanema, Rio de Janeiro`. Americans write the state behind any
/// town, known or not.
fn has_its_city(region: &Place) -> bool {
    !matches!(region.country.as_str(), "US" | "CA")
}

/// Whether nothing confirms the locality.
fn is_bare(resolved: &Resolved) -> bool {
    resolved.region.is_none() && resolved.postcode.is_none() && resolved.country.is_none()
}

/// Whether a state or country was found for a parsed town.
fn is_division(resolved: &Resolved) -> bool {
    let placetype = resolved.locality.as_ref().map(|place| place.placetype);
    matches!(placetype, Some(Placetype::Country | Placetype::Region))
}

/// All words that look like street, venue or town as the name of one town: `Truth or Consequences, NM`, `Minneapolis-St. Paul`, `Arapahoe WY`.
/// Only without a comma, and only if there is more than a town.
fn one_name<'a>(tree: &'a Tree, spans: &[&Span]) -> Option<Vec<(Tag, &'a str)>> {
    if spans.iter().any(|span| OF_A_DOOR.contains(&span.tag)) {
        return None;
    }
    let is_name = |span: &&&Span| NAMES.contains(&span.tag);
    let first = spans.iter().find(is_name)?;
    let last = spans.iter().rev().find(is_name)?;
    let whole = tree.raw.get(first.start..last.end)?;
    let inside = spans.iter().filter(|span| span.start >= first.start && span.end <= last.end);
    let is_more = inside.clone().any(|span| span.tag != Tag::Locality);
    if whole.contains(',') || !is_more || !inside.clone().all(|span| is_name(&span)) {
        return None;
    }
    let rest = spans.iter().filter(|span| !is_name(span));
    let rest = rest.filter_map(|span| Some((span.tag, tree.raw.get(span.start..span.end)?)));
    Some(std::iter::once((Tag::Locality, whole)).chain(rest).collect())
}

/// A lone street and a number of one or two digits as a city and its district: `Zürich 8`, `Lima 18`.
fn city_and_district<'a>(tree: &'a Tree, spans: &[&Span]) -> Option<Vec<(Tag, &'a str)>> {
    let [street, number] = spans else { return None };
    let is_number = matches!(number.tag, Tag::HouseNumber | Tag::Postcode | Tag::Unit);
    let digits = tree.raw.get(number.start..number.end)?;
    let whole = tree.raw.get(street.start..number.end)?;
    let is_one_name = street.tag == Tag::Street && is_number && !whole.contains(',');
    (is_one_name && is_number_of_district(digits)).then(|| vec![(Tag::Locality, whole)])
}

/// Of two towns the first as a part of the second: `Camden, London`.
fn part_and_town<'a>(tree: &'a Tree, spans: &[&Span]) -> Option<Vec<(Tag, &'a str)>> {
    let mut towns = spans.iter().filter(|span| span.tag == Tag::Locality);
    let part = towns.next()?.start;
    if towns.count() != 1 || spans.iter().any(|span| span.tag == Tag::DependentLocality) {
        return None;
    }
    let renamed = |span: &Span| if span.start == part { Tag::DependentLocality } else { span.tag };
    spans.iter().map(|span| Some((renamed(span), tree.raw.get(span.start..span.end)?))).collect()
}

/// A part of a town as the town, and the town as its part: `76287 Unterbach Rheinstetten`. The same for a county called like its town:
/// `Netřebice, Nymburk`.
fn town_for_part<'a>(tree: &'a Tree, spans: &[&Span]) -> Option<Vec<(Tag, &'a str)>> {
    let count = |tag: Tag| spans.iter().filter(|span| span.tag == tag).count();
    let town = match (count(Tag::DependentLocality), count(Tag::Subregion)) {
        (1, _) => Tag::DependentLocality,
        (0, 1) => Tag::Subregion,
        _ => return None,
    };
    if count(Tag::Locality) != 1 {
        return None;
    }
    let renamed = |tag: Tag| match tag {
        Tag::Locality => Tag::DependentLocality,
        tag if tag == town => Tag::Locality,
        tag => tag,
    };
    spans.iter().map(|span| Some((renamed(span.tag), tree.raw.get(span.start..span.end)?))).collect()
}

/// A region or county as the town, and the town as its part: `Trastevere, Roma`, `Podolí, Strakonice`.
fn town_for_region<'a>(tree: &'a Tree, spans: &[&Span]) -> Option<Vec<(Tag, &'a str)>> {
    let count = |tag: Tag| spans.iter().filter(|span| span.tag == tag).count();
    let is_pair = count(Tag::Locality) == 1
        && count(Tag::Region) + count(Tag::Subregion) == 1
        && count(Tag::DependentLocality) == 0;
    let renamed = |tag: Tag| match tag {
        Tag::Locality => Tag::DependentLocality,
        Tag::Region | Tag::Subregion => Tag::Locality,
        tag => tag,
    };
    let pairs = spans.iter().map(|span| Some((renamed(span.tag), tree.raw.get(span.start..span.end)?)));
    is_pair.then(|| pairs.collect()).flatten()
}

/// The street as the town of the postcode: `Vzorec 22, 1234`.
fn village_as_street<'a>(tree: &'a Tree, spans: &[&Span]) -> Option<Vec<(Tag, &'a str)>> {
    let has = |tag: Tag| spans.iter().any(|span| span.tag == tag);
    if !has(Tag::Postcode) || has(Tag::Locality) || has(Tag::DependentLocality) {
        return None;
    }
    let of_street = [Tag::Street, Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::StreetSuffix];
    let is_of_street = |span: &&&Span| of_street.contains(&span.tag);
    let first = spans.iter().position(|span| is_of_street(&span))?;
    let count = spans.iter().filter(is_of_street).count();
    let words = spans.get(first..first + count)?;
    if !words.iter().all(|span| is_of_street(&span)) {
        return None;
    }
    let village = tree.raw.get(words.first()?.start..words.last()?.end)?;
    let rest = spans.iter().filter(|span| !is_of_street(span));
    let rest = rest.filter_map(|span| Some((span.tag, tree.raw.get(span.start..span.end)?)));
    Some(std::iter::once((Tag::Locality, village)).chain(rest).collect())
}

/// A part of a town and the town as a town and its division: `04648 Barrio Mortero, Almería`. The same for a lone street: `Siena, Tuscany`.
fn town_and_division<'a>(tree: &'a Tree, spans: &[&Span]) -> Option<Vec<(Tag, &'a str)>> {
    let has = |tag: Tag| spans.iter().any(|span| span.tag == tag);
    let front = if has(Tag::DependentLocality) {
        Tag::DependentLocality
    } else if has(Tag::HouseNumber) || has(Tag::StreetPrefix) || has(Tag::StreetSuffix) {
        return None;
    } else if has(Tag::Street) {
        Tag::Street
    } else {
        Tag::Venue
    };
    let at = |tag: Tag| spans.iter().find(|span| span.tag == tag).map(|span| span.start);
    if at(front)? > at(Tag::Locality)? || has(Tag::Region) || has(Tag::Subregion) {
        return None;
    }
    let renamed = |tag: Tag| match tag {
        tag if tag == front => Tag::Locality,
        Tag::Locality => Tag::Region,
        tag => tag,
    };
    spans.iter().map(|span| Some((renamed(span.tag), tree.raw.get(span.start..span.end)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::admin::fixture::gazetteer;

    /// A tree of consecutive words.
    fn tree(raw: &str, words: &[(Tag, &str)]) -> Tree {
        let span = |(tag, text): &(Tag, &str)| {
            let start = raw.find(text).unwrap_or_default();
            Span { tag: *tag, start, end: start + text.len(), confidence: 1.0 }
        };
        Tree::from_spans(raw, words.iter().map(span).collect())
    }

    fn pairs(hypothesis: &Hypothesis<'_>) -> Vec<(Tag, String)> {
        hypothesis.components.iter().map(|(tag, text)| (tag, text.to_owned())).collect()
    }

    #[test]
    fn a_street_and_a_town_without_a_comma_may_be_one_name() {
        let words = [(Tag::Street, "Gull"), (Tag::Locality, "Lake"), (Tag::Region, "MN")];
        let gull = tree("Gull Lake, MN", &words);
        let found = relabelled(&gull, &Resolved::default());
        let whole = vec![(Tag::Locality, "Gull Lake".to_owned()), (Tag::Region, "MN".to_owned())];
        assert_eq!(pairs(&found[0]), whole);
        let apart = tree("Gull, Lake, MN", &words);
        let known = Resolved { region_known: true, ..Resolved::default() };
        assert!(relabelled(&apart, &known).is_empty());
        let house = [(Tag::HouseNumber, "12"), (Tag::Street, "Gull"), (Tag::Locality, "Lake")];
        let house = tree("12 Gull Lake", &house);
        assert!(relabelled(&house, &Resolved::default()).is_empty(), "a house stands in a street");
    }

    #[test]
    fn a_part_of_a_town_nobody_knows_may_be_the_town() {
        let words = [(Tag::Locality, "Unterbach"), (Tag::DependentLocality, "Rheinstetten")];
        let both = tree("Unterbach Rheinstetten", &words);
        let found = relabelled(&both, &Resolved::default());
        let part = found.last().map(|hypothesis| &hypothesis.components).unwrap();
        assert_eq!(part.get(Tag::Locality), Some("Rheinstetten"));
        assert_eq!(part.get(Tag::DependentLocality), Some("Unterbach"));
    }

    #[test]
    fn a_county_called_like_its_town_may_be_the_town() {
        let words = [(Tag::Locality, "Netřebice"), (Tag::Subregion, "Nymburk")];
        let county = tree("Netřebice, Nymburk", &words);
        let found = relabelled(&county, &Resolved::default());
        let part =
            vec![(Tag::DependentLocality, "Netřebice".to_owned()), (Tag::Locality, "Nymburk".to_owned())];
        assert!(found.iter().map(pairs).any(|pairs| pairs == part));
    }

    #[test]
    fn a_region_that_nobody_knows_may_be_the_town() {
        let words = [(Tag::Locality, "Trastevere"), (Tag::Region, "Roma")];
        let roma = tree("Trastevere, Roma", &words);
        let part =
            vec![(Tag::DependentLocality, "Trastevere".to_owned()), (Tag::Locality, "Roma".to_owned())];
        assert!(relabelled(&roma, &Resolved::default()).iter().map(pairs).any(|pairs| pairs == part));
        // A town in a known state is a town, known or not.
        let state = gazetteer().places("Oregon", &[Placetype::Region], 1).unwrap().swap_remove(0);
        let known = Resolved { region: Some(state), region_known: true, ..Resolved::default() };
        assert!(relabelled(&roma, &known).iter().map(pairs).all(|pairs| pairs != part));
    }

    #[test]
    fn a_street_with_a_postcode_and_no_town_may_be_a_village() {
        let words = [(Tag::Street, "Poljane nad Loko"), (Tag::HouseNumber, "69"), (Tag::Postcode, "4223")];
        let village = tree("Poljane nad Loko 69, 4223", &words);
        let found = relabelled(&village, &Resolved::default());
        let last = found.last().map(pairs).unwrap_or_default();
        assert!(last.contains(&(Tag::Locality, "Poljane nad Loko".to_owned())), "{last:?}");
        let words = [(Tag::Street, "Hauptstraße"), (Tag::HouseNumber, "5"), (Tag::Locality, "Vane")];
        assert!(relabelled(&tree("Hauptstraße 5 Vane", &words), &Resolved::default()).is_empty());
    }

    #[test]
    fn of_two_towns_the_first_may_be_a_part() {
        let towns = tree("Camden, London", &[(Tag::Locality, "Camden"), (Tag::Locality, "London")]);
        let found = relabelled(&towns, &Resolved::default());
        let part = vec![(Tag::DependentLocality, "Camden".to_owned()), (Tag::Locality, "London".to_owned())];
        assert_eq!(found.iter().map(pairs).collect::<Vec<_>>(), [part]);
    }

    #[test]
    fn a_province_behind_a_village_is_tried_only_where_something_is_left_out() {
        let words = [(Tag::Postcode, "17867"), (Tag::DependentLocality, "Beget"), (Tag::Locality, "Girona")];
        let beget = tree("17867 Beget, Girona", &words);
        let nothing = Resolved { postcode: None, ..Resolved::default() };
        assert!(
            relabelled(&beget, &nothing)
                .iter()
                .all(|each| each.source != Source::RelabelledParse(Proof::Division))
        );
        let left_out = Resolved { leaves_out: true, ..Resolved::default() };
        let found = relabelled(&beget, &left_out);
        let last = found.last().map(pairs).unwrap_or_default();
        assert!(last.contains(&(Tag::Region, "Girona".to_owned())), "{last:?}");
    }
}
