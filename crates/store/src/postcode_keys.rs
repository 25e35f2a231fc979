//! The keys under which a postcode is looked up.

use milepost_text::postcode_key;

/// Keys under which a postcode is looked up: as written, without a country letter (`F-75008`), without ZIP+4, and the half of it
/// that names the delivery office, with the country that writes such codes.
pub fn postcode_variants(postcode: &str) -> Vec<(String, Option<&'static str>)> {
    let key = postcode_key(postcode);
    let mut variants = vec![(key.clone(), None)];
    if let Some((first, rest)) = key.split_once('-') {
        let numeric = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        if first.len() == 5 && rest.len() == 4 && numeric(first) && numeric(rest) {
            // No register has ZIP+4, so that it is asked for last.
            variants.insert(0, (first.to_owned(), None));
        } else if numeric(first) && numeric(rest) {
            variants.push((first.to_owned(), None));
        } else if is_country(first) && rest.starts_with(|first: char| first.is_ascii_digit()) {
            variants.extend(postcode_variants(rest));
        }
    }
    if let Some((outward, country)) = outward(&key) {
        variants.push((outward.to_owned(), Some(country)));
    }
    variants.retain(|(variant, _)| !variant.is_empty());
    variants
}

/// Whether the letters in front of a code may be those of a country: `F-75008`, `PL-00-002`, `FIN-00100`.
fn is_country(letters: &str) -> bool {
    (1..=3).contains(&letters.len()) && letters.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// The outward half of a code: `sw1a` of `sw1a2aa`, the Canadian `n6a` of `n6a1b3`, the Irish `d02` of `d02x285`, the Dutch `1012`
/// of `1012ab`.
fn outward(key: &str) -> Option<(&str, &'static str)> {
    let shape: String = key
        .bytes()
        .map(|byte| match byte {
            b'a'..=b'z' => 'a',
            b'0'..=b'9' => '9',
            _ => '-',
        })
        .collect();
    let (length, country) = match shape.as_str() {
        "a99aa" | "a999aa" | "aa99aa" | "aa999aa" | "a9a9aa" | "aa9a9aa" => (key.len() - 3, "GB"),
        "a9a9a9" => (3, "CA"),
        "9999aa" => (4, "NL"),
        "a99a999" | "a99aa99" | "a999999" | "a99a9a9" | "a99aaa9" | "a99aaaa" | "a9999a9" => (3, "IE"),
        _ => return None,
    };
    Some((key.get(..length)?, country))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn postcodes_lose_their_extension_and_country_letter() {
        let keys = |postcode| postcode_variants(postcode).into_iter().map(|(key, _)| key).collect::<Vec<_>>();
        assert_eq!(keys("89501-1234"), ["89501", "89501-1234"]);
        assert_eq!(keys("01310-100"), ["01310-100", "01310"]);
        assert_eq!(keys("F-75008"), ["f-75008", "75008"]);
        assert_eq!(keys("PL-00-002"), ["pl-00-002", "00-002", "00"]);
        assert_eq!(keys("NL-1012 AB"), ["nl-1012ab", "1012ab", "1012"]);
        assert_eq!(keys("75008"), ["75008"]);
    }

    #[test]
    fn codes_of_single_doors_are_known_by_their_delivery_office() {
        for (code, office, country) in [
            ("SW1A 2AA", "sw1a", "GB"),
            ("B30 3PX", "b30", "GB"),
            ("M1 1AE", "m1", "GB"),
            ("N6A 1B3", "n6a", "CA"),
            ("1012 AB", "1012", "NL"),
            ("D02 X285", "d02", "IE"),
        ] {
            assert_eq!(postcode_variants(code).last(), Some(&(office.to_owned(), Some(country))), "{code}");
        }
        assert_eq!(outward("sw1a"), None, "an office alone is looked up as it is");
    }
}
