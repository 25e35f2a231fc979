//! The closed set of component tags, and which tag may contain which.

use std::fmt;

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use strum::{EnumString, IntoStaticStr, VariantArray};

/// One of the 25 component tags. The set is closed: every labelled span has exactly one of these. The name on the wire is the variant's in
/// snake case.
///
/// The order is that of the documents (universal, street level, venue level, Japan).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, EnumString, IntoStaticStr, VariantArray,
)]
#[strum(serialize_all = "snake_case", parse_err_ty = UnknownTag, parse_err_fn = unknown)]
#[expect(missing_docs, reason = "each variant is its wire name; docs/labels.md says what a tag covers")]
pub enum Tag {
    Country,
    Region,
    Locality,
    DependentLocality,
    Postcode,
    Subregion,
    Cedex,
    HouseNumber,
    Street,
    StreetPrefix,
    StreetPrefixParticle,
    StreetSuffix,
    IntersectionA,
    IntersectionB,
    Unit,
    Venue,
    Attention,
    PoBox,
    Prefecture,
    Municipality,
    District,
    Block,
    SubBlock,
    BuildingNumber,
    BuildingName,
}

impl Tag {
    /// Every tag, in documented order.
    pub const ALL: &'static [Tag] = Tag::VARIANTS;

    /// The name used on the wire and in weights bundles, e.g. `house_number`.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// Tags that may contain this one, most wanted first. The first of them that occurs
    /// anywhere in the parse becomes the parent; an empty list means always a root.
    pub fn allowed_parents(self) -> &'static [Tag] {
        match self {
            Tag::Country => &[],
            Tag::Region | Tag::Prefecture => &[Tag::Country],
            Tag::Subregion => &[Tag::Region, Tag::Country],
            Tag::Locality => &[Tag::Subregion, Tag::Region, Tag::Country],
            Tag::DependentLocality => &[Tag::Locality],
            Tag::Postcode => &[Tag::Locality, Tag::Subregion, Tag::Region, Tag::Country],
            Tag::Cedex => &[Tag::Postcode, Tag::Locality],
            Tag::Street => &[Tag::DependentLocality, Tag::Locality, Tag::Subregion, Tag::Region],
            Tag::StreetPrefix | Tag::StreetSuffix | Tag::HouseNumber => &[Tag::Street],
            Tag::StreetPrefixParticle => &[Tag::StreetPrefix, Tag::Street],
            Tag::Unit => &[Tag::Street, Tag::HouseNumber, Tag::Venue],
            Tag::IntersectionA | Tag::IntersectionB | Tag::Venue => &[Tag::Street, Tag::Locality],
            Tag::Attention => &[Tag::Venue],
            Tag::PoBox => &[Tag::Locality, Tag::Subregion, Tag::Region],
            Tag::Municipality => &[Tag::Prefecture],
            Tag::District => &[Tag::Municipality],
            Tag::Block => &[Tag::District],
            Tag::SubBlock => &[Tag::Block],
            Tag::BuildingNumber => &[Tag::SubBlock, Tag::Block],
            Tag::BuildingName => &[Tag::BuildingNumber, Tag::SubBlock, Tag::Block],
        }
    }
}

impl fmt::Display for Tag {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Tag {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

impl<'de> Deserialize<'de> for Tag {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let name = std::borrow::Cow::<str>::deserialize(deserializer)?;
        name.parse().map_err(serde::de::Error::custom)
    }
}

/// A name that is none of the 25 tags.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a component tag")]
pub struct UnknownTag(pub String);

fn unknown(name: &str) -> UnknownTag {
    UnknownTag(name.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_are_distinct() {
        for &tag in Tag::ALL {
            assert_eq!(tag.as_str().parse::<Tag>(), Ok(tag));
        }
        assert_eq!("neighbourhood".parse::<Tag>(), Err(UnknownTag("neighbourhood".into())));
    }

    #[test]
    fn containment_has_no_cycle() {
        fn depth(tag: Tag) -> usize {
            tag.allowed_parents().iter().map(|&parent| 1 + depth(parent)).max().unwrap_or(0)
        }
        assert!(Tag::ALL.iter().copied().map(depth).max() < Some(Tag::ALL.len()));
    }
}
