//! The labels of a model: `O` for a token outside of any span, `B-X` for the first token of a span of tag `X`, `I-X` for the others.

use milepost_address::Tag;

/// The labels of a model, in output order: `O`, then `B-` and `I-` of each tag.
pub(crate) struct Labels {
    tags: Vec<Tag>,
}

impl Labels {
    /// Reads the names of a card; the error is the first name that is out of order or not that of a tag.
    pub(crate) fn from_names(names: &[String]) -> Result<Labels, String> {
        let mut names = names.iter();
        match names.next() {
            Some(outside) if outside == "O" => {}
            other => return Err(other.cloned().unwrap_or_default()),
        }
        let mut tags = Vec::new();
        while let Some(begin) = names.next() {
            let tag = begin
                .strip_prefix("B-")
                .and_then(|name| name.parse::<Tag>().ok())
                .ok_or_else(|| begin.clone())?;
            let inside = names.next().ok_or_else(|| begin.clone())?;
            if inside.strip_prefix("I-") != Some(tag.as_str()) {
                return Err(inside.clone());
            }
            tags.push(tag);
        }
        Ok(Labels { tags })
    }

    /// The labels of some tags, without a card.
    #[cfg(test)]
    pub(crate) fn of_tags(tags: &[Tag]) -> Labels {
        Labels { tags: tags.to_vec() }
    }

    /// Number of labels.
    pub(crate) fn len(&self) -> usize {
        1 + 2 * self.tags.len()
    }

    /// Indices of the tags, as [`begin`], [`inside`] and [`tag_of`] use them.
    pub(crate) fn tags(&self) -> impl Iterator<Item = (usize, Tag)> + '_ {
        self.tags.iter().copied().enumerate()
    }

    /// The tag at an index.
    pub(crate) fn tag(&self, index: usize) -> Tag {
        self.tags[index]
    }

    /// The index of a tag; none for a model that does not know it.
    pub(crate) fn position(&self, tag: Tag) -> Option<usize> {
        self.tags.iter().position(|&known| known == tag)
    }
}

/// The label of a token outside of any span, `O`.
pub(crate) const OUTSIDE: usize = 0;

/// The label `B-` of a tag.
pub(crate) fn begin(tag: usize) -> usize {
    1 + 2 * tag
}

/// The label `I-` of a tag.
pub(crate) fn inside(tag: usize) -> usize {
    2 + 2 * tag
}

/// The index of the tag a label belongs to; none for `O`.
pub(crate) fn tag_of(label: usize) -> Option<usize> {
    label.checked_sub(1).map(|index| index / 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_out_of_order_are_refused() {
        let names = |list: &[&str]| list.iter().map(|name| (*name).to_owned()).collect::<Vec<_>>();
        assert_eq!(Labels::from_names(&names(&["B-unit"])).err(), Some("B-unit".into()));
        assert_eq!(Labels::from_names(&names(&["O", "B-unit", "I-venue"])).err(), Some("I-venue".into()));
        assert_eq!(Labels::from_names(&names(&["O", "B-planet", "I-planet"])).err(), Some("B-planet".into()));
    }
}
