//! Lookups for names that the gazetteer lacks as written: mistyped names.

use milepost_text::{TYPOS_OF_A_PLACE, name_key};

use crate::gazetteer::by_prominence;
use crate::prefix::Mistyped;
use crate::{Gazetteer, GazetteerError, Place, Placetype};

/// Fewest letters of a name half of which has trigrams enough to find few names.
const LETTERS: usize = 7;
/// Most letters of a name that is compared.
const MOST_LETTERS: usize = 40;

impl Gazetteer {
    /// Places whose name is a typo away from `name`, with the first letter right; those with the fewest typos. By the index of names
    /// if there is one, otherwise by the trigrams of the database; empty without either. Do not use it for postcodes: one digit is
    /// another town.
    pub fn similar(
        &self,
        name: &str,
        kinds: &[Placetype],
        limit: usize,
    ) -> Result<Vec<Place>, GazetteerError> {
        let Ok(index) = &self.index else {
            return self.all_called(&self.names_by_trigrams(name)?, kinds, limit);
        };
        let mistyped = Mistyped::read(name);
        for errors in 1..=mistyped.errors {
            let places = self.all_called(&index.names_near(&mistyped, errors), kinds, limit)?;
            if !places.is_empty() {
                return Ok(places);
            }
        }
        Ok(Vec::new())
    }

    fn all_called(
        &self,
        names: &[String],
        kinds: &[Placetype],
        limit: usize,
    ) -> Result<Vec<Place>, GazetteerError> {
        let mut found: Vec<Place> = Vec::new();
        for name in names {
            for place in self.places(name, kinds, limit)? {
                if found.iter().all(|known| known.id != place.id) {
                    found.push(place);
                }
            }
        }
        by_prominence(&mut found);
        found.truncate(limit);
        Ok(found)
    }

    /// Names within the typos that a place may have, as the trigrams of the database find them.
    fn names_by_trigrams(&self, name: &str) -> Result<Vec<String>, GazetteerError> {
        let key = name_key(name);
        let letters: Vec<char> = key.chars().collect();
        if !self.has_trigrams
            || !(LETTERS..=MOST_LETTERS).contains(&letters.len())
            || key.bytes().any(|byte| byte.is_ascii_digit())
        {
            return Ok(Vec::new());
        }
        let sql = include_str!("../sql/candidates/similar_names.sql");
        let mut names: Vec<String> = self.database.all(sql, [halves(&letters)], |row| row.get(0))?;
        names.retain(|name| is_similar(&key, name));
        Ok(names)
    }
}

/// The full-text query for names that hold all trigrams of one half of the letters: a typo spoils the other half. Asking
/// for any trigram instead would rank thousands of names.
fn halves(letters: &[char]) -> String {
    let (first, second) = letters.split_at(letters.len() / 2);
    let all_of = |half: &[char]| {
        let trigrams: Vec<String> = half
            .windows(3)
            .map(|trigram| format!("\"{}\"", trigram.iter().collect::<String>().replace('"', "\"\"")))
            .collect();
        format!("({})", trigrams.join(" AND "))
    };
    format!("{} OR {}", all_of(first), all_of(second))
}

fn is_similar(asked: &str, known: &str) -> bool {
    let allowed = TYPOS_OF_A_PLACE.allowed(asked.chars().count());
    asked.chars().next() == known.chars().next() && strsim::osa_distance(asked, known) <= allowed
}

#[cfg(test)]
mod tests {
    use super::{halves, is_similar};

    #[test]
    fn one_half_of_the_name_must_be_right() {
        let letters: Vec<char> = "chicaggo".chars().collect();
        assert_eq!(halves(&letters), r#"("chi" AND "hic") OR ("agg" AND "ggo")"#);
        assert_eq!(halves(&['a', '"', 'b', 'c', 'd', 'e', 'f']), r#"("a""b") OR ("cde" AND "def")"#);
    }

    #[test]
    fn a_name_is_similar_by_the_same_policy_as_in_the_index_of_names() {
        assert!(is_similar("springfeidl", "springfield"), "two of ten letters and more");
        assert!(!is_similar("hamburrgh", "hamburg"), "one of nine letters");
        assert!(is_similar("springfeild", "springfield"));
        assert!(is_similar("chicaggo", "chicago"));
        assert!(!is_similar("paris", "parma"));
        assert!(!is_similar("boston", "coston"));
    }
}
