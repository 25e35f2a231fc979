//! Whole addresses of Japan, China, Taiwan and Korea in their scripts, from the large to the small, mostly without spaces.

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::address::listed;
use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance};

pub(super) const FORM: Form = Form::new("full_east_asian", 0.04, draw).typed(Typing::None);

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let parts = match rng.u8(..4) {
        0 => japan(from, held_out, rng),
        1 => china(from, held_out, rng),
        2 => taiwan(from, held_out, rng),
        _ => return korea(from, held_out, rng),
    };
    let separator = any(rng, &["", "", "", "", " ", " ", "，", ", "]);
    together(&parts, separator)
}

type Parts = Vec<(Tag, String)>;

fn together(parts: &Parts, separator: &str) -> Line {
    let mut line = Line::default();
    for (tag, text) in parts {
        line.then(separator, *tag, text.as_str());
    }
    line
}

/// A town's name in Han or kana, of the split that is drawn.
fn town(from: &Mixture, country: &str, held_out: bool, rng: &mut Rng) -> Option<String> {
    (0..60).find_map(|_| {
        let name = from.towns.of(country, held_out, rng)?.in_script(Script::Han, rng)?;
        (name.chars().count() >= 2 && name.chars().all(|character| Script::of(character) == Script::Han))
            .then(|| name.to_owned())
    })
}

/// One or two characters that names of places and streets are made of.
fn syllables(characters: &str, rng: &mut Rng) -> String {
    let characters: Vec<char> = characters.chars().collect();
    (0..any(rng, &[1, 2, 2, 2])).map(|_| any(rng, &characters)).collect()
}

/// Digits as they are typed: ASCII, now and then full width.
fn digits(number: u32, wide: bool) -> String {
    let text = number.to_string();
    if !wide {
        return text;
    }
    text.chars()
        .filter_map(|digit| char::from_u32(u32::from(digit) - u32::from('0') + u32::from('０')))
        .collect()
}

fn with_ending(name: &str, endings: &[&str], rng: &mut Rng) -> String {
    match name.ends_with(['市', '區', '区', '縣', '县', '町', '村', '鄉', '鎮', '镇']) {
        true => name.to_owned(),
        false => format!("{name}{}", any(rng, endings)),
    }
}

const JAPANESE: &str = "本中上下東西南北大小新田山川野原松竹梅桜森林石岡島谷沢井口浜崎津橋町宮寺神栄緑若葉泉清水高砂錦旭朝日美春秋池堀平坂丘台";

fn japan(from: &Mixture, held_out: bool, rng: &mut Rng) -> Parts {
    let prefecture = any(rng, &listed(include_str!("../../data/forms/prefectures_jp.txt")));
    let Some(town) = town(from, "JP", held_out, rng) else { return Parts::new() };
    let wide = chance(rng, 0.15);
    let mut parts = Parts::new();
    if chance(rng, 0.3) {
        let dash = any(rng, &["-", "-", "−", "－"]);
        parts.push((Tag::Postcode, format!("{:03}{dash}{:04}", rng.u32(10..999), rng.u32(..9_999))));
    }
    if chance(rng, 0.8) {
        parts.push((Tag::Region, prefecture.to_owned()));
    }
    if chance(rng, 0.06) {
        parts.push((Tag::Subregion, format!("{}郡", syllables(JAPANESE, rng))));
    }
    parts.push((Tag::Locality, with_ending(&town, &["市", "市", "市", "町", "村"], rng)));
    if chance(rng, 0.3) {
        let ward = any(
            rng,
            &["中央区", "北区", "南区", "東区", "西区", "中区", "港区", "緑区", "青葉区", "泉区", "旭区"],
        );
        parts.push((
            Tag::DependentLocality,
            if rng.bool() { ward.to_owned() } else { format!("{}区", syllables(JAPANESE, rng)) },
        ));
    }
    let block = format!(
        "{}{}",
        syllables(JAPANESE, rng),
        any(rng, &["", "", "町", "", "台", "丘", "通", "ヶ丘", "の里"])
    );
    let chome = match rng.u8(..6) {
        0 => format!("{}丁目", any(rng, &["一", "二", "三", "四", "五"])),
        1 => format!("{}丁目", digits(rng.u32(1..7), wide)),
        _ => String::new(),
    };
    parts.push((Tag::DependentLocality, format!("{block}{chome}")));
    let (a, b, c) = (rng.u32(1..99), rng.u32(1..40), rng.u32(1..30));
    let dash = any(rng, &["-", "-", "-", "−", "－", "ー", "の"]);
    let [a, b, c] = [a, b, c].map(|number| digits(number, wide));
    let number = match rng.u8(..9) {
        0 => format!("{a}番地"),
        1 => format!("{a}番{b}号"),
        2 => format!("{a}番地{b}"),
        3 => format!("{a}番{b}"),
        4 | 5 => format!("{a}{dash}{b}{dash}{c}"),
        6 => a,
        _ => format!("{a}{dash}{b}"),
    };
    parts.push((Tag::HouseNumber, number));
    if chance(rng, 0.12) {
        parts.push((
            Tag::Venue,
            format!(
                "{}{}",
                syllables(JAPANESE, rng),
                any(rng, &["ビル", "マンション", "ハイツ", "病院", "小学校", "会館", "センター"])
            ),
        ));
    }
    if chance(rng, 0.15) {
        let unit = match rng.u8(..3) {
            0 => format!("{}階", digits(rng.u32(1..12), wide)),
            1 => format!("{}号室", digits(rng.u32(101..999), wide)),
            _ => format!("{}F", rng.u32(1..12)),
        };
        parts.push((Tag::Unit, unit));
    }
    cut(parts, rng)
}

const CHINESE: &str = "中山人民解放建设和平新华文化东西南北长江黄河上海北京胜利光明幸福友谊朝阳金银龙凤花园湖滨江滨学府科技兴业迎宾站前环城滨河香樟梧桐杨柳石桥青年红旗五一八一永安平安安康富强";

fn china(from: &Mixture, held_out: bool, rng: &mut Rng) -> Parts {
    let wide = chance(rng, 0.06);
    let mut parts = Parts::new();
    let province = any(rng, &listed(include_str!("../../data/forms/provinces_cn.txt")));
    let alone = chance(rng, 0.2);
    if chance(rng, 0.12) {
        parts.push((Tag::Postcode, format!("{:06}", rng.u32(100_000..860_000))));
    }
    if chance(rng, 0.04) {
        parts.push((Tag::Country, any(rng, &["中国", "中华人民共和国"]).to_owned()));
    }
    let city = if alone {
        any(rng, &["上海市", "北京市", "天津市", "重庆市", "上海", "北京"]).to_owned()
    } else {
        if chance(rng, 0.7) {
            parts.push((Tag::Region, province.to_owned()));
        }
        let Some(town) = town(from, "CN", held_out, rng) else { return Parts::new() };
        if town.ends_with(['县', '镇', '区', '乡']) {
            town
        } else {
            with_ending(&town, &["市", "市", "市", ""], rng)
        }
    };
    parts.push((Tag::Locality, city));
    if chance(rng, 0.8) {
        let ward = any(
            rng,
            &[
                "浦东新区",
                "朝阳区",
                "海淀区",
                "天河区",
                "南山区",
                "江北区",
                "西湖区",
                "武侯区",
                "高新区",
                "历下区",
                "鼓楼区",
                "和平区",
                "城关区",
                "开发区",
                "徐汇区",
                "黄浦区",
                "静安区",
                "越秀区",
                "福田区",
                "余杭区",
            ],
        );
        parts.push((
            Tag::DependentLocality,
            if rng.bool() {
                ward.to_owned()
            } else {
                format!(
                    "{}{}",
                    syllables(CHINESE, rng),
                    any(rng, &["区", "区", "区", "县", "镇", "街道", "新区"])
                )
            },
        ));
    }
    let direction = any(rng, &["", "", "", "", "东", "西", "南", "北", "中"]);
    let kind = any(rng, &["路", "路", "路", "街", "大道", "大街", "巷", "道", "胡同", "公路", "弄", "里"]);
    parts.push((Tag::Street, format!("{}{direction}{kind}", syllables(CHINESE, rng))));
    let number = digits(rng.u32(1..2_000), wide);
    let number = match rng.u8(..8) {
        0 => format!("{}弄{number}号", rng.u32(1..999)),
        1 => format!("{number}号院"),
        2 => format!("{number}-{}号", rng.u32(1..20)),
        3 => number,
        _ => format!("{number}号"),
    };
    parts.push((Tag::HouseNumber, number));
    if chance(rng, 0.12) {
        parts.push((
            Tag::Venue,
            format!(
                "{}{}",
                syllables(CHINESE, rng),
                any(rng, &["大厦", "广场", "小区", "花园", "酒店", "中学", "医院", "大学", "公司"])
            ),
        ));
    }
    if chance(rng, 0.2) {
        let (building, room) = (rng.u32(1..30), rng.u32(101..2_500));
        parts.push((
            Tag::Unit,
            match rng.u8(..5) {
                0 => format!("{building}号楼{room}室"),
                1 => format!("{building}栋{}单元{room}", rng.u32(1..5)),
                2 => format!("{building}楼"),
                3 => format!("{building}层"),
                _ => format!("{room}室"),
            },
        ));
    }
    if chance(rng, 0.08) {
        parts.push((Tag::Postcode, format!("{:06}", rng.u32(100_000..860_000))));
    }
    cut(parts, rng)
}

const TAIWANESE: &str = "中山中正民生民權民族忠孝仁愛信義和平復興建國光復中華成功自由文化大學公園林森博愛三民新生南京北平東西南北長安松江敦化永福富康安大同正義介壽府前站前環河金門";

fn taiwan(from: &Mixture, held_out: bool, rng: &mut Rng) -> Parts {
    let mut parts = Parts::new();
    if chance(rng, 0.3) {
        parts.push((
            Tag::Postcode,
            match rng.u8(..3) {
                0 => rng.u32(100..983).to_string(),
                1 => rng.u32(10_000..98_300).to_string(),
                _ => rng.u32(100_000..983_000).to_string(),
            },
        ));
    }
    let city = any(rng, &listed(include_str!("../../data/forms/cities_tw.txt")));
    parts.push((Tag::Locality, city.to_owned()));
    if chance(rng, 0.9) {
        let kind = if city.ends_with('縣') { any(rng, &["鄉", "鎮", "市"]) } else { "區" };
        let real = town(from, "TW", held_out, rng).filter(|name| name.chars().count() < 5 && rng.bool());
        let name = real.unwrap_or_else(|| syllables(TAIWANESE, rng));
        let name = with_ending(&name, &[kind], rng);
        parts.push((Tag::DependentLocality, name));
    }
    if chance(rng, 0.08) {
        parts.push((
            Tag::DependentLocality,
            format!("{}{}", syllables(TAIWANESE, rng), any(rng, &["里", "村"])),
        ));
    }
    let direction = any(rng, &["", "", "", "東", "西", "南", "北"]);
    let section = if chance(rng, 0.3) {
        any(rng, &["一段", "二段", "三段", "四段", "五段", "1段", "2段"])
    } else {
        ""
    };
    parts.push((
        Tag::Street,
        format!(
            "{}{direction}{}{section}",
            syllables(TAIWANESE, rng),
            any(rng, &["路", "路", "路", "街", "大道"])
        ),
    ));
    let number = rng.u32(1..900);
    parts.push((
        Tag::HouseNumber,
        match rng.u8(..8) {
            0 => format!("{}巷{number}號", rng.u32(1..500)),
            1 => format!("{}巷{}弄{number}號", rng.u32(1..500), rng.u32(1..60)),
            2 => format!("{number}之{}號", rng.u32(1..9)),
            3 => format!("{number}號之{}", rng.u32(1..9)),
            _ => format!("{number}號"),
        },
    ));
    if chance(rng, 0.25) {
        let floor = rng.u32(2..25);
        parts.push((
            Tag::Unit,
            match rng.u8(..3) {
                0 => format!("{floor}樓之{}", rng.u32(1..9)),
                1 => format!("{floor}F"),
                _ => format!("{floor}樓"),
            },
        ));
    }
    if chance(rng, 0.04) {
        parts.push((Tag::Country, any(rng, &["臺灣", "台灣", "中華民國"]).to_owned()));
    }
    cut(parts, rng)
}

const KOREAN: &str = "중앙강남서초테헤란종세한빛평화역삼동해송도대학로은행새천년백양금곡신정문화상록장미산월봉구덕수청계수원성남하늘바다";

fn korea(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let syllables = |rng: &mut Rng| -> String {
        let all: Vec<char> = KOREAN.chars().collect();
        (0..any(rng, &[2, 2, 3])).map(|_| any(rng, &all)).collect()
    };
    let mut parts = Parts::new();
    if chance(rng, 0.2) {
        parts.push((Tag::Postcode, format!("{:05}", rng.u32(1_000..63_999))));
    }
    if rng.bool() {
        let city = any(
            rng,
            &[
                "서울특별시",
                "부산광역시",
                "대구광역시",
                "인천광역시",
                "광주광역시",
                "대전광역시",
                "울산광역시",
                "서울",
                "부산",
                "대구",
                "인천",
                "서울시",
                "부산시",
                "세종특별자치시",
            ],
        );
        parts.push((Tag::Locality, city.to_owned()));
        parts.push((Tag::DependentLocality, ward(rng)));
    } else {
        let province = any(
            rng,
            &[
                "경기도",
                "강원도",
                "강원특별자치도",
                "충청북도",
                "충청남도",
                "전라북도",
                "전북특별자치도",
                "전라남도",
                "경상북도",
                "경상남도",
                "제주특별자치도",
                "제주도",
                "경기",
                "경남",
                "전북",
                "충남",
            ],
        );
        parts.push((Tag::Region, province.to_owned()));
        let town = (0..60).find_map(|_| {
            from.towns.of("KR", held_out, rng)?.in_script(Script::Hangul, rng).map(str::to_owned)
        });
        let town = town.filter(|name| {
            !name.contains(' ') && name.chars().all(|character| Script::of(character) == Script::Hangul)
        });
        let Some(town) = town else { return Line::default() };
        let town = if town.ends_with(['시', '군', '읍', '면']) {
            town
        } else {
            format!("{town}{}", any(rng, &["시", "시", "군"]))
        };
        parts.push((Tag::Locality, town));
        if chance(rng, 0.35) {
            parts.push((
                Tag::DependentLocality,
                if rng.bool() {
                    ward(rng)
                } else {
                    format!("{}{}", syllables(rng), any(rng, &["읍", "면", "동"]))
                },
            ));
        }
    }
    if chance(rng, 0.85) {
        let road = match rng.u8(..5) {
            0 => format!("{}로{}번길", syllables(rng), rng.u32(1..200)),
            1 => format!("{}길", syllables(rng)),
            2 => format!("{}대로", syllables(rng)),
            3 => format!("{}로 {}길", syllables(rng), rng.u32(1..90)),
            _ => format!("{}로", syllables(rng)),
        };
        parts.push((Tag::Street, road));
        parts.push((
            Tag::HouseNumber,
            if chance(rng, 0.25) {
                format!("{}-{}", rng.u32(1..400), rng.u32(1..40))
            } else {
                rng.u32(1..700).to_string()
            },
        ));
    } else {
        parts.push((Tag::DependentLocality, format!("{}{}", syllables(rng), any(rng, &["동", "동", "리"]))));
        parts
            .push((Tag::HouseNumber, format!("{}{}", rng.u32(1..900), any(rng, &["번지", "-3", "-12", ""]))));
    }
    let mut line = together(&cut(parts, rng), " ");
    if chance(rng, 0.2) {
        let unit = match rng.u8(..3) {
            0 => format!("{}층", rng.u32(1..20)),
            1 => format!("{}동 {}호", rng.u32(101..120), rng.u32(101..2_500)),
            _ => format!("{}호", rng.u32(101..2_500)),
        };
        line.then(any(rng, &[" ", ", "]), Tag::Unit, unit);
    }
    if chance(rng, 0.12) {
        line.plain(format!(" ({}동)", syllables(rng)));
    }
    if chance(rng, 0.12) {
        line.then(any(rng, &[" ", ", "]), Tag::Postcode, format!("{:05}", rng.u32(1_000..63_999)));
    }
    line
}

fn ward(rng: &mut Rng) -> String {
    let wards = [
        "강남구",
        "서초구",
        "종로구",
        "마포구",
        "송파구",
        "중구",
        "동구",
        "서구",
        "남구",
        "북구",
        "해운대구",
        "수영구",
        "유성구",
        "달서구",
        "연수구",
        "분당구",
        "영통구",
        "덕양구",
        "용산구",
        "성동구",
        "노원구",
        "관악구",
        "강서구",
        "사하구",
        "광산구",
        "완산구",
    ];
    any(rng, &wards).to_owned()
}

/// Now and then a part of it alone, as it is typed.
fn cut(parts: Parts, rng: &mut Rng) -> Parts {
    if parts.len() < 3 || !chance(rng, 0.15) {
        return parts;
    }
    let from = if rng.bool() { 0 } else { rng.usize(..parts.len() - 1) };
    let to = rng.usize(from + 1..=parts.len());
    parts[from..to].to_vec()
}
