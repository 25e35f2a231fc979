//! Whole addresses of Thailand in Thai, from the number up to the province. Spaces separate the parts, not the words of
//! a name.

use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::full_east_asian::{Lists, of_split, small_or_large};
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, pick};

pub(super) const FORM: Form = Form::new("full_thai", 0.015, draw).typed(Typing::Case);

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(include_str!("../../data/forms/full_thai.txt"), ' '));

/// Names of the capital, some of them abbreviated.
const BANGKOK: [&str; 7] =
    ["กรุงเทพมหานคร", "กรุงเทพมหานคร", "กรุงเทพมหานคร", "กรุงเทพฯ", "กรุงเทพฯ", "กรุงเทพ", "กทม."];

type Parts = Vec<(Tag, String)>;

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let (mut places, postcode) = if chance(rng, 0.48) { bangkok(rng) } else { province(from, held_out, rng) };
    let mut house = vec![(Tag::HouseNumber, house_number(rng))];
    let mut street = vec![(Tag::Street, street(held_out, rng))];
    if chance(rng, 0.07) {
        street.clear();
    }
    let mut inside = building(rng);
    let mut postcode = if chance(rng, 0.75) { postcode } else { String::new() };
    let mut country = if chance(rng, 0.07) {
        any(rng, &["ประเทศไทย", "ประเทศไทย", "ไทย"])
    } else {
        ""
    };
    // A part of an address.
    if chance(rng, 0.17) {
        inside.clear();
        match rng.u8(..6) {
            0..2 => (house, street) = Default::default(),
            2 => {
                (places, postcode, country) = Default::default();
            }
            3 => {
                house.clear();
                places.drain(..places.len().saturating_sub(1));
            }
            4 => {
                (house, street) = Default::default();
                places.drain(..places.len().saturating_sub(2));
            }
            _ => (places, postcode, country) = (places.drain(..1).collect(), String::new(), ""),
        }
    }
    written(inside, [house, street].concat(), places, postcode, country, rng)
}

fn written(inside: Parts, way: Parts, places: Parts, postcode: String, country: &str, rng: &mut Rng) -> Line {
    let separator = pick(rng, &[(0.84, " "), (0.08, ", "), (0.03, "  "), (0.02, ","), (0.03, "\n")]);
    let thai_digits = chance(rng, 0.035);
    let digits = |text: String| if thai_digits { in_thai_digits(&text) } else { text };
    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.plain(any(rng, &["ที่อยู่: ", "ที่อยู่ ", "ที่อยู่ : ", "สถานที่ ", "จัดส่งที่ ", "ส่งที่ ", "ผู้รับ: "]));
    }
    let mut body = Line::default();
    if chance(rng, 0.03) {
        body.push(Tag::Attention, person(rng));
        body.plain(any(rng, &["\n", " ", ", "]));
    }
    let apart = if separator == "\n" { " " } else { separator };
    // The building comes first, or after the number.
    let inside_first = rng.bool();
    let mut own = Line::default();
    for (tag, text) in inside {
        own.then(apart, tag, digits(text));
    }
    if inside_first && !own.is_empty() {
        body.pieces.append(&mut own.pieces);
        body.plain(separator);
    }
    let mut first = true;
    for (tag, text) in way {
        if !first {
            body.plain(if tag == Tag::Street { any(rng, &[" ", " ", apart]) } else { apart });
        }
        body.push(tag, if tag == Tag::HouseNumber { digits(text) } else { text });
        first = false;
        if tag == Tag::HouseNumber && !own.is_empty() {
            body.plain(apart);
            body.pieces.append(&mut own.pieces);
        }
    }
    if chance(rng, 0.025) && !body.is_empty() {
        let near = any(rng, &["ใกล้", "ตรงข้าม", "หลัง", "หน้า", "ติดกับ", "เยื้อง"]);
        body.plain(format!(" ({near}{})", LISTS.any("place", rng)));
    }
    let mut among = Line::default();
    for (tag, text) in places {
        // Sub-district and district are one value, whether or not a space separates them.
        let glued = tag == Tag::DependentLocality && chance(rng, 0.03);
        among.then(if glued { "" } else { apart }, tag, text);
    }
    body.join(separator, among);
    if !postcode.is_empty() {
        let said = pick(rng, &[(0.93, ""), (0.03, "รหัสไปรษณีย์ "), (0.02, "ไปรษณีย์ "), (0.02, "รหัสไปรษณีย์: ")]);
        if !body.is_empty() {
            body.plain(if said.is_empty() { any(rng, &[" ", " ", " ", " ", ", ", ""]) } else { " " });
        }
        if !said.is_empty() {
            body.plain(said);
        }
        body.push(Tag::Postcode, digits(postcode));
    }
    body.then(any(rng, &[" ", ", "]), Tag::Country, country);
    line.pieces.extend(body.pieces);
    if chance(rng, 0.025) {
        let number = format!("0{}-{:03}-{:04}", rng.u32(2..99), rng.u32(100..1_000), rng.u32(0..10_000));
        line.plain(format!(" {}{number}", any(rng, &["โทร. ", "โทร ", "โทร.", "โทรศัพท์ ", "Tel. "])));
    }
    line
}

fn in_thai_digits(text: &str) -> String {
    let digit = |character: char| match character.to_digit(10) {
        Some(value) => char::from_u32(0xe50 + value).unwrap_or(character),
        None => character,
    };
    text.chars().map(digit).collect()
}

fn person(rng: &mut Rng) -> String {
    const FIRST: [&str; 24] = [
        "สมชาย",
        "สมศักดิ์",
        "สมหญิง",
        "วิชัย",
        "ประเสริฐ",
        "สุชาติ",
        "อนุชา",
        "ธนพล",
        "กิตติ",
        "ณัฐพล",
        "พรทิพย์",
        "มาลี",
        "สุดารัตน์",
        "ศิริพร",
        "กมลวรรณ",
        "ปิยะ",
        "วรรณา",
        "นภา",
        "จิราพร",
        "อรทัย",
        "ชัยวัฒน์",
        "มานะ",
        "ปราณี",
        "วิภา",
    ];
    const LAST: [&str; 18] = [
        "ใจดี",
        "รักไทย",
        "แก้วมณี",
        "ทองดี",
        "สุขใจ",
        "ศรีสุข",
        "วงศ์ใหญ่",
        "บุญมา",
        "แสงทอง",
        "จันทร์เพ็ญ",
        "พงษ์ไพบูลย์",
        "เจริญสุข",
        "มั่นคง",
        "สายชล",
        "ชัยมงคล",
        "อินทร์แก้ว",
        "ศรีวิไล",
        "คำแสน",
    ];
    format!("{}{} {}", any(rng, &["คุณ", "คุณ", "นาย", "นางสาว", "นาง", ""]), any(rng, &FIRST), any(rng, &LAST))
}

/// Sub-district and district of the capital, its name and a postcode.
fn bangkok(rng: &mut Rng) -> (Parts, String) {
    let mut places = Parts::new();
    let written = rng.u8(..20);
    if let Some(row) = LISTS.row("khet", rng) {
        let (khwaeng, khet) = match written {
            0..16 => ("แขวง", "เขต"),
            16 => ("แขวง ", "เขต "),
            _ => ("", ""),
        };
        if chance(rng, 0.82) {
            places.push((Tag::DependentLocality, format!("{khwaeng}{}", row.any(rng))));
        }
        if chance(rng, 0.93) {
            places.push((Tag::DependentLocality, format!("{khet}{}", row.head)));
        }
    }
    if chance(rng, 0.95) || places.is_empty() {
        places.push((Tag::Locality, any(rng, &BANGKOK).to_owned()));
    }
    (
        places,
        format!(
            "10{}",
            any(
                rng,
                &[
                    "100", "110", "120", "150", "160", "170", "200", "210", "220", "230", "240", "250",
                    "260", "300", "310", "330", "400", "500", "510", "520", "530", "600", "700", "800",
                    "900"
                ]
            )
        ),
    )
}

/// Sub-district, district and province, or only the town.
fn province(from: &Mixture, held_out: bool, rng: &mut Rng) -> (Parts, String) {
    let mut places = Parts::new();
    let postcode = format!(
        "{}{}0",
        rng.u32(11..97),
        any(
            rng,
            &[
                "00", "11", "12", "13", "14", "15", "16", "17", "20", "21", "22", "23", "25", "26", "28",
                "31", "32", "40", "50", "52", "10"
            ]
        )
    );
    let Some(row) = LISTS.row("amphoe", rng) else { return (places, postcode) };
    let (mut region, mut district) = (row.head, row.any(rng).to_owned());
    if chance(rng, 0.3)
        && let Some(town) = from.towns.of("TH", held_out, rng)
        && let Some(name) = town.in_script(Script::SouthEastAsian, rng).filter(|name| !name.contains(' '))
        && let Some(row) = LISTS.called("amphoe", &town.division)
    {
        (region, district) =
            (row.head, name.trim_start_matches("อำเภอ").trim_start_matches("บ้าน").to_owned());
    }
    if chance(rng, 0.12) {
        // The town itself, by its name or as a municipality.
        let name = if rng.bool() { region } else { district.trim_start_matches("เมือง") };
        let word = any(rng, &["", "", "", "เทศบาลนคร", "เทศบาลเมือง", "เมือง"]);
        places.push((Tag::Locality, format!("{word}{name}")));
        if name != region && chance(rng, 0.7) {
            places.push((Tag::Region, format!("{}{region}", any(rng, &["", "จ.", "จังหวัด"]))));
        }
        return (places, postcode);
    }
    let words = match rng.u8(..20) {
        0..9 => ["ตำบล", "อำเภอ", "จังหวัด"],
        9..16 => ["ต.", "อ.", "จ."],
        16 => ["ต. ", "อ. ", "จ. "],
        17 => ["ตำบล ", "อำเภอ ", "จังหวัด "],
        18 => ["ตำบล", "อำเภอ", ""],
        _ => ["", "", ""],
    };
    if chance(rng, 0.85) {
        let name = tambon(from, held_out, rng);
        places.push((Tag::DependentLocality, format!("{}{name}", words[0])));
    }
    if district.starts_with("เมือง") && !words[1].is_empty() && chance(rng, 0.45) {
        district = "เมือง".to_owned();
    }
    if chance(rng, 0.93) {
        places.push((Tag::Subregion, format!("{}{district}", words[1])));
    }
    places.push((Tag::Region, format!("{}{region}", words[2])));
    (places, postcode)
}

fn tambon(from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    of_split(held_out, rng, |rng| match rng.u8(..10) {
        0..4 => LISTS.any("tambon", rng).to_owned(),
        4 => from.vocabulary.draw("th", "suburb", rng).unwrap_or_default().to_owned(),
        _ => invented(rng),
    })
}

fn invented(rng: &mut Rng) -> String {
    format!("{}{}", LISTS.any("front", rng), LISTS.any("behind", rng))
}

/// `99/5`, `เลขที่ 12`, `12/3 หมู่ 5`: the number of the hamlet is part of the house number.
fn house_number(rng: &mut Rng) -> String {
    let (number, small) = (small_or_large(rng), rng.u32(1..120));
    let plain = match rng.u8(..20) {
        0..9 => number.to_string(),
        9..17 => format!("{number}/{small}"),
        17 => format!("{number}-{}", number + 4),
        18 => format!("{number}/{small}-{}", small + 2),
        _ => format!("{number} {}", any(rng, &["ก", "ข", "ค"])),
    };
    let said = pick(rng, &[(0.78, ""), (0.15, "เลขที่ "), (0.02, "บ้านเลขที่ "), (0.03, "เลขที่"), (0.02, "ที่ ")]);
    let hamlet = rng.u32(1..16);
    let hamlet = match rng.u8(..40) {
        0..4 => format!(" หมู่ {hamlet}"),
        4..6 => format!(" หมู่ที่ {hamlet}"),
        6..9 => format!(" ม.{hamlet}"),
        9 => format!(" ม. {hamlet}"),
        10 => format!(" หมู่{hamlet}"),
        _ => String::new(),
    };
    format!("{said}{plain}{hamlet}")
}

/// A road, a lane, or a lane with the road it leaves. Lane and road are one street.
fn street(held_out: bool, rng: &mut Rng) -> String {
    let road = of_split(held_out, rng, |rng| match rng.u8(..10) {
        0..7 => LISTS.any("road", rng).to_owned(),
        7 => format!(
            "{}-{}",
            LISTS.row("amphoe", rng).map_or("", |row| row.head),
            LISTS.row("amphoe", rng).map_or("", |row| row.any(rng))
        ),
        8 => LISTS.any("tambon", rng).to_owned(),
        _ => invented(rng),
    });
    let road = match rng.u8(..20) {
        0..10 => format!("ถนน{road}"),
        10..16 => format!("ถ.{road}"),
        16 => format!("ถ. {road}"),
        17 => format!("ถนน {road}"),
        _ => road,
    };
    if !chance(rng, 0.42) {
        return road;
    }
    let name = match rng.u8(..10) {
        0..5 => LISTS.any("soi", rng).to_owned(),
        5..7 => LISTS.any("road", rng).to_owned(),
        7 => String::new(),
        _ => invented(rng),
    };
    let number = rng.u32(1..120);
    let name = match rng.u8(..6) {
        _ if name.is_empty() => number.to_string(),
        0..3 => format!("{name} {number}"),
        3 => format!("{name}{number}"),
        _ => name,
    };
    let branch = if chance(rng, 0.05) { format!(" แยก {}", rng.u32(1..20)) } else { String::new() };
    let word = match rng.u8(..20) {
        0..12 => "ซอย",
        12..16 => "ซ.",
        16 => "ซอย ",
        17 => "ซ. ",
        18 => "ตรอก",
        _ => "ซอย",
    };
    let soi = format!("{word}{name}{branch}");
    if chance(rng, 0.6) { format!("{soi} {road}") } else { soi }
}

/// A building or an estate, a floor and room, both, or nothing.
fn building(rng: &mut Rng) -> Parts {
    let mut inside = Parts::new();
    let with_venue = chance(rng, 0.25);
    if with_venue {
        let name = LISTS.any("name", rng);
        let text = match rng.u8(..10) {
            0..6 => format!("{}{}{name}", LISTS.any("building", rng), any(rng, &["", "", " "])),
            6 => format!("บริษัท {name} จำกัด"),
            7 => format!("ร้าน{name}"),
            _ => LISTS.any("place", rng).to_owned(),
        };
        inside.push((Tag::Venue, text));
    }
    if chance(rng, if with_venue { 0.5 } else { 0.1 }) {
        let (floor, room) = (rng.u32(1..40), rng.u32(1..30) * 100 + rng.u32(1..20));
        let unit = match rng.u8(..10) {
            0..4 => format!("ชั้น {floor}"),
            4 => format!("ชั้นที่ {floor}"),
            5 => format!("ชั้น {floor} ห้อง {room}"),
            6 => format!("ห้อง {room}"),
            7 => format!("ห้องเลขที่ {room}"),
            8 => format!("ห้องชุดเลขที่ {}/{}", floor, room),
            _ => any(rng, &["ชั้น G", "ชั้นล่าง", "ชั้นใต้ดิน", "ชั้น M", "ชั้น 1", "ชั้น B1"]).to_owned(),
        };
        inside.push((Tag::Unit, unit));
    }
    inside
}

#[cfg(test)]
mod tests {
    use milepost_text::tokenize;

    use super::*;

    fn words(text: &str) -> Vec<&str> {
        tokenize(text).iter().map(|token| token.text(text)).collect()
    }

    #[test]
    fn vowels_and_tone_marks_are_inside_a_word() {
        let text = "เลขที่ 99/5 ถ.สุขุมวิท หมู่5 กรุงเทพฯ 10110";
        assert_eq!(words(text), ["เลขที่", "99", "/", "5", "ถ.สุขุมวิท", "หมู่", "5", "กรุงเทพฯ", "10110"]);
    }

    #[test]
    fn sub_district_and_district_are_one_value_unless_a_comma_parts_them() {
        let mut rng = Rng::with_seed(4);
        let places = |rng: &mut Rng| loop {
            let (places, _) = bangkok(rng);
            if places.len() == 3 {
                return places;
            }
        };
        for _ in 0..200 {
            let line = written(Parts::new(), Parts::new(), places(&mut rng), String::new(), "", &mut rng);
            let (text, spans) = line.render();
            let districts = spans.iter().filter(|(tag, ..)| *tag == Tag::DependentLocality).count();
            assert!(districts == 1 || text.contains([',', '\n']), "{text}");
        }
    }

    #[test]
    fn digits_of_thailand_stand_for_those_of_europe() {
        assert_eq!(in_thai_digits("99/5 ม.3"), "๙๙/๕ ม.๓");
    }
}
