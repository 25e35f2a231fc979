//! Readers of the source packages: each adds its places.

pub(crate) mod arrondissements;
pub(crate) mod cities;
pub(crate) mod divisions;
pub(crate) mod france;
pub(crate) mod us_zips;
