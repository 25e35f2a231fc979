//! Objects of OpenStreetMap as the importer keeps them: an id, tags, a place.

use std::fmt;

/// Units of a coordinate in a degree: those of the files.
pub(super) const UNITS: f64 = 1e7;

/// A point in units of 10⁻⁷ degrees: latitude, longitude.
pub(super) type Point = [i32; 2];

pub(super) fn degrees([lat, lon]: Point) -> (f64, f64) {
    (f64::from(lat) / UNITS, f64::from(lon) / UNITS)
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Kind {
    Node,
    Way,
    Relation,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Id {
    pub(super) kind: Kind,
    pub(super) number: i64,
}

impl Id {
    /// As one number, for columns: the number times four, and the kind.
    pub(super) fn packed(self) -> i64 {
        self.number.wrapping_mul(4) + self.kind as i64
    }

    pub(super) fn of_packed(packed: i64) -> Id {
        let kind = match packed & 3 {
            0 => Kind::Node,
            1 => Kind::Way,
            _ => Kind::Relation,
        };
        Id { kind, number: packed >> 2 }
    }
}

impl fmt::Display for Id {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = match self.kind {
            Kind::Node => 'N',
            Kind::Way => 'W',
            Kind::Relation => 'R',
        };
        write!(formatter, "{kind}{}", self.number)
    }
}

/// Key of the country of an object, lower case, in sources that name it. No key of OpenStreetMap begins with `@`.
pub(super) const COUNTRY: &str = "@country";
/// Key of the importance of an object, 0 to 1, in sources that have it.
pub(super) const IMPORTANCE: &str = "@importance";

/// Tags in the order of the file. All texts are one: a place has names in a hundred languages.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Tags {
    pub(super) texts: Box<str>,
    /// Where each key and each value ends in the texts, bytes.
    pub(super) ends: Box<[u32]>,
}

impl Tags {
    /// The value of a key without the spaces around it; none if it is empty.
    pub(super) fn get(&self, key: &str) -> Option<&str> {
        let (_, value) = self.pairs().find(|(known, _)| *known == key)?;
        Some(value.trim()).filter(|value| !value.is_empty())
    }

    /// Keys and values as they are in the file.
    fn pairs(&self) -> impl Iterator<Item = (&str, &str)> {
        let mut begin = 0;
        self.ends.chunks_exact(2).map(move |ends| {
            let (middle, end) = (ends[0] as usize, ends[1] as usize);
            let pair = (&self.texts[begin..middle], &self.texts[middle..end]);
            begin = end;
            pair
        })
    }

    pub(super) fn has(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    pub(super) fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.pairs().map(|(key, value)| (key, value.trim())).filter(|(_, value)| !value.is_empty())
    }

    pub(super) fn of<'a>(pairs: impl Iterator<Item = (&'a str, &'a str)>) -> Tags {
        let (mut texts, mut ends) = (String::new(), Vec::new());
        for text in pairs.flat_map(|(key, value)| [key, value]) {
            texts.push_str(text);
            ends.push(texts.len() as u32);
        }
        Tags { texts: texts.into(), ends: ends.into() }
    }
}

#[cfg(test)]
impl Tags {
    pub(super) fn of_pairs(pairs: &[(&str, &str)]) -> Tags {
        Tags::of(pairs.iter().copied())
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) struct Thing {
    pub(super) id: Id,
    pub(super) tags: Tags,
    /// The node, or the middle of the area or line.
    pub(super) point: Point,
    /// South, west, north, east; the point itself for a node.
    pub(super) extent: [i32; 4],
}

#[derive(Debug, Clone)]
pub(super) struct Area {
    pub(super) id: Id,
    pub(super) tags: Tags,
    /// Closed rings; holes are among them.
    pub(super) rings: Vec<Vec<Point>>,
}

/// The point of a node in the units of the files; none if it is outside the range of latitudes and longitudes.
pub(super) fn point_of(nano_lat: i64, nano_lon: i64) -> Option<Point> {
    let (lat, lon) = (nano_lat / 100, nano_lon / 100);
    let is_on_earth = lat.abs() <= 900_000_000 && lon.abs() <= 1_800_000_000 && (lat != 0 || lon != 0);
    is_on_earth.then_some([lat as i32, lon as i32])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_packed_with_its_kind() {
        for (kind, number) in [(Kind::Node, 12_345_678_901), (Kind::Way, 1), (Kind::Relation, 62_422)] {
            let id = Id { kind, number };
            assert_eq!(Id::of_packed(id.packed()), id);
        }
        assert_eq!(Id { kind: Kind::Way, number: 7 }.to_string(), "W7");
    }
}
