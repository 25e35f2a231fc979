//! Whole addresses of Thailand in Thai: number, lane and road, subdistrict, district, province, postcode.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::address::listed;
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance};

pub(super) const FORM: Form = Form::new("full_thai", 0.015, draw).typed(Typing::None);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let mut line = Line::default();
    let separator = any(rng, &[" ", " ", " ", ", ", "\n"]);
    let in_bangkok = chance(rng, 0.45);
    if chance(rng, 0.08) {
        let kind = any(rng, &["อาคาร", "โรงแรม", "โรงเรียน", "วัด", "บริษัท", "โรงพยาบาล", "ร้าน", "หมู่บ้าน"]);
        line.push(Tag::Venue, format!("{kind}{}", name(from, rng)));
    }
    if chance(rng, 0.06) {
        line.then(
            separator,
            Tag::Unit,
            format!("{} {}", any(rng, &["ชั้น", "ห้อง", "ห้องเลขที่"]), rng.u32(1..40)),
        );
    }
    line.then(separator, Tag::HouseNumber, number(rng));
    let road = format!(
        "{}{}{}",
        any(rng, &["ถนน", "ถนน", "ถ.", "ถ. "]),
        name(from, rng),
        any(rng, &["", "", "", " 1", " 2"])
    );
    if chance(rng, 0.2) {
        let lane = any(rng, &["ซอย", "ซ."]);
        let lane = if rng.bool() {
            format!("{lane}{}", name(from, rng))
        } else {
            format!("{lane} {}", rng.u32(1..110))
        };
        line.then(" ", Tag::Street, if rng.bool() { format!("{lane} {road}") } else { lane });
    } else if chance(rng, 0.9) {
        line.then(" ", Tag::Street, road);
    }
    let district = town(from, held_out, rng).unwrap_or_else(|| name(from, rng).to_owned());
    let ward = name(from, rng);
    if in_bangkok {
        if chance(rng, 0.75) {
            line.then(
                separator,
                Tag::DependentLocality,
                format!("{}{ward} {}{}", any(rng, &["แขวง", "แขวง"]), "เขต", any(rng, &BANGKOK)),
            );
        } else {
            line.then(
                separator,
                Tag::DependentLocality,
                format!("{}{}", any(rng, &["เขต", "แขวง", ""]), any(rng, &BANGKOK)),
            );
        }
        line.then(
            separator,
            Tag::Locality,
            any(rng, &["กรุงเทพมหานคร", "กรุงเทพฯ", "กรุงเทพ", "กทม.", "กรุงเทพมหานคร"]),
        );
    } else {
        let province = any(rng, &listed(include_str!("../../data/forms/provinces_th.txt")));
        if chance(rng, 0.7) {
            line.then(
                separator,
                Tag::DependentLocality,
                format!("{}{ward}", any(rng, &["ตำบล", "ต.", "ต."])),
            );
        }
        let capital = chance(rng, 0.25);
        if capital {
            line.then(
                separator,
                Tag::Locality,
                format!("{}{province}", any(rng, &["เมือง", "อำเภอเมือง", "อ.เมือง", ""])),
            );
        } else {
            line.then(
                separator,
                Tag::Locality,
                format!("{}{district}", any(rng, &["อำเภอ", "อ.", "อ.", "", "เทศบาลเมือง"])),
            );
        }
        line.then(separator, Tag::Region, format!("{}{province}", any(rng, &["จังหวัด", "จ.", "จ.", "", ""])));
    }
    if chance(rng, 0.75) {
        line.then(any(rng, &[" ", " ", separator]), Tag::Postcode, rng.u32(10_000..96_999).to_string());
    }
    if chance(rng, 0.06) {
        line.then(separator, Tag::Country, any(rng, &["ประเทศไทย", "ไทย"]));
    }
    line
}

fn number(rng: &mut Rng) -> String {
    let house = if rng.bool() {
        format!("{}/{}", rng.u32(1..999), rng.u32(1..200))
    } else {
        rng.u32(1..2_000).to_string()
    };
    match rng.u8(..10) {
        0 => format!("เลขที่ {house}"),
        1 | 2 => format!("{house} {} {}", any(rng, &["หมู่", "หมู่ที่", "ม.", "หมู่"]), rng.u32(1..16)),
        3 => format!("{house} ม.{}", rng.u32(1..16)),
        _ => house,
    }
}

/// Names that roads, lanes and subdistricts have, of people, places and things.
fn name<'a>(from: &'a Mixture, rng: &mut Rng) -> &'a str {
    let drawn = from
        .vocabulary
        .draw("th", any(rng, &["city", "last", "suburb"]), rng)
        .filter(|name| rng.bool() && !name.contains(' '));
    drawn.unwrap_or_else(|| any(rng, &listed(include_str!("../../data/forms/names_th.txt"))))
}

fn town(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<String> {
    (0..40).find_map(|_| {
        from.towns
            .of("TH", held_out, rng)?
            .in_script(Script::SouthEastAsian, rng)
            .filter(|name| !name.contains(' '))
            .map(str::to_owned)
    })
}

/// Districts of Bangkok.
const BANGKOK: [&str; 20] = [
    "คลองเตย",
    "บางรัก",
    "สาทร",
    "วัฒนา",
    "พญาไท",
    "ราชเทวี",
    "ปทุมวัน",
    "จตุจักร",
    "ห้วยขวาง",
    "ดินแดง",
    "บางกะปิ",
    "ลาดพร้าว",
    "พระนคร",
    "ดุสิต",
    "ธนบุรี",
    "บางนา",
    "สวนหลวง",
    "หลักสี่",
    "ดอนเมือง",
    "มีนบุรี",
];
