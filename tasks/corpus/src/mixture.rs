//! Draws the next line: the sources, their shares, and the noise.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::features::{Context, CountryHint, InputMode, Locale};

use crate::CorpusError;
use crate::forms;
use crate::forms::form::{Form, Typing};
use crate::line::{Drawn, Line};
use crate::noise::{TitleCase, cut, recased, roughen};
use crate::render::{self, any, chance};
use crate::sources::own::Own;
use crate::sources::world::weighted;
use crate::tables::Tables;

/// Share of the table lines that are cut off, as if somebody stopped typing.
const CUT: f64 = 0.055;

/// Share of the lines without a street that are landmarks.
const LANDMARKS: f64 = 0.12;

/// The sources with their shares.
pub(crate) struct Mixture {
    tables: Tables,
    forms: Vec<Form>,
    own: Option<Own>,
    own_share: f64,
    clean: bool,
}

impl Mixture {
    /// The tables and every form, without your own rows.
    pub(crate) fn of(tables: Tables) -> Mixture {
        Mixture { tables, forms: forms::all(), own: None, own_share: 0.0, clean: false }
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
        let line = (0..100).map(|_| (form.draw)(&self.tables, held_out, rng)).find(|line| !line.is_empty());
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
                        let place = self.tables.places.anywhere(rng);
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
                let line = render::negative::text(&self.tables.vocabulary, rng);
                Drawn { line, context: Context::default(), country: None, source: "no address".into() }
            }
        };
        if drawn.source != "no address" {
            if chance(rng, 0.03) {
                let (street, _) = &self.tables.street_names[rng.usize(..self.tables.street_names.len())];
                drawn.line = render::negative::with_note(drawn.line, &self.tables.vocabulary, street, rng);
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

    /// A landmark of the United States, of France or of Great Britain.
    fn landmark(&self, rng: &mut Rng) -> Line {
        let country = any(rng, &["US", "US", "US", "FR", "FR", "GB"]);
        match self.tables.places.of(country, rng) {
            Some(place) => render::landmark::line(&self.tables.vocabulary, place, rng).of_country(country),
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
        let country = self.tables.world.country(rng);
        let (line, mode) = render::world::address_of(&self.tables.drawing(), country, held_out, rng);
        let line = roughen(line, TitleCase::Us, rng);
        let source = format!("world/{}", country.code.to_lowercase()).into();
        let country = CountryHint::from_code(&country.code);
        let context = Context { locale: told_elsewhere(rng), mode, country: None };
        Drawn { line, context, country, source }
    }

    fn draw_clean(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let (line, locale, source) = if rng.bool() {
            let (record, source) = self.tables.us_record(held_out, rng);
            (render::us::whole(&record, rng), Locale::EnUs, source)
        } else {
            let (record, source) = self.tables.fr_record(held_out, rng);
            (render::fr::whole(record, rng), Locale::FrFr, source)
        };
        let context = Context { locale, ..Context::default() };
        Drawn { line, context, country: None, source: source.into() }
    }

    fn draw_us(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let (record, source) = self.tables.us_record(held_out, rng);
        let (line, mode) = render::us::render(&record, rng);
        let line = roughen(line, TitleCase::Us, rng);
        let context = Context { locale: Locale::EnUs, mode, country: None };
        Drawn { line, context, country: CountryHint::from_code("US"), source: source.into() }
    }

    fn draw_fr(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let (record, source) = self.tables.fr_record(held_out, rng);
        let (mut line, mode) = render::fr::render(record, rng);
        let ends_in_place = line.pieces.last().is_some_and(|piece| piece.tag == Some(Tag::Locality));
        if !held_out && ends_in_place && chance(rng, 0.22) {
            // Any département or region, including held-out ones, because the parser must know their names.
            let place = self.tables.places.in_region("FR", "", rng);
            let name = if rng.bool() { &place.county } else { &place.region };
            line.then(any(rng, &[", ", ", ", " "]), Tag::Region, name.as_str());
        }
        let line = roughen(line, TitleCase::Fr, rng);
        let context = Context { locale: Locale::FrFr, mode, country: None };
        Drawn { line, context, country: CountryHint::from_code("FR"), source: source.into() }
    }
}

/// The locale of an address outside both locales: most callers keep their default.
fn told_elsewhere(rng: &mut Rng) -> Locale {
    any(rng, &[Locale::Any, Locale::EnUs, Locale::EnUs, Locale::FrFr])
}
