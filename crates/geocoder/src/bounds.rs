//! What the caller knows about an answer besides the text.

use milepost_store::distance_m;

use crate::country::codes::territories_of;

/// Bounds of a geocode in addition to its text; unbounded by default.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct AnswerBounds {
    /// Countries the answer lies in, ISO 3166-1 alpha-2, upper case; empty for all.
    pub countries: Vec<String>,
    /// A point, degrees: of several places that fit the text, the near one is likelier. It excludes nothing.
    pub near: Option<(f64, f64)>,
    /// The box the answer lies in.
    pub bounds: Option<Bounds>,
    /// Answers wanted; none for one answer with the places that were considered for it.
    pub limit: Option<usize>,
    /// Languages of the names in the answer (BCP 47), the preferred one first; the gazetteer's main names without one. They change no
    /// answer.
    pub languages: Vec<String>,
}

impl AnswerBounds {
    /// Bounds nothing.
    pub(crate) const NONE: &'static AnswerBounds =
        &AnswerBounds { countries: Vec::new(), near: None, bounds: None, limit: None, languages: Vec::new() };

    /// Codes of countries as the bounds have them, from codes as callers write them: in any case, and `UK` for `GB`, which many write.
    pub fn codes<S: AsRef<str>>(written: &[S]) -> Vec<String> {
        let code = |written: &S| match written.as_ref().to_uppercase() {
            code if code == "UK" => "GB".to_owned(),
            code => code,
        };
        written.iter().map(code).collect()
    }

    /// The codes that a record can mean whose country has this code: its territories too, which many write with their state
    /// (`San Juan, PR` in `US`).
    pub fn codes_with_territories(code: &str) -> Vec<String> {
        let code = AnswerBounds::codes(&[code]).remove(0);
        let territories: Vec<String> = territories_of(&code).map(str::to_owned).collect();
        std::iter::once(code).chain(territories).collect()
    }

    /// Whether the answer may lie in a country (ISO 3166-1 alpha-2, upper case).
    pub(crate) fn includes(&self, country: &str) -> bool {
        self.countries.is_empty() || self.countries.iter().any(|only| only == country)
    }

    /// Whether a point is so near the given one that a place there is a candidate whatever its size.
    pub(crate) fn is_near(&self, lat: f64, lon: f64) -> bool {
        self.near
            .is_some_and(|(near_lat, near_lon)| distance_m(near_lat, near_lon, lat, lon) <= NEARBY_RADIUS_M)
    }

    /// The point to search around: the given one, otherwise the middle of the box.
    pub(crate) fn middle(&self) -> Option<(f64, f64)> {
        self.near.or(self.bounds.map(|bounds| bounds.middle()))
    }

    /// Whether the bounds exclude anything.
    pub(crate) fn is_bounded(&self) -> bool {
        !self.countries.is_empty() || self.bounds.is_some()
    }

    /// Whether an answer is within the bounds, by its country, if it has one, and its point.
    pub(crate) fn holds(&self, country: Option<&str>, lat: f64, lon: f64) -> bool {
        (self.countries.is_empty() || country.is_some_and(|country| self.includes(country)))
            && self.bounds.is_none_or(|bounds| bounds.contains(lat, lon))
    }

    /// Nearness of a point to the given one: 1 there, falling with the logarithm of the distance to 0 at some 10,000 km; 0 without one.
    pub(crate) fn nearness(&self, lat: f64, lon: f64) -> f64 {
        let Some((near_lat, near_lon)) = self.near else { return 0.0 };
        let distance = distance_m(near_lat, near_lon, lat, lon);
        (1.0 - (1.0 + distance / NEAR_M).log10() / MAGNITUDES).max(0.0)
    }
}

/// Distance within which nearness is 1: the width of a city, metres.
const NEAR_M: f64 = 10_000.0;
/// Powers of ten of [`NEAR_M`] until nearness is 0.
const MAGNITUDES: f64 = 3.0;

/// Places no farther than this from the given point are candidates whatever their size, metres.
const NEARBY_RADIUS_M: f64 = 100_000.0;

/// A box in degrees. One whose `west` is greater than its `east` crosses the antimeridian.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Bounds {
    /// Least latitude.
    pub south: f64,
    /// Longitude of the left edge.
    pub west: f64,
    /// Greatest latitude.
    pub north: f64,
    /// Longitude of the right edge.
    pub east: f64,
}

impl Bounds {
    /// Whether a point lies in the box.
    pub fn contains(&self, lat: f64, lon: f64) -> bool {
        let is_between = if self.west <= self.east {
            (self.west..=self.east).contains(&lon)
        } else {
            lon >= self.west || lon <= self.east
        };
        is_between && (self.south..=self.north).contains(&lat)
    }

    fn middle(&self) -> (f64, f64) {
        let width =
            if self.west <= self.east { self.east - self.west } else { self.east - self.west + 360.0 };
        let lon = self.west + width / 2.0;
        ((self.south + self.north) / 2.0, if lon > 180.0 { lon - 360.0 } else { lon })
    }

    /// The point of the box that is nearest to a point.
    fn nearest(&self, lat: f64, lon: f64) -> (f64, f64) {
        let turn = |from: f64, to: f64| (from - to).abs().min(360.0 - (from - to).abs());
        let lon = match self.contains(self.south, lon) {
            true => lon,
            false if turn(lon, self.west) < turn(lon, self.east) => self.west,
            false => self.east,
        };
        (lat.clamp(self.south, self.north), lon)
    }

    /// Whether a circle reaches into the box. Metres.
    pub(crate) fn meets(&self, lat: f64, lon: f64, radius_m: f64) -> bool {
        let (near_lat, near_lon) = self.nearest(lat, lon);
        distance_m(lat, lon, near_lat, near_lon) <= radius_m
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MARYLAND: Bounds = Bounds { south: 37.9, west: -79.5, north: 39.8, east: -75.0 };
    const FIJI: Bounds = Bounds { south: -20.0, west: 176.0, north: -15.0, east: -178.0 };

    #[test]
    fn a_box_may_cross_the_antimeridian() {
        assert!(MARYLAND.contains(39.3, -76.6));
        assert!(!MARYLAND.contains(40.7, -74.0));
        assert!(FIJI.contains(-18.1, 178.4) && FIJI.contains(-16.8, -179.9));
        assert!(!FIJI.contains(-18.1, 0.0));
    }

    #[test]
    fn a_country_of_a_record_includes_its_territories() {
        assert!(AnswerBounds::codes_with_territories("us").contains(&"PR".to_owned()));
        assert_eq!(AnswerBounds::codes_with_territories("UK")[0], "GB");
        assert_eq!(AnswerBounds::codes_with_territories("de"), ["DE"]);
    }

    #[test]
    fn a_circle_meets_the_box_when_it_reaches_its_edge() {
        let (lat, lon) = (40.0, -77.0);
        assert!(MARYLAND.meets(lat, lon, 25_000.0));
        assert!(!MARYLAND.meets(lat, lon, 20_000.0));
        assert!(MARYLAND.meets(39.0, -77.0, 0.0));
        assert!(FIJI.meets(-18.0, -177.9, 15_000.0));
    }

    #[test]
    fn nearness_falls_with_distance() {
        let options = AnswerBounds { near: Some((48.85, 2.35)), ..AnswerBounds::default() };
        assert_eq!(options.nearness(48.85, 2.35), 1.0);
        let (lyon, new_york) = (options.nearness(45.76, 4.84), options.nearness(40.7, -74.0));
        assert!(lyon > 0.4 && new_york < 0.1, "{lyon} {new_york}");
        assert_eq!(AnswerBounds::NONE.nearness(0.0, 0.0), 0.0);
    }
}
