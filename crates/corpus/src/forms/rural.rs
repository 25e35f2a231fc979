//! Addresses of the country: lieux-dits, routes and boxes, kilometres, ranches and townlands, directions in place of an address.

use fastrand::Rng;
use milepost_address::Tag;

use super::Form;
use super::address::{entry, is_plain, listed, number};
use crate::labels::{Street, split_fr, split_us};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, us};

pub(super) const FORM: Form = Form::new("rural", 0.04, draw);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..20) {
        0..5 => of_france(from, held_out, rng),
        5..10 => route_and_box(from, held_out, rng),
        10..12 => county_road(from, held_out, rng),
        12..14 => kilometre(from, held_out, rng),
        14..16 => directions(from, held_out, rng),
        16 => ranch(from, held_out, rng),
        17 => townland(from, held_out, rng),
        18 => japan(from, held_out, rng),
        _ => village(from, held_out, rng),
    }
}

fn separator(rng: &mut Rng) -> &'static str {
    any(rng, &[", ", ", ", ", ", " ", "\n", " - "])
}

/// `Lieu-dit X, 82220 Y`, `12 rue X, Le Bourg, 19000 Y`, `allée X lotissement Y`.
fn of_france(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let record = from.fr_record(held_out, rng).0;
    if record.city.is_empty() {
        return Line::default();
    }
    let separator = separator(rng);
    let mut line = Line::default();
    let street = split_fr(&record.street);
    let with_street = !street.prefix.is_empty() && record.po_box.is_empty();
    match rng.u8(..10) {
        0..3 => line.push(Tag::DependentLocality, format!("{} {}", lieu_dit(rng), hamlet(from, rng))),
        3..5 => line.push(Tag::DependentLocality, hamlet(from, rng)),
        5 | 6 if with_street => {
            line.push(Tag::HouseNumber, number(rng));
            line.join(" ", street.line());
            let name = if rng.bool() {
                hamlet(from, rng)
            } else {
                format!("{} {}", lieu_dit(rng), hamlet(from, rng))
            };
            line.then(any(rng, &[", ", ", ", " - ", "\n", " "]), Tag::DependentLocality, name);
        }
        7 if with_street => {
            line.push(Tag::HouseNumber, number(rng));
            line.join(" ", street.line());
            let estate = any(
                rng,
                &[
                    "lotissement",
                    "Lotissement",
                    "lot.",
                    "Lot",
                    "LOT",
                    "résidence",
                    "hameau",
                    "Hameau de",
                    "domaine",
                ],
            );
            line.then(
                any(rng, &[" ", ", ", " "]),
                Tag::DependentLocality,
                format!("{estate} {}", hamlet(from, rng)),
            );
        }
        8 => {
            line.push(Tag::HouseNumber, number(rng));
            line.then(" ", Tag::Street, hamlet(from, rng));
        }
        _ => {
            let zone = any(
                rng,
                &[
                    "ZA",
                    "ZI",
                    "ZAC",
                    "Z.A.",
                    "Z.I.",
                    "Zone artisanale",
                    "Zone industrielle",
                    "Parc d'activités",
                    "PA",
                ],
            );
            // As the tables of France have it: the zone is the type of a street.
            line.push(Tag::StreetPrefix, zone);
            line.then(" ", Tag::Street, hamlet(from, rng));
        }
    }
    if chance(rng, 0.9) {
        line.then(separator, Tag::Postcode, record.postcode.as_str());
        line.then(" ", Tag::Locality, record.city.as_str());
    } else {
        line.then(separator, Tag::Locality, record.city.as_str());
    }
    line
}

fn lieu_dit(rng: &mut Rng) -> &'static str {
    any(
        rng,
        &[
            "Lieu-dit",
            "Lieu-dit",
            "lieu-dit",
            "Lieu dit",
            "Lieudit",
            "LD",
            "L.D.",
            "au lieu-dit",
            "Hameau",
            "Hameau de",
            "Ferme",
            "Ferme de",
            "Quartier",
            "Au lieu dit",
            "LIEU DIT",
            "Mas",
            "Domaine de",
        ],
    )
}

/// `Le Moulin`, `Les Granges`, `Kerdreux`, `La Croix Blanche`.
fn hamlet(from: &Mixture, rng: &mut Rng) -> String {
    let noun = entry(include_str!("../../data/forms/hamlets_fr.txt"), rng);
    match rng.u8(..12) {
        0 | 7 | 8 => format!(
            "{noun} {}",
            any(
                rng,
                &[
                    "Haut",
                    "Bas",
                    "Neuf",
                    "Vieux",
                    "Blanc",
                    "Rouge",
                    "Nord",
                    "Sud",
                    "de Haut",
                    "de Bas",
                    "d'en Haut"
                ]
            )
        ),
        1 => from.places.of("FR", rng).map_or_else(|| noun.to_owned(), |place| place.name.clone()),
        2 | 9 | 10 => format!(
            "{}{}",
            any(rng, &["Ker", "Pen", "Plou", "Tre", "Lan", "Coat"]),
            any(rng, &["goat", "dreux", "maria", "vao", "guen", "huel", "izel", "bihan", "nevez", "gall"])
        ),
        3 => format!(
            "{} {}",
            any(rng, &["Chez", "Le Bois", "La Ferme", "Le Clos", "Le Mas", "Moulin de", "Château de"]),
            from.vocabulary.draw("fr", "last", rng).unwrap_or("Vane")
        ),
        _ => noun.to_owned(),
    }
}

/// `RR 2 Box 41W`, `R.R. 1, Box 12`, `HC 67 Box 30`: a box at a rural route.
fn route_and_box(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let record = from.us_record(held_out, rng).0;
    if record.city.is_empty() {
        return Line::default();
    }
    let route = any(
        rng,
        &[
            "RR",
            "RR",
            "RR",
            "R.R.",
            "R R",
            "RR#",
            "RR #",
            "Rural Route",
            "Rural Rt",
            "RT",
            "Rt",
            "Rt.",
            "Route",
            "Rte",
            "RFD",
            "R.F.D.",
            "RD",
            "HC",
            "HC",
            "HCR",
            "HC#",
            "H.C.",
            "Highway Contract",
            "Star Route",
            "SR",
            "R.D.",
        ],
    );
    let gap = if route.ends_with('#') { "" } else { " " };
    let of_box =
        format!("{}{}", rng.u32(1..400), any(rng, &["", "", "", "A", "B", "C", "W", "E", "-A", "AA"]));
    let between = any(rng, &[" Box ", " Box ", " BOX ", ", Box ", " Bx ", " box ", " Box #", ", BOX "]);
    let text = match rng.u8(..8) {
        0 => format!("{route}{gap}{}", rng.u32(1..90)),
        1 => format!("Box {of_box}, {route}{gap}{}", rng.u32(1..12)).replace(", ", " "),
        _ => format!("{route}{gap}{}{between}{of_box}", rng.u32(1..90)),
    };
    let separator = separator(rng);
    let mut line = Line::default();
    if chance(rng, 0.1) {
        line.push(Tag::Venue, record.venue.as_str());
    }
    line.then(separator, Tag::PoBox, text);
    line.join(separator, us::place::place_line(&record, rng, 1.0, 0.95, 0.85));
    line
}

fn county_road(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let record = from.us_record(held_out, rng).0;
    let road = any(
        rng,
        &[
            "County Road",
            "County Rd",
            "Co Rd",
            "CR",
            "C.R.",
            "Cnty Rd",
            "Farm to Market Rd",
            "FM",
            "Ranch Road",
            "RM",
            "Township Road",
            "Twp Rd",
            "TR",
            "State Route",
            "State Hwy",
            "US Highway",
            "Forest Road",
            "FR",
            "Private Road",
            "Highway",
            "Hwy",
            "Old Highway",
            "Parish Road",
        ],
    );
    let behind = any(rng, &["", "", "", "", " N", " S", " E", " W"]);
    let letter = any(rng, &["", "", "", "", "A", "B"]);
    let street = split_us(&format!("{road} {}{letter}{behind}", rng.u32(1..4_500)));
    let separator = separator(rng);
    let mut line = Line::of(Tag::HouseNumber, us::house_number(rng));
    line.join(" ", street.line());
    line.join(separator, us::place::place_line(&record, rng, 1.0, 0.95, 0.85));
    line
}

/// `Carr 2 Km 47.7`, `Carretera a Tolé Km 12.5`, `Rodovia BR-101 km 12`.
fn kilometre(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let kilometre = format!(
        "{}{}{}",
        any(rng, &["Km ", "Km. ", "km ", "KM ", "Km", "Kilómetro ", "Kil. "]),
        rng.u32(1..300),
        any(rng, &["", ".5", ".3", ".7", ",2", ".0", "+500"])
    );
    let separator = any(rng, &[" ", ", ", " "]);
    if chance(rng, 0.4) {
        let place = from.places.in_region("PR", "", rng);
        let mut line = Line::of(
            Tag::Street,
            format!(
                "{} {}",
                any(rng, &["Carr", "Carr.", "Carretera", "PR", "Carr PR", "CARR", "Road", "Ruta"]),
                rng.u32(1..999)
            ),
        );
        line.then(separator, Tag::HouseNumber, kilometre);
        if chance(rng, 0.3) {
            let barrio = from.vocabulary.draw("es", "last", rng).unwrap_or("Vane");
            line.then(
                any(rng, &[", ", " "]),
                Tag::DependentLocality,
                format!("{} {barrio}", any(rng, &["Bo.", "Barrio", "Bo", "Sector", "Sect."])),
            );
        }
        line.then(any(rng, &[", ", " "]), Tag::Locality, place.name.as_str());
        line.then(any(rng, &[", ", " "]), Tag::Region, any(rng, &["PR", "PR", "Puerto Rico"]));
        if place.country == "PR" {
            line.then(" ", Tag::Postcode, place.postcode.as_str());
        }
        return line;
    }
    let code =
        any(rng, &["MX", "MX", "CR", "GT", "PA", "CO", "EC", "PE", "CL", "AR", "ES", "BR", "VE", "HN"]);
    let (Some(town), Some(other)) = (from.towns.of(code, held_out, rng), from.towns.large(code, rng)) else {
        return Line::default();
    };
    let street = match rng.u8(..6) {
        0 => Street::written(&format!(
            "{}|{} - {}",
            any(rng, &["Carretera", "Autopista", "Vía"]),
            town.name,
            other.name
        )),
        1 => Street::written(&format!(
            "{}|{}",
            any(rng, &["Ruta", "Ruta Nacional", "Ruta Provincial", "RN", "RP"]),
            rng.u32(1..240)
        )),
        2 if code == "BR" => Street::written(&format!(
            "{}|{}-{:03}",
            any(rng, &["Rodovia", "Rod.", "Estrada"]),
            any(rng, &["BR", "SP", "MG"]),
            rng.u32(10..480)
        )),
        3 => Street::written(&format!(
            "{}|{}-{}",
            any(rng, &["Carretera", "Ctra.", "Crta."]),
            any(rng, &["N", "A", "C", "CV", "M"]),
            rng.u32(1..640)
        )),
        _ => Street::written(&format!(
            "{}|{} {}",
            any(rng, &["Carretera", "Carr.", "Camino", "Autopista", "Ctra."]),
            any(rng, &["a", "a", "al", "de"]),
            other.name
        )),
    };
    let mut line = Line::default();
    if chance(rng, 0.3) {
        line.push(Tag::HouseNumber, kilometre);
        line.join(separator, street.line());
    } else {
        line.join("", street.line());
        line.then(separator, Tag::HouseNumber, kilometre);
    }
    if !is_plain(&town.name) {
        return Line::default();
    }
    line.then(", ", Tag::Locality, town.name.as_str());
    if chance(rng, 0.4) && town.division != town.name && is_plain(&town.division) {
        line.then(", ", Tag::Region, town.division.as_str());
    }
    if chance(rng, 0.3) {
        line.then(", ", Tag::Country, from.countries.name(code, rng));
    }
    line
}

/// The way there in place of an address: no component but the place it ends with.
fn directions(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let english = chance(rng, 0.3);
    let code = if english { "US" } else { any(rng, &["CR", "CR", "NI", "NI", "HN", "PA", "GT"]) };
    let Some(town) = from.towns.of(code, held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let landmark = entry(
        if english {
            include_str!("../../data/forms/landmarks_en.txt")
        } else {
            include_str!("../../data/forms/landmarks_es.txt")
        },
        rng,
    );
    let count = any(rng, &[25, 50, 75, 100, 125, 150, 200, 250, 300, 400, 500, 700]);
    let text = if english {
        let side = any(rng, &["north", "south", "east", "west", "N", "S", "E", "W", "northeast"]);
        match rng.u8(..4) {
            0 => format!("{} miles {side} of {landmark}", rng.u32(1..20)),
            1 => format!("{} blocks {side} of {landmark}", rng.u32(1..6)),
            2 => format!(
                "{} past {landmark} on the {}",
                any(rng, &["just", "half a mile", "200 yards", "right"]),
                any(rng, &["left", "right"])
            ),
            _ => format!("across from {landmark}"),
        }
    } else {
        let side = any(
            rng,
            &[
                "norte", "sur", "este", "oeste", "al norte", "al sur", "al este", "al oeste", "arriba",
                "abajo", "al lago",
            ],
        );
        let unit = any(rng, &["metros", "mts", "m", "mts.", "metros", "varas", "vrs"]);
        match rng.u8(..5) {
            0 => format!(
                "{}{landmark} {} {} {side}",
                any(rng, &["De ", "Del ", "De la ", "de "]),
                rng.u32(1..5),
                any(rng, &["c.", "cuadras", "cdras", "c", "1/2 c."])
            ),
            1 => format!("Frente a {landmark}"),
            2 => format!(
                "{}{landmark} {count} {unit} {side} y {} {unit} {}",
                any(rng, &["De ", "Del ", ""]),
                count / 2 + 25,
                any(rng, &["sur", "este", "oeste", "norte"])
            ),
            3 => format!(
                "{}{landmark}, {} c. {side}, {} c. {}",
                any(rng, &["De ", "Del "]),
                rng.u32(1..4),
                rng.u32(1..4),
                any(rng, &["abajo", "arriba", "al sur", "al lago"])
            ),
            _ => format!("{count} {unit} {side} de {landmark}"),
        }
    };
    let mut line = Line::default();
    line.plain(text);
    line.plain(any(rng, &[", ", ", ", " ", "; "]));
    line.push(Tag::Locality, town.name.as_str());
    if chance(rng, 0.4) && is_plain(&town.division) && town.division != town.name {
        line.then(
            ", ",
            Tag::Region,
            if english { us::place::region(&town.division_code, rng) } else { town.division.clone() },
        );
    }
    if chance(rng, 0.5) && !english {
        line.then(", ", Tag::Country, from.countries.name(code, rng));
    }
    line
}

/// Ranches, ejidos and villages of Latin America: what is instead of a street.
fn ranch(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (code, kinds) = any(
        rng,
        &[
            ("MX", "Rancho;Ejido;Ranchería;Hacienda;Comunidad;Poblado;Congregación;Col. Agrícola"),
            ("CO", "Vereda;Finca;Corregimiento;Hacienda;Parcela"),
            ("BR", "Sítio;Fazenda;Chácara;Povoado;Distrito de;Zona Rural"),
            ("EC", "Recinto;Hacienda;Comuna;Finca"),
            ("PE", "Fundo;Caserío;Anexo;Centro Poblado"),
            ("AR", "Paraje;Estancia;Colonia;Campo"),
            ("CL", "Fundo;Parcela 12;Sector;Parcelación"),
            ("ES", "Finca;Cortijo;Masía;Partida;Pedanía;Diseminado"),
            ("PT", "Lugar;Quinta;Herdade;Sítio;Casal"),
            ("GT", "Aldea;Caserío;Finca;Cantón"),
        ],
    );
    let Some(town) = from.towns.of(code, held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let language = if matches!(code, "BR" | "PT") { "pt" } else { "es" };
    let kind = any(rng, &kinds.split(';').collect::<Vec<_>>());
    let name = match rng.u8(..3) {
        0 => format!("{} {}", any(rng, &["San", "Santa", "El", "La", "Los", "Las"]), from.vocabulary.draw(language, "first", rng).unwrap_or("José")),
        1 => from.vocabulary.draw(language, "last", rng).unwrap_or("Vane").to_owned(),
        _ => entry("El Porvenir;La Esperanza;Las Flores;El Carmen;La Palma;Los Pinos;El Rosario;Buenos Aires;La Unión;Boa Vista;Santa Rita;El Mirador;La Laguna;Las Delicias;Agua Fría;Palo Alto;Tres Marías;Vista Alegre;La Primavera;El Salto", rng).to_owned(),
    };
    let separator = any(rng, &[", ", ", ", " ", " - "]);
    let mut line = Line::of(Tag::DependentLocality, format!("{kind} {name}"));
    if chance(rng, 0.3) {
        line.then(
            separator,
            Tag::HouseNumber,
            any(rng, &["s/n", "S/N", "sin número", "Km 4", "Km 12.5", "KM 3"]),
        );
    }
    line.then(separator, Tag::Locality, town.name.as_str());
    if chance(rng, 0.6) && is_plain(&town.division) {
        line.then(separator, Tag::Region, town.division.as_str());
    }
    if chance(rng, 0.3) {
        line.then(", ", Tag::Country, from.countries.name(code, rng));
    }
    line
}

/// `Ballymore, Kilkee, Co. Clare`: an Irish townland before its town.
fn townland(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(town) = from.towns.of("IE", held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let first = any(
        rng,
        &[
            "Bally", "Kil", "Knock", "Drum", "Clon", "Carrow", "Derry", "Lis", "Rath", "Gort", "Tully",
            "Cool", "Ard", "Glen", "Kilna",
        ],
    );
    let behind = any(
        rng,
        &[
            "more", "beg", "na", "roe", "duff", "ard", "een", "keeran", "macoo", "vaddy", "nagh", "boy",
            "dine", "garve", "killy", "brack", "mullen",
        ],
    );
    let mut line = Line::of(
        Tag::DependentLocality,
        format!("{first}{behind}{}", any(rng, &["", "", "", " Upper", " Lower", " East", " North"])),
    );
    line.then(", ", Tag::Locality, town.name.as_str());
    let county = any(rng, &listed(include_str!("../../data/forms/counties_ie.txt")));
    line.then(", ", Tag::Subregion, format!("{} {county}", any(rng, &["Co.", "Co", "County", "Co."])));
    if chance(rng, 0.35) {
        line.then(any(rng, &[", ", " "]), Tag::Postcode, crate::render::world::postcode::irish("", rng));
    }
    if chance(rng, 0.25) {
        line.then(", ", Tag::Country, "Ireland");
    }
    line
}

/// `4-4-2 Ichibancho, Matsuyama-shi, Ehime 790-8570`.
fn japan(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let Some(town) = from.towns.of("JP", held_out, rng).filter(|town| is_plain(&town.name)) else {
        return Line::default();
    };
    let ward = format!(
        "{}{}",
        any(
            rng,
            &[
                "Naka", "Kita", "Minami", "Higashi", "Nishi", "Hon", "Shin", "Kami", "Shimo", "O", "Ko",
                "Sakura", "Matsu", "Ta", "Yama"
            ]
        ),
        any(
            rng,
            &[
                "cho", "machi", "-cho", "-machi", "no", "hama", "saki", "da", "yama", "gawa", "dori", "dai",
                "ura"
            ]
        )
    );
    let mut line = Line::default();
    if chance(rng, 0.06) {
        line.push(Tag::Unit, format!("{}F", rng.u32(1..20)));
        line.plain(", ");
    }
    line.push(
        Tag::HouseNumber,
        format!("{}-{}{}", rng.u32(1..9), rng.u32(1..40), any(rng, &["", "-3", "-12", "-1", "-27"])),
    );
    line.then(any(rng, &[" ", ", "]), Tag::DependentLocality, ward);
    if chance(rng, 0.25) {
        line.then(
            ", ",
            Tag::DependentLocality,
            any(rng, &["Chuo-ku", "Naka-ku", "Kita-ku", "Minami-ku", "Nishi-ku", "Sakyo-ku", "Aoba-ku"]),
        );
    }
    line.then(
        ", ",
        Tag::Locality,
        format!("{}{}", town.name, any(rng, &["", "", "-shi", "-shi", " City", "-cho"])),
    );
    let prefecture = town.division.trim_end_matches(" Prefecture");
    if chance(rng, 0.85) && prefecture != town.name {
        line.then(
            ", ",
            Tag::Region,
            format!("{prefecture}{}", any(rng, &["", "", "", "-ken", " Prefecture", " Pref."])),
        );
    }
    if chance(rng, 0.8) {
        line.then(
            any(rng, &[" ", ", "]),
            Tag::Postcode,
            format!("{:03}-{:04}", rng.u32(10..999), rng.u32(..9_999)),
        );
    }
    if chance(rng, 0.4) {
        line.then(", ", Tag::Country, any(rng, &["Japan", "Japan", "JAPAN", "Japon"]));
    }
    line
}

/// A part of a municipality in front of it: `OT Murrdorf`, `Ortsteil`, `Frazione`, `Loc.`, `Buurtschap`.
fn village(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (code, kinds) = any(
        rng,
        &[
            ("DE", "OT;Ortsteil;Ortst.;Gemeinde"),
            ("IT", "Frazione;Fraz.;Località;Loc.;Borgata;Contrada;C.da"),
            ("FR", "Hameau;Village;Bourg"),
            ("AT", "Ortschaft;Katastralgemeinde"),
            ("CZ", "Část;Osada"),
            ("PT", "Lugar de;Freguesia de"),
        ],
    );
    let (Some(town), Some(part)) = (from.towns.of(code, held_out, rng), from.towns.of(code, held_out, rng))
    else {
        return Line::default();
    };
    let Some(place) = from.places.of(code, rng).filter(|_| is_plain(&town.name) && is_plain(&part.name))
    else {
        return Line::default();
    };
    let part = format!("{} {}", any(rng, &kinds.split(';').collect::<Vec<_>>()), part.name);
    let mut line = Line::default();
    if code == "DE" && rng.bool() {
        line.push(Tag::Postcode, place.postcode.as_str());
        line.then(" ", Tag::Locality, town.name.as_str());
        line.then(any(rng, &[", ", " "]), Tag::DependentLocality, part);
        return line;
    }
    line.push(Tag::DependentLocality, part);
    if chance(rng, 0.6) {
        line.then(any(rng, &[" ", ", "]), Tag::HouseNumber, number(rng));
    }
    line.then(", ", Tag::Postcode, place.postcode.as_str());
    line.then(" ", Tag::Locality, town.name.as_str());
    line
}
