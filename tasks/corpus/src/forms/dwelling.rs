//! Addresses of a country, taken apart so that a form can put its own part between their parts.

use fastrand::Rng;
use milepost_address::Tag;

use super::grammar::Values;
use crate::labels::{split_us, unnumbered_fr};
use crate::line::{Line, Piece};
use crate::render;
use crate::tables::Tables;

/// An address of `country`, as its sources write it: a line with one house number and one street, and without unit, box, crossing and
/// CEDEX. `None` if the country is unknown or no draw is such a line.
pub(super) fn dwelling(from: &Tables, country: &str, held_out: bool, rng: &mut Rng) -> Option<Line> {
    (0..60).find_map(|_| Some(whole(from, country, held_out, rng)?).filter(is_dwelling))
}

fn is_dwelling(line: &Line) -> bool {
    let unwanted = [Tag::Unit, Tag::PoBox, Tag::IntersectionA, Tag::IntersectionB, Tag::Cedex];
    let count = |tag: Tag| line.pieces.iter().filter(|piece| piece.tag == Some(tag)).count();
    if count(Tag::HouseNumber) != 1 || count(Tag::Street) != 1 || unwanted.iter().any(|&tag| count(tag) > 0) {
        return false;
    }
    let (first, last) = house_of(line);
    line.pieces[first..=last].iter().all(|piece| {
        is_of_house(piece) || piece.tag.is_none() && piece.text.trim_matches([' ', ',']).is_empty()
    })
}

/// The first and the last piece of number and street.
fn house_of(line: &Line) -> (usize, usize) {
    let first = line.pieces.iter().position(is_of_house).unwrap_or_default();
    (first, line.pieces.iter().rposition(is_of_house).unwrap_or_default())
}

fn is_of_house(piece: &Piece) -> bool {
    matches!(piece.tag, Some(Tag::HouseNumber | Tag::StreetPrefix | Tag::Street | Tag::StreetSuffix))
}

/// Keeps the parts of a line as values: `house` is number and street, `way` the street alone, `nr` the number, `gap` what separates
/// them, `nf` is set if the number comes first, `core` is the name of the street. `before` and `behind` is the rest of the line, `rest` is
/// `behind` without its first separator. `uptown`, `totown` and `fromtown` are the line before the town, with it, and behind it;
/// `tovenue` and `fromvenue` the same for a venue.
pub(super) fn keep_parts(line: &Line, values: &mut Values) {
    let (first, last) = house_of(line);
    let pieces = &line.pieces;
    let house = &pieces[first..=last];
    let is_number_first = house[0].tag == Some(Tag::HouseNumber);
    let (number, way) = match is_number_first {
        true => (&house[..1], &house[1..]),
        false => (&house[house.len() - 1..], &house[..house.len() - 1]),
    };
    let is_gap = |piece: &&Piece| piece.tag.is_none();
    let gap = if is_number_first { way.first() } else { way.last() }.filter(is_gap);
    let way = match (gap, is_number_first) {
        (None, _) => way,
        (_, true) => &way[1..],
        (_, false) => &way[..way.len() - 1],
    };
    let behind = &pieces[last + 1..];
    let rest = if behind.first().is_some_and(|piece| piece.tag.is_none()) { &behind[1..] } else { behind };
    for (name, part) in
        [("before", &pieces[..first]), ("house", house), ("way", way), ("behind", behind), ("rest", rest)]
    {
        values.keep_line(name, part.to_vec());
    }
    let text =
        |tag: Tag| pieces.iter().find(|piece| piece.tag == Some(tag)).map_or("", |piece| piece.text.as_str());
    values.keep("nr", number[0].text.as_str());
    values.keep("gap", gap.map_or("", |gap| gap.text.as_str()));
    values.keep("nf", if is_number_first { "1" } else { "" });
    values.keep("core", text(Tag::Street));
    values.keep("city.name", text(Tag::Locality));
    values.keep("hasregion", text(Tag::Region));
    for (tag, upto, to, behind) in
        [(Tag::Locality, "uptown", "totown", "fromtown"), (Tag::Venue, "upvenue", "tovenue", "fromvenue")]
    {
        let at = pieces.iter().position(|piece| piece.tag == Some(tag));
        values.keep_line(upto, at.map_or_else(Vec::new, |at| pieces[..at].to_vec()));
        values.keep_line(to, at.map_or_else(Vec::new, |at| pieces[..=at].to_vec()));
        values.keep_line(behind, at.map_or_else(Vec::new, |at| pieces[at + 1..].to_vec()));
    }
}

/// A whole address of `country`.
fn whole(from: &Tables, country: &str, held_out: bool, rng: &mut Rng) -> Option<Line> {
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
pub(super) fn street(from: &Tables, country: &str, held_out: bool, rng: &mut Rng) -> Line {
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

    fn vane() -> Line {
        let mut line = Line::of(Tag::HouseNumber, "12");
        line.then(" ", Tag::Street, "Vane");
        line.then(" ", Tag::StreetSuffix, "Rd");
        line.then(", ", Tag::Locality, "Elgin");
        line
    }

    #[test]
    fn the_parts_of_a_line_make_the_line() {
        let mut values = Values::default();
        keep_parts(&vane(), &mut values);
        let kept = |name: &str| values.text(name);
        assert_eq!([kept("before"), kept("house"), kept("behind")], ["", "12 Vane Rd", ", Elgin"]);
        assert_eq!([kept("nr"), kept("gap"), kept("way"), kept("core")], ["12", " ", "Vane Rd", "Vane"]);
        assert_eq!([kept("totown"), kept("fromtown"), kept("rest")], ["12 Vane Rd, Elgin", "", "Elgin"]);
    }

    #[test]
    fn a_line_with_a_unit_or_without_a_number_is_no_dwelling() {
        let mut line = vane();
        assert!(is_dwelling(&line));
        line.then(", ", Tag::Unit, "Apt 4");
        assert!(!is_dwelling(&line) && !is_dwelling(&Line::of(Tag::Street, "Vane")));
    }
}
