//! Any text, read as the name of a street in countries of several languages and scripts.

use milepost_text::StreetName;

const COUNTRIES: [&str; 10] = ["us", "gb", "de", "fr", "es", "nl", "tr", "ru", "jp", ""];

/// Whether `bytes` are the name of a street in every country. Panics if a name has no word.
pub(crate) fn check(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else { return false };
    let mut is_name = true;
    for country in COUNTRIES {
        let name = StreetName::of(text, country);
        is_name &= name.is_some();
        let names = name.into_iter().chain(StreetName::all_of(text, country));
        for name in names.chain(StreetName::unfinished(text, country)) {
            assert!(name.core().next().is_some(), "{text} in {country}");
            let _ = (name.key(), name.long_key());
        }
    }
    is_name
}
