//! The words of an address relabelled as places, if no likely parse explains enough.
//!
//! The parser mislabels some names each time: one that it splits in two (`Truth or Consequences, NM`), a province
//! after a village (`Agron, Granada`), a part of a town swapped with the town. If the first parse finds nothing, or must
//! leave out typed words, and none of the next ones is better (`alternative_parses.rs`), the same words are relabelled. Such a
//! parse counts only if the gazetteer has the name exactly and nothing is left out.

use std::borrow::Cow;

use milepost_address::{Span, Tag, Tree};
use milepost_gazetteer::{Place, Placetype};
use milepost_text::name_key;

use super::{Answers, Hypothesis, Source};
use crate::Result;
use crate::admin::{Resolved, WELL_KNOWN, is_like, is_number_of_district};
use crate::answer::look_up::Answer;
use crate::finding::Finding;
use crate::parse::components::Components;

/// Tags of the words of a street.
const OF_A_STREET: [Tag; 4] = [Tag::Street, Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::StreetSuffix];
/// Other tags whose words may be part of a place's name.
const NAMES: [Tag; 5] =
    [Tag::Venue, Tag::Locality, Tag::DependentLocality, Tag::IntersectionA, Tag::IntersectionB];
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
pub(super) fn taken<'a>(first: &Resolved, answers: &mut Answers<'_, 'a>) -> Result<Option<Answer<'a>>> {
    for answer in answers {
        let answer = answer?;
        if matches!(answer.source, Source::RelabelledParse(proof) if proof.is_shown(first, &answer)) {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// The parse with words relabelled as places, likeliest first.
pub(super) fn hypotheses<'a>(tree: &'a Tree, first: &Resolved) -> Vec<Hypothesis<'a>> {
    let words = Words::of(tree);
    let mut hypotheses = Vec::new();
    let mut add = |proof: Proof, pairs: Option<Relabelled<'a>>| {
        let Some(pairs) = pairs else { return };
        let mut components = Components::of_pairs(pairs.into_iter());
        components.as_written = proof != Proof::Division;
        let source = Source::RelabelledParse(proof);
        hypotheses.push(Hypothesis { source, parse: Cow::Borrowed(tree), components, places: None });
    };
    if first.locality.is_none() || is_bare(first) && first.part.is_none() {
        add(Proof::Name, words.one_name());
        add(Proof::Name, words.city_and_district());
    }
    if first.locality.is_none() || first.part.is_none() && first.region.is_none() {
        add(Proof::TownAround, words.town_for_part());
    }
    // Of a village that is known under its name alone, the county is rather a municipality that the gazetteer lacks.
    let is_sure = first.locality.is_some() && !first.is_ambiguous();
    let is_county = words.has(Tag::Subregion);
    let is_region_unknown = first.region.is_none() && !first.region_known && !(is_county && is_sure);
    if is_region_unknown || first.locality.is_none() && first.region.as_ref().is_some_and(has_its_city) {
        add(Proof::TownForRegion, words.town_for_region());
    }
    if first.locality.is_none() {
        add(Proof::VillageAsStreet, words.village_as_street());
    }
    add(Proof::LargerPlace, words.part_and_town());
    let is_part_unknown = first.part.is_none() && first.region.is_none() && !words.has(Tag::Postcode);
    if first.leaves_out || is_division(first) || is_part_unknown {
        add(Proof::Division, words.town_and_division());
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

/// The labelled words of a text, in reading order.
struct Words<'a> {
    raw: &'a str,
    spans: Vec<&'a Span>,
}

/// Words with other labels.
type Relabelled<'a> = Vec<(Tag, &'a str)>;

impl<'a> Words<'a> {
    fn of(tree: &'a Tree) -> Words<'a> {
        let mut spans: Vec<&Span> = tree.nodes().into_iter().map(|node| &node.span).collect();
        spans.sort_by_key(|span| span.start);
        Words { raw: &tree.raw, spans }
    }

    fn count(&self, tag: Tag) -> usize {
        self.spans.iter().filter(|span| span.tag == tag).count()
    }

    fn has(&self, tag: Tag) -> bool {
        self.count(tag) > 0
    }

    /// Where the first word of a label starts.
    fn start(&self, tag: Tag) -> Option<usize> {
        self.spans.iter().find(|span| span.tag == tag).map(|span| span.start)
    }

    fn relabelled(&self, label: impl Fn(&Span) -> Tag) -> Relabelled<'a> {
        let words = self.spans.iter();
        words.filter_map(|span| Some((label(span), self.raw.get(span.start..span.end)?))).collect()
    }

    /// The text from one word to another as the town, and the rest without the words that `is_of_town`.
    fn with_town(&self, from: &Span, to: &Span, is_of_town: impl Fn(&Span) -> bool) -> Relabelled<'a> {
        let rest = self.spans.iter().filter(|span| !is_of_town(span));
        let rest = rest.filter_map(|span| Some((span.tag, self.raw.get(span.start..span.end)?)));
        self.raw.get(from.start..to.end).map(|town| (Tag::Locality, town)).into_iter().chain(rest).collect()
    }

    /// All words that look like street, venue or town as the name of one town: `Truth or Consequences, NM`, `Minneapolis-St. Paul`,
    /// `Arapahoe WY`. Only without a comma, and only if there is more than a town.
    fn one_name(&self) -> Option<Relabelled<'a>> {
        if self.spans.iter().any(|span| OF_A_DOOR.contains(&span.tag)) {
            return None;
        }
        let is_name = |span: &Span| OF_A_STREET.contains(&span.tag) || NAMES.contains(&span.tag);
        let first = self.spans.iter().position(|span| is_name(span))?;
        let last = self.spans.iter().rposition(|span| is_name(span))?;
        let name = &self.spans[first..=last];
        let is_more = name.iter().any(|span| span.tag != Tag::Locality);
        let has_comma = self.raw.get(name[0].start..self.spans[last].end)?.contains(',');
        let is_one = is_more && !has_comma && name.iter().all(|span| is_name(span));
        is_one.then(|| self.with_town(name[0], self.spans[last], is_name))
    }

    /// A lone street and a number of one or two digits as a city and its district: `Zürich 8`, `Lima 18`.
    fn city_and_district(&self) -> Option<Relabelled<'a>> {
        let [street, number] = self.spans[..] else { return None };
        let is_number = matches!(number.tag, Tag::HouseNumber | Tag::Postcode | Tag::Unit);
        let is_district = is_number_of_district(self.raw.get(number.start..number.end)?);
        let has_comma = self.raw.get(street.start..number.end)?.contains(',');
        let is_one_name = street.tag == Tag::Street && is_number && is_district && !has_comma;
        is_one_name.then(|| self.with_town(street, number, |_| true))
    }

    /// Of two towns the first as a part of the second: `Camden, London`.
    fn part_and_town(&self) -> Option<Relabelled<'a>> {
        let part = self.start(Tag::Locality)?;
        let is_pair = self.count(Tag::Locality) == 2 && !self.has(Tag::DependentLocality);
        let label = |span: &Span| if span.start == part { Tag::DependentLocality } else { span.tag };
        is_pair.then(|| self.relabelled(label))
    }

    /// A part of a town as the town, and the town as its part: `76287 Unterbach Rheinstetten`. The same for a county called like its town:
    /// `Netřebice, Nymburk`.
    fn town_for_part(&self) -> Option<Relabelled<'a>> {
        match (self.count(Tag::DependentLocality), self.count(Tag::Subregion)) {
            (1, _) => self.part_of(Tag::DependentLocality),
            (0, 1) => self.part_of(Tag::Subregion),
            _ => None,
        }
    }

    /// A region or county as the town, and the town as its part: `Trastevere, Roma`, `Podolí, Strakonice`.
    fn town_for_region(&self) -> Option<Relabelled<'a>> {
        match [Tag::Region, Tag::Subregion, Tag::DependentLocality].map(|tag| self.count(tag)) {
            [1, 0, 0] => self.part_of(Tag::Region),
            [0, 1, 0] => self.part_of(Tag::Subregion),
            _ => None,
        }
    }

    /// The only town as a part of what has another label.
    fn part_of(&self, town: Tag) -> Option<Relabelled<'a>> {
        let label = |span: &Span| match span.tag {
            Tag::Locality => Tag::DependentLocality,
            tag if tag == town => Tag::Locality,
            tag => tag,
        };
        (self.count(Tag::Locality) == 1).then(|| self.relabelled(label))
    }

    /// The street as the town of the postcode: `Vzorec 22, 1234`.
    fn village_as_street(&self) -> Option<Relabelled<'a>> {
        if !self.has(Tag::Postcode) || self.has(Tag::Locality) || self.has(Tag::DependentLocality) {
            return None;
        }
        let is_of_street = |span: &Span| OF_A_STREET.contains(&span.tag);
        let first = self.spans.iter().position(|span| is_of_street(span))?;
        let last = self.spans.iter().rposition(|span| is_of_street(span))?;
        let is_one_name = self.spans[first..=last].iter().all(|span| is_of_street(span));
        is_one_name.then(|| self.with_town(self.spans[first], self.spans[last], is_of_street))
    }

    /// A part of a town and the town as a town and its division: `04648 Barrio Mortero, Almería`. The same for a lone street:
    /// `Siena, Tuscany`.
    fn town_and_division(&self) -> Option<Relabelled<'a>> {
        let is_door =
            [Tag::HouseNumber, Tag::StreetPrefix, Tag::StreetSuffix].iter().any(|tag| self.has(*tag));
        let front = match self.has(Tag::DependentLocality) {
            true => Tag::DependentLocality,
            false if is_door => return None,
            false if self.has(Tag::Street) => Tag::Street,
            false => Tag::Venue,
        };
        if self.start(front)? > self.start(Tag::Locality)?
            || self.has(Tag::Region)
            || self.has(Tag::Subregion)
        {
            return None;
        }
        Some(self.relabelled(|span| match span.tag {
            tag if tag == front => Tag::Locality,
            Tag::Locality => Tag::Region,
            tag => tag,
        }))
    }
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
        let found = hypotheses(&gull, &Resolved::default());
        let whole = vec![(Tag::Locality, "Gull Lake".to_owned()), (Tag::Region, "MN".to_owned())];
        assert_eq!(pairs(&found[0]), whole);
        let apart = tree("Gull, Lake, MN", &words);
        let known = Resolved { region_known: true, ..Resolved::default() };
        assert!(hypotheses(&apart, &known).is_empty());
        let house = [(Tag::HouseNumber, "12"), (Tag::Street, "Gull"), (Tag::Locality, "Lake")];
        let house = tree("12 Gull Lake", &house);
        assert!(hypotheses(&house, &Resolved::default()).is_empty(), "a house stands in a street");
    }

    #[test]
    fn a_part_of_a_town_nobody_knows_may_be_the_town() {
        let words = [(Tag::Locality, "Unterbach"), (Tag::DependentLocality, "Rheinstetten")];
        let both = tree("Unterbach Rheinstetten", &words);
        let found = hypotheses(&both, &Resolved::default());
        let part = found.last().map(|hypothesis| &hypothesis.components).unwrap();
        assert_eq!(part.get(Tag::Locality), Some("Rheinstetten"));
        assert_eq!(part.get(Tag::DependentLocality), Some("Unterbach"));
    }

    #[test]
    fn a_county_called_like_its_town_may_be_the_town() {
        let words = [(Tag::Locality, "Netřebice"), (Tag::Subregion, "Nymburk")];
        let county = tree("Netřebice, Nymburk", &words);
        let found = hypotheses(&county, &Resolved::default());
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
        assert!(hypotheses(&roma, &Resolved::default()).iter().map(pairs).any(|pairs| pairs == part));
        // A town in a known state is a town, known or not.
        let state = gazetteer().places("Oregon", &[Placetype::Region], 1).unwrap().swap_remove(0);
        let known = Resolved { region: Some(state), region_known: true, ..Resolved::default() };
        assert!(hypotheses(&roma, &known).iter().map(pairs).all(|pairs| pairs != part));
    }

    #[test]
    fn a_street_with_a_postcode_and_no_town_may_be_a_village() {
        let words = [(Tag::Street, "Poljane nad Loko"), (Tag::HouseNumber, "69"), (Tag::Postcode, "4223")];
        let village = tree("Poljane nad Loko 69, 4223", &words);
        let found = hypotheses(&village, &Resolved::default());
        let last = found.last().map(pairs).unwrap_or_default();
        assert!(last.contains(&(Tag::Locality, "Poljane nad Loko".to_owned())), "{last:?}");
        let words = [(Tag::Street, "Hauptstraße"), (Tag::HouseNumber, "5"), (Tag::Locality, "Vane")];
        assert!(hypotheses(&tree("Hauptstraße 5 Vane", &words), &Resolved::default()).is_empty());
    }

    #[test]
    fn of_two_towns_the_first_may_be_a_part() {
        let towns = tree("Camden, London", &[(Tag::Locality, "Camden"), (Tag::Locality, "London")]);
        let found = hypotheses(&towns, &Resolved::default());
        let part = vec![(Tag::DependentLocality, "Camden".to_owned()), (Tag::Locality, "London".to_owned())];
        assert_eq!(found.iter().map(pairs).collect::<Vec<_>>(), [part]);
    }

    #[test]
    fn a_province_behind_a_village_is_tried_only_where_something_is_left_out() {
        let words = [(Tag::Postcode, "17867"), (Tag::DependentLocality, "Beget"), (Tag::Locality, "Girona")];
        let beget = tree("17867 Beget, Girona", &words);
        let nothing = Resolved { postcode: None, ..Resolved::default() };
        assert!(
            hypotheses(&beget, &nothing)
                .iter()
                .all(|each| each.source != Source::RelabelledParse(Proof::Division))
        );
        let left_out = Resolved { leaves_out: true, ..Resolved::default() };
        let found = hypotheses(&beget, &left_out);
        let last = found.last().map(pairs).unwrap_or_default();
        assert!(last.contains(&(Tag::Region, "Girona".to_owned())), "{last:?}");
    }
}
