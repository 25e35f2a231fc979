//! Sources of the data behind an answer, and how recent they are.

use std::sync::Arc;

use milepost_gazetteer::lookups::Lookups;
use milepost_gazetteer::{DatabaseFile, Gazetteer, ShardKind, Shards, build_info};
use serde::Serialize;
use strum::EnumString;

use crate::poi::PoiSearch;
use crate::street::areas;
use crate::{Geocoder, ReverseGeocoder};

/// What a database contributes to answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString)]
#[serde(rename_all = "lowercase")]
#[strum(serialize_all = "lowercase")]
pub enum Gives {
    /// Places and postcodes by name: geocoding and completion.
    Places,
    /// Places by position: reverse lookups.
    Reverse,
    /// Houses.
    Houses,
    /// Ranges of house numbers.
    Ranges,
    /// Streets.
    Streets,
    /// Points of interest.
    Venues,
}

/// Sources of an open database.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Credit {
    /// What the database contributes.
    pub gives: Gives,
    /// Area of a shard: `us-md`, `fr`; none if the database covers no single area.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub area: Option<String>,
    /// Names and terms, each once; empty if the database names none.
    pub sources: Vec<String>,
}

/// What is open.
#[derive(Clone, Copy, Default)]
pub struct Open<'a> {
    /// The geocoder.
    pub geocoder: Option<&'a Geocoder>,
    /// Reverse lookups.
    pub reverse: Option<&'a ReverseGeocoder>,
    /// Points of interest.
    pub poi: Option<&'a PoiSearch>,
    /// Annotations.
    pub lookups: Option<&'a Lookups>,
}

/// Sources of each open database: the gazetteer with its postcodes, the administrative database with its polygons, the shards by
/// family and area, the points of interest.
pub fn credits(open: Open<'_>) -> Vec<Credit> {
    let whole = |gives| Some(Credit { gives, area: None, sources: named(open.attribution(gives)?) });
    let shards = open.shards().next();
    let of_shards = shards.as_deref().map(Shards::credits).unwrap_or_default();
    let of_shards = of_shards.into_iter().map(|shard| Credit {
        gives: match shard.holds {
            ShardKind::Houses => Gives::Houses,
            ShardKind::Ranges => Gives::Ranges,
            ShardKind::Streets => Gives::Streets,
        },
        area: Some(shard.area.to_owned()),
        sources: shard.sources.to_vec(),
    });
    let places = [Gives::Places, Gives::Reverse].into_iter().filter_map(whole);
    places.chain(of_shards).chain(whole(Gives::Venues)).collect()
}

/// Names and terms of all open sources, each once.
pub fn sources(open: Open<'_>) -> Vec<String> {
    once(credits(open).into_iter().flat_map(|credit| credit.sources))
}

/// Sources of `gives` in a country (ISO 3166-1 alpha-2, any case) and its first-level division, by name. Of shards only those that
/// may hold the place. This runs with each answer, so it looks only at the shards of the place.
pub fn sources_of(open: Open<'_>, gives: Gives, country: &str, region: Option<&str>) -> Vec<String> {
    let holds = match gives {
        Gives::Places | Gives::Reverse | Gives::Venues => {
            return once(open.attribution(gives).map(named).unwrap_or_default().into_iter());
        }
        Gives::Houses => ShardKind::Houses,
        Gives::Ranges => ShardKind::Ranges,
        Gives::Streets => ShardKind::Streets,
    };
    let Some(shards) = open.shards().next() else { return Vec::new() };
    let areas = areas::of(&country.to_lowercase(), region.and_then(milepost_text::us_state_code));
    once(areas.iter().flat_map(|area| shards.sources(holds, area)).cloned())
}

impl Open<'_> {
    /// Sources of a database that covers no single area; none if it is not open.
    fn attribution(&self, gives: Gives) -> Option<&str> {
        match gives {
            Gives::Places => self.geocoder.map(|it| it.gazetteer().attribution()),
            Gives::Reverse => self.reverse.map(|it| it.places.attribution()),
            Gives::Venues => self.poi.map(|it| it.points.attribution()),
            Gives::Houses | Gives::Ranges | Gives::Streets => None,
        }
    }

    /// The shards of the geocoder, then those of reverse lookups, which may be the same.
    pub(crate) fn shards(self) -> impl Iterator<Item = Arc<Shards>> {
        let of_geocoder = self.geocoder.into_iter().map(Geocoder::street_data);
        of_geocoder.chain(self.reverse.into_iter().map(ReverseGeocoder::street_data))
    }

    /// The open databases other than shards.
    pub(crate) fn files(self) -> Vec<DatabaseFile> {
        let files = [
            self.geocoder.map(|geocoder| vec![geocoder.gazetteer().file().clone()]),
            self.reverse.map(|reverse| reverse.places.files()),
            self.lookups.map(Lookups::files),
            self.poi.map(|poi| vec![poi.points.file().clone()]),
        ];
        files.into_iter().flatten().flatten().collect()
    }
}

/// The sources that an attribution names.
fn named(attribution: &str) -> Vec<String> {
    attribution.split(build_info::SEPARATOR).filter(|it| !it.is_empty()).map(str::to_owned).collect()
}

fn once(all: impl Iterator<Item = String>) -> Vec<String> {
    let mut sources: Vec<String> = Vec::new();
    for source in all {
        if !sources.contains(&source) {
            sources.push(source);
        }
    }
    sources
}

/// Date of the newest row of all open databases (`2026-10-31`); none if no database has one.
pub fn data_updated(open: Open<'_>) -> Option<String> {
    let gazetteer = open.geocoder.map(Geocoder::gazetteer).and_then(Gazetteer::data_updated);
    let admin = open.reverse.and_then(|it| it.places.data_updated());
    gazetteer.max(admin).map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::reverse::fixture::{SOURCE, UPDATED, reverse};
    use crate::street::fixture::{REGISTER, data_root, geocoder};

    #[test]
    fn a_name_means_what_is_serialised_under_it() {
        let all =
            [Gives::Places, Gives::Reverse, Gives::Houses, Gives::Ranges, Gives::Streets, Gives::Venues];
        for gives in all {
            let name = serde_json::to_value(gives).unwrap();
            assert_eq!(name.as_str().unwrap().parse(), Ok(gives));
        }
        assert!("Houses".parse::<Gives>().is_err());
    }

    #[test]
    fn each_open_database_has_its_credit() {
        let geocoder = geocoder(Some(data_root()));
        let open = Open { geocoder: Some(&geocoder), reverse: Some(reverse()), ..Open::default() };
        let found: Vec<(Gives, Option<String>)> =
            credits(open).into_iter().map(|credit| (credit.gives, credit.area)).collect();
        let of = |gives, area: &str| (gives, Some(area.to_owned()));
        let shards = [
            of(Gives::Houses, "fr"),
            of(Gives::Houses, "us-or"),
            of(Gives::Ranges, "us-or"),
            of(Gives::Streets, "us-or"),
        ];
        assert_eq!(found[..2], [(Gives::Places, None), (Gives::Reverse, None)]);
        assert_eq!(found[2..], shards, "in the order of families and areas");
        assert!(credits(Open::default()).is_empty());
    }

    #[test]
    fn a_source_is_named_once_however_much_it_gives() {
        let geocoder = geocoder(Some(data_root()));
        let open = Open { geocoder: Some(&geocoder), reverse: Some(reverse()), ..Open::default() };
        let named = |source: &str| sources(open).iter().filter(|known| *known == source).count();
        assert_eq!((named(REGISTER), named(SOURCE)), (1, 1), "houses and the streets made of them");
        assert_eq!(super::named("One (CC0); Two; "), ["One (CC0)", "Two"]);
        assert_eq!(once(["a", "b", "a"].map(str::to_owned).into_iter()), ["a", "b"]);
    }

    #[test]
    fn an_answer_credits_the_shards_of_its_place() {
        let open = Open { reverse: Some(reverse()), ..Open::default() };
        assert_eq!(sources_of(open, Gives::Houses, "us", Some("Oregon")), [REGISTER]);
        assert_eq!(sources_of(open, Gives::Streets, "US", Some("OR")), [REGISTER], "made of the houses");
        assert!(sources_of(open, Gives::Houses, "US", None).is_empty(), "which state is not said");
        assert!(sources_of(open, Gives::Ranges, "US", Some("Oregon")).is_empty(), "they name no source");
        assert_eq!(sources_of(open, Gives::Reverse, "FR", None), [SOURCE]);
        assert!(sources_of(open, Gives::Venues, "FR", None).is_empty(), "none are open");
    }

    #[test]
    fn the_data_are_as_recent_as_the_newest_database() {
        assert_eq!(data_updated(Open::default()), None);
        let geocoder = geocoder(None);
        let open = Open { geocoder: Some(&geocoder), ..Open::default() };
        assert_eq!(data_updated(open), None, "the gazetteer does not say");
        assert_eq!(data_updated(Open { reverse: Some(reverse()), ..open }).as_deref(), Some(UPDATED));
    }
}
