//! Components of an address as the key and the formatter take them.

use std::borrow::Cow;

use milepost_address::Tag;

use crate::unicode::{is_decimal_digit, is_latin, is_space};

/// The text of each tag, without white space at its edges. Of several texts of one tag the first counts; a blank one is none.
#[derive(Debug, Clone, Default)]
pub struct Components<'a> {
    texts: [Option<&'a str>; Tag::ALL.len()],
}

impl<'a> FromIterator<(Tag, &'a str)> for Components<'a> {
    fn from_iter<T: IntoIterator<Item = (Tag, &'a str)>>(parts: T) -> Components<'a> {
        let mut components = Components::default();
        for (tag, text) in parts {
            let text = text.trim_matches(is_space);
            let place = &mut components.texts[tag as usize];
            if place.is_none() && !text.is_empty() {
                *place = Some(text);
            }
        }
        components
    }
}

impl<'a> Components<'a> {
    /// Of names of tags; what has another name is left out.
    pub fn named(parts: impl IntoIterator<Item = (&'a str, &'a str)>) -> Components<'a> {
        parts.into_iter().filter_map(|(name, text)| Some((name.parse().ok()?, text))).collect()
    }
}

/// The parts of a number of Japan: chome, banchi, go.
const NUMBERS: [Tag; 3] = [Tag::Block, Tag::SubBlock, Tag::BuildingNumber];

impl<'a> Components<'a> {
    fn own(&self, tag: Tag) -> Option<&'a str> {
        self.texts[tag as usize]
    }

    /// The text of a tag, or of the tag of the same level in Japan; empty where there is none.
    pub(crate) fn text(&self, tag: Tag) -> Cow<'a, str> {
        let japanese = match tag {
            Tag::Region => Tag::Prefecture,
            Tag::Locality => Tag::Municipality,
            Tag::DependentLocality => Tag::District,
            Tag::Venue => Tag::BuildingName,
            Tag::HouseNumber => {
                return self.own(tag).map_or_else(|| self.number_of_japan().into(), Cow::Borrowed);
            }
            tag => tag,
        };
        self.own(tag).or_else(|| self.own(japanese)).unwrap_or_default().into()
    }

    /// `1-2-3`, or one behind the other where the parts name themselves (`1丁目2番3号`).
    fn number_of_japan(&self) -> String {
        let parts: Vec<&str> = NUMBERS.into_iter().filter_map(|tag| self.own(tag)).collect();
        let is_plain = |letter| letter == '-' || is_decimal_digit(letter) || is_latin(letter);
        parts.join(if parts.iter().all(|part| part.chars().all(is_plain)) { "-" } else { "" })
    }
}
