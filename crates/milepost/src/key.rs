//! The canonical key of an address that was parsed, and its comparison with another.

use milepost_address::{Tag, Tree};
use milepost_format::{canonical_key, country_code};
use milepost_match::MatchAddress;

/// The canonical key of a parse, by the rules of the country that it names, otherwise of `country` (ISO 3166-1 alpha-2; if empty,
/// streets are read as English and codes of regions as those of the United States). All texts of
/// a tag count.
pub fn key_of_parse(tree: &Tree, country: &str) -> String {
    let components: Vec<(Tag, &str)> = tree.components().collect();
    canonical_key(&components.iter().copied().collect(), &country_of(&components, country))
}

/// The components of a parse prepared for comparisons, by the rules of the country that they name, otherwise of `country`.
pub fn match_address(components: &[(Tag, &str)], country: &str) -> MatchAddress {
    MatchAddress::of(&components.iter().copied().collect(), &country_of(components, country))
}

fn country_of(components: &[(Tag, &str)], otherwise: &str) -> String {
    let named = components.iter().find(|(tag, _)| *tag == Tag::Country);
    named.and_then(|(_, name)| country_code(name)).unwrap_or_else(|| otherwise.to_owned())
}

#[cfg(test)]
mod tests {
    use milepost_address::Span;

    use super::*;

    fn tree(raw: &str, parts: &[(Tag, &str)]) -> Tree {
        let mut end = 0;
        let span = |&(tag, text): &(Tag, &str)| {
            let start = end + raw[end..].find(text).expect("a part of the text");
            end = start + text.len();
            Span { tag, start, end, confidence: 1.0 }
        };
        Tree::from_spans(raw, parts.iter().map(span).collect())
    }

    #[test]
    fn a_parse_has_the_key_of_its_components() {
        let parts = [(Tag::HouseNumber, "12"), (Tag::Street, "r. Haute"), (Tag::Locality, "Le Touvet")];
        let french = tree("12 r. Haute, Le Touvet", &parts);
        assert_eq!(key_of_parse(&french, "FR"), "mp2|12|rue haute|le touvet|fr");
        assert_eq!(key_of_parse(&french, ""), "mp2|12|r haute|le touvet");
    }

    #[test]
    fn the_country_that_an_address_names_counts() {
        let parts = [(Tag::Street, "r. Haute"), (Tag::Country, "France")];
        assert_eq!(key_of_parse(&tree("r. Haute, France", &parts), "US"), "mp2|rue haute|fr");
        let unknown = [(Tag::Street, "r. Haute"), (Tag::Country, "Atlantis")];
        assert_eq!(key_of_parse(&tree("r. Haute, Atlantis", &unknown), "FR"), "mp2|rue haute|atlantis");
    }

    #[test]
    fn all_parts_with_one_tag_count() {
        let parts = [(Tag::Locality, "Reno"), (Tag::Locality, "Sparks")];
        assert_eq!(key_of_parse(&tree("Reno, Sparks", &parts), ""), "mp2|reno|sparks");
    }
}
