//! Splits a street into prefix, name and suffix: the label rules of docs/labels.md, for countries whose sources have the street as one
//! string.

use milepost_address::Tag;
use milepost_text::word_class::{WordClass, classes_of, plain};

use crate::line::Line;

/// The parts of a street. `name` is empty only if the street is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Street {
    pub(crate) prefix: String,
    pub(crate) name: String,
    pub(crate) suffix: String,
}

impl Street {
    /// The street as a labelled line.
    pub(crate) fn line(&self) -> Line {
        let mut line = Line::default();
        line.push(Tag::StreetPrefix, self.prefix.as_str());
        line.then(" ", Tag::Street, self.name.as_str());
        line.then(" ", Tag::StreetSuffix, self.suffix.as_str());
        line
    }

    /// Reads a street of a pattern: the type in front is before `|`, the type at the end after `>`. Without either, all of it is the
    /// name.
    pub(crate) fn written(text: &str) -> Street {
        if let Some((kind, name)) = text.split_once('|') {
            return Street { prefix: kind.trim().to_owned(), name: name.to_owned(), suffix: String::new() };
        }
        if let Some((name, kind)) = text.split_once('>') {
            return Street { prefix: String::new(), name: name.to_owned(), suffix: kind.trim().to_owned() };
        }
        Street { name: text.to_owned(), ..Street::default() }
    }

    /// The street as one string.
    pub(crate) fn whole(&self) -> String {
        [&self.prefix, &self.name, &self.suffix]
            .into_iter()
            .filter(|part| !part.is_empty())
            .map(String::as_str)
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// Names that begin with a directional.
pub(crate) const DIRECTIONAL_NAMES: [&str; 14] = [
    "west end",
    "east end",
    "north end",
    "south end",
    "north shore",
    "south shore",
    "east side",
    "west side",
    "north point",
    "south point",
    "west point",
    "east west",
    "north south",
    "north star",
];

/// Street types that are just as often the name of a street.
const NOUNS: [&str; 10] =
    ["pine", "pines", "park", "lake", "hill", "grove", "orchard", "river", "valley", "mill"];

/// Whether a name is a single word that is just as often a street type.
pub(crate) fn is_noun(name: &str) -> bool {
    NOUNS.contains(&plain(name).as_str())
}

/// Splits a US street (type after the name): `SE Main St` -> SE | Main | St; `16th St W` -> 16th | St W;
/// `County Road 20 N` -> County Road 20 | N; `North St` -> North | St; `Avenue D` -> Avenue D.
pub(crate) fn split_us(street: &str) -> Street {
    let words: Vec<&str> = street.split_whitespace().collect();
    let is = |index: usize, class: WordClass| classes_of(&plain(words[index])).has(class);
    let mut end = words.len();
    let mut start = 0;

    // A directional at the end, unless it is the only word or the name after a type (`Avenue N`).
    let mut name_end = end;
    if end >= 2 && is(end - 1, WordClass::UsDirectional) && !(end == 2 && is(0, WordClass::UsStreetType)) {
        name_end = end - 1;
        // `Quarry Ave S. E`: a quadrant in two words.
        if end >= 4 && is_quadrant(&words[end - 2..]) && is(end - 3, WordClass::UsStreetType) {
            name_end = end - 2;
        }
    }
    // A directional in front, unless no name would remain (`North St`) or it is part of it (`West End Ave`).
    let folded = words.iter().map(|word| plain(word)).collect::<Vec<_>>().join(" ");
    let named = DIRECTIONAL_NAMES
        .iter()
        .any(|name| folded.strip_prefix(name).is_some_and(|rest| rest.is_empty() || rest.starts_with(' ')));
    if name_end >= 2 && is(0, WordClass::UsDirectional) && !named {
        let only_type_left = name_end == 2 && is(1, WordClass::UsStreetType);
        // `W Pine` leaves out the type of Pine Street; `West Ave` does not.
        if !only_type_left || is_noun(words[1]) {
            start = 1;
        }
    }
    // A type in front: everything after it is the name.
    let leads = name_end > start + 1 && is_leading_type(&words[start..name_end]);
    if !leads {
        // A type at the end, after a name.
        let one_name =
            words.get(start).is_some_and(|word| plain(word) == "the") || folded.ends_with("country club");
        if name_end > start + 1 && is(name_end - 1, WordClass::UsStreetType) && !one_name {
            name_end -= 1;
        } else if name_end < end && name_end == start {
            name_end = end;
        }
    }
    if name_end == start {
        name_end = end;
    }
    end = words.len();
    Street {
        prefix: words[..start].join(" "),
        name: words[start..name_end].join(" "),
        suffix: words[name_end..end].join(" "),
    }
}

/// Whether two words are the letters of a quadrant: `S. E`.
fn is_quadrant(words: &[&str]) -> bool {
    let is = |word: &str, letters: [&str; 2]| letters.contains(&plain(word).as_str());
    matches!(words, [first, second] if is(first, ["n", "s"]) && is(second, ["e", "w"]))
}

/// Splits a bare identifier after a complete US street as its unit: `Old Orchard Rd 3` -> (`Old Orchard Rd`, `3`). Streets with their
/// type in front keep their number (`County Road 20`).
pub(crate) fn split_bare_unit(street: &str) -> (&str, &str) {
    let Some((rest, last)) = street.rsplit_once(' ') else { return (street, "") };
    let identifier = last.len() < 6 && last.bytes().any(|byte| byte.is_ascii_digit()) && !is_ordinal(last);
    let words: Vec<&str> = rest.split_whitespace().collect();
    let is = |word: &str, class: WordClass| classes_of(&plain(word)).has(class);
    let mut typed = words.len();
    while typed > 0 && is(words[typed - 1], WordClass::UsDirectional) {
        typed -= 1;
    }
    // A name, then the type. `Road 20` and `State Road 20` have no name, but no numbered road is called `State St`.
    let named = |kind: &str| matches!(kind, "street" | "st" | "avenue" | "ave" | "blvd" | "boulevard");
    let whole = typed >= 2
        && is(words[typed - 1], WordClass::UsStreetType)
        && (words[..typed - 1].iter().any(|word| {
            !is(word, WordClass::UsNumberedRoad)
                && !is(word, WordClass::UsDirectional)
                && !matches!(
                    plain(word).as_str(),
                    "st" | "off" | "tribal" | "bia" | "township" | "twp" | "parish" | "private" | "country"
                )
        }) || plain(words[typed - 2]) == "state" && named(&plain(words[typed - 1])))
        && !matches!(plain(words[typed - 1]).as_str(), "highway" | "hwy" | "route" | "rte" | "rt");
    // `Calle Vane Larga 44`: a Spanish type in front, and a name that is more than a number.
    let spanish = words.len() > 2
        && matches!(plain(words[0]).as_str(), "calle" | "avenida" | "camino" | "paseo" | "via")
        && words[1..].iter().all(|word| word.chars().all(char::is_alphabetic));
    if identifier && (whole || spanish) { (rest, last) } else { (street, "") }
}

/// `42nd`, `5th`.
pub(crate) fn is_ordinal(word: &str) -> bool {
    let lower = plain(word);
    ["st", "nd", "rd", "th"].iter().any(|ending| lower.ends_with(ending))
}

/// `County Road 20`, `US Hwy 1`, `Avenue D`, `Avenue of the Americas`, `FM 1960`.
fn is_leading_type(words: &[&str]) -> bool {
    let first = plain(words[0]);
    let last = plain(words[words.len() - 1]);
    let ends_in_number =
        last.chars().next().is_some_and(|character| character.is_ascii_digit()) && !is_ordinal(&last);
    let letter = last.len() == 1 && last.chars().all(|character| character.is_ascii_alphabetic());
    if classes_of(&first).has(WordClass::UsNumberedRoad) && (ends_in_number || letter) {
        return true;
    }
    let second = plain(words[1]);
    classes_of(&first).has(WordClass::UsStreetType)
        && (second == "of" || (words.len() == 2 && (letter || ends_in_number)))
}

/// Splits a French street (type before the name): `Rue du Four Banal` -> Rue | du Four Banal;
/// `Grande Rue` and names without a type stay whole.
pub(crate) fn split_fr(street: &str) -> Street {
    let words: Vec<&str> = street.split_whitespace().collect();
    let folded: Vec<String> = words.iter().map(|word| plain(word)).collect();
    let longest = milepost_text::word_class::fr_street_types()
        .flat_map(|(canonical, variants)| std::iter::once(canonical).chain(variants))
        .filter(|kind| {
            let mut kind_words = kind.split(' ');
            let mut at = 0;
            kind_words.all(|word| {
                at += 1;
                folded.get(at - 1).is_some_and(|have| have == word)
            })
        })
        .map(|kind| kind.split(' ').count())
        .max()
        .unwrap_or(0);
    if longest == 0 || longest >= words.len() {
        return Street { name: words.join(" "), ..Street::default() };
    }
    Street { prefix: words[..longest].join(" "), name: words[longest..].join(" "), suffix: String::new() }
}

/// Whether a French name is that of a hamlet (`Lieu-dit Kergoat`), which is a street only after a number.
pub(crate) fn is_fr_hamlet(name: &str) -> bool {
    let name = plain(name).replace('-', " ");
    ["hameau ", "hameaux ", "lieu dit ", "lieudit ", "ld "].iter().any(|kind| name.starts_with(kind))
}

/// A French street without a number as a labelled line. A hamlet is a dependent locality.
pub(crate) fn unnumbered_fr(street: &str) -> Line {
    if is_fr_hamlet(street) {
        return Line::of(Tag::DependentLocality, street);
    }
    split_fr(street).line()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn us(street: &str) -> String {
        let Street { prefix, name, suffix } = split_us(street);
        format!("{prefix}|{name}|{suffix}")
    }

    fn fr(street: &str) -> String {
        let Street { prefix, name, .. } = split_fr(street);
        format!("{prefix}|{name}")
    }

    #[test]
    fn us_type_after_the_name() {
        assert_eq!(us("Pennsylvania Avenue NW"), "|Pennsylvania|Avenue NW");
        assert_eq!(us("SW 10TH AVE"), "SW|10TH|AVE");
        assert_eq!(us("16TH ST W"), "|16TH|ST W");
        assert_eq!(us("Quarry Ave. S. E"), "|Quarry|Ave. S. E");
        assert_eq!(us("S W Quarry St"), "S|W Quarry|St");
        assert_eq!(us("Broadway"), "|Broadway|");
        assert_eq!(us("Park Ave"), "|Park|Ave");
        assert_eq!(us("The Circle"), "|The Circle|");
        assert_eq!(us("E 300 S"), "E|300|S");
        assert_eq!(us("Martin Luther King Jr Blvd"), "|Martin Luther King Jr|Blvd");
    }

    #[test]
    fn us_directionals_that_are_names() {
        assert_eq!(us("North St"), "|North|St");
        assert_eq!(us("West End Ave"), "|West End|Ave");
        assert_eq!(us("N North St"), "N|North|St");
        assert_eq!(us("South St W"), "|South|St W");
        assert_eq!(us("W Pine"), "W|Pine|");
        assert_eq!(us("West Ave"), "|West|Ave");
        assert_eq!(us("E Country Club"), "E|Country Club|");
        assert_eq!(us("Country Club Rd"), "|Country Club|Rd");
    }

    #[test]
    fn us_type_before_the_name() {
        assert_eq!(us("County Road 20"), "|County Road 20|");
        assert_eq!(us("County Road 20 N"), "|County Road 20|N");
        assert_eq!(us("US Hwy 1"), "|US Hwy 1|");
        assert_eq!(us("Ave D"), "|Ave D|");
        assert_eq!(us("Avenue N"), "|Avenue N|");
        assert_eq!(us("Avenue of the Americas"), "|Avenue of the Americas|");
        assert_eq!(us("Route 302"), "|Route 302|");
        assert_eq!(us("N Highway 14"), "N|Highway 14|");
    }

    #[test]
    fn us_bare_number_behind_a_whole_street_is_a_unit() {
        assert_eq!(split_bare_unit("Old Orchard Rd 3"), ("Old Orchard Rd", "3"));
        assert_eq!(split_bare_unit("Calle Vane Larga 44"), ("Calle Vane Larga", "44"));
        for whole in ["Calle 44", "Camino Vane 44", "Private Rd 1150", "Country Road 200"] {
            assert_eq!(split_bare_unit(whole), (whole, ""));
        }
        assert_eq!(split_bare_unit("93rd Street Northeast B2"), ("93rd Street Northeast", "B2"));
        assert_eq!(split_bare_unit("County Road 20"), ("County Road 20", ""));
        assert_eq!(split_bare_unit("N State Highway 14"), ("N State Highway 14", ""));
        assert_eq!(split_bare_unit("Tribal Road 412"), ("Tribal Road 412", ""));
        assert_eq!(split_bare_unit("Off St Rd 12"), ("Off St Rd 12", ""));
        assert_eq!(split_bare_unit("Avenue 5"), ("Avenue 5", ""));
        assert_eq!(split_bare_unit("Quillfeather Street"), ("Quillfeather Street", ""));
    }

    #[test]
    fn fr_type_before_the_name() {
        assert_eq!(fr("Rue du Four Banal"), "Rue|du Four Banal");
        assert_eq!(fr("chemin rural des Vignes"), "chemin rural|des Vignes");
        assert_eq!(fr("Av. de l'Ormoie"), "Av.|de l'Ormoie");
        assert_eq!(fr("Grande Rue"), "|Grande Rue");
        assert_eq!(fr("Les Genévriers"), "|Les Genévriers");
        assert_eq!(fr("Lieu-dit Kergoat"), "Lieu-dit|Kergoat");
    }

    #[test]
    fn a_hamlet_without_a_number_is_no_street() {
        let tags = |street: &str| {
            unnumbered_fr(street).pieces.iter().filter_map(|piece| piece.tag).collect::<Vec<_>>()
        };
        assert_eq!(tags("LIEU DIT Kergoat"), [Tag::DependentLocality]);
        assert_eq!(tags("Hameau de Vane"), [Tag::DependentLocality]);
        assert_eq!(tags("Rue du Hameau"), [Tag::StreetPrefix, Tag::Street]);
    }
}
