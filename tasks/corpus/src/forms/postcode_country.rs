//! A postcode and its country and nothing else, and postcodes with the prefix of their country: `80331 Germany`, `F-69003`.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::us_state_code;

use super::Form;
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::world::postcode::{as_written, irish, of_form};
use crate::render::{any, chance, pick, us};
use crate::sources::places::Place;
use crate::words;

pub(super) const FORM: Form = Form::new("postcode_country", 0.012, draw);

/// Prefixes of a country's postcodes, the most usual first.
pub(super) fn signs(country: &str) -> &'static [&'static str] {
    match country {
        "DE" => &["D", "D", "D", "DE"],
        "FR" => &["F", "F", "F", "FR"],
        "AT" => &["A", "A", "AT"],
        "BE" => &["B", "B", "BE"],
        "CH" => &["CH"],
        "LI" => &["FL", "LI"],
        "LU" => &["L", "L", "LU"],
        "NL" => &["NL"],
        "IT" => &["I", "I", "IT"],
        "ES" => &["E", "E", "ES"],
        "PT" => &["P", "PT"],
        "DK" => &["DK"],
        "NO" => &["NO", "N"],
        "SE" => &["SE", "SE", "S"],
        "FI" => &["FI", "FIN", "SF"],
        "IS" => &["IS"],
        "FO" => &["FO"],
        "GL" => &["GL", "DK"],
        "AX" => &["AX", "FI"],
        "PL" => &["PL"],
        "CZ" => &["CZ"],
        "SK" => &["SK"],
        "HU" => &["H", "HU"],
        "SI" => &["SI", "SLO"],
        "HR" => &["HR"],
        "RO" => &["RO"],
        "BG" => &["BG"],
        "RS" => &["RS", "SRB"],
        "BA" => &["BA", "BIH"],
        "ME" => &["ME", "MNE"],
        "MK" => &["MK"],
        "AL" => &["AL"],
        "XK" => &["XK"],
        "GR" => &["GR"],
        "CY" => &["CY"],
        "EE" => &["EE"],
        "LV" => &["LV"],
        "LT" => &["LT"],
        "TR" => &["TR"],
        "UA" => &["UA"],
        "BY" => &["BY"],
        "RU" => &["RU"],
        "MD" => &["MD"],
        "SM" => &["SM", "RSM", "I"],
        "MC" => &["MC", "F"],
        "US" => &["US", "USA"],
        "MX" => &["MX"],
        "BR" => &["BR"],
        "MY" => &["MY"],
        "SG" => &["SG"],
        _ => &[],
    }
}

fn draw(from: &Mixture, _held_out: bool, rng: &mut Rng) -> Line {
    let Some(drawn) = Drawn::draw(from, rng) else { return Line::default() };
    match rng.u8(..100) {
        0..52 => drawn.code_and_country(rng),
        52..62 => drawn.signed(rng),
        62..68 => drawn.region_and_code(rng),
        68..76 => announced(drawn.code_and_country(rng), rng),
        76..80 => Line::of(Tag::Postcode, drawn.code.as_str()),
        80..83 => Line::of(Tag::Country, drawn.country.as_str()),
        _ => drawn.with_town(rng),
    }
}

/// The parts of one line.
struct Drawn {
    code: String,
    signed: String,
    town: String,
    region: String,
    country: String,
}

impl Drawn {
    /// The postcode of a place and the name of its country; `None` if either is unknown.
    fn draw(from: &Mixture, rng: &mut Rng) -> Option<Drawn> {
        if chance(rng, 0.2) {
            let (country, form) = any(rng, words::pairs("postcode_country.other.codes"));
            let code = of_form(form, rng);
            let town = from.towns.large(country, rng).map(|town| town.name.clone()).unwrap_or_default();
            let country = country_name(from, country, rng);
            return Some(Drawn { signed: code.clone(), code, town, region: String::new(), country });
        }
        let place = if rng.bool() {
            let country = words::any("postcode_country.usual", rng);
            from.places.of(country, rng)?
        } else {
            from.places.anywhere(rng)
        };
        let code = written_code(place, rng);
        let region = match place.country.as_str() {
            "US" => us::place::region(&place.region_code, rng),
            "CA" | "AU" if rng.bool() => place.region_code.clone(),
            _ => place.region.clone(),
        };
        Some(Drawn {
            signed: with_sign(&place.country, &code, rng),
            code,
            town: place.name.clone(),
            region,
            country: country_name(from, &place.country, rng),
        })
    }

    /// `80331 Germany`, `Germany 80331`.
    fn code_and_country(&self, rng: &mut Rng) -> Line {
        let code = if chance(rng, 0.12) { &self.signed } else { &self.code };
        pair((Tag::Postcode, code), (Tag::Country, &self.country), rng)
    }

    /// `D-80331`, alone or with its country.
    fn signed(&self, rng: &mut Rng) -> Line {
        let mut line = Line::of(Tag::Postcode, self.signed.as_str());
        if chance(rng, 0.4) {
            line.then(any(rng, &[" ", ", ", " "]), Tag::Country, self.country.as_str());
        }
        line
    }

    /// `CA 90210`, `90210 California, USA`, `NSW 2000 Australia`.
    fn region_and_code(&self, rng: &mut Rng) -> Line {
        let mut line = if chance(rng, 0.7) {
            let mut line = Line::of(Tag::Region, self.region.as_str());
            line.then(any(rng, &[" ", " ", " ", ", "]), Tag::Postcode, self.code.as_str());
            line
        } else {
            let mut line = Line::of(Tag::Postcode, self.code.as_str());
            line.then(any(rng, &[" ", ", "]), Tag::Region, self.region.as_str());
            line
        };
        line.pieces.retain(|piece| !piece.text.is_empty());
        if chance(rng, 0.4) {
            line.then(any(rng, &[" ", ", ", ", "]), Tag::Country, self.country.as_str());
        }
        if self.region.is_empty() { Line::default() } else { line }
    }

    /// With its town, as the counterexample to the lines without one.
    fn with_town(&self, rng: &mut Rng) -> Line {
        if self.town.is_empty() {
            return Line::default();
        }
        let code = if chance(rng, 0.1) { &self.signed } else { &self.code };
        let mut line = pair((Tag::Postcode, code), (Tag::Locality, &self.town), rng);
        line.then(any(rng, &[", ", ", ", " ", "\n"]), Tag::Country, self.country.as_str());
        line
    }
}

/// A name of the country, or its code if no state of the United States has the same one (`IN`, `CO`).
fn country_name(from: &Mixture, country: &str, rng: &mut Rng) -> String {
    let name = any_name(from, country, rng);
    let is_state = name.len() == 2 && us_state_code(&name).is_some();
    if is_state && country != "DE" { from.countries.english(country).to_owned() } else { name }
}

fn any_name(from: &Mixture, country: &str, rng: &mut Rng) -> String {
    match rng.u8(..20) {
        0 => country.to_owned(),
        1 | 2 if country == "US" => any(rng, &["USA", "US", "U.S.A.", "U.S."]).to_owned(),
        1 | 2 if country == "GB" => any(rng, &["UK", "U.K.", "England", "Great Britain", "GB"]).to_owned(),
        3..7 => from.countries.english(country).to_owned(),
        _ => from.countries.name(country, rng),
    }
}

/// The whole postcode of a place; of some countries the table has only the first half.
pub(super) fn written_code(place: &Place, rng: &mut Rng) -> String {
    let code = place.postcode.as_str();
    let written = match place.country.as_str() {
        "IE" => irish(code, rng),
        "NL" if chance(rng, 0.85) => {
            let gap = any(rng, &[" ", " ", ""]);
            format!("{code}{gap}{}", of_form("AA", rng))
        }
        "MT" => format!("{code} {}", of_form("0000", rng)),
        "US" => us::place::zip_code(code, rng),
        country => as_written(code, country, rng),
    };
    written.trim().to_owned()
}

/// `80331` with the prefix of its country: `D-80331`, `D 80331`; without one if none is usual.
pub(super) fn with_sign(country: &str, code: &str, rng: &mut Rng) -> String {
    let signs = signs(country);
    if signs.is_empty() || !code.starts_with(|first: char| first.is_ascii_digit()) {
        return code.to_owned();
    }
    format!("{}{}{code}", any(rng, signs), pick(rng, &[(0.8, "-"), (0.1, " "), (0.05, "–"), (0.05, "")]))
}

/// Two components in either order, with a separator that people write between a code and a name.
fn pair(one: (Tag, &str), other: (Tag, &str), rng: &mut Rng) -> Line {
    if one.1.is_empty() || other.1.is_empty() {
        return Line::default();
    }
    let (first, second) = if chance(rng, 0.62) { (one, other) } else { (other, one) };
    let mut line = Line::of(first.0, first.1);
    let between = pick(
        rng,
        &[(0.55, " "), (0.25, ", "), (0.05, ","), (0.04, " - "), (0.04, "\n"), (0.02, "; "), (0.05, " (")],
    );
    line.then(between, second.0, second.1);
    if between == " (" {
        line.plain(")");
    }
    line
}

/// A line after a word that announces a postcode.
fn announced(line: Line, rng: &mut Rng) -> Line {
    if line.pieces.first().and_then(|piece| piece.tag) != Some(Tag::Postcode) {
        return line;
    }
    let mut whole = Line::default();
    whole.plain(words::any("postcode_country.words", rng));
    whole.join(" ", line);
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_is_part_of_the_code_and_stands_once() {
        let mut rng = Rng::with_seed(4);
        for _ in 0..50 {
            let signed = with_sign("DE", "80331", &mut rng);
            assert!(signed.starts_with('D') && signed.ends_with("80331"), "{signed}");
            assert_eq!(with_sign("LV", "LV-1010", &mut rng), "LV-1010");
            assert_eq!(with_sign("IN", "400001", &mut rng), "400001");
        }
    }

    #[test]
    fn a_pair_is_two_components_in_either_order() {
        let mut rng = Rng::with_seed(4);
        let firsts: Vec<Tag> = (0..200)
            .map(|_| pair((Tag::Postcode, "1050"), (Tag::Country, "Denmark"), &mut rng).render().1)
            .map(|spans| {
                assert_eq!(spans.len(), 2);
                spans[0].0
            })
            .collect();
        assert!(firsts.contains(&Tag::Postcode) && firsts.contains(&Tag::Country));
    }
}
