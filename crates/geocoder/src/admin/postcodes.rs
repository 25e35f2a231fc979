//! Postcodes that are not known, or known elsewhere than the rest.

use milepost_address::Tag;
use milepost_gazetteer::{GazetteerError, Place};
use milepost_text::postcode_key;

use super::WELL_KNOWN;
use super::candidates::{COUNTRIES, Candidates, is_near};
use crate::admin::scope::Scope;
use crate::country::postcode_shape::is_foreign_to;
use crate::reading::components::Components;

/// Inhabitants of a town.
const TOWN: i64 = 10_000;

impl Candidates {
    /// Where no locality has the typed postcode near it, the nearest numbers that countries of the localities and of the street have
    /// stand for it.
    pub(super) fn add_nearest_postcodes(&mut self, scope: Scope<'_>) -> Result<(), GazetteerError> {
        let Some(typed) = &self.postcode else { return Ok(()) };
        let is_placed = |place: &Place| self.postcodes.iter().any(|postcode| is_near(postcode, place));
        if self.localities.iter().any(|place| is_placed(place) && !self.evidence.is_of_others(&place.country))
        {
            return Ok(());
        }
        let mut countries: Vec<&str> = Vec::new();
        let of_localities = self.localities.iter().map(|place| place.country.as_str());
        let of_street = self.evidence.countries().into_iter();
        for country in
            self.countries.iter().map(|place| place.country.as_str()).chain(of_street).chain(of_localities)
        {
            let is_typed =
                self.countries.is_empty() || self.countries.iter().any(|place| place.country == country);
            if is_typed
                && !countries.contains(&country)
                && !is_foreign_to(typed, country)
                && scope.includes(country)
                && !self.postcodes.iter().any(|postcode| postcode.country == country)
            {
                countries.push(country);
            }
        }
        countries.truncate(COUNTRIES);
        let nearest = scope.gazetteer().nearest_postcodes(typed, &countries)?;
        for place in &self.localities {
            let is_new = !self.countries_with_codes.contains(&place.country);
            if is_new && scope.gazetteer().has_postcodes_of(&place.country)? {
                self.countries_with_codes.push(place.country.clone());
            }
        }
        let is_placed = |code: &Place| self.localities.iter().any(|place| is_near(code, place));
        let stand_ins: Vec<(Place, usize)> = nearest
            .into_iter()
            .map(|near| match near.other {
                // Of the numbers to either side the one the locality is at.
                Some(other) if is_placed(&other) && !is_placed(&near.place) => (other, near.beside),
                _ => (near.place, near.beside),
            })
            .collect();
        self.stand_ins = stand_ins.iter().map(|(place, beside)| (place.id, *beside)).collect();
        self.postcodes.extend(stand_ins.into_iter().map(|(place, _)| place));
        Ok(())
    }

    /// A postcode that contradicts a town and is one digit or two swapped ones from a code of its own was mistyped.
    pub(super) fn note_similar_postcodes(
        &mut self,
        scope: Scope<'_>,
        components: &Components<'_>,
    ) -> Result<(), GazetteerError> {
        let (Some(typed), Some(locality)) = (&self.postcode, components.get(Tag::Locality)) else {
            return Ok(());
        };
        let is_contradicted = |place: &Place| {
            let mut own = self.postcodes.iter().filter(|postcode| postcode.country == place.country);
            own.clone().next().is_some() && own.all(|postcode| !is_near(postcode, place))
        };
        if self.localities.is_empty() || !self.localities.iter().all(is_contradicted) {
            return Ok(());
        }
        let typed = postcode_key(typed);
        let served = scope.gazetteer().postcodes_of_name(locality)?;
        let similar = served
            .into_iter()
            .filter(|(code, _)| code.len() == typed.len() && strsim::osa_distance(code, &typed) == 1);
        self.served_by_similar = similar.map(|(_, id)| id).collect();
        Ok(())
    }

    /// Whether a postcode is not the typed one but its nearest known number.
    pub(super) fn is_stand_in(&self, postcode: &Place) -> bool {
        self.stand_ins.iter().any(|(id, _)| *id == postcode.id)
    }

    /// How many of the ten numbers beside the typed one the country of a stand-in has.
    pub(super) fn beside(&self, postcode: &Place) -> usize {
        self.stand_ins.iter().find(|(id, _)| *id == postcode.id).map_or(0, |(_, beside)| *beside)
    }

    /// Whether the typed postcode, which is not the place's, is known in the country of `place`, there or next door, or in one that the
    /// street speaks for no less. A country of whose postcodes the gazetteer has none may have it as well, and a town there is believed
    /// unless the street speaks more for the other country.
    pub(super) fn has_its_postcode_elsewhere(&self, place: &Place) -> bool {
        let own = self.evidence.weight(&place.country);
        let is_elsewhere = |postcode: &Place| {
            let weight = self.evidence.weight(&postcode.country);
            postcode.country == place.country
                || !self.is_stand_in(postcode)
                    && weight > 0.0
                    && weight >= own
                    && (weight > own
                        || place.population < TOWN
                        || self.countries_with_codes.contains(&place.country))
        };
        // The United States have streets in every language, and a city there is meant by its name, but hardly with a postcode of its
        // own country that is elsewhere beside them.
        (place.population < WELL_KNOWN || self.evidence.speaks_against(&place.country))
            && !self.served_by_similar.contains(&place.id)
            && self.postcodes.iter().any(is_elsewhere)
    }
}
