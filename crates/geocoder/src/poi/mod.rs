//! Questions about points of interest: which objects to look for, where, and the objects at a place.
//!
//! The database says what a phrase means (`milepost_gazetteer::poi`); the cascade says where a place lies.

mod split;

use std::path::Path;

use milepost_address::{OsmObject, ResolutionTier, SearchResult, Tag, Tree};
use milepost_gazetteer::poi::{Poi, PoiSubject, PointsOfInterest};
use serde::Serialize;

pub use split::Relation;
use split::Split;

use crate::Result;
use crate::candidates::places::NAMED;
use crate::degrees::rounded;
use crate::interpretations::count;
use crate::{Geocoder, GeocoderError, ReverseGeocoder};

/// Most places in an answer.
const MOST: usize = 10;

/// Places of a name that are compared with the anchor of a query.
const NAMESAKES: usize = 32;
/// Greatest distance of such a place from the anchor, metres.
const NEAR_M: f64 = 100_000.0;

/// Fewest letters for completing names; fewer match too many.
const LETTERS: usize = 3;

/// The answer to a question, in the JSON of `/v1/poi`.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum PoiAnswer {
    /// The question was understood.
    Intent {
        /// How it was understood.
        intent: PoiIntent,
        /// The points of interest, nearest first.
        results: Vec<PoiResult>,
    },
    /// The question asks for points of interest and cannot be answered.
    Abstain {
        /// Why, in a sentence.
        reason: String,
    },
    /// The question asks for something else: an address, a town.
    NotPoiQuery,
}

/// What a query asks for.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct PoiIntent {
    /// What is looked for.
    pub subject: Subject,
    /// How it relates to the anchor.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub relation: Option<Relation>,
    /// The place the query names.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
}

/// What is looked for.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(tag = "kind", rename_all = "lowercase")]
#[allow(missing_docs, reason = "named as in the JSON of `/v1/poi`")]
pub enum Subject {
    Category {
        #[serde(rename = "categoryID")]
        category_id: String,
        matched: String,
    },
    Brand {
        name: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        wikidata: Option<String>,
        matched: String,
    },
    Name {
        text: String,
    },
}

/// The place a query names.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Anchor {
    /// As written.
    pub text: String,
    /// First UTF-16 code unit in the query as it was sent.
    pub start: usize,
    /// One past the last.
    pub end: usize,
    /// The gazetteer's name, if it is a place of the gazetteer.
    pub name: Option<String>,
    /// Degrees.
    pub latitude: f64,
    /// Degrees.
    pub longitude: f64,
}

/// A point of interest.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
#[allow(missing_docs, reason = "named as in the JSON of `/v1/poi`")]
pub struct PoiResult {
    pub name: Option<String>,
    #[serde(rename = "categoryID")]
    pub category_id: Option<String>,
    pub brand_wikidata: Option<String>,
    pub latitude: f64,
    pub longitude: f64,
    pub country: String,
    pub confidence: Option<f64>,
    #[serde(rename = "gersID")]
    pub gers_id: Option<String>,
    /// Places it lies in, finest first; empty without an administrative database.
    pub ancestry: Vec<Ancestor>,
    /// Metres from the anchor; none without an anchor.
    pub distance_m: Option<f64>,
    /// Its object in OpenStreetMap, where it is of it.
    #[serde(flatten)]
    pub osm: Option<OsmObject>,
}

/// A place that a point of interest lies in.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[allow(missing_docs, reason = "named as in the JSON of `/v1/poi`")]
pub struct Ancestor {
    pub placetype: String,
    pub name: String,
    #[serde(rename = "wofID")]
    pub wof_id: i64,
}

/// What questions are answered from, in addition to the points of interest.
pub struct PoiSources<'a> {
    /// Finds the places that queries name.
    pub geocoder: &'a Geocoder,
    /// Finds the places that contain the answers.
    pub reverse: Option<&'a ReverseGeocoder>,
    /// Reads a text as an address; none if it cannot.
    pub parse: &'a dyn Fn(&str) -> Option<Tree>,
}

/// Answers questions about points of interest. Threads can share it.
pub struct PoiSearch {
    pub(crate) points: PointsOfInterest,
}

impl PoiSearch {
    /// Opens a database of points of interest read-only.
    ///
    /// # Errors
    /// If the file is missing, not a database, or of another kind.
    pub fn open(path: &Path) -> Result<PoiSearch, GeocoderError> {
        Ok(PoiSearch { points: PointsOfInterest::open(path)? })
    }

    /// The points of interest whose name begins as typed, near a given point in degrees first; at most `limit`.
    ///
    /// # Errors
    /// When a database fails.
    pub fn complete(
        &self,
        typed: &str,
        near: Option<(f64, f64)>,
        limit: usize,
        reverse: Option<&ReverseGeocoder>,
    ) -> Result<Vec<PoiResult>, GeocoderError> {
        if count(typed) < LETTERS {
            return Ok(Vec::new());
        }
        let found = self.points.beginning(typed, near, limit.min(MOST))?;
        self.results(found.into_iter().map(|poi| (poi, None)), reverse)
    }

    /// Answers a query. White space around it changes nothing.
    ///
    /// # Errors
    /// When a database fails.
    pub fn answer(&self, query: &str, sources: &PoiSources<'_>) -> Result<PoiAnswer, GeocoderError> {
        let leading = query.len() - query.trim_start().len();
        let sent = query;
        let query = query.trim();
        if let Some(subject) = split::around_the_asker(query)
            && self.points.subject(subject)?.is_some()
        {
            let reason = "nobody said where the asker is; name a place".to_owned();
            return Ok(PoiAnswer::Abstain { reason });
        }
        let Some((subject, Split { subject: matched, relation, anchor })) = self.read(query, sources)? else {
            return Ok(PoiAnswer::NotPoiQuery);
        };
        let Some(bytes) = anchor else {
            // Names are looked up everywhere, categories are not.
            let PoiSubject::Name(name) = &subject else {
                return Ok(PoiAnswer::Abstain { reason: format!("`{matched}` is in many places; name one") });
            };
            let found = self.points.named(name, MOST)?.into_iter().map(|poi| (poi, None));
            let results = self.results(found, sources.reverse)?;
            let intent = PoiIntent { subject: Subject::of(subject, matched), relation: None, anchor: None };
            return Ok(PoiAnswer::Intent { intent, results });
        };
        let text = &query[bytes.clone()];
        let Some(place) = locate(text, sources)? else {
            return Ok(PoiAnswer::Abstain { reason: format!("the place `{text}` is not known") });
        };
        let is_spoken = relation.is_some();
        let relation = relation.unwrap_or(Relation::In);
        let [west, south, east, north] = place.bbox;
        let within = (relation == Relation::In).then_some([south, west, north, east]);
        let mut found = self.points.nearest(&subject, (place.lat, place.lon), within, MOST)?;
        if found.is_empty() && !is_spoken && matches!(subject, PoiSubject::Name(_)) {
            // `Blue Mill, Portland`: people write the town of the post, or the next larger one.
            found = self.points.nearest(&subject, (place.lat, place.lon), None, MOST)?;
        }
        let found = found.into_iter().map(|(poi, distance)| (poi, Some(distance)));
        let results = self.results(found, sources.reverse)?;
        let anchor = Anchor {
            text: text.to_owned(),
            start: utf16(&sent[..leading + bytes.start]),
            end: utf16(&sent[..leading + bytes.end]),
            name: place.place.map(|place| place.name),
            latitude: place.lat,
            longitude: place.lon,
        };
        let subject = Subject::of(subject, matched);
        let intent = PoiIntent { subject, relation: Some(relation), anchor: Some(anchor) };
        Ok(PoiAnswer::Intent { intent, results })
    }

    /// The meaning of a subject: of its name with the word in front that says nothing (`The Spot Cafe`), if something has that name.
    fn subject<'a>(
        &self,
        query: &'a str,
        split: &mut Split<'a>,
    ) -> Result<Option<PoiSubject>, GeocoderError> {
        let start = split.subject.as_ptr().addr().saturating_sub(query.as_ptr().addr());
        let is_first = split.anchor.as_ref().is_none_or(|anchor| anchor.start > start);
        let whole = query.get(..start + split.subject.len()).filter(|_| start > 0 && is_first);
        if let Some(whole) = whole
            && let Some(subject @ PoiSubject::Name(_)) = self.points.subject(whole)?
        {
            split.subject = whole;
            return Ok(Some(subject));
        }
        Ok(self.points.subject(split.subject)?)
    }

    /// The subject of a query and where it is mentioned; none if the query asks for no point of interest.
    fn read<'a>(
        &self,
        query: &'a str,
        sources: &PoiSources<'_>,
    ) -> Result<Option<(PoiSubject, Split<'a>)>, GeocoderError> {
        let splits = split::splits(query);
        for split in &splits {
            let mut split = split.clone();
            let Some(subject) = self.subject(query, &mut split)? else { continue };
            if split.relation.is_some() || !is_otherwise(query, &split, &subject, sources)? {
                return Ok(Some((subject, split)));
            }
        }
        // `somebody in Reno` asks for an unknown name; `12 Main St in Reno` is an address.
        let spoken = splits.into_iter().find(|split| split.relation.is_some());
        let spoken = spoken.filter(|_| !is_address(query, sources));
        Ok(spoken.map(|split| (PoiSubject::Name(split.subject.to_owned()), split)))
    }

    /// Points of interest, each with its distance from the anchor, metres, and the places it lies in.
    fn results(
        &self,
        found: impl Iterator<Item = (Poi, Option<f64>)>,
        reverse: Option<&ReverseGeocoder>,
    ) -> Result<Vec<PoiResult>, GeocoderError> {
        let result = |(poi, distance): (Poi, Option<f64>)| {
            let around = reverse.map(|reverse| reverse.places.at(poi.lat, poi.lon)).transpose()?.flatten();
            let ancestry = around.into_iter().flat_map(|around| around.places).map(|place| Ancestor {
                placetype: place.placetype,
                name: place.name,
                wof_id: place.id,
            });
            Ok(PoiResult {
                name: poi.name,
                category_id: poi.category_id,
                brand_wikidata: poi.brand_wikidata,
                latitude: rounded(poi.lat),
                longitude: rounded(poi.lon),
                country: poi.country,
                confidence: poi.confidence,
                gers_id: poi.gers_id,
                ancestry: ancestry.collect(),
                distance_m: distance.map(f64::round),
                osm: self.points.osm_object(poi.rowid)?.and_then(OsmObject::of_packed),
            })
        };
        found.map(result).collect()
    }
}

/// The place that the words of an anchor name.
fn locate(text: &str, sources: &PoiSources<'_>) -> Result<Option<SearchResult>, GeocoderError> {
    (sources.parse)(text).map_or(Ok(None), |tree| sources.geocoder.search(&tree, None))
}

/// Whether a subject and the words beside it, which nothing marks as a place, are something else than a question.
fn is_otherwise(
    query: &str,
    split: &Split<'_>,
    subject: &PoiSubject,
    sources: &PoiSources<'_>,
) -> Result<bool, GeocoderError> {
    let anchor = split.anchor.clone().map(|anchor| &query[anchor]);
    let place = anchor.map(|anchor| locate(anchor, sources)).transpose()?;
    // The other words must be a place.
    if let Some(None) = place {
        return Ok(true);
    }
    if !matches!(subject, PoiSubject::Name(_)) {
        return Ok(false);
    }
    let place = place.flatten();
    if let Some(anchor) = anchor {
        // `Via Maistra 17, St. | Moritz`: where the other words are a house or a street, all of them are an address.
        let is_door = place.as_ref().is_some_and(|it| it.resolution_tier != ResolutionTier::Admin)
            || anchor.contains(|letter: char| letter.is_ascii_digit() || letter == '&')
                && is_address(anchor, sources);
        // A number names nothing among other words, and neither does a part of a town's name: `Krems an der | Donau`.
        if is_door
            || !split.subject.contains(char::is_alphabetic)
            || is_in_name_of_place(query, split.subject, sources)?
        {
            return Ok(true);
        }
    }
    // A town may have the name of a shop: `Springfield, IL`.
    Ok(is_place(split.subject, place.as_ref(), sources)?)
}

/// Whether a subject is a part of what stands between two commas, and that is the name of a place.
fn is_in_name_of_place(query: &str, subject: &str, sources: &PoiSources<'_>) -> Result<bool> {
    let part = query.split(',').map(str::trim).find(|part| part.contains(subject) && *part != subject);
    let Some(part) = part else { return Ok(false) };
    Ok(!sources.geocoder.gazetteer().places(part, &NAMED, 1)?.is_empty())
}

/// Whether a text is the name of a town or division: in or near an anchor, if there is one.
fn is_place(text: &str, anchor: Option<&SearchResult>, sources: &PoiSources<'_>) -> Result<bool> {
    let most = if anchor.is_some() { NAMESAKES } else { 1 };
    let named = sources.geocoder.gazetteer().places(text, &NAMED, most)?;
    Ok(named.iter().any(|place| {
        anchor.is_none_or(|anchor| {
            let [west, south, east, north] = anchor.bbox;
            let is_in = (south..=north).contains(&place.lat) && (west..=east).contains(&place.lon);
            is_in || place.distance_m(anchor.lat, anchor.lon) <= NEAR_M
        })
    }))
}

/// Whether a text names a street or a house.
fn is_address(query: &str, sources: &PoiSources<'_>) -> bool {
    let street = |tag| matches!(tag, Tag::HouseNumber | Tag::Street | Tag::PoBox | Tag::IntersectionA);
    (sources.parse)(query).is_some_and(|tree| tree.components().any(|(tag, _)| street(tag)))
}

impl Subject {
    fn of(subject: PoiSubject, matched: &str) -> Subject {
        let matched = matched.to_owned();
        match subject {
            PoiSubject::Category { id } => Subject::Category { category_id: id, matched },
            PoiSubject::Brand { name, wikidata } => Subject::Brand { name, wikidata, matched },
            PoiSubject::Name(text) => Subject::Name { text },
        }
    }
}

fn utf16(text: &str) -> usize {
    text.encode_utf16().count()
}

#[cfg(test)]
mod tests {
    use std::sync::LazyLock;

    use milepost_gazetteer::poi::{INDEXES, SCHEMA, cell};
    use rusqlite::{Connection, params};
    use serde_json::json;
    use tempfile::TempDir;

    use super::*;
    use crate::fixture::tree;
    use crate::reverse::fixture::reverse;
    use crate::street::fixture::geocoder;

    /// Name, category, brand and place.
    const POINTS: [(&str, &str, Option<&str>, f64, f64); 7] = [
        ("Blue Mill", "cafe", None, 45.521, -122.68),
        ("Mega Beans", "cafe", Some("mega beans"), 45.53, -122.68),
        ("Mega Beans", "cafe", Some("mega beans"), 44.94, -123.03),
        ("Salem", "museum", None, 45.522, -122.68),
        ("Old Kiln", "museum", None, 45.523, -122.68),
        ("The Larder", "museum", None, 45.524, -122.68),
        ("9", "museum", None, 45.525, -122.68),
    ];

    fn open() -> &'static PoiSearch {
        static OPEN: LazyLock<(TempDir, PoiSearch)> = LazyLock::new(|| {
            let folder = TempDir::new().unwrap();
            let path = folder.path().join("poi.db");
            let connection = Connection::open(&path).unwrap();
            connection.execute_batch(SCHEMA).unwrap();
            for (name, category, brand, lat, lon) in POINTS {
                let sql = "INSERT INTO poi VALUES (?1, ?2, ?3, ?4, NULL, ?5, ?6, 'US', 0.9, NULL, ?7, NULL)";
                let row = params![name, name.to_lowercase(), category, brand, lat, lon, cell(lat, lon)];
                connection.execute(sql, row).unwrap();
            }
            let words = "INSERT INTO poi_phrase VALUES ('cafe', 'cafe', 3), ('museum', 'museum', 2);
                INSERT INTO poi_brand VALUES ('mega beans', 'Mega Beans', 'Q7');";
            connection.execute_batch(&format!("{words}{INDEXES}")).unwrap();
            let search = PoiSearch::open(&path).unwrap();
            (folder, search)
        });
        &OPEN.1
    }

    /// A text with a number as a house, any other as a town.
    fn parse(text: &str) -> Option<Tree> {
        let is_house = text.chars().any(|character| character.is_ascii_digit());
        Some(tree(&format!("{}={text}", if is_house { "street" } else { "locality" })))
    }

    fn answer(query: &str) -> PoiAnswer {
        let geocoder = geocoder(None);
        let sources = PoiSources { geocoder: &geocoder, reverse: None, parse: &parse };
        open().answer(query, &sources).unwrap()
    }

    fn understood(query: &str) -> (PoiIntent, Vec<String>) {
        match answer(query) {
            PoiAnswer::Intent { intent, results } => {
                (intent, results.into_iter().filter_map(|result| result.name).collect())
            }
            other => panic!("{query}: {other:?}"),
        }
    }

    fn reason(query: &str) -> String {
        match answer(query) {
            PoiAnswer::Abstain { reason } => reason,
            other => panic!("{query}: {other:?}"),
        }
    }

    #[test]
    fn a_kind_of_place_is_looked_up_around_the_named_town() {
        let (intent, names) = understood("cafes near Portland");
        assert_eq!(
            (intent.relation, names),
            (Some(Relation::Near), vec!["Blue Mill".to_owned(), "Mega Beans".to_owned()])
        );
        let (category_id, matched) = ("cafe".to_owned(), "cafes".to_owned());
        assert_eq!(intent.subject, Subject::Category { category_id, matched });
        let anchor = intent.anchor.unwrap();
        assert_eq!((anchor.name.as_deref(), anchor.latitude), (Some("Portland"), 45.52));
        let (intent, names) = understood("Mega Beans in Salem");
        assert_eq!(names, ["Mega Beans"]);
        assert!(matches!(intent.subject, Subject::Brand { wikidata: Some(_), .. }));
    }

    #[test]
    fn the_anchor_is_reported_in_utf_16_units_of_the_query_as_it_was_sent() {
        let query = "  Cafés in Portland ";
        let anchor = understood(query).0.anchor.unwrap();
        let units: Vec<u16> = query.encode_utf16().collect();
        assert_eq!(String::from_utf16(&units[anchor.start..anchor.end]).unwrap(), "Portland");
        assert_eq!(anchor.text, "Portland");
    }

    #[test]
    fn an_unanswerable_question_gets_a_reason() {
        assert_eq!(reason("cafe near me"), "nobody said where the asker is; name a place");
        assert_eq!(reason("cafe"), "`cafe` is in many places; name one");
        assert_eq!(reason("cafe in Qwrtzville"), "the place `Qwrtzville` is not known");
    }

    #[test]
    fn a_name_needs_no_place_unless_it_is_that_of_a_town() {
        let (intent, names) = understood("Old Kiln");
        assert_eq!((intent.anchor, names), (None, vec!["Old Kiln".to_owned()]));
        assert_eq!(answer("Salem"), PoiAnswer::NotPoiQuery);
        assert_eq!(answer("Salem, Portland"), PoiAnswer::NotPoiQuery);
        assert_eq!(understood("Old Kiln, Portland").1, ["Old Kiln"]);
    }

    #[test]
    fn a_name_may_begin_with_an_article() {
        assert_eq!(understood("The Larder, Portland").1, ["The Larder"]);
        assert_eq!(understood("The Old Kiln, Portland").1, ["Old Kiln"]);
    }

    #[test]
    fn a_number_among_other_words_is_no_name() {
        assert_eq!(understood("9").1, ["9"]);
        assert_eq!(answer("9 Portland"), PoiAnswer::NotPoiQuery);
    }

    #[test]
    fn an_address_is_no_question_for_points_of_interest() {
        assert_eq!(answer("Portland"), PoiAnswer::NotPoiQuery);
        assert_eq!(answer("12 Larch St in Portland"), PoiAnswer::NotPoiQuery);
        let (intent, names) = understood("Green Kiln in Portland");
        assert_eq!((intent.subject, names.len()), (Subject::Name { text: "Green Kiln".to_owned() }, 0));
    }

    #[test]
    fn names_are_completed_from_three_letters_with_what_they_lie_in() {
        let found =
            |typed, limit| open().complete(typed, Some((44.94, -123.03)), limit, Some(reverse())).unwrap();
        assert!(found("Me", 10).is_empty());
        let salem = &found("Meg", 10)[0];
        let names: Vec<&str> = salem.ancestry.iter().map(|place| place.name.as_str()).collect();
        assert_eq!(names, ["Salem", "Oregon", "United States"], "the nearest first");
        assert_eq!((salem.distance_m, found("Meg", 1).len()), (None, 1));
    }

    #[test]
    fn the_kind_of_an_answer_is_its_type_in_json() {
        assert_eq!(serde_json::to_value(answer("Portland")).unwrap(), json!({ "type": "not_poi_query" }));
        let intent = serde_json::to_value(understood("cafes near Portland").0).unwrap();
        assert_eq!(
            intent["subject"],
            json!({ "kind": "category", "categoryID": "cafe", "matched": "cafes" })
        );
        let alone = serde_json::to_value(understood("Old Kiln").0).unwrap();
        assert_eq!(alone, json!({ "subject": { "kind": "name", "text": "Old Kiln" } }));
    }
}
