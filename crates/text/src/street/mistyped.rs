//! Mistyped streets: where to look for the intended street in an ordered list of names, and how many typos apart two
//! names are apart.
//!
//! A typo affects one word: a letter missing, added or wrong, or two swapped. The first letter must be right, because people
//! mistype it least and because it keeps the list short. Numbers, particles, directionals and known types are never
//! typos of each other: `5th Street` is not `6th Street`, nor `Rue du Moulin` the `Rue des Moulins`.

use super::words::{FR_TYPES, OTHER_TYPES, US_TYPES, is_directional};
use super::{Style, fr, style};
use crate::typo::{MOST_TYPOS, TYPOS_OF_A_STREET_WORD};
use crate::word_class::country_languages;

/// Fewest letters of a name without its type in which two words may be wrong.
const LETTERS_FOR_TWO_WORDS: usize = 10;
/// Fewest letters of a name that may have a missing or an extra space.
const LETTERS_FOR_SPACE: usize = 6;
/// Longest word of another language between its type and the name: `Calle de la Luna`.
const PARTICLE: usize = 3;
/// Particles between type and name in French, which the query may lack.
const PARTICLES_BETWEEN: [&str; 12] =
    ["", "de ", "du ", "des ", "de la ", "de l ", "d ", "la ", "le ", "les ", "l ", "aux "];

/// How a mistyped street may be filed: the beginning of its name, and the name to compare.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MistypedForm {
    /// The part before the name that must be right: the type, and the initial of the name after it.
    pub beginning: String,
    /// The whole name, mistyped.
    pub whole: String,
}

/// The forms to which the intended street's norm may be similar, from a mistyped `norm`.
pub fn forms_of_mistyped(norm: &str, country: &str) -> Vec<MistypedForm> {
    let words: Vec<&str> = norm.split(' ').collect();
    let Some(first) = words.first().and_then(|word| initial(word)) else { return Vec::new() };
    let as_typed = |beginning: String| MistypedForm { beginning, whole: norm.to_owned() };
    let behind = |count| behind(&words, count).map(as_typed).into_iter().collect();
    match style(country) {
        Style::TypeLast if words.len() > 1 && is_directional(words[0]) => behind(1),
        Style::TypeLast => vec![as_typed(first.to_owned())],
        Style::French => match type_words(&words) {
            0 => {
                let types = similar_types(words[0]);
                let mistyped_type: Vec<MistypedForm> =
                    types.iter().flat_map(|kind| french(kind, &words[1..], true)).collect();
                if mistyped_type.is_empty() { vec![as_typed(first.to_owned())] } else { mistyped_type }
            }
            count => french(&words[..count].join(" "), &words[count..], false),
        },
        Style::Other => {
            let is_type = types_of(country).is_some_and(|types| types.contains_key(words[0]));
            let is_name = |word: &&str| word.len() > PARTICLE;
            match words[1..].iter().position(is_name) {
                Some(between) if is_type => behind(1 + between),
                _ => vec![as_typed(first.to_owned())],
            }
        }
    }
}

/// Most typos of a street's norm: 0 if all its words are too short, numbers or known types.
pub fn most_typos(norm: &str, country: &str) -> usize {
    let words: Vec<&str> = norm.split(' ').collect();
    let open = open_words(&words, country);
    let of_words: usize = open.iter().map(|word| allowed(word)).sum();
    let of_spaces = usize::from(open.len() > 1 && letters(&open) >= LETTERS_FOR_SPACE);
    of_words.max(of_spaces).min(if letters(&open) < LETTERS_FOR_TWO_WORDS { 1 } else { MOST_TYPOS })
}

/// Typos between `asked` and `filed`, both norms of streets; none if they are different names.
pub fn typos_between(asked: &str, filed: &str, country: &str) -> Option<usize> {
    let a: Vec<&str> = asked.split(' ').collect();
    let f: Vec<&str> = filed.split(' ').collect();
    if a.len() == f.len() {
        return word_by_word(&a, &f, country);
    }
    if letters(&a) >= LETTERS_FOR_SPACE && a.concat() == f.concat() {
        return Some(1);
    }
    if style(country) != Style::French {
        return None;
    }
    let [of_asked, of_filed] = [particles(&a), particles(&f)];
    if !is_within(&of_asked, &of_filed) && !is_within(&of_filed, &of_asked) {
        return None;
    }
    let [a, f] = [&a, &f].map(|words| fr::without_particles(words));
    if a.len() == f.len() { word_by_word(&a, &f, country) } else { None }
}

fn word_by_word(asked: &[&str], filed: &[&str], country: &str) -> Option<usize> {
    let mut typos = 0;
    for (index, (a, f)) in asked.iter().zip(filed).enumerate() {
        if a != f {
            if is_closed(asked, index, country) {
                return None;
            }
            typos += typos_of_word(a, f)?;
        }
    }
    let is_long = || letters(&open_words(asked, country)) >= LETTERS_FOR_TWO_WORDS;
    (typos < 2 || typos == MOST_TYPOS && is_long()).then_some(typos)
}

fn typos_of_word(asked: &str, filed: &str) -> Option<usize> {
    if has_digit(filed) || initial(asked) != initial(filed) {
        return None;
    }
    let typos = strsim::osa_distance(asked, filed);
    (typos <= allowed(asked)).then_some(typos)
}

/// Typos that a word may have; 0 for a number.
fn allowed(word: &str) -> usize {
    if has_digit(word) { 0 } else { TYPOS_OF_A_STREET_WORD.allowed(word.chars().count()) }
}

fn has_digit(word: &str) -> bool {
    word.bytes().any(|byte| byte.is_ascii_digit())
}

fn letters(words: &[&str]) -> usize {
    words.iter().map(|word| word.chars().count()).sum()
}

/// The words that may be mistyped.
fn open_words<'a>(words: &[&'a str], country: &str) -> Vec<&'a str> {
    let is_open = |&index: &usize| !is_closed(words, index, country);
    (0..words.len()).filter(is_open).map(|index| words[index]).collect()
}

/// Whether a word belongs to a closed list, at a position of such words.
fn is_closed(words: &[&str], index: usize, country: &str) -> bool {
    let last = words.len() - 1;
    match style(country) {
        Style::French => index < type_words(words),
        Style::TypeLast => {
            let is_behind = index == last || index + 1 == last && is_directional(words[last]);
            is_behind && US_TYPES.contains_key(words[index])
                || (index == 0 || index == last) && is_directional(words[index])
        }
        Style::Other => {
            (index == 0 || index == last)
                && types_of(country).is_some_and(|types| types.contains_key(words[index]))
        }
    }
}

/// Forms of French names with this type, in which the first letter of the name, or the whole name, is right.
fn french(kind: &str, rest: &[&str], is_right: bool) -> Vec<MistypedForm> {
    let Some(at) = rest.iter().position(|word| !fr::is_particle(word)) else { return Vec::new() };
    let Some(first) = initial(rest[at]) else { return Vec::new() };
    let typed: String = rest[..at].iter().flat_map(|word| [word, " "]).collect();
    let name = rest[at..].join(" ");
    let right = if is_right { name.as_str() } else { first };
    let of = |between: &str| MistypedForm {
        beginning: format!("{kind} {between}{right}"),
        whole: format!("{kind} {between}{name}"),
    };
    let mut forms: Vec<MistypedForm> = match typed.is_empty() {
        true => PARTICLES_BETWEEN.iter().map(|between| of(between)).collect(),
        false => vec![of(&typed), of("")],
    };
    // `Rue de leglise`: the apostrophe was left out.
    let elided = rest[at].strip_prefix(['l', 'd']).and_then(initial);
    if let Some(vowel) = elided.filter(|vowel| matches!(*vowel, "a" | "e" | "h" | "i" | "o" | "u" | "y")) {
        let beginning = format!("{kind} {typed}{first} {vowel}");
        forms.push(MistypedForm { beginning, whole: format!("{kind} {typed}{name}") });
    }
    forms
}

/// The words before unchanged, and the initial of the next one.
fn behind(words: &[&str], count: usize) -> Option<String> {
    let initial = words.get(count).and_then(|word| initial(word))?;
    Some(format!("{} {initial}", words[..count].join(" ")))
}

/// How many words the French type at the front has; 0 if the name begins with no type.
fn type_words(words: &[&str]) -> usize {
    let is_type = |name: &str| FR_TYPES.get(name).is_some_and(|full| *full == name);
    match words {
        [first, second, _, ..] if is_type(&format!("{first} {second}")) => 2,
        [first, _, ..] if is_type(first) => 1,
        _ => 0,
    }
}

/// French types of one word of which `word` may be a typo.
fn similar_types(word: &str) -> Vec<&'static str> {
    let mut types: Vec<&str> = FR_TYPES
        .values()
        .copied()
        .filter(|kind| !kind.contains([' ', '-']) && typos_of_word(word, kind) == Some(1))
        .collect();
    types.sort_unstable();
    types.dedup();
    types
}

fn types_of(country: &str) -> Option<&'static super::words::Canonical> {
    let language = country_languages(country).first().copied().unwrap_or(country);
    OTHER_TYPES.get(language)
}

fn initial(word: &str) -> Option<&str> {
    word.chars().next().map(|letter| &word[..letter.len_utf8()])
}

fn particles<'a>(words: &[&'a str]) -> Vec<&'a str> {
    words[1..].iter().copied().filter(|word| fr::is_particle(word)).collect()
}

/// Whether `few` are among `many`, in their order.
fn is_within(few: &[&str], many: &[&str]) -> bool {
    let mut rest = many.iter();
    few.iter().all(|word| rest.any(|other| other == word))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street_keys;

    fn typos(asked: &str, filed: &str, country: &str) -> Option<usize> {
        let [asked, filed] = [asked, filed].map(|street| street_keys(street, country).norm);
        let typos = typos_between(&asked, &filed, country);
        // A name one typo away is similar to one of the forms.
        if let Some(typos) = typos {
            let is_nearly = |form: &MistypedForm| {
                filed.starts_with(&form.beginning) && strsim::osa_distance(&form.whole, &filed) <= typos
            };
            let forms = forms_of_mistyped(&asked, country);
            assert!(forms.iter().any(is_nearly), "{forms:?}");
        }
        typos
    }

    #[test]
    fn a_typo_in_any_word_but_its_first_letter_is_found() {
        for (asked, filed) in [
            ("rue du molin", "Rue du Moulin"),
            ("rue loyis pasteur", "Rue Louis Pasteur"),
            ("rue mnoastir", "Rue de Monastir"),
            ("rue de seve", "Rue de Sèvre"),
            ("cehmin des aulnes", "Chemin des Aulnes"),
            ("curs lafayette", "Cours Lafayette"),
            ("avvenue de la terrasse", "Av. de la Terrasse"),
            ("gande rue", "Grande Rue"),
            ("rue de leglise", "Rue de l'Église"),
            ("rue beausite", "Rue Beau Site"),
        ] {
            assert_eq!(typos(asked, filed, "fr"), Some(1), "{asked}");
        }
        for (asked, filed) in [
            ("Mian St", "MAIN ST"),
            ("N Calevrt St", "NORTH CALVERT STREET"),
            ("Main Stret", "Main St"),
            ("Mc Cormick Rd", "McCormick Road"),
            ("Heartwod Ct", "Heartwood Ct"),
        ] {
            assert!(typos(asked, filed, "us").is_some(), "{asked}");
        }
        assert_eq!(typos("Hauptsrtaße", "Hauptstraße", "de"), Some(1));
        assert_eq!(typos("Calle de la Lnua", "Calle de la Luna", "es"), Some(1));
    }

    #[test]
    fn another_name_is_no_typo() {
        for (asked, filed) in [
            ("rue du moulin", "Rue des Moulins"),
            ("rue de l eglise", "Rue des Églises"),
            ("impasse des pigeons", "Rue des Pigeons"),
            ("rue du lac", "Rue du Sac"),
            ("rue du bac", "Rue du Bec"),
            ("rue jean moulin", "Rue Jean Boulin"),
            ("rue du 8 mai 1945", "Rue du 9 mai 1945"),
            ("rue des lilas", "Rue des Lis"),
        ] {
            assert_eq!(typos(asked, filed, "fr"), None, "{asked}");
        }
        for (asked, filed) in [
            ("N Main St", "S Main St"),
            ("Main St", "Main Ct"),
            ("Northern Ave", "Southern Ave"),
            ("14th St", "15th St"),
            ("Park Ln", "Park La N"),
            ("County Road 5", "County Road 6"),
        ] {
            assert_eq!(typos(asked, filed, "us"), None, "{asked}");
        }
    }

    #[test]
    fn two_letters_are_wrong_in_long_words_only() {
        assert_eq!(typos("rue de la constitutoin", "Rue de la Constitution", "fr"), Some(1));
        assert_eq!(typos("rue de la constituttoin", "Rue de la Constitution", "fr"), Some(2));
        assert_eq!(typos("rue des candeliers", "Rue des Cordeliers", "fr"), None);
        let most = |norm, country| most_typos(norm, country);
        assert_eq!(
            [most("north 5th street", "us"), most("main street", "us"), most("bel air road", "us")],
            [0, 1, 1]
        );
        assert_eq!([most("rue du bac", "fr"), most("avenue jean jaures", "fr")], [0, 2]);
        assert_eq!(typos("rue mrcier", "Rue Mercer", "fr"), None);
        assert_eq!(typos("avenue jena juares", "Avenue Jean Jaurès", "fr"), Some(2));
        assert_eq!(typos("avenue jena juares gabreil", "Avenue Jean Jaurès Gabriel", "fr"), None);
    }

    #[test]
    fn no_beginning_is_so_short_that_a_whole_town_is_behind_it() {
        for (street, country) in [("rue du molin", "fr"), ("N Calevrt St", "us"), ("Calle Mayr", "es")] {
            let forms = forms_of_mistyped(&street_keys(street, country).norm, country);
            assert!(!forms.is_empty());
            assert!(forms.iter().all(|form| form.beginning.len() > 3), "{forms:?}");
        }
        assert!(forms_of_mistyped("", "fr").is_empty());
    }
}
