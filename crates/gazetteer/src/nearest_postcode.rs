//! Where an unknown postcode must lie: codes are assigned in order, so the next number is next door.
//!
//! On codes kept back from the tables of 17 countries the nearest number is 0 to 6 km off at the median, the middle of the codes that
//! share all digits but two 0 to 15 km.

use milepost_store::CountryCode;
use milepost_store::postcode_variants;
use milepost_text::names::{Reading, written_forms};

use crate::{Gazetteer, GazetteerError, Place, Placetype};

/// How far away a number may be. Finnish codes end in a zero, so the tens of the hundred follow.
const OFFSETS: [u32; 18] = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 20, 30, 40, 50, 60, 70, 80, 90];
/// Digits at the end of a code that count; no country has more.
const MOST_DIGITS: usize = 7;
/// Prefixes that are sampled to learn which countries' codes the database has. A country of a hundred codes
/// may be missed, which leaves its unknown codes unknown.
const SAMPLED: [&str; 24] = [
    "010", "028", "051", "080", "100", "120", "151", "180", "201", "230", "262", "301", "345", "380", "405",
    "450", "502", "560", "601", "670", "710", "801", "905", "e1",
];

/// The country (ISO 3166-1 alpha-2) whose table has the first code of each town's range.
const OF_RANGES: &str = "BR";

/// Numbers to either side of a postcode that its density is counted over.
const DENSITY_REACH: u32 = 5;

/// The fallback for an unknown postcode: the nearest number its country has.
#[derive(Debug, Clone, PartialEq)]
pub struct NearestPostcode {
    /// The place of the known code, under the name of the unknown one.
    pub place: Place,
    /// The code equally far away on the other side, if there is one: the number does not say which of them is nearer.
    pub other: Option<Place>,
    /// How many of the ten numbers around the unknown one the country has. If it has most of them, the missing one is
    /// probably its own.
    pub density: usize,
}

impl Gazetteer {
    /// For each of `countries` (ISO 3166-1 alpha-2) the known postcode with the number nearest to `postcode` in the same hundred, under the
    /// name of the unknown one; nothing for a country whose codes the database lacks.
    pub fn nearest_postcodes(
        &self,
        postcode: &str,
        countries: &[&str],
    ) -> Result<Vec<NearestPostcode>, GazetteerError> {
        let Some((key, of)) = &numbered_key(postcode) else { return Ok(Vec::new()) };
        let mut wanted: Vec<&str> = Vec::new();
        for country in countries.iter().copied().filter(|country| of.is_none_or(|of| of == *country)) {
            if self.has_postcodes_of(country)? {
                wanted.push(country);
            }
        }
        let mut found: Vec<(NearestPostcode, u32)> = Vec::new();
        for (key, offset) in neighbours(key) {
            // One country alone has no rivals to be compared with.
            let is_settled = wanted.len() < 2 && found.iter().all(|(_, nearest)| *nearest < offset);
            if found.len() == wanted.len() && (offset > DENSITY_REACH || is_settled) {
                break;
            }
            for place in self.read_by_key(&key, Some(&|country| wanted.contains(&country)))? {
                if place.placetype != Placetype::Postcode
                    || !place.has_point()
                    || !wanted.contains(&place.country.as_str())
                {
                    continue;
                }
                let is_counted = usize::from(offset <= DENSITY_REACH);
                let place = Place { name: postcode.trim().into(), ..place };
                match found.iter_mut().find(|(known, _)| known.place.country == place.country) {
                    Some((known, nearest)) => {
                        known.density += is_counted;
                        if *nearest == offset {
                            known.other = Some(place);
                        }
                    }
                    None => found.push((NearestPostcode { place, other: None, density: is_counted }, offset)),
                }
            }
        }
        let mut nearest: Vec<NearestPostcode> = found.into_iter().map(|(nearest, _)| nearest).collect();
        if wanted.contains(&OF_RANGES) && nearest.iter().all(|known| known.place.country != OF_RANGES) {
            nearest.extend(self.range_of(postcode, key)?);
        }
        Ok(nearest)
    }

    /// The code that begins the range of an unknown one: `01000-000` of São Paulo for `01310-100`.
    fn range_of(&self, postcode: &str, key: &str) -> Result<Option<NearestPostcode>, GazetteerError> {
        let Some(register) = self.register() else { return Ok(None) };
        for length in [3, 2, 1] {
            let Some(prefix) = key.get(..length) else { continue };
            let missing = |country: &str| if country == OF_RANGES { key.len() } else { 0 };
            let mut codes = register.codes_beginning(prefix, missing);
            codes.retain(|code| code.country == OF_RANGES && *code.written <= *key);
            if let Some(code) = codes.into_iter().max_by(|a, b| a.written.cmp(&b.written)) {
                let place = Place { name: postcode.trim().into(), ..self.place_of_code(register, &code)? };
                return Ok(Some(NearestPostcode { place, other: None, density: 1 }));
            }
        }
        Ok(None)
    }

    /// Whether the database has the postcodes of a country (ISO 3166-1 alpha-2), judged by a sample.
    pub fn has_postcodes_of(&self, country: &str) -> Result<bool, GazetteerError> {
        let is_registered = self.register().is_some_and(|register| register.has_country(country));
        Ok(is_registered || self.countries_with_postcodes()?.iter().any(|known| known == country))
    }

    /// The mean distance between neighbouring places of the register of postcodes in a country (ISO 3166-1 alpha-2), metres; none without a
    /// register of it.
    pub fn spacing_of_postal_places_m(&self, country: &str) -> Option<f64> {
        self.register()?.spacing_m(country)
    }

    /// Postcodes under which places of this name are served, with the id of the place.
    pub fn postcodes_of_name(&self, name: &str) -> Result<Vec<(String, i64)>, GazetteerError> {
        let mut served = Vec::new();
        if !self.has_postal_cities {
            return Ok(served);
        }
        for Reading { name: key, .. } in written_forms(name) {
            let sql = include_str!("../sql/candidates/postcodes_of_a_name.sql");
            served.extend(self.database.all(sql, [&key], |row| Ok((row.get(0)?, row.get(1)?)))?);
        }
        Ok(served)
    }

    /// Countries whose postcodes the database has.
    fn countries_with_postcodes(&self) -> Result<&[CountryCode], GazetteerError> {
        if let Some(known) = self.countries_with_postcodes.get() {
            return Ok(known);
        }
        let kinds = self.placetypes.iter().filter(|(_, kind)| **kind == Placetype::Postcode);
        let mut ids: Vec<i64> = Vec::new();
        for (kind, begin) in kinds.flat_map(|(kind, _)| SAMPLED.iter().map(move |begin| (kind, begin))) {
            let sql = include_str!("../sql/candidates/countries_of_a_range.sql");
            // No key holds a character above `~`.
            let range = (begin, format!("{begin}~"), kind);
            ids.extend(self.database.all(sql, range, |row| row.get::<_, i64>(0))?);
        }
        let known = self.countries.iter().filter(|(id, _)| ids.contains(id)).map(|(_, code)| *code);
        Ok(self.countries_with_postcodes.get_or_init(|| known.collect()))
    }
}

/// The key whose number is counted on, with the country that writes such codes: the whole of `00-001`, and `89501` of `89501-1234`.
fn numbered_key(postcode: &str) -> Option<(String, Option<&'static str>)> {
    let mut variants = postcode_variants(postcode);
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let is_whole = |(key, _): &(String, Option<&str>)| {
        let halves = key.split_once('-');
        halves.is_some_and(|(first, rest)| {
            is_number(first) && is_number(rest) && (first.len(), rest.len()) != (5, 4)
        })
    };
    match variants.first().is_some_and(|first| is_whole(first) || is_number(&first.0)) {
        true => Some(variants.swap_remove(0)),
        false => variants.pop(),
    }
}

/// Keys of the numbers around that of `key` with their distance, nearest first.
fn neighbours(key: &str) -> Vec<(String, u32)> {
    let stem = key.trim_end_matches(|character: char| character.is_ascii_digit());
    let digits = &key[stem.len()..];
    let Some(number) =
        Some(digits).filter(|digits| digits.len() <= MOST_DIGITS).and_then(|n| n.parse::<u32>().ok())
    else {
        return Vec::new();
    };
    // Delivery offices are numbered without zeros in front: `ab9`, `ab10`.
    let width = if digits.len() > 2 { digits.len() } else { 1 };
    let both = OFFSETS.iter().flat_map(|&offset| {
        [number.checked_sub(offset), number.checked_add(offset)].map(|next| next.map(|next| (next, offset)))
    });
    both.flatten()
        .filter(|(next, _)| next / 100 == number / 100)
        .map(|(next, offset)| (format!("{stem}{next:0width$}"), offset))
        .collect()
}

#[cfg(test)]
mod tests {
    use crate::gazetteer::tests::gazetteer;

    fn neighbours(key: &str) -> Vec<String> {
        super::neighbours(key).into_iter().map(|(key, _)| key).collect()
    }

    #[test]
    fn the_next_numbers_of_the_same_hundred_are_tried_nearest_first() {
        assert_eq!(neighbours("1000")[..3], ["1001", "1002", "1003"]);
        assert_eq!(neighbours("07699")[..2], ["07698", "07697"]);
        assert_eq!(neighbours("00-950")[..2], ["00-949", "00-951"]);
        assert_eq!(neighbours("ab10")[..2], ["ab9", "ab11"]);
        assert!(neighbours("44680").contains(&"44600".to_owned()));
        assert!(neighbours("n6a").is_empty());
        assert!(neighbours("123456789").is_empty());
    }

    #[test]
    fn the_nearest_number_comes_with_how_many_are_next_to_it() {
        let swiss = ["1404", "1405", "1406", "1407", "1409", "1410", "1201"].map(|code| (code, code, 1, 4));
        let belgian = ["1400", "1401", "1404", "1201"].map(|code| (code, code, 2, 4));
        let (_folder, gazetteer) = gazetteer(&[&swiss[..], &belgian[..]].concat());
        let found = gazetteer.nearest_postcodes("1408", &["BE", "CH"]).unwrap();
        let nearest: Vec<(&str, &str, usize)> =
            found.iter().map(|near| (near.place.country.as_str(), &*near.place.name, near.density)).collect();
        assert_eq!(nearest, [("CH", "1408", 6), ("BE", "1408", 1)]);
    }
}
