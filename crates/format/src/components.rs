//! Components of an address as the key and the formatter take them.

use std::borrow::Cow;

use milepost_address::Tag;

use crate::unicode::{is_decimal_digit, is_latin, is_space};

/// The texts of each tag, without white space at their edges and without blank ones. The key has all of them; a format has all units and
/// the first text of each other tag.
#[derive(Debug, Clone, Default)]
pub struct Components<'a> {
    texts: [Vec<&'a str>; Tag::ALL.len()],
}

impl<'a> FromIterator<(Tag, &'a str)> for Components<'a> {
    fn from_iter<T: IntoIterator<Item = (Tag, &'a str)>>(parts: T) -> Components<'a> {
        let mut components = Components::default();
        for (tag, text) in parts {
            let text = text.trim_matches(is_space);
            if !text.is_empty() {
                components.texts[tag as usize].push(text);
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

/// The tag of the same level in Japan.
fn japanese(tag: Tag) -> Option<Tag> {
    Some(match tag {
        Tag::Region => Tag::Prefecture,
        Tag::Locality => Tag::Municipality,
        Tag::DependentLocality => Tag::District,
        Tag::Venue => Tag::BuildingName,
        _ => return None,
    })
}

/// The parts of a number of Japan: chome, banchi, go.
const NUMBERS: [Tag; 3] = [Tag::Block, Tag::SubBlock, Tag::BuildingNumber];

impl<'a> Components<'a> {
    /// All texts of a tag, or of the tag of the same level in Japan.
    pub fn texts(&self, tag: Tag) -> Vec<Cow<'a, str>> {
        let texts = |tag: Tag| self.texts[tag as usize].iter().map(|text| Cow::Borrowed(*text)).collect();
        match (texts(tag), tag) {
            (own, _) if !Vec::is_empty(&own) => own,
            (_, Tag::HouseNumber) => self.number_of_japan().into_iter().map(Cow::Owned).collect(),
            _ => japanese(tag).map(texts).unwrap_or_default(),
        }
    }

    /// The text of a tag, all of a unit, or of the tag of the same level in Japan; empty if missing.
    pub(crate) fn text(&self, tag: Tag) -> Cow<'a, str> {
        let texts = self.texts(tag);
        match tag {
            Tag::Unit if texts.len() > 1 => texts.join(", ").into(),
            _ => texts.into_iter().next().unwrap_or_default(),
        }
    }

    /// `1-2-3`, or one behind the other where the parts name themselves (`1丁目2番3号`); none without parts.
    fn number_of_japan(&self) -> Option<String> {
        let parts: Vec<&str> =
            NUMBERS.into_iter().filter_map(|tag| self.texts[tag as usize].first().copied()).collect();
        let is_plain = |letter| letter == '-' || is_decimal_digit(letter) || is_latin(letter);
        let between = if parts.iter().all(|part| part.chars().all(is_plain)) { "-" } else { "" };
        (!parts.is_empty()).then(|| parts.join(between))
    }
}
