//! The country a postcode's shape gives away, for postcodes the gazetteer does not hold.

/// ISO 3166-1 alpha-2 of the one country that writes postcodes like this: letters and digits alternate in ways of their own
/// in Great Britain, Canada and the Netherlands. Five digits tell nothing.
pub(crate) fn country_of_shape(postcode: &str) -> Option<&'static str> {
    let shape: String = postcode
        .chars()
        .filter(|character| !character.is_whitespace())
        .map(|character| match character {
            letter if letter.is_ascii_alphabetic() => 'a',
            digit if digit.is_ascii_digit() => '9',
            other => other,
        })
        .collect();
    match shape.as_str() {
        "a99aa" | "a999aa" | "aa99aa" | "aa999aa" | "a9a9aa" | "aa9a9aa" => Some("GB"),
        "a9a9a9" => Some("CA"),
        "9999aa" => Some("NL"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::country_of_shape;

    #[test]
    fn shapes_tell_three_countries() {
        assert_eq!(country_of_shape("SW1A 2AA"), Some("GB"));
        assert_eq!(country_of_shape("n6a 1b3"), Some("CA"));
        assert_eq!(country_of_shape("1012 AB"), Some("NL"));
        assert_eq!(country_of_shape("75008"), None);
        assert_eq!(country_of_shape("05081-9750"), None);
    }
}
