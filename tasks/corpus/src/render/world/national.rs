//! Addresses in the format of one country (`data/formats.txt`), for countries that differ from the order of their family.

use fastrand::Rng;
use milepost_address::Tag;

use super::Drawing;
use super::parts::Parts;
use super::street::{fill_one, with_places};
use crate::labels::Street;
use crate::line::{Line, Piece};
use crate::render::any;
use crate::sources::formats::Format;
use crate::sources::is_held_out;
use crate::sources::world::{Country, Language, weighted};

/// One address of a country with a format; with `held_out` its street name does not occur in training lines.
pub(super) struct National<'a> {
    pub(super) from: &'a Drawing<'a>,
    pub(super) format: &'a Format,
    pub(super) country: &'a Country,
    pub(super) language: &'a Language,
    pub(super) parts: &'a Parts,
    pub(super) held_out: bool,
}

impl National<'_> {
    /// The address by one of the country's templates.
    pub(super) fn line(&self, rng: &mut Rng) -> Line {
        let locality = self.value(Tag::Locality, "", rng);
        let template = weighted(&self.format.templates, |&(weight, _)| weight, rng).1;
        let pieces = self.pieces(template, &locality, rng);
        Line { pieces: pieces.into_iter().skip_while(|piece| piece.tag.is_none()).collect(), country: None }
    }

    /// The pieces of a template. An empty component takes the separator before it along.
    fn pieces(&self, template: &str, locality: &str, rng: &mut Rng) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut separator = String::new();
        let mut rest = template;
        while !rest.is_empty() {
            let (plain, marked) = rest.split_at(rest.find(['[', '<']).unwrap_or(rest.len()));
            separator.push_str(&self.fill(plain, "", locality, rng).replace('~', "\n"));
            let is_optional = marked.starts_with('<');
            let (held, behind) = marked.split_once(if is_optional { '>' } else { ']' }).unwrap_or(("", ""));
            rest = behind;
            let inner = match held.get(1..).unwrap_or_default() {
                group if is_optional => {
                    if rng.bool() {
                        self.pieces(group, locality, rng)
                    } else {
                        Vec::new()
                    }
                }
                name => self.component(name, locality, rng),
            };
            if inner.iter().any(|piece| piece.tag.is_some()) {
                if !separator.is_empty() {
                    pieces.push(Piece { tag: None, text: std::mem::take(&mut separator) });
                }
                pieces.extend(inner);
            } else if !is_optional && !held.is_empty() {
                separator.clear();
            }
        }
        if !separator.is_empty() {
            pieces.push(Piece { tag: None, text: separator });
        }
        pieces
    }

    /// The component that a template names; none if it is empty.
    fn component(&self, name: &str, locality: &str, rng: &mut Rng) -> Vec<Piece> {
        let text = match name.parse() {
            Ok(Tag::Street) => return self.street(rng).pieces,
            Ok(Tag::Locality) => locality.to_owned(),
            Ok(tag) => self.value(tag, locality, rng),
            Err(_) => String::new(),
        };
        let mut line = Line::default();
        if let Ok(tag) = name.parse() {
            line.push(tag, text);
        }
        line.pieces
    }

    /// The text of a tag: from the format if it has one, otherwise from the drawn parts.
    fn value(&self, tag: Tag, locality: &str, rng: &mut Rng) -> String {
        let parts = self.parts;
        let drawn = match tag {
            Tag::HouseNumber => &parts.number,
            Tag::Unit => &parts.unit,
            Tag::DependentLocality => &parts.suburb,
            Tag::Locality => &parts.city,
            Tag::Subregion => &parts.county,
            Tag::Region => &parts.region,
            Tag::Postcode => &parts.postcode,
            Tag::Country => &parts.country,
            _ => "",
        };
        match self.format.values.get(&tag) {
            None => drawn.to_owned(),
            Some(patterns) => {
                let pattern = weighted(patterns, |&(weight, _)| weight, rng).1;
                self.fill(pattern, drawn, locality, rng)
            }
        }
    }

    /// The drawn street, or one from the format in the same split.
    fn street(&self, rng: &mut Rng) -> Line {
        let Some(patterns) = self.format.values.get(&Tag::Street) else { return self.parts.street.line() };
        let pattern = weighted(patterns, |&(weight, _)| weight, rng).1;
        if pattern == "{}" {
            return self.parts.street.line();
        }
        for _ in 0..200 {
            let street = Street::written(&self.fill(pattern, "", "", rng));
            if is_held_out(&[&street.name]) == self.held_out {
                return street.line();
            }
        }
        self.parts.street.line()
    }

    /// A pattern with its placeholders filled in; `{}` becomes `drawn`.
    fn fill(&self, pattern: &str, drawn: &str, locality: &str, rng: &mut Rng) -> String {
        let (parts, suburbs, country) = (self.parts, self.from.suburbs, &self.country.code);
        with_places(pattern, |name, out| match name {
            "" => out.push_str(drawn),
            "county" => out.push_str(&parts.county),
            "region" => out.push_str(&parts.region),
            "locality" => out.push_str(locality),
            "town" => out.push_str(suburbs.town(country, rng).unwrap_or(&parts.city)),
            "metropolis" => out.push_str(suburbs.metropolis(country, rng).unwrap_or(&parts.city)),
            digits if digits.chars().all(|character| character == 'd') => {
                out.extend(digits.chars().map(|_| char::from(b'0' + rng.u8(..10))));
            }
            choices if choices.contains(';') => {
                out.push_str(any(rng, &choices.split(';').collect::<Vec<_>>()));
            }
            name => match self.listed(name, rng) {
                Some(word) => out.push_str(&word),
                None => fill_one(name, self.from, self.language, rng, out),
            },
        })
    }

    /// An entry of the list, capitalised if the list's name is.
    fn listed(&self, name: &str, rng: &mut Rng) -> Option<String> {
        let words = self.from.formats.words(&name.to_lowercase())?;
        let word = any(rng, words);
        if !name.starts_with(char::is_uppercase) {
            return Some(word.to_owned());
        }
        let mut characters = word.chars();
        characters.next().map(|first| first.to_uppercase().chain(characters).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{parts, without_tables};
    use super::*;

    /// Addresses of `country` with a fixed city, quarter and street, as text and as components.
    fn written(country: &str) -> Vec<(String, Vec<String>)> {
        without_tables(|from| {
            let format = from.formats.of(country).expect("a format");
            let mut rng = Rng::with_seed(7);
            let one = |rng: &mut Rng| {
                let country = from.world.of(country).expect("a country");
                let language = from.world.language(country, rng);
                let mut parts = parts::draw(from, country, language, rng);
                (parts.city, parts.suburb, parts.region) =
                    ("Murbach".into(), "Nordfeld".into(), "Grauland".into());
                parts.street = Street::written("Weg|der Linde");
                let national = National { from, format, country, language, parts: &parts, held_out: false };
                let (text, spans) = national.line(rng).render();
                let components =
                    spans.iter().map(|(tag, start, end)| format!("{tag}={}", &text[*start..*end]));
                let components = components.collect();
                (text, components)
            };
            (0..300).map(|_| one(&mut rng)).collect()
        })
    }

    #[test]
    fn every_line_is_filled_and_begins_and_ends_with_a_component() {
        // Countries whose values need no word list.
        for country in ["IT", "AE", "JP", "KR", "TW", "SG"] {
            for (text, components) in written(country) {
                assert!(!text.contains(['[', '{', '<', '~', '|']), "{country}: {text}");
                assert!(!text.contains(", ,") && !text.starts_with([',', ' ']), "{country}: {text}");
                assert!(!text.ends_with([',', ' ', '-']), "{country}: {text}");
                assert!(components.len() > 1, "{country}: {text}");
            }
        }
    }

    #[test]
    fn brazil_has_the_state_by_its_letters_behind_the_city() {
        let lines = written("BR");
        let (text, components) =
            lines.iter().find(|(text, _)| text.contains(" - Nordfeld, Murbach - ")).expect("the usual form");
        let state = components.iter().find_map(|part| part.strip_prefix("region=")).expect("a state");
        assert!(text.contains(&format!("Murbach - {state}")), "{text}");
        assert!(components.contains(&"dependent_locality=Nordfeld".to_owned()), "{components:?}");
    }

    #[test]
    fn the_municipality_of_chile_is_named_again_as_its_county() {
        let lines = written("CL");
        let twice = |components: &[String]| {
            ["locality=Murbach", "subregion=Murbach"]
                .iter()
                .all(|part| components.iter().any(|one| one == part))
        };
        assert!(lines.iter().any(|(_, components)| twice(components)));
    }
}
