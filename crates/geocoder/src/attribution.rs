//! Whose data the answers rest on, and of when.

use milepost_gazetteer::{Gazetteer, Shards, build_info, reverse::Reverse};

use crate::{Geocoder, ReverseGeocoder};

/// Names and licences of the sources of what is open, each once: of the gazetteer, of the administrative database, of the registers
/// of houses.
pub fn sources(geocoder: Option<&Geocoder>, reverse: Option<&ReverseGeocoder>) -> Vec<String> {
    let databases = [
        geocoder.map(Geocoder::gazetteer).map(Gazetteer::attribution),
        reverse.map(ReverseGeocoder::places).map(Reverse::attribution),
    ];
    let shards = geocoder.map(Geocoder::street_data).or_else(|| reverse.map(ReverseGeocoder::street_data));
    let registers = shards.as_deref().map(Shards::sources).unwrap_or_default();
    let mut sources: Vec<String> = Vec::new();
    let of_databases = databases.into_iter().flatten().flat_map(|all| all.split(build_info::SEPARATOR));
    for source in of_databases.chain(registers).filter(|source| !source.is_empty()) {
        if !sources.iter().any(|known| known == source) {
            sources.push(source.to_owned());
        }
    }
    sources
}

/// Day of the newest row of what is open (`2026-10-31`); none when no database says.
pub fn data_updated(geocoder: Option<&Geocoder>, reverse: Option<&ReverseGeocoder>) -> Option<String> {
    let gazetteer = geocoder.map(Geocoder::gazetteer).and_then(Gazetteer::data_updated);
    let admin = reverse.map(ReverseGeocoder::places).and_then(Reverse::data_updated);
    gazetteer.max(admin).map(str::to_owned)
}
