//! What the register of postcodes next to the database adds to it: codes of countries whose codes the database lacks, and the places
//! they serve.

use std::path::Path;
use std::sync::Arc;

use milepost_aside::Claim;
use milepost_text::{fold, name_key};

use crate::gazetteer::name_variants;
use crate::postcode_keys::postcode_variants;
use crate::register::{self, Code, FIRST_ID, Named, Register, Served};
use crate::{Gazetteer, GazetteerError, Place, Placetype, PostalCity};

/// A settlement of the gazetteer with the name of a register place is that place up to this distance, metres: the point that tables give
/// a postcode is within the city, and the largest cities reach that far.
const SAME_PLACE_M: f64 = 40_000.0;

/// A settlement that only the register knows.
#[derive(Debug, Clone, PartialEq)]
pub struct Village {
    /// The settlement; its extent is unknown.
    pub place: Place,
    /// Whether several of its division have the name, so that the point may be that of another one.
    pub is_several: bool,
}

impl Gazetteer {
    /// Postcodes of the register under a key, for the wanted countries that `known` has none of.
    pub(crate) fn registered(
        &self,
        key: &str,
        known: &[Place],
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Place>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(Vec::new()) };
        if !key.bytes().any(|byte| byte.is_ascii_digit()) {
            return Ok(Vec::new());
        }
        let is_known = |country: &str| {
            known.iter().any(|place| place.placetype == Placetype::Postcode && place.country == country)
        };
        let codes = register.codes(key, |country| is_wanted(country) && !is_known(country));
        codes.into_iter().map(|code| self.place_of_code(code)).collect()
    }

    pub(crate) fn place_of_code(&self, code: Code) -> Result<Place, GazetteerError> {
        Ok(Place {
            id: code.id,
            placetype: Placetype::Postcode,
            region_id: self.division(&code.country, &code.division)?.map_or(0, |division| division.id),
            name: code.written,
            country: code.country,
            lat: code.lat,
            lon: code.lon,
            bbox: code.bbox,
            population: 0,
            is_primary: true,
        })
    }

    /// The division of a country under the name the register has for it.
    fn division(&self, country: &str, name: &str) -> Result<Option<Place>, GazetteerError> {
        if name.is_empty() {
            return Ok(None);
        }
        let found = self.divisions.get(&format!("{country}/{name}"), || {
            let named = self.places(name, &[Placetype::Region, Placetype::County], usize::MAX)?;
            let own = named.into_iter().filter(|place| place.country == country);
            let finest = own.min_by_key(|place| place.placetype != Placetype::Region);
            Ok::<_, GazetteerError>(finest.into_iter().collect())
        })?;
        Ok(found.first().cloned())
    }

    /// The places above a code or a place of the register.
    pub(crate) fn above_registered(&self, id: i64) -> Result<Vec<Place>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(Vec::new()) };
        let (country, division) = match register.code(id) {
            Some(code) => (code.country, code.division),
            None => match register.town(id) {
                Some(town) => (town.country.to_owned(), town.division),
                None => return Ok(Vec::new()),
            },
        };
        if let Some(division) = self.division(&country, &division)? {
            let above = self.ancestors(division.id)?;
            return Ok(std::iter::once(division).chain(above.iter().cloned()).collect());
        }
        let countries = self.places(&country, &[Placetype::Country], usize::MAX)?;
        Ok(countries.into_iter().filter(|place| place.country == country).take(1).collect())
    }

    /// The settlement that a postcode of the register serves under a name.
    pub(crate) fn registered_city(
        &self,
        city: &str,
        postcode: &str,
    ) -> Result<Option<PostalCity>, GazetteerError> {
        let served = self.served_under(city, postcode)?;
        Ok(served.first().map(|(place, at)| PostalCity {
            id: place.id,
            name: place.name.clone(),
            lat: at.lat,
            lon: at.lon,
        }))
    }

    /// Settlements that only the register knows, which a postcode serves under a name: villages too small for the database.
    ///
    /// # Errors
    /// When the database fails.
    pub fn villages_of_postcode(&self, city: &str, postcode: &str) -> Result<Vec<Place>, GazetteerError> {
        let served = self.served_under(city, postcode)?;
        Ok(served.iter().map(|(place, _)| place).filter(|place| place.id >= FIRST_ID).cloned().collect())
    }

    /// Settlements with a name that only the register knows, in the wanted countries (ISO 3166-1 alpha-2). Inhabitants are unknown.
    ///
    /// # Errors
    /// When the database fails.
    pub fn villages(
        &self,
        name: &str,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Village>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(Vec::new()) };
        let names = name_variants(name);
        let mut villages = Vec::new();
        for Named { id, town, is_several } in register.towns_of_name(&names, is_wanted) {
            if self.own_settlement(&names, town.country, (town.lat, town.lon))?.is_none() {
                let place =
                    self.village(id, town.name, town.country, &town.division, (town.lat, town.lon))?;
                villages.push(Village { place, is_several });
            }
        }
        Ok(villages)
    }

    /// What a postcode serves under a name, one per country: the gazetteer's settlement of that name if it has one there, otherwise the place
    /// of the code.
    fn served_under(&self, city: &str, postcode: &str) -> Result<Arc<[(Place, Served)]>, GazetteerError> {
        let question = format!("{city}/{postcode}");
        self.served.get(&question, || Ok(self.read_served_under(city, postcode)?.into()))
    }

    fn read_served_under(&self, city: &str, postcode: &str) -> Result<Vec<(Place, Served)>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(Vec::new()) };
        let names = name_variants(city);
        let mut found: Vec<(Place, Served)> = Vec::new();
        for (key, country) in postcode_variants(postcode) {
            let is_wanted = |of: &str| country.is_none_or(|country| country == of);
            for code in register.codes(&key, is_wanted) {
                if found.iter().any(|(place, _)| place.country == code.country) {
                    continue;
                }
                if let Some(served) = of_name(register, &code, &names) {
                    found.push((self.settlement(&code, &names, &served)?, served.0));
                }
            }
        }
        Ok(found)
    }

    /// The gazetteer's settlement with one of the names there, otherwise one made from the register.
    fn settlement(
        &self,
        code: &Code,
        names: &[String],
        (served, name): &(Served, String),
    ) -> Result<Place, GazetteerError> {
        if let Some(place) = self.own_settlement(names, &code.country, (served.lat, served.lon))? {
            return Ok(place);
        }
        self.village(served.id, name.clone(), &code.country, &code.division, (served.lat, served.lon))
    }

    /// The nearest settlement of the database with one of the names (as keys) at a point in degrees.
    fn own_settlement(
        &self,
        names: &[String],
        country: &str,
        (lat, lon): (f64, f64),
    ) -> Result<Option<Place>, GazetteerError> {
        let mut nearest: Option<(f64, Place)> = None;
        for key in names {
            for place in self.by_key(key)?.iter() {
                let is_settlement = matches!(place.placetype, Placetype::Locality | Placetype::Neighbourhood);
                let distance = place.distance_m(lat, lon);
                if is_settlement
                    && place.country == country
                    && distance <= SAME_PLACE_M
                    && nearest.as_ref().is_none_or(|(known, _)| distance < *known)
                {
                    nearest = Some((distance, place.clone()));
                }
            }
        }
        Ok(nearest.map(|(_, place)| place))
    }

    /// A settlement made from the register.
    fn village(
        &self,
        id: i64,
        name: String,
        country: &str,
        division: &str,
        (lat, lon): (f64, f64),
    ) -> Result<Place, GazetteerError> {
        Ok(Place {
            id,
            name,
            placetype: Placetype::Locality,
            country: country.to_owned(),
            region_id: self.division(country, division)?.map_or(0, |division| division.id),
            lat,
            lon,
            bbox: [lat, lon, lat, lon],
            population: 0,
            is_primary: true,
        })
    }
}

/// Writes the register at `source` with an index of its names where `claim` says. With a database, names that it has there are left out:
/// the search finds those first.
///
/// # Errors
/// When either file fails.
pub fn index_names(
    claim: &Claim,
    source: &Path,
    database: Option<&Gazetteer>,
) -> Result<u64, GazetteerError> {
    register::index_names(claim, source, |town| {
        let Some(database) = database else { return Ok(true) };
        let names = name_variants(&town.name);
        Ok(database.own_settlement(&names, town.country, (town.lat, town.lon))?.is_none())
    })
}

/// The place of a code that has one of the names (as keys), with its name.
fn of_name(register: &Register, code: &Code, names: &[String]) -> Option<(Served, String)> {
    let spaced: Vec<String> = names.iter().map(|name| name.replace('-', " ")).collect();
    let is_called = |key: &str| {
        names.iter().any(|name| name == key) || spaced.iter().any(|name| *name == key.replace('-', " "))
    };
    code.served.iter().find_map(|&served| {
        let town = register.town(served.id)?.name;
        if begins_otherwise(&town, names) {
            return None;
        }
        let mut parts = town.split(['/', '(', ')']).map(name_key).filter(|part| !part.is_empty());
        let is_meant = is_called(&name_key(&town)) || parts.any(|part| is_called(&part));
        is_meant.then_some((served, town))
    })
}

/// Whether no part of a town's name begins like one of the names, as far as its letters show without folding.
fn begins_otherwise(town: &str, names: &[String]) -> bool {
    let Some(first) = town.bytes().next().filter(u8::is_ascii_alphanumeric) else { return false };
    let first = first.to_ascii_lowercase();
    !town.contains(['/', '(']) && !names.iter().any(|name| name.bytes().next() == Some(first))
}

/// The wire form of the id of a code or place of the register: `DE-80331`, `SK-972-31-valaska`. Numbers would change with the table.
pub(crate) fn wire_id(register: &Register, id: i64) -> Option<String> {
    if let Some(code) = register.code(id) {
        return Some(format!("{}-{}", code.country, code.written.replace(' ', "-")));
    }
    let town = register.town(id)?;
    let words = |text: &str| fold(text).split_whitespace().collect::<Vec<_>>().join("-");
    let parts = [town.country.to_owned(), words(&town.division), words(&town.name)];
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
}
