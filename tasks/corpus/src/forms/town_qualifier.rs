//! Official names of towns with an addition that distinguishes them: `Frankenberg, Sachs`, `Weiden i.d. OPf.`, `Buchs SG`, `Clinton
//! Township`, `Chalon s/Saône`. The whole name is the locality.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::around::{self, Around, is_one_word, section, town};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::us::place::region_name;
use crate::render::us::usual_case;
use crate::render::world::street::with_places;
use crate::render::{any, chance, pick};
use crate::words;

pub(super) const FORM: Form = Form::new("town_qualifier", 0.02, draw);

/// Share of the lines with plain towns, some with the region after a comma.
const CONTROL: f64 = 0.18;

const WORDS: &str = include_str!("../../data/forms/town_qualifier.txt");

macro_rules! lists {
    ($($list:ident = $heading:literal;)*) => {
        $(static $list: LazyLock<Vec<&'static str>> = LazyLock::new(|| section(WORDS, $heading));)*
    };
}

lists! {
    DE_LANDS = "de lands";
    DE_SHORT = "de short";
    DE_RIVERS = "de rivers";
    DE_AM = "de am";
    DE_IM = "de im";
    DE_BRACKETS = "de brackets";
    AT = "at";
    CH = "ch";
    CANTONS = "ch cantons";
    DK = "dk";
    NO = "no";
    SE = "se";
    PL = "pl";
    PL_BESIDE = "pl beside";
    CZ = "cz";
    SK = "sk";
    SI = "si";
    HR = "hr";
    NL = "nl";
    GB = "gb";
    FR_RIVERS = "river fr";
}

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    if chance(rng, CONTROL) {
        return control(from, held_out, rng);
    }
    match rng.u8(..40) {
        0..15 => german(from, held_out, rng),
        15..18 => named("AT", from, held_out, rng, |name, _, _, rng| format!("{name} {}", any(rng, &AT))),
        18..21 => named("CH", from, held_out, rng, swiss),
        21..26 => french(from, held_out, rng),
        26..32 => american(from, held_out, rng),
        32..35 => named("GB", from, held_out, rng, british),
        _ => elsewhere(from, held_out, rng),
    }
}

/// An address in a town of the country `code` with a one-word name, which `name` extends.
fn named(
    code: &str,
    from: &Mixture,
    held_out: bool,
    rng: &mut Rng,
    name: fn(&str, &Mixture, bool, &mut Rng) -> String,
) -> Line {
    let Some(town) = town(from, code, held_out, is_one_word, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    around.town = Line::of(Tag::Locality, name(&town.name, from, held_out, rng));
    around.line(rng)
}

/// The one-word name of another town of the country.
fn other_town(from: &Mixture, code: &str, held_out: bool, rng: &mut Rng) -> String {
    town(from, code, held_out, is_one_word, rng).map_or_else(|| "Berg".to_owned(), |town| town.name.clone())
}

fn german(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let simple = |name: &str| {
        name.chars().count() > 2 && !name.contains(['(', ',', '/']) && name.split(' ').count() < 3
    };
    let Some(town) = town(from, "DE", held_out, simple, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    let words: Vec<&str> = town.name.split(' ').collect();
    // A name that already has an addition gets one of the list in its place.
    let own = words.len() > 1 && words[1..].iter().any(|word| word.starts_with(char::is_lowercase));
    let base = if own { words[0] } else { town.name.as_str() };
    let mut name = qualified(base, from, held_out, rng);
    if words.len() == 1 && chance(rng, 0.05) {
        name = format!(
            "{} {name}",
            any(rng, &["Bad", "St.", "Sankt", "Markt", "Groß", "Neu", "Alt", "Ober", "Stadt", "Hansestadt"])
        );
    }
    around.town = Line::of(Tag::Locality, name);
    // Sometimes the state follows as well.
    if chance(rng, 0.06) {
        around.region.clone_from(&town.division);
    }
    around.line(rng)
}

/// A German town with its addition.
fn qualified(base: &str, from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    match rng.u8(..20) {
        0..7 => {
            format!("{base}{}{}", pick(rng, &[(0.92, ", "), (0.05, ","), (0.03, " , ")]), land(from, rng))
        }
        7..14 => {
            let pattern = any(rng, &DE_SHORT);
            let filled = with_places(pattern, |kind, out| {
                out.push_str(&match kind {
                    "river" => any(rng, &DE_RIVERS).to_owned(),
                    "am" => any(rng, &DE_AM).to_owned(),
                    "im" => any(rng, &DE_IM).to_owned(),
                    "land" => any(rng, &DE_BRACKETS).to_owned(),
                    _ => other_town(from, "DE", held_out, rng),
                });
            });
            format!("{base} {filled}")
        }
        14..17 => format!(
            "{base} ({})",
            if rng.u8(..5) == 0 { land(from, rng) } else { any(rng, &DE_BRACKETS).to_owned() }
        ),
        17 | 18 => format!("{base}{}{}", any(rng, &["/", "/", "-", " / "]), any(rng, &DE_RIVERS)),
        _ => format!("{base} {}", any(rng, &DE_LANDS)),
    }
}

/// A state, landscape or river after a town, sometimes an invented district (`Kr`), because no list has them all.
fn land(from: &Mixture, rng: &mut Rng) -> String {
    match rng.u8(..20) {
        0 => format!("Kr {}", around::word(from, "de", "city", rng)),
        1 => format!("Kr. {}", around::word(from, "de", "city", rng)),
        2 | 3 => any(rng, &DE_RIVERS).to_owned(),
        _ => any(rng, &DE_LANDS).to_owned(),
    }
}

fn swiss(name: &str, from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    match rng.u8(..10) {
        0..5 => format!("{name} {}", any(rng, &CANTONS)),
        5..7 => format!("{name} ({})", any(rng, &CANTONS)),
        _ => {
            let filled =
                with_places(any(rng, &CH), |_, out| out.push_str(&other_town(from, "CH", held_out, rng)));
            let dash = if filled.starts_with(['s', 'p', 'l']) && filled.contains('-') { "-" } else { " " };
            format!("{name}{dash}{filled}")
        }
    }
}

/// French towns with their apostrophes and abbreviations, and the arrondissements of the three cities that have them.
fn french(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    if chance(rng, 0.3) {
        return arrondissement(from, held_out, rng);
    }
    let special = |city: &str| {
        city.contains("Saint")
            || city.contains("-sur-")
            || city.contains("-sous-")
            || city.contains('\'')
            || city.contains("-lès-")
            || city.contains("-en-")
    };
    let drawn = (0..100).map(|_| from.fr_record(held_out, rng).0);
    let Some(record) = drawn.into_iter().find(|record| special(&record.city) && record.cedex.is_empty())
    else {
        return Line::default();
    };
    let mut around = Around::drawn(from, "FR", held_out, rng);
    if !around.postcode.is_empty() {
        around.postcode.clone_from(&record.postcode);
    }
    if around.country.is_empty() && chance(rng, 0.1) {
        around.region.clone_from(if rng.bool() { &record.department } else { &record.region });
    }
    around.town = Line::of(Tag::Locality, french_short(&record.city, rng));
    around.line(rng)
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
    let beside = |word: &str, rng: &mut Rng| match word {
        "sur" => any(rng, &[" s/", " s/", "-s/", " s/ ", " s. ", "-s-", " S/"]).to_owned(),
        "sous" => any(rng, &[" s/", " ss ", "-ss-", " s/s "]).to_owned(),
        _ => any(rng, &["-lez-", " lez ", " les ", "-les-"]).to_owned(),
    };
    for word in ["sur", "sous", "lès"] {
        if name.contains(&format!("-{word}-")) && chance(rng, 0.75) {
            name = name.replace(&format!("-{word}-"), &beside(word, rng));
        }
    }
    // The river of another town makes a name that no table has.
    if let Some((before, _)) = name.split_once(" s/").filter(|_| rng.u8(..4) == 0) {
        name = format!("{before} s/{}", any(rng, &FR_RIVERS));
    }
    if name.contains('\'') {
        match rng.u8(..6) {
            0 => name = name.replace('\'', "’"),
            1 => name = name.replace('\'', " "),
            2 => name = name.replace('\'', "' "),
            _ => {}
        }
    }
    if chance(rng, 0.2) {
        name = name.replace('-', " ");
    }
    name
}

/// `Lyon 7e Arrondissement`.
fn arrondissement(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (city, base, most) = any(
        rng,
        &[("Paris", 75_000, 20), ("Paris", 75_000, 20), ("Lyon", 69_000, 9), ("Marseille", 13_000, 16)],
    );
    let number = rng.u32(1..=most);
    let mut around = Around::drawn(from, "FR", held_out, rng);
    if !around.postcode.is_empty() {
        around.postcode = format!("{:05}", base + number);
    }
    let ending = if number == 1 {
        any(rng, &["er", "er", "ER"])
    } else {
        any(rng, &["e", "e", "ème", "eme", "è", "E", "EME"])
    };
    let word = words::any("town_qualifier.arrondissement", rng);
    let spelled = match rng.u8(..8) {
        0 => format!("Arrondissement {number}"),
        1 if word.is_empty() => format!("{number:02}"),
        _ => format!("{number}{ending}{word}"),
    };
    around.town = Line::of(Tag::Locality, city);
    around.town.then(pick(rng, &[(0.7, " "), (0.2, ", "), (0.1, " - ")]), Tag::DependentLocality, spelled);
    around.line(rng)
}

fn american(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (record, _) = from.us_record(held_out, rng);
    let listed = from.places.in_region("US", &record.state, rng);
    let city = if record.city.is_empty() { listed.name.clone() } else { usual_case(&record.city) };
    if city.is_empty() || record.state.len() != 2 {
        return Line::default();
    }
    let name = match rng.u8(..20) {
        0..8 => format!("{} {city}", words::any("town_qualifier.in.front", rng)),
        8..18 => format!("{city} {}", words::any("town_qualifier.behind", rng)),
        18 => format!(
            "{} {city} {}",
            any(rng, &["North", "South", "East", "West", "Upper", "Lower", "New", "Old"]),
            any(rng, &words::all("town_qualifier.behind")[..6])
        ),
        _ => format!("The {} {city}", any(rng, &["City of", "Town of", "Village of", "Borough of"])),
    };
    let mut around = Around::drawn(from, "US", held_out, rng);
    if !around.postcode.is_empty() {
        around.postcode.clone_from(&record.zip);
    }
    if chance(rng, 0.92) {
        around.region =
            if rng.u8(..3) == 0 { usual_case(&region_name(&record.state)) } else { record.state.clone() };
    } else if around.street.is_empty() {
        around.postcode.clear();
    }
    around.town = Line::of(Tag::Locality, name);
    if chance(rng, 0.08) && !record.county.is_empty() && record.state != "LA" {
        around.town.then(", ", Tag::Subregion, format!("{} County", usual_case(&record.county)));
    }
    around.line(rng)
}

fn british(name: &str, _: &Mixture, _: bool, rng: &mut Rng) -> String {
    format!("{name}{}", any(rng, &GB))
}

fn elsewhere(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code =
        any(rng, &["PL", "PL", "CZ", "CZ", "NL", "NL", "DK", "NO", "SE", "SK", "SI", "HR", "IT", "ES"]);
    let pattern: fn(&str, &Mixture, bool, &mut Rng) -> String = match code {
        "PL" => polish,
        "CZ" => |name, from, held_out, rng| beside(name, "CZ", &CZ, from, held_out, rng),
        "SK" => |name, _, _, rng| format!("{name} {}", any(rng, &SK)),
        "SI" => |name, _, _, rng| format!("{name} {}", any(rng, &SI)),
        "HR" => |name, _, _, rng| format!("{name} {}", any(rng, &HR)),
        "NL" => |name, from, held_out, rng| beside(name, "NL", &NL, from, held_out, rng),
        "DK" => |name, _, _, rng| any(rng, &DK).replace("{town}", name),
        "NO" => |name, _, _, rng| any(rng, &NO).replace("{town}", name),
        "SE" => |name, _, _, rng| any(rng, &SE).replace("{town}", name),
        _ => return latin(code, from, held_out, rng),
    };
    named(code, from, held_out, rng, pattern)
}

/// A name with an addition that says what the town lies near, sometimes another town.
fn beside(
    name: &str,
    code: &str,
    list: &[&'static str],
    from: &Mixture,
    held_out: bool,
    rng: &mut Rng,
) -> String {
    let filled = with_places(any(rng, list), |_, out| out.push_str(&other_town(from, code, held_out, rng)));
    format!("{name} {filled}")
}

/// A Polish town with an adjective that agrees in gender, or with what it lies near.
fn polish(name: &str, from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    if rng.u8(..3) == 0 {
        return beside(name, "PL", &PL_BESIDE, from, held_out, rng);
    }
    let stem = any(rng, &PL);
    let soft = stem.ends_with(['k', 'g']);
    let ending = match name.chars().last() {
        Some('a') => "a",
        Some('o' | 'e' | 'y' | 'i') if soft => "ie",
        Some('o' | 'e' | 'y' | 'i') => "e",
        _ if soft => "i",
        _ => "y",
    };
    let adjective = format!("{stem}{ending}");
    if matches!(stem, "Wielk" | "Mał" | "Star" | "Now" | "Duż" | "Górn" | "Doln") && rng.bool() {
        return format!("{adjective} {name}");
    }
    format!("{name} {adjective}")
}

/// Long names of Italian and Spanish towns, abbreviated: `S. Giovanni in P.to`, `Alcalá de Hres.`.
fn latin(code: &str, from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let long = |name: &str| name.split(' ').count() > 2 && !name.contains(['(', ',', '/']);
    let Some(town) = town(from, code, held_out, long, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    let mut name = town.name.clone();
    for (word, short) in [
        ("San ", "S. "),
        ("Santa ", "S. "),
        ("Santo ", "S. "),
        ("Sant'", "S. "),
        ("Santa ", "Sta. "),
        ("Villa ", "V. "),
        ("Villanueva ", "Vva. "),
        ("Castel ", "C. "),
        (" della ", " d. "),
        (" de la ", " de la "),
        (" sul ", " s/"),
        (" sull'", " s/"),
        (" sulla ", " s/"),
    ] {
        if name.contains(word) && chance(rng, 0.6) {
            name = name.replace(word, short);
        }
    }
    if name == town.name && rng.bool() {
        return Line::default();
    }
    around.town = Line::of(Tag::Locality, name);
    around.line(rng)
}

/// The counterexamples: plain towns, with the full name of their state after a comma, which is a region, or without.
fn control(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let code = any(rng, &["DE", "DE", "DE", "AT", "CH", "FR", "US", "GB", "PL", "CZ", "IT", "ES", "NL"]);
    let Some(town) = from.towns.of(code, held_out, rng) else { return Line::default() };
    let mut around = Around::of_town(from, town, held_out, rng);
    let division = match code {
        "DE" => german_land(&town.division),
        "FR" => town.county.clone(),
        _ => town.division.clone(),
    };
    let shown = if around.street.is_empty() { 0.85 } else { 0.4 };
    if !around::is_english(code) && chance(rng, shown) {
        around.region = division;
    }
    around.town = Line::of(Tag::Locality, town.name.as_str());
    around.line(rng)
}

/// A state of Germany in German; for some the table has English names.
fn german_land(division: &str) -> String {
    let own = match division {
        "Bavaria" => "Bayern",
        "Saxony" => "Sachsen",
        "Saxony-Anhalt" => "Sachsen-Anhalt",
        "Lower Saxony" => "Niedersachsen",
        "Thuringia" => "Thüringen",
        "Hesse" => "Hessen",
        "North Rhine-Westphalia" => "Nordrhein-Westfalen",
        "Rhineland-Palatinate" => "Rheinland-Pfalz",
        "Mecklenburg-Vorpommern" | "Mecklenburg-Western Pomerania" => "Mecklenburg-Vorpommern",
        other => other,
    };
    own.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_list_is_empty() {
        let all = [
            &DE_LANDS,
            &DE_SHORT,
            &DE_RIVERS,
            &DE_AM,
            &DE_IM,
            &DE_BRACKETS,
            &AT,
            &CH,
            &CANTONS,
            &DK,
            &NO,
            &SE,
            &PL,
        ];
        let others = [&PL_BESIDE, &CZ, &SK, &SI, &HR, &NL, &GB, &FR_RIVERS];
        for list in all.iter().chain(&others) {
            assert!(list.len() > 5, "{:?}", list.first());
        }
    }

    #[test]
    fn french_towns_are_shortened_and_keep_their_name() {
        let mut rng = Rng::with_seed(8);
        let drawn: Vec<String> = (0..300).map(|_| french_short("Saint-Murr-sur-Vane", &mut rng)).collect();
        assert!(drawn.iter().all(|name| name.contains("Murr") && !name.contains("--")));
        for spelled in ["St-", "St ", "s/Vane", "-sur-"] {
            assert!(drawn.iter().any(|name| name.contains(spelled)), "{spelled}");
        }
    }
}
