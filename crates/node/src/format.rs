//! Formatting and the canonical key, which need no engine.

use std::collections::HashMap;

use milepost::{Components, FormatOptions};
use napi_derive::napi;

/// Components in the format of their country, and the key to match on.
#[napi(object)]
#[expect(unreachable_pub, reason = "N-API exports public types alone")]
pub struct Formatted {
    /// Lines, separated by the separator.
    pub formatted: String,
    /// The canonical key.
    pub canonical_key: String,
}

/// Formats components, the texts of each tag, for a country (ISO 3166-1 alpha-2), and makes their key; unknown tags are left out.
#[napi(catch_unwind)]
pub(crate) fn format_components(
    components: HashMap<String, Vec<String>>,
    country: String,
    append_country: bool,
    abbreviate: bool,
    separator: String,
) -> Formatted {
    let components = Components::named(texts_of(&components));
    let options = FormatOptions { append_country, abbreviate, separator: &separator };
    Formatted {
        formatted: milepost::format_address(&components, &country, &options),
        canonical_key: milepost::canonical_key(&components, &country),
    }
}

/// The key of components, the texts of each tag, by the rules of a country (ISO 3166-1 alpha-2); unknown tags are left out.
#[napi(catch_unwind)]
pub(crate) fn canonical_key(components: HashMap<String, Vec<String>>, country: String) -> String {
    milepost::canonical_key(&Components::named(texts_of(&components)), &country)
}

/// Every text with the name of its tag.
pub(crate) fn texts_of(components: &HashMap<String, Vec<String>>) -> impl Iterator<Item = (&str, &str)> {
    components.iter().flat_map(|(tag, texts)| texts.iter().map(move |text| (tag.as_str(), text.as_str())))
}

/// Version of the algorithm. It rises with every change of a key.
#[napi]
#[expect(unreachable_pub, reason = "N-API exports public constants alone")]
pub const CANONICAL_KEY_VERSION: u32 = milepost::CANONICAL_KEY_VERSION;
