//! The words of an address relabelled as places, if no likely parse explains enough.
//!
//! The parser mislabels some names each time: one that it splits in two (`Truth or Consequences, NM`), a province
//! after a village (`Agron, Granada`), a part of a town swapped with the town. If the first parse finds nothing, or must
//! leave out typed words, and none of the next ones is better (`alternative_parses.rs`), the same words are relabelled. Such a
//! parse counts only if the gazetteer has the name exactly and nothing is left out.

use std::borrow::Cow;

use milepost_address::{Span, Tag, Tree};
use milepost_gazetteer::{Place, Placetype, bare_names};
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
    /// The name of a country in front of the town is the first word of the town's: `Polska Nowa Wieś`.
    CountryInName,
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
    type Rule<'a> = (bool, Proof, fn(&Words<'a>) -> Option<Relabelled<'a>>);
    let words = Words::of(tree);
    let is_unknown = first.locality.is_none();
    let is_alone = first.part.is_none() && !first.is_locality_confirmed();
    let has_no_more = first.part.is_none() && first.region.is_none();
    // Of a village that is known under its name alone, the county is rather a municipality that the gazetteer lacks.
    let is_county_of_village = words.has(Tag::Subregion) && !is_unknown && !first.is_ambiguous();
    let is_region_unknown = first.region.is_none() && !first.region_known && !is_county_of_village;
    let is_city_of_region = is_unknown && first.region.as_ref().is_some_and(has_its_city);
    let is_county_unknown =
        is_unknown && first.region.as_ref().is_some_and(|place| place.placetype == Placetype::Region);
    let is_division = first.leaves_out || is_division(first) || has_no_more && !words.has(Tag::Postcode);
    let rules: [Rule<'a>; 9] = [
        (true, Proof::CountryInName, Words::country_in_name),
        (is_unknown || is_alone, Proof::Name, Words::one_name),
        (is_unknown || is_alone, Proof::Name, Words::city_and_district),
        (is_unknown || has_no_more, Proof::TownAround, Words::town_for_part),
        (is_county_unknown, Proof::TownAround, Words::town_for_county),
        (is_region_unknown || is_city_of_region, Proof::TownForRegion, Words::town_for_region),
        (is_unknown, Proof::VillageAsStreet, Words::village_as_street),
        (true, Proof::LargerPlace, Words::part_and_town),
        (is_division, Proof::Division, Words::town_and_division),
    ];
    let open = rules.into_iter().filter(|(is_open, ..)| *is_open);
    let hypothesis = |(_, proof, relabelled): Rule<'a>| {
        let mut components = Components::as_written(relabelled(&words)?);
        components.as_written = proof != Proof::Division;
        Some(Hypothesis::of_words(Source::RelabelledParse(proof), Cow::Borrowed(tree), components))
    };
    open.filter_map(hypothesis).collect()
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
        let is_correction_believed = self == Proof::Division && first.leaves_out;
        if found.leaves_out || found.is_corrected() && !is_correction_believed {
            return false;
        }
        let before = first.locality.as_ref().map_or(0, Place::ranking_population);
        let is_confirmed = found.is_locality_confirmed();
        let needs_no_proof = is_confirmed || place.ranking_population() >= NEEDS_NO_PROOF;
        match self {
            Proof::Name => is_confirmed || is_known(found),
            Proof::TownAround => found.part.is_some() || first.locality.is_none() && needs_no_proof,
            Proof::TownForRegion => {
                let typed = components.get(Tag::Locality).map(name_key);
                let is_its_name = place.is_primary || typed.is_some_and(|typed| is_like(&typed, &place.name));
                let is_believed = match &first.region {
                    Some(region) => {
                        place.country == region.country && place.ranking_population() >= WELL_KNOWN
                    }
                    None => needs_no_proof,
                };
                let is_larger = place.ranking_population() > TIMES * before;
                is_its_name && (found.part.is_some() || is_believed && is_larger)
            }
            Proof::VillageAsStreet => found.has_typed_postcode(),
            Proof::CountryInName => true,
            Proof::Division => found.region.is_some(),
            Proof::LargerPlace => found.part.is_some() || place.ranking_population() > before,
        }
    }
}

/// Whether a place is well known by its name alone.
fn is_known(found: &Resolved) -> bool {
    let is_twin = found.findings.iter().any(|finding| matches!(finding, Finding::TwinCity { .. }));
    is_twin || found.locality.as_ref().is_some_and(|place| place.ranking_population() >= WELL_KNOWN)
}

/// Whether a division's name behind an unknown one is rather its city: `Ipanema, Rio de Janeiro`. Americans write the state behind any
/// town, known or not.
fn has_its_city(region: &Place) -> bool {
    !matches!(region.country.as_str(), "US" | "CA")
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
        Words { raw: &tree.raw, spans: tree.nodes().into_iter().map(|node| &node.span).collect() }
    }

    fn count(&self, tag: Tag) -> usize {
        self.spans.iter().filter(|span| span.tag == tag).count()
    }

    fn has(&self, tag: Tag) -> bool {
        self.has_any(|other| *other == tag)
    }

    fn has_any(&self, is_meant: impl Fn(&Tag) -> bool) -> bool {
        self.spans.iter().any(|span| is_meant(&span.tag))
    }

    /// Where the first word of a label starts.
    fn start(&self, tag: Tag) -> Option<usize> {
        self.spans.iter().find(|span| span.tag == tag).map(|span| span.start)
    }

    /// All words, each label of the pairs replaced by the other one.
    fn relabelled(&self, labels: &[(Tag, Tag)]) -> Relabelled<'a> {
        let label = |tag: Tag| labels.iter().find(|(from, _)| *from == tag).map_or(tag, |(_, to)| *to);
        let words = self.spans.iter();
        words.filter_map(|span| Some((label(span.tag), self.raw.get(span.start..span.end)?))).collect()
    }

    /// The words of some labels as one town, if no other word stands between them, and the rest behind it.
    fn with_town(&self, is_meant: impl Fn(&Tag) -> bool) -> Option<Relabelled<'a>> {
        let is_of_town = |span: &&Span| is_meant(&span.tag);
        let first = self.spans.iter().position(is_of_town)?;
        let last = self.spans.iter().rposition(is_of_town)?;
        let town = self.raw.get(self.spans[first].start..self.spans[last].end)?;
        let is_one_name = self.spans[first..=last].iter().all(is_of_town);
        let rest = self.relabelled(&[]).into_iter().filter(|(tag, _)| !is_meant(tag));
        is_one_name.then(|| std::iter::once((Tag::Locality, town)).chain(rest).collect())
    }

    /// All words that look like street, venue or town as the name of one town: `Truth or Consequences, NM`, `Minneapolis-St. Paul`,
    /// `Arapahoe WY`. Only without a comma, and only if there is more than a town.
    fn one_name(&self) -> Option<Relabelled<'a>> {
        let is_name = |tag: &Tag| OF_A_STREET.contains(tag) || NAMES.contains(tag);
        let is_more = |tag: &Tag| *tag != Tag::Locality && is_name(tag);
        if self.has_any(|tag| OF_A_DOOR.contains(tag)) || !self.has_any(is_more) {
            return None;
        }
        self.with_town(is_name).filter(|words| !words[0].1.contains(','))
    }

    /// A country right before the town as a part of its name.
    fn country_in_name(&self) -> Option<Relabelled<'a>> {
        let is_before = |pair: &&[&Span]| matches!(pair, [first, second] if (first.tag, second.tag) == (Tag::Country, Tag::Locality));
        let pair = self.spans.windows(2).find(is_before)?;
        let is_one = self.count(Tag::Country) == 1 && self.raw.get(pair[0].end..pair[1].start) == Some(" ");
        if !is_one {
            return None;
        }
        self.with_town(|tag| matches!(tag, Tag::Country | Tag::Locality))
    }

    /// A lone street and a number of one or two digits as a city and its district: `Zürich 8`, `Lima 18`.
    fn city_and_district(&self) -> Option<Relabelled<'a>> {
        let [street, number] = self.spans[..] else { return None };
        let is_number = matches!(number.tag, Tag::HouseNumber | Tag::Postcode | Tag::Unit);
        let is_district = is_number_of_district(self.raw.get(number.start..number.end)?);
        let name = self.raw.get(street.start..number.end).filter(|name| !name.contains(','))?;
        (street.tag == Tag::Street && is_number && is_district).then(|| vec![(Tag::Locality, name)])
    }

    /// Of two towns the first as a part of the second: `Camden, London`.
    fn part_and_town(&self) -> Option<Relabelled<'a>> {
        let is_pair = self.count(Tag::Locality) == 2 && !self.has(Tag::DependentLocality);
        let mut words = is_pair.then(|| self.relabelled(&[]))?;
        let (first, _) = words.iter_mut().find(|(tag, _)| *tag == Tag::Locality)?;
        *first = Tag::DependentLocality;
        Some(words)
    }

    /// A part of a town as the town, and the town as its part: `76287 Unterbach Rheinstetten`. The same for a county called like its town:
    /// `Netřebice, Nymburk`.
    fn town_for_part(&self) -> Option<Relabelled<'a>> {
        match (self.count(Tag::DependentLocality), self.count(Tag::Subregion)) {
            _ if self.count(Tag::Locality) == 0 => self.municipality(),
            (1, _) => self.part_of(Tag::DependentLocality),
            (0, 1) => self.part_of(Tag::Subregion),
            _ => None,
        }
    }

    /// A county or a venue with a word for a municipality as the town: `Storgata 5, Oslo kommune`.
    fn municipality(&self) -> Option<Relabelled<'a>> {
        let is_municipality = |span: &&&Span| {
            matches!(span.tag, Tag::Region | Tag::Subregion | Tag::Venue)
                && self.raw.get(span.start..span.end).is_some_and(|name| !bare_names(name).is_empty())
        };
        let [span] = self.spans.iter().filter(is_municipality).collect::<Vec<_>>()[..] else { return None };
        (self.count(span.tag) == 1).then(|| self.relabelled(&[(span.tag, Tag::Locality)]))
    }

    /// A county as the town of the region: `Thủ Dầu Một, Bình Dương`.
    fn town_for_county(&self) -> Option<Relabelled<'a>> {
        let is_it =
            self.count(Tag::Subregion) == 1 && self.count(Tag::Locality) == 0 && self.has(Tag::Region);
        is_it.then(|| self.relabelled(&[(Tag::Subregion, Tag::Locality)]))
    }

    /// A region or county as the town, and the town or the venue as its part: `Trastevere, Roma`, `Podolí, Strakonice`,
    /// `Camp Nou, Barcelona`.
    fn town_for_region(&self) -> Option<Relabelled<'a>> {
        match [Tag::Region, Tag::Subregion, Tag::DependentLocality].map(|tag| self.count(tag)) {
            [1, 0, 0] => self.part_of(Tag::Region).or_else(|| self.venue_of(Tag::Region)),
            [0, 1, 0] => self.part_of(Tag::Subregion),
            _ => None,
        }
    }

    /// The only town as a part of what has another label.
    fn part_of(&self, town: Tag) -> Option<Relabelled<'a>> {
        let labels = [(Tag::Locality, Tag::DependentLocality), (town, Tag::Locality)];
        (self.count(Tag::Locality) == 1).then(|| self.relabelled(&labels))
    }

    /// What has another label as the town of the only venue.
    fn venue_of(&self, town: Tag) -> Option<Relabelled<'a>> {
        let is_it = self.count(Tag::Venue) == 1 && !self.has(Tag::Locality);
        is_it.then(|| self.relabelled(&[(town, Tag::Locality)]))
    }

    /// The street as the town of the postcode: `Vzorec 22, 1234`.
    fn village_as_street(&self) -> Option<Relabelled<'a>> {
        let is_town = |tag: &Tag| matches!(tag, Tag::Locality | Tag::DependentLocality);
        if !self.has(Tag::Postcode) || self.has_any(is_town) {
            return None;
        }
        self.with_town(|tag| OF_A_STREET.contains(tag))
    }

    /// A part of a town and the town as a town and its division: `04648 Barrio Mortero, Almería`. The same for a lone street,
    /// `Siena, Tuscany`, and for a county in front: `Quy Nhơn, Bình Định`.
    fn town_and_division(&self) -> Option<Relabelled<'a>> {
        let is_door = |tag: &Tag| matches!(tag, Tag::HouseNumber | Tag::StreetPrefix | Tag::StreetSuffix);
        let front = match self.has(Tag::DependentLocality) {
            true => Tag::DependentLocality,
            false if self.has_any(is_door) => return None,
            false if self.has(Tag::Street) => Tag::Street,
            false if self.has(Tag::Subregion) => Tag::Subregion,
            false => Tag::Venue,
        };
        let is_front = self.start(front)? <= self.start(Tag::Locality)?;
        let has_division = self.has_any(|tag| matches!(tag, Tag::Region | Tag::Subregion) && *tag != front);
        let labels = [(front, Tag::Locality), (Tag::Locality, Tag::Region)];
        (is_front && !has_division).then(|| self.relabelled(&labels))
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

    /// `słoneczna 1, polska nowa wieś` was another village of Poland.
    #[test]
    fn a_country_right_before_the_town_may_be_its_first_word() {
        let of = |raw: &'static str| {
            let address = tree(raw, &[(Tag::Country, "Polska"), (Tag::Locality, "Nowa Wieś")]);
            hypotheses(&address, &Resolved::default()).iter().map(pairs).next()
        };
        assert_eq!(of("Polska Nowa Wieś"), Some(vec![(Tag::Locality, "Polska Nowa Wieś".to_owned())]));
        assert_eq!(of("Polska, Nowa Wieś"), None);
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
    fn a_county_with_a_word_for_a_municipality_is_the_town() {
        let words = [(Tag::Street, "Storgata"), (Tag::HouseNumber, "5"), (Tag::Subregion, "Vane kommune")];
        let municipality = tree("Storgata 5, Vane kommune", &words);
        let found = hypotheses(&municipality, &Resolved::default());
        let town = (Tag::Locality, "Vane kommune".to_owned());
        assert!(found.iter().map(pairs).any(|pairs| pairs.contains(&town)));
        let words = [(Tag::Street, "Storgata"), (Tag::HouseNumber, "5"), (Tag::Subregion, "Vane")];
        let county = tree("Storgata 5, Vane", &words);
        let found = hypotheses(&county, &Resolved::default());
        assert!(found.iter().map(pairs).all(|pairs| pairs.iter().all(|(tag, _)| *tag != Tag::Locality)));
    }

    #[test]
    fn a_county_that_its_region_lacks_may_be_the_town() {
        let words = [(Tag::Subregion, "Thủ Dầu Một"), (Tag::Region, "Bình Dương")];
        let town = tree("Thủ Dầu Một, Bình Dương", &words);
        let of = |placetype| {
            let region = gazetteer().places("Vane County", &[Placetype::County], 1).unwrap().swap_remove(0);
            let region = Some(Place { placetype, ..region });
            let known = Resolved { region, region_known: true, ..Resolved::default() };
            let name = (Tag::Locality, "Thủ Dầu Một".to_owned());
            hypotheses(&town, &known).iter().map(pairs).any(|pairs| pairs.contains(&name))
        };
        assert!(of(Placetype::Region));
        assert!(!of(Placetype::County), "it has the county");
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
