//! Envelopes: each part on its own line, separated by line breaks, a typed `\\n`, bars or tabs.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::{Form, Typing};
use crate::line::{Line, Piece};
use crate::mixture::Mixture;
use crate::noise::{TitleCase, recased};
use crate::render::world::address_in;
use crate::render::{any, chance, fr, person, pick, us};
use crate::sources::world::{Country, Language};
use crate::words;

/// The form changes case itself, because a typed `\n` keeps its small letter.
pub(super) const FORM: Form = Form::new("line_breaks", 0.015, draw).typed(Typing::None);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (line, title) = match rng.u8(..100) {
        0..45 => (of_us(from, held_out, rng), TitleCase::Us),
        45..68 => (of_fr(from, held_out, rng), TitleCase::Fr),
        _ => (of_world(from, held_out, rng), TitleCase::Us),
    };
    let parts = parts_of(line, rng);
    if parts.len() < 2 {
        return Line::default();
    }
    let mut line = Line::default();
    for part in parts {
        line.join(BREAK, part);
    }
    let line = recased(line, title, rng);
    if chance(rng, 0.17) { in_one_line(line, rng) } else { on_lines(line, rng) }
}

/// The placeholder for a break until its spelling is drawn.
const BREAK: &str = "\n";

fn of_us(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (record, _) = from.us_record(held_out, rng);
    let venue = if record.venue.contains([',', ';', '(']) { "" } else { record.venue.as_str() };
    let mut line = addressee(venue, &[], rng);
    line.join(BREAK, us::street_line(&record, rng));
    line.join(BREAK, us::place::place_line(&record, rng, 0.98, 0.97, 0.9));
    line.then(BREAK, Tag::Country, us::place::country(rng, 0.2));
    line
}

fn of_fr(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (record, _) = from.fr_record(held_out, rng);
    let venue = if record.venue.contains([',', ';', '(', '/']) { "" } else { record.venue.as_str() };
    let mut line = addressee(venue, &OPENINGS_FR, rng);
    if chance(rng, 0.2) {
        line.then(BREAK, Tag::Unit, fr::unit(rng));
    }
    line.join(BREAK, fr::street_line(record, rng));
    if record.po_box.is_empty() && chance(rng, 0.1) {
        line.then(BREAK, Tag::PoBox, fr::po_box(rng));
    }
    line.join(BREAK, fr::place_line(record, rng, 0.97));
    if chance(rng, 0.3) {
        line.then(BREAK, Tag::Country, any(rng, &["France", "FRANCE", "France"]));
    }
    line
}

fn of_world(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (address, country, language) = world_line(from, held_out, rng);
    let has_name = address.pieces.iter().any(|piece| matches!(piece.tag, Some(Tag::Venue | Tag::Attention)));
    let mut line = if has_name || !chance(rng, 0.55) { Line::default() } else { named(from, language, rng) };
    let has_country = address.pieces.iter().any(|piece| piece.tag == Some(Tag::Country));
    line.join(BREAK, address);
    if !has_country && chance(rng, 0.25) {
        line.then(BREAK, Tag::Country, from.countries.name(&country.code, rng));
    }
    line
}

/// An address of any country, with the country and the language its street is in.
pub(super) fn world_line<'a>(
    from: &'a Mixture,
    held_out: bool,
    rng: &mut Rng,
) -> (Line, &'a Country, &'a Language) {
    let country = from.world.country(rng);
    let language = from.world.language(country, rng);
    let (line, _) = address_in(&from.drawing(), country, language, held_out, rng);
    (line, country, language)
}

const OPENINGS_FR: [&str; 6] = ["À l'attention de ", "A l'attention de ", "c/o ", "chez ", "Chez ", "Att. "];

/// A person, a business, or both, each on its own line.
fn addressee(venue: &str, openings: &[&'static str], rng: &mut Rng) -> Line {
    let openings = if openings.is_empty() { words::all("line_breaks.openings") } else { openings };
    let is_english = openings.len() == words::all("line_breaks.openings").len();
    let attention = match rng.u8(..100) {
        0..22 => person(rng),
        22..36 => format!("{}{}", any(rng, openings), person(rng)),
        36..40 if is_english => format!(
            "{}{}",
            any(rng, &words::all("line_breaks.openings")[..5]),
            words::any("line_breaks.departments", rng)
        ),
        _ => String::new(),
    };
    let venue = if chance(rng, 0.45) { venue } else { "" };
    let mut line = Line::default();
    if chance(rng, 0.75) {
        line.push(Tag::Attention, attention);
        line.then(BREAK, Tag::Venue, venue);
    } else {
        line.push(Tag::Venue, venue);
        line.then(BREAK, Tag::Attention, attention);
    }
    line
}

/// A person, a business, or both, of a country whose language has a list of names.
fn named(from: &Mixture, language: &Language, rng: &mut Rng) -> Line {
    let word = |kind: &str, rng: &mut Rng| {
        from.vocabulary.draw(language.vocabulary, kind, rng).unwrap_or_default().to_owned()
    };
    let (first, last) = (word("first", rng), word("last", rng));
    let mut line = Line::default();
    if last.is_empty() {
        return line;
    }
    let name = format!("{first} {last}").trim().to_owned();
    if !matches!(Script::of_text(&name), Script::Latin | Script::Cyrillic) {
        line.push(Tag::Attention, name);
        return line;
    }
    if chance(rng, 0.7) {
        let (titles, openings) = forms_of_address(language.name);
        let title = if chance(rng, 0.3) { any(rng, titles) } else { "" };
        let opening = if chance(rng, 0.2) { any(rng, openings) } else { "" };
        line.push(Tag::Attention, format!("{opening}{title}{name}"));
    }
    if line.is_empty() || chance(rng, 0.35) {
        let owner = word("last", rng);
        let venue = match Script::of_text(&owner) {
            Script::Cyrillic => format!("{} «{owner}»", any(rng, &["ООО", "ТОВ", "ЗАО", "ИП", "ФОП", "АО"])),
            _ => format!("{owner} {}", any(rng, legal_forms(language.name))),
        };
        line.then(BREAK, Tag::Venue, venue);
    }
    line
}

/// Titles of persons, and words that introduce the addressee.
fn forms_of_address(language: &str) -> (&'static [&'static str], &'static [&'static str]) {
    match language {
        "de" => (
            &["Herrn ", "Frau ", "Herr ", "Dr. ", "Familie ", "Prof. Dr. "],
            &["z. Hd. ", "z.Hd. ", "c/o ", "bei "],
        ),
        "fr" | "fr-ca" => (
            &["M. ", "Mme ", "Monsieur ", "Madame ", "Dr "],
            &["À l'attention de ", "c/o ", "chez ", "Aux soins de "],
        ),
        "es" | "es-am" | "es-grid" | "ca" | "eu" => (
            &["Sr. ", "Sra. ", "D. ", "Dña. ", "Don ", "Dr. "],
            &["A/A ", "A la atención de ", "Att. ", "c/o ", "At. "],
        ),
        "it" => (
            &["Sig. ", "Sig.ra ", "Dott. ", "Gent.mo ", "Spett.le "],
            &["c/o ", "C.A. ", "All'attenzione di ", "presso "],
        ),
        "pt" => (&["Sr. ", "Sra. ", "Dr. ", "Exmo. Sr. "], &["A/C ", "a/c ", "Aos cuidados de ", "c/o "]),
        "nl" => {
            (&["Dhr. ", "Mevr. ", "De heer ", "Mevrouw ", "Fam. "], &["T.a.v. ", "t.a.v. ", "p/a ", "c/o "])
        }
        "da" | "no" | "sv" | "fo" => (&["Hr. ", "Fru ", "Herr "], &["c/o ", "Att.: ", "Att ", "v/ "]),
        "fi" | "et" => (&["Hra ", "Rva ", "Dr "], &["c/o ", "Att. "]),
        "pl" => (&["Pan ", "Pani ", "Sz. P. ", "Dr "], &["c/o ", "Do rąk ", "u "]),
        "cs" | "sk" => (&["Pan ", "Paní ", "Pán ", "Pani ", "Ing. "], &["c/o ", "K rukám "]),
        "hu" => (&["Dr. "], &["c/o "]),
        "ru" | "uk" | "be" | "kk" => (&["г-н ", "г-жа ", "Кому: "], &["Кому: ", "для "]),
        _ => (&["Mr ", "Mrs ", "Ms ", "Dr "], &["c/o ", "Attn: ", "Attention: "]),
    }
}

/// What a business writes after its name.
fn legal_forms(language: &str) -> &'static [&'static str] {
    match language {
        "de" => &["GmbH", "AG", "& Co. KG", "KG", "e.K.", "OHG", "Apotheke", "Metallbau GmbH", "& Söhne"],
        "fr" | "fr-ca" => &["SARL", "SAS", "SA", "& Fils", "Immobilier", "EURL", "Conseil"],
        "es" | "es-am" | "es-grid" | "ca" | "eu" => {
            &["S.L.", "S.A.", "SL", "S.A. de C.V.", "e Hijos", "Hermanos"]
        }
        "it" => &["S.r.l.", "S.p.A.", "srl", "& C. s.n.c.", "Costruzioni", "Impianti"],
        "pt" => &["Lda", "Lda.", "Ltda", "S.A.", "& Filhos"],
        "nl" => &["B.V.", "BV", "N.V.", "& Zn.", "Bouw", "Makelaars"],
        "da" | "no" | "fo" => &["A/S", "ApS", "AS", "& Søn", "Entreprenør"],
        "sv" => &["AB", "Bygg AB", "HB", "& Co"],
        "fi" => &["Oy", "Oyj", "Ky", "Tmi"],
        "pl" => &["Sp. z o.o.", "S.A.", "s.c.", "i Syn"],
        "cs" | "sk" => &["s.r.o.", "a.s.", "spol. s r.o."],
        "hu" => &["Kft.", "Bt.", "Zrt."],
        "hr" | "sr" | "sl" => &["d.o.o.", "d.d."],
        "ro" => &["SRL", "S.A."],
        "tr" => &["A.Ş.", "Ltd. Şti."],
        _ => &["Ltd", "Limited", "Inc.", "LLC", "Pty Ltd", "& Co", "Group", "Services", "Holdings"],
    }
}

/// Splits an address into the parts that get a line each. Separators between them are dropped. Words without a tag stay with the part
/// after them, closing brackets with the part before.
fn parts_of(line: Line, rng: &mut Rng) -> Vec<Line> {
    let habits = Habits { unit: chance(rng, 0.4), suburb: chance(rng, 0.45), postcode: chance(rng, 0.08) };
    let mut parts: Vec<Line> = vec![Line::default()];
    let mut class = None;
    let mut between: Option<String> = None;
    for piece in line.pieces {
        let Some(tag) = piece.tag else {
            let text = between.take().unwrap_or_default() + &piece.text;
            between = Some(text);
            continue;
        };
        let own = habits.class(tag, &piece.text, class);
        let text = between.take();
        let splits = class.is_some_and(|last| last != own) && text.as_deref().is_some_and(may_break);
        if splits {
            let text = text.as_deref().unwrap_or_default();
            let (kept, begun) = around_break(text);
            if !kept.is_empty() {
                push_plain(&mut parts, kept);
            }
            parts.push(Line::default());
            if !begun.is_empty() {
                push_plain(&mut parts, begun);
            }
        } else if let Some(text) = text {
            push_plain(&mut parts, unbroken(text));
        }
        if let Some(part) = parts.last_mut() {
            part.pieces.push(piece);
        }
        class = Some(own);
    }
    if let (Some(text), Some(part)) = (between, parts.last_mut())
        && text.contains([')', ']'])
    {
        part.plain(text);
    }
    parts
}

fn push_plain(parts: &mut [Line], text: String) {
    if let Some(part) = parts.last_mut() {
        part.plain(text);
    }
}

/// Parts that have their own line in only some texts.
struct Habits {
    unit: bool,
    suburb: bool,
    postcode: bool,
}

impl Habits {
    /// The line that a component belongs to. `last` is the line of the component before it.
    fn class(&self, tag: Tag, text: &str, last: Option<u8>) -> u8 {
        const STREET: u8 = 4;
        const PLACE: u8 = 6;
        match tag {
            Tag::Attention => 0,
            Tag::Venue => 1,
            Tag::PoBox => 2,
            // A bare number stays with its street.
            Tag::Unit
                if self.unit && text.contains(|letter: char| letter.is_alphabetic() || letter == '#') =>
            {
                3
            }
            Tag::DependentLocality if self.suburb => 5,
            Tag::Postcode if self.postcode && last == Some(PLACE) => 8,
            Tag::DependentLocality
            | Tag::Locality
            | Tag::Subregion
            | Tag::Region
            | Tag::Postcode
            | Tag::Cedex => PLACE,
            Tag::Country => 7,
            _ => STREET,
        }
    }
}

/// Characters between parts that are only separators.
const SEPARATORS: [char; 8] = [',', ' ', '\n', '-', ';', '·', '–', '/'];

/// Whether a break may replace `text`: it must separate the two parts and must not open a bracket.
fn may_break(text: &str) -> bool {
    let opens = text.matches(['(', '[']).count() > text.matches([')', ']']).count();
    !opens && text.contains(SEPARATORS)
}

/// The part of `text` that stays on the ending line, and the part that begins the next: `), CEP ` -> (`)`, `CEP `).
fn around_break(text: &str) -> (String, String) {
    let (kept, begun) = match text.rfind([')', ']']) {
        Some(at) => text.split_at(at + 1),
        None => ("", text),
    };
    let begun = begun.trim_matches(SEPARATORS);
    let begun = if begun.is_empty() { String::new() } else { format!("{begun} ") };
    (kept.to_owned(), begun)
}

/// A separator inside a part without a break of its own.
fn unbroken(text: String) -> String {
    if text == "\n" { ", ".to_owned() } else { text.replace('\n', " ") }
}

/// Real line breaks.
const REAL: [(f64, &str); 10] = [
    (0.6, "\n"),
    (0.1, "\r\n"),
    (0.06, "\n\n"),
    (0.02, "\r\n\r\n"),
    (0.1, ",\n"),
    (0.02, ",\r\n"),
    (0.03, " \n"),
    (0.03, "\n  "),
    (0.02, "\n\t"),
    (0.02, ", \n"),
];

/// Line breaks as a program writes them into its text.
const TYPED: [(f64, &str); 8] = [
    (0.6, "\\n"),
    (0.1, " \\n "),
    (0.1, "\\r\\n"),
    (0.08, ",\\n"),
    (0.04, "\\n\\n"),
    (0.02, "\\t"),
    (0.02, "\\n "),
    (0.02, ", \\n"),
];

/// Separators instead of line breaks in a table or on a page.
const SIGNS: [(f64, &str); 17] = [
    (0.22, " | "),
    (0.1, "|"),
    (0.02, " || "),
    (0.18, "\t"),
    (0.02, "\t\t"),
    (0.14, "; "),
    (0.06, ";"),
    (0.07, "<br>"),
    (0.03, "<br/>"),
    (0.02, "<br />"),
    (0.02, " <br> "),
    (0.02, " // "),
    (0.02, " / "),
    (0.02, " · "),
    (0.02, " • "),
    (0.02, " — "),
    (0.02, " >> "),
];

/// Text in front of the lines of a list.
const BULLETS: [&str; 6] = ["• ", "- ", "* ", "> ", "– ", "» "];

/// Writes every break in a spelling from `spelling`.
fn respell(line: &mut Line, mut spelling: impl FnMut() -> String) {
    for piece in line.pieces.iter_mut().filter(|piece| piece.tag.is_none() && piece.text == BREAK) {
        piece.text = spelling();
    }
}

/// The counterexample: the same address on one line.
fn in_one_line(mut line: Line, rng: &mut Rng) -> Line {
    let one = pick(rng, &[(0.8, ", "), (0.2, " ")]);
    respell(&mut line, || one.to_owned());
    line
}

/// Writes the breaks, in most texts all the same way.
fn on_lines(mut line: Line, rng: &mut Rng) -> Line {
    let (around, one): (&str, &str) = match rng.u8(..100) {
        0..46 => ("\n", pick(rng, &REAL)),
        46..53 => {
            respell(&mut line, || pick(rng, &REAL).to_owned());
            return line;
        }
        53..74 => ("\\n", pick(rng, &TYPED)),
        74..96 => ("", pick(rng, &SIGNS)),
        _ => {
            let bullet = any(rng, &BULLETS);
            respell(&mut line, || format!("\n{bullet}"));
            line.pieces.insert(0, Piece { tag: None, text: bullet.to_owned() });
            return line;
        }
    };
    respell(&mut line, || one.to_owned());
    match rng.u8(..100) {
        // An extra break at the start or the end, or a comma after the last line.
        0..5 if !around.is_empty() => line.plain(around),
        5..8 if !around.is_empty() => line.pieces.insert(0, Piece { tag: None, text: around.to_owned() }),
        8..11 => line.plain(","),
        11..14 => {
            line.pieces.insert(0, Piece { tag: None, text: "\"".to_owned() });
            line.plain("\"");
        }
        14..17 => line.pieces.insert(0, Piece { tag: None, text: "  ".to_owned() }),
        _ => {}
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address() -> Line {
        let mut line = Line::of(Tag::Venue, "Quarry Bakery");
        line.then(" - ", Tag::HouseNumber, "12");
        line.then(" ", Tag::Street, "Lea");
        line.then(" ", Tag::StreetSuffix, "Ave");
        line.then(", ", Tag::Locality, "Elgin");
        line.then(" (", Tag::Region, "TN");
        line.plain("), ");
        line.push(Tag::Country, "USA");
        line
    }

    #[test]
    fn a_part_is_a_line_and_brackets_stay_with_their_town() {
        let mut rng = Rng::with_seed(1);
        let lines: Vec<String> = parts_of(address(), &mut rng).iter().map(|part| part.render().0).collect();
        assert_eq!(lines, ["Quarry Bakery", "12 Lea Ave", "Elgin (TN)", "USA"]);
    }

    #[test]
    fn words_that_are_no_component_go_with_the_part_behind_them() {
        assert_eq!(around_break(", CEP "), (String::new(), "CEP ".to_owned()));
        assert_eq!(around_break(" (Sachsen), "), (" (Sachsen)".to_owned(), String::new()));
        assert!(!may_break(" (") && !may_break("") && may_break(" "));
    }

    #[test]
    fn no_component_holds_a_break() {
        let mut rng = Rng::with_seed(1);
        for _ in 0..300 {
            let mut line = Line::default();
            for part in parts_of(address(), &mut rng) {
                line.join(BREAK, part);
            }
            let (text, spans) = on_lines(line, &mut rng).render();
            assert_eq!(spans.len(), 7, "{text}");
            assert!(
                spans.iter().all(|&(_, start, end)| !text[start..end].contains(['\n', '\\', '|'])),
                "{text}"
            );
        }
    }
}
