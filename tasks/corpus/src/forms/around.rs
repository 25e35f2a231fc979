//! The rest of an address around a name that a form writes: street, postcode, region and country, in the order of the country.

use fastrand::Rng;
use milepost_address::Tag;

use crate::labels::{Street, split_fr, split_us};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::world::street::of_split;
use crate::render::{any, chance, pick};
use crate::sources::towns::Town;

/// The parts of an address. Empty parts are not written.
#[derive(Default)]
pub(crate) struct Around {
    /// ISO 3166-1 alpha-2, upper case.
    pub(crate) code: String,
    /// Persons and businesses in front.
    pub(crate) who: Line,
    /// Street and house number.
    pub(crate) street: Line,
    pub(crate) postcode: String,
    pub(crate) town: Line,
    pub(crate) region: String,
    /// The name of the country.
    pub(crate) country: String,
}

impl Around {
    /// An address in the country `code` without its town. Street, postcode and country are present as often as people
    /// write them.
    pub(crate) fn drawn(from: &Mixture, code: &str, held_out: bool, rng: &mut Rng) -> Around {
        let mut around = Around { code: code.to_owned(), ..Around::default() };
        if !languages(code).is_empty() && chance(rng, 0.6) {
            around.street = numbered(&street(from, code, held_out, rng), code, rng);
        }
        let place = from.places.of(code, rng);
        around.postcode =
            place.filter(|_| chance(rng, 0.7)).map(|place| place.postcode.clone()).unwrap_or_default();
        if chance(rng, if code == "US" { 0.08 } else { 0.22 }) {
            around.country = from.countries.name(code, rng);
        }
        around
    }

    /// An address around `town`, with its own postcode and state where the tables have them.
    pub(crate) fn of_town(from: &Mixture, town: &Town, held_out: bool, rng: &mut Rng) -> Around {
        let mut around = Around::drawn(from, &town.country, held_out, rng);
        around.at(from, &town.name, rng);
        if around.region.is_empty() && needs_region(&town.country) && chance(rng, 0.8) {
            around.region.clone_from(&town.division);
        }
        around
    }

    /// Takes postcode and state from the place called `name`, where the table has it.
    pub(crate) fn at(&mut self, from: &Mixture, name: &str, rng: &mut Rng) {
        let place = from.places.named(&self.code, name, rng);
        let Some(place) = place.or_else(|| from.places.of(&self.code, rng).filter(|_| self.code == "US"))
        else {
            return;
        };
        if !self.postcode.is_empty() {
            self.postcode.clone_from(&place.postcode);
        }
        if needs_region(&self.code) && chance(rng, 0.85) {
            self.region = if rng.u8(..4) == 0 { place.region.clone() } else { place.region_code.clone() };
        }
    }

    /// All parts on one line or on several.
    pub(crate) fn line(self, rng: &mut Rng) -> Line {
        let comma = pick(rng, &[(0.72, ", "), (0.14, "\n"), (0.1, " "), (0.04, " - ")]);
        let mut line = self.who;
        line.join(comma, self.street);
        let mut place = Line::default();
        if is_english(&self.code) {
            place = self.town;
            let county = matches!(self.code.as_str(), "GB" | "IE");
            let tag = if county { Tag::Subregion } else { Tag::Region };
            place.then(pick(rng, &[(0.85, ", "), (0.15, " ")]), tag, self.region);
            let postcode = whole_postcode(self.postcode, &self.code, rng);
            place.then(pick(rng, &[(0.8, " "), (0.2, ", ")]), Tag::Postcode, postcode);
        } else {
            let sign = sign(&self.code).filter(|_| !self.postcode.is_empty() && chance(rng, 0.04));
            place.push(Tag::Postcode, format!("{}{}", sign.unwrap_or_default(), self.postcode));
            place.join(" ", self.town);
            place.then(", ", Tag::Region, self.region);
        }
        // The place comes first, as in lists and search boxes.
        if !line.is_empty() && comma != " " && chance(rng, 0.05) {
            let rest = std::mem::replace(&mut line, place);
            line.join(comma, rest);
        } else {
            line.join(comma, place);
        }
        line.then(pick(rng, &[(0.7, ", "), (0.15, " "), (0.15, "\n")]), Tag::Country, self.country);
        line
    }
}

/// A British, Irish or Canadian postcode with its second half, which the table of places does not have.
fn whole_postcode(postcode: String, code: &str, rng: &mut Rng) -> String {
    const LETTERS: &[u8] = b"ABDEFGHJLNPQRSTUWXYZ";
    if postcode.is_empty() || postcode.contains(' ') || chance(rng, 0.1) {
        return postcode;
    }
    let mut letter = || char::from(any(rng, LETTERS));
    let [first, second, third] = [letter(), letter(), letter()];
    match code {
        "GB" => format!("{postcode} {}{first}{second}", rng.u32(..10)),
        "CA" if postcode.len() == 3 => format!("{postcode} {}{first}{}", rng.u32(..10), rng.u32(1..10)),
        "IE" if postcode.len() == 3 => format!("{postcode} {first}{second}{}{third}", rng.u32(..10)),
        _ => postcode,
    }
}

/// Whether a country writes number, street, town and postcode in the English order.
pub(crate) fn is_english(code: &str) -> bool {
    matches!(code, "US" | "CA" | "GB" | "IE" | "AU" | "NZ" | "ZA" | "IN" | "PH")
}

/// Whether people in this country almost always write a town with its state.
fn needs_region(code: &str) -> bool {
    matches!(code, "US" | "CA" | "AU")
}

/// The country prefix that some people write in front of a postcode.
fn sign(code: &str) -> Option<&'static str> {
    Some(match code {
        "DE" => "D-",
        "AT" => "A-",
        "CH" => "CH-",
        "FR" => "F-",
        "BE" => "B-",
        "IT" => "I-",
        "NL" => "NL-",
        "ES" => "E-",
        "FI" => "FI-",
        "DK" => "DK-",
        "PL" => "PL-",
        "CZ" => "CZ-",
        "SI" => "SI-",
        _ => return None,
    })
}

/// The languages of a country's streets, frequent ones several times; empty if none is known.
pub(crate) fn languages(code: &str) -> &'static [&'static str] {
    match code {
        "DE" | "AT" | "LI" => &["de"],
        "CH" => &["de", "de", "fr", "it"],
        "FR" | "MC" => &["fr"],
        "LU" => &["fr", "de"],
        "BE" => &["nl", "fr"],
        "NL" => &["nl"],
        "ES" => &["es", "es", "es", "ca"],
        "AD" => &["ca"],
        "MX" | "AR" | "CL" | "CO" | "PE" | "UY" | "BO" | "HN" | "VE" | "DO" => &["es-am"],
        "IT" | "SM" => &["it"],
        "PT" | "BR" => &["pt"],
        "DK" => &["da"],
        "NO" => &["no"],
        "SE" => &["sv"],
        "FI" => &["fi", "fi", "sv"],
        "PL" => &["pl"],
        "CZ" => &["cs"],
        "SK" => &["sk"],
        "SI" => &["sl"],
        "HR" | "BA" | "ME" | "RS" => &["hr"],
        "RO" | "MD" => &["ro"],
        "HU" => &["hu"],
        "TR" => &["tr"],
        "XK" | "AL" => &["sq"],
        "EE" => &["et"],
        "LV" => &["lv"],
        "LT" => &["lt"],
        "IS" => &["is"],
        "GR" | "CY" => &["el-latn"],
        "RU" => &["ru"],
        "UA" => &["uk"],
        "BG" => &["bg"],
        "ID" => &["id"],
        "VN" => &["vi"],
        _ if is_english(code) => &["en"],
        _ => &[],
    }
}

/// A street of the country, from the training or the held-out records.
pub(crate) fn street(from: &Mixture, code: &str, held_out: bool, rng: &mut Rng) -> Street {
    match code {
        "US" => split_us(from.us_street(held_out, rng).0),
        "FR" => {
            let drawn =
                (0..20).map(|_| from.fr_record(held_out, rng).0).find(|record| !record.street.is_empty());
            drawn.map(|record| split_fr(&record.street)).unwrap_or_default()
        }
        _ if languages(code).is_empty() => Street::default(),
        _ => in_language(from, any(rng, languages(code)), held_out, rng),
    }
}

/// A street of the language of that name in languages.txt.
pub(crate) fn in_language(from: &Mixture, language: &str, held_out: bool, rng: &mut Rng) -> Street {
    let language = from.world.language_named(language);
    language.map(|language| of_split(&from.drawing(), language, held_out, rng)).unwrap_or_default()
}

/// A street with a house number, on the side on which the country writes it.
pub(crate) fn numbered(street: &Street, code: &str, rng: &mut Rng) -> Line {
    if street.name.is_empty() {
        return Line::default();
    }
    let number = house_number(code, rng);
    if is_english(code) || matches!(code, "FR" | "LU" | "MC" | "VN") {
        let mut line = Line::of(Tag::HouseNumber, number);
        let comma = if code == "FR" { 0.15 } else { 0.03 };
        line.join(if chance(rng, comma) { ", " } else { " " }, street.line());
        return line;
    }
    let mut line = street.line();
    // A road that ends in a number needs a comma before the house number.
    let road = street.name.ends_with(|last: char| last.is_ascii_digit());
    let commas = matches!(code, "ES" | "IT" | "PT" | "BR" | "MX");
    line.then(if road || commas && rng.bool() { ", " } else { " " }, Tag::HouseNumber, number);
    line
}

/// A house number as the country writes it.
pub(crate) fn house_number(code: &str, rng: &mut Rng) -> String {
    let number = match rng.u8(..10) {
        0..3 => rng.u32(1..10),
        3..8 => rng.u32(10..130),
        _ if is_english(code) => rng.u32(100..9_000),
        _ => rng.u32(100..400),
    };
    match (code, rng.u8(..12)) {
        ("FR" | "IT", 0) => format!("{number} bis"),
        ("DE" | "AT" | "CH" | "NL" | "DK" | "NO" | "PL" | "BE" | "FI", 0) => {
            format!("{number}{}", any(rng, &["a", "b", "c", "A", "B", " a", " b"]))
        }
        ("AT" | "PL" | "CZ" | "IT" | "SK" | "TR", 1 | 2) => format!("{number}/{}", rng.u32(1..40)),
        ("DE" | "ES" | "FR" | "CH", 3) => format!("{number}-{}", number + 2),
        _ => number.to_string(),
    }
}

/// A town of the country for which `wanted` is true, from the training or the held-out records.
pub(crate) fn town<'a>(
    from: &'a Mixture,
    code: &str,
    held_out: bool,
    wanted: impl Fn(&str) -> bool,
    rng: &mut Rng,
) -> Option<&'a Town> {
    (0..60).filter_map(|_| from.towns.of(code, held_out, rng)).find(|town| wanted(&town.name))
}

/// Whether a name is one plain word.
pub(crate) fn is_one_word(name: &str) -> bool {
    name.chars().count() > 3 && name.chars().all(char::is_alphabetic)
}

/// A word of the vocabulary with a capital; empty if the vocabulary lacks the kind.
pub(crate) fn word(from: &Mixture, language: &str, kind: &str, rng: &mut Rng) -> String {
    let text = from.vocabulary.draw(language, kind, rng).unwrap_or_default();
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The lines of a word list under the heading `[name]`.
pub(crate) fn section(text: &'static str, name: &str) -> Vec<&'static str> {
    text.lines()
        .skip_while(|line| line.strip_prefix('[').and_then(|rest| rest.strip_suffix(']')) != Some(name))
        .skip(1)
        .take_while(|line| !line.starts_with('['))
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_section_ends_where_the_next_begins() {
        let text = "# words\n[a]\none\ntwo words\n\n[b]\nthree\n";
        assert_eq!(section(text, "a"), ["one", "two words"]);
        assert_eq!(section(text, "b"), ["three"]);
        assert!(section(text, "c").is_empty());
    }

    #[test]
    fn numbers_stand_on_the_side_of_the_country() {
        let mut rng = Rng::with_seed(3);
        let street = Street { name: "Quarzweg".into(), ..Street::default() };
        for _ in 0..50 {
            let first = |code: &str, rng: &mut Rng| numbered(&street, code, rng).pieces[0].tag;
            assert_eq!(first("DE", &mut rng), Some(Tag::Street));
            assert_eq!(first("FR", &mut rng), Some(Tag::HouseNumber));
        }
    }
}
