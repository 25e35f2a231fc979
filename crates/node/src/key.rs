//! The canonical key, which needs no engine.

use std::collections::HashMap;

use milepost::Components;
use napi_derive::napi;

use crate::failure::guarded;

/// The key of components, one text per tag, by the rules of a country (ISO 3166-1 alpha-2); unknown tags are left out.
#[napi(catch_unwind)]
pub(crate) fn canonical_key(components: HashMap<String, String>, country: String) -> napi::Result<String> {
    guarded(|| {
        let parts = components.iter().map(|(tag, text)| (tag.as_str(), text.as_str()));
        Ok(milepost::canonical_key(&Components::named(parts), &country))
    })
}

/// Version of the algorithm. It rises with every change of a key.
#[napi]
#[expect(unreachable_pub, reason = "N-API exports public constants alone")]
pub const CANONICAL_KEY_VERSION: u32 = milepost::CANONICAL_KEY_VERSION;
