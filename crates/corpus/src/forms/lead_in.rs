//! Words that say what follows: `Ship to:`, `Adresse :`, `Street: ..., City: ...`. They are no component, nor is the telephone number beside.

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::address::{entry, of_anywhere, phone};
use crate::line::{Line, Piece};
use crate::mixture::Mixture;
use crate::render::{any, chance};

pub(super) const FORM: Form = Form::new("lead_in", 0.025, draw);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let address = of_anywhere(from, held_out, rng);
    match rng.u8(..20) {
        0..11 => behind(opening(rng), address),
        11..16 => labelled(address, rng),
        16..18 => behind(reached_by(rng), address),
        _ => {
            let mut line = if rng.bool() { behind(opening(rng), address) } else { address };
            line.plain(closing(rng));
            line
        }
    }
}

fn behind(opening: String, address: Line) -> Line {
    let mut line = Line::default();
    line.plain(opening);
    line.pieces.extend(address.pieces);
    line
}

/// `Ship to: `, `ANSCHRIFT - `, `Livrer à :`.
fn opening(rng: &mut Rng) -> String {
    let words = entry(include_str!("../../data/forms/lead_ins.txt"), rng);
    let sign =
        any(rng, &[": ", ": ", ": ", ":", " : ", " - ", " – ", "\n", ":\n", " ", " = ", "-> ", "; ", ". "]);
    format!("{words}{sign}")
}

/// A telephone number, an e-mail or a name of a page in front.
fn reached_by(rng: &mut Rng) -> String {
    let word = any(
        rng,
        &[
            "Tel",
            "Tel.",
            "Tel:",
            "Phone:",
            "Phone",
            "Ph.",
            "Mobile",
            "Fax:",
            "Tél.",
            "Tél :",
            "Telefon:",
            "Teléfono:",
            "Call",
            "T:",
            "Cell:",
            "Tlf.",
            "Handy:",
        ],
    );
    let sign = any(rng, &[" - ", ", ", "\n", " | ", "; ", " "]);
    format!("{word} {}{sign}", phone(rng))
}

/// What stands behind an address on a page or in a message.
fn closing(rng: &mut Rng) -> String {
    let sign = any(rng, &[", ", " - ", "\n", " | ", "; ", " ", ". "]);
    let word = any(
        rng,
        &["Phone:", "Tel.", "Tel:", "Tél.", "Fax", "T.", "Telefon:", "Tlf:", "Phone", "call", "mobile:"],
    );
    match rng.u8(..6) {
        0..3 => format!("{sign}{word} {}", phone(rng)),
        3 => format!("{sign}{}", phone(rng)),
        4 => format!(
            "{sign}{}",
            any(
                rng,
                &[
                    "Get directions",
                    "View map",
                    "(map)",
                    "Directions",
                    "Itinéraire",
                    "Open now",
                    "Hours: 9am - 5pm",
                    "Voir le plan",
                    "Route planen",
                    "Mon-Fri 8-17"
                ]
            )
        ),
        _ => format!(
            "{sign}{}",
            any(
                rng,
                &[
                    "info@example.com",
                    "www.example.org",
                    "contact@example.fr",
                    "https://example.com/map",
                    "Email: hello@example.net"
                ]
            )
        ),
    }
}

/// Each part behind what the form calls it: `Street: ..., City: ..., ZIP: ...`.
fn labelled(address: Line, rng: &mut Rng) -> Line {
    let lists = super::address::listed(include_str!("../../data/forms/field_labels.txt"));
    let languages: Vec<&str> = lists.iter().filter_map(|line| line.split('|').next()).collect();
    let language = any(rng, &languages);
    let labels = |kind: &str| -> Vec<&'static str> {
        let found = lists.iter().find(|line| line.starts_with(&format!("{language}|")));
        let field = found
            .and_then(|line| line.split('|').find_map(|field| field.strip_prefix(kind)?.strip_prefix('=')));
        field.map(|field| field.split(';').collect()).unwrap_or_default()
    };
    let sign = any(rng, &[": ", ": ", ": ", ":", " : ", "=", " - ", " "]);
    let separator = any(rng, &[", ", ", ", "; ", "\n", " | ", " ", ","]);
    let mut line = Line::default();
    let mut street = false;
    for part in tagged(address) {
        let kind = match part.first().and_then(|piece| piece.tag) {
            Some(Tag::HouseNumber | Tag::StreetPrefix | Tag::Street | Tag::StreetSuffix) if !street => {
                street = true;
                "street"
            }
            Some(Tag::HouseNumber | Tag::StreetPrefix | Tag::Street | Tag::StreetSuffix) => "",
            Some(Tag::Locality) => "city",
            Some(Tag::Region) => "state",
            Some(Tag::Postcode) => "code",
            Some(Tag::Country) => "country",
            Some(Tag::Venue) => "company",
            Some(Tag::Unit) => "unit",
            _ => "",
        };
        if !line.is_empty() {
            line.plain(if kind.is_empty() { " " } else { separator });
        }
        let choices = labels(kind);
        if !kind.is_empty() && !choices.is_empty() {
            line.plain(format!("{}{sign}", any(rng, &choices)));
        }
        line.pieces.extend(part);
    }
    if chance(rng, 0.1) {
        line.plain(format!(
            "{separator}{}{sign}{}",
            any(rng, &["Phone", "Tel", "Tél", "Telefon", "Mobile"]),
            phone(rng)
        ));
    }
    line
}

/// Components one by one, those of a street together with what stands between them.
fn tagged(address: Line) -> Vec<Vec<Piece>> {
    let is_street =
        |tag: Tag| matches!(tag, Tag::HouseNumber | Tag::StreetPrefix | Tag::Street | Tag::StreetSuffix);
    let mut parts: Vec<Vec<Piece>> = Vec::new();
    let mut between = None;
    for piece in address.pieces {
        let Some(tag) = piece.tag else {
            between = Some(piece);
            continue;
        };
        let last = parts.last().and_then(|part| part.last()).and_then(|piece| piece.tag);
        match (parts.last_mut(), between.take()) {
            (Some(part), Some(gap)) if is_street(tag) && last.is_some_and(is_street) => {
                part.extend([gap, piece])
            }
            _ => parts.push(vec![piece]),
        }
    }
    parts
}
