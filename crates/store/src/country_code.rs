//! A country by its two letters, held in place: a lookup reads dozens of places, and none of them needs memory of its own for that.

use std::fmt;
use std::ops::Deref;

/// A country, ISO 3166-1 alpha-2, upper case; empty if it is unknown.
#[derive(Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct CountryCode([u8; 2]);

impl CountryCode {
    /// The country of a code as databases have it; empty for anything but two ASCII letters or digits.
    pub fn of(code: &str) -> CountryCode {
        match *code.as_bytes() {
            [first, second] if first.is_ascii_alphanumeric() && second.is_ascii_alphanumeric() => {
                CountryCode([first, second])
            }
            _ => CountryCode::default(),
        }
    }

    /// Its letters.
    pub fn as_str(&self) -> &str {
        match self.0 {
            [0, 0] => "",
            // `of` takes ASCII alone.
            _ => str::from_utf8(&self.0).unwrap_or_default(),
        }
    }
}

impl Deref for CountryCode {
    type Target = str;

    fn deref(&self) -> &str {
        self.as_str()
    }
}

impl PartialEq<str> for CountryCode {
    fn eq(&self, code: &str) -> bool {
        **self == *code
    }
}

impl PartialEq<&str> for CountryCode {
    fn eq(&self, code: &&str) -> bool {
        **self == **code
    }
}

impl PartialEq<CountryCode> for &str {
    fn eq(&self, country: &CountryCode) -> bool {
        **self == **country
    }
}

impl PartialEq<String> for CountryCode {
    fn eq(&self, code: &String) -> bool {
        **self == **code
    }
}

impl From<CountryCode> for String {
    fn from(country: CountryCode) -> String {
        country.as_str().to_owned()
    }
}

impl fmt::Display for CountryCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(self)
    }
}

impl fmt::Debug for CountryCode {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&**self, formatter)
    }
}

#[cfg(test)]
mod tests {
    use super::CountryCode;

    #[test]
    fn two_letters_are_a_country_and_anything_else_is_none() {
        assert_eq!(CountryCode::of("FR"), "FR");
        for code in ["", "F", "FRA", "é", "F\0"] {
            assert_eq!(CountryCode::of(code), "", "{code:?}");
        }
        assert_ne!(CountryCode::of("FR"), CountryCode::of("DE"));
    }
}
