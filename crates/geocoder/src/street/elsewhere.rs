//! A street that the place of the address lacks: where the nearest street of that name is.

use milepost_gazetteer::{AddressPoint, Gazetteer, Place, Placetype, Scope};

use crate::Result;
use crate::street::{Addressed, Agreement, Cascade, Houses, Located, PlaceAgreement, StreetQuery, cased};

/// Greatest distance from the place of the address at which a street of the name is reported, metres.
const NEAR_M: f64 = 50_000.0;
/// Greatest distance of a row from its town, metres.
const TOWN_M: f64 = 25_000.0;
/// Places of a name that are compared.
const NAMESAKES: usize = 64;
/// Most rows of a name that are read: with as many, the nearest may be missing.
const MOST_OF_A_NAME: u32 = 1_000;
/// Most of them under one postcode.
const MOST_OF_A_POSTCODE: u32 = 128;

impl Cascade<'_> {
    /// The town with the nearest street of the typed name, if the place of the address lacks that street. This reads up to a
    /// thousand rows of each spelling, so it runs only if nothing at street level answered.
    pub(crate) fn elsewhere(&self, gazetteer: &Gazetteer, address: Addressed<'_>) -> Result<Option<String>> {
        let Some(query) = StreetQuery::of(address) else { return Ok(None) };
        let nearest = self.registers(&query).filter_map(|registers| nearest(&registers.houses, &query));
        let nearest = nearest.min_by(|a, b| a.0.total_cmp(&b.0));
        nearest.map_or(Ok(None), |(_, row)| town(gazetteer, &row, &query.country))
    }
}

/// The nearest row of a street of the name in another place, and its distance from the place of the address, metres.
fn nearest(houses: &Houses<'_>, query: &StreetQuery) -> Option<(f64, AddressPoint)> {
    let mut rows = Vec::new();
    for norm in &query.norms {
        let anywhere = houses.ask(|houses| houses.of_street(None, norm, MOST_OF_A_NAME));
        if anywhere.len() < MOST_OF_A_NAME as usize {
            rows.extend(anywhere);
        } else if let Some(code) = &query.place.postcode {
            // Hundreds of towns have the name: the next ones under the same postcode are reported.
            rows.extend(
                houses.ask(|houses| houses.of_street(Some(Scope::Postcode(code)), norm, MOST_OF_A_POSTCODE)),
            );
        }
    }
    let far = rows.into_iter().filter_map(|row| {
        let is_other = PlaceAgreement::of(&row, &query.place).locality != Agreement::Agrees;
        let distance = query.place.distance_m(row.lat, row.lon)?;
        (is_other && distance <= NEAR_M).then_some((distance, row))
    });
    far.min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.rowid.cmp(&b.1.rowid)))
}

/// The name of a row's place: the gazetteer's name of its locality, otherwise the register's in mixed case; without a locality its postcode.
fn town(gazetteer: &Gazetteer, row: &AddressPoint, country: &str) -> Result<Option<String>> {
    let Some(filed) = &row.locality else { return Ok(row.postcode.clone()) };
    let nearest = nearest_town(gazetteer, filed, (row.lat, row.lon), country)?;
    Ok(Some(nearest.map_or_else(|| cased(filed), |place| place.name.to_string())))
}

/// The town of the gazetteer that a located row is filed under.
pub(crate) fn town_of(gazetteer: &Gazetteer, located: &Located, country: &str) -> Result<Option<Place>> {
    let Some(filed) = &located.locality else { return Ok(None) };
    nearest_town(gazetteer, filed, (located.lat, located.lon), country)
}

/// The place of a name in a country that is nearest to a point.
fn nearest_town(
    gazetteer: &Gazetteer,
    name: &str,
    (lat, lon): (f64, f64),
    country: &str,
) -> Result<Option<Place>> {
    let kinds = [Placetype::Locality, Placetype::Neighbourhood];
    let mut places = gazetteer.places(name, &kinds, NAMESAKES)?;
    let off = |place: &Place| place.distance_m(lat, lon);
    places.retain(|place| place.country.eq_ignore_ascii_case(country) && off(place) <= TOWN_M);
    Ok(places.into_iter().min_by(|a, b| off(a).total_cmp(&off(b))))
}

#[cfg(test)]
mod tests {
    use crate::fixture::gazetteer;
    use crate::street::fixture::{asked, cascade};

    fn found(address: &str) -> Option<String> {
        cascade().elsewhere(gazetteer(), asked(address).address()).unwrap()
    }

    #[test]
    fn a_street_of_the_same_town_is_not_elsewhere() {
        assert_eq!(found("street=Gull Way; locality=Saint Helens; region=OR"), None);
    }

    #[test]
    fn a_town_that_the_gazetteer_lacks_has_the_name_or_the_postcode_of_the_register() {
        let finch = found("street=Finch Way; locality=Portland; region=OR");
        assert_eq!(finch.as_deref(), Some("Hawkridge"), "registers keep lower case or capitals");
        assert_eq!(found("street=Tern Way; locality=Portland; region=OR").as_deref(), Some("97056"));
    }
}
