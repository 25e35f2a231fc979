//! Which line comes next: the sources, their shares and the noise.

use std::path::Path;

use fastrand::Rng;
use milepost_text::features::{Context, InputMode, Locale};

use crate::CorpusError;
use crate::line::Line;
use crate::noise::{TitleCase, roughen};
use crate::render::{self, any, chance};
use crate::sources::fr::FrSource;
use crate::sources::places::Places;
use crate::sources::us::{StreetNames, UsSource};
use crate::sources::{fr, us};

/// Every source in memory.
pub(crate) struct Mixture {
    us: Vec<UsSource>,
    fr: Vec<FrSource>,
    street_names: StreetNames,
    places: Places,
}

/// A drawn line with the context it is trained under and the name of its source.
pub(crate) struct Drawn {
    pub(crate) line: Line,
    pub(crate) context: Context,
    pub(crate) source: &'static str,
}

impl Mixture {
    /// Reads all sources below `data`.
    pub(crate) fn read(data: &Path) -> Result<Mixture, CorpusError> {
        let places = Places::read(data)?;
        Ok(Mixture {
            us: us::sources(data)?,
            fr: fr::sources(data, &places)?,
            street_names: us::street_names(data)?,
            places,
        })
    }

    /// Draws a line; with `held_out` only from records no training line is drawn from.
    pub(crate) fn draw(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let share = rng.f64();
        let mut drawn = match share {
            share if share < 0.48 => self.draw_us(held_out, rng),
            share if share < 0.90 => self.draw_fr(held_out, rng),
            share if share < 0.97 => {
                let line = render::other::place(self.places.anywhere(rng), rng);
                let mode = InputMode::Fragmented;
                Drawn {
                    line: roughen(line, TitleCase::Us, rng),
                    context: Context { locale: Locale::Any, mode },
                    source: "places",
                }
            }
            _ => Drawn { line: render::other::prose(rng), context: Context::default(), source: "prose" },
        };
        // Half the lines are read without being told, some are told wrongly: the context tunes, no more.
        drawn.context.locale = match rng.u8(..20) {
            0..10 => Locale::Any,
            10 => any(rng, &[Locale::EnUs, Locale::FrFr]),
            _ => drawn.context.locale,
        };
        drawn.context.mode = match rng.u8(..20) {
            0..10 => InputMode::Auto,
            10 => any(rng, &[InputMode::Fragmented, InputMode::Formatted]),
            _ => drawn.context.mode,
        };
        if drawn.source != "prose" && chance(rng, 0.012) {
            drawn.line = render::other::with_note(drawn.line, rng);
        }
        drawn
    }

    fn draw_us(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        const FROM_PARTS: f64 = 0.3;
        let (record, source) = if chance(rng, 0.012) {
            (us::military(rng), "us/military")
        } else if !held_out && chance(rng, FROM_PARTS) {
            (us::assemble(&self.street_names, &self.places, rng), "us/street_names")
        } else {
            let source = weighted(&self.us, |source| source.weight, rng);
            let records = if held_out { &source.held_out } else { &source.train };
            (records[rng.usize(..records.len())].clone(), source.name)
        };
        let (line, mode) = render::us::render(&record, rng);
        let line = roughen(line, TitleCase::Us, rng);
        Drawn { line, context: Context { locale: Locale::EnUs, mode }, source }
    }

    fn draw_fr(&self, held_out: bool, rng: &mut Rng) -> Drawn {
        let source = weighted(&self.fr, |source| source.weight, rng);
        let records = if held_out { &source.held_out } else { &source.train };
        let (line, mode) = render::fr::render(&records[rng.usize(..records.len())], rng);
        let line = roughen(line, TitleCase::Fr, rng);
        Drawn { line, context: Context { locale: Locale::FrFr, mode }, source: source.name }
    }
}

fn weighted<'a, T>(sources: &'a [T], weight: impl Fn(&T) -> f64, rng: &mut Rng) -> &'a T {
    let total: f64 = sources.iter().map(&weight).sum();
    let mut left = rng.f64() * total;
    sources
        .iter()
        .find(|source| {
            left -= weight(source);
            left <= 0.0
        })
        .unwrap_or(&sources[0])
}
