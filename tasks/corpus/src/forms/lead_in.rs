//! Words that announce the next part: `Ship to:`, `Adresse :`, `Street: ..., City: ...`.

use std::collections::HashMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::line_breaks::world_line;
use super::postcode_first::{Abroad, us_numbered, us_record};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, fr, person, pick, us};
use crate::words;

pub(super) const FORM: Form = Form::new("lead_in", 0.02, draw);

/// The words of one language (`data/forms/lead_in.txt`).
#[derive(Default)]
struct Words {
    lead: Vec<&'static str>,
    say: Vec<&'static str>,
    head: Vec<&'static str>,
    phone: Vec<&'static str>,
    mail: Vec<&'static str>,
    note: Vec<&'static str>,
    fields: HashMap<&'static str, Vec<&'static str>>,
}

static WORDS: LazyLock<HashMap<&'static str, Words>> =
    LazyLock::new(|| read(include_str!("../../data/forms/lead_in.txt")));

/// The fallback for a language without words.
static NONE: LazyLock<Words> = LazyLock::new(Words::default);

fn read(table: &'static str) -> HashMap<&'static str, Words> {
    let mut words: HashMap<&str, Words> = HashMap::new();
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.splitn(3, ' ');
        let (Some(kind), Some(language), Some(rest)) = (fields.next(), fields.next(), fields.next()) else {
            continue;
        };
        let of = words.entry(language).or_default();
        let (list, rest) = match kind {
            "lead" => (&mut of.lead, rest),
            "say" => (&mut of.say, rest),
            "head" => (&mut of.head, rest),
            "phone" => (&mut of.phone, rest),
            "mail" => (&mut of.mail, rest),
            "note" => (&mut of.note, rest),
            _ => {
                let (key, rest) = rest.split_once(' ').unwrap_or((rest, ""));
                (of.fields.entry(key).or_default(), rest)
            }
        };
        list.extend(rest.split(';').filter(|word| !word.is_empty()));
    }
    words
}

/// The words of a language or, for a variety, of its main language. English if the table has neither, and in some lines of every
/// language.
fn words(language: &str, rng: &mut Rng) -> &'static Words {
    let english = || WORDS.get("en").unwrap_or(&NONE);
    if chance(rng, 0.15) {
        return english();
    }
    let base = language.split('-').next().unwrap_or(language);
    WORDS.get(language).or_else(|| WORDS.get(base)).unwrap_or_else(english)
}

/// One entry of a list; empty for an empty list.
fn one(list: &[&'static str], rng: &mut Rng) -> &'static str {
    if list.is_empty() { "" } else { any(rng, list) }
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..100) {
        0..52 => led(from, held_out, rng),
        52..58 => behind_phone(from, held_out, rng),
        58..80 => fields(from, held_out, rng),
        80..86 => {
            let (mut line, language) = address(from, held_out, rng);
            tell(&mut line, words(language, rng), language, rng);
            line
        }
        86..90 => for_someone(from, held_out, rng),
        _ => address(from, held_out, rng).0,
    }
}

/// An address of any country, with the language people write there.
fn address(from: &Mixture, held_out: bool, rng: &mut Rng) -> (Line, &'static str) {
    match rng.u8(..100) {
        0..40 => {
            let (record, _) = from.us_record(held_out, rng);
            (us::render(&record, rng).0, "en")
        }
        40..62 => (fr::render(from.fr_record(held_out, rng).0, rng).0, "fr"),
        _ => {
            let (line, _, language) = world_line(from, held_out, rng);
            (line, language.name)
        }
    }
}

/// `Ship to: 12 Lea Ave, Elgin`.
fn led(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (address, language) = address(from, held_out, rng);
    let words = words(language, rng);
    let mut line = Line::default();
    if chance(rng, 0.04) {
        line.plain(any(rng, &["📍 ", "🏠 ", "* ", "- ", "> ", "• ", "➡ ", "\"", "» ", "☛ ", "✉ "]));
    }
    if chance(rng, 0.08) && !words.head.is_empty() {
        line.plain(one(&words.head, rng));
        line.plain(pick(rng, &[(0.4, "\n"), (0.25, ": "), (0.2, " - "), (0.1, " | "), (0.05, "\n\n")]));
    }
    if chance(rng, 0.18) && !words.say.is_empty() {
        line.plain(one(&words.say, rng));
        line.plain(pick(rng, &[(0.82, " "), (0.12, ": "), (0.03, "\n"), (0.03, " - ")]));
    } else {
        let lead = one(&words.lead, rng);
        line.plain(lead);
        let bare = lead.contains(' ') || words.lead.first() == Some(&lead);
        line.plain(sign_behind_lead(language, bare, rng));
        if chance(rng, 0.1) && !has_name(&address) {
            line.push(Tag::Attention, person(rng));
            line.plain(any(rng, &[", ", "\n", ", ", " - "]));
        }
    }
    line.pieces.extend(address.pieces);
    if chance(rng, 0.16) {
        tell(&mut line, words, language, rng);
    }
    line
}

fn has_name(line: &Line) -> bool {
    line.pieces.iter().any(|piece| matches!(piece.tag, Some(Tag::Venue | Tag::Attention)))
}

/// The separator between lead-in and address. It is only a space if the lead-in cannot be read as part of the address.
fn sign_behind_lead(language: &str, bare: bool, rng: &mut Rng) -> &'static str {
    let wide = matches!(language.split('-').next(), Some("zh" | "ja"));
    if wide && rng.bool() {
        return "：";
    }
    let spaced = if language.starts_with("fr") { 0.3 } else { 0.04 };
    let space = if bare { 0.12 } else { 0.0 };
    pick(
        rng,
        &[
            (0.5, ": "),
            (spaced, " : "),
            (0.07, ":"),
            (space, " "),
            (0.07, " - "),
            (0.02, " – "),
            (0.02, " — "),
            (0.05, "\n"),
            (0.08, ":\n"),
            (0.02, ":\n\n"),
            (0.01, " => "),
            (0.01, " -> "),
            (0.01, " = "),
            (0.01, ":\t"),
            (0.01, " | "),
            (0.01, ":- "),
            (0.01, ":: "),
            (0.01, " > "),
            (0.01, ", "),
        ],
    )
}

/// `Tel. 555-123-4567 - 12 Lea Ave`, `jane@vane.com | Address: 12 Lea Ave`.
fn behind_phone(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (address, language) = address(from, held_out, rng);
    let words = words(language, rng);
    let mut line = Line::default();
    line.plain(contact(words, language, from, rng));
    line.plain(pick(
        rng,
        &[(0.35, " - "), (0.3, ", "), (0.12, " | "), (0.12, "\n"), (0.06, "; "), (0.05, " – ")],
    ));
    if rng.bool() {
        line.plain(one(&words.lead, rng));
        line.plain(pick(rng, &[(0.7, ": "), (0.3, " : ")]));
    }
    line.pieces.extend(address.pieces);
    line
}

/// The counterexamples: words that introduce a name which is a component.
fn for_someone(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (address, language) = address(from, held_out, rng);
    if has_name(&address) {
        return Line::default();
    }
    let openings: &[&str] = match language {
        "fr" => &["À l'attention de ", "c/o ", "chez ", "Att. "],
        "de" => &["z. Hd. ", "c/o ", "z.Hd. "],
        "es" | "es-am" | "es-grid" => &["A/A ", "A la atención de ", "c/o ", "Att.: "],
        "nl" => &["T.a.v. ", "t.a.v. ", "p/a ", "c/o "],
        "it" => &["c/o ", "Alla c.a. ", "presso "],
        "pt" => &["A/C ", "Aos cuidados de ", "c/o "],
        _ => &["Attn: ", "ATTN: ", "Attention: ", "c/o ", "C/O ", "Attn ", "care of "],
    };
    let mut line = Line::default();
    if rng.bool() {
        line.plain(one(&words(language, rng).lead, rng));
        line.plain(pick(rng, &[(0.7, ": "), (0.3, ":\n")]));
    }
    line.push(Tag::Attention, format!("{}{}", any(rng, openings), person(rng)));
    line.plain(any(rng, &[", ", ", ", "\n", " - "]));
    line.pieces.extend(address.pieces);
    line
}

/// Appends contact details as web pages show them: telephone, mail, opening hours.
fn tell(line: &mut Line, words: &'static Words, language: &str, rng: &mut Rng) {
    let separator =
        pick(rng, &[(0.4, ", "), (0.25, "\n"), (0.15, " - "), (0.1, " | "), (0.05, " "), (0.05, "; ")]);
    for _ in 0..rng.usize(1..3) {
        line.plain(separator);
        if chance(rng, 0.3) && !words.note.is_empty() {
            line.plain(one(&words.note, rng).replace(',', ""));
        } else {
            line.plain(telephone_or_mail(words, language, "quarry", rng));
        }
    }
}

/// A telephone number or an email address.
fn contact(words: &'static Words, language: &str, from: &Mixture, rng: &mut Rng) -> String {
    let name = from.vocabulary.draw("en", "last", rng).unwrap_or("vane").to_lowercase().replace(' ', "");
    telephone_or_mail(words, language, &name, rng)
}

fn telephone_or_mail(words: &'static Words, language: &str, name: &str, rng: &mut Rng) -> String {
    if chance(rng, 0.75) {
        let word = one(&words.phone, rng);
        let number = telephone(language, rng);
        return match rng.u8(..10) {
            0 => number,
            1 => format!("{}{number}", any(rng, &["☎ ", "📞 ", "✆ "])),
            2..7 if !word.ends_with(['.', ':']) => format!("{word}: {number}"),
            _ => format!("{word} {number}"),
        };
    }
    let first = person(rng).split(' ').next_back().unwrap_or("info").to_lowercase();
    let mail = match rng.u8(..4) {
        0 => format!("www.{name}.{}", any(rng, &["com", "fr", "de", "org", "net", "co.uk", "it", "es"])),
        1 => format!("info@{name}.{}", any(rng, &["com", "fr", "de", "org", "net", "nl", "se"])),
        2 => format!(
            "https://{name}.{}/{}",
            any(rng, &["com", "fr", "de", "org"]),
            any(rng, &["contact", "map", "en", ""])
        ),
        _ => format!("{first}.{name}@{}", words::any("lead_in.domains", rng)),
    };
    match one(&words.mail, rng) {
        "" => mail,
        word if rng.bool() => format!("{word}: {mail}"),
        _ => mail,
    }
}

/// A telephone number as people write it in the language.
fn telephone(language: &str, rng: &mut Rng) -> String {
    let national: &[&str] = match language.split('-').next().unwrap_or(language) {
        "fr" => {
            &["0# ## ## ## ##", "0#.##.##.##.##", "+33 # ## ## ## ##", "0#########", "+33 (0)# ## ## ## ##"]
        }
        "de" => &[
            "0### ######",
            "0##/#######",
            "+49 ### #######",
            "0#### #####",
            "(0###) ######",
            "+49 (0)## ########",
        ],
        "es" => &["9## ## ## ##", "+34 9## ### ###", "6## ### ###", "(##) #### ####", "+52 ## #### ####"],
        "it" => &["0## #######", "+39 0# ########", "3## #######", "0##/######"],
        "nl" => &["0##-#######", "06-########", "+31 ## ### ## ##", "0#/### ## ##"],
        "ru" | "uk" | "be" | "kk" => {
            &["+7 (###) ###-##-##", "8 (###) ###-##-##", "8-###-###-##-##", "+380 ## ### ## ##"]
        }
        "zh" => &["1##########", "0##-########", "138########"],
        "ja" => &["03-####-####", "0##-###-####", "090-####-####"],
        "ko" => &["010-####-####", "02-###-####", "0##-###-####"],
        "pl" => &["### ### ###", "+48 ### ### ###", "## ### ## ##"],
        "pt" => &["(##) ####-####", "(##) 9####-####", "+351 ### ### ###", "2## ### ###"],
        "en" => &[
            "(###) ###-####",
            "###-###-####",
            "1-800-###-####",
            "+1 ### ### ####",
            "###.###.####",
            "### ### ####",
            "555-####",
            "+1 (###) ###-####",
            "020 #### ####",
            "+44 20 #### ####",
            "07### ######",
            "+61 # #### ####",
            "(0#) #### ####",
        ],
        _ => &[
            "+## ## ### ## ##",
            "0## ### ####",
            "+### ## ######",
            "0#-### ## ##",
            "## ## ## ##",
            "+## ### ### ###",
        ],
    };
    let pattern = any(rng, national);
    pattern.chars().map(|sign| if sign == '#' { char::from(b'0' + rng.u8(..10)) } else { sign }).collect()
}

/// The parts of a form, with the keys of their names.
type Parts = Vec<(&'static str, Line)>;

/// `Street: 12 Lea Ave, City: Elgin, State: TN, ZIP: 37203`.
fn fields(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let drawn = match rng.u8(..100) {
        0..42 => of_us(from, held_out, rng).map(|parts| (parts, "en")),
        42..62 => Some((of_fr(from, held_out, rng), "fr")),
        _ => of_abroad(from, held_out, rng),
    };
    let Some((mut parts, language)) = drawn else { return Line::default() };
    parts.retain(|(_, value)| !value.is_empty());
    if chance(rng, 0.1) {
        rng.shuffle(&mut parts);
    }
    let words = words(language, rng);
    let style = Style::draw(language, rng);
    let mut line = Line::default();
    if chance(rng, 0.06) && !words.head.is_empty() {
        line.plain(one(&words.head, rng));
        line.plain(any(rng, &["\n", ": ", " - "]));
    }
    line.plain(style.open);
    let mut first = true;
    for (key, value) in parts {
        let Some(names) = words.fields.get(key).or_else(|| WORDS.get("en")?.fields.get(key)) else {
            continue;
        };
        if !first {
            line.plain(style.between);
        }
        first = false;
        let name = one(names, rng);
        line.plain(if style.is_code {
            name.to_lowercase().replace([' ', '/'], "_")
        } else {
            name.to_owned()
        });
        line.plain(style.behind_name);
        line.pieces.extend(value.pieces);
    }
    line.plain(style.close);
    if !style.is_code && chance(rng, 0.15) {
        line.plain(style.between);
        line.plain(telephone_or_mail(words, language, "vane", rng));
    }
    line.pieces.retain(|piece| !piece.text.is_empty());
    line
}

/// The signs of one form.
struct Style {
    open: &'static str,
    behind_name: &'static str,
    between: &'static str,
    close: &'static str,
    /// Whether names are written as in a program.
    is_code: bool,
}

impl Style {
    fn draw(language: &str, rng: &mut Rng) -> Style {
        let code =
            |open, behind_name, between, close| Style { open, behind_name, between, close, is_code: true };
        match rng.u8(..100) {
            0..3 => code("{\"", "\": \"", "\", \"", "\"}"),
            3 => code("{", ": \"", "\", ", "\"}"),
            4 => code("?", "=", "&", ""),
            5 => code("", "=\"", "\" ", "\""),
            _ => {
                let spaced = if language.starts_with("fr") { 0.4 } else { 0.05 };
                Style {
                    open: "",
                    behind_name: pick(
                        rng,
                        &[
                            (0.6, ": "),
                            (spaced, " : "),
                            (0.1, ":"),
                            (0.06, "="),
                            (0.03, " = "),
                            (0.04, " - "),
                            (0.05, " "),
                            (0.02, "\t"),
                        ],
                    ),
                    between: pick(
                        rng,
                        &[
                            (0.4, ", "),
                            (0.24, "\n"),
                            (0.09, "; "),
                            (0.09, " | "),
                            (0.1, " "),
                            (0.03, ",\n"),
                            (0.02, "\t"),
                            (0.02, " / "),
                            (0.01, " - "),
                            (0.02, "\r\n"),
                        ],
                    ),
                    close: "",
                    is_code: false,
                }
            }
        }
    }
}

/// Adds a part with its probability.
fn add(parts: &mut Parts, key: &'static str, value: Line, probability: f64, rng: &mut Rng) {
    if !value.is_empty() && chance(rng, probability) {
        parts.push((key, value));
    }
}

/// A single component; nothing for empty text.
fn component(tag: Tag, text: &str) -> Line {
    let mut line = Line::default();
    line.push(tag, text);
    line
}

fn of_us(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<Parts> {
    let record = us_record(from, held_out, rng)?;
    let mut parts = Parts::new();
    add(&mut parts, "name", component(Tag::Attention, &person(rng)), 0.2, rng);
    if !record.venue.contains([',', ';']) {
        add(&mut parts, "company", component(Tag::Venue, &record.venue), 0.15, rng);
    }
    let mut street = us_numbered(&record, rng);
    street.pieces.retain(|piece| piece.tag != Some(Tag::Unit));
    while street.pieces.last().is_some_and(|piece| piece.tag.is_none()) {
        street.pieces.pop();
    }
    street_fields(&mut parts, street, true, rng);
    let unit = us::unit::unit(&record, rng);
    add(&mut parts, "unit", component(Tag::Unit, &unit), 0.5, rng);
    if chance(rng, 0.1) {
        add(&mut parts, "place", us::place::place_line(&record, rng, 1.0, 1.0, 0.8), 1.0, rng);
    } else {
        let region = us::place::region(&record.state, rng);
        let code = us::place::zip_code(&record.zip, rng);
        add(&mut parts, "city", component(Tag::Locality, &record.city), 0.95, rng);
        add(&mut parts, "region", component(Tag::Region, &region), 0.9, rng);
        add(&mut parts, "code", component(Tag::Postcode, &code), 0.9, rng);
    }
    let country = us::place::country(rng, 1.0);
    add(&mut parts, "country", component(Tag::Country, &country), 0.25, rng);
    Some(parts)
}

fn of_fr(from: &Mixture, held_out: bool, rng: &mut Rng) -> Parts {
    let (record, _) = from.fr_record(held_out, rng);
    let mut parts = Parts::new();
    add(&mut parts, "name", component(Tag::Attention, &person(rng)), 0.2, rng);
    if !record.venue.contains([',', ';', '(', '/']) {
        add(&mut parts, "company", component(Tag::Venue, &record.venue), 0.2, rng);
    }
    let street = fr::street_line(record, rng);
    let parted = !record.street.is_empty() && !street.pieces.iter().any(|piece| piece.tag == Some(Tag::Unit));
    street_fields(&mut parts, street, parted, rng);
    let unit = fr::unit(rng);
    add(&mut parts, "unit", component(Tag::Unit, &unit), 0.15, rng);
    if chance(rng, 0.22) {
        add(&mut parts, "place", fr::place_line(record, rng, 1.0), 1.0, rng);
    } else {
        let mut city = component(Tag::Locality, &record.city);
        city.then(" ", Tag::Cedex, record.cedex.as_str());
        add(&mut parts, "code", component(Tag::Postcode, &record.postcode), 0.92, rng);
        add(&mut parts, "city", city, 0.95, rng);
    }
    let region = if rng.bool() { &record.department } else { &record.region };
    add(&mut parts, "region", component(Tag::Region, region), 0.1, rng);
    add(&mut parts, "country", component(Tag::Country, "France"), 0.25, rng);
    parts
}

fn of_abroad(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<(Parts, &'static str)> {
    let country = from.world.country(rng);
    let drawn = Abroad::draw(from, &country.code, held_out, rng)?;
    // Skips languages without names of fields.
    let base = drawn.language.split('-').next().unwrap_or_default();
    let has_fields = [drawn.language, base]
        .iter()
        .any(|name| WORDS.get(name).is_some_and(|words| !words.fields.is_empty()));
    if !has_fields {
        return None;
    }
    let mut parts = Parts::new();
    let names =
        ["first", "last"].map(|kind| from.vocabulary.draw(drawn.language, kind, rng).unwrap_or_default());
    if names.iter().all(|name| !name.is_empty()) {
        add(&mut parts, "name", component(Tag::Attention, &names.join(" ")), 0.2, rng);
    }
    let street = drawn.street_line(rng);
    street_fields(&mut parts, street, true, rng);
    if chance(rng, 0.2) && drawn.code_in_front() {
        let mut place = component(Tag::Postcode, &drawn.code);
        place.then(any(rng, &[" ", " ", ", "]), Tag::Locality, drawn.city.as_str());
        add(&mut parts, "place", place, 1.0, rng);
    } else {
        let mut both = [
            ("code", component(Tag::Postcode, &drawn.code)),
            ("city", component(Tag::Locality, &drawn.city)),
        ];
        if !drawn.code_in_front() {
            both.reverse();
        }
        for (key, value) in both {
            add(&mut parts, key, value, 0.93, rng);
        }
    }
    add(&mut parts, "region", component(Tag::Region, &drawn.region), 0.2, rng);
    add(&mut parts, "country", component(Tag::Country, &drawn.country), 0.35, rng);
    Some((parts, drawn.language))
}

/// The street with its number as one field or, if they can be separated, as two.
fn street_fields(parts: &mut Parts, mut street: Line, can_be_parted: bool, rng: &mut Rng) {
    let number = street.pieces.iter().position(|piece| piece.tag == Some(Tag::HouseNumber));
    let Some(number) = number.filter(|_| can_be_parted && chance(rng, 0.22)) else {
        add(parts, "line", street, 1.0, rng);
        return;
    };
    let piece = street.pieces.remove(number);
    street.pieces = trimmed(street.pieces);
    let number = Line { pieces: vec![piece], country: None };
    if rng.bool() {
        parts.extend([("street", street), ("number", number)]);
    } else {
        parts.extend([("number", number), ("street", street)]);
    }
}

/// Pieces without the separators at either end.
fn trimmed(pieces: Vec<crate::line::Piece>) -> Vec<crate::line::Piece> {
    let mut pieces: Vec<_> = pieces.into_iter().skip_while(|piece| piece.tag.is_none()).collect();
    while pieces.last().is_some_and(|piece| piece.tag.is_none()) {
        pieces.pop();
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_table_is_read() {
        let english = &WORDS["en"];
        assert!(
            english.lead.len() > 100 && english.say.len() > 30 && english.fields["city"].contains(&"Town")
        );
        assert!(WORDS.len() > 45, "{}", WORDS.len());
        assert!(WORDS.values().all(|words| !words.lead.is_empty() || !words.fields.is_empty()));
        let keys = [
            "name", "company", "line", "street", "number", "unit", "place", "city", "district", "region",
            "code", "country",
        ];
        for (language, words) in WORDS.iter() {
            assert!(words.fields.keys().all(|key| keys.contains(key)), "{language}");
        }
    }

    #[test]
    fn words_in_front_are_no_component() {
        let mut rng = Rng::with_seed(6);
        let mut line = Line::default();
        line.plain("Ship to: ");
        line.push(Tag::Street, "Lea");
        tell(&mut line, &WORDS["en"], "en", &mut rng);
        let (text, spans) = line.render();
        assert_eq!(spans.len(), 1);
        assert_eq!(&text[spans[0].1..spans[0].2], "Lea");
    }

    #[test]
    fn a_street_in_two_fields_keeps_both_its_parts() {
        let mut rng = Rng::with_seed(6);
        let mut street = Line::of(Tag::Street, "Lea");
        street.then(", ", Tag::HouseNumber, "12");
        let mut parted = 0;
        for _ in 0..200 {
            let mut parts = Parts::new();
            street_fields(&mut parts, street.clone(), true, &mut rng);
            let tags: Vec<Option<Tag>> =
                parts.iter().flat_map(|(_, value)| value.pieces.iter().map(|piece| piece.tag)).collect();
            assert!(tags.contains(&Some(Tag::Street)) && tags.contains(&Some(Tag::HouseNumber)));
            parted += usize::from(parts.len() == 2);
        }
        assert!((15..90).contains(&parted), "{parted}");
    }
}
