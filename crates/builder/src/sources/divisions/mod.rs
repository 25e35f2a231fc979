//! Countries, first- and second-level divisions. Their points and boxes come from the places in them (`area.rs`): exact enough for answers,
//! and free of a polygon's licence.

pub(crate) mod around;
mod england_counties;
pub(crate) mod german_districts;
pub(crate) mod japanese_wards;
pub(crate) mod register;
pub(crate) mod renewed;

use std::collections::{HashMap, HashSet};

use milepost_text::names::{AffixKind, bare_municipality, bare_name};
use milepost_text::{name_key, word_class};
use serde::Deserialize;

use crate::error::BuildError;
use crate::packages::Package;
use crate::place::{Place, Places, id_range};
use crate::sources::area::Area;
use crate::sources::cities::City;
use crate::sources::names::countries::CountryNames;
use crate::sources::names::own_scripts::names_in_other_scripts;
use crate::sources::tsv::rows;

/// Countries whose second level is written in addresses, or is the first of ISO 3166-2; the other 20,000 divisions would cost 6 MB.
const COUNTY_COUNTRIES: [&str; 16] =
    ["BD", "BE", "BF", "EE", "ES", "FJ", "FR", "GB", "IE", "IS", "IT", "PH", "RS", "TW", "UG", "US"];

/// Countries whose second level is written where no town has its name: `Haarlemmermeer`, `Bærum`, `Moreton Bay`, `Los Cabos`.
const COUNTRIES_OF_OTHER_COUNTIES: [&str; 9] = ["AT", "AU", "CA", "DK", "IN", "MX", "NL", "NO", "SE"];
/// Smallest population of such a division.
const OTHER_COUNTY: i64 = 5_000;

/// Ids of divisions by code: `US`, `US.CA`, `US.CA.075`.
pub(crate) type Codes = HashMap<String, i64>;

/// A division of one of the packages.
#[derive(Deserialize)]
struct Named {
    code: String,
    #[serde(alias = "nom")]
    name: String,
}

/// Official names of the départements by number, because the table of divisions has `Upper Garonne`.
type Departments = HashMap<String, String>;

/// The number of the département that a code of the second level stands for: `FR.76.31`.
fn department(code: &str) -> Option<&str> {
    match code.split('.').collect::<Vec<_>>()[..] {
        ["FR", _, number] => Some(number),
        _ => None,
    }
}

/// Adds the divisions of all cities, makes them the cities' parents, and returns them by code.
pub(crate) fn add(
    countries: &Package,
    divisions: &Package,
    communes: &Package,
    cities: &[City],
    places: &mut Places,
) -> Result<Codes, BuildError> {
    let departments: Vec<Named> = communes.json("data/departements.json")?;
    let departments = departments.into_iter().map(|Named { code, name }| (code, name)).collect();
    let areas = areas_by_code(cities, places);
    let mut codes = Codes::new();
    let mut names = england_counties::Names::new();
    add_countries(countries, divisions, &areas, &mut codes, places)?;
    for level in LEVELS {
        add_level(divisions, level, &departments, &areas, &mut codes, &mut names, places)?;
    }
    england_counties::add(&areas, &names, &mut codes, places);
    for city in cities {
        let chain = code_chain(city);
        let parent = chain.iter().rev().find_map(|code| codes.get(code).copied());
        if let Some(place) = places.get_mut(city.id) {
            place.parent = parent;
        }
    }
    Ok(codes)
}

/// `FR`, `FR.84`, `FR.84.38`.
fn code_chain(city: &City) -> Vec<String> {
    let first = format!("{}.{}", city.country, city.admin1);
    let second = format!("{first}.{}", city.admin2);
    vec![city.country.clone(), first, second]
}

fn areas_by_code(cities: &[City], places: &Places) -> HashMap<String, Area> {
    let mut areas: HashMap<String, Area> = HashMap::new();
    for city in cities {
        let Some(place) = places.get(city.id) else { continue };
        for code in code_chain(city) {
            areas.entry(code).or_default().include(place);
        }
    }
    areas
}

fn add_countries(
    package: &Package,
    divisions: &Package,
    areas: &HashMap<String, Area>,
    codes: &mut Codes,
    places: &mut Places,
) -> Result<(), BuildError> {
    let alpha3: Vec<(String, String, String, String)> = package.json("codes.json")?;
    let mut populations: HashMap<String, i64> = HashMap::new();
    for place in &places.all {
        let most = populations.entry(name_key(&place.name)).or_default();
        *most = place.population.max(*most);
    }
    let regions: Vec<Named> = divisions.json(LEVELS[0].0)?;
    populations.extend(regions.iter().map(|region| (name_key(&region.name), i64::MAX)));
    let names = CountryNames::read(package, |key| populations.get(key).copied())?;
    for (alpha2, alpha3, _, _) in alpha3 {
        let Some(area) = areas.get(&alpha2) else { continue };
        let names_by_language = names.by_language(&alpha2).to_vec();
        let Some((_, name)) = names_by_language.first().cloned() else { continue };
        let mut aliases = vec![alpha2.clone(), alpha3];
        // An overseas address often names the state instead of the territory.
        for state in [Some(alpha2.as_str()), state_of_territory(&alpha2)].into_iter().flatten() {
            aliases.extend(typed_names(state));
            aliases.extend(names.by_language(state).iter().map(|(_, name)| name.clone()));
        }
        aliases.extend(names.others(&alpha2).iter().cloned());
        aliases.extend(names_in_other_scripts(&alpha2).map(str::to_owned));
        let place = area.division(country_id(&alpha2), &name, "country", &alpha2);
        codes.insert(alpha2, place.id);
        places.add(Place { aliases, names: names_by_language, ..place });
    }
    Ok(())
}

/// The id of a country without a row in the sources.
pub(crate) fn country_id(alpha2: &str) -> i64 {
    let letter = |at: usize| i64::from(alpha2.as_bytes()[at] - b'A');
    id_range::COUNTRY + 26 * letter(0) + letter(1)
}

/// What people type for a country.
pub(crate) fn typed_names(alpha2: &str) -> impl Iterator<Item = String> {
    let code = alpha2.to_lowercase();
    let names = word_class::countries().filter(move |(known, _)| *known == code);
    names.flat_map(|(_, spelled)| spelled).map(str::to_owned)
}

/// The state of a territory that has its own country code, if the starter data have its postcodes.
fn state_of_territory(alpha2: &str) -> Option<&'static str> {
    match alpha2 {
        "GP" | "MQ" | "GF" | "RE" | "PM" | "YT" | "BL" | "MF" => Some("FR"),
        "PR" | "VI" | "GU" | "AS" | "MP" => Some("US"),
        _ => None,
    }
}

/// Files of the divisions of the first and of the second level, their type, and the id of the first.
const LEVELS: [(&str, &str, i64); 2] =
    [("admin1.json", "region", id_range::REGION), ("admin2.json", "county", id_range::COUNTY)];

fn add_level(
    package: &Package,
    (file, placetype, first_id): (&str, &'static str, i64),
    departments: &Departments,
    areas: &HashMap<String, Area>,
    codes: &mut Codes,
    names: &mut england_counties::Names,
    places: &mut Places,
) -> Result<(), BuildError> {
    let mut named: Vec<Named> = package.json(file)?;
    named.sort_by(|a, b| a.code.cmp(&b.code));
    if placetype == "county" {
        named.extend(former());
    }
    let owner = |named: &Named| (named.code.get(..2).unwrap_or_default().to_owned(), name_key(&named.name));
    let owners: Owners = named.iter().map(owner).collect();
    let towns = towns(places);
    for (Named { code, name }, id) in named.into_iter().zip(first_id..) {
        let Some(area) = areas.get(&code) else { continue };
        let is_written = || {
            COUNTY_COUNTRIES.contains(&&code[..2])
                || COUNTRIES_OF_OTHER_COUNTIES.contains(&&code[..2])
                    && area.population() >= OTHER_COUNTY
                    && !is_town(&towns, &code[..2], &name)
        };
        if placetype == "county" && !is_written() {
            continue;
        }
        let above = code.rsplit_once('.').map_or("", |(above, _)| above);
        let Some(&parent) = codes.get(above) else { continue };
        names.insert(code.clone(), name.clone());
        if let Some(county) = england_counties::of_remainder(&code, &name) {
            codes.insert(code, county);
            continue;
        }
        let aliases = aliases(&code, &name, placetype, departments, &owners);
        let place = area.division(id, &name, placetype, &code[..2]);
        places.add(Place { parent: Some(parent), aliases, ..place });
        codes.insert(code, id);
    }
    Ok(())
}

fn aliases(
    code: &str,
    name: &str,
    placetype: &str,
    departments: &Departments,
    owners: &Owners,
) -> Vec<String> {
    let mut aliases = spellings(code);
    // The table of names has states of the United States and none of their counties. Counties of Canada are written with the word, too:
    // `Queens` is the part of New York.
    let is_american = code.starts_with("US.") || code.starts_with("CA.");
    if !(is_american && placetype == "county") {
        aliases.extend(other_names(&code[..2], name, owners));
    }
    let official = department(code).and_then(|number| departments.get(number));
    if let Some(official) = official.filter(|official| name_key(official) != name_key(name)) {
        aliases.extend(std::iter::once(official.clone()).chain(other_names("FR", official, owners)));
    }
    if code.starts_with("US.") && placetype == "region" {
        // Distinguishes it from its city: `New York State`.
        aliases.push(format!("{name} State"));
    }
    aliases
}

/// The keys of the names of towns in the countries whose other counties are written.
fn towns(places: &Places) -> Owners {
    let there = places.all.iter().filter(|place| COUNTRIES_OF_OTHER_COUNTIES.contains(&&place.country[..]));
    there.flat_map(|place| place.all_names().map(|name| (place.country.clone(), name_key(name)))).collect()
}

/// Whether a town of the country has the name of a division, or what stands before a last word: `Salzburg Stadt`.
fn is_town(towns: &Owners, country: &str, division: &str) -> bool {
    let has = |name: String| towns.contains(&(country.to_owned(), name));
    let key = name_key(division);
    let front = key.rsplit_once(' ').map(|(front, _)| front.to_owned());
    has(key.clone())
        || front.is_some_and(has)
        || bare_name(division, AffixKind::Division).is_some_and(|bare| has(name_key(bare)))
        || bare_municipality(division).into_iter().any(has)
}

/// Divisions of the second level that were divided anew, by the codes that the table of cities has.
fn former() -> impl Iterator<Item = Named> {
    rows(include_str!("../../../data/former_divisions.tsv"))
        .map(|[code, name, _]| Named { code: code.to_owned(), name: name.to_owned() })
}

/// Words that only select one of several divisions: `Central District` without `District` is not a name.
const NO_NAMES: [&str; 18] = [
    "capital",
    "central",
    "east",
    "eastern",
    "federal",
    "free",
    "metropolitan",
    "national",
    "north",
    "northeastern",
    "northern",
    "northwestern",
    "south",
    "southeastern",
    "southern",
    "southwestern",
    "west",
    "western",
];

/// The name of a division without the word for its kind: `Nord` of `Département du Nord`.
fn without_word(name: &str) -> Option<&str> {
    let is_name = |bare: &&str| name_key(bare).split(' ').any(|word| !NO_NAMES.contains(&word));
    bare_name(name, AffixKind::Division).filter(is_name)
}

/// Words for kinds of divisions, folded: one table has `Tatarstan Republic`, another `Tatarstan`.
const KINDS: [&str; 26] = [
    "autonomous",
    "canton",
    "city",
    "county",
    "departamento",
    "department",
    "district",
    "division",
    "do",
    "emirate",
    "federal",
    "governorate",
    "krai",
    "kray",
    "municipality",
    "oblast",
    "of",
    "okrug",
    "parish",
    "prefecture",
    "province",
    "region",
    "republic",
    "state",
    "territory",
    "voivodeship",
];

/// The key of a division's name without the words for its kind.
fn core_key(name: &str) -> String {
    let key = name_key(name);
    let words: Vec<&str> = key.split([' ', '-']).filter(|word| !KINDS.contains(word)).collect();
    if words.is_empty() { key } else { words.join(" ") }
}

/// Letters in which two spellings of a name may differ, and fewest letters of such a name: `Ingushetiya` is `Ingushetia`.
const SPELLINGS_APART: usize = 2;
const LETTERS: usize = 7;

/// The rows of a country whose division has this name: exact, otherwise with its words in another order, otherwise the only one
/// with a similar spelling.
fn rows_of<'a>(rows: &[&'a str], names: &[&str]) -> Vec<&'a str> {
    let with = |is_it: &dyn Fn(&str) -> bool| -> Vec<&'a str> {
        rows.iter().copied().filter(|row| row.split('|').any(is_it)).collect()
    };
    let keys: Vec<String> = names.iter().map(|name| name_key(name)).collect();
    let exact = with(&|known| keys.contains(&name_key(known)));
    if !exact.is_empty() {
        return exact;
    }
    let cores: Vec<String> = names.iter().map(|name| core_key(name)).collect();
    let bare = with(&|known| cores.contains(&core_key(known)));
    if !bare.is_empty() {
        return bare;
    }
    let is_alike = |known: &str| {
        let known = core_key(known);
        cores.iter().any(|core| {
            // `Melilla` is not `Sevilla`: spellings of one name begin with the same letter.
            core.chars().count() >= LETTERS
                && core.chars().next() == known.chars().next()
                && strsim::osa_distance(core, &known) <= SPELLINGS_APART
        })
    };
    let alike = with(&is_alike);
    if alike.len() == 1 { alike } else { Vec::new() }
}

/// The name by which the table of names knows a division, where it is spelled quite differently.
fn spelling_of(country: &str, name: &str) -> Option<&'static str> {
    rows(include_str!("../../../data/division_spellings.tsv"))
        .find_map(|[of, known, spelled]| (of == country && known == name).then_some(spelled))
}

/// Names that people of a division write and no table has.
fn own_names(country: &str, name: &str) -> impl Iterator<Item = &'static str> {
    rows(include_str!("../../../data/division_own_names.tsv"))
        .find(|[of, division, _]| *of == country && *division == name)
        .into_iter()
        .flat_map(|[.., names]| names.split('|'))
}

/// Countries with the keys of names: of all divisions of a level, or of towns.
type Owners = HashSet<(String, String)>;

/// Other names of a division in its own and other languages, without the word for its kind where that leaves a name. A row whose first name is
/// that of a division with quite another name is not its own: the district of the capital is called `Washington` too.
fn other_names(country: &str, name: &str, owners: &Owners) -> Vec<String> {
    let bare = without_word(name);
    let names: Vec<&str> = [Some(name), bare, spelling_of(country, name)].into_iter().flatten().collect();
    let cores: Vec<String> = names.iter().map(|name| core_key(name)).collect();
    let is_of_another = |row: &&str| {
        let first = row.split('|').next().unwrap_or_default();
        !cores.contains(&core_key(first)) && owners.contains(&(country.to_owned(), name_key(first)))
    };
    let table = rows(include_str!("../../../data/region_names.tsv")).filter(|[of, _]| *of == country);
    let rows: Vec<&str> = table.map(|[_, names]| names).filter(|row| !is_of_another(row)).collect();
    let mut others: Vec<String> = bare.into_iter().map(str::to_owned).collect();
    for row in rows_of(&rows, &names) {
        // A lookup takes the word off, so that the bare name is enough.
        others.extend(row.split('|').map(|known| without_word(known).unwrap_or(known).to_owned()));
    }
    others.extend(own_names(country, name).map(str::to_owned));
    let mut seen = HashSet::from([name_key(name)]);
    others.retain(|other| seen.insert(name_key(other)));
    others
}

/// GeoNames codes of the Australian states and what addresses write.
const AU_STATES: [(&str, &str); 8] = [
    ("01", "ACT"),
    ("02", "NSW"),
    ("03", "NT"),
    ("04", "QLD"),
    ("05", "SA"),
    ("06", "TAS"),
    ("07", "VIC"),
    ("08", "WA"),
];

/// States of two words with one of them or both abbreviated, as letters and older directories have them: `W. Va.`.
const US_HALF_ABBREVIATED: [(&str, &[&str]); 8] = [
    ("NC", &["n carolina", "n car"]),
    ("ND", &["n dakota", "n dak"]),
    ("NH", &["n hampshire"]),
    ("NJ", &["n jersey"]),
    ("NM", &["n mexico", "n mex"]),
    ("SC", &["s carolina", "s car"]),
    ("SD", &["s dakota", "s dak"]),
    ("WV", &["w virginia", "w va"]),
];

/// Codes and abbreviations people write for a division.
pub(crate) fn spellings(code: &str) -> Vec<String> {
    let parts: Vec<&str> = code.split('.').collect();
    match parts[..] {
        ["US", state] => {
            let lower = state.to_lowercase();
            let names =
                word_class::us_states().filter(|(code, _)| *code == lower).flat_map(|(_, spelled)| spelled);
            let half = US_HALF_ABBREVIATED.iter().filter(|(code, _)| *code == state);
            let half = half.flat_map(|(_, spelled)| spelled.iter().copied());
            names.chain(half).map(str::to_owned).chain([state.to_owned()]).collect()
        }
        ["CA", province] => include_str!("../../../data/ca_provinces.tsv")
            .lines()
            .filter_map(|line| line.split_once('\t'))
            .filter(|(code, _)| *code == province)
            .flat_map(|(_, spelled)| spelled.split('\t').map(str::to_owned))
            .collect(),
        // A département is also written as its number, and an Italian province or a canton as its two letters.
        ["FR" | "IT", _, code] | ["CH", code] => vec![code.to_owned()],
        ["AU", state] => AU_STATES
            .iter()
            .filter(|(code, _)| *code == state)
            .map(|(_, abbreviation)| (*abbreviation).to_owned())
            .collect(),
        _ => Vec::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::{Owners, former, name_key, other_names, spellings};

    #[test]
    fn former_divisions_are_of_the_second_level() {
        assert!(former().any(|division| division.name == "Fairfield County"));
        assert!(former().all(|division| division.code.split('.').count() == 3));
    }

    #[test]
    fn a_state_of_two_words_is_known_half_abbreviated() {
        assert!(spellings("US.WV").contains(&"w va".to_owned()));
        assert!(spellings("US.ND").contains(&"n dak".to_owned()));
        assert!(spellings("US.TX").iter().all(|name| !name.contains(' ')));
    }

    #[test]
    fn a_division_is_known_by_its_names_in_several_languages() {
        let capital: Owners = [("US".to_owned(), name_key("District of Columbia"))].into();
        let has = |country: &str, name: &str, other: &str| {
            other_names(country, name, &capital).iter().any(|known| known == other)
        };
        assert!(has("DE", "Hesse", "Hessen") && has("DE", "Hesse", "Assia"));
        assert!(has("DE", "Rheinland-Pfalz", "Rhineland-Palatinate"));
        assert!(has("IT", "Tuscany", "Toscana"));
        assert!(has("ES", "Catalonia", "Cataluña") && has("ES", "Catalonia", "Catalunya"));
        assert!(has("JP", "Osaka", "大阪") && !has("JP", "Osaka", "大阪府"), "a lookup takes the word off");
        assert!(has("CN", "Guangdong", "广东") && has("JP", "Kyoto", "京都") && !has("JP", "Kyoto", "京"));
        assert!(has("BE", "Flanders", "Vlaanderen") && has("PL", "Lesser Poland", "Małopolska"));
        assert!(has("FR", "Département du Nord", "Nord"));
        assert!(has("FR", "New Aquitaine", "Nouvelle-Aquitaine"));
        assert!(has("BE", "Provincie West-Vlaanderen", "West Flanders"));
        assert!(has("UA", "Kharkiv", "Харківська"));
        assert!(has("RU", "Tatarstan Republic", "Татарстан"));
        assert!(has("RU", "Ingushetiya Republic", "Ингушетия"), "another spelling");
        assert!(!has("US", "Washington", "Wisconsin"));
        assert!(
            has("US", "Washington", "État de Washington") && !has("US", "Washington", "District of Columbia")
        );
        assert!(!has("ES", "Melilla", "Sevilla"), "two letters apart, and another city");
        assert!(has("GB", "City and Borough of Leeds", "Leeds"));
        assert!(has("DE", "Bavaria", "Freistaat Bayern"), "as its people write it");
        assert!(other_names("XX", "Nord", &capital).is_empty());
    }
}
