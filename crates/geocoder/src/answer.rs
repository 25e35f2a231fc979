//! What an address resolves to: its places, then its street, then what it may be read as otherwise, and at last whether it is one.

use std::sync::Arc;

use milepost_address::{ResolutionTier, Tree};
use milepost_gazetteer::{Gazetteer, GazetteerError, Place, distance_m};

use crate::admin::{self, Resolved};
use crate::cascade::Cascade;
use crate::components::Components;
use crate::located::{Located, marker};
use crate::scope::Scope;
use crate::{abstention, plus_code, readings, result, town_by_street};

/// What an address resolved to, before it is worded.
pub(crate) struct Answer<'a> {
    pub(crate) components: Components<'a>,
    pub(crate) resolved: Resolved,
    /// What lies above the place that was found.
    pub(crate) above: Arc<[Place]>,
    pub(crate) located: Option<Located>,
}

/// What an address resolves to, tier by tier.
pub(crate) fn answer<'a>(
    scope: Scope<'_>,
    cascade: &Cascade<'_>,
    tree: &'a Tree,
) -> Result<Answer<'a>, GazetteerError> {
    let mut components = Components::of(tree);
    let gazetteer = scope.gazetteer();
    let mut resolved = admin::resolve(scope, &components)?;
    let mut above = places_above(gazetteer, &resolved)?;
    let mut located = plus_code(tree, &resolved).or_else(|| cascade.locate(&components, &resolved, &above));
    if located.is_none() {
        if let Some((town, parents, house)) = town_by_street::find(scope, cascade, &components, &resolved)? {
            (resolved, above, located) = (town, parents, Some(house));
        } else if let Some((other, found)) = read_anew(scope, tree, &resolved)? {
            above = places_above(gazetteer, &found)?;
            located = cascade.locate(&other, &found, &above);
            (components, resolved) = (other, found);
        }
    }
    if let (Some(located), None) = (&located, result::base(&resolved)) {
        // A full code says where it is and not what is there.
        resolved.country = gazetteer.country_at(located.lat, located.lon)?;
    }
    if located.is_some() {
        // The register has the street in the town that was written: it is known after all.
        resolved.markers.retain(|marker| marker.code != "locality_unknown");
    }
    if located.is_none() && resolved.part.is_none() {
        resolved.part = admin::quarter(gazetteer, &components, &resolved)?;
    }
    if located.is_none() && abstention::abstains(tree, &resolved) {
        resolved = Resolved {
            markers: vec![marker("uncorroborated", "abstention", "one word of a text is no address".into())],
            ..Resolved::default()
        };
    }
    Ok(Answer { components, resolved, above, located })
}

/// The first other reading of an address that explains more of it than the first one.
fn read_anew<'a>(
    scope: Scope<'_>,
    tree: &'a Tree,
    first: &Resolved,
) -> Result<Option<(Components<'a>, Resolved)>, GazetteerError> {
    for reading in readings::others(tree, first) {
        let mut found = admin::resolve(scope, &reading.components)?;
        if reading.is_proved(first, &found) {
            let told = "what reads like a street or a part of a town was taken for a place";
            found.markers.push(marker("read_as_place", "admin", told.into()));
            return Ok(Some((reading.components, found)));
        }
    }
    Ok(None)
}

/// What lies above the place an address resolved to.
fn places_above(gazetteer: &Gazetteer, resolved: &Resolved) -> Result<Arc<[Place]>, GazetteerError> {
    Ok(match result::base(resolved) {
        Some(place) => gazetteer.ancestors(place.id)?,
        None => Arc::from([]),
    })
}

/// The cell of a plus code in the input; a short code is completed by the place it is written with.
fn plus_code(tree: &Tree, resolved: &Resolved) -> Option<Located> {
    let code = plus_code::find(&tree.raw)?;
    let near = resolved.locality.as_ref().or(resolved.postcode.as_ref()).map(|place| (place.lat, place.lon));
    let cell = plus_code::decode(&code, near)?;
    let (half_height, half_width) = (cell.height / 2.0, cell.width / 2.0);
    Some(Located {
        tier: ResolutionTier::PlusCode,
        lat: cell.lat,
        lon: cell.lon,
        uncertainty_m: distance_m(cell.lat, cell.lon, cell.lat + half_height, cell.lon + half_width).max(1.0),
        street: code,
        locality: None,
        postcode: None,
        markers: Vec::new(),
        others: Vec::new(),
    })
}
