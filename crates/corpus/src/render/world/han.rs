//! Addresses in Han characters and kana: from the region down to the number, often without a space.

use fastrand::Rng;
use milepost_address::Tag;

use super::Drawing;
use super::parts::Parts;
use crate::line::Line;
use crate::render::{any, chance};
use crate::sources::world::Language;

/// Cities of China that are a province, of which the districts are the cities.
const PROVINCES_OF_ONE_CITY: [&str; 4] = ["北京", "上海", "天津", "重庆"];

/// Han characters from the region down to the number: with spaces between the parts, or without any.
pub(super) fn line(from: &Drawing<'_>, parts: &Parts, language: &Language, rng: &mut Rng) -> Line {
    let draw = |kind: &str, rng: &mut Rng| {
        from.vocabulary.draw(language.vocabulary, kind, rng).unwrap_or_default().to_owned()
    };
    let city = |rng: &mut Rng| {
        let name = draw("city", rng);
        if name.ends_with(['市', '縣', '县', '区', '町', '村', '郡']) {
            name
        } else {
            format!("{name}{}", any(rng, &["市", "市", "縣"]))
        }
    };
    let syllables = |rng: &mut Rng| -> String {
        let characters: Vec<char> = draw("street", rng).chars().chain(draw("last", rng).chars()).collect();
        (0..rng.usize(1..3)).map(|_| characters[rng.usize(..characters.len())]).collect()
    };
    let mut components: Vec<(Tag, String)> = Vec::new();
    match language.name {
        "zh-tw" => {
            components.push((Tag::Locality, city(rng).replace('县', "縣")));
            if chance(rng, 0.9) {
                let kind = any(rng, &["區", "區", "區", "鄉", "鎮", "市"]);
                components.push((Tag::DependentLocality, format!("{}{kind}", syllables(rng))));
            }
            if chance(rng, 0.08) {
                components.push((Tag::DependentLocality, format!("{}里", syllables(rng))));
            }
        }
        "zh" => {
            let short = |name: String, kind: char, rng: &mut Rng| match name.strip_suffix(kind) {
                Some(short) if chance(rng, 0.35) => short.to_owned(),
                _ => name,
            };
            let city = if chance(rng, 0.2) { any(rng, &PROVINCES_OF_ONE_CITY).to_owned() } else { city(rng) };
            let is_province = PROVINCES_OF_ONE_CITY.iter().any(|name| city.starts_with(name));
            if !is_province && chance(rng, 0.6) {
                components.push((Tag::Region, short(draw("region", rng), '省', rng)));
            }
            components.push((if is_province { Tag::Region } else { Tag::Locality }, short(city, '市', rng)));
            if chance(rng, 0.6) {
                let tag = if is_province { Tag::Locality } else { Tag::DependentLocality };
                components
                    .push((tag, format!("{}{}", syllables(rng), any(rng, &["区", "县", "镇", "街道"]))));
            }
        }
        _ => {
            if chance(rng, 0.7) {
                components.push((Tag::Region, draw("region", rng)));
            }
            components.push((Tag::Locality, city(rng)));
            components.push((
                Tag::DependentLocality,
                format!("{}{}", draw("suburb", rng), any(rng, &["", "町", "一丁目", "１丁目", ""])),
            ));
        }
    }
    if language.name != "ja" {
        let name = if rng.bool() { draw("street", rng) } else { syllables(rng) };
        let kind = any(rng, &["路", "路", "街", "大道", "東路", "西街"]);
        let section = any(rng, &["", "", "", "一段", "二段", "三段", "2段", "38巷", "6巷", "12巷5弄"]);
        let whole = if name.ends_with(['路', '街', '巷', '道']) {
            format!("{name}{section}")
        } else {
            format!("{name}{kind}{section}")
        };
        components.push((Tag::Street, whole));
    }
    components.push((Tag::HouseNumber, parts.number.clone()));
    if chance(rng, 0.25) && language.name != "ja" {
        let unit = match rng.u8(..4) {
            0..2 => format!("之{}", rng.u32(1..20)),
            2 => format!("{}樓", rng.u32(1..20)),
            _ => format!("{}室", rng.u32(101..1900)),
        };
        components.push((Tag::Unit, unit));
    }
    let mut line = Line::default();
    if chance(rng, 0.1) {
        line.push(Tag::Country, parts.country.as_str());
    }
    let separator = any(rng, &[" ", " ", " ", ""]);
    if chance(rng, 0.25) {
        line.then(" ", Tag::Postcode, parts.postcode.as_str());
        line.plain(any(rng, &[" ", separator]).to_owned());
    }
    for (index, (tag, text)) in components.into_iter().enumerate() {
        // Behind the postcode's own separator no second one stands.
        line.then(if index == 0 { "" } else { separator }, tag, text);
    }
    line
}
