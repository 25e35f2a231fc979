//! Addresses of a country into which a form inserts its own part.

use fastrand::Rng;
use milepost_address::Tag;

use crate::labels::{split_us, unnumbered_fr};
use crate::line::{Line, Piece};
use crate::mixture::Mixture;
use crate::render;

/// A line with one house number and one street, and without unit, box, crossing and CEDEX.
pub(in crate::forms) struct Dwelling {
    pub(in crate::forms) line: Line,
}

impl Dwelling {
    /// An address of `country`, as its sources write it. `None` if the country is unknown or no draw is such a line.
    pub(in crate::forms) fn draw(
        from: &Mixture,
        country: &str,
        held_out: bool,
        rng: &mut Rng,
    ) -> Option<Dwelling> {
        (0..60).find_map(|_| Dwelling::of(whole(from, country, held_out, rng)?))
    }

    fn of(line: Line) -> Option<Dwelling> {
        let unwanted = [Tag::Unit, Tag::PoBox, Tag::IntersectionA, Tag::IntersectionB, Tag::Cedex];
        let has = |tag: Tag| line.pieces.iter().filter(|piece| piece.tag == Some(tag)).count();
        if has(Tag::HouseNumber) != 1 || has(Tag::Street) != 1 || unwanted.iter().any(|&tag| has(tag) > 0) {
            return None;
        }
        let dwelling = Dwelling { line };
        let (first, last) = dwelling.street_line();
        let together = dwelling.line.pieces[first..=last].iter().all(|piece| {
            is_of_street(piece) || piece.tag.is_none() && piece.text.trim_matches([' ', ',']).is_empty()
        });
        together.then_some(dwelling)
    }

    /// The first and the last piece of number and street.
    fn street_line(&self) -> (usize, usize) {
        let first = self.line.pieces.iter().position(is_of_street).unwrap_or_default();
        let last = self.line.pieces.iter().rposition(is_of_street).unwrap_or_default();
        (first, last)
    }

    /// Whether the number comes before the street.
    pub(in crate::forms) fn is_number_first(&self) -> bool {
        self.line.pieces[self.street_line().0].tag == Some(Tag::HouseNumber)
    }

    /// The number of the house.
    pub(in crate::forms) fn number(&mut self) -> Option<&mut String> {
        let number = self.line.pieces.iter_mut().find(|piece| piece.tag == Some(Tag::HouseNumber));
        number.map(|piece| &mut piece.text)
    }

    /// Sets the separator between number and street.
    pub(in crate::forms) fn set_beside_number(&mut self, separator: &str) {
        let (first, last) = self.street_line();
        let beside = if self.is_number_first() { first + 1 } else { last.saturating_sub(1) };
        if let Some(piece) = self.line.pieces.get_mut(beside).filter(|piece| piece.tag.is_none()) {
            separator.clone_into(&mut piece.text);
        }
    }

    /// Replaces the street.
    pub(in crate::forms) fn set_street(&mut self, street: Line) {
        let is_name = |piece: &Piece| is_of_street(piece) && piece.tag != Some(Tag::HouseNumber);
        let first = self.line.pieces.iter().position(is_name).unwrap_or_default();
        let last = self.line.pieces.iter().rposition(is_name).unwrap_or_default();
        self.line.pieces.splice(first..=last, street.pieces);
    }

    /// Leaves out the number and its separator from the street.
    pub(in crate::forms) fn drop_number(&mut self) {
        let (first, last) = self.street_line();
        let gone = if self.is_number_first() { first..first + 2 } else { last - 1..last + 1 };
        self.line.pieces.drain(gone);
    }

    /// Leaves out everything before number and street.
    pub(in crate::forms) fn drop_before(&mut self) {
        let (first, _) = self.street_line();
        self.line.pieces.drain(..first);
    }

    /// Leaves out everything after number and street.
    pub(in crate::forms) fn drop_behind(&mut self) {
        let (_, last) = self.street_line();
        self.line.pieces.truncate(last + 1);
    }

    /// Puts `other` in front of number and street.
    pub(in crate::forms) fn put_in_front(&mut self, mut other: Line, separator: &str) {
        let (first, _) = self.street_line();
        other.plain(separator);
        self.line.pieces.splice(first..first, other.pieces);
    }

    /// Puts `other` after number and street.
    pub(in crate::forms) fn put_behind(&mut self, separator: &str, other: Line) {
        let (_, last) = self.street_line();
        self.put_at(last + 1, separator, other);
    }

    /// Puts `other` after the component of that tag; `false` if that component is missing.
    pub(in crate::forms) fn put_behind_tag(&mut self, tag: Tag, separator: &str, other: Line) -> bool {
        let at = self.line.pieces.iter().position(|piece| piece.tag == Some(tag));
        if let Some(at) = at {
            self.put_at(at + 1, separator, other);
        }
        at.is_some()
    }

    fn put_at(&mut self, at: usize, separator: &str, other: Line) {
        let mut added = Line::default();
        if !separator.is_empty() {
            added.plain(separator);
        }
        added.pieces.extend(other.pieces);
        self.line.pieces.splice(at..at, added.pieces);
    }
}

fn is_of_street(piece: &Piece) -> bool {
    matches!(piece.tag, Some(Tag::HouseNumber | Tag::StreetPrefix | Tag::Street | Tag::StreetSuffix))
}

/// A whole address of `country`.
fn whole(from: &Mixture, country: &str, held_out: bool, rng: &mut Rng) -> Option<Line> {
    match country {
        "US" => {
            let (mut record, _) = from.us_record(held_out, rng);
            (record.unit, record.po_box) = Default::default();
            Some(render::us::whole(&record, rng))
        }
        "FR" => Some(render::fr::whole(from.fr_record(held_out, rng).0, rng)),
        code => {
            let country = from.world.of(code)?;
            Some(render::world::address_of(&from.drawing(), country, held_out, rng).0)
        }
    }
}

/// A street of `country` without a number.
pub(in crate::forms) fn street(from: &Mixture, country: &str, held_out: bool, rng: &mut Rng) -> Line {
    match country {
        "US" => split_us(from.us_street(held_out, rng).0).line(),
        "FR" => {
            let records = (0..50).map(|_| from.fr_record(held_out, rng).0);
            let street = records.map(|record| record.street.as_str()).find(|street| !street.is_empty());
            unnumbered_fr(street.unwrap_or_default())
        }
        code => {
            let Some(country) = from.world.of(code) else { return Line::default() };
            let language = from.world.language(country, rng);
            render::world::street::of_split(&from.drawing(), language, held_out, rng).line()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vane() -> Dwelling {
        let mut line = Line::of(Tag::HouseNumber, "12");
        line.then(" ", Tag::Street, "Vane");
        line.then(" ", Tag::StreetSuffix, "Rd");
        line.then(", ", Tag::Locality, "Elgin");
        Dwelling { line }
    }

    fn text(dwelling: &Dwelling) -> String {
        dwelling.line.render().0
    }

    #[test]
    fn what_is_put_in_stands_beside_number_and_street() {
        let mut house = vane();
        house.put_behind(", ", Line::of(Tag::Unit, "Rear"));
        house.put_in_front(Line::of(Tag::Unit, "Lobby"), " ");
        assert!(house.put_behind_tag(Tag::Locality, " ", Line::of(Tag::Region, "IL")));
        assert_eq!(text(&house), "Lobby 12 Vane Rd, Rear, Elgin IL");
        house.drop_before();
        house.drop_behind();
        house.set_beside_number(", ");
        assert_eq!(text(&house), "12, Vane Rd");
        house.set_street(Line::of(Tag::Street, "Old Vane"));
        house.drop_number();
        assert_eq!(text(&house), "Old Vane");
    }

    #[test]
    fn a_line_with_a_unit_or_without_a_number_is_not_taken() {
        let mut line = vane().line;
        assert!(Dwelling::of(line.clone()).is_some());
        line.then(", ", Tag::Unit, "Apt 4");
        assert!(Dwelling::of(line).is_none());
        assert!(Dwelling::of(Line::of(Tag::Street, "Vane")).is_none());
    }
}
