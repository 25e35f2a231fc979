//! The closed set of component tags, and which tag may contain which.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One of the 25 component tags. The set is closed: every labelled span carries exactly one of these.
///
/// The order is the one documented for the tags (universal, street level, venue level, Japan) and is the
/// order of [`Tag::ALL`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[expect(
    missing_docs,
    reason = "each variant is its wire name; what a tag takes is settled in docs/labels.md"
)]
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
    pub const ALL: [Tag; 25] = [
        Tag::Country,
        Tag::Region,
        Tag::Locality,
        Tag::DependentLocality,
        Tag::Postcode,
        Tag::Subregion,
        Tag::Cedex,
        Tag::HouseNumber,
        Tag::Street,
        Tag::StreetPrefix,
        Tag::StreetPrefixParticle,
        Tag::StreetSuffix,
        Tag::IntersectionA,
        Tag::IntersectionB,
        Tag::Unit,
        Tag::Venue,
        Tag::Attention,
        Tag::PoBox,
        Tag::Prefecture,
        Tag::Municipality,
        Tag::District,
        Tag::Block,
        Tag::SubBlock,
        Tag::BuildingNumber,
        Tag::BuildingName,
    ];

    /// The name used on the wire and in weights bundles, e.g. `house_number`.
    pub fn as_str(self) -> &'static str {
        match self {
            Tag::Country => "country",
            Tag::Region => "region",
            Tag::Locality => "locality",
            Tag::DependentLocality => "dependent_locality",
            Tag::Postcode => "postcode",
            Tag::Subregion => "subregion",
            Tag::Cedex => "cedex",
            Tag::HouseNumber => "house_number",
            Tag::Street => "street",
            Tag::StreetPrefix => "street_prefix",
            Tag::StreetPrefixParticle => "street_prefix_particle",
            Tag::StreetSuffix => "street_suffix",
            Tag::IntersectionA => "intersection_a",
            Tag::IntersectionB => "intersection_b",
            Tag::Unit => "unit",
            Tag::Venue => "venue",
            Tag::Attention => "attention",
            Tag::PoBox => "po_box",
            Tag::Prefecture => "prefecture",
            Tag::Municipality => "municipality",
            Tag::District => "district",
            Tag::Block => "block",
            Tag::SubBlock => "sub_block",
            Tag::BuildingNumber => "building_number",
            Tag::BuildingName => "building_name",
        }
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

impl FromStr for Tag {
    type Err = UnknownTag;

    fn from_str(name: &str) -> Result<Self, Self::Err> {
        Tag::ALL.into_iter().find(|tag| tag.as_str() == name).ok_or_else(|| UnknownTag(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_round_trip_and_are_distinct() {
        for tag in Tag::ALL {
            assert_eq!(tag.as_str().parse::<Tag>(), Ok(tag));
        }
        assert_eq!("neighbourhood".parse::<Tag>(), Err(UnknownTag("neighbourhood".into())));
    }

    #[test]
    fn containment_has_no_cycle() {
        fn depth(tag: Tag) -> usize {
            tag.allowed_parents().iter().map(|&parent| 1 + depth(parent)).max().unwrap_or(0)
        }
        assert!(Tag::ALL.into_iter().map(depth).max() < Some(Tag::ALL.len()));
    }
}
