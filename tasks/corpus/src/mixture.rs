//! Draws the next line: the sources, their shares, and the noise.

use std::borrow::Cow;
use std::path::Path;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::features::{Context, CountryHint, InputMode, Locale};

use crate::CorpusError;
use crate::forms::{self, Form, Typing};
use crate::invented;
use crate::line::Line;
use crate::noise::{TitleCase, cut, recased, roughen};
use crate::render::world::Drawing;
use crate::render::{self, any, chance};
use crate::sources::countries::Countries;
use crate::sources::formats::Formats;
use crate::sources::fr::{FrRecord, FrSource};
use crate::sources::own::Own;
use crate::sources::places::Places;
use crate::sources::suburbs::Suburbs;
use crate::sources::towns::Towns;
use crate::sources::us::{StreetNames, UsRecord, UsSource};
use crate::sources::vocabulary::Vocabulary;
use crate::sources::world::{World, weighted};
use crate::sources::{HELD_OUT_STATES, fr, us};

/// All sources, in memory.
pub(crate) struct Mixture {
    us: Vec<UsSource>,
    fr: Vec<FrSource>,
    street_names: StreetNames,
    held_out_street_names: StreetNames,
    pub(crate) places: Places,
    pub(crate) suburbs: Suburbs,
    pub(crate) towns: Towns,
    pub(crate) countries: Countries,
    pub(crate) world: World,
    pub(crate) formats: Formats,
    pub(crate) vocabulary: Vocabulary,
    forms: Vec<Form>,
    own: Option<Own>,
    own_share: f64,
    clean: bool,
}

/// A line with its training context and the name of its source, `world/nl` for an address from outside the tables.
pub(crate) struct Drawn {
    pub(crate) line: Line,
    pub(crate) context: Context,
    /// Where the address is, if its source says. The country of the context is what the caller says, which is often nothing and
    /// sometimes wrong.
    pub(crate) country: Option<CountryHint>,
    pub(crate) source: Cow<'static, str>,
}

/// Share of the table lines that are cut off, as if somebody stopped typing.
const CUT: f64 = 0.055;

/// Share of the lines without a street that are landmarks.
const LANDMARKS: f64 = 0.12;

impl Mixture {
    /// Reads all sources below `data`, the word lists and GeoNames cities500.
    pub(crate) fn read(
        data: &Path,
        vocabulary: &Path,
        cities: &Path,
        divisions: &Path,
    ) -> Result<Mixture, CorpusError> {
        let places = Places::read(data)?;
        let numbered = us::numbered_roads(data)?;
        let (street_names, held_out_street_names) = us::street_names(data, &numbered)?;
        Ok(Mixture {
            us: us::sources(data, &numbered)?,
            fr: fr::sources(data, &places)?,
            street_names,
            held_out_street_names,
            places,
            suburbs: Suburbs::read(cities)?,
            towns: Towns::read(cities, divisions)?,
            countries: Countries::read(),
            forms: forms::all(),
            world: World::read(),
            formats: Formats::read(),
            vocabulary: Vocabulary::read(vocabulary)?,
            own: None,
            own_share: 0.0,
            clean: false,
        })
    }

    /// Sources of these records of the United States and France, and of the tables in `data`, for tests.
    #[cfg(test)]
    pub(crate) fn of_records(
        data: &Path,
        us: Vec<UsRecord>,
        fr: Vec<FrRecord>,
    ) -> Result<Mixture, CorpusError> {
        let street_names: StreetNames =
            us.iter().map(|record| (record.street.clone(), record.state.clone())).collect();
        Ok(Mixture {
            us: vec![UsSource { name: "us/sample", weight: 1.0, train: us.clone(), held_out: us }],
            fr: vec![FrSource { name: "fr/sample", weight: 1.0, train: fr.clone(), held_out: fr }],
            held_out_street_names: street_names.clone(),
            street_names,
            places: Places::read(data)?,
            suburbs: Suburbs::read(&data.join("cities.txt"))?,
            towns: Towns::read(&data.join("cities.txt"), data)?,
            countries: Countries::read(),
            forms: forms::all(),
            world: World::read(),
            formats: Formats::read(),
            vocabulary: Vocabulary::read(&data.join("vocabulary.tsv"))?,
            own: None,
            own_share: 0.0,
            clean: false,
        })
    }

    /// The same sources, with `share` of the lines from your own rows.
    pub(crate) fn with_own(self, own: Option<Own>, own_share: f64) -> Mixture {
        Mixture { own, own_share, ..self }
    }

    /// The same sources, but only whole addresses of the United States and France as in their tables, to measure clean text.
    pub(crate) fn clean(self) -> Mixture {
        Mixture { clean: true, ..self }
    }

    /// Draws a line; with `held_out` only from records that are not used for training.
    pub(crate) fn draw(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        if self.clean {
            return self.draw_clean(held_out, rng);
        }
        let own = self.own.as_ref().map(|own| if held_out { &own.held_out } else { &own.train });
        if let Some(lines) = own.filter(|lines| !lines.is_empty() && chance(rng, self.own_share)) {
            let line = roughen(lines[rng.usize(..lines.len())].clone(), TitleCase::Us, rng);
            return Drawn { line, context: Context::default(), country: None, source: "own".into() };
        }
        if chance(rng, 0.025) {
            return self.draw_several(held_out, rng);
        }
        let mut drawn = match self.form(rng) {
            Some(form) => self.draw_of(form, held_out, rng),
            None => self.draw_usual(held_out, rng),
        };
        // The context is only a hint, so half of the lines have none and some a wrong one. The mode is wrong more often, because most
        // callers never set it, and texts without a mode must be parsed too.
        drawn.context.locale = match rng.u8(..20) {
            0..10 => Locale::Any,
            10 => any(rng, &[Locale::EnUs, Locale::FrFr]),
            _ => drawn.context.locale,
        };
        drawn.context.mode = match rng.u8(..20) {
            0..10 => InputMode::Auto,
            10..17 => any(rng, &[InputMode::Fragmented, InputMode::Formatted]),
            _ => drawn.context.mode,
        };
        // Most callers know no country, and some state their own instead of the one of the address.
        drawn.context.country = match rng.u8(..20) {
            0..13 => None,
            13 => CountryHint::from_code(any(
                rng,
                &["US", "US", "FR", "DE", "GB", "IT", "ES", "IN", "BR", "CN"],
            )),
            _ => drawn.country,
        };
        drawn
    }

    /// The form of the next line by share; `None` for a line of the tables.
    fn form(&self, rng: &mut Rng) -> Option<&Form> {
        chance(rng, forms::SHARE).then(|| weighted(&self.forms, |form| form.share, rng))
    }

    /// Draws a line of the form of that name.
    pub(crate) fn draw_form(&self, name: &str, held_out: bool, rng: &mut Rng) -> Result<Drawn, CorpusError> {
        let form = self.forms.iter().find(|form| form.name == name).ok_or_else(|| CorpusError::Form {
            name: name.to_owned(),
            known: self.forms.iter().map(|form| form.name).collect::<Vec<_>>().join(", "),
        })?;
        Ok(self.draw_of(form, held_out, rng))
    }

    fn draw_of(&self, form: &Form, held_out: bool, rng: &mut Rng) -> Drawn {
        // Some forms can use only certain records, so drawing is repeated.
        let line = (0..100).map(|_| (form.draw)(self, held_out, rng)).find(|line| !line.is_empty());
        let line = line.unwrap_or_default();
        let line = match form.typing {
            Typing::Usual => roughen(line, form.title, rng),
            Typing::Case => recased(line, form.title, rng),
            Typing::None => line,
        };
        let context = Context { locale: form.locale, mode: form.mode, country: None };
        let country = line.country;
        Drawn { line, context, country, source: form.name.into() }
    }

    /// A line of the tables, or a text without an address.
    fn draw_usual(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let share = rng.f64();
        let mut drawn = match share {
            share if share < 0.34 => self.draw_us(held_out, rng),
            share if share < 0.56 => self.draw_fr(held_out, rng),
            share if share < 0.92 => self.draw_world(held_out, rng),
            share if share < 0.95 => {
                let line = match chance(rng, LANDMARKS) {
                    true => self.landmark(rng),
                    false => {
                        let place = self.places.anywhere(rng);
                        render::other::place(place, rng).of_country(&place.country)
                    }
                };
                let country = line.country;
                let line = roughen(line, TitleCase::Us, rng);
                let context =
                    Context { locale: told_elsewhere(rng), mode: InputMode::Fragmented, country: None };
                Drawn { line, context, country, source: "places".into() }
            }
            _ => {
                let line = render::negative::text(&self.vocabulary, rng);
                Drawn { line, context: Context::default(), country: None, source: "no address".into() }
            }
        };
        if drawn.source != "no address" {
            if chance(rng, 0.03) {
                let (street, _) = &self.street_names[rng.usize(..self.street_names.len())];
                drawn.line = render::negative::with_note(drawn.line, &self.vocabulary, street, rng);
            }
            // A crossing is not cut, because its labels do not fit half of it.
            let crossing = drawn.line.pieces.iter().any(|piece| piece.tag == Some(Tag::IntersectionA));
            if !crossing && chance(rng, CUT) {
                cut(&mut drawn.line, rng);
                drawn.context.mode = InputMode::Fragmented;
            }
        }
        drawn
    }

    /// A street name of the United States from the wanted split, with its state.
    pub(crate) fn us_street(&self, held_out: bool, rng: &mut Rng) -> (&str, &str) {
        let names = if held_out { &self.held_out_street_names } else { &self.street_names };
        let (street, state) = &names[rng.usize(..names.len())];
        (street, state)
    }

    /// The sources of world addresses.
    pub(crate) fn drawing(&self) -> Drawing<'_> {
        Drawing {
            world: &self.world,
            formats: &self.formats,
            places: &self.places,
            suburbs: &self.suburbs,
            vocabulary: &self.vocabulary,
        }
    }

    /// A landmark of the United States, of France or of Great Britain.
    fn landmark(&self, rng: &mut Rng) -> Line {
        let country = any(rng, &["US", "US", "US", "FR", "FR", "GB"]);
        match self.places.of(country, rng) {
            Some(place) => render::landmark::line(&self.vocabulary, place, rng).of_country(country),
            None => Line::default(),
        }
    }

    /// Several addresses in one text, as pasted from a table; often the same one again.
    fn draw_several(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let separator = any(rng, &["; ", "\n", " | ", "\n\n", "; "]);
        let mut drawn = self.draw_us(held_out, rng);
        let first = drawn.line.clone();
        let again = rng.bool();
        for _ in 0..rng.usize(1..8) {
            let next = match rng.u8(..3) {
                _ if again => first.clone(),
                0 => self.draw_fr(held_out, rng).line,
                1 => self.draw_world(held_out, rng).line,
                _ => self.draw_us(held_out, rng).line,
            };
            drawn.line.join(separator, next);
        }
        drawn.source = "several".into();
        drawn.country = None;
        drawn.context = Context { locale: told_elsewhere(rng), ..Context::default() };
        drawn
    }

    fn draw_world(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let country = self.world.country(rng);
        let (line, mode) = render::world::address_of(&self.drawing(), country, held_out, rng);
        let line = roughen(line, TitleCase::Us, rng);
        let source = format!("world/{}", country.code.to_lowercase()).into();
        let country = CountryHint::from_code(&country.code);
        let context = Context { locale: told_elsewhere(rng), mode, country: None };
        Drawn { line, context, country, source }
    }

    fn draw_clean(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let (line, locale, source) = if rng.bool() {
            let (record, source) = self.us_record(held_out, rng);
            (render::us::whole(&record, rng), Locale::EnUs, source)
        } else {
            let (record, source) = self.fr_record(held_out, rng);
            (render::fr::whole(record, rng), Locale::FrFr, source)
        };
        let context = Context { locale, ..Context::default() };
        Drawn { line, context, country: None, source: source.into() }
    }

    fn draw_us(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let (record, source) = self.us_record(held_out, rng);
        let (line, mode) = render::us::render(&record, rng);
        let line = roughen(line, TitleCase::Us, rng);
        let context = Context { locale: Locale::EnUs, mode, country: None };
        Drawn { line, context, country: CountryHint::from_code("US"), source: source.into() }
    }

    /// A record of the United States with the name of its source.
    pub(crate) fn us_record(&self, held_out: bool, rng: &mut Rng) -> (UsRecord, &'static str) {
        const FROM_PARTS: f64 = 0.3;
        const CROSSINGS: f64 = 0.045;
        const OTHER_STATE: f64 = 0.09;
        if chance(rng, 0.012) {
            return (invented::military(rng), "us/military");
        }
        if chance(rng, CROSSINGS) {
            let names = if held_out { &self.held_out_street_names } else { &self.street_names };
            return (invented::crossing(names, &self.places, rng), "us/crossings");
        }
        if !held_out && chance(rng, FROM_PARTS) {
            let mut record = invented::assemble(&self.street_names, &self.places, rng);
            if chance(rng, OTHER_STATE) {
                self.move_to_held_out_state(&mut record, rng);
            }
            return (record, "us/street_names");
        }
        // A source of a single county has no records in the held-out states.
        let weight =
            |source: &UsSource| if held_out && source.held_out.is_empty() { 0.0 } else { source.weight };
        let source = weighted(&self.us, weight, rng);
        let records = if held_out { &source.held_out } else { &source.train };
        let mut record = records[rng.usize(..records.len())].clone();
        if !held_out && chance(rng, OTHER_STATE) {
            self.move_to_held_out_state(&mut record, rng);
        }
        (record, source.name)
    }

    /// Replaces the record's state by a held-out one. Streets and towns of those states are never trained on, but a parser must know
    /// the names of the states and their ZIP codes.
    fn move_to_held_out_state(&self, record: &mut UsRecord, rng: &mut Rng) {
        let place = self.places.in_region("US", any(rng, &HELD_OUT_STATES), rng);
        // `Ohio 12` belongs to its own state.
        let own = &self.places.in_region("US", &record.state, rng).region;
        if let Some(road) = record.street.strip_prefix(&format!("{own} "))
            && road.starts_with(|first: char| first.is_ascii_digit())
        {
            record.street = format!("{} {road}", place.region);
        }
        record.state.clone_from(&place.region_code);
        record.zip.clone_from(&place.postcode);
    }

    fn draw_fr(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let (record, source) = self.fr_record(held_out, rng);
        let (mut line, mode) = render::fr::render(record, rng);
        let ends_in_place = line.pieces.last().is_some_and(|piece| piece.tag == Some(Tag::Locality));
        if !held_out && ends_in_place && chance(rng, 0.22) {
            // Any département or region, including held-out ones, because the parser must know their names.
            let place = self.places.in_region("FR", "", rng);
            let name = if rng.bool() { &place.county } else { &place.region };
            line.then(any(rng, &[", ", ", ", " "]), Tag::Region, name.as_str());
        }
        let line = roughen(line, TitleCase::Fr, rng);
        let context = Context { locale: Locale::FrFr, mode, country: None };
        Drawn { line, context, country: CountryHint::from_code("FR"), source: source.into() }
    }

    /// A French record with the name of its source.
    pub(crate) fn fr_record(&self, held_out: bool, rng: &mut Rng) -> (&FrRecord, &'static str) {
        let weight =
            |source: &FrSource| if held_out && source.held_out.is_empty() { 0.0 } else { source.weight };
        let source = weighted(&self.fr, weight, rng);
        let records = if held_out { &source.held_out } else { &source.train };
        (&records[rng.usize(..records.len())], source.name)
    }
}

/// The locale of an address outside both locales: most callers keep their default.
fn told_elsewhere(rng: &mut Rng) -> Locale {
    any(rng, &[Locale::Any, Locale::EnUs, Locale::EnUs, Locale::FrFr])
}
