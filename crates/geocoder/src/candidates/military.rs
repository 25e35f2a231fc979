//! Mail of the armed forces of the United States: `APO`, `FPO` and `DPO` stand where a town would, `AE`, `AP` and `AA` where a state
//! would, and the ZIP code is that of a gateway. Places of those names do not count.

use milepost_address::Tag;
use milepost_text::postcode_key;

use crate::Result;
use crate::candidates::Scope;
use crate::components::Components;
use crate::finding::Finding;
use crate::named_places::Resolved;

pub(crate) fn is_military(components: &Components<'_>) -> bool {
    let is_one_of = |tag: Tag, codes: &[&str]| {
        components
            .get(tag)
            .is_some_and(|text| codes.iter().any(|code| code.eq_ignore_ascii_case(text.trim())))
    };
    let office = is_one_of(Tag::Locality, &["APO", "FPO", "DPO"]);
    let area = is_one_of(Tag::Region, &["AE", "AP", "AA"]) || is_one_of(Tag::Country, &["AE", "AP", "AA"]);
    let code = components.get(Tag::Postcode).is_some_and(|postcode| is_gateway(&postcode_key(postcode)));
    [office, area, code].iter().filter(|known| **known).count() >= 2
}

/// A military address is where the gazetteer has its ZIP code, and nowhere else.
pub(crate) fn resolve(scope: Scope<'_>, components: &Components<'_>) -> Result<Resolved> {
    let postcode = match components.get(Tag::Postcode) {
        Some(code) => scope.postcodes(code)?.into_iter().find(|place| place.country == "US"),
        None => None,
    };
    Ok(Resolved {
        postcode_known: postcode.is_some(),
        postcode,
        findings: vec![Finding::MilitaryMail],
        ..Resolved::default()
    })
}

/// ZIP codes of the armed forces: Europe, Pacific, Americas (USPS Publication 65).
fn is_gateway(zip: &str) -> bool {
    let digits = zip.len() >= 5 && zip.as_bytes()[..5].iter().all(u8::is_ascii_digit);
    digits && (zip.starts_with("09") || zip.starts_with("340") || ("962".."967").contains(&&zip[..3]))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn military(locality: &'static str, region: &'static str, postcode: &'static str) -> bool {
        let pairs = [(Tag::Locality, locality), (Tag::Region, region), (Tag::Postcode, postcode)];
        is_military(&Components::of_pairs(pairs.into_iter().filter(|(_, text)| !text.is_empty())))
    }

    #[test]
    fn two_of_office_area_and_gateway_make_a_military_address() {
        assert!(military("APO", "AE", "09021"));
        assert!(military("fpo", "", "96349-1234"));
        assert!(military("DPO", "AA", ""));
        assert!(!military("Apo", "", ""), "a town of Mexico");
        assert!(!military("Dubai", "AE", ""));
        assert!(!military("Miami", "FL", "33101"));
    }
}
