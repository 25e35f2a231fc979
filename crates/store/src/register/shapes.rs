//! Which groups of codes have a key: found by its shape, since a hundred countries share forty shapes, and by its number, since fifty
//! countries have codes of five digits and three of them have a given one.

use std::sync::OnceLock;

use super::layout::Directory;
use super::shape;

/// Fewest groups of a shape that are worth a table of holders.
const FEWEST_GROUPS: usize = 8;
/// Most numbers of a shape with a table of holders: eight bytes each.
const MOST_NUMBERS: u64 = 100_000;
/// Groups of a shape that a mask has room for; later ones are always looked into.
const GROUPS_OF_A_MASK: usize = u64::BITS as usize;

/// The shapes of a register, each once, and the shape of every group.
pub(super) struct Shapes {
    shapes: Vec<Shape>,
    /// In the order of the file.
    groups: Vec<GroupOfShape>,
}

struct Shape {
    text: String,
    /// How many letters, digits and dashes a key may have.
    lengths: Vec<usize>,
    groups: usize,
    /// For each number of the shape the groups that have it, as a mask; made at the first question.
    holders: OnceLock<Vec<u64>>,
}

#[derive(Clone, Copy)]
struct GroupOfShape {
    /// Number of the country, and of the group within it.
    country: usize,
    group: usize,
    /// Number of its shape, and its position among the groups of that.
    shape: usize,
    position: usize,
}

impl Shapes {
    pub(super) fn of(directory: &Directory) -> Shapes {
        let mut shapes: Vec<Shape> = Vec::new();
        let mut groups = Vec::new();
        for (country, of_country) in directory.countries.iter().enumerate() {
            for (group, of_group) in of_country.groups.iter().enumerate() {
                let known = shapes.iter().position(|shape| shape.text == of_group.shape);
                let shape = known.unwrap_or_else(|| {
                    shapes.push(Shape {
                        text: of_group.shape.clone(),
                        lengths: shape::lengths_of_keys(&of_group.shape),
                        groups: 0,
                        holders: OnceLock::new(),
                    });
                    shapes.len() - 1
                });
                groups.push(GroupOfShape { country, group, shape, position: shapes[shape].groups });
                shapes[shape].groups += 1;
            }
        }
        Shapes { shapes, groups }
    }

    /// The groups that may have a key (small letters, no spaces), in the order of the file: the numbers of country and group, and the
    /// first and last number that the key stands for. `visit` calls its last argument for every number of a group.
    pub(super) fn groups(
        &self,
        key: &str,
        visit: impl Fn(usize, usize, &mut dyn FnMut(u64)),
    ) -> impl Iterator<Item = (usize, usize, (u64, u64))> {
        let ranges: Vec<_> = self
            .shapes
            .iter()
            .enumerate()
            .map(|(at, shape)| {
                let range = shape.lengths.contains(&key.len()).then(|| shape::range(&shape.text, key))??;
                let holders = if range.0 == range.1 { self.holders(at, range.0, &visit) } else { u64::MAX };
                Some((range, holders))
            })
            .collect();
        self.groups.iter().filter_map(move |&GroupOfShape { country, group, shape, position }| {
            let (range, holders) = ranges[shape]?;
            let is_holder = position >= GROUPS_OF_A_MASK || holders >> position & 1 == 1;
            is_holder.then_some((country, group, range))
        })
    }

    /// The groups of a shape that have a number, as a mask; all of them if the shape has no table.
    fn holders(&self, at: usize, number: u64, visit: &impl Fn(usize, usize, &mut dyn FnMut(u64))) -> u64 {
        let shape = &self.shapes[at];
        let Some(numbers) = shape::digits(&shape.text)
            .and_then(|digits| 10u64.checked_pow(digits))
            .filter(|&numbers| shape.groups >= FEWEST_GROUPS && numbers <= MOST_NUMBERS)
        else {
            return u64::MAX;
        };
        let holders = shape.holders.get_or_init(|| {
            let mut holders = vec![0; numbers as usize];
            let own = self.groups.iter().filter(|group| group.shape == at);
            for &GroupOfShape { country, group, position, .. } in own.take(GROUPS_OF_A_MASK) {
                visit(country, group, &mut |number| {
                    if let Some(mask) = usize::try_from(number).ok().and_then(|at| holders.get_mut(at)) {
                        *mask |= 1 << position;
                    }
                });
            }
            holders
        });
        usize::try_from(number).ok().and_then(|at| holders.get(at)).copied().unwrap_or(0)
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
        let none = |_, _, _: &mut dyn FnMut(u64)| {};
        let of =
            |key| shapes.groups(key, none).map(|(country, group, _)| (country, group)).collect::<Vec<_>>();
        assert_eq!(of("80331"), [(0, 1), (2, 0)]);
        assert_eq!(of("8033"), [(0, 0)]);
        assert_eq!(shapes.groups("lv-1001", none).next().map(|(country, ..)| country), Some(1));
        assert!(of("sw1a").is_empty());
    }

    #[test]
    fn of_many_groups_only_those_that_have_the_number_are_looked_into() {
        let country = || Country {
            groups: vec![Group { shape: "### ##".to_owned(), ..Group::default() }],
            ..Country::default()
        };
        let countries: Vec<Country> = (0..GROUPS_OF_A_MASK + 2).map(|_| country()).collect();
        let shapes = Shapes::of(&Directory { countries, ..Directory::default() });
        // Every country has its own number, a hundred more, and one that no code of five digits has.
        let numbers = |country: usize, _, visit: &mut dyn FnMut(u64)| {
            [country as u64, country as u64 + 100, 1_000_000].into_iter().for_each(visit);
        };
        let of = |key| shapes.groups(key, numbers).map(|(country, ..)| country).collect::<Vec<_>>();
        // No mask has room for the last two.
        assert_eq!(of("00007"), [7, 64, 65]);
        assert_eq!(of("00163"), [63, 64, 65]);
        assert_eq!(of("99999"), [64, 65]);
    }
}
