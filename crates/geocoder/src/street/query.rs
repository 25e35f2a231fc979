//! The street part of an address, as keys of shards.

use milepost_address::Tag;
use milepost_gazetteer::{Place, PlaceSound, Scope, usual_radius_m};
use milepost_text::{
    HouseNumber, StreetComparison, locality_key, postcode_key, street_key_variants, street_norms,
    us_state_code, word_class,
};

use crate::components::Components;
use crate::named_places::Resolved;
use crate::street::areas;

/// An address and the places that it names.
#[derive(Clone, Copy)]
pub(crate) struct Addressed<'a> {
    pub(crate) components: &'a Components<'a>,
    pub(crate) resolved: &'a Resolved,
    /// The places that contain the resolved ones.
    pub(crate) above: &'a [Place],
}

/// The street part of an address.
#[derive(Debug, Clone)]
pub(crate) struct StreetQuery {
    /// ISO 3166-1 alpha-2, lower case.
    pub(crate) country: String,
    /// Areas of shards that may hold the street, the narrowest first: `us-md`, `us`.
    pub(crate) areas: Vec<String>,
    /// Norms of the street, the likeliest first.
    pub(crate) norms: Vec<String>,
    /// Keys of the street, the likeliest first.
    pub(crate) keys: Vec<String>,
    /// The street as typed.
    pub(crate) street: String,
    pub(crate) number: Option<HouseNumber>,
    /// Key of the unit.
    pub(crate) unit: Option<String>,
    pub(crate) place: PlaceQuery,
    /// How the street of the register, whose norm and key these are, differs from the typed one; none before it is chosen.
    pub(crate) compared: Option<StreetComparison>,
}

/// How far a town reaches, in radii that are usual for its population, and the least reach of a city, metres: as far as Nominatim takes a
/// street for one of a city without a boundary (docs/customize/Ranking.md).
const REACH: f64 = 2.0;
const CITY_REACH_M: f64 = 15_000.0;
/// Population of a city.
const CITY: i64 = 100_000;

/// The place part of an address, as far as streets need it.
#[derive(Debug, Clone, Default)]
pub(crate) struct PlaceQuery {
    /// Key of the postcode.
    pub(crate) postcode: Option<String>,
    /// Keys of the locality: as typed, as the gazetteer names it, and of its part.
    pub(crate) localities: Vec<String>,
    /// Whether the address itself names a locality.
    pub(crate) is_locality_typed: bool,
    /// What the answer must be near: the resolved postcode and locality.
    pub(crate) anchors: Vec<Place>,
}

impl PlaceQuery {
    /// Keys of the postcode and of the places that an address names, and where they are.
    pub(crate) fn of(components: &Components<'_>, resolved: &Resolved) -> PlaceQuery {
        let mut localities: Vec<String> = Vec::new();
        let typed = [Tag::Locality, Tag::DependentLocality].into_iter().filter_map(|tag| components.get(tag));
        let named = [&resolved.locality, &resolved.part].into_iter().flatten().map(|place| &*place.name);
        for name in typed.chain(named) {
            let key = locality_key(name);
            if !key.is_empty() && !localities.contains(&key) {
                localities.push(key);
            }
        }
        // The parser may label a postcode without other components as the locality.
        let number =
            components.get(Tag::Locality).filter(|name| name.bytes().all(|byte| byte.is_ascii_digit()));
        let postcode = components.get(Tag::Postcode).or(number).map(|postcode| {
            let key = postcode_key(postcode);
            // ZIP+4, and a country's letters before the code.
            match key.split_once('-') {
                Some((zip, plus)) if zip.len() == 5 && plus.len() == 4 => zip.to_owned(),
                Some((letters, code))
                    if letters.len() <= 2 && letters.bytes().all(|byte| byte.is_ascii_alphabetic()) =>
                {
                    code.to_owned()
                }
                _ => key,
            }
        });
        let anchors =
            [&resolved.part, &resolved.locality, &resolved.postcode].into_iter().flatten().cloned().collect();
        let is_locality_typed =
            components.has_any(&[Tag::Locality, Tag::DependentLocality]) && number.is_none();
        PlaceQuery { postcode, localities, is_locality_typed, anchors }
    }

    /// Scopes to look in, the narrowest first.
    pub(crate) fn scopes(&self) -> impl Iterator<Item = Scope<'_>> {
        let postcode = self.postcode.as_deref().map(Scope::Postcode);
        postcode.into_iter().chain(self.localities.iter().map(|name| Scope::Locality(name)))
    }

    /// The scopes as the indexes of streets have them.
    pub(crate) fn sounds(&self) -> Vec<PlaceSound> {
        self.scopes().map(PlaceSound::from).collect()
    }

    /// Whether the address names no place within its state or country.
    pub(crate) fn is_unstated(&self) -> bool {
        self.postcode.is_none() && self.localities.is_empty()
    }

    /// Whether a point may be in the town of the address, as people write it: within twice the usual radius of its population, where the
    /// extent of the town is not known.
    pub(crate) fn may_hold(&self, lat: f64, lon: f64) -> bool {
        let reach = |anchor: &Place| {
            let of_city = if anchor.population >= CITY { CITY_REACH_M } else { 0.0 };
            anchor.radius_m().max(REACH * usual_radius_m(anchor.population)).max(of_city)
        };
        self.anchors.iter().any(|anchor| anchor.distance_m(lat, lon) <= reach(anchor))
    }

    /// Metres to the nearest anchor beyond its extent; none without an anchor.
    pub(crate) fn distance_m(&self, lat: f64, lon: f64) -> Option<f64> {
        let beyond = |anchor: &Place| (anchor.distance_m(lat, lon) - anchor.radius_m()).max(0.0);
        self.anchors.iter().map(beyond).min_by(f64::total_cmp)
    }
}

impl StreetQuery {
    /// The query of an address; none if it names no street, or no area is known.
    pub(crate) fn of(address: Addressed<'_>) -> Option<StreetQuery> {
        StreetQuery::of_street(&street_text(address.components)?, address)
    }

    /// The query for a named street in the resolved place of an address.
    pub(crate) fn of_street(street: &str, address: Addressed<'_>) -> Option<StreetQuery> {
        let Addressed { components, resolved, .. } = address;
        let country = country(resolved)?;
        let areas = areas(&country, address);
        StreetQuery::new(street, country, areas, components, PlaceQuery::of(components, resolved))
    }

    /// The query of a street in some areas of a country (lower case); none if it names no street.
    pub(crate) fn new(
        street: &str,
        country: String,
        areas: Vec<String>,
        components: &Components<'_>,
        place: PlaceQuery,
    ) -> Option<StreetQuery> {
        let norms = street_norms(street, &country);
        if norms.first().is_none_or(String::is_empty) {
            return None;
        }
        Some(StreetQuery {
            keys: street_key_variants(street, &country),
            street: street.to_owned(),
            unit: components.get(Tag::Unit).map(str::to_lowercase),
            place,
            areas,
            number: components.get(Tag::HouseNumber).and_then(HouseNumber::parse),
            country,
            norms,
            compared: None,
        })
    }

    /// The same query for a street of the register, by the norm of its rows.
    pub(crate) fn of_register(&self, norm: String, compared: StreetComparison) -> StreetQuery {
        StreetQuery {
            keys: street_key_variants(&norm, &self.country),
            norms: vec![norm],
            compared: Some(compared),
            ..self.clone()
        }
    }

    /// Whether the chosen street has a name other than the typed one.
    pub(crate) fn is_other_name(&self) -> bool {
        self.compared.is_some_and(|compared| !compared.is_same_name())
    }

    /// Whether a typo in the name is all that differs.
    pub(crate) fn is_corrected(&self) -> bool {
        let without = |compared: StreetComparison| StreetComparison { typos: 0.0, ..compared };
        self.compared.is_some_and(|compared| compared.typos > 0.0 && without(compared).is_same_name())
    }

    /// The house number in the street's count; none for grids such as `N6W23001`.
    pub(crate) fn base_number(&self) -> Option<i64> {
        self.number.as_ref()?.base().map(i64::from)
    }

    /// Whether localities have postal names and not those of municipalities, so that a register may use a
    /// different name than people do.
    pub(crate) fn has_postal_cities(&self) -> bool {
        matches!(self.country.as_str(), "us" | "pr" | "vi" | "ca" | "gb" | "ie" | "au" | "nz")
    }
}

/// The whole street. A directional that was parsed as a unit belongs to it. Where houses are counted in a part of town or in the village,
/// that is their street: `恩多町四丁目1-3`, `Łąka 224`.
pub(crate) fn street_text(components: &Components<'_>) -> Option<String> {
    let Some(street) = components.street() else {
        let counted_in =
            || [Tag::DependentLocality, Tag::Locality].into_iter().find_map(|tag| components.get(tag));
        return components.get(Tag::HouseNumber).and_then(|_| counted_in()).map(str::to_owned);
    };
    let stray = components.get(Tag::Unit).filter(|unit| {
        word_class::classes_of(&word_class::plain(unit)).has(word_class::WordClass::UsDirectional)
    });
    Some(match stray {
        Some(directional) => format!("{street} {directional}"),
        None => street,
    })
}

fn country(resolved: &Resolved) -> Option<String> {
    resolved.places().next().map(|place| place.country.to_lowercase())
}

/// The state is the typed one, otherwise the one that contains the places.
fn areas(country: &str, Addressed { components, resolved, above }: Addressed<'_>) -> Vec<String> {
    let typed = components.get(Tag::Region).and_then(us_state_code);
    let named = resolved.region.iter().chain(above).find_map(|place| us_state_code(&place.name));
    // The places were chosen to agree with the state if any does; if none does, they decide the state.
    let state = if resolved.region.is_some() { typed.or(named) } else { named.or(typed) };
    areas::of(country, state)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::{asked, query};

    #[test]
    fn a_street_is_looked_up_in_its_state_before_its_country() {
        assert_eq!(
            query("street=Oak St; locality=Portland").areas,
            ["us-or", "us", "us-or-osm", "us-osm"],
            "the state around it"
        );
        assert_eq!(
            query("street=Oak St; region=Massachusetts").areas,
            ["us-ma", "us", "us-ma-osm", "us-osm"]
        );
        assert_eq!(query("street=rue du Lac; locality=Lyon").areas, ["fr", "fr-osm"]);
    }

    #[test]
    fn a_place_is_looked_up_as_typed_and_as_the_gazetteer_names_it() {
        assert_eq!(query("street=Oak St; locality=PDX; region=OR").place.localities, ["pdx", "portland"]);
        let part = query("street=rue du Lac; dependent_locality=Croix-Rousse; locality=Lyon");
        assert_eq!(part.place.localities, ["lyon", "croix rousse"]);
        let place = query("street=Oak St; locality=Portland; region=OR; postcode=97201").place;
        let scopes: Vec<Scope<'_>> = place.scopes().collect();
        assert_eq!(scopes, [Scope::Postcode("97201"), Scope::Locality("portland")], "the narrowest first");
    }

    #[test]
    fn a_postcode_loses_what_is_no_part_of_its_key() {
        for (typed, key) in [("97201-1234", "97201"), ("OR-97201", "97201"), ("97 201", "97201")] {
            let place = Components::of_pairs([(Tag::Postcode, typed)].into_iter());
            let place = PlaceQuery::of(&place, &Resolved::default());
            assert_eq!(place.postcode.as_deref(), Some(key), "{typed}");
        }
    }

    #[test]
    fn an_address_without_a_street_or_a_known_country_has_no_query() {
        let is_query = |address| StreetQuery::of(asked(address).address()).is_some();
        assert!(!is_query("locality=Portland; region=OR"));
        assert!(!is_query("street=Oak St; locality=Qwrtzville"));
        assert!(!is_query("street=--; locality=Portland; region=OR"), "a street without a letter");
    }

    #[test]
    fn the_distance_is_that_of_the_nearest_place_beyond_its_extent() {
        let mut place = query("street=Oak St; locality=Portland; region=OR; postcode=97201").place;
        let at_the_code = place.distance_m(45.51, -122.69).unwrap();
        assert!(at_the_code < 1.0, "{at_the_code}");
        place.anchors.retain(|anchor| anchor.name.as_ref() == "Portland");
        assert!(place.distance_m(45.51, -122.69).unwrap() > 1_000.0);
        place.anchors[0].bbox = [45.4, -122.8, 45.6, -122.5];
        assert_eq!(place.distance_m(45.51, -122.69), Some(0.0));
        assert_eq!(PlaceQuery::default().distance_m(45.51, -122.69), None);
    }
}
