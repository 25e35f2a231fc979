//! What is compared of two addresses, and the levels at which it agrees.

use milepost_address::Tag;
use serde::Serialize;
use strum::{EnumString, IntoStaticStr, VariantArray};

/// How far one component of two addresses agrees, from most to least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, EnumString, IntoStaticStr, VariantArray)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Agreement {
    /// The same words, without regard to case, accents and punctuation.
    Exact,
    /// Two spellings of one value: an abbreviation, an ordinal, another script.
    Equivalent,
    /// A typing error apart.
    Typo,
    /// One side lacks the component, or a part of it.
    Missing,
    /// Two values.
    Contradicts,
}

impl Agreement {
    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// What is compared. The tags of Japan count as those of the same level, and the tags of a street as one component. The point is that of
/// an address that was geocoded: its levels are distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString, IntoStaticStr, VariantArray)]
#[strum(serialize_all = "snake_case")]
#[expect(missing_docs, reason = "each variant is its wire name")]
pub enum Component {
    PoBox,
    HouseNumber,
    Venue,
    Street,
    Unit,
    Locality,
    Region,
    Postcode,
    Country,
    Point,
}

impl Component {
    /// Every component, in the order of a key.
    pub const ALL: &'static [Component] = Component::VARIANTS;

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The tags whose typed texts are compared.
    pub(crate) fn tags(self) -> &'static [Tag] {
        match self {
            Component::PoBox => &[Tag::PoBox],
            Component::HouseNumber => &[Tag::HouseNumber],
            Component::Venue => &[Tag::Venue],
            Component::Street => &[
                Tag::StreetPrefix,
                Tag::StreetPrefixParticle,
                Tag::Street,
                Tag::StreetSuffix,
                Tag::IntersectionA,
                Tag::IntersectionB,
            ],
            Component::Unit => &[Tag::Unit],
            Component::Locality => &[Tag::Locality, Tag::DependentLocality],
            Component::Region => &[Tag::Region],
            Component::Postcode => &[Tag::Postcode],
            Component::Country => &[Tag::Country],
            Component::Point => &[],
        }
    }
}
