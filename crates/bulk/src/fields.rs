//! The question for a row, and the columns of the answer.

use std::sync::Arc;

use milepost::{
    AnswerBounds, Around, Bounds, CountryGuess, CountryHint, Engine, EngineError, FoundHouse, FoundPlace,
    GeocodeOptions, GeocodeResult, Hints, InputMode, MatchLevel, Tag, Tree, key_of_parse, probability,
};

use crate::answer_areas::{Areas, Kind as AreaKind};
use crate::error::BulkError;
use crate::quote::quoted;
use crate::value::Value;

/// The operation on each row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum Only {
    /// The components of the address.
    Parse,
    /// The place and coordinates of the address.
    Geocode,
    /// The places that contain a point.
    Reverse,
    /// The canonical key of the address.
    Key,
}

/// Type of the cells of a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CellType {
    /// A number.
    Number,
    /// Text.
    Text,
    /// Texts in order.
    List,
}

/// A column of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Field {
    pub(crate) name: &'static str,
    pub(crate) kind: CellType,
}

pub(crate) const fn number(name: &'static str) -> Field {
    Field { name, kind: CellType::Number }
}

pub(crate) const fn text(name: &'static str) -> Field {
    Field { name, kind: CellType::Text }
}

pub(crate) const fn list(name: &'static str) -> Field {
    Field { name, kind: CellType::List }
}

/// A column of an answer, and what its cell holds.
type Column<T> = (Field, fn(&T) -> Value);

const GEOCODE: &[Column<GeocodeResult>] = &[
    (number("lat"), |result| float(result.lat)),
    (number("lon"), |result| float(result.lon)),
    (text("tier"), |result| optional(result.lat.map(|_| result.resolution_tier.name()))),
    (text("match_level"), |result| optional(result.match_level.map(MatchLevel::name))),
    (number("accuracy_m"), |result| float(result.accuracy_m)),
    (number("confidence"), |result| float(result.confidence)),
    (text("country_code"), |result| optional(result.country_code.as_deref())),
    (list("hierarchy"), |result| list_of(result.hierarchy.iter().map(|entry| entry.name.clone()))),
    (text("house_number"), |result| optional(result.house_number.as_deref())),
    (text("street"), |result| optional(result.street.as_deref())),
    (text("unit"), |result| optional(result.unit.as_deref())),
    (text("venue"), |result| optional(result.venue.as_deref())),
    (text("dependent_locality"), |result| optional(result.dependent_locality.as_deref())),
    (text("locality"), |result| optional(result.locality.as_deref())),
    (text("region"), |result| optional(result.region.as_deref())),
    (text("postcode"), |result| optional(result.postcode.as_deref())),
    (list("doubts"), |result| list_of(result.intent_markers.iter().map(|marker| marker.code.to_owned()))),
    (text("error"), |result| match result.lat.zip(result.lon) {
        Some(_) => Value::Null,
        None => Value::Text(why_nothing(result)),
    }),
];

const PARSE: &[Column<Tree>] = &[
    (text("attention"), |tree| of_tag(tree, Tag::Attention)),
    (text("venue"), |tree| of_tag(tree, Tag::Venue)),
    (text("house_number"), |tree| of_tag(tree, Tag::HouseNumber)),
    (text("street_prefix"), |tree| of_tag(tree, Tag::StreetPrefix)),
    (text("street_prefix_particle"), |tree| of_tag(tree, Tag::StreetPrefixParticle)),
    (text("street"), |tree| of_tag(tree, Tag::Street)),
    (text("street_suffix"), |tree| of_tag(tree, Tag::StreetSuffix)),
    (text("intersection_a"), |tree| of_tag(tree, Tag::IntersectionA)),
    (text("intersection_b"), |tree| of_tag(tree, Tag::IntersectionB)),
    (text("unit"), |tree| of_tag(tree, Tag::Unit)),
    (text("po_box"), |tree| of_tag(tree, Tag::PoBox)),
    (text("dependent_locality"), |tree| of_tag(tree, Tag::DependentLocality)),
    (text("locality"), |tree| of_tag(tree, Tag::Locality)),
    (text("subregion"), |tree| of_tag(tree, Tag::Subregion)),
    (text("region"), |tree| of_tag(tree, Tag::Region)),
    (text("postcode"), |tree| of_tag(tree, Tag::Postcode)),
    (text("cedex"), |tree| of_tag(tree, Tag::Cedex)),
    (text("country"), |tree| of_tag(tree, Tag::Country)),
    (number("confidence"), |tree| float(Some(probability(tree.scores.confidence)))),
    (number("address_score"), |tree| float(Some(probability(tree.scores.address)))),
    (text("country_guess"), |tree| optional(tree.scores.country.as_ref().map(CountryGuess::code))),
    (number("country_probability"), |tree| {
        float(tree.scores.country.map(|guess| probability(guess.probability)))
    }),
    (text("error"), |tree| optional(tree.roots.is_empty().then_some(NO_ADDRESS))),
];

const REVERSE: &[Column<[Around]>] = &[
    (text("house_number"), |chain| optional(house(chain).map(|house| house.house_number.as_str()))),
    (text("street"), |chain| optional(house(chain).map(|house| house.street.as_str()))),
    (text("postcode"), |chain| optional(house(chain).and_then(|house| house.postcode.as_deref()))),
    (text("neighbourhood"), |chain| of_type(chain, &["neighbourhood"])),
    (text("locality"), |chain| of_type(chain, &["locality", "localadmin"])),
    (text("county"), |chain| of_type(chain, &["county"])),
    (text("region"), |chain| of_type(chain, &["region"])),
    (text("country"), |chain| of_type(chain, &["country"])),
    (text("country_code"), |chain| {
        optional(places(chain).map(|place| place.country_code.as_str()).find(|code| !code.is_empty()))
    }),
    (list("hierarchy"), |chain| list_of(places(chain).map(|place| place.name.clone()))),
    (text("error"), |chain| optional(chain.is_empty().then_some("no known place contains the point"))),
];

const KEY: &[Column<str>] = &[
    (text("key"), |key| optional(Some(key).filter(|key| !key.is_empty()))),
    (text("error"), |key| optional(key.is_empty().then_some(NO_ADDRESS))),
];

impl Only {
    /// The operation of a name, as `--only` takes it.
    pub fn from_name(name: &str) -> Option<Only> {
        <Only as clap::ValueEnum>::from_str(name, false).ok()
    }

    /// All columns.
    pub(crate) fn fields(self) -> Vec<Field> {
        fn of<T: ?Sized>(columns: &[Column<T>]) -> Vec<Field> {
            columns.iter().map(|(field, _)| *field).collect()
        }
        match self {
            Only::Parse => of(PARSE),
            Only::Geocode => of(GEOCODE),
            Only::Reverse => of(REVERSE),
            Only::Key => of(KEY),
        }
    }
}

/// The answer for a row.
#[derive(Debug, Clone, Default)]
pub(crate) struct Answer {
    /// One cell per chosen field.
    pub(crate) cells: Vec<Value>,
    /// Latitude and longitude, degrees.
    pub(crate) point: Option<(f64, f64)>,
    /// The outcome for the counts: tier of a geocode, `found` or `nothing`, `error`.
    pub(crate) outcome: &'static str,
    /// Whether the answer has a marker.
    pub(crate) doubted: bool,
}

impl Answer {
    /// An answer of cells alone.
    pub(crate) fn of(cells: Vec<Value>) -> Answer {
        Answer { cells, ..Answer::default() }
    }
}

/// The question of a run, with the columns of its answers.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    pub(crate) only: Only,
    /// For keys: the country (ISO 3166-1 alpha-2) of addresses that name none.
    key_country: String,
    pub(crate) fields: Vec<Field>,
    /// For geocodes: what bounds all answers.
    options: GeocodeOptions,
    areas: Arc<Areas>,
}

/// An address with the columns that bound its answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub(crate) struct Addressed {
    pub(crate) text: String,
    /// The country of the answer, ISO 3166-1 alpha-2, upper case.
    pub(crate) country: Option<String>,
    pub(crate) region: Option<String>,
    pub(crate) postcode: Option<String>,
    /// The text without the region, if it has one.
    pub(crate) without_region: Option<String>,
}

/// The subject of a row's question.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Subject {
    Address(Addressed),
    Point(f64, f64),
    /// No question, with the reason.
    Fault(String),
}

impl Question {
    /// The question with these fields, by default all. The error is always included.
    pub(crate) fn new(only: Only, names: &[String]) -> Result<Question, BulkError> {
        let known = only.fields();
        let key_country = String::new();
        let options = GeocodeOptions::default();
        let areas = Arc::default();
        if names.is_empty() {
            return Ok(Question { only, key_country, fields: known, options, areas });
        }
        let mut fields = Vec::with_capacity(names.len() + 1);
        for name in names {
            let field = known.iter().find(|field| field.name == name.trim());
            let field = field.ok_or_else(|| {
                let all: Vec<&str> = known.iter().map(|field| field.name).collect();
                let name = quoted(name);
                BulkError::Usage(format!("there is no field `{name}`; there are: {}", all.join(",")))
            })?;
            if !fields.contains(field) {
                fields.push(*field);
            }
        }
        if !fields.contains(&text("error")) {
            fields.push(text("error"));
        }
        Ok(Question { only, key_country, fields, options, areas })
    }

    /// The same with a country for addresses that name none.
    pub(crate) fn of_country(self, key_country: &str) -> Question {
        Question { key_country: key_country.to_owned(), ..self }
    }

    /// The same with bounds for all geocodes.
    pub(crate) fn within(self, bounds: AnswerBounds) -> Question {
        Question { options: GeocodeOptions { bounds, ..self.options }, ..self }
    }

    /// The bounds of an answer in a country.
    ///
    /// # Errors
    /// If all answers are bound to others.
    fn options_in(&self, country: &str) -> Result<GeocodeOptions, String> {
        let asked = &self.options.bounds.countries;
        let mut countries = AnswerBounds::codes_with_territories(country);
        countries.retain(|code| asked.is_empty() || asked.contains(code));
        if countries.is_empty() {
            return Err(format!("the country {country} is not one of those asked for: {}", asked.join(", ")));
        }
        let mut options = self.options.clone();
        options.bounds.countries = countries;
        Ok(options)
    }

    /// Where an address is, within what its columns say.
    ///
    /// An answer outside the region is replaced by the best one inside. One outside the postcode is only replaced by one that fits the
    /// whole address, because a wrong digit is frequent and the answer says that the postcode contradicts it.
    ///
    /// # Errors
    /// The inner error says why the columns exclude every answer.
    fn geocode(
        &self,
        engine: &Engine,
        asked: &Addressed,
    ) -> Result<Result<GeocodeResult, String>, EngineError> {
        let mut options = match asked.country.as_deref().map(|country| self.options_in(country)) {
            None => self.options.clone(),
            Some(Ok(options)) => options,
            Some(Err(why)) => return Ok(Err(why)),
        };
        let mut result = engine.geocode(&asked.text, &options)?;
        let Some((lat, lon)) = result.lat.zip(result.lon).filter(|_| options.bounds.bounds.is_none()) else {
            return Ok(Ok(result));
        };
        let countries = match (options.bounds.countries.as_slice(), &result.country_code) {
            ([], Some(country)) => AnswerBounds::codes_with_territories(country),
            (given, _) => given.to_vec(),
        };
        let outside = |kind, text: &Option<String>| -> Result<Option<Bounds>, EngineError> {
            let Some(text) = text else { return Ok(None) };
            let area = self.areas.find(engine, kind, text, &countries)?;
            Ok(area.filter(|area| !area.contains(lat, lon)))
        };
        let has_marker = |result: &GeocodeResult, codes: &[&str]| {
            result.intent_markers.iter().any(|marker| codes.contains(&marker.code))
        };
        let is_doubtful = result.postcode.is_none() || has_marker(&result, &["postcode_contradicts"]);
        if is_doubtful && let Some(area) = outside(AreaKind::Postcode, &asked.postcode)? {
            options.bounds.bounds = Some(area);
            let inside = engine.geocode(&asked.text, &options)?;
            let misfits =
                ["postcode_contradicts", "locality_contradicts", "region_contradicts", "locality_unknown"];
            if inside.lat.is_some() && !has_marker(&inside, &misfits) {
                return Ok(Ok(inside));
            }
        }
        if let Some(area) = outside(AreaKind::Region, &asked.region)? {
            options.bounds.bounds = Some(area);
            // The box says the region, whose name can hide that of the town.
            for text in std::iter::once(&asked.text).chain(&asked.without_region) {
                result = engine.geocode(text, &options)?;
                if result.lat.is_some() {
                    return Ok(Ok(result));
                }
            }
            let region = asked.region.as_deref().unwrap_or_default();
            return Ok(Err(format!("nothing that fits the address is known in the region `{region}`")));
        }
        Ok(Ok(result))
    }

    /// The hints that the parser gets for an address in `country`. Keys are made without them, because those of a library know only the
    /// text, and a geocode looks in the country anyway.
    pub(crate) fn hints(&self, country: Option<&str>) -> Hints {
        let country = country.filter(|_| self.only == Only::Parse).and_then(CountryHint::from_code);
        Hints { country, ..Hints::default() }
    }

    /// Answers; a fault becomes an answer with an error.
    pub(crate) fn ask(&self, engine: &Engine, subject: &Subject) -> Result<Answer, EngineError> {
        match (self.only, subject) {
            (_, Subject::Fault(why)) => Ok(self.fault(why)),
            (Only::Parse, Subject::Address(Addressed { text, country, .. })) => {
                let tree = engine.parse(text, self.hints(country.as_deref()))?;
                let outcome = if tree.roots.is_empty() { "nothing" } else { "parsed" };
                Ok(self.answer(outcome, None, PARSE, &tree))
            }
            (Only::Geocode, Subject::Address(asked)) => {
                let result = match self.geocode(engine, asked)? {
                    Ok(result) => result,
                    Err(why) => return Ok(self.fault(&why)),
                };
                let point = result.lat.zip(result.lon);
                let outcome = if point.is_some() { result.resolution_tier.name() } else { "nothing" };
                let doubted = !result.intent_markers.is_empty();
                Ok(Answer { doubted, ..self.answer(outcome, point, GEOCODE, &result) })
            }
            (Only::Key, Subject::Address(Addressed { text, .. })) => {
                let key = key_of_parse(&engine.parse(text, InputMode::Auto)?, &self.key_country);
                let outcome = if key.is_empty() { "nothing" } else { "key" };
                Ok(self.answer(outcome, None, KEY, key.as_str()))
            }
            (_, Subject::Point(lat, lon)) => {
                let chain = engine.reverse(*lat, *lon, true, &[])?.unwrap_or_default();
                let outcome = if chain.is_empty() { "nothing" } else { "found" };
                Ok(self.answer(outcome, Some((*lat, *lon)), REVERSE, chain.as_slice()))
            }
            (_, Subject::Address(_)) => Ok(self.fault("a point is needed")),
        }
    }

    /// The answer of a row without a question.
    pub(crate) fn fault(&self, why: &str) -> Answer {
        self.answer("error", None, &[(text("error"), |why| optional(Some(why)))], why)
    }

    fn answer<T: ?Sized>(
        &self,
        outcome: &'static str,
        point: Option<(f64, f64)>,
        columns: &[Column<T>],
        answer: &T,
    ) -> Answer {
        let cell = |field: &Field| {
            let column = columns.iter().find(|(column, _)| column == field);
            column.map_or(Value::Null, |(_, cell)| cell(answer))
        };
        Answer { cells: self.fields.iter().map(cell).collect(), point, outcome, doubted: false }
    }
}

/// Why a text has no answer in which the parser finds no part of an address.
const NO_ADDRESS: &str = "nothing that looks like an address";

/// Why a geocode has no coordinates: what it abstained for, otherwise the coarsest part that is not known.
fn why_nothing(result: &GeocodeResult) -> String {
    let markers = &result.intent_markers;
    let marked = |kind: &str| markers.iter().find(|marker| marker.kind == kind);
    if let Some(marker) = marked("abstention") {
        return marker.message.clone();
    }
    if let Some(marker) = marked("ambiguity") {
        return format!("ambiguous: {}", marker.message);
    }
    let part = |tag: Tag| result.components.get(tag.as_str()).and_then(|value| value.as_str());
    let unknown = [
        ("town", part(Tag::Locality).or_else(|| part(Tag::DependentLocality))),
        ("postcode", part(Tag::Postcode)),
        ("region", part(Tag::Region).or_else(|| part(Tag::Subregion))),
        ("country", part(Tag::Country)),
    ];
    let unknown = unknown.iter().filter_map(|(what, text)| Some(format!("unknown {what} `{}`", (*text)?)));
    match unknown.collect::<Vec<_>>() {
        unknown if !unknown.is_empty() => unknown.join(", "),
        _ if result.components.is_empty() => NO_ADDRESS.to_owned(),
        _ => "no town, postcode or region".to_owned(),
    }
}

/// The fault of a row whose column is text in another encoding.
pub(crate) fn not_utf8(column: &str, byte: usize) -> String {
    format!("{column} is not UTF-8 (byte {}); convert the column to UTF-8", byte + 1)
}

fn float(value: Option<f64>) -> Value {
    value.map_or(Value::Null, Value::Float)
}

fn optional(text: Option<&str>) -> Value {
    text.map_or(Value::Null, |text| Value::Text(text.to_owned()))
}

fn list_of(texts: impl Iterator<Item = String>) -> Value {
    Some(texts.collect::<Vec<_>>()).filter(|texts| !texts.is_empty()).map_or(Value::Null, Value::List)
}

/// The values of a tag; a repeated one is one cell.
fn of_tag(tree: &Tree, tag: Tag) -> Value {
    let values: Vec<&str> =
        tree.components().filter(|(found, _)| *found == tag).map(|(_, value)| value).collect();
    if values.is_empty() { Value::Null } else { Value::Text(values.join("; ")) }
}

fn house(chain: &[Around]) -> Option<&FoundHouse> {
    chain.iter().find_map(|around| match around {
        Around::House(house) => Some(house),
        Around::Place(_) => None,
    })
}

fn places(chain: &[Around]) -> impl Iterator<Item = &FoundPlace> {
    chain.iter().filter_map(|around| match around {
        Around::Place(place) => Some(place),
        Around::House(_) => None,
    })
}

/// The place of the first of some types that the chain has.
fn of_type(chain: &[Around], types: &[&str]) -> Value {
    let of = |placetype: &&str| places(chain).find(|place| place.placetype == *placetype);
    optional(types.iter().find_map(of).map(|place| place.name.as_str()))
}
