//! The tables of all sources.

use std::path::Path;

use fastrand::Rng;

use crate::CorpusError;
use crate::invented;
use crate::render::world::Drawing;
use crate::render::{any, chance};
use crate::sources::countries::Countries;
use crate::sources::formats::Formats;
use crate::sources::fr::{FrRecord, FrSource};
use crate::sources::places::Places;
use crate::sources::suburbs::Suburbs;
use crate::sources::towns::Towns;
use crate::sources::us::{StreetNames, UsRecord, UsSource};
use crate::sources::vocabulary::Vocabulary;
use crate::sources::world::{World, weighted};
use crate::sources::{HELD_OUT_STATES, fr, us};

/// All sources, in memory.
pub(crate) struct Tables {
    us: Vec<UsSource>,
    fr: Vec<FrSource>,
    pub(crate) street_names: StreetNames,
    held_out_street_names: StreetNames,
    pub(crate) places: Places,
    pub(crate) suburbs: Suburbs,
    pub(crate) towns: Towns,
    pub(crate) countries: Countries,
    pub(crate) world: World,
    pub(crate) formats: Formats,
    pub(crate) vocabulary: Vocabulary,
}

impl Tables {
    /// Reads all sources below `data`, the word lists and GeoNames cities500.
    pub(crate) fn read(
        data: &Path,
        vocabulary: &Path,
        cities: &Path,
        divisions: &Path,
    ) -> Result<Tables, CorpusError> {
        let places = Places::read(data)?;
        let numbered = us::numbered_roads(data)?;
        let (street_names, held_out_street_names) = us::street_names(data, &numbered)?;
        Ok(Tables {
            us: us::sources(data, &numbered)?,
            fr: fr::sources(data, &places)?,
            street_names,
            held_out_street_names,
            places,
            suburbs: Suburbs::read(cities)?,
            towns: Towns::read(cities, divisions)?,
            countries: Countries::read(),
            world: World::read(),
            formats: Formats::read(),
            vocabulary: Vocabulary::read(vocabulary)?,
        })
    }

    /// Sources of these records of the United States and France, and of the tables in `data`, for tests.
    #[cfg(test)]
    pub(crate) fn of_records(
        data: &Path,
        us: Vec<UsRecord>,
        fr: Vec<FrRecord>,
    ) -> Result<Tables, CorpusError> {
        let street_names: StreetNames =
            us.iter().map(|record| (record.street.clone(), record.state.clone())).collect();
        Ok(Tables {
            us: vec![UsSource { name: "us/sample", weight: 1.0, train: us.clone(), held_out: us }],
            fr: vec![FrSource { name: "fr/sample", weight: 1.0, train: fr.clone(), held_out: fr }],
            held_out_street_names: street_names.clone(),
            street_names,
            places: Places::read(data)?,
            suburbs: Suburbs::read(&data.join("cities.txt"))?,
            towns: Towns::read(&data.join("cities.txt"), data)?,
            countries: Countries::read(),
            world: World::read(),
            formats: Formats::read(),
            vocabulary: Vocabulary::read(&data.join("vocabulary.tsv"))?,
        })
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

    /// A French record with the name of its source.
    pub(crate) fn fr_record(&self, held_out: bool, rng: &mut Rng) -> (&FrRecord, &'static str) {
        let weight =
            |source: &FrSource| if held_out && source.held_out.is_empty() { 0.0 } else { source.weight };
        let source = weighted(&self.fr, weight, rng);
        let records = if held_out { &source.held_out } else { &source.train };
        (&records[rng.usize(..records.len())], source.name)
    }
}
