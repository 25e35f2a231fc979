//! Which groups of codes a key may be in: found by the shape of the key, since a hundred countries share forty shapes.

use super::layout::Directory;
use super::shape;

/// The shapes of a register, each once, and the shape of every group.
pub(super) struct Shapes {
    shapes: Vec<String>,
    /// In the order of the file: the number of the country, of the group within it, and of its shape.
    groups: Vec<(usize, usize, usize)>,
}

impl Shapes {
    pub(super) fn of(directory: &Directory) -> Shapes {
        let mut shapes: Vec<String> = Vec::new();
        let mut groups = Vec::new();
        for (country, of_country) in directory.countries.iter().enumerate() {
            for (group, of_group) in of_country.groups.iter().enumerate() {
                let known = shapes.iter().position(|shape| *shape == of_group.shape);
                let shape = known.unwrap_or_else(|| {
                    shapes.push(of_group.shape.clone());
                    shapes.len() - 1
                });
                groups.push((country, group, shape));
            }
        }
        Shapes { shapes, groups }
    }

    /// The groups that may have a key (small letters, no spaces), in the order of the file: the numbers of country and group, and the
    /// first and last number that the key stands for.
    pub(super) fn groups(&self, key: &str) -> impl Iterator<Item = (usize, usize, (u64, u64))> {
        let ranges: Vec<_> = self.shapes.iter().map(|shape| shape::range(shape, key)).collect();
        self.groups.iter().filter_map(move |&(country, group, shape)| Some((country, group, ranges[shape]?)))
    }
}

#[cfg(test)]
mod tests {
    use super::super::layout::{Country, Group};
    use super::*;

    #[test]
    fn groups_of_the_shape_of_a_key_come_in_the_order_of_the_file() {
        let country = |shapes: &[&str]| Country {
            groups: shapes
                .iter()
                .map(|&shape| Group { shape: shape.to_owned(), ..Group::default() })
                .collect(),
            ..Country::default()
        };
        let countries = vec![country(&["####", "#####"]), country(&["@@-####"]), country(&["#####"])];
        let shapes = Shapes::of(&Directory { countries, ..Directory::default() });
        let of = |key| shapes.groups(key).map(|(country, group, _)| (country, group)).collect::<Vec<_>>();
        assert_eq!(of("80331"), [(0, 1), (2, 0)]);
        assert_eq!(of("8033"), [(0, 0)]);
        assert_eq!(shapes.groups("lv-1001").next().map(|(country, ..)| country), Some(1));
        assert!(of("sw1a").is_empty());
    }
}
