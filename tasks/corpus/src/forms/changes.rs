//! Changes that the patterns of a form ask for by name: `{:upper ...}`.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::envelope;
use super::names::agrees;
use crate::encode::labels;
use crate::labels::{split_fr, split_us};
use crate::line::{Line, Piece};
use crate::noise::{TitleCase, recased};
use crate::render::us::usual_case;
use crate::render::world::postcode::of_form;
use crate::render::{any, chance, fr, pick};
use crate::words;

/// The line after the change `name`; `None` if the change does not allow the line. `with` is the text of the value that the pattern
/// names (`{:broken,between ...}`).
pub(super) fn changed_by(name: &str, with: &str, mut line: Line, rng: &mut Rng) -> Option<Line> {
    let whole = || line.pieces.iter().map(|piece| piece.text.as_str()).collect::<String>();
    match name {
        "joined" => line = joined(&whole(), rng),
        "swapped" if chance(rng, 0.35) => line = plain(whole().rsplit('|').collect::<Vec<_>>().join("|")),
        "text" => line = plain(whole()),
        "spaces" => line = plain(whole().split_whitespace().collect::<Vec<_>>().join(" ")),
        "note" => {
            let text = whole().split_whitespace().collect::<Vec<_>>().join(" ");
            line = plain(text.replace(['(', ')', '[', ']', '{', '}', '"', ',', ';', '/'], " "));
        }
        "spaced" => line = spaced(line),
        "mistyped" => mistype(&mut line, rng),
        "scene" => line = scene(line, with),
        "split" => line = if with == "FR" { split_fr(&whole()) } else { split_us(&whole()) }.line(),
        "letters" => line = plain(whole().chars().map(String::from).collect::<Vec<_>>().join(" ")),
        "form" => line = plain(of_form(&whole(), rng)),
        "units" => line = units(&whole()),
        "parts" => return envelope::parted(line, rng),
        "envelope" => line = envelope::spelled(line, rng),
        "recased" => line = recased(line, TitleCase::Us, rng),
        "recased.fr" => line = recased(line, TitleCase::Fr, rng),
        "script.case" => line = script_recased(line, rng),
        "odd" => oddly_cased(&mut line, rng),
        "broken" => line
            .pieces
            .iter_mut()
            .filter(|piece| is_break(piece))
            .for_each(|piece| with.clone_into(&mut piece.text)),
        "shuffled" if chance(rng, 0.1) => line = shuffled(line, rng),
        "labelled" => return can_be_labelled(&line).then_some(line),
        "unspaced" if line.pieces.get(1).is_some_and(is_space) => drop(line.pieces.remove(1)),
        "unspaced.last" => {
            if let Some(at) = line.pieces.iter().rposition(is_space) {
                line.pieces.remove(at);
            }
        }
        "tight" => line
            .pieces
            .iter_mut()
            .filter(|piece| piece.tag.is_none() && piece.text == ", ")
            .for_each(|piece| piece.text.truncate(1)),
        "short" => line = plain(shortened(&whole(), rng)),
        "short.fr" => line = plain(french_short(&whole(), rng)),
        _ => {
            let change = text_change(name);
            line.pieces.iter_mut().for_each(|piece| piece.text = change(&piece.text));
        }
    }
    Some(line)
}

/// A line of one text that is not a component.
pub(super) fn plain(text: impl Into<String>) -> Line {
    Line { pieces: vec![Piece { tag: None, text: text.into() }], country: None }
}

fn text_change(name: &str) -> fn(&str) -> String {
    match name {
        "upper" => |text| text.to_uppercase(),
        "lower" => |text| text.to_lowercase(),
        "title" => usual_case,
        "title.fr" => fr::usual_case,
        "capital" => capitalised,
        "initial" => |text| text.chars().take(1).collect(),
        "base" => |text| base(text).to_owned(),
        "elided" => elided,
        "main" => |text| text.split('-').next().unwrap_or(text).to_owned(),
        "last" => |text| text.rsplit(' ').next().unwrap_or(text).to_owned(),
        "program" => |text| text.to_lowercase().replace([' ', '/'], "_"),
        "trim" => |text| text.trim().to_owned(),
        "solid" => |text| text.replace(' ', ""),
        _ => {
            debug_assert!(matches!(name, "swapped" | "shuffled" | "unspaced"), "no change {name}");
            str::to_owned
        }
    }
}

/// A text with a capital first letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The first word of a town's name that already has an addition (`Weiden in der Oberpfalz`), otherwise the name.
fn base(name: &str) -> &str {
    let mut words = name.split(' ');
    let first = words.next().unwrap_or(name);
    if words.any(|word| word.starts_with(char::is_lowercase)) { first } else { name }
}

/// Contracts `Café de Amiens` to `Café d'Amiens`, as in French.
fn elided(text: &str) -> String {
    let mut out = text.to_owned();
    for vowel in ["A", "E", "É", "I", "Î", "O", "U", "Y"] {
        out = out.replace(&format!(" de {vowel}"), &format!(" d'{vowel}"));
    }
    out.replace(" de Le ", " du ").replace(" de Les ", " des ")
}

/// Names of one thing, separated by bars, as one text.
fn joined(names: &str, rng: &mut Rng) -> Line {
    let between =
        pick(rng, &[(0.4, "/"), (0.22, " / "), (0.22, " - "), (0.08, " – "), (0.05, "-"), (0.03, " /")]);
    // A dash without spaces would seem to join only the words next to it.
    let between = if between == "-" && names.contains([' ', '-']) { " - " } else { between };
    plain(names.replace('|', between))
}

/// A long Italian or Spanish name with some of its words abbreviated: `S. Giovanni in P.to`.
fn shortened(name: &str, rng: &mut Rng) -> String {
    let mut name = name.to_owned();
    for &(word, short) in words::pairs("town_qualifier.short") {
        if name.contains(word) && chance(rng, 0.6) {
            name = name.replace(word, short);
        }
    }
    name
}

/// A French town in one of its short spellings.
fn french_short(city: &str, rng: &mut Rng) -> String {
    let mut name = city.to_owned();
    if chance(rng, 0.75) {
        let dot = any(rng, &["", "", "."]);
        let dash = any(rng, &["-", "-", " "]);
        name =
            name.replace("Sainte-", &format!("Ste{dot}{dash}")).replace("Saint-", &format!("St{dot}{dash}"));
    }
    for (word, spellings) in [
        ("-sur-", &[" s/", " s/", "-s/", " s/ ", " s. ", "-s-", " S/"][..]),
        ("-sous-", &[" s/", " ss ", "-ss-", " s/s "]),
        ("-lès-", &["-lez-", " lez ", " les ", "-les-"]),
    ] {
        if name.contains(word) && chance(rng, 0.75) {
            name = name.replace(word, any(rng, spellings));
        }
    }
    // The river of another town makes a name that no table has.
    if let Some((before, _)) = name.split_once(" s/").filter(|_| rng.u8(..4) == 0) {
        name = format!("{before} s/{}", words::any("town_qualifier.rivers", rng));
    }
    if name.contains('\'') {
        match rng.u8(..6) {
            0 => name = name.replace('\'', "’"),
            1 => name = name.replace('\'', " "),
            2 => name = name.replace('\'', "' "),
            _ => {}
        }
    }
    if chance(rng, 0.2) { name.replace('-', " ") } else { name }
}

/// The line with single spaces inside its plain text, and none at its ends.
fn spaced(mut line: Line) -> Line {
    let mut behind_space = true;
    for piece in line.pieces.iter_mut().filter(|piece| !piece.text.is_empty()) {
        if piece.tag.is_some() {
            behind_space = false;
            continue;
        }
        let mut text = String::with_capacity(piece.text.len());
        for character in piece.text.chars() {
            if character != ' ' || !behind_space {
                text.push(character);
            }
            behind_space = character == ' ';
        }
        piece.text = text;
    }
    line.pieces.retain(|piece| !piece.text.is_empty());
    if let Some(last) = line.pieces.last_mut().filter(|last| last.tag.is_none()) {
        last.text.truncate(last.text.trim_end().len());
    }
    line
}

/// Makes one typo in the words of what is searched for, which `noise` leaves unchanged.
fn mistype(line: &mut Line, rng: &mut Rng) {
    let Some(piece) =
        line.pieces.iter_mut().find(|piece| piece.tag.is_none() && piece.text.chars().count() > 4)
    else {
        return;
    };
    let mut letters: Vec<char> = piece.text.chars().collect();
    let at = rng.usize(1..letters.len() - 2);
    if letters[at..at + 2].iter().all(|letter| letter.is_alphabetic()) {
        match rng.u8(..3) {
            0 => letters.swap(at, at + 1),
            1 => letters.insert(at, letters[at]),
            _ => {
                letters.remove(at);
            }
        }
    }
    piece.text = letters.into_iter().collect();
}

fn is_space(piece: &Piece) -> bool {
    piece.tag.is_none() && piece.text == " "
}

fn is_break(piece: &Piece) -> bool {
    piece.tag.is_none() && piece.text == "\n"
}

/// Units in one text: `Shop 3, Level 2` has two.
fn units(text: &str) -> Line {
    let mut line = Line::default();
    text.split(", ").for_each(|unit| line.then(", ", Tag::Unit, unit));
    line
}

/// The parts between breaks in another order.
fn shuffled(line: Line, rng: &mut Rng) -> Line {
    let mut parts: Vec<Line> =
        line.pieces.split(is_break).map(|part| Line { pieces: part.to_vec(), country: None }).collect();
    rng.shuffle(&mut parts);
    let mut line = Line::default();
    parts.into_iter().for_each(|part| line.join("\n", part));
    line
}

/// Whether the tokenizer splits every word where its components meet. It always splits a state from a ZIP code of that
/// state.
fn can_be_labelled(line: &Line) -> bool {
    let mut pieces: Vec<Piece> = Vec::with_capacity(line.pieces.len() + 1);
    for piece in &line.pieces {
        if let Some(last) = pieces.last()
            && (last.tag, piece.tag) == (Some(Tag::Region), Some(Tag::Postcode))
            && agrees(&piece.text, &last.text)
        {
            pieces.push(Piece { tag: None, text: " ".to_owned() });
        }
        pieces.push(piece.clone());
    }
    let (text, spans) = Line { pieces, country: None }.render();
    labels(&text, &spans).is_some()
}

/// `sAN jOSE, cALIFORNIA`, `boise, IDAHO`, `mIaMi, fLoRiDa`.
fn oddly_cased(line: &mut Line, rng: &mut Rng) {
    let way = rng.u8(..4);
    let flipped = |letter: char| match letter.is_uppercase() {
        true => letter.to_lowercase().next().unwrap_or(letter),
        false => letter.to_uppercase().next().unwrap_or(letter),
    };
    for (index, piece) in line.pieces.iter_mut().filter(|piece| piece.tag.is_some()).enumerate() {
        piece.text = match way {
            0 => piece.text.chars().map(flipped).collect(),
            1 => piece.text.chars().map(|letter| if rng.bool() { flipped(letter) } else { letter }).collect(),
            2 if index % 2 == 0 => piece.text.to_lowercase(),
            2 => piece.text.to_uppercase(),
            _ if index % 2 == 0 => piece.text.to_uppercase(),
            _ => piece.text.to_lowercase(),
        };
    }
}

/// Sometimes changes the case of the Latin letters, and of the other script if it has case.
fn script_recased(mut line: Line, rng: &mut Rng) -> Line {
    let change: fn(&str) -> String = match rng.u8(..100) {
        0..20 => |text| text.to_lowercase(),
        20..32 => |text| text.to_uppercase(),
        _ => return line,
    };
    for piece in &mut line.pieces {
        let script = Script::of_text(&piece.text);
        if script != Script::Georgian && (script == Script::Latin || rng.bool()) {
            piece.text = change(&piece.text);
        }
    }
    line
}

/// A line of a scene in the country: an empty component takes the separator before it along, and separators are pieces of their own, so
/// that noise can drop a comma without the words.
fn scene(drawn: Line, country: &str) -> Line {
    let mut line = Line::default();
    let mut plain = String::new();
    for piece in drawn.pieces {
        let Some(tag) = piece.tag else {
            plain.push_str(&piece.text);
            continue;
        };
        let says = plain.chars().any(char::is_alphanumeric);
        let value = piece.text.trim();
        if value.is_empty() && !says {
            plain.clear();
            continue;
        }
        if says || !line.is_empty() {
            say(&mut line, &plain);
        }
        plain.clear();
        let is_named = country == "FR" && matches!(tag, Tag::Venue | Tag::DependentLocality);
        line.push(tag, if is_named { contracted(value) } else { value.to_owned() });
    }
    if plain.chars().any(char::is_alphanumeric) {
        say(&mut line, plain.trim_end());
    }
    line
}

/// Appends words without a tag.
fn say(line: &mut Line, plain: &str) {
    let mut rest = plain;
    while let Some(at) = rest.find([',', '\n']) {
        let after = &rest[at + 1..];
        let end = rest.len() - after.trim_start_matches(' ').len();
        for part in [&rest[..at], &rest[at..end]].into_iter().filter(|part| !part.is_empty()) {
            line.plain(part);
        }
        rest = &rest[end..];
    }
    if !rest.is_empty() {
        line.plain(rest);
    }
}

/// Names with French contractions: `Mairie d'Orléans`, `Hameau du Moulin`.
fn contracted(name: &str) -> String {
    const VOWELS: &str = "AEIOUYÉÈÊÎaeiouéèê";
    let mut name = name.to_owned();
    for (apart, together) in [
        (" de Les ", " des "),
        (" de les ", " des "),
        (" de Le ", " du "),
        (" de le ", " du "),
        (" de Au ", " du "),
        (" de Aux ", " des "),
    ] {
        name = name.replace(apart, together);
    }
    for vowel in VOWELS.chars() {
        for particle in ["de", "du", "de la"] {
            name = name.replace(&format!(" {particle} {vowel}"), &format!(" d'{vowel}"));
        }
    }
    name
}
