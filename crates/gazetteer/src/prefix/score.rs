//! How completions are ranked. All scores are in powers of ten of population.
//!
//! ```text
//! score = log10(population + 1)            or six times the gazetteer's own importance (0 to 1), whichever is more
//!       + kind of place                    `of_kind`
//!       + kind of name                     `NameKind::weight`
//!       + 0.7 when the name is complete    1.0 if words of qualification follow it
//!       - 1.0 a qualification              + 0.8 where it is a whole name or code
//!       - 1.0 where it has words after it and is only the beginning of one
//!       - 0.5 qualification in front of the name; 2.0 before a comma
//!       + 5.0 a postcode in full, with its town
//!       - 0.5 words before the found one that are only begun
//!       - 2.0 a wrong letter
//!       + 3 / (1 + distance / 30 km)       when the user's position is given
//! ```
//!
//! The position only adds: it puts the Paris of Texas (population 24,800, 4.4 + 3.0) before that of France (6.3) for a user
//! next to it, and a hamlet next door does not displace a capital whose whole name was typed.

use super::Near;
use crate::Placetype;

/// Bonus of a completely typed name while more letters may come.
pub(super) const COMPLETE: f32 = 0.7;
/// Bonus of a completely typed name with a qualification after it: no more letters will come.
pub(super) const COMPLETE_AND_LEFT: f32 = 1.0;
/// Each qualification: a reading with fewer is likelier.
pub(super) const QUALIFIED: f32 = -1.0;
/// A qualification that is a whole name or code.
pub(super) const QUALIFIED_IN_FULL: f32 = 0.8;
/// A qualification with words after it that is only the beginning of a name.
pub(super) const BEGUN_QUALIFICATION: f32 = -1.0;
/// Qualification before the name, and even before a comma: people write the smaller place first.
pub(super) const IN_FRONT: f32 = -0.5;
pub(super) const IN_FRONT_OF_A_COMMA: f32 = -2.0;
/// A postcode typed in full with its town: the code is more specific.
pub(super) const WHOLE_POSTCODE: f32 = 5.0;
/// Each wrong letter.
pub(super) const WRONG_LETTER: f32 = -2.0;
/// Words before the found ones that are only begun: `s francisco`.
pub(super) const BEGUN_WORD: f32 = -0.5;

/// Weight of nearness to the user's position.
const NEARNESS: f32 = 3.0;

/// Least score that can be filed.
const LEAST: f32 = -4.0;
/// Steps of a filed score: 4,096 to the power of ten.
const STEPS: f32 = 4096.0;

/// The score of a place for the user's position, if there is one.
pub(super) fn nearness(near: Option<Near>, lat: f64, lon: f64) -> f32 {
    near.map_or(0.0, |near| NEARNESS * near.nearness_of(lat, lon) as f32)
}

/// The kind of an entry's name; in the file its position here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NameKind {
    /// The main name, or the beginning of it (`New York` of `New York City`).
    Main,
    /// Another name or a code.
    Other,
    /// The end of the main name: `hague`.
    End,
}

impl NameKind {
    pub(super) fn from_bits(bits: u32) -> NameKind {
        match bits {
            0 => NameKind::Main,
            1 => NameKind::Other,
            _ => NameKind::End,
        }
    }

    /// A place is less likely to be meant by one of its other names. A lookup of a whole name divides its likelihood by ten; a
    /// completion knows only the beginning of a name, and a smaller penalty measured best.
    pub(super) fn weight(self) -> f32 {
        if self == NameKind::Main { 0.0 } else { -1.5 }
    }
}

/// Divisions count the population of all their towns, and people look for towns.
fn of_kind(kind: Placetype) -> f32 {
    match kind.level() {
        Placetype::Locality => 0.0,
        Placetype::Country | Placetype::Region => -1.0,
        Placetype::County | Placetype::Postcode => -1.5,
        _ => -0.7,
    }
}

/// Importance of a place under any name.
pub(super) fn importance(population: i64, importance: Option<f64>, kind: Placetype) -> f32 {
    let by_population = (population.max(0) as f32 + 1.0).log10();
    let given = 6.0 * importance.unwrap_or_default().clamp(0.0, 1.0) as f32;
    by_population.max(given) + of_kind(kind)
}

/// Score of an entry in the file.
pub(super) fn filed(importance: f32, name: NameKind) -> u16 {
    // Saturating: a score outside the range becomes its end.
    ((importance + name.weight() - LEAST) * STEPS).round() as u16
}

/// The score of a stored number.
pub(super) fn unfiled(score: u16) -> f32 {
    f32::from(score) / STEPS + LEAST
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scores_survive_being_filed() {
        for (population, kind, name) in [
            (2_138_551, Placetype::Locality, NameKind::Main),
            (0, Placetype::Postcode, NameKind::End),
            (1_400_000_000, Placetype::Country, NameKind::Other),
        ] {
            let importance = importance(population, None, kind);
            assert!((unfiled(filed(importance, name)) - importance - name.weight()).abs() < 1e-3);
        }
        assert!(
            importance(8_804_190, None, Placetype::Locality)
                > importance(29_897_666, None, Placetype::Region)
        );
    }

    #[test]
    fn nearness_fades() {
        let at = |near: Near, lat| nearness(Some(near), lat, 0.0);
        let own = Near::at(0.0, 0.0);
        assert_eq!(nearness(None, 0.0, 0.0), 0.0);
        assert_eq!(at(own, 0.0), 3.0);
        assert!((at(own, 0.269_8) - 1.5).abs() < 0.01, "30 km");
        assert!(at(own, 72.0) < 0.02, "8,000 km");
        assert_eq!(at(Near { weight: 2.0, ..own }, 0.0), 6.0);
        assert!(at(Near { half_m: 3e5, ..own }, 0.269_8) > 2.7);
    }
}
