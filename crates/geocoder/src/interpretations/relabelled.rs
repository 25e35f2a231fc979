//! The words of the likeliest parse relabelled as places.
//!
//! The parser mislabels some names each time: one that it splits in two (`Truth or Consequences, NM`), a province after a village (`Agron,
//! Granada`), a part of a town swapped with the town.

use std::borrow::Cow;

use milepost_address::{Span, Tag, Tree};
use milepost_text::names::bare_municipality;

use super::{Edit, Interpretation};
use crate::components::{Components, OF_A_STREET};
use crate::model::Feature;
use crate::query::is_number_of_district;

/// Other tags whose words may be part of a place's name.
const NAMES: [Tag; 5] =
    [Tag::Venue, Tag::Locality, Tag::DependentLocality, Tag::IntersectionA, Tag::IntersectionB];
/// Tags that show that the address has a street or a box, so that what looks like a street is one.
const OF_A_DOOR: [Tag; 6] =
    [Tag::HouseNumber, Tag::Unit, Tag::PoBox, Tag::Cedex, Tag::Attention, Tag::StreetPrefixParticle];

/// The spans that get other labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Relabelling {
    /// A country or region in front of the town, as the first word of its name: `Polska Nowa Wieś`, `Tg. Mureș`.
    CountryInName,
    /// All words that look like street, venue or town as the name of one town: `Truth or Consequences, NM`, `Arapahoe WY`.
    OneName,
    /// A lone street and a number of one or two digits, as a city and its district: `Zürich 8`, `Lima 18`.
    CityAndDistrict,
    /// A part of a town as the town, and the town as its part: `76287 Unterbach Rheinstetten`. The same for a county with the name of its town:
    /// `Netřebice, Nymburk`.
    TownForPart,
    /// A county as the town of its region: `Thủ Dầu Một, Bình Dương`.
    TownForCounty,
    /// A region or county as the town, and the town or the venue as its part: `Trastevere, Roma`, `Podolí, Strakonice`, `Camp Nou, Barcelona`.
    TownForRegion,
    /// The street as the town that the postcode serves, in villages without streets: `Vzorec 22, 1234`.
    VillageAsStreet,
    /// The first of two towns as a part of the second: `Camden, London`. The same for a division in front of the town: `Cavan, Campo Grande`.
    PartAndTown,
    /// A part of a town and the town as a town and its division: `04648 Barrio Mortero, Almería`. The same for a lone street, `Siena, Tuscany`,
    /// and for a county in front: `Quy Nhơn, Bình Định`.
    TownAndDivision,
    /// The second of two towns, or another name beside the town, as the town; the first is left over.
    SecondTown,
}

impl Relabelling {
    /// Its feature; none if the rows of `tasks/training/ranking/ranking.py` say nothing for or against it.
    pub(crate) fn feature(self) -> Option<Feature> {
        Some(match self {
            Relabelling::CountryInName => Feature::CountryInName,
            Relabelling::OneName => Feature::OneName,
            Relabelling::CityAndDistrict => Feature::CityAndDistrict,
            Relabelling::TownForPart => Feature::TownForPart,
            Relabelling::TownForCounty => Feature::TownForCounty,
            Relabelling::TownForRegion => Feature::TownForRegion,
            Relabelling::VillageAsStreet => Feature::VillageAsStreet,
            Relabelling::PartAndTown => Feature::PartAndTown,
            Relabelling::TownAndDivision => return None,
            Relabelling::SecondTown => Feature::SecondTown,
        })
    }

    /// Whether town and part of it change places.
    pub(crate) fn swaps_town_and_part(self) -> bool {
        matches!(self, Relabelling::TownForPart | Relabelling::TownForCounty)
    }
}

/// The parse with words relabelled as places.
pub(crate) fn interpretations<'a>(tree: &'a Tree) -> impl Iterator<Item = Interpretation<'a>> {
    type Rule<'a> = (Relabelling, fn(&Words<'a>) -> Option<Relabelled<'a>>);
    let rules: [Rule<'a>; 10] = [
        (Relabelling::CountryInName, Words::country_in_name),
        (Relabelling::OneName, Words::one_name),
        (Relabelling::CityAndDistrict, Words::city_and_district),
        (Relabelling::TownForPart, Words::town_for_part),
        (Relabelling::TownForCounty, Words::town_for_county),
        (Relabelling::TownForRegion, Words::town_for_region),
        (Relabelling::VillageAsStreet, Words::village_as_street),
        (Relabelling::PartAndTown, Words::part_and_town),
        (Relabelling::TownAndDivision, Words::town_and_division),
        (Relabelling::SecondTown, Words::second_town),
    ];
    let words = Words::of(tree);
    rules.into_iter().filter_map(move |(relabelling, relabelled)| {
        let components = Components::as_written(relabelled(&words)?);
        Some(Interpretation { edit: Edit::Relabelled(relabelling), parse: Cow::Borrowed(tree), components })
    })
}

/// The labelled words of a text, in reading order.
struct Words<'a> {
    raw: &'a str,
    spans: Vec<&'a Span>,
}

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

    fn has_any(&self, is_wanted: impl Fn(&Tag) -> bool) -> bool {
        self.spans.iter().any(|span| is_wanted(&span.tag))
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
    fn with_town(&self, is_wanted: impl Fn(&Tag) -> bool) -> Option<Relabelled<'a>> {
        let is_of_town = |span: &&Span| is_wanted(&span.tag);
        let first = self.spans.iter().position(is_of_town)?;
        let last = self.spans.iter().rposition(is_of_town)?;
        let town = self.raw.get(self.spans[first].start..self.spans[last].end)?;
        let is_one_name = self.spans[first..=last].iter().all(is_of_town);
        let rest = self.relabelled(&[]).into_iter().filter(|(tag, _)| !is_wanted(tag));
        is_one_name.then(|| std::iter::once((Tag::Locality, town)).chain(rest).collect())
    }

    /// Only without a comma, and only if there is more than a town.
    fn one_name(&self) -> Option<Relabelled<'a>> {
        let is_name = |tag: &Tag| OF_A_STREET.contains(tag) || NAMES.contains(tag);
        let is_more = |tag: &Tag| *tag != Tag::Locality && is_name(tag);
        if self.has_any(|tag| OF_A_DOOR.contains(tag)) || !self.has_any(is_more) {
            return None;
        }
        self.with_town(is_name).filter(|words| !words[0].1.contains(','))
    }

    fn country_in_name(&self) -> Option<Relabelled<'a>> {
        let [first, second] = self.spans.windows(2).find(|pair| pair[1].tag == Tag::Locality)? else {
            return None;
        };
        let is_before = matches!(first.tag, Tag::Country | Tag::Region) && self.count(first.tag) == 1;
        if !is_before || self.raw.get(first.end..second.start) != Some(" ") {
            return None;
        }
        self.with_town(|tag| *tag == first.tag || *tag == Tag::Locality)
    }

    fn city_and_district(&self) -> Option<Relabelled<'a>> {
        let [street, number] = self.spans[..] else { return None };
        let is_number = matches!(number.tag, Tag::HouseNumber | Tag::Postcode | Tag::Unit);
        let is_district = is_number_of_district(self.raw.get(number.start..number.end)?);
        let name = self.raw.get(street.start..number.end).filter(|name| !name.contains(','))?;
        (street.tag == Tag::Street && is_number && is_district).then(|| vec![(Tag::Locality, name)])
    }

    fn part_and_town(&self) -> Option<Relabelled<'a>> {
        if self.has(Tag::DependentLocality) {
            return None;
        }
        let is_division = |tag: Tag| matches!(tag, Tag::Region | Tag::Subregion);
        let divisions: Vec<_> = self.spans.iter().filter(|span| is_division(span.tag)).collect();
        let part = match (self.count(Tag::Locality), &divisions[..]) {
            (2, _) => Tag::Locality,
            (1, [division]) if Some(division.start) < self.start(Tag::Locality) => division.tag,
            _ => return None,
        };
        let mut words = self.relabelled(&[]);
        let (first, _) = words.iter_mut().find(|(tag, _)| *tag == part)?;
        *first = Tag::DependentLocality;
        Some(words)
    }

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
                && self.raw.get(span.start..span.end).is_some_and(|name| !bare_municipality(name).is_empty())
        };
        let [span] = self.spans.iter().filter(is_municipality).collect::<Vec<_>>()[..] else { return None };
        (self.count(span.tag) == 1).then(|| self.relabelled(&[(span.tag, Tag::Locality)]))
    }

    fn town_for_county(&self) -> Option<Relabelled<'a>> {
        let is_it =
            self.count(Tag::Subregion) == 1 && self.count(Tag::Locality) == 0 && self.has(Tag::Region);
        is_it.then(|| self.relabelled(&[(Tag::Subregion, Tag::Locality)]))
    }

    fn town_for_region(&self) -> Option<Relabelled<'a>> {
        match [Tag::Region, Tag::Subregion, Tag::DependentLocality].map(|tag| self.count(tag)) {
            [1, 0, 0] if self.has(Tag::Locality) => self.part_of(Tag::Region),
            [1, 0, 0] if self.count(Tag::Venue) == 1 => {
                Some(self.relabelled(&[(Tag::Region, Tag::Locality)]))
            }
            [0, 1, 0] => self.part_of(Tag::Subregion),
            _ => None,
        }
    }

    /// The only town as a part of what has another label.
    fn part_of(&self, town: Tag) -> Option<Relabelled<'a>> {
        let labels = [(Tag::Locality, Tag::DependentLocality), (town, Tag::Locality)];
        (self.count(Tag::Locality) == 1).then(|| self.relabelled(&labels))
    }

    fn second_town(&self) -> Option<Relabelled<'a>> {
        let mut towns = self.spans.iter().filter(|span| span.tag == Tag::Locality);
        let first = towns.next()?;
        let is_door = self.has_any(|tag| OF_A_DOOR.contains(tag));
        let is_name = |span: &&&Span| match span.tag {
            Tag::DependentLocality | Tag::Venue => true,
            Tag::Street => !is_door && self.count(Tag::Street) == 1 && !self.has(Tag::StreetSuffix),
            _ => false,
        };
        let second = towns.next().or_else(|| self.spans.iter().find(is_name))?;
        let text = self.raw.get(second.start..second.end)?;
        let others =
            self.spans.iter().filter(|span| !std::ptr::eq(**span, *second) && !std::ptr::eq(**span, *first));
        let others = others.filter_map(|span| Some((span.tag, self.raw.get(span.start..span.end)?)));
        let first = (Tag::Locality, self.raw.get(first.start..first.end)?);
        Some(std::iter::once((Tag::Locality, text)).chain([first]).chain(others).collect())
    }

    fn village_as_street(&self) -> Option<Relabelled<'a>> {
        let is_town = |tag: &Tag| matches!(tag, Tag::Locality | Tag::DependentLocality);
        if !self.has(Tag::Postcode) || self.has_any(is_town) {
            return None;
        }
        self.with_town(|tag| OF_A_STREET.contains(tag))
    }

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

    fn tree(raw: &str, words: &[(Tag, &str)]) -> Tree {
        let span = |(tag, text): &(Tag, &str)| {
            let start = raw.find(text).unwrap_or_default();
            Span { tag: *tag, start, end: start + text.len(), confidence: 1.0 }
        };
        Tree::from_spans(raw, words.iter().map(span).collect())
    }

    /// The words with the labels of one relabelling.
    fn read(relabelling: Relabelling, raw: &str, words: &[(Tag, &str)]) -> Option<Vec<(Tag, String)>> {
        let tree = tree(raw, words);
        let read = interpretations(&tree).find(|read| read.edit == Edit::Relabelled(relabelling))?;
        Some(read.components.iter().map(|(tag, text)| (tag, text.to_owned())).collect())
    }

    fn pairs(pairs: &[(Tag, &str)]) -> Option<Vec<(Tag, String)>> {
        Some(pairs.iter().map(|(tag, text)| (*tag, (*text).to_owned())).collect())
    }

    /// `słoneczna 1, polska nowa wieś` was another village of Poland.
    #[test]
    fn a_country_right_before_the_town_may_be_its_first_word() {
        let words = [(Tag::Country, "Polska"), (Tag::Locality, "Nowa Wieś")];
        let of = |raw| read(Relabelling::CountryInName, raw, &words);
        assert_eq!(of("Polska Nowa Wieś"), pairs(&[(Tag::Locality, "Polska Nowa Wieś")]));
        assert_eq!(of("Polska, Nowa Wieś"), None);
        let words = [(Tag::Region, "Tg."), (Tag::Locality, "Mureș")];
        let town = read(Relabelling::CountryInName, "Tg. Mureș", &words);
        assert_eq!(town, pairs(&[(Tag::Locality, "Tg. Mureș")]));
    }

    #[test]
    fn a_street_and_a_town_without_a_comma_may_be_one_name() {
        let words = [(Tag::Street, "Gull"), (Tag::Locality, "Lake"), (Tag::Region, "MN")];
        let of = |raw| read(Relabelling::OneName, raw, &words);
        assert_eq!(of("Gull Lake, MN"), pairs(&[(Tag::Locality, "Gull Lake"), (Tag::Region, "MN")]));
        assert_eq!(of("Gull, Lake, MN"), None);
        let house = [(Tag::HouseNumber, "12"), (Tag::Street, "Gull"), (Tag::Locality, "Lake")];
        assert_eq!(read(Relabelling::OneName, "12 Gull Lake", &house), None, "a house stands in a street");
    }

    #[test]
    fn a_part_of_a_town_may_be_the_town() {
        let words = [(Tag::Locality, "Unterbach"), (Tag::DependentLocality, "Rheinstetten")];
        let swapped = [(Tag::DependentLocality, "Unterbach"), (Tag::Locality, "Rheinstetten")];
        assert_eq!(read(Relabelling::TownForPart, "Unterbach Rheinstetten", &words), pairs(&swapped));
    }

    #[test]
    fn a_county_with_a_word_for_a_municipality_is_the_town() {
        let of = |county: &'static str| {
            let words = [(Tag::Street, "Storgata"), (Tag::HouseNumber, "5"), (Tag::Subregion, county)];
            read(Relabelling::TownForPart, &format!("Storgata 5, {county}"), &words)
        };
        assert!(of("Vane kommune").unwrap().contains(&(Tag::Locality, "Vane kommune".to_owned())));
        assert_eq!(of("Vane"), None);
    }

    /// Issue 53: the city was read as a part of its own quarter.
    #[test]
    fn a_division_in_front_of_the_town_may_be_its_part() {
        let words = [(Tag::Subregion, "Cavan"), (Tag::Locality, "Campo Grande")];
        let part = [(Tag::DependentLocality, "Cavan"), (Tag::Locality, "Campo Grande")];
        assert_eq!(read(Relabelling::PartAndTown, "Cavan, Campo Grande", &words), pairs(&part));
        let behind = [words[1], words[0]];
        assert_eq!(read(Relabelling::PartAndTown, "Campo Grande, Cavan", &behind), None);
    }

    #[test]
    fn a_county_may_be_the_town_of_its_region() {
        let words = [(Tag::Subregion, "Thủ Dầu Một"), (Tag::Region, "Bình Dương")];
        let town = [(Tag::Locality, "Thủ Dầu Một"), (Tag::Region, "Bình Dương")];
        assert_eq!(read(Relabelling::TownForCounty, "Thủ Dầu Một, Bình Dương", &words), pairs(&town));
    }

    #[test]
    fn a_name_and_a_town_may_be_a_town_and_its_division() {
        let words = [(Tag::DependentLocality, "Agron"), (Tag::Locality, "Granada")];
        let town = [(Tag::Locality, "Agron"), (Tag::Region, "Granada")];
        assert_eq!(read(Relabelling::TownAndDivision, "Agron, Granada", &words), pairs(&town));
        let house = [(Tag::HouseNumber, "5"), (Tag::Street, "Agron"), (Tag::Locality, "Granada")];
        assert_eq!(read(Relabelling::TownAndDivision, "5 Agron, Granada", &house), None);
    }
}
