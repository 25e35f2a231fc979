//! Whether the text decides between the places of its name.

use milepost_gazetteer::Place;
use milepost_text::name_key;

use crate::Result;
use crate::finding::Finding;
use crate::named_places::Resolved;
use crate::search::{Choice, Search, Standing};

/// Least probability of a place that is answered without a finding: of the rows of `tasks/training/ranking/ranking.py` 1 % are then
/// answered wrongly in silence, and 6 % are right with a finding (docs/decisions.md#002-ranking).
const SURE: f64 = 0.8;
/// Least probability of another place, as a share of the first, at which the radius reaches to it.
const MAY_BE_MEANT: f64 = 0.1;

impl Search<'_, '_> {
    /// The places of the first interpretation.
    pub(crate) fn first(&self) -> Result<Resolved> {
        self.choices_of(0).next().map_or_else(|| Ok(self.without_places()), |first| self.resolved(first))
    }

    pub(crate) fn resolved(&self, choice: Choice) -> Result<Resolved> {
        let standing = self.standing(choice);
        let mut resolved = self.places(choice)?;
        resolved.margin = standing.margin;
        resolved.others_probability = 1.0 - standing.probability;
        if let Some((finding, reach_m)) = ambiguity(self, choice, &standing)? {
            resolved.findings.push(finding);
            resolved.others_reach_m = reach_m;
        }
        Ok(resolved)
    }
}

/// Reports other likely places, with how far they reach, metres from the point of the choice.
fn ambiguity(search: &Search<'_, '_>, choice: Choice, standing: &Standing) -> Result<Option<(Finding, f64)>> {
    let Some(place) = search.place(choice).filter(|_| !search.is_twin(choice)) else { return Ok(None) };
    if let Some(division) = search.division_of_several(choice)? {
        return Ok(Some((namesakes(place), reach_m(place, &division))));
    }
    let Some((first, _)) = standing.rivals.first().filter(|_| standing.probability < SURE) else {
        return Ok(None);
    };
    let likely = standing.rivals.iter().filter(|(_, odds)| *odds >= MAY_BE_MEANT);
    let reach =
        likely.map(|(rival, _)| reach_m(place, search.place(*rival).unwrap_or(place))).fold(0.0, f64::max);
    let second = search.town_text(*first).zip(search.town_text(choice));
    let second = second.filter(|(rival, own)| name_key(rival) != name_key(own));
    let finding = match second {
        Some((text, _)) => Finding::SecondTown { text: text.to_owned(), taken: place.name.to_string() },
        None if search.is_code_alone(choice) => {
            Finding::SharedPostcode { name: place.name.to_string(), country: place.country.to_string() }
        }
        None => namesakes(place),
    };
    Ok(Some((finding, reach)))
}

fn namesakes(place: &Place) -> Finding {
    Finding::Namesakes { name: place.name.to_string(), country: place.country.to_string() }
}

/// How far another place reaches, metres from a place's point.
fn reach_m(place: &Place, other: &Place) -> f64 {
    place.distance_m(other.lat, other.lon) + other.radius_m()
}

#[cfg(test)]
mod tests {
    use crate::fixture::{codes, resolved};

    #[test]
    fn namesakes_of_like_size_are_reported_until_the_state_is_written() {
        assert_eq!(codes("locality=Springfield"), ["declared_ambiguity"]);
        assert!(codes("locality=Springfield; region=OR").is_empty());
        assert!(codes("locality=Lyon").is_empty(), "the other one is a village");
    }

    #[test]
    fn a_county_of_several_states_is_reported_until_the_state_is_written() {
        assert_eq!(codes("subregion=Vane County"), ["declared_ambiguity"]);
        assert_eq!(codes("subregion=Vane County; country=USA"), ["declared_ambiguity"]);
        assert_eq!(codes("locality=Vane County"), ["declared_ambiguity"]);
        assert!(codes("subregion=Vane County; region=OR").is_empty());
    }

    #[test]
    fn one_of_several_villages_of_a_name_is_ambiguous() {
        assert_eq!(codes("locality=Deux Vanes; country=France"), ["declared_ambiguity"]);
        assert!(codes("locality=Vaneville; country=France").is_empty());
    }

    #[test]
    fn other_likely_places_reach_as_far_as_the_farthest() {
        let reach = |address| resolved(address).others_reach_m;
        // From Massachusetts to Oregon.
        assert!((3_900_000.0..4_200_000.0).contains(&reach("locality=Springfield")));
        assert_eq!(reach("locality=Portland"), 0.0);
    }
}
