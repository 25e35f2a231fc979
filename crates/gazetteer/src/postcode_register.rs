//! What the register of postcodes next to the database adds to it: codes of countries whose codes the database lacks, and the places
//! they serve.

use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

use milepost_aside::Claim;
use milepost_store::CountryCode;
use milepost_store::postcode_variants;
use milepost_store::register::{self, Code, Division, FIRST_ID, Register, Served, names_within};
use milepost_text::names::{Reading, ReadingKind, is_called, spellings, written_forms};
use milepost_text::{fold, name_key};

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
    /// Postcodes of the register under a key, for the countries that `known` lacks; of the wanted ones only, if some are.
    pub(crate) fn registered(
        &self,
        key: &str,
        known: &[Place],
        is_wanted: Option<&dyn Fn(&str) -> bool>,
    ) -> Result<Vec<Place>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(Vec::new()) };
        if !key.bytes().any(|byte| byte.is_ascii_digit()) {
            return Ok(Vec::new());
        }
        let lacks = |country: &str| !has_code(known, country);
        let codes = match is_wanted {
            Some(is_wanted) => register.codes(key, |country| is_wanted(country) && lacks(country)).into(),
            None => self.codes(register, key),
        };
        let codes = codes.iter().filter(|code| lacks(&code.country));
        codes.map(|code| self.place_of_code(register, code)).collect()
    }

    /// The codes of the register under a key, through the cache: a geocode asks for those of its postcode twice.
    fn codes(&self, register: &Register, key: &str) -> Arc<[Code]> {
        let Ok(codes) = self.codes.get(key, || Ok::<_, Infallible>(register.codes(key, |_| true).into()));
        codes
    }

    pub(crate) fn place_of_code(&self, register: &Register, code: &Code) -> Result<Place, GazetteerError> {
        let (name, at) = (code.written.clone(), (code.lat, code.lon));
        let place = self.place_of_register(register, code.id, name, code.division, at)?;
        Ok(Place { placetype: Placetype::Postcode, bbox: code.bbox, ..place })
    }

    /// A settlement made from the register, which knows its point alone.
    fn place_of_register(
        &self,
        register: &Register,
        id: i64,
        name: Arc<str>,
        division: Division,
        (lat, lon): (f64, f64),
    ) -> Result<Place, GazetteerError> {
        Ok(Place {
            id,
            name,
            placetype: Placetype::Locality,
            country: CountryCode::of(register.division(division).0),
            region_id: self.division(register, division)?.first().map_or(0, |division| division.id),
            lat,
            lon,
            bbox: [lat, lon, lat, lon],
            population: 0,
            prominence: 0,
            is_primary: true,
            reading: ReadingKind::AsWritten,
            importance: None,
        })
    }

    /// Metres from a code of the register to the nearer of the two beside it by number; none for other places.
    pub fn gap_of_code_m(&self, id: i64) -> Option<f64> {
        self.register()?.gap_m(id)
    }

    /// The division of the gazetteer with the country and name of one of the register; empty if missing.
    fn division(&self, register: &Register, division: Division) -> Result<Arc<[Place]>, GazetteerError> {
        self.divisions.get(&division, || {
            let (country, name) = register.division(division);
            if name.is_empty() {
                return Ok(Arc::default());
            }
            let named = self.places(name, &Placetype::BELOW_COUNTRIES, usize::MAX)?;
            let own = named.into_iter().filter(|place| place.country == country);
            let finest = own.min_by_key(|place| place.placetype != Placetype::Region);
            Ok::<_, GazetteerError>(finest.into_iter().collect())
        })
    }

    /// The places above a code or a place of the register.
    pub(crate) fn above_registered(&self, id: i64) -> Result<Vec<Place>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(Vec::new()) };
        let (country, division) = match register.code(id) {
            Some(code) => (code.country, code.division),
            None => match register.town(id) {
                Some(town) => (CountryCode::of(town.country), town.division),
                None => return Ok(Vec::new()),
            },
        };
        if let [division] = &*self.division(register, division)? {
            let above = self.ancestors(division.id)?;
            return Ok(std::iter::once(division).chain(above.iter()).cloned().collect());
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
    pub fn villages_of_postcode(&self, city: &str, postcode: &str) -> Result<Vec<Place>, GazetteerError> {
        let served = self.served_under(city, postcode)?;
        Ok(served.iter().map(|(place, _)| place).filter(|place| place.id >= FIRST_ID).cloned().collect())
    }

    /// Settlements with a name that only the register knows, in the wanted countries (ISO 3166-1 alpha-2). Their population is unknown.
    pub fn villages(
        &self,
        name: &str,
        is_wanted: impl Fn(&str) -> bool,
    ) -> Result<Vec<Village>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(Vec::new()) };
        let names = spellings(name);
        let (written, read) =
            names.split_at(names.partition_point(|name| name.kind < ReadingKind::SingleLetter));
        let mut villages = Vec::new();
        let mut towns = register.towns_of_name(written, &is_wanted);
        let read = register.towns_of_name(read, &is_wanted);
        towns.extend(read.into_iter().filter(|(read, _)| is_called(&read.name, &name_key(name))));
        for (town, is_several) in towns {
            let at = (town.lat, town.lon);
            if self.own_settlement(written, town.country, at)?.is_none() {
                let name = town.name.into();
                let place = self.place_of_register(register, town.id, name, town.division, at)?;
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
        let names = spellings(city);
        let mut found: Vec<(Place, Served)> = Vec::new();
        for (key, country) in postcode_variants(postcode) {
            let codes = match country {
                Some(country) => register.codes(&key, |of| of == country).into(),
                None => self.codes(register, &key),
            };
            for code in codes.iter() {
                if found.iter().any(|(place, _)| place.country == code.country) {
                    continue;
                }
                if let Some(served) = of_name(register, code, &names) {
                    found.push((self.settlement(register, code, &names, served)?, served));
                }
            }
        }
        Ok(found)
    }

    /// The gazetteer's settlement with one of the names there, otherwise one made from the register.
    fn settlement(
        &self,
        register: &Register,
        code: &Code,
        names: &[Reading],
        Served { id, lat, lon }: Served,
    ) -> Result<Place, GazetteerError> {
        if let Some(place) = self.own_settlement(names, &code.country, (lat, lon))? {
            return Ok(place);
        }
        let name = register.town(id).map(|town| town.name).unwrap_or_default();
        self.place_of_register(register, id, name.into(), code.division, (lat, lon))
    }

    /// The nearest settlement of the database with one of the names (as keys) at a point in degrees.
    fn own_settlement(
        &self,
        names: &[Reading],
        country: &str,
        (lat, lon): (f64, f64),
    ) -> Result<Option<Place>, GazetteerError> {
        let mut nearest: Option<(f64, Place)> = None;
        for Reading { name, .. } in names {
            for place in self.by_key(name)?.iter() {
                let is_settlement =
                    matches!(place.placetype.level(), Placetype::Locality | Placetype::Neighbourhood);
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
        let names = written_forms(&town.name);
        Ok(database.own_settlement(&names, town.country, (town.lat, town.lon))?.is_none())
    })
}

/// Whether a country has a postcode among the places.
fn has_code(places: &[Place], country: &str) -> bool {
    places.iter().any(|place| place.placetype == Placetype::Postcode && place.country == country)
}

/// The place of a code that has one of the names (as keys).
fn of_name(register: &Register, code: &Code, names: &[Reading]) -> Option<Served> {
    let spaced: Vec<String> = names.iter().map(|Reading { name, .. }| name.replace('-', " ")).collect();
    let is_called = |key: &str| {
        names.iter().any(|name| name.name == key) || spaced.iter().any(|name| *name == key.replace('-', " "))
    };
    let mut letters = Vec::new();
    code.served.iter().copied().find(|served| {
        let is_likely = |town: &[u8]| !begins_otherwise(town, names);
        let Some(town) = register.town_name(served.id, &mut letters, is_likely) else { return false };
        let mut parts = names_within(&town).map(name_key);
        is_called(&name_key(&town)) || parts.any(|part| is_called(&part))
    })
}

/// Whether no part of a town's name begins like one of the names, as far as its letters show without folding.
fn begins_otherwise(town: &[u8], names: &[Reading]) -> bool {
    let Some(first) = town.first().filter(|first| first.is_ascii_alphanumeric()) else { return false };
    let first = first.to_ascii_lowercase();
    !town.iter().any(|sign| matches!(sign, b'/' | b'('))
        && !names.iter().any(|Reading { name, .. }| name.bytes().next() == Some(first))
}

/// The wire form of the id of a code or place of the register: `DE-80331`, `SK-972-31-valaska`. Numbers would change with the table.
pub(crate) fn wire_id(register: &Register, id: i64) -> Option<String> {
    if let Some(code) = register.code(id) {
        return Some(format!("{}-{}", code.country, code.written.replace(' ', "-")));
    }
    let town = register.town(id)?;
    let words = |text: &str| fold(text).split_whitespace().collect::<Vec<_>>().join("-");
    let (_, division) = register.division(town.division);
    let parts = [town.country.to_owned(), words(division), words(&town.name)];
    Some(parts.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join("-"))
}
