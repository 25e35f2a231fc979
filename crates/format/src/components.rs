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
    fn own(&self, tag: Tag) -> Option<&'a str> {
        self.texts[tag as usize].first().copied()
    }

    /// All texts of a tag, or of the tag of the same level in Japan.
    pub fn texts(&self, tag: Tag) -> Vec<Cow<'a, str>> {
        let texts = |tag: Tag| self.texts[tag as usize].iter().map(|text| Cow::Borrowed(*text)).collect();
        match texts(tag) {
            own if !Vec::is_empty(&own) => own,
            _ => match self.text(tag) {
                text if text.is_empty() => Vec::new(),
                _ if tag != Tag::HouseNumber => japanese(tag).map(texts).unwrap_or_default(),
                text => vec![text],
            },
        }
    }

    /// The text of a tag, or of the tag of the same level in Japan; empty if missing.
    pub(crate) fn text(&self, tag: Tag) -> Cow<'a, str> {
        match tag {
            Tag::HouseNumber => self.own(tag).map_or_else(|| self.number_of_japan().into(), Cow::Borrowed),
            Tag::Unit if self.texts[tag as usize].len() > 1 => self.texts[tag as usize].join(", ").into(),
            _ => {
                let other = || japanese(tag).and_then(|japanese| self.own(japanese));
                self.own(tag).or_else(other).unwrap_or_default().into()
            }
        }
    }

    /// `1-2-3`, or one behind the other where the parts name themselves (`1丁目2番3号`).
    fn number_of_japan(&self) -> String {
        let parts: Vec<&str> = NUMBERS.into_iter().filter_map(|tag| self.own(tag)).collect();
        let is_plain = |letter| letter == '-' || is_decimal_digit(letter) || is_latin(letter);
        parts.join(if parts.iter().all(|part| part.chars().all(is_plain)) { "-" } else { "" })
    }
}
