//! A geocode as numbers and one text, for a caller in the same process: writing JSON and reading it again would take a seventh of the time of
//! a geocode. The reader is `ts/src/engine/read-geocode.ts`; both go through the fields of [`GeocodeResult`] in their order.

use serde_json::Value;

use crate::{
    AdminCoherence, Candidate, DroppedComponent, GeocodeResult, HierarchyEntry, IntentMarker, PlaceTag,
    Rooftop, Tag,
};

/// Writes `result` without its `input`, which the caller has: into `out` a number for every field, and the texts one behind the other into
/// what is returned. A text is its length in UTF-16 code units, a word of a closed set its place there, a list its length and then its
/// entries, what may be missing a list of none or one or, of a number or a text, NaN. Returns none where `out` is too short.
pub fn write_layout(result: &GeocodeResult, out: &mut [f64]) -> Option<String> {
    let mut layout = Layout { out, at: 0, text: String::with_capacity(TYPICAL_TEXT) };
    layout.result(result)?;
    Some(layout.text)
}

/// Bytes of the texts of most answers.
const TYPICAL_TEXT: usize = 512;

struct Layout<'a> {
    out: &'a mut [f64],
    at: usize,
    text: String,
}

impl Layout<'_> {
    fn result(&mut self, result: &GeocodeResult) -> Option<()> {
        self.number(result.components.len() as f64)?;
        for (tag, value) in &result.components {
            self.tag(tag.parse().ok()?)?;
            let Value::String(value) = value else { return None };
            self.string(value)?;
        }
        self.list(&result.dropped_components, Self::dropped)?;
        self.option(result.lat)?;
        self.option(result.lon)?;
        self.number(result.resolution_tier as u8 as f64)?;
        self.number(result.epistemic_status as u8 as f64)?;
        self.option(result.uncertainty_m)?;
        self.text(result.locality.as_deref())?;
        self.text(result.region.as_deref())?;
        self.text(result.postcode.as_deref())?;
        self.text(result.house_number.as_deref())?;
        self.text(result.street.as_deref())?;
        self.text(result.unit.as_deref())?;
        self.text(result.venue.as_deref())?;
        self.text(result.dependent_locality.as_deref())?;
        self.text(result.country_code.as_deref())?;
        self.list(&result.hierarchy, Self::entry)?;
        self.list(&result.candidates, Self::candidate)?;
        self.list(&result.intent_markers, Self::marker)?;
        self.list(result.admin_coherence.as_slice(), Self::coherence)?;
        self.list(result.rooftop.as_slice(), Self::rooftop)?;
        self.option(result.match_level.map(|level| level as u8 as f64))?;
        self.option(result.accuracy_m)?;
        self.option(result.confidence)?;
        self.option(result.extent_m)?;
        self.option(result.osm.map(|object| f64::from(object.osm_type as u8)))?;
        self.option(result.osm.map(|object| object.osm_id as f64))
    }

    fn dropped(&mut self, dropped: &DroppedComponent) -> Option<()> {
        self.tag(dropped.tag)?;
        self.string(&dropped.value)?;
        self.string(&dropped.kept)
    }

    fn entry(&mut self, entry: &HierarchyEntry) -> Option<()> {
        self.place_tag(entry.tag)?;
        self.string(&entry.value)?;
        self.string(&entry.name)?;
        self.number(entry.lat)?;
        self.number(entry.lon)?;
        self.string(&entry.place_id)
    }

    fn candidate(&mut self, candidate: &Candidate) -> Option<()> {
        self.string(&candidate.name)?;
        self.place_tag(candidate.tag)?;
        self.number(candidate.lat)?;
        self.number(candidate.lon)?;
        self.text(candidate.country_code.as_deref())?;
        self.text(candidate.place_id.as_deref())?;
        self.option(candidate.resolution_tier.map(|tier| tier as u8 as f64))?;
        self.option(candidate.match_level.map(|level| level as u8 as f64))?;
        self.option(candidate.accuracy_m)?;
        match &candidate.within {
            None => self.option(None),
            Some(within) => self.list(within, |layout, name| layout.string(name)),
        }
    }

    fn marker(&mut self, marker: &IntentMarker) -> Option<()> {
        self.string(marker.kind)?;
        self.string(marker.code)?;
        self.string(marker.mechanism)?;
        self.string(&marker.message)?;
        self.text(marker.evidence.as_deref())
    }

    fn coherence(&mut self, coherence: &AdminCoherence) -> Option<()> {
        self.number(coherence.region as u8 as f64)?;
        self.number(coherence.country as u8 as f64)?;
        self.number(coherence.postcode as u8 as f64)
    }

    fn rooftop(&mut self, rooftop: &Rooftop) -> Option<()> {
        self.text(rooftop.locality_norm.as_deref())?;
        self.text(rooftop.postcode.as_deref())
    }

    fn list<T>(&mut self, list: &[T], write: impl Fn(&mut Self, &T) -> Option<()>) -> Option<()> {
        self.number(list.len() as f64)?;
        list.iter().try_for_each(|entry| write(self, entry))
    }

    fn tag(&mut self, tag: Tag) -> Option<()> {
        self.number(tag as u8 as f64)
    }

    fn place_tag(&mut self, tag: PlaceTag) -> Option<()> {
        self.number(tag.number() as f64)
    }

    fn text(&mut self, text: Option<&str>) -> Option<()> {
        match text {
            Some(text) => self.string(text),
            None => self.option(None),
        }
    }

    fn string(&mut self, text: &str) -> Option<()> {
        self.text.push_str(text);
        let length = if text.is_ascii() { text.len() } else { text.encode_utf16().count() };
        self.number(length as f64)
    }

    fn option(&mut self, number: Option<f64>) -> Option<()> {
        self.number(number.unwrap_or(f64::NAN))
    }

    fn number(&mut self, number: f64) -> Option<()> {
        *self.out.get_mut(self.at)? = number;
        self.at += 1;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Map;

    use super::*;
    use crate::{Coherence, EpistemicStatus, MatchLevel, ResolutionTier};

    fn of_one_place() -> GeocodeResult {
        let components = Map::from_iter([("locality".to_owned(), Value::from("Łódź"))]);
        GeocodeResult {
            input: "Łódź".into(),
            components,
            dropped_components: Vec::new(),
            lat: Some(51.75),
            lon: Some(19.5),
            resolution_tier: ResolutionTier::Admin,
            epistemic_status: EpistemicStatus::Observed,
            uncertainty_m: None,
            locality: Some("Łódź".into()),
            region: None,
            postcode: None,
            house_number: None,
            street: None,
            unit: None,
            venue: None,
            dependent_locality: None,
            country_code: Some("PL".into()),
            hierarchy: Vec::new(),
            candidates: Vec::new(),
            intent_markers: Vec::new(),
            admin_coherence: None,
            rooftop: None,
            match_level: Some(MatchLevel::Locality),
            accuracy_m: Some(6_500.0),
            confidence: Some(0.937),
            extent_m: None,
            formatted: None,
            osm: None,
        }
    }

    #[test]
    fn lengths_are_utf16_and_nothing_is_nan() {
        let mut out = [0.0; 32];
        let text = write_layout(&of_one_place(), &mut out).unwrap();
        assert_eq!(text, "ŁódźŁódźPL");
        assert_eq!(out[..7], [1.0, Tag::Locality as u8 as f64, 4.0, 0.0, 51.75, 19.5, 3.0]);
        assert!(out[8].is_nan(), "no uncertainty at this tier");
        assert_eq!(out[9], 4.0);
        assert!(out[10..17].iter().all(|number| number.is_nan()), "parts that were not written");
        assert_eq!(out[17], 2.0);
    }

    /// The places of words: `ts/src/wire/geocode-words.ts` has them in this order.
    #[test]
    fn words_stand_in_the_order_that_readers_know() {
        use Coherence::{Confirmed, Contradicted, Unstated, Unverifiable};
        use EpistemicStatus::{Derived, Designated, Observed, Unresolved};
        use MatchLevel::{Country, County, House, Locality, Point, Postcode, Region};
        use ResolutionTier::{AddressPoint, Admin, Coordinates, PlusCode};
        let tiers = [
            AddressPoint,
            ResolutionTier::Interpolated,
            ResolutionTier::Street,
            Admin,
            PlusCode,
            Coordinates,
        ];
        assert_eq!(tiers.map(|tier| tier as usize), [0, 1, 2, 3, 4, 5]);
        let (between, street) = (MatchLevel::Interpolated, MatchLevel::Street);
        let levels = [Point, House, between, street, Postcode, Locality, County, Region, Country];
        assert_eq!(levels.map(|level| level as usize), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
        let kinds = [
            MatchLevel::Landmark,
            MatchLevel::Airport,
            MatchLevel::NaturalFeature,
            MatchLevel::Island,
            MatchLevel::InformalRegion,
        ];
        assert_eq!(kinds.map(|level| level as usize), [9, 10, 11, 12, 13]);
        assert_eq!(kinds.map(MatchLevel::name), PlaceTag::KINDS.map(PlaceTag::as_str));
        assert_eq!(PlaceTag::KINDS.map(PlaceTag::number), [25, 26, 27, 28, 29]);
        assert_eq!(PlaceTag::Component(Tag::Country).number(), Tag::Country as usize);
        assert_eq!([Unresolved, Designated, Derived, Observed].map(|status| status as usize), [0, 1, 2, 3]);
        assert_eq!([Confirmed, Contradicted, Unstated, Unverifiable].map(|word| word as usize), [0, 1, 2, 3]);
    }

    #[test]
    fn an_array_that_is_too_short_gives_none() {
        assert_eq!(write_layout(&of_one_place(), &mut [0.0; 8]), None);
        assert_eq!(write_layout(&of_one_place(), &mut []), None);
    }
}
