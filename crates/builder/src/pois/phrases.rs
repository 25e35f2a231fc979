//! Everyday words for categories.

use std::collections::{BTreeMap, BTreeSet};

use milepost_text::name_key;

const TABLE: &str = include_str!("../../data/poi_phrases.tsv");

/// Phrase keys and the categories they may mean, of those in `known`: each by its own words and by the table's.
pub(super) fn of_categories(known: &BTreeMap<String, i64>) -> BTreeSet<(String, &str)> {
    let mut phrases = BTreeSet::new();
    for category in known.keys() {
        phrases.insert((name_key(&value_of(category).replace('_', " ")), category.as_str()));
    }
    let mut by_value: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for category in known.keys() {
        by_value.entry(value_of(category)).or_default().push(category);
    }
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('\t');
        let Some(categories) = fields.next().and_then(|id| by_value.get(id)) else { continue };
        for phrase in fields {
            phrases.extend(categories.iter().map(|category| (name_key(phrase), *category)));
        }
    }
    phrases.retain(|(key, _)| !key.is_empty());
    phrases
}

/// A category without its key: `cafe` of OpenStreetMap's `amenity/cafe`.
fn value_of(category: &str) -> &str {
    category.rsplit('/').next().unwrap_or(category)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_is_there_can_be_asked_for() {
        let known = BTreeMap::from([("coffee_shop".to_owned(), 3), ("tea_room".to_owned(), 1)]);
        let phrases = of_categories(&known);
        assert!(phrases.contains(&("coffee".to_owned(), "coffee_shop")));
        assert!(phrases.contains(&("coffee shop".to_owned(), "coffee_shop")));
        assert!(phrases.contains(&("tea room".to_owned(), "tea_room")));
        assert!(!phrases.iter().any(|(phrase, _)| phrase == "pizza"));
    }

    #[test]
    fn the_table_says_no_phrase_twice_for_a_category() {
        for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
            let phrases: Vec<String> = line.split('\t').skip(1).map(name_key).collect();
            let distinct: BTreeSet<&String> = phrases.iter().collect();
            assert_eq!(distinct.len(), phrases.len(), "{line}");
        }
    }
}
