//! Addresses in Han characters and kana, from the region down to the number, often without spaces.

use fastrand::Rng;
use milepost_address::Tag;

use super::Drawing;
use super::parts::Parts;
use crate::line::Line;
use crate::render::{any, chance};
use crate::sources::world::Language;

/// Cities of China that are provinces. They are written like any city with its districts, without a province in front.
const PROVINCES_OF_ONE_CITY: [&str; 4] = ["北京", "上海", "天津", "重庆"];

/// An address in Han characters, with spaces between the parts or without.
pub(super) fn line(from: &Drawing<'_>, parts: &Parts, language: &Language, rng: &mut Rng) -> Line {
    let draw = |kind: &str, rng: &mut Rng| {
        from.vocabulary.draw(language.vocabulary, kind, rng).unwrap_or_default().to_owned()
    };
    let city = |kinds: &[&str], rng: &mut Rng| {
        let drawn = draw("city", rng);
        let name = if drawn == "東京都" { draw("city", rng) } else { drawn };
        let has_kind = name.ends_with(['市', '縣', '县', '区', '町', '村']);
        if has_kind { name } else { format!("{name}{}", any(rng, kinds)) }
    };
    let syllables = |rng: &mut Rng| -> String {
        let characters: Vec<char> = draw("street", rng).chars().chain(draw("last", rng).chars()).collect();
        (0..rng.usize(1..3)).map(|_| characters[rng.usize(..characters.len())]).collect()
    };
    let mut components: Vec<(Tag, String)> = Vec::new();
    match language.name {
        "zh-tw" => {
            components.push((Tag::Locality, city(&["市", "市", "縣"], rng).replace('县', "縣")));
            if chance(rng, 0.9) {
                let kind = any(rng, &["區", "區", "區", "鄉", "鎮", "市"]);
                components.push((Tag::DependentLocality, format!("{}{kind}", syllables(rng))));
            }
            if chance(rng, 0.08) {
                components.push((Tag::DependentLocality, format!("{}里", syllables(rng))));
            }
        }
        "zh" => {
            let is_province = chance(rng, 0.2);
            let province = is_province.then(|| format!("{}市", any(rng, &PROVINCES_OF_ONE_CITY)));
            let city = province.unwrap_or_else(|| city(&["市"], rng));
            components.extend(chinese_town(city, draw("region", rng), rng));
            if chance(rng, 0.6) {
                let kind = any(rng, &["区", "县", "镇", "街道"]);
                components.push((Tag::DependentLocality, format!("{}{kind}", syllables(rng))));
            }
        }
        _ => {
            components.extend(japanese_town(city(&["市"], rng), draw("region", rng), rng));
            components.push((
                Tag::DependentLocality,
                format!("{}{}", draw("suburb", rng), any(rng, &["", "町", "一丁目", "１丁目", ""])),
            ));
        }
    }
    let traditional = language.name == "zh-tw";
    let number = parts.number.clone();
    if language.name != "ja" {
        let name = if rng.bool() { draw("street", rng) } else { syllables(rng) };
        components.push((Tag::Street, street(&name, traditional, rng)));
    }
    let unit = (chance(rng, 0.25) && language.name != "ja").then(|| unit(&number, traditional, rng));
    components.push((Tag::HouseNumber, number));
    components.extend(unit.filter(|unit| !unit.is_empty()).map(|unit| (Tag::Unit, unit)));
    assembled(components, parts, rng)
}

/// A city of China behind its province, unless it is one.
fn chinese_town(city: String, region: String, rng: &mut Rng) -> Vec<(Tag, String)> {
    let short = |name: String, kind: char, rng: &mut Rng| match name.strip_suffix(kind) {
        Some(short) if chance(rng, 0.35) => short.to_owned(),
        _ => name,
    };
    let mut components = Vec::new();
    let is_province = PROVINCES_OF_ONE_CITY.iter().any(|name| city.starts_with(name));
    if !is_province && !region.ends_with('市') && chance(rng, 0.6) {
        components.push((Tag::Region, short(region, '省', rng)));
    }
    components.push((Tag::Locality, short(city, '市', rng)));
    components
}

/// A street with its section and lane, which are part of its name.
fn street(name: &str, traditional: bool, rng: &mut Rng) -> String {
    let east = if traditional { "東路" } else { "东路" };
    let kind = any(rng, &["路", "路", "街", "大道", east, "西街"]);
    let section = any(rng, &["", "", "", "", "", "一段", "二段", "三段", "2段"]);
    // Lanes and alleys are written as part of the street.
    let lane = any(rng, &["", "", "", "", "", "", "38巷", "6巷", "12巷5弄"]);
    if name.ends_with(['路', '街', '巷', '道']) {
        format!("{name}{section}{lane}")
    } else {
        format!("{name}{kind}{section}{lane}")
    }
}

/// A number of a door or a floor; often empty behind a number that ends otherwise.
fn unit(number: &str, traditional: bool, rng: &mut Rng) -> String {
    let story = if traditional { '樓' } else { '楼' };
    match rng.u8(..4) {
        0..2 if number.ends_with(['號', '号']) && !number.contains(['之', '-']) => {
            format!("之{}", rng.u32(1..20))
        }
        0..2 => String::new(),
        2 => format!("{}{story}", rng.u32(1..20)),
        _ => format!("{}室", rng.u32(101..1900)),
    }
}

/// The components from large to small, behind country and postcode.
fn assembled(components: Vec<(Tag, String)>, parts: &Parts, rng: &mut Rng) -> Line {
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
        // The first component follows the postcode's own separator.
        line.then(if index == 0 { "" } else { separator }, tag, text);
    }
    line
}

/// Splits off the prefecture, the district (`郡`) of a town, and the ward of a city. Wards without a city belong to Tokyo.
fn japanese_town(city: String, region: String, rng: &mut Rng) -> Vec<(Tag, String)> {
    let ward_of = city.strip_suffix('区').and_then(|name| name.split_once('市'));
    let region = if city.ends_with('区') && ward_of.is_none() { "東京都".to_owned() } else { region };
    let mut components = Vec::new();
    if chance(rng, 0.7) {
        components.push((Tag::Region, region));
    }
    let in_district = city.split_once('郡').filter(|(_, town)| town.ends_with(['町', '村']));
    match (in_district, ward_of) {
        (Some((district, town)), _) => {
            components.push((Tag::Subregion, format!("{district}郡")));
            components.push((Tag::Locality, town.to_owned()));
        }
        (None, Some((city, ward))) => {
            components.push((Tag::Locality, format!("{city}市")));
            components.push((Tag::DependentLocality, format!("{ward}区")));
        }
        (None, None) => components.push((Tag::Locality, city)),
    }
    components
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn districts_stand_apart_from_their_towns() {
        let mut rng = Rng::with_seed(2);
        let town = |name: &str, rng: &mut Rng| japanese_town(name.to_owned(), "千葉県".to_owned(), rng);
        let parts = town("印旛郡酒々井町", &mut rng);
        assert!(parts.contains(&(Tag::Subregion, "印旛郡".to_owned())));
        assert_eq!(parts.last(), Some(&(Tag::Locality, "酒々井町".to_owned())));
        assert!(!town("郡山市", &mut rng).iter().any(|(tag, _)| *tag == Tag::Subregion));
        assert_eq!(
            town("横浜市中区", &mut rng)[..].last(),
            Some(&(Tag::DependentLocality, "中区".to_owned()))
        );
        assert!(!town("杉並区", &mut rng).iter().any(|(_, name)| name == "千葉県"));
    }
}
