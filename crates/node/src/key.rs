//! The canonical key, which needs no engine.

use std::collections::HashMap;

use milepost::Components;
use napi_derive::napi;

use crate::failure::guarded;

/// The key of components, a text a tag, as they are written in a country (ISO 3166-1 alpha-2); what is no tag is left out.
#[napi(catch_unwind)]
pub(crate) fn canonical_key(components: HashMap<String, String>, country: String) -> napi::Result<String> {
    guarded(|| {
        let parts = components.iter().map(|(tag, text)| (tag.as_str(), text.as_str()));
        Ok(milepost::canonical_key(&Components::named(parts), &country))
    })
}

/// Version of the algorithm. A change of any key is a new one.
#[napi]
#[expect(unreachable_pub, reason = "N-API exports public constants alone")]
pub const CANONICAL_KEY_VERSION: u32 = milepost::CANONICAL_KEY_VERSION;
