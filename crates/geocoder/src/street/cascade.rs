//! The order of the street-level tiers: the register's point, then the more certain of neighbours and ranges, then the street.

use milepost_address::{ResolutionTier, Tag};
use milepost_gazetteer::{AddressPoint, AddressPoints, PlaceSound, Shards};
use milepost_store::distance_m;

use crate::components::Components;
use crate::finding::Finding;
use crate::street::weights::{StreetFeature, weight};
use crate::street::{
    Addressed, Houses, Located, ONE_PLACE_M, PlaceQuery, Registers, StreetQuery, address_point, areas, cased,
    centroid, crossing, matcher, neighbours, ranges, rows, street_text,
};

/// The cascade over the open shards.
#[derive(Clone, Copy)]
pub(crate) struct Cascade<'a> {
    pub(crate) shards: &'a Shards,
}

impl Cascade<'_> {
    /// The street-level answer of an address; none if its street is unknown, or it is a post office box. With `corrects`, a street
    /// that no street there has the name of counts as mistyped.
    pub(crate) fn locate(&self, address: Addressed<'_>, corrects: bool) -> Option<Located> {
        if !self.is_searched(address) {
            return None;
        }
        let street = |tag| address.components.get(tag);
        if let (Some(a), Some(b)) = (street(Tag::IntersectionA), street(Tag::IntersectionB)) {
            return self.crossing([a, b], address, corrects);
        }
        if let Some(crossing) = self.unlabelled_crossing(address, corrects) {
            return Some(crossing);
        }
        let Some(query) = StreetQuery::of(address) else {
            return self.unlabelled_street(address);
        };
        let mut best: Option<Located> = None;
        for registers in self.registers(&query) {
            let Some(located) = self.in_registers(&registers, &query, corrects) else { continue };
            if query.number.is_none() || located.tier == ResolutionTier::AddressPoint {
                return Some(located);
            }
            // A register knows the street alone; OpenStreetMap may know the house.
            let is_better = best.as_ref().is_none_or(|best| !best.is_house() && located.is_house());
            if is_better {
                best = Some(located);
            }
        }
        best
    }

    pub(crate) fn has_maps(&self) -> bool {
        self.shards.has_area(areas::is_osm)
    }

    /// Whether streets of a map of a country (ISO 3166-1 alpha-2, lower case) are open.
    pub(crate) fn has_map_of(&self, country: &str) -> bool {
        self.shards.has_area(|area| areas::is_osm(area) && areas::country_of(area) == country)
    }

    fn crossing(&self, halves: [&str; 2], address: Addressed<'_>, corrects: bool) -> Option<Located> {
        let [a, b] = halves.map(|half| StreetQuery::of_street(half, address));
        let (a, b) = (a?, b?);
        self.registers(&a).find_map(|registers| crossing::locate(&registers, [&a, &b], corrects))
    }

    /// A crossing whose streets are labelled as one street, or as a venue.
    fn unlabelled_crossing(&self, address: Addressed<'_>, corrects: bool) -> Option<Located> {
        let labelled = [Tag::Venue, Tag::DependentLocality].map(|tag| address.components.get(tag));
        let street = address.components.street();
        street.as_deref().into_iter().chain(labelled.into_iter().flatten()).find_map(|text| {
            let (a, b) = BETWEEN_STREETS.iter().find_map(|sign| text.split_once(sign))?;
            self.crossing([a, b], address, corrects)
        })
    }

    /// The street whose very name is labelled as a venue or as an unknown part of the town: `Munyu Road, Nairobi`. Only of maps, which
    /// have every street of a town with and without houses.
    fn unlabelled_street(&self, address: Addressed<'_>) -> Option<Located> {
        let part = address.components.get(Tag::DependentLocality).filter(|_| address.resolved.part.is_none());
        let query = StreetQuery::of_street(address.components.get(Tag::Venue).or(part)?, address)?;
        self.registers(&query)
            .filter(|registers| registers.houses.has_loose_towns)
            .find_map(|registers| self.in_registers(&registers, &query, false))
            .filter(|located| located.findings.is_empty())
    }

    /// The answer of one area's registers: on the street of the index whose name and house fit best, or under the typed name if the
    /// index is missing.
    fn in_registers(
        &self,
        registers: &Registers<'_>,
        query: &StreetQuery,
        corrects: bool,
    ) -> Option<Located> {
        let houses = &registers.houses;
        let of_houses = houses.open.map(AddressPoints::street_index);
        let indexes = registers.street_indexes();
        // A register that an earlier version built has its streets under their keys alone.
        if indexes.is_empty() || of_houses.is_some_and(|index| index.is_none()) {
            return self.in_area(registers, query);
        }
        // No other street fits better than one that is filed as it is typed and has the house.
        let exact = address_point::locate(houses, query).filter(|located| located.findings.is_empty());
        if exact.is_some() {
            return exact;
        }
        let query = &matcher::in_words_of_the_registers(self.shards, &indexes, query);
        let is_loose = houses.has_loose_towns;
        let mut found: Vec<(f64, Located)> = Vec::new();
        for street in matcher::matches(self.shards, &indexes, query, matcher::Search { corrects, is_loose })
            .into_iter()
            .take(STREETS)
        {
            let query = query.of_register(street.norm, street.compared);
            if query.is_other_name() && !corrects {
                continue;
            }
            let is_hopeless =
                found.iter().any(|(score, _)| street.score + weight(StreetFeature::House) < *score);
            if is_hopeless {
                break;
            }
            let Some(located) = self.in_area(registers, &query) else { continue };
            if query.is_other_name() && located.findings.iter().any(Finding::is_of_another_number) {
                // Nothing confirms the street.
                continue;
            }
            found.push((street.score + of_house(&located), marked(located, &query)));
        }
        let located = best(found).or_else(|| match is_loose {
            // The town has only streets of other names, and another one may have the very street and house.
            true => self.in_area(registers, query),
            // The ranges may have a street that the register of houses lacks.
            false => self.on_street(registers, &[], query),
        });
        match is_loose {
            true => better_nearby(houses, query, located),
            false => located,
        }
    }

    /// The answer of the register of an area for an address whose place is not resolved: under its typed postcode and locality, or
    /// anywhere if it has neither. `sounds` are those of the place. Without a street, the house of the number in the postcode.
    pub(crate) fn in_register(
        &self,
        area: &str,
        components: &Components<'_>,
        place: &PlaceQuery,
        sounds: &[PlaceSound],
    ) -> Option<Located> {
        let registers = Registers::of(self.shards, area);
        let index = registers.houses.open?.street_index()?;
        let knows = |sound| !self.shards.or_miss(index.places(sound)).is_empty();
        if !place.is_unstated() && !sounds.iter().any(knows) {
            return None;
        }
        let country = areas::country_of(area);
        let Some(street) = street_text(components) else {
            return address_point::of_postcode(&registers.houses, components);
        };
        if place.is_unstated() && !matcher::is_known(self.shards, index, &street, country) {
            return None;
        }
        let country = country.to_owned();
        let query = StreetQuery::new(&street, country, Vec::new(), components, place.clone())?;
        self.in_registers(&registers, &query, false)
    }

    /// Whether an open register of houses covers the place, so that it would know the street.
    pub(crate) fn covers(&self, address: Addressed<'_>) -> bool {
        let has_houses = |registers: Registers<'_>| registers.houses.open.is_some();
        self.is_searched(address)
            && StreetQuery::of(address).is_some_and(|query| self.registers(&query).any(has_houses))
    }

    /// Whether a register may know the address. A box is at a post office, wherever its holder lives; with a house number too, the
    /// address refers to the house.
    fn is_searched(&self, Addressed { components, .. }: Addressed<'_>) -> bool {
        let is_box = components.get(Tag::PoBox).is_some() && components.get(Tag::HouseNumber).is_none();
        !is_box && !self.shards.is_empty()
    }

    /// The open registers that may hold a street, those of the narrowest area first.
    pub(crate) fn registers(&self, query: &StreetQuery) -> impl Iterator<Item = Registers<'_>> {
        query.areas.iter().map(|area| Registers::of(self.shards, area)).filter(Registers::are_open)
    }

    /// The answer of one area's registers, the finest tier first.
    fn in_area(&self, registers: &Registers<'_>, query: &StreetQuery) -> Option<Located> {
        let houses = &registers.houses;
        if houses.open.is_none() {
            return self.on_street(registers, &[], query);
        }
        let here = address_point::locate(houses, query);
        // A register with loose towns may have the very number under another town.
        if houses.has_loose_towns
            && here.as_ref().is_some_and(is_of_other_number)
            && let Some(nearby) =
                address_point::nearby(houses, query).filter(|nearby| !is_of_other_number(nearby))
        {
            return Some(nearby);
        }
        here.or_else(|| {
            let mut street = rows::find(houses, query);
            let among = address_point::among(houses, query, &street);
            among.or_else(|| {
                let around = rows::nearby(houses, query);
                // A range has no spelling of its own numbers: it is found among the rows.
                if let Some(range) = address_point::among(houses, query, &around) {
                    return Some(range);
                }
                if street.is_empty() {
                    street = around;
                }
                self.on_street(registers, &street, query)
                    .or_else(|| address_point::nearby(houses, query))
                    .or_else(|| address_point::only_one(houses, query))
                    .or_else(|| centroid::only_one(houses, query))
            })
        })
    }

    /// Interpolation or the street itself.
    fn on_street(
        &self,
        registers: &Registers<'_>,
        rows: &[AddressPoint],
        query: &StreetQuery,
    ) -> Option<Located> {
        let between = neighbours::between(rows, query);
        let ranged = ranges::locate(&registers.ranges, query);
        let by_number = between.into_iter().chain(ranged);
        by_number.min_by(|a, b| a.uncertainty_m.total_cmp(&b.uncertainty_m)).or_else(|| {
            // Houses say where the street is, and the map which way it is.
            let way = || centroid::of_centroids(&registers.centroids, query).and_then(|street| street.osm);
            let mut located = centroid::of_points(rows, query)
                .map(|located| Located { osm: way(), ..located })
                .or_else(|| centroid::of_centroids(&registers.centroids, query))
                .or_else(|| centroid::nearby(&registers.centroids, query))
                .or_else(|| centroid::of_segments(&registers.ranges, query))?;
            let number = query.number.as_ref().map(|number| number.text().to_owned());
            located.findings.extend(number.map(|number| Finding::HouseNumberUnknown { number }));
            Some(located)
        })
    }
}

/// Whether a house of another number answers.
fn is_of_other_number(located: &Located) -> bool {
    let is_other = |finding: &Finding| {
        finding.is_of_another_number() || matches!(finding, Finding::HouseNumberBase { .. })
    };
    located.findings.iter().any(is_other)
}

/// The house of the typed street and number within reach of the town, where towns are loose and the town itself has no such house: the
/// house may be filed under a suburb or under no town, and the town may spell the street otherwise. An interpolation between two
/// neighbours in the town yields only to a house without a town.
fn better_nearby(houses: &Houses<'_>, query: &StreetQuery, located: Option<Located>) -> Option<Located> {
    let is_exact =
        |located: &Located| located.tier == ResolutionTier::AddressPoint && !is_of_other_number(located);
    if query.number.is_none() || located.as_ref().is_some_and(is_exact) {
        return located;
    }
    let is_between = located
        .as_ref()
        .is_some_and(|located| located.tier == ResolutionTier::Interpolated && located.findings.is_empty());
    let is_elsewhere = |finding: &Finding| matches!(finding, Finding::LocalityDiffers { .. });
    let nearby = address_point::nearby(houses, query).filter(|nearby| {
        !(is_of_other_number(nearby) || is_between && nearby.findings.iter().any(is_elsewhere))
    });
    nearby.or(located)
}

/// Signs between the streets of a crossing.
pub(crate) const BETWEEN_STREETS: [&str; 3] = [" & ", " @ ", " / "];

/// Streets that are searched for the house.
const STREETS: usize = 6;

/// What an answer on a street adds to the street's score.
fn of_house(located: &Located) -> f64 {
    let has = |is: fn(&Finding) -> bool| located.findings.iter().any(is);
    let number = match located.tier {
        ResolutionTier::AddressPoint if has(|finding| matches!(finding, Finding::HouseNumberBase { .. })) => {
            weight(StreetFeature::NumberBase)
        }
        ResolutionTier::AddressPoint => weight(StreetFeature::House),
        ResolutionTier::Interpolated => weight(StreetFeature::Interpolated),
        _ => 0.0,
    };
    let mut score = number;
    if has(|finding| matches!(finding, Finding::LocalityDiffers { .. })) {
        score += weight(StreetFeature::LocalityDiffers);
    }
    if has(|finding| matches!(finding, Finding::PostcodeDiffers { .. })) {
        score += weight(StreetFeature::PostcodeDiffers);
    }
    score
}

/// The answer with what differs between the typed street and its own.
fn marked(mut located: Located, query: &StreetQuery) -> Located {
    if query.is_corrected() {
        located.findings.push(Finding::StreetCorrected { taken: cased(&located.street) });
    } else if query.is_other_name() {
        located.findings.push(Finding::StreetDiffers { filed: cased(&located.street) });
    }
    located
}

/// The answer of the best score; one that is as good elsewhere makes it ambiguous.
fn best(mut found: Vec<(f64, Located)>) -> Option<Located> {
    found.sort_by(|a, b| b.0.total_cmp(&a.0));
    let mut found = found.into_iter();
    let (score, mut first) = found.next()?;
    let is_other = |other: &Located| distance_m(first.lat, first.lon, other.lat, other.lon) > ONE_PLACE_M;
    let margin = if score >= weight(StreetFeature::Same) + weight(StreetFeature::House) {
        f64::MIN_POSITIVE
    } else {
        weight(StreetFeature::Margin)
    };
    let rivals: Vec<Located> = found
        .take_while(|(other, _)| score - other < margin)
        .map(|(_, other)| other)
        .filter(is_other)
        .collect();
    if !rivals.is_empty() {
        let streets = std::iter::once(&first).chain(&rivals).map(|located| cased(&located.street)).collect();
        first.others.extend(rivals.iter().map(|rival| (rival.lat, rival.lon)));
        first.findings.push(Finding::SeveralStreets { streets });
    }
    Some(first)
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use tempfile::TempDir;

    use super::*;
    use crate::street::fixture::{asked, cascade, codes, map_of};

    fn located(address: &str) -> Option<Located> {
        cascade().locate(asked(address).address(), true)
    }

    /// The registers of the fixture with a map of OpenStreetMap beside them.
    fn with_map() -> &'static Shards {
        static OPEN: LazyLock<(TempDir, Shards)> = LazyLock::new(|| {
            let root = map_of(
                "area\tnumber\tstreet\tunit\tpostcode\tlocality\tlat\tlon
us-or\t20\tLarch St\t\t\tPortland\t45.6000\t-122.6900
us-or\t26\tLarch St\t\t\tPortland\t45.5112\t-122.6901
us-or\t7\tQuince Ct\t\t\tMaplewood\t45.5200\t-122.6900
us-or\t9\tQuince Ct\t\t\tFarwood\t44.0000\t-121.0000
us-or\t377-379\tHazel Rd\t\t\t\t45.5300\t-122.6900
us-or\t10-40\tRowan St\t\t\tPortland\t45.5200\t-122.6900
us-or\t20-24\tRowan St\t\t\tPortland\t45.5250\t-122.6900
us-or\t1\tSorrel Ave\t\t\tPortland\t45.5200\t-122.6900
us-or\t66\tSorrel St\t\t\tMaplewood\t45.5260\t-122.6900
us-or\t10\tTeasel Rd\t\t\tPortland\t45.5200\t-122.6900
us-or\t14\tTeasel Rd\t\t\tPortland\t45.5205\t-122.6900
us-or\t12\tTeasel Rd\t\t\tMaplewood\t45.5400\t-122.6900
us-or\t90\tTeasel Rd\t\t\tMaplewood\t45.5410\t-122.6900
us-or\t25\tTeasel\t\t\t\t45.5210\t-122.6900",
                &[
                    ("Quince Ct", &[[455_200_000, -1_226_900_000], [455_210_000, -1_226_910_000]]),
                    ("Medlar Ave", &[[455_210_000, -1_226_910_000], [455_300_000, -1_226_900_000]]),
                ],
            );
            let shards = Shards::open(root.path());
            (root, shards)
        });
        &OPEN.1
    }

    fn in_map(address: &str) -> Option<Located> {
        Cascade { shards: with_map() }.locate(asked(address).address(), true)
    }

    #[test]
    fn a_house_is_that_of_the_register_or_of_the_map_in_the_town_or_beside_it() {
        for (address, lat) in [
            ("house_number=20; street=Larch St", 45.511),
            ("house_number=26; street=Larch St", 45.5112),
            ("house_number=7; street=Quince Ct", 45.52),
            // A range without a town, and the tightest of two.
            ("house_number=377; street=Hazel Rd", 45.53),
            ("house_number=22; street=Rowan St", 45.525),
            // A street of another name in the town does not hide the very street beside it.
            ("house_number=66; street=Sorrel St", 45.526),
            // `Strada Liviu Deleanu 5/1, Chișinău` is in a suburb, and the town has a street of the name.
            ("house_number=90; street=Teasel Rd", 45.541),
            ("house_number=25; street=Teasel", 45.521),
        ] {
            let house = in_map(&format!("{address}; locality=Portland; region=OR")).unwrap();
            assert_eq!((house.tier, house.lat), (ResolutionTier::AddressPoint, lat), "{address}");
        }
        let suburb = in_map("house_number=7; street=Quince Ct; locality=Portland; region=OR").unwrap();
        assert_eq!(codes(&suburb), ["locality_differs"]);
        let far = in_map("house_number=9; street=Quince Ct; locality=Portland; region=OR");
        assert!(far.is_none_or(|far| far.tier != ResolutionTier::AddressPoint), "200 km away");
        let between = in_map("house_number=12; street=Teasel Rd; locality=Portland; region=OR").unwrap();
        assert_eq!(between.tier, ResolutionTier::Interpolated, "its neighbours in the town are nearer");
    }

    #[test]
    fn streets_of_a_map_cross_where_their_lines_share_a_vertex() {
        let corner = |address| in_map(address).map(|located| (located.lat, located.lon));
        let labelled =
            corner("intersection_a=Quince Ct; intersection_b=Medlar Ave; locality=Portland; region=OR");
        assert_eq!(labelled, Some((45.521, -122.691)));
        assert_eq!(corner("street=Quince Ct & Medlar Ave; locality=Portland; region=OR"), labelled);
        assert_eq!(corner("venue=Quince Ct & Medlar Ave; locality=Portland; region=OR"), labelled);
    }

    #[test]
    fn a_street_of_a_map_may_be_labelled_as_a_venue() {
        let street = in_map("venue=Medlar Ave; locality=Portland; region=OR").unwrap();
        assert_eq!(street.tier, ResolutionTier::Street);
        assert!(in_map("venue=Larch Gallery; locality=Portland; region=OR").is_none());
    }

    #[test]
    fn of_neighbours_and_ranges_the_surer_one_answers() {
        let larch = "house_number=24; street=Larch St; locality=Portland; region=OR; postcode=97201";
        let larch = located(larch).unwrap();
        assert!((larch.lat - 45.5114).abs() < 1e-5, "neighbours 111 m apart beat a range of 1.1 km");
        let myrtle = "house_number=3; street=Myrtle St; locality=Portland; region=OR; postcode=97201";
        let myrtle = located(myrtle).unwrap();
        assert!(myrtle.uncertainty_m < 80.0, "a range of 100 m beats neighbours across the street");
    }

    #[test]
    fn a_box_has_no_street_unless_a_house_is_named() {
        assert!(located("po_box=PO Box 9; street=Larch St; locality=Portland; region=OR").is_none());
        let house = "po_box=PO Box 9; house_number=20; street=Larch St; locality=Portland; region=OR";
        assert!(located(house).is_some_and(|located| located.tier == ResolutionTier::AddressPoint));
    }

    #[test]
    fn a_street_is_corrected_only_where_that_is_asked_for() {
        let address = "house_number=20; street=Lrach St; locality=Portland; region=OR; postcode=97201";
        assert_eq!(codes(&located(address).unwrap()), ["street_corrected"]);
        assert!(cascade().locate(asked(address).address(), false).is_none());
    }

    #[test]
    fn a_street_of_a_longer_name_is_reported_and_less_certain() {
        let cedar = "house_number=3; street=Cedar Ln; locality=Portland; region=OR; postcode=97201";
        let cedar = located(cedar).unwrap();
        assert_eq!(cedar.findings, [Finding::StreetDiffers { filed: "N Cedar Ln".to_owned() }]);
        assert_eq!(cedar.uncertainty_m, 100.0);
        let other = "house_number=3; street=S Cedar Ln; locality=Portland; region=OR; postcode=97201";
        assert!(located(other).is_none(), "the other direction");
    }

    #[test]
    fn a_place_is_covered_if_a_register_has_its_houses() {
        let covers = |address| cascade().covers(asked(address).address());
        assert!(covers("street=Quarry Loop; locality=Portland; region=OR"));
        assert!(!covers("street=Quarry Loop; locality=Springfield; region=IL"), "no register of Illinois");
        assert!(!covers("street=Quarry Loop; po_box=PO Box 9; locality=Portland; region=OR"));
        assert!(!covers("locality=Portland; region=OR"), "no street is named");
    }
}
