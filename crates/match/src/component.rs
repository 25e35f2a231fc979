//! What is compared of two addresses, and the levels at which it agrees.

use milepost_address::Tag;
use serde::Serialize;

/// How far one component of two addresses agrees.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
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
    /// Every level, from most to least.
    pub const ALL: [Agreement; 5] = [
        Agreement::Exact,
        Agreement::Equivalent,
        Agreement::Typo,
        Agreement::Missing,
        Agreement::Contradicts,
    ];

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Agreement::Exact => "exact",
            Agreement::Equivalent => "equivalent",
            Agreement::Typo => "typo",
            Agreement::Missing => "missing",
            Agreement::Contradicts => "contradicts",
        }
    }
}

/// What is compared. The tags of Japan count as those of the same level, and the tags of a street as one component. The point is that of
/// an address that was geocoded: its levels are distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    pub const ALL: [Component; 10] = [
        Component::PoBox,
        Component::HouseNumber,
        Component::Venue,
        Component::Street,
        Component::Unit,
        Component::Locality,
        Component::Region,
        Component::Postcode,
        Component::Country,
        Component::Point,
    ];

    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        match self {
            Component::PoBox => "po_box",
            Component::HouseNumber => "house_number",
            Component::Venue => "venue",
            Component::Street => "street",
            Component::Unit => "unit",
            Component::Locality => "locality",
            Component::Region => "region",
            Component::Postcode => "postcode",
            Component::Country => "country",
            Component::Point => "point",
        }
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
