//! What to look up in the gazetteer: the parts of an address that name places, as typed, and what its other words say about the country.

use milepost_address::Tag;

use crate::bounds::AnswerBounds;
use crate::components::Components;
use crate::country::evidence::Evidence;
use crate::country::postcode_shape::TypedCode;

/// The parts of one parse that name places. Immutable.
#[derive(Debug)]
pub(crate) struct Query<'a> {
    pub(crate) country: Option<&'a str>,
    pub(crate) region: Option<&'a str>,
    pub(crate) subregion: Option<&'a str>,
    pub(crate) locality: Option<&'a str>,
    /// What was parsed as a part of the locality.
    pub(crate) part: Option<&'a str>,
    /// The postcode; none if the digits are the number of a division or of a district.
    pub(crate) postcode: Option<&'a str>,
    /// The postcode with the countries that have such codes.
    pub(crate) code: Option<TypedCode<'a>>,
    /// The number of a département that was parsed as a postcode: `Saint-Denis, 93`.
    pub(crate) division_number: Option<&'a str>,
    /// Whether a street with a house number is written.
    pub(crate) has_house: bool,
    /// Whether a name is the whole text.
    pub(crate) is_lone_name: bool,
    /// Whether to look names up as written, without corrections.
    pub(crate) as_written: bool,
    /// What the caller knows besides the text.
    pub(crate) options: &'a AnswerBounds,
    /// What street, letters and postcode say about the country.
    pub(crate) evidence: Evidence,
}

impl<'a> Query<'a> {
    pub(crate) fn of(components: &Components<'a>, options: &'a AnswerBounds) -> Query<'a> {
        let division_number = number_of_division(components);
        let postcode = components
            .get(Tag::Postcode)
            .filter(|code| division_number.is_none() && !is_number_of_district(code));
        Query {
            country: components.get(Tag::Country),
            region: components.get(Tag::Region),
            subregion: components.get(Tag::Subregion),
            locality: components.get(Tag::Locality),
            part: components.get(Tag::DependentLocality),
            postcode,
            code: postcode.map(TypedCode::of),
            division_number,
            has_house: components.get(Tag::HouseNumber).is_some() && components.get(Tag::Street).is_some(),
            is_lone_name: components.iter().count() == 1,
            as_written: components.as_written,
            options,
            evidence: Evidence::of(components),
        }
    }

    /// Whether a country of two letters may also be a division: `CA`, `DE`. The rest of the address can decide.
    pub(crate) fn is_country_doubtful(&self) -> bool {
        self.country.is_some_and(|country| {
            is_code(country) && !matches!(country.to_ascii_lowercase().as_str(), "us" | "uk" | "gb")
        }) && self.region.is_none()
            && self.subregion.is_none()
            && (self.locality.is_some() || self.postcode.is_some() || self.division_number.is_some())
    }
}

/// Two digits after a town are the number of its département: `Saint-Denis, 93`.
fn number_of_division<'a>(components: &Components<'a>) -> Option<&'a str> {
    let number = components.get(Tag::Postcode)?.trim();
    let is_number = number.len() == 2 && number.bytes().all(|digit| digit.is_ascii_digit())
        || number.eq_ignore_ascii_case("2a")
        || number.eq_ignore_ascii_case("2b");
    let found = [Tag::Region, Tag::Subregion, Tag::Country];
    let is_behind_a_town =
        components.get(Tag::Locality).is_some() && found.into_iter().all(|tag| components.get(tag).is_none());
    (is_number && is_behind_a_town).then_some(number)
}

/// Whether a text is the number of a city's district: `Zürich 8`. No country has postcodes of one or two digits.
pub(crate) fn is_number_of_district(text: &str) -> bool {
    (1..=2).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit())
}

/// Whether a text is a code of one or two letters, with or without points: `CA`, `N.Y.`. Scripts other than Latin have no such codes.
pub(crate) fn is_code(text: &str) -> bool {
    let letters = text.chars().filter(|character| character.is_alphabetic());
    letters.clone().count() <= 2 && letters.clone().all(|letter| letter.is_ascii_alphabetic())
}

/// Two capital letters, as cantons and provinces are written after a town.
pub(crate) fn is_code_of_division(text: &str) -> bool {
    text.len() == 2 && text.bytes().all(|letter| letter.is_ascii_uppercase())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn query(pairs: &[(Tag, &'static str)]) -> Query<'static> {
        Query::of(&Components::of_pairs(pairs.iter().copied()), AnswerBounds::NONE)
    }

    #[test]
    fn two_digits_behind_a_town_are_a_division() {
        let saint_denis = query(&[(Tag::Locality, "Saint-Denis"), (Tag::Postcode, "93")]);
        assert_eq!((saint_denis.postcode, saint_denis.division_number), (None, Some("93")));
        let bastia = query(&[(Tag::Locality, "Bastia"), (Tag::Postcode, "2B")]);
        assert_eq!(bastia.division_number, Some("2B"));
        let alone = query(&[(Tag::Postcode, "93")]);
        assert_eq!((alone.postcode, alone.division_number), (None, None));
    }

    /// `Zürich 8` was on Guernsey, where GY8 is a code.
    #[test]
    fn one_or_two_digits_are_no_postcode() {
        let postcode = |code| query(&[(Tag::Street, "Zürich"), (Tag::Postcode, code)]).postcode;
        assert_eq!((postcode("8"), postcode("08")), (None, None));
        assert_eq!((postcode("E1"), postcode("101")), (Some("E1"), Some("101")));
    }

    #[test]
    fn two_letters_may_be_a_division_or_a_country() {
        assert!(query(&[(Tag::Locality, "Reno"), (Tag::Country, "CA")]).is_country_doubtful());
        assert!(!query(&[(Tag::Locality, "Reno"), (Tag::Country, "US")]).is_country_doubtful());
        assert!(!query(&[(Tag::Country, "CA")]).is_country_doubtful(), "nothing else can tell");
    }

    /// `Sofia, България` came out unverifiable: a country in another script has no ASCII letters and counted as a code.
    #[test]
    fn a_name_in_another_script_is_no_code() {
        assert!(is_code("CA") && is_code("N.Y."));
        assert!(!is_code("България") && !is_code("日本") && !is_code("Iran"));
    }
}
