//! Which countries the words and letters of an address point to.
//!
//! Thirty countries have postcodes of four or five digits, and every second village has a namesake abroad. The spelling of the
//! street shows the country: `Kirkeveien` is not in Australia.

use std::sync::LazyLock;

use milepost_address::Tag;
use milepost_text::fold;

use super::spoken::{self, Countries};
use crate::components::Components;
use crate::model::{Feature, score, weight};
use crate::tsv::rows;

/// Countries whose postcodes and streets look like those of neighbours with ten times the population: such a code is as likely
/// a code of the neighbours that the gazetteer lacks.
pub(crate) const OF_LARGER_NEIGHBOURS: Countries = &["AX", "LI", "LU", "SJ"];
/// Most countries of a word that are compared one by one.
const FEW: usize = 20;
/// Countries that have no `ß`.
const WITHOUT_SHARP_S: Countries = &["CH", "LI"];

/// What is spoken where in countries of several languages (`language_areas.tsv`): the country, one that speaks the language alone, and the
/// first digits of the postcodes of its area.
static AREAS: LazyLock<Vec<[&str; 3]>> = LazyLock::new(|| rows(include_str!("language_areas.tsv")).collect());

/// Countries of those whose areas have all their codes.
const WHOLLY_DIVIDED: Countries = &["BE", "CH"];

/// The countries that an address points to by its own words; none if it could be in any.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    street: Vec<Countries>,
    letters: Vec<Countries>,
    has_double_s: bool,
    /// Digits of the postcode.
    code: String,
}

impl Evidence {
    pub(crate) fn of(components: &Components<'_>) -> Evidence {
        let written = components.street().unwrap_or_default();
        let folded = fold(&written);
        let words = folded.split(|letter: char| !letter.is_alphanumeric()).filter(|word| !word.is_empty());
        let mut street: Vec<Countries> = words.filter_map(spoken::countries_of_word).collect();
        if components.get(Tag::StreetPrefix).is_some_and(|prefix| matches!(prefix, "C" | "C/" | "c/")) {
            street.push(&["ES"]);
        }
        let has_double_s = written.contains("strasse") || written.contains("Strasse");
        let named = [Tag::Street, Tag::StreetPrefix, Tag::Locality, Tag::DependentLocality, Tag::Subregion];
        let text: String = named.iter().filter_map(|tag| components.get(*tag)).collect();
        let text = text.to_lowercase();
        let letters = spoken::countries_of_letters(&text);
        let code = components.get(Tag::Postcode).unwrap_or_default();
        let code = code.chars().filter(char::is_ascii_digit).collect();
        Evidence { street, letters, has_double_s, code }
    }

    /// The score of the evidence for a place of `country`, as log10 of odds.
    pub(crate) fn weight(&self, country: &str) -> f64 {
        score(|visit| self.visit(country, visit))
    }

    /// The same without the code, which says what is spoken where: for a code that is wrong.
    pub(crate) fn weight_of_words(&self, country: &str) -> f64 {
        let is_spoken = self.street.iter().any(|countries| countries.contains(&country));
        self.weight(country).max(if is_spoken { weight(Feature::StreetLanguage) } else { f64::MIN })
    }

    /// The features of the evidence for a place of `country`.
    pub(crate) fn visit(&self, country: &str, visit: &mut dyn FnMut(Feature, f64)) {
        if self.street.iter().any(|countries| self.is_spoken_there(countries, country)) {
            visit(Feature::StreetLanguage, 1.0);
        } else if self.is_of_others(country) {
            visit(Feature::StreetForeign, 1.0);
        }
        let with_letters = self.letters.iter().filter(|countries| countries.contains(&country)).count();
        if with_letters > 0 {
            visit(Feature::Alphabet, with_letters as f64 / self.letters.len() as f64);
        }
        if self.has_double_s && WITHOUT_SHARP_S.contains(&country) {
            visit(Feature::SharpS, 1.0);
        }
        if OF_LARGER_NEIGHBOURS.contains(&country) {
            visit(Feature::LargerNeighbour, 1.0);
        }
    }

    /// Whether a street of `country` can be spelled like this, as far as its words show.
    pub(crate) fn allows(&self, country: &str) -> bool {
        let is_spoken = |countries: &Countries| self.is_spoken_there(countries, country);
        self.street.is_empty() || self.street.iter().any(is_spoken)
    }

    /// Whether words of `countries` belong to `country` and to the language spoken at the postcode. A code that the country does not have is
    /// mistyped and says nothing of its language: `Kerkstraat, 0127 Boom` is in Belgium.
    fn is_spoken_there(&self, countries: &Countries, country: &str) -> bool {
        if !countries.contains(&country) || self.code.is_empty() {
            return countries.contains(&country);
        }
        let is_here = |[.., codes]: &[&str; 3]| codes.split(' ').any(|begin| self.code.starts_with(begin));
        let mut areas = AREAS.iter().filter(|[of, ..]| *of == country);
        let mut own = areas.clone().filter(|[_, alone, _]| countries.contains(alone)).peekable();
        let is_mistyped = WHOLLY_DIVIDED.contains(&country) && !areas.any(is_here);
        own.peek().is_none() || is_mistyped || own.any(is_here)
    }

    /// The countries of the words of the street, if they are few.
    pub(crate) fn countries(&self) -> Vec<&'static str> {
        let mut countries: Vec<&str> = Vec::new();
        for country in self.street.iter().filter(|set| set.len() <= FEW).flat_map(|set| set.iter()) {
            if !countries.contains(country) {
                countries.push(country);
            }
        }
        countries
    }

    /// Whether the words of the street belong to other countries, none of which speaks English. The United States have streets in
    /// every language.
    pub(crate) fn is_of_others(&self, country: &str) -> bool {
        let others = |countries: &Countries| !countries.contains(&country) && !countries.contains(&"US");
        country != "US" && !self.street.is_empty() && self.street.iter().all(others)
    }

    /// Whether the words belong to other countries; without words of streets, whether the letters do.
    pub(crate) fn speaks_against(&self, country: &str) -> bool {
        let sets = if self.street.is_empty() { &self.letters } else { &self.street };
        !sets.is_empty() && !sets.iter().any(|countries| countries.contains(&country))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evidence(street: &'static str, locality: &'static str) -> Evidence {
        let pairs = [(Tag::Street, street), (Tag::Locality, locality)];
        Evidence::of(&Components::of_pairs(pairs.into_iter()))
    }

    #[test]
    fn streets_tell_their_country() {
        for (street, country) in [
            ("Kirkeveien", "NO"),
            ("Vestergade", "DK"),
            ("Storgatan", "SE"),
            ("Mannerheimintie", "FI"),
            ("Kossuth utca", "HU"),
            ("Via Roma", "IT"),
            ("Hauptstraße", "AT"),
            ("ul. Lipowa", "PL"),
            ("Nádražní třída", "CZ"),
            ("Main St", "US"),
        ] {
            let evidence = evidence(street, "");
            assert!(evidence.weight(country) >= weight(Feature::StreetLanguage), "{street}");
            assert!(evidence.speaks_against("JP"), "{street}");
        }
        assert!(
            evidence("Schulweg", "").speaks_against("NL") && evidence("Schoolweg", "").speaks_against("CH")
        );
        assert!(!evidence("Broadway", "").speaks_against("JP"));
        // `ü` is a letter of Hungarian, but `rue` is not a Hungarian word.
        assert!(evidence("Rue de la Gare", "Mühlehorn").speaks_against("HU"));
    }

    #[test]
    fn the_language_of_a_street_is_that_of_its_postcode_if_the_country_has_the_code() {
        let weight = |code: &'static str| {
            let pairs = [(Tag::Street, "Kerkstraat"), (Tag::Postcode, code)];
            Evidence::of(&Components::of_pairs(pairs.into_iter())).weight("BE")
        };
        assert!(weight("2850") > 0.0, "in Flanders");
        assert!(weight("4000") <= 0.0, "in Wallonia");
        assert!(weight("0127") > 0.0, "nowhere in Belgium");
    }

    #[test]
    fn letters_add_to_it() {
        assert!(evidence("Skolevej", "Rønne").weight("DK") > evidence("Skolevej", "Ronne").weight("DK"));
        assert!(evidence("", "Łódź").weight("PL") > 0.0);
    }
}
