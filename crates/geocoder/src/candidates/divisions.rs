//! The country and the divisions that an address names.

use milepost_gazetteer::{Place, Placetype};

use super::{COUNTRIES, LOCALITIES, REGIONS};
use crate::Result;
use crate::candidates::Scope;
use crate::candidates::places::inside;
use crate::country::codes::divisions_of_code;
use crate::query::{Query, is_code};

/// What an address names above the town.
#[derive(Debug, Default)]
pub(crate) struct Divisions {
    pub(crate) countries: Vec<Place>,
    pub(crate) regions: Vec<Place>,
    pub(crate) written_as: WrittenAs,
    /// Divisions whose countries write them by the typed letters, which the gazetteer does not have: São Paulo for `SP`.
    pub(crate) by_code: Vec<Place>,
    /// Whether the scope holds no country that was written: then nothing can match.
    pub(crate) is_elsewhere: bool,
}

/// How the regions are written, which decides how strictly they are followed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(crate) enum WrittenAs {
    /// By a name, or by the letters of a state of the United States.
    #[default]
    Name,
    /// By two letters other than a state of the United States: every country has codes for its divisions, and the gazetteer knows few.
    Code,
    /// By a name that may also be part of the town: `17867 Beget, Girona`.
    PartOfTown,
}

const BELOW_COUNTRIES: [Placetype; 6] = Placetype::BELOW_COUNTRIES;
const DIVISIONS: [Placetype; 7] = Placetype::joined(&[&BELOW_COUNTRIES, &[Placetype::Country]]);

/// Reads country and region. Two letters after a town are a province or canton as often as a country, so they are weighed with the
/// rest and not followed.
pub(crate) fn read(scope: Scope<'_>, query: &Query<'_>) -> Result<Divisions> {
    let mut divisions = Divisions::default();
    let doubtful = query.country.filter(|_| query.is_country_doubtful());
    if let Some(letters) = query.region.or(doubtful) {
        divisions.by_code = of_code(scope, letters)?;
    }
    if let Some(region) = query.region {
        // `DE` is Delaware and Germany, `CA` California and Canada: the locality decides.
        divisions.regions = scope.places(region, &DIVISIONS, REGIONS)?;
        divisions.written_as = written_as(region, &divisions.regions);
        if let Some(county) = query.subregion
            && query.locality.is_none()
            && query.postcode.is_none()
        {
            // `Orange County, CA`: the counties of that name in the typed regions.
            let counties = scope.places(county, &Placetype::COUNTIES, LOCALITIES)?;
            let counties = inside(scope.gazetteer, counties, &divisions.regions)?;
            if !counties.is_empty() {
                divisions.regions = counties;
            }
        }
    } else if let Some(number) = query.division_number {
        divisions.regions = numbered(scope, number, query.locality.unwrap_or_default())?;
    } else if let Some(county) = query.subregion {
        divisions.regions = scope.places(county, &Placetype::COUNTIES, LOCALITIES)?;
    } else if let (Some(part), Some(_), Some(_)) = (query.part, query.locality, query.postcode) {
        divisions.regions = scope.places(part, &BELOW_COUNTRIES, REGIONS)?;
        divisions.written_as = WrittenAs::PartOfTown;
    }
    let Some(country) = query.country else { return Ok(divisions) };
    if query.is_country_doubtful() {
        divisions.regions = scope.places(country, &DIVISIONS, REGIONS)?;
        divisions.written_as = written_as(country, &divisions.regions);
        return Ok(divisions);
    }
    let mut named = scope.gazetteer.places(country, &[Placetype::Country], COUNTRIES)?;
    if let Some(bare) = without_article(country).filter(|_| named.is_empty()) {
        named = scope.gazetteer.places(bare, &[Placetype::Country], COUNTRIES)?;
    }
    let is_known = !named.is_empty();
    if divisions.regions.is_empty()
        && named.iter().any(|place| place.country == OF_COUNTRIES && !place.is_primary)
    {
        // `Wales` is a division of the United Kingdom, which has its name as well.
        divisions.regions = scope.places(country, &[Placetype::Region], REGIONS)?;
        divisions.regions.retain(|part| part.country == OF_COUNTRIES && part.is_primary);
    }
    divisions.countries = named.into_iter().filter(|place| scope.holds(place)).collect();
    divisions.is_elsewhere = is_known && divisions.countries.is_empty();
    Ok(divisions)
}

/// The divisions that are written by these letters in the countries of `division_codes.tsv`.
pub(crate) fn of_code(scope: Scope<'_>, letters: &str) -> Result<Vec<Place>> {
    let mut divisions = Vec::new();
    for (country, name) in divisions_of_code(letters) {
        let named = scope.places(name, &BELOW_COUNTRIES, REGIONS)?;
        divisions.extend(named.into_iter().filter(|place| place.country == country && place.is_primary));
    }
    Ok(divisions)
}

/// The divisions of a number that have a town of the name: `93` of Saint-Denis is a département, `12` of Lincoln is not.
fn numbered(scope: Scope<'_>, number: &str, town: &str) -> Result<Vec<Place>> {
    let mut towns = scope.places(town, &[Placetype::Locality], LOCALITIES)?;
    let villages = scope.villages(town, |country| country == NUMBERED)?;
    towns.extend(villages.into_iter().map(|village| village.place));
    let mut having = Vec::new();
    for division in scope.places(number, &BELOW_COUNTRIES, REGIONS)? {
        if !inside(scope.gazetteer, towns.clone(), std::slice::from_ref(&division))?.is_empty() {
            having.push(division);
        }
    }
    Ok(having)
}

/// The country whose divisions are countries too, and whose name they stand for.
const OF_COUNTRIES: &str = "GB";
/// The country whose divisions are known by their numbers.
const NUMBERED: &str = "FR";

fn written_as(text: &str, regions: &[Place]) -> WrittenAs {
    let is_state = |place: &Place| place.country == "US";
    if is_code(text) && !regions.iter().any(is_state) { WrittenAs::Code } else { WrittenAs::Name }
}

/// The name of a country without its article: `La Réunion`, `the Gambia`.
fn without_article(country: &str) -> Option<&str> {
    const ARTICLES: [&str; 9] = ["the", "la", "le", "les", "el", "los", "las", "die", "il"];
    let (first, rest) = country.split_once(' ')?;
    ARTICLES.iter().any(|article| article.eq_ignore_ascii_case(first)).then_some(rest)
}

#[cfg(test)]
mod tests {
    use crate::candidates::divisions::without_article;
    use crate::fixture::combinations;

    #[test]
    fn a_division_is_found_with_a_word_for_what_it_is() {
        let regions = |address| {
            let regions = combinations(address).set.regions.into_iter();
            regions.map(|place| place.id).collect::<Vec<_>>()
        };
        assert_eq!(regions("region=State of Oregon"), [5]);
        assert_eq!(regions("subregion=Département de l’Ardain; country=France"), [9]);
        assert!(regions("region=State of Vane").is_empty());
    }

    #[test]
    fn an_article_is_no_part_of_a_country() {
        assert_eq!(without_article("La Réunion"), Some("Réunion"));
        assert_eq!(without_article("the Gambia"), Some("Gambia"));
        assert_eq!(without_article("United States"), None);
        assert_eq!(without_article("France"), None);
    }
}
