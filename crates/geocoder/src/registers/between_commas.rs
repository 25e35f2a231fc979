//! The words between commas as street and town: `Hellbock, Gamprin`, `Canon Park & Hillcrest, Berkeley`, `تهران، خسروی`.
//!
//! The parser knows words, and the name of a street may be any word: without a street type it looks like a town, a person or a venue. A
//! map has every street of a town, so the whole part between two commas is looked up as a street of the town beside it. An answer counts
//! only if the town has a street of exactly that name. The same for a code and a town without a comma: `21230 Baltimore`.

use std::borrow::Cow;

use milepost_address::{ResolutionTier, Tag};
use milepost_gazetteer::{Place, Placetype};
use milepost_text::{HouseNumber, name_key};

use crate::Result;
use crate::answer::{Answer, Asked};
use crate::candidates::{LOCALITIES, Parts};
use crate::components::Components;
use crate::decide::explained::Explained;
use crate::finding::Finding;
use crate::interpretations::{Edit, Interpretation};
use crate::named_places::Resolved;
use crate::search::Search;
use crate::street::{BETWEEN_STREETS, Cascade};

/// Signs between the parts of an address.
pub(crate) const COMMAS: [char; 6] = [',', ';', '\n', '，', '、', '،'];
/// Most parts of a text that is read by them.
const MOST_PARTS: usize = 4;
/// Most letters of a house number that has a part of its own.
const LONGEST_NUMBER: usize = 10;
/// What a text may name as the town: islands and municipalities are divisions in some countries.
const TOWNS: [Placetype; 10] = Placetype::joined(&[&Placetype::SETTLEMENTS, &Placetype::BELOW_COUNTRIES]);
/// Namesakes of the town whose streets are looked at.
const NAMESAKES: usize = 4;

type Words<'a> = Vec<(Tag, &'a str)>;

/// The answer by parts, if the first one leaves words over or is coarser than the text.
pub(crate) fn proved<'a>(asked: Asked<'_, 'a>, first: &Answer<'a>) -> Result<Option<Answer<'a>>> {
    if !is_open(asked, first) {
        return Ok(None);
    }
    let text = asked.tree.raw.trim();
    // `Indiana, Campo Grande` is the quarter, and `Hellbock, Gamprin` the street.
    let mut part = part_and_town(text).map_or(Ok(None), |(part, town)| part_in_town(asked, part, town))?;
    for (words, town) in readings(text) {
        let Some(answer) = looked_up(asked, first, &words, town)? else { continue };
        let is_street = words.iter().any(|(tag, street)| *tag == Tag::Street && is_named(&answer, street));
        return Ok(part.take_if(|_| !is_street).or(Some(answer)));
    }
    Ok(part)
}

/// The text with the labels of its words.
fn reading<'a>(asked: Asked<'_, 'a>, words: &[(Tag, &'a str)]) -> Interpretation<'a> {
    let components = Components::as_written(words.iter().copied());
    Interpretation { edit: Edit::BetweenCommas, parse: Cow::Borrowed(asked.tree), components }
}

fn parts_of(text: &str) -> Vec<&str> {
    text.split(COMMAS).map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn is_crossing(text: &str) -> bool {
    BETWEEN_STREETS.iter().any(|sign| text.contains(sign))
}

/// Whether the street of an answer has exactly the name.
fn is_named(answer: &Answer<'_>, street: &str) -> bool {
    answer.located.as_ref().is_some_and(|located| name_key(&located.street) == name_key(street))
}

/// The two parts of a text, if it has no more and the first is not a house.
fn part_and_town(text: &str) -> Option<(&str, &str)> {
    let [part, town] = parts_of(text)[..] else { return None };
    let has_number = part.split(' ').any(is_number);
    (!is_crossing(part) && !has_number).then(|| (part, without_code(town).0))
}

/// The answer for a part of a town that a map has under the name, in the likeliest of the towns that have one.
fn part_in_town<'a>(asked: Asked<'_, 'a>, part: &'a str, town: &'a str) -> Result<Option<Answer<'a>>> {
    let Asked { scope, cascade, .. } = asked;
    let mut towns = scope.places(town, &TOWNS, LOCALITIES)?;
    towns.retain(|place| cascade.has_map_of(&place.country.to_lowercase()));
    let is_of_a_town = |country: &str| towns.iter().any(|place| place.country == *country);
    let named = Parts::named(scope.gazetteer, town, part, is_of_a_town)?;
    for locality in towns {
        let Some(found) = named.of(&locality).filter(|part| part.importance.is_some()).cloned() else {
            continue;
        };
        let places = Resolved { locality: Some(locality), part: Some(found), ..Resolved::default() };
        let words = [(Tag::DependentLocality, part), (Tag::Locality, town)];
        return asked.look_up(&reading(asked, &words), places, false).map(Some);
    }
    Ok(None)
}

/// Whether the first answer may be improved by a street or code.
fn is_open(Asked { tree, cascade, .. }: Asked<'_, '_>, first: &Answer<'_>) -> bool {
    if !cascade.has_maps() {
        return false;
    }
    let leaves_over = || Explained::of(&first.interpretation.parse, first).unexplained > 0;
    match &first.located {
        None => first.point().is_none() || leaves_over(),
        Some(located) if located.is_house() => false,
        Some(located) if matches!(located.tier, ResolutionTier::PlusCode | ResolutionTier::Coordinates) => {
            false
        }
        Some(located) => {
            !located.findings.is_empty()
                || leaves_over()
                || is_crossing(&tree.raw) && !is_crossing(&located.street)
                || first.interpretation.components.street().is_some_and(|street| !is_named(first, &street))
        }
    }
}

/// What the parts of a text may be, the likeliest first, each with the town.
fn readings(text: &str) -> Vec<(Words<'_>, &str)> {
    let parts = parts_of(text);
    let mut readings = Vec::new();
    if parts.len() > MOST_PARTS {
        return readings;
    }
    if let [only] = parts[..] {
        return code_and_town(only).into_iter().chain([(vec![(Tag::Locality, only)], only)]).collect();
    }
    let [first, middle @ .., last] = parts.as_slice() else { return readings };
    let fronts: Vec<&str> = std::iter::once(*first).chain(middle.iter().copied()).collect();
    add_streets(&fronts, last, &mut readings);
    let backs: Vec<&str> = middle.iter().copied().chain([*last]).collect();
    add_streets(&backs, first, &mut readings);
    readings
}

/// Adds the streets that parts beside a town may name, with and without a number.
fn add_streets<'a>(parts: &[&'a str], town: &'a str, readings: &mut Vec<(Words<'a>, &'a str)>) {
    let (town, code) = without_code(town);
    let mut number = None;
    let mut names = Vec::new();
    for part in parts {
        match is_number(part) && number.is_none() && parts.len() > 1 {
            true => number = Some(*part),
            false => names.push(*part),
        }
    }
    let (Some((&street, districts)), false) = (names.split_first(), town.is_empty()) else { return };
    if districts.len() > 1 {
        return;
    }
    let place = || {
        let district = districts.first().map(|district| (Tag::DependentLocality, *district));
        let code = (!code.is_empty()).then_some((Tag::Postcode, code));
        district.into_iter().chain([(Tag::Locality, town)]).chain(code)
    };
    let mut add = |words: &[(Tag, &'a str)]| {
        readings.push((words.iter().copied().chain(place()).collect(), town));
    };
    for sign in BETWEEN_STREETS {
        for (at, _) in street.match_indices(sign) {
            let (a, b) = (street[..at].trim(), street[at + sign.len()..].trim());
            add(&[(Tag::IntersectionA, a), (Tag::IntersectionB, b)]);
        }
    }
    if let Some(number) = number {
        return add(&[(Tag::HouseNumber, number), (Tag::Street, street)]);
    }
    add(&[(Tag::Street, street)]);
    if let Some((name, last)) = street.rsplit_once(' ').filter(|(_, last)| is_number(last)) {
        add(&[(Tag::Street, name), (Tag::HouseNumber, last)]);
    }
    if let Some((first, name)) = street.split_once(' ').filter(|(first, _)| is_number(first)) {
        add(&[(Tag::HouseNumber, first), (Tag::Street, name)]);
    }
}

fn is_number(words: &str) -> bool {
    words.starts_with(|first: char| first.is_numeric())
        && words.chars().count() <= LONGEST_NUMBER
        && HouseNumber::parse(words).is_some()
}

/// A town without the code in front of it or behind it, and that code.
fn without_code(town: &str) -> (&str, &str) {
    let has_digit = |word: &&str| word.contains(|letter: char| letter.is_ascii_digit());
    if let Some((code, rest)) = town.split_once(' ').filter(|(code, _)| has_digit(code)) {
        return (rest.trim(), code);
    }
    let Some((mut rest, _)) = town.rsplit_once(' ').filter(|(_, code)| has_digit(code)) else {
        return (town, "");
    };
    // `San Ġwann SGN 1732`: the letters of the code are a word of their own.
    if let Some((front, letters)) = rest.rsplit_once(' ')
        && letters.chars().all(|letter| letter.is_ascii_uppercase() || letter.is_ascii_digit())
    {
        rest = front;
    }
    (rest, town[rest.len()..].trim())
}

/// A code beside a town: `21230 Baltimore`; or alone: `FGR1240`.
fn code_and_town(text: &str) -> Option<(Words<'_>, &str)> {
    let (town, code) = without_code(text);
    if code.is_empty() {
        let is_code = !text.contains(' ') && text.contains(|letter: char| letter.is_ascii_digit());
        return is_code.then(|| (vec![(Tag::Postcode, text)], ""));
    }
    Some((vec![(Tag::Postcode, code), (Tag::Locality, town)], town))
}

/// The answer to labelled words: in the likeliest town of the name, otherwise in one of its namesakes that a map covers.
fn looked_up<'a>(
    asked: Asked<'_, 'a>,
    first: &Answer<'a>,
    words: &[(Tag, &'a str)],
    town: &str,
) -> Result<Option<Answer<'a>>> {
    let Asked { scope, cascade, tree } = asked;
    let reading = reading(asked, words);
    let answer = asked.look_up(&reading, Search::of(scope, tree, reading.clone())?.first()?, false)?;
    if let [(Tag::Locality, _)] = words {
        // `12 Blues`, `Khu phố 5`: a number may be part of a name.
        let is_added = answer.resolved.locality.as_ref().is_some_and(|place| place.importance.is_some());
        return Ok((is_added && first.point().is_none()).then_some(Answer { located: None, ..answer }));
    }
    let is_code = words.iter().all(|(tag, _)| matches!(tag, Tag::Postcode | Tag::Locality));
    if is_code {
        let Resolved { postcode, locality, leaves_out, .. } = &answer.resolved;
        let is_added = postcode.as_ref().is_some_and(|code| code.importance.is_some());
        let has_all =
            answer.resolved.has_typed_postcode() && !leaves_out && (town.is_empty() || locality.is_some());
        return Ok((is_added && has_all).then_some(Answer { located: None, ..answer }));
    }
    if is_likely(cascade, first, &answer) {
        return Ok(Some(answer));
    }
    let taken = answer.resolved.locality.as_ref().map(|place| place.id);
    let mut towns = scope.places(town, &TOWNS, LOCALITIES)?;
    towns.retain(|place| Some(place.id) != taken && cascade.has_map_of(&place.country.to_lowercase()));
    for town in towns.into_iter().take(NAMESAKES) {
        let places = Resolved { locality: Some(town), ..Resolved::default() };
        let answer = asked.look_up(&reading, places, false)?;
        if is_likely(cascade, first, &answer) {
            return Ok(Some(answer));
        }
    }
    Ok(None)
}

/// Whether an answer is a street or house that a map has under exactly the name.
fn is_likely(cascade: Cascade<'_>, first: &Answer<'_>, answer: &Answer<'_>) -> bool {
    let has_map = |place: &Place| cascade.has_map_of(&place.country.to_lowercase());
    let Some(located) = answer.located.as_ref().filter(|_| answer.resolved.places().any(has_map)) else {
        return false;
    };
    let is_better = first.located.is_none() || located.is_house() || located.findings.is_empty();
    is_better && located.findings.iter().all(Finding::is_of_another_number)
}

#[cfg(test)]
mod tests {
    use milepost_address::Tree;
    use milepost_gazetteer::Shards;

    use super::*;
    use crate::fixture::scope;
    use crate::resolver::found;
    use crate::street::fixture::{cascade, map_of};

    fn read(text: &str) -> Vec<String> {
        let written = |(words, _): (Words<'_>, &str)| {
            let words: Vec<String> =
                words.iter().map(|(tag, word)| format!("{}={word}", tag.as_str())).collect();
            words.join("; ")
        };
        readings(text).into_iter().map(written).collect()
    }

    #[test]
    fn either_end_of_two_parts_may_be_the_town() {
        assert_eq!(
            read("Hellbock, Gamprin"),
            ["street=Hellbock; locality=Gamprin", "street=Gamprin; locality=Hellbock"]
        );
        assert_eq!(read("تهران، خسروی")[1], "street=خسروی; locality=تهران");
    }

    #[test]
    fn a_number_stands_in_a_part_of_its_own_or_at_either_end_of_the_street() {
        assert_eq!(
            read("174, Triq Is-Sur, Il-Fgura")[0],
            "house_number=174; street=Triq Is-Sur; locality=Il-Fgura"
        );
        let found = read("Chemin du Chasselas 1, Les Gets");
        assert_eq!(found[0], "street=Chemin du Chasselas 1; locality=Les Gets", "the name may end with it");
        assert_eq!(found[1], "street=Chemin du Chasselas; house_number=1; locality=Les Gets");
        assert_eq!(read("36 Pool Road, Monaco")[1], "house_number=36; street=Pool Road; locality=Monaco");
    }

    #[test]
    fn two_streets_have_a_sign_between_them() {
        assert_eq!(
            read("Canon Park & Hillcrest, Berkeley")[0],
            "intersection_a=Canon Park; intersection_b=Hillcrest; locality=Berkeley"
        );
    }

    #[test]
    fn a_code_is_no_part_of_the_town_beside_it() {
        assert_eq!(without_code("San Ġwann SGN 1732"), ("San Ġwann", "SGN 1732"));
        assert_eq!(without_code("7500 St. Moritz"), ("St. Moritz", "7500"));
        assert_eq!(without_code("Il-Fgura"), ("Il-Fgura", ""));
        assert_eq!(read("21230 Baltimore")[0], "postcode=21230; locality=Baltimore");
        assert_eq!(read("FGR1240"), ["postcode=FGR1240", "locality=FGR1240"]);
        assert_eq!(read("12 Blues")[1], "locality=12 Blues", "a name may have a number");
    }

    #[test]
    fn a_street_of_a_map_is_found_whatever_its_words_are_labelled_as() {
        let lines: [(&str, &[[i32; 2]]); 2] = [
            ("Medlar", &[[455_210_000, -1_226_910_000], [455_300_000, -1_226_900_000]]),
            ("Quince Ct", &[[455_200_000, -1_226_900_000], [455_210_000, -1_226_910_000]]),
        ];
        let houses = "area\tnumber\tstreet\tunit\tpostcode\tlocality\tlat\tlon\nus-or\t7\tQuince Ct\t\t\tPortland\t45.52\t-122.69";
        let root = map_of(houses, &lines);
        let shards = Shards::open(root.path());
        let street = |cascade, text: &str| {
            let tree = Tree::from_spans(text, Vec::new());
            let found = found(Asked { scope: scope(), cascade, tree: &tree }, Vec::new).unwrap().0;
            found.located.map(|located| located.street)
        };
        let map = Cascade { shards: &shards };
        assert_eq!(street(map, "Medlar, Portland").as_deref(), Some("Medlar"));
        assert_eq!(street(map, "Portland, Medlar").as_deref(), Some("Medlar"), "the town comes first");
        assert!(street(map, "Medlar & Quince Ct, Portland").is_some());
        assert_eq!(street(map, "Medley, Portland"), None, "a name that no street has");
        let in_register = street(cascade(), "Larch St, Portland");
        assert_eq!(in_register, None, "a register lacks streets, so that a name proves nothing");
    }
}
