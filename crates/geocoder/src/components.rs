//! The parse as the cascade reads it: one value per tag.

use milepost_address::{DroppedComponent, Tag, Tree};

/// Tags of the words of a street, without its number.
pub(crate) const OF_A_STREET: [Tag; 4] =
    [Tag::Street, Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::StreetSuffix];

/// First value of each tag, in reading order, and the spans that are left out.
#[derive(Debug, Clone, Default)]
pub(crate) struct Components<'a> {
    kept: Vec<(Tag, &'a str)>,
    pub(crate) dropped: Vec<DroppedComponent>,
    /// Whether to look names up as written, without corrections.
    pub(crate) as_written: bool,
    street: Vec<&'a str>,
}

impl<'a> Components<'a> {
    pub(crate) fn of(tree: &'a Tree) -> Components<'a> {
        Components::of_pairs(tree.components())
    }

    /// The components of another parse of the same text, to be looked up as written.
    pub(crate) fn of_other(tree: &'a Tree, other: &Tree) -> Components<'a> {
        let spans = other.nodes().into_iter().map(|node| &node.span);
        let pairs = spans.filter_map(|span| Some((span.tag, tree.raw.get(span.start..span.end)?)));
        Components::as_written(pairs)
    }

    /// The same as [`Components::of_pairs`], to be looked up as written.
    pub(crate) fn as_written(pairs: impl IntoIterator<Item = (Tag, &'a str)>) -> Components<'a> {
        Components { as_written: true, ..Components::of_pairs(pairs.into_iter()) }
    }

    /// The components from tags and values in reading order.
    pub(crate) fn of_pairs(pairs: impl Iterator<Item = (Tag, &'a str)>) -> Components<'a> {
        let mut components = Components::default();
        let mut last = None;
        for (tag, value) in pairs {
            // `E.-Jung-Gasse`: the point of an initial parts one street into two spans.
            let goes_on = tag == Tag::Street && last == Some(Tag::Street);
            last = Some(tag);
            if goes_on && components.street.last().is_some_and(|before| before.ends_with('.')) {
                components.street.push(value);
                continue;
            }
            match components.get(tag) {
                None => {
                    components.kept.push((tag, value));
                    if OF_A_STREET.contains(&tag) {
                        components.street.push(value);
                    }
                }
                Some(kept) => {
                    let (value, kept) = (value.to_owned(), kept.to_owned());
                    components.dropped.push(DroppedComponent { tag, value, kept });
                }
            }
        }
        components
    }

    pub(crate) fn get(&self, tag: Tag) -> Option<&'a str> {
        self.kept.iter().find(|(kept, _)| *kept == tag).map(|&(_, value)| value)
    }

    pub(crate) fn has(&self, tag: Tag) -> bool {
        self.get(tag).is_some()
    }

    pub(crate) fn has_any(&self, tags: &[Tag]) -> bool {
        tags.iter().any(|tag| self.has(*tag))
    }

    /// Prefix, particle, name and suffix as typed, joined by single spaces.
    pub(crate) fn street(&self) -> Option<String> {
        (!self.street.is_empty()).then(|| self.street.join(" "))
    }

    /// Tag and value in reading order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Tag, &'a str)> {
        self.kept.iter().copied()
    }
}
