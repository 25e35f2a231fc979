//! The places that an address names, the one that gives the point, and the distances by which places are compared.

use milepost_gazetteer::Place;

use crate::finding::Finding;

/// A postcode belongs to a locality if its point is at most this far from the locality's, beyond both radii.
/// The farthest ZIP of a large US city is some 40 km from the city's centre.
pub(crate) const SAME_PLACE_M: f64 = 25_000.0;
/// Beyond this distance postcode and locality contradict each other. A contradicted postcode never moves the answer:
/// a postcode is wrong as often as a name, and then by up to the width of a country.
pub(crate) const CONTRADICTION_M: f64 = 100_000.0;
/// The same for places that are not cities: villages share their names with others two valleys away.
pub(crate) const VILLAGE_CONTRADICTION_M: f64 = 45_000.0;

/// The margin of an answer without a rival, and the largest margin that counts.
pub(crate) const NO_RIVAL: f64 = 10.0;
/// Places this far apart are two answers, metres.
pub(crate) const ELSEWHERE_M: f64 = 50_000.0;

/// Two answers are at least this far apart beyond their extents, metres.
pub(crate) const APART_M: f64 = 5_000.0;

/// A place of this population is accepted by its name alone.
pub(crate) const WELL_KNOWN: i64 = 100_000;

/// The places an address names; any may be missing.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    pub(crate) country: Option<Place>,
    /// Whether the typed country is not followed, because postcode and locality agree in another one.
    pub(crate) is_country_contradicted: bool,
    pub(crate) region: Option<Place>,
    pub(crate) locality: Option<Place>,
    /// The part of the locality: an arrondissement, a neighbourhood, a village of the commune.
    pub(crate) part: Option<Place>,
    pub(crate) postcode: Option<Place>,
    /// The point of the postcode within the locality, from the register of postcodes, degrees.
    pub(crate) shared_point: Option<(f64, f64)>,
    /// Other places considered for the deciding component, best first.
    pub(crate) runners_up: Vec<Place>,
    /// Whether the gazetteer knows the typed region, even if the answer leaves it out.
    pub(crate) region_known: bool,
    /// Whether the gazetteer knows the typed postcode, even if the answer leaves it out.
    pub(crate) postcode_known: bool,
    /// Whether the postcode is not the typed one but its nearest known number.
    pub(crate) postcode_is_near: bool,
    /// How far the area reaches that stands for the postcode, metres from its point; 0 if the gazetteer has the whole code.
    pub(crate) postcode_reach_m: f64,
    /// Whether nothing decides between the countries that have the postcode, which is all that is known.
    pub(crate) is_postcode_shared: bool,
    /// How far the answer is ahead of the best combination elsewhere, in units of the score; [`NO_RIVAL`] without another combination.
    pub(crate) margin: f64,
    /// The probability of the places elsewhere that fit the text, by the scores.
    pub(crate) others_probability: f64,
    /// Whether the answer leaves out something typed that the gazetteer knows.
    pub(crate) leaves_out: bool,
    /// How far the places reach that fit the text nearly as well, metres from the point of the answer; 0 if there are none.
    pub(crate) others_reach_m: f64,
    /// Findings so far.
    pub(crate) findings: Vec<Finding>,
}

impl Resolved {
    /// The places but the part of the town, the one that says most about the country first.
    pub(crate) fn places(&self) -> impl Iterator<Item = &Place> {
        [&self.locality, &self.postcode, &self.region, &self.country].into_iter().flatten()
    }

    /// Whether there is more than divisions.
    pub(crate) fn has_town_or_postcode(&self) -> bool {
        self.locality.is_some() || self.postcode.is_some()
    }

    /// Whether postcode, region or country say which place of its name the locality is.
    pub(crate) fn is_locality_confirmed(&self) -> bool {
        self.postcode.is_some() || self.region.is_some() || self.country.is_some()
    }

    /// Whether the postcode is the typed one.
    pub(crate) fn has_typed_postcode(&self) -> bool {
        self.postcode.is_some() && !self.postcode_is_near
    }

    /// Whether the locality is a correction of the typed name.
    pub(crate) fn is_corrected(&self) -> bool {
        self.findings.iter().any(|finding| matches!(finding, Finding::LocalityCorrected { .. }))
    }

    /// The place whose chain is the answer's hierarchy.
    pub(crate) fn base(&self) -> Option<Place> {
        self.locality.clone().or_else(|| self.point())
    }

    /// The place that gives the point: the part of the postcode within the locality, if a register has it; otherwise the smaller of
    /// postcode and locality, and the locality if the postcode has no point of its own. On US rows with known points the ZIP misses by 1.8 km at the median and the city's centre by 3.2 km; a
    /// French postcode often spans several communes, and then the commune is smaller.
    pub(crate) fn point(&self) -> Option<Place> {
        let finer = match (&self.postcode, &self.locality) {
            (Some(postcode), Some(locality)) => {
                // Where the register knows no more of a code than its town, the point is the town's.
                let is_own = |lat, lon| locality.distance_m(lat, lon) > ONE_POINT_M;
                let radius = postcode.radius_m().max(self.postcode_reach_m);
                let most = if self.shared_point.is_some() { locality.radius_m() } else { reach_m(locality) };
                // The middle of a wide area says less than the town.
                let is_of_area = |lat, lon| {
                    self.postcode_reach_m > reach_m(locality) && postcode.distance_m(lat, lon) < ONE_POINT_M
                };
                // The mean of its addresses is nearer than the point that a table of codes has for it.
                if postcode.importance.is_some() && postcode.radius_m() <= reach_m(locality) {
                    return Some(postcode.clone());
                }
                match self.shared_point {
                    Some((lat, lon)) if is_own(lat, lon) && !is_of_area(lat, lon) && self.part.is_none() => {
                        return Some(Place { lat, lon, ..postcode.clone() });
                    }
                    _ if radius <= most && is_own(postcode.lat, postcode.lon) => Some(postcode),
                    _ => self.part.as_ref().or(Some(locality)),
                }
            }
            (None, Some(locality)) => self.part.as_ref().or(Some(locality)),
            (postcode, None) => postcode.as_ref(),
        };
        finer.or(self.region.as_ref()).or(self.country.as_ref()).cloned()
    }

    /// How far the area of a truncated postcode reaches whose point is that of the answer, metres; 0 if the answer has a point of its own.
    pub(crate) fn area_m(&self, place: &Place) -> f64 {
        let is_of_area =
            |postcode: &Place| postcode.distance_m(place.lat, place.lon) < ONE_POINT_M && !place.is_area();
        if self.postcode.as_ref().is_some_and(is_of_area) { self.postcode_reach_m } else { 0.0 }
    }
}

/// Points nearer than this are one point that two tables round in their own ways, metres.
const ONE_POINT_M: f64 = 100.0;

/// Radius of a settlement, metres: its extent, or an estimate from its population if that is unknown. A town of 20,000
/// reaches 0.8 km, a city of a million 6.
fn reach_m(locality: &Place) -> f64 {
    locality.radius_m().max(METRES_BY_ROOT_OF_INHABITANTS * (locality.population.max(0) as f64).sqrt())
}

/// Metres of radius per square root of the population: some 9,000 per square kilometre.
const METRES_BY_ROOT_OF_INHABITANTS: f64 = 6.0;

#[cfg(test)]
mod tests {
    use milepost_gazetteer::Placetype;

    use super::*;
    use crate::fixture::{place, postcode};

    #[test]
    fn the_point_is_that_of_the_finest_place() {
        let portland = place("Portland", Placetype::Locality);
        let oregon = place("Oregon", Placetype::Region);
        let mut resolved = Resolved { region: Some(oregon.clone()), ..Resolved::default() };
        assert_eq!(resolved.point(), Some(oregon));
        resolved.locality = Some(portland.clone());
        assert_eq!(resolved.point(), Some(portland.clone()));
        let part = Place { id: 900, placetype: Placetype::Neighbourhood, ..portland };
        resolved.part = Some(part.clone());
        assert_eq!(resolved.point(), Some(part));
        assert_eq!(Resolved::default().point(), None);
    }

    #[test]
    fn of_postcode_and_town_the_smaller_one_gives_the_point() {
        let (portland, code) = (place("Portland", Placetype::Locality), postcode("97201"));
        let of = |postcode: &Place, shared_point| {
            let (postcode, locality) = (Some(postcode.clone()), Some(portland.clone()));
            Resolved { postcode, locality, shared_point, ..Resolved::default() }.point().unwrap()
        };
        assert_eq!(of(&code, None), code);
        let wide = Place { bbox: [45.0, -123.0, 46.0, -122.0], ..code.clone() };
        assert_eq!(of(&wide, None), portland, "a code of many communes");
        let shared = of(&code, Some((45.53, -122.66)));
        assert_eq!((shared.id, shared.lat, shared.lon), (code.id, 45.53, -122.66), "its part in the town");
        let surveyed = Place { importance: Some(0.0), ..code };
        assert_eq!(of(&surveyed, Some((45.53, -122.66))), surveyed, "the mean of its addresses");
    }

    /// `1171 Budapest` was at the level of a postcode and at the middle of the city, `Iqaluit X0A 0H0` in the middle of its area.
    #[test]
    fn a_postcode_without_a_point_of_its_own_gives_none() {
        let (portland, code) = (place("Portland", Placetype::Locality), postcode("97201"));
        let of = |postcode: Place, shared_point, postcode_reach_m| {
            let (postcode, locality) = (Some(postcode), Some(portland.clone()));
            Resolved { postcode, locality, shared_point, postcode_reach_m, ..Resolved::default() }.point()
        };
        let beside = Place { lat: portland.lat + 0.0001, lon: portland.lon, ..code.clone() };
        assert_eq!(of(beside.clone(), Some((beside.lat, beside.lon)), 0.0), Some(portland.clone()));
        let far = Place { lat: portland.lat + 1.0, ..code };
        assert_eq!(of(far.clone(), Some((far.lat, far.lon)), 200_000.0), Some(portland.clone()));
    }
}
