//! The administrative tier: which places the parse names, decided together.
//!
//! Each component alone is ambiguous: `20500` is a ZIP code and a village's postcode elsewhere, `Paris` is in France and
//! in Texas. So candidates of postcode, locality and region are scored as combinations, and the combination that
//! agrees wins over the most populous reading of each word. Where typed components contradict each other, the
//! contradicted one is left out of the answer rather than followed.

use milepost_address::{IntentMarker, Tag};
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, Placetype};

use crate::components::Components;
use crate::located::marker;
use crate::postcode_shape::country_of_shape;
use crate::scope::Scope;

/// Candidates read for a locality; 64 is what the reference reads, and holds every `Springfield`.
const LOCALITIES: usize = 64;
/// Candidates that go into combinations. Postcodes have one place a country.
const COMBINED_LOCALITIES: usize = 24;
const REGIONS: usize = 6;
const POSTCODES: usize = 8;
/// `France` is also the state of its overseas territories, which have country codes of their own.
const COUNTRIES: usize = 12;

/// A postcode belongs to a locality when its point is no farther from the locality's than this, beyond both radii.
/// The farthest ZIP of a large US city is some 40 km from the city's centre.
const SAME_PLACE_M: f64 = 25_000.0;
/// Beyond this distance postcode and locality contradict each other; a contradicted postcode never moves the answer
/// (the reference followed wrong postcodes 1,900 km away until it set this bound).
const CONTRADICTION_M: f64 = 100_000.0;

/// The most prominent place of a name is taken without a word when it is this far ahead of the next, in log10 of inhabitants
/// (contract 2.1).
const DOMINANCE: f64 = 0.5;

/// Scores, in units of log10 inhabitants: agreement must beat any difference in population (7.5), and leaving out a
/// typed component must cost less than contradicting another.
mod score {
    /// Postcode and locality agree.
    pub(super) const POSTCODE_AGREES: f64 = 9.0;
    /// Postcode and locality are far apart.
    pub(super) const POSTCODE_CONTRADICTS: f64 = -14.0;
    /// Locality (or postcode) lies in the region.
    pub(super) const REGION_AGREES: f64 = 9.0;
    /// Locality (or postcode) lies outside the region.
    pub(super) const REGION_CONTRADICTS: f64 = -14.0;
    /// Locality lies where postcodes begin like the one that is not known.
    pub(super) const POSTCODE_AREA_AGREES: f64 = 5.0;
    /// Locality was found by correcting a typing error.
    pub(super) const MISTYPED: f64 = -4.0;
    /// A typed locality is left out.
    pub(super) const WITHOUT_LOCALITY: f64 = -3.0;
    /// A typed postcode is left out.
    pub(super) const WITHOUT_POSTCODE: f64 = -2.0;
    /// A typed region is left out: dearer than leaving out the locality, so that a city the region does not have is
    /// answered by the region and not by its namesake elsewhere.
    pub(super) const WITHOUT_REGION: f64 = -11.0;
    /// A state or country stands where a locality was read: `Texas`, `Portugal`.
    pub(super) const DIVISION_AS_LOCALITY: f64 = -2.0;
    /// A country stands where a region was read; more than any difference in population within the tenth that counts,
    /// so that `TN` alone is Tennessee and not Tunisia.
    pub(super) const COUNTRY_AS_REGION: f64 = -2.0;
    /// The register of postcodes itself gives the locality for the postcode.
    pub(super) const POSTAL_CITY: f64 = 2.0;
}

/// The places an address names; any may be missing.
#[derive(Debug, Default)]
pub(crate) struct Resolved {
    pub(crate) country: Option<Place>,
    pub(crate) region: Option<Place>,
    pub(crate) locality: Option<Place>,
    /// The part of the locality: an arrondissement, a neighbourhood, a village of the commune.
    pub(crate) part: Option<Place>,
    pub(crate) postcode: Option<Place>,
    /// Other places considered for the deciding component, best first.
    pub(crate) runners_up: Vec<Place>,
    /// Whether the gazetteer knows the typed region, be it part of the answer or not.
    pub(crate) region_known: bool,
    /// Whether the gazetteer knows the typed postcode, be it part of the answer or not.
    pub(crate) postcode_known: bool,
    /// What was noticed on the way.
    pub(crate) markers: Vec<IntentMarker>,
}

/// Resolves the administrative components of a parse within a scope.
pub(crate) fn resolve(scope: Scope<'_>, components: &Components<'_>) -> Result<Resolved, GazetteerError> {
    let gazetteer = scope.gazetteer();
    let candidates = Candidates::read(scope, components)?;
    let Some(best) = candidates.best(gazetteer)? else {
        return Ok(Resolved { country: candidates.countries.into_iter().next(), ..Resolved::default() });
    };
    if candidates.mistyped && best.locality.is_some() && !candidates.corroborates_correction(best) {
        return Ok(Resolved { markers: vec![uncorroborated(components)], ..Resolved::default() });
    }
    let markers = markers(components, &candidates, best);
    let Candidates { countries, regions, localities, postcodes, .. } = candidates;
    let (region_known, postcode_known) = (!regions.is_empty(), !postcodes.is_empty());
    let take = |places: &[Place], index: Option<usize>| index.map(|index| places[index].clone());
    let locality = take(&localities, best.locality);
    let postcode = take(&postcodes, best.postcode);
    let region = take(&regions, best.region);
    let answer = locality.as_ref().or(postcode.as_ref()).or(region.as_ref());
    let country =
        countries.into_iter().find(|country| answer.is_none_or(|answer| answer.country == country.country));
    let pool = if locality.is_some() { &localities } else { &postcodes };
    let winner = locality.as_ref().or(postcode.as_ref()).map(|place| place.id);
    let runners_up = pool.iter().filter(|place| Some(place.id) != winner).take(4).cloned().collect();
    let part = match (&locality, components.get(Tag::Locality), components.get(Tag::DependentLocality)) {
        (Some(locality), Some(city), Some(part)) => part_of(gazetteer, locality, city, part)?,
        _ => None,
    };
    Ok(Resolved {
        country,
        region,
        locality,
        part,
        postcode,
        runners_up,
        region_known,
        postcode_known,
        markers,
    })
}

/// What the answer leaves out or decided between.
fn markers(components: &Components<'_>, candidates: &Candidates, best: Combination) -> Vec<IntentMarker> {
    let mut markers = Vec::new();
    let mut left_out = |tag: Tag, code: &'static str, known: bool| {
        if let (Some(text), true) = (components.get(tag), known) {
            markers.push(marker(
                code,
                "admin",
                format!("`{text}` is elsewhere than the rest and was not followed"),
            ));
        }
    };
    left_out(
        Tag::Postcode,
        "postcode_contradicts",
        best.postcode.is_none() && !candidates.postcodes.is_empty(),
    );
    left_out(Tag::Region, "region_contradicts", best.region.is_none() && !candidates.regions.is_empty());
    left_out(
        Tag::Locality,
        "locality_contradicts",
        best.locality.is_none() && !candidates.localities.is_empty(),
    );
    if let (true, Some(index)) = (candidates.mistyped, best.locality) {
        let name = &candidates.localities[index].name;
        markers.push(marker(
            "locality_corrected",
            "typo",
            format!("no such locality is known; {name} was taken"),
        ));
    }
    let alone = best.postcode.is_none() && best.region.is_none() && candidates.countries.is_empty();
    if let (true, [first, second, ..]) = (alone && best.locality.is_some(), &candidates.localities[..]) {
        let margin = prominence(first) - prominence(second);
        if margin < DOMINANCE {
            markers.push(marker(
                "declared_ambiguity",
                "admin",
                format!(
                    "several places are called so; {} in {} is not clearly the one",
                    first.name, first.country
                ),
            ));
        }
    }
    markers
}

fn uncorroborated(components: &Components<'_>) -> IntentMarker {
    let text = components.get(Tag::Locality).unwrap_or_default();
    marker(
        "uncorroborated",
        "typo",
        format!("`{text}` is not known, and nothing else says which place is meant"),
    )
}

/// The place called `part`, or `city part` as arrondissements are (`Paris 8e`), in or beside the locality.
fn part_of(
    gazetteer: &Gazetteer,
    locality: &Place,
    city: &str,
    part: &str,
) -> Result<Option<Place>, GazetteerError> {
    let kinds = [Placetype::Neighbourhood, Placetype::Locality];
    for name in [format!("{city} {part}"), part.to_owned()] {
        let nearest = gazetteer
            .places(&name, &kinds, LOCALITIES)?
            .into_iter()
            .filter(|place| place.country == locality.country && place.id != locality.id)
            .map(|place| (distance_beyond_extent_m(&place, locality), place))
            .filter(|(distance, _)| *distance <= SAME_PLACE_M)
            .min_by(|a, b| a.0.total_cmp(&b.0));
        if let Some((_, place)) = nearest {
            return Ok(Some(place));
        }
    }
    Ok(None)
}

/// Places each component can mean.
#[derive(Debug, Default)]
struct Candidates {
    countries: Vec<Place>,
    regions: Vec<Place>,
    localities: Vec<Place>,
    postcodes: Vec<Place>,
    /// Where an unknown postcode must lie.
    postcode_areas: Vec<Place>,
    /// Id of the locality the postcode register gives.
    postal_city: Option<i64>,
    locality_typed: bool,
    /// Whether the localities are corrections of a name that is not known.
    mistyped: bool,
}

/// Indexes of the chosen candidates.
#[derive(Debug, Clone, Copy, Default)]
struct Combination {
    locality: Option<usize>,
    postcode: Option<usize>,
    region: Option<usize>,
}

impl Candidates {
    fn read(scope: Scope<'_>, components: &Components<'_>) -> Result<Candidates, GazetteerError> {
        let mut candidates = Candidates::default();
        if let Some(country) = components.get(Tag::Country) {
            let named = scope.gazetteer().places(country, &[Placetype::Country], COUNTRIES)?;
            let known = !named.is_empty();
            candidates.countries = named.into_iter().filter(|place| scope.holds(place)).collect();
            if known && candidates.countries.is_empty() {
                // Nothing lies in the country that was written and in another.
                return Ok(Candidates::default());
            }
        }
        if let Some(region) = components.get(Tag::Region) {
            // `DE` is Delaware and Germany, `CA` California and Canada: the locality decides.
            let kinds = [Placetype::Region, Placetype::County, Placetype::Country];
            candidates.regions = scope.places(region, &kinds, REGIONS)?;
        } else if let Some(county) = components.get(Tag::Subregion) {
            candidates.regions = scope.places(county, &[Placetype::County], LOCALITIES)?;
        }
        if let Some(postcode) = components.get(Tag::Postcode) {
            candidates.postcodes = scope.postcodes(postcode)?;
            if candidates.postcodes.is_empty() {
                candidates.postcode_areas = scope.postcode_area(postcode)?;
            }
        }
        if let Some(locality) = components.get(Tag::Locality) {
            candidates.read_locality(scope, locality, components.get(Tag::Postcode))?;
        } else if let Some(part) =
            components.get(Tag::DependentLocality).filter(|_| candidates.postcodes.is_empty())
        {
            candidates.localities =
                scope.places(part, &[Placetype::Neighbourhood, Placetype::Locality], LOCALITIES)?;
            candidates.locality_typed = true;
        }
        if let Some(country) = components.get(Tag::Postcode).and_then(country_of_shape) {
            candidates.prefer_country(country);
        }
        candidates.keep_to_typed_country();
        candidates.keep_to_regions(scope.gazetteer())?;
        candidates.localities.truncate(COMBINED_LOCALITIES);
        candidates.postcodes.truncate(POSTCODES);
        Ok(candidates)
    }

    fn read_locality(
        &mut self,
        scope: Scope<'_>,
        locality: &str,
        postcode: Option<&str>,
    ) -> Result<(), GazetteerError> {
        self.locality_typed = true;
        let settlements = [Placetype::Locality, Placetype::Neighbourhood];
        let any = [Placetype::Locality, Placetype::Neighbourhood, Placetype::Region, Placetype::Country];
        let kinds: &[Placetype] = if self.regions.is_empty() { &any } else { &settlements };
        self.localities = scope.places(locality, kinds, LOCALITIES)?;
        if self.localities.is_empty() && self.regions.is_empty() {
            self.split_region(scope, locality)?;
        }
        if self.localities.is_empty() {
            self.localities = scope.similar(locality, &[Placetype::Locality], LOCALITIES)?;
            self.mistyped = !self.localities.is_empty();
        }
        if let Some(city) = postcode
            .map(|postcode| scope.gazetteer().city_of_postcode(locality, postcode))
            .transpose()?
            .flatten()
        {
            self.postal_city = Some(city.id);
        }
        Ok(())
    }

    /// City and state read as one span: `Springfield IL`. Both must be known, else the span stays unknown.
    fn split_region(&mut self, scope: Scope<'_>, locality: &str) -> Result<(), GazetteerError> {
        let Some((city, state)) = locality.rsplit_once([' ', ',']) else { return Ok(()) };
        let regions = scope.places(state, &[Placetype::Region], REGIONS)?;
        if regions.is_empty() {
            return Ok(());
        }
        let mut localities = scope.places(city, &[Placetype::Locality], LOCALITIES)?;
        localities.retain(|place| regions.iter().any(|region| place.region_id == region.id));
        if !localities.is_empty() {
            (self.regions, self.localities) = (regions, localities);
        }
        Ok(())
    }

    /// Whether something typed beside the locality agrees with its correction.
    fn corroborates_correction(&self, best: Combination) -> bool {
        best.postcode.is_some() || best.region.is_some() || !self.countries.is_empty()
    }

    /// Keeps to localities of `country` where there are any: the shape of the postcode speaks for it.
    fn prefer_country(&mut self, country: &str) {
        if self.localities.iter().any(|place| place.country == country) {
            self.localities.retain(|place| place.country == country);
        }
    }

    /// A country that was written is followed: nothing outside it is a candidate.
    fn keep_to_typed_country(&mut self) {
        let Candidates { countries, regions, localities, postcodes, .. } = self;
        if countries.is_empty() {
            return;
        }
        for places in [regions, localities, postcodes] {
            places.retain(|place| countries.iter().any(|country| country.country == place.country));
        }
    }

    /// With more localities than go into combinations, those of the typed regions and near the postcodes come first.
    fn keep_to_regions(&mut self, gazetteer: &Gazetteer) -> Result<(), GazetteerError> {
        if self.localities.len() <= COMBINED_LOCALITIES {
            return Ok(());
        }
        let mut first = Vec::new();
        let mut rest = Vec::new();
        for place in std::mem::take(&mut self.localities) {
            let near = self
                .postcodes
                .iter()
                .any(|postcode| distance_beyond_extent_m(postcode, &place) < SAME_PLACE_M);
            let mut inside = self.postal_city == Some(place.id);
            for region in &self.regions {
                inside = inside || lies_in(gazetteer, &place, region)?;
            }
            if near || inside { first.push(place) } else { rest.push(place) }
        }
        first.extend(rest);
        self.localities = first;
        Ok(())
    }

    /// The best combination; none when there is nothing to combine.
    fn best(&self, gazetteer: &Gazetteer) -> Result<Option<Combination>, GazetteerError> {
        let in_region = self.containment(gazetteer)?;
        let agreements = self.agreements();
        let choices = |places: &[Place]| (0..places.len()).map(Some).chain([None]).collect::<Vec<_>>();
        let mut best: Option<(f64, Combination)> = None;
        for &locality in &choices(&self.localities) {
            for &postcode in &choices(&self.postcodes) {
                for &region in &choices(&self.regions) {
                    let combination = Combination { locality, postcode, region };
                    if locality.is_none() && postcode.is_none() && region.is_none() {
                        continue;
                    }
                    let score = self.score(combination, &in_region, &agreements);
                    if best.is_none_or(|(highest, _)| score > highest) {
                        best = Some((score, combination));
                    }
                }
            }
        }
        Ok(best.map(|(_, combination)| combination))
    }

    /// For each region: which localities and which postcodes lie in it.
    fn containment(&self, gazetteer: &Gazetteer) -> Result<Vec<[Vec<bool>; 2]>, GazetteerError> {
        let within = |places: &[Place], region: &Place| {
            places.iter().map(|place| lies_in(gazetteer, place, region)).collect::<Result<Vec<_>, _>>()
        };
        self.regions
            .iter()
            .map(|region| Ok([within(&self.localities, region)?, within(&self.postcodes, region)?]))
            .collect()
    }

    /// Agreement of each locality with each postcode.
    fn agreements(&self) -> Vec<Vec<f64>> {
        let of_locality = |locality: &Place| {
            self.postcodes.iter().map(|postcode| self.agreement(postcode, locality)).collect()
        };
        self.localities.iter().map(of_locality).collect()
    }

    fn score(&self, combination: Combination, in_region: &[[Vec<bool>; 2]], agreements: &[Vec<f64>]) -> f64 {
        let Combination { locality, postcode, region } = combination;
        let mut score = 0.0;
        match locality {
            Some(index) => {
                score += prominence(&self.localities[index]);
                if self.mistyped {
                    score += score::MISTYPED;
                }
                if self.postcode_areas.iter().any(|area| {
                    area.country == self.localities[index].country
                        && distance_beyond_extent_m(area, &self.localities[index]) < SAME_PLACE_M
                }) {
                    score += score::POSTCODE_AREA_AGREES;
                }
                if is_division(&self.localities[index]) {
                    score += score::DIVISION_AS_LOCALITY;
                }
                if self.postal_city == Some(self.localities[index].id) && postcode.is_some() {
                    score += score::POSTAL_CITY;
                }
            }
            None if self.locality_typed => score += score::WITHOUT_LOCALITY,
            None => {}
        }
        match (postcode, locality) {
            (Some(postcode), Some(locality)) => score += agreements[locality][postcode],
            (Some(postcode), None) => {
                score +=
                    prominence(&self.postcodes[postcode]) + of_default_country(&self.postcodes[postcode]);
            }
            (None, _) if !self.postcodes.is_empty() => score += score::WITHOUT_POSTCODE,
            (None, _) => {}
        }
        if let Some(region) = region {
            let [localities, postcodes] = &in_region[region];
            let agreement =
                |inside: bool| if inside { score::REGION_AGREES } else { score::REGION_CONTRADICTS };
            score += locality.map_or(0.0, |index| agreement(localities[index]));
            score += postcode.map_or(0.0, |index| agreement(postcodes[index]));
            score += prominence(&self.regions[region]) / 10.0;
            if self.regions[region].placetype == Placetype::Country {
                score += score::COUNTRY_AS_REGION;
            }
        } else if !self.regions.is_empty() {
            score += score::WITHOUT_REGION;
        }
        score
    }

    fn agreement(&self, postcode: &Place, locality: &Place) -> f64 {
        if postcode.country != locality.country {
            return score::POSTCODE_CONTRADICTS;
        }
        let distance = distance_beyond_extent_m(postcode, locality);
        if self.postal_city == Some(locality.id) || is_division(locality) || distance <= SAME_PLACE_M {
            score::POSTCODE_AGREES
        } else if distance <= CONTRADICTION_M {
            // Neither confirmed nor contradicted: falls off with distance.
            score::POSTCODE_AGREES
                * (1.0 - 2.0 * (distance - SAME_PLACE_M) / (CONTRADICTION_M - SAME_PLACE_M))
        } else {
            score::POSTCODE_CONTRADICTS
        }
    }
}

/// Distance between two points less what the places' extents explain, metres.
fn distance_beyond_extent_m(a: &Place, b: &Place) -> f64 {
    (a.distance_m(b.lat, b.lon) - a.radius_m() - b.radius_m()).max(0.0)
}

/// log10 of the inhabitants; a place known by the typed name only as an alternate one must be ten times as large.
fn prominence(place: &Place) -> f64 {
    (place.population.max(0) as f64 + 1.0).log10() - if place.is_primary { 0.0 } else { 1.0 }
}

/// A bare postcode is that of the first of these countries that has it: five digits are used by thirty, and these are the ones
/// whose addresses are read best.
fn of_default_country(place: &Place) -> f64 {
    match place.country.as_str() {
        "US" => 0.5,
        "FR" => 0.4,
        _ => 0.0,
    }
}

fn is_division(place: &Place) -> bool {
    matches!(place.placetype, Placetype::Country | Placetype::Region)
}

/// Whether `place` lies in `region`: a country, a first-level division or a county.
fn lies_in(gazetteer: &Gazetteer, place: &Place, region: &Place) -> Result<bool, GazetteerError> {
    if place.country != region.country {
        return Ok(false);
    }
    if place.id == region.id || place.region_id == region.id || region.placetype == Placetype::Country {
        return Ok(true);
    }
    if region.placetype == Placetype::Region {
        // The row itself says which first-level division it lies in, when it says anything.
        return Ok(
            place.region_id == 0 && gazetteer.ancestors(place.id)?.iter().any(|above| above.id == region.id)
        );
    }
    Ok(gazetteer.ancestors(place.id)?.iter().any(|above| above.id == region.id))
}
