//! Blocking keys: two addresses without a common one are not worth a comparison.

use std::collections::BTreeSet;
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::address::MatchAddress;
use crate::point::MatchPoint;

/// What the texts of a blocking key are, so that those of different kinds differ.
#[derive(Clone, Copy, Hash)]
enum Kind {
    NumberAndPostcode,
    NumberAndTown,
    NumberAndWord,
    WordAndPostcode,
    WordAndTown,
    BoxAndPlace,
    VenueAndPlace,
    NumberAndCell,
    VenueAndCell,
}

/// Fewest letters of a word of a street or of a name of a building that is a key: shorter ones are articles and initials.
const LETTERS: usize = 3;

impl MatchAddress {
    /// The blocking keys of an address, in ascending order. Addresses that may be the same share at least one, unless two of number, street, town and
    /// postcode are mistyped or missing: number and postcode, number and town, number and a word of the street, a word of the street and
    /// postcode or town, box and place, a word of a building's name and place. One that was geocoded also has the cells of its point, each with
    /// its number or a word of a building's name. An address without any cannot be compared.
    pub fn blocking_keys(&self) -> Vec<u64> {
        let fields = &self.fields;
        let street = || fields.street.iter().flat_map(|street| street.split(' ')).filter(is_word);
        let places = || fields.postcode.iter().chain(&self.sounds);
        let mut keys = BTreeSet::new();
        let mut add = |kind: Kind, a: &str, b: &str| {
            keys.insert(hash(kind, a, b));
        };
        let words_of_venues = || self.venues.iter().flat_map(|venue| venue.split(' ')).filter(is_word);
        for number in &fields.house_number {
            fields.postcode.iter().for_each(|postcode| add(Kind::NumberAndPostcode, number, postcode));
            self.sounds.iter().for_each(|town| add(Kind::NumberAndTown, number, town));
            street().for_each(|word| add(Kind::NumberAndWord, number, word));
        }
        for word in street() {
            fields.postcode.iter().for_each(|postcode| add(Kind::WordAndPostcode, word, postcode));
            self.sounds.iter().for_each(|town| add(Kind::WordAndTown, word, town));
        }
        for place in places() {
            fields.po_box.iter().for_each(|of_box| add(Kind::BoxAndPlace, of_box, place));
            words_of_venues().for_each(|word| add(Kind::VenueAndPlace, word, place));
        }
        for cell in self.point.iter().flat_map(MatchPoint::cells) {
            let cell = format!("{} {}", cell.0, cell.1);
            fields.house_number.iter().for_each(|number| add(Kind::NumberAndCell, number, &cell));
            words_of_venues().for_each(|word| add(Kind::VenueAndCell, word, &cell));
        }
        keys.into_iter().collect()
    }
}

fn is_word(word: &&str) -> bool {
    word.chars().count() >= LETTERS || word.bytes().any(|byte| byte.is_ascii_digit())
}

fn hash(kind: Kind, a: &str, b: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    (kind, a, b).hash(&mut hasher);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use milepost_address::Tag;

    use super::*;

    fn keys(parts: &[(Tag, &'static str)]) -> Vec<u64> {
        MatchAddress::of(&parts.iter().copied().collect(), "US").blocking_keys()
    }

    fn share(a: &[(Tag, &'static str)], b: &[(Tag, &'static str)]) -> bool {
        let b = keys(b);
        keys(a).iter().any(|key| b.contains(key))
    }

    const NUMBER: (Tag, &str) = (Tag::HouseNumber, "123");
    const STREET: (Tag, &str) = (Tag::Street, "Maple Ave");
    const TOWN: (Tag, &str) = (Tag::Locality, "Reno");
    const POSTCODE: (Tag, &str) = (Tag::Postcode, "89501");

    #[test]
    fn any_one_part_may_differ() {
        let whole = [NUMBER, STREET, TOWN, POSTCODE];
        assert!(share(&whole, &[NUMBER, (Tag::Street, "Mapel Ave"), TOWN]));
        assert!(share(&whole, &[(Tag::HouseNumber, "132"), STREET, POSTCODE]));
        assert!(share(&whole, &[NUMBER, STREET]));
        assert!(share(&whole, &[NUMBER, POSTCODE]));
        assert!(!share(&whole, &[(Tag::HouseNumber, "9"), (Tag::Street, "Oak St"), TOWN, POSTCODE]));
    }

    #[test]
    fn boxes_and_buildings_are_found_in_their_place() {
        let of_box = [(Tag::PoBox, "PO Box 42"), TOWN];
        assert!(share(&of_box, &[(Tag::PoBox, "P.O. Box 42"), TOWN, POSTCODE]));
        let cottage = [(Tag::Venue, "Rose Cottage"), TOWN];
        assert!(share(&cottage, &[(Tag::Venue, "Rose Cott."), TOWN]));
        assert!(!share(&cottage, &[(Tag::Venue, "Ivy House"), TOWN]));
    }

    #[test]
    fn near_points_are_found_whatever_the_names_are() {
        let at = |parts: &[(Tag, &'static str)], lat| {
            let point = MatchPoint { lat, lon: -119.8, accuracy_m: 10.0 };
            MatchAddress::of(&parts.iter().copied().collect(), "US").at(Some(point)).blocking_keys()
        };
        let share = |a: Vec<u64>, b: Vec<u64>| a.iter().any(|key| b.contains(key));
        let other = [NUMBER, (Tag::Street, "Oak St")];
        assert!(share(at(&[NUMBER, STREET], 39.5), at(&other, 39.501)));
        assert!(!share(at(&[NUMBER, STREET], 39.5), at(&other, 39.52)));
        assert!(!share(at(&[NUMBER, STREET], 39.5), at(&[(Tag::HouseNumber, "9")], 39.5)));
    }

    #[test]
    fn a_town_alone_has_no_key() {
        assert_eq!(keys(&[TOWN, POSTCODE]), [0; 0]);
    }
}
