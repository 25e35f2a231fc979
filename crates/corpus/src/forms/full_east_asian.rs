//! Whole addresses of Japan, China, Taiwan and Korea in their own scripts, largest part first. Each character of Han
//! and kana is a token, so parts need no space between them; Hangul needs the spaces.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use fastrand::Rng;
use milepost_address::Tag;
use milepost_text::Script;

use super::{Form, Typing};
use crate::line::Line;
use crate::mixture::Mixture;
use crate::render::{any, chance, pick};
use crate::sources::is_held_out;

pub(super) const FORM: Form = Form::new("full_east_asian", 0.04, draw).typed(Typing::Case);

static LISTS: LazyLock<Lists> =
    LazyLock::new(|| Lists::read(include_str!("../../data/forms/full_east_asian.txt"), ' '));

fn draw(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    match rng.u8(..100) {
        0..32 => japan(from, held_out, rng),
        32..60 => china(from, held_out, rng),
        60..80 => taiwan(from, held_out, rng),
        _ => korea(from, held_out, rng),
    }
}

/// The word lists of a form. Each line of a group has a `head` (optionally with `=` and its name in GeoNames), a colon, and the items
/// that belong to the head.
pub(super) struct Lists {
    groups: BTreeMap<&'static str, Vec<Row>>,
}

/// A line of [`Lists`].
pub(super) struct Row {
    pub(super) head: &'static str,
    /// Its name in GeoNames; empty if it is not needed.
    english: &'static str,
    pub(super) items: Vec<&'static str>,
}

impl Row {
    /// One of the items; empty if the list is empty.
    pub(super) fn any(&self, rng: &mut Rng) -> &'static str {
        if self.items.is_empty() { "" } else { any(rng, &self.items) }
    }
}

impl Lists {
    /// Reads lists of items with `separator` between.
    pub(super) fn read(text: &'static str, separator: char) -> Lists {
        let mut groups: BTreeMap<&'static str, Vec<Row>> = BTreeMap::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let Some((name, items)) = line.split_once(':') else { continue };
            let (group, head) = name.split_once(' ').unwrap_or((name, ""));
            let (head, english) = head.split_once('=').unwrap_or((head, ""));
            let items = items.split(separator).map(str::trim).filter(|item| !item.is_empty()).collect();
            groups.entry(group).or_default().push(Row { head, english, items });
        }
        Lists { groups }
    }

    fn rows(&self, group: &str) -> &[Row] {
        self.groups.get(group).map_or(&[], Vec::as_slice)
    }

    /// One of the lines of `group`.
    pub(super) fn row(&self, group: &str, rng: &mut Rng) -> Option<&Row> {
        let rows = self.rows(group);
        (!rows.is_empty()).then(|| &rows[rng.usize(..rows.len())])
    }

    /// The line of `group` with that head.
    pub(super) fn of(&self, group: &str, head: &str) -> Option<&Row> {
        self.rows(group).iter().find(|row| row.head == head)
    }

    /// The line of `group` with that name in GeoNames.
    pub(super) fn called(&self, group: &str, english: &str) -> Option<&Row> {
        self.rows(group).iter().find(|row| row.english == english)
    }

    /// The head of `item`.
    pub(super) fn holding(&self, group: &str, item: &str) -> Option<&'static str> {
        self.rows(group).iter().find(|row| row.items.contains(&item)).map(|row| row.head)
    }

    /// An item of `group`, all equally likely; empty if the group is missing.
    pub(super) fn any(&self, group: &str, rng: &mut Rng) -> &'static str {
        let rows = self.rows(group);
        let total: usize = rows.iter().map(|row| row.items.len()).sum();
        if total == 0 {
            return "";
        }
        rows.iter().flat_map(|row| &row.items).nth(rng.usize(..total)).copied().unwrap_or_default()
    }
}

/// Draws names until one belongs to the split (training or held out), 200 times at most.
pub(super) fn of_split(held_out: bool, rng: &mut Rng, mut draw: impl FnMut(&mut Rng) -> String) -> String {
    let mut name = draw(rng);
    for _ in 0..200 {
        if is_held_out(&[&name]) == held_out {
            break;
        }
        name = draw(rng);
    }
    name
}

/// Components in writing order.
type Parts = Vec<(Tag, String)>;

/// An address, largest part first.
#[derive(Default)]
struct Address {
    country: String,
    /// Region, town, ward.
    places: Parts,
    /// The street or, in Japan, the quarter, and the number.
    way: Parts,
    /// The building and the room.
    inside: Parts,
}

/// Share of the lines with only a part of an address.
const FRAGMENTS: f64 = 0.17;

impl Address {
    /// The address, or a part of it.
    fn or_fragment(mut self, rng: &mut Rng) -> Address {
        if !chance(rng, FRAGMENTS) {
            return self;
        }
        self.inside.clear();
        match rng.u8(..8) {
            0..3 => {
                self.country.clear();
                self.way.clear();
            }
            3 => self.way.truncate(1),
            4 | 5 => {
                self.country.clear();
                self.places.clear();
            }
            _ => {
                self.country.clear();
                let kept = self.places.len().saturating_sub(1);
                self.places.drain(..kept);
            }
        }
        self
    }
}

/// Separators between the parts.
#[derive(Clone, Copy)]
enum Between {
    Nothing,
    This(&'static str),
    /// Nothing or a space, at random.
    Mixed,
}

impl Between {
    fn drawn(rng: &mut Rng) -> Between {
        match rng.u8(..100) {
            0..66 => Between::Nothing,
            66..83 => Between::This(" "),
            83..85 => Between::This("\u{3000}"),
            85..88 => Between::This(any(rng, &["，", ", ", ",", "、", "\n", "/"])),
            _ => Between::Mixed,
        }
    }

    fn text(self, rng: &mut Rng) -> &'static str {
        match self {
            Between::Nothing => "",
            Between::This(text) => text,
            Between::Mixed => any(rng, &["", " "]),
        }
    }
}

/// Whether a character is a token of its own, so that it needs no space next to it.
fn stands_alone(character: char) -> bool {
    matches!(Script::of(character), Script::Han | Script::Kana)
}

/// Appends a component after `separator`. Letters and digits do not touch others.
fn then(line: &mut Line, separator: &str, tag: Tag, text: &str) {
    let last = line.pieces.last().and_then(|piece| piece.text.chars().next_back());
    let touches = |character: Option<char>| {
        character.is_some_and(|character| character.is_alphanumeric() && !stands_alone(character))
    };
    let separator =
        if separator.is_empty() && touches(last) && touches(text.chars().next()) { " " } else { separator };
    if !separator.is_empty() && !line.is_empty() {
        line.plain(separator);
    }
    line.push(tag, text);
}

fn append(line: &mut Line, parts: &Parts, between: Between, rng: &mut Rng) {
    for (tag, text) in parts {
        let separator = if line.is_empty() { "" } else { between.text(rng) };
        then(line, separator, *tag, text);
    }
}

/// Digits as they are, or in full width.
fn wide(text: &str) -> String {
    text.chars()
        .map(|character| match character {
            '0'..='9' | 'A'..='Z' => char::from_u32(u32::from(character) + 0xfee0).unwrap_or(character),
            other => other,
        })
        .collect()
}

/// `一` to `九十九`.
fn han_number(number: u32) -> String {
    const DIGITS: [&str; 10] = ["", "一", "二", "三", "四", "五", "六", "七", "八", "九"];
    let (tens, ones) = ((number / 10 % 10) as usize, (number % 10) as usize);
    match tens {
        0 => DIGITS[ones].to_owned(),
        1 => format!("十{}", DIGITS[ones]),
        _ => format!("{}十{}", DIGITS[tens], DIGITS[ones]),
    }
}

/// A number, mostly a small one.
pub(super) fn small_or_large(rng: &mut Rng) -> u32 {
    match rng.u8(..10) {
        0..5 => rng.u32(1..40),
        5..9 => rng.u32(40..300),
        _ => rng.u32(300..3_000),
    }
}

fn digits(count: usize, rng: &mut Rng) -> String {
    (0..count).map(|_| char::from(b'0' + rng.u8(..10))).collect()
}

// Japan.

fn japan(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let in_full_width = chance(rng, 0.25);
    let digits_of = |text: String| if in_full_width { wide(&text) } else { text };
    let places = japanese_town(from, held_out, rng);
    let mut way = japanese_quarter(from, &places, held_out, rng);
    if chance(rng, 0.96) {
        way.push((Tag::HouseNumber, japanese_number(way.last(), in_full_width, rng)));
    }
    let way = way.into_iter().map(|(tag, text)| (tag, digits_of(text))).collect();
    let inside = japanese_building(from, rng).into_iter().map(|(tag, text)| (tag, digits_of(text))).collect();
    let country = if chance(rng, 0.08) { any(rng, &["日本", "日本", "日本国"]) } else { "" };
    let address = Address { country: country.to_owned(), places, way, inside }.or_fragment(rng);

    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.plain(any(rng, &["住所：", "所在地：", "住所 ", "ご住所：", "【住所】", "お届け先："]));
    }
    let between = Between::drawn(rng);
    if !address.country.is_empty() {
        line.push(Tag::Country, address.country.as_str());
        line.plain(any(rng, &["、", " ", "", "、"]));
    }
    let breaks = chance(rng, 0.08);
    let code = chance(rng, 0.45);
    if code {
        japanese_postcode(&mut line, in_full_width, rng);
        line.plain(if breaks { "\n" } else { any(rng, &[" ", " ", "", "\u{3000}"]) });
    }
    let mut body = Line::default();
    append(&mut body, &address.places, between, rng);
    append(&mut body, &address.way, between, rng);
    let apart = match between {
        _ if breaks => "\n",
        Between::Nothing => any(rng, &["", " ", " ", "\u{3000}"]),
        _ => " ",
    };
    let mut first = true;
    for (tag, text) in &address.inside {
        let separator = if first { apart } else { any(rng, &["", "", " "]) };
        then(&mut body, separator, *tag, text);
        first = false;
    }
    line.pieces.extend(body.pieces);
    if !code && chance(rng, 0.07) {
        line.plain(" ");
        japanese_postcode(&mut line, in_full_width, rng);
    }
    if chance(rng, 0.03) {
        line.plain(if breaks { "\n" } else { " " });
        line.push(Tag::Attention, format!("{} 様", japanese_name(from, rng)));
    }
    if chance(rng, 0.02) {
        line.plain(format!(
            " {}{}-{}-{}",
            any(rng, &["TEL ", "TEL:", "電話 ", "☎"]),
            digits(3, rng),
            digits(3, rng),
            digits(4, rng)
        ));
    }
    line
}

/// `〒920-0000`, or without the sign, which is not part of the postcode.
fn japanese_postcode(line: &mut Line, in_full_width: bool, rng: &mut Rng) {
    let (front, behind) = (rng.u32(1..1_000), rng.u32(0..10_000));
    let dash = match in_full_width {
        true => any(rng, &["−", "－", "-", "‐", "ー"]),
        false => pick(rng, &[(0.93, "-"), (0.04, ""), (0.03, "−")]),
    };
    let code = format!("{front:03}{dash}{behind:04}");
    if dash.is_empty() || chance(rng, 0.75) {
        line.plain(any(rng, &["〒", "〒", "〒", "〒 ", "郵便番号 ", "〒"]));
    }
    line.push(Tag::Postcode, if in_full_width { wide(&code) } else { code });
}

fn japanese_name(from: &Mixture, rng: &mut Rng) -> String {
    let mut name = |kind: &str| from.vocabulary.draw("ja", kind, rng).unwrap_or_default().to_owned();
    let (last, first) = (name("last"), name("first"));
    format!("{last}{}{first}", if rng.bool() { " " } else { "" })
}

/// Prefecture, district and town, or city and ward.
fn japanese_town(from: &Mixture, held_out: bool, rng: &mut Rng) -> Parts {
    let mut places = Parts::new();
    let with_region = chance(rng, 0.8);
    if chance(rng, 0.14)
        && let Some(row) = LISTS.row("jp.gun", rng)
        && let Some((gun, town)) = row.any(rng).split_once('郡')
    {
        if with_region || chance(rng, 0.7) {
            places.push((Tag::Region, row.head.to_owned()));
        }
        if chance(rng, 0.9) {
            places.push((Tag::Subregion, format!("{gun}郡")));
        }
        places.push((Tag::Locality, town.to_owned()));
        return places;
    }
    let (region, town) = match geonames_of_japan(from, held_out, rng).filter(|_| chance(rng, 0.3)) {
        Some(found) => found,
        None => match LISTS.row("jp.city", rng) {
            Some(row) => (row.head, row.any(rng).to_owned()),
            None => return places,
        },
    };
    // Several cities have wards of the same name; only the prefecture distinguishes them.
    if with_region || town.ends_with('区') {
        places.push((Tag::Region, region.to_owned()));
    }
    let ward = LISTS.of("jp.ward", &town).filter(|_| chance(rng, 0.92)).map(|row| row.any(rng));
    places.push((Tag::Locality, town));
    if let Some(ward) = ward {
        places.push((Tag::DependentLocality, ward.to_owned()));
    }
    places
}

/// A town of GeoNames with its prefecture.
fn geonames_of_japan(from: &Mixture, held_out: bool, rng: &mut Rng) -> Option<(&'static str, String)> {
    let town = from.towns.of("JP", held_out, rng)?;
    let name = town.in_script(Script::Han, rng)?;
    let region = LISTS.called("jp.city", &town.division)?.head;
    (name.ends_with(['市', '町', '村']) && name.chars().all(stands_alone)).then(|| (region, name.to_owned()))
}

/// A quarter with its block; in Kyoto the street and the directions from the crossing.
fn japanese_quarter(from: &Mixture, places: &Parts, held_out: bool, rng: &mut Rng) -> Parts {
    let town = places.iter().find(|(tag, _)| *tag == Tag::Locality).map_or("", |(_, name)| name.as_str());
    let mut way = Parts::new();
    if town == "京都市" && chance(rng, 0.4) {
        let second = if rng.bool() { LISTS.any("jp.kyoto", rng) } else { "" };
        let street = format!("{}{second}{}", LISTS.any("jp.kyoto", rng), LISTS.any("jp.way", rng));
        way.push((Tag::Street, street));
    }
    if matches!(town, "札幌市" | "旭川市" | "帯広市" | "岩見沢市" | "北見市") && chance(rng, 0.5)
    {
        let name = format!(
            "{}{}条{}{}丁目",
            any(rng, &["北", "南", "", "東"]),
            rng.u32(1..30),
            any(rng, &["西", "東", ""]),
            rng.u32(1..28)
        );
        way.push((Tag::DependentLocality, name));
        return way;
    }
    let in_district = places.iter().any(|(tag, _)| *tag == Tag::Subregion);
    let name = of_split(held_out, rng, |rng| match rng.u8(..100) {
        0..45 => LISTS.any("jp.quarter", rng).to_owned(),
        45..60 => from.vocabulary.draw("ja", "suburb", rng).unwrap_or_default().to_owned(),
        60..66 => LISTS.any("jp.kana", rng).to_owned(),
        _ => japanese_invented(rng),
    });
    let name = match rng.u8(..20) {
        0..8 if in_district => format!("大字{name}"),
        0 => format!("大字{name}"),
        1 => format!("{name}字{}", japanese_invented(rng)),
        2 => format!("大字{name}字{}", japanese_invented(rng)),
        _ => name,
    };
    let block = match rng.u8(..20) {
        _ if name.contains("字") => String::new(),
        0..4 => format!("{}丁目", han_number(rng.u32(1..9))),
        4..8 => format!("{}丁目", rng.u32(1..9)),
        _ => String::new(),
    };
    way.push((Tag::DependentLocality, format!("{name}{block}")));
    way
}

fn japanese_invented(rng: &mut Rng) -> String {
    let middle = if chance(rng, 0.2) { LISTS.any("jp.middle", rng) } else { "" };
    format!("{}{middle}{}", LISTS.any("jp.front", rng), LISTS.any("jp.behind", rng))
}

/// `1-1`, `12番3号`, `123番地の4`. The first of three numbers is the block, if the quarter does not already name it.
fn japanese_number(quarter: Option<&(Tag, String)>, in_full_width: bool, rng: &mut Rng) -> String {
    let with_block = quarter.is_some_and(|(_, name)| name.ends_with("丁目"));
    let (block, house, room) = (rng.u32(1..9), rng.u32(1..40), rng.u32(1..40));
    let lot = small_or_large(rng);
    let dash = match in_full_width {
        true => any(rng, &["−", "－", "ー", "−", "‐", "-", "―", "の"]),
        false => pick(rng, &[(0.82, "-"), (0.05, "−"), (0.05, "ー"), (0.04, "‐"), (0.02, "－"), (0.02, "–")]),
    };
    match rng.u8(..20) {
        0..6 if !with_block => format!("{block}{dash}{house}{dash}{room}"),
        0..9 => format!("{house}{dash}{room}"),
        9..11 => format!("{house}番{room}号"),
        11..13 => format!("{lot}番地"),
        13 => format!("{lot}番地{room}"),
        14 => format!("{lot}番地の{room}"),
        15 => format!("{lot}{dash}{room}"),
        16 => format!("{house}番{room}"),
        17 => format!("{}番地", han_number(house)),
        18 => format!("{}番{}号", han_number(house), han_number(room)),
        _ => lot.to_string(),
    }
}

/// A building with a floor or a room, or one of the two alone, or nothing.
fn japanese_building(from: &Mixture, rng: &mut Rng) -> Parts {
    let mut inside = Parts::new();
    let with_building = chance(rng, 0.38);
    if with_building {
        inside.push((Tag::Venue, japanese_venue(from, rng)));
    }
    if chance(rng, if with_building { 0.6 } else { 0.08 }) {
        let room = rng.u32(1..13) * 100 + rng.u32(1..20);
        let floor = rng.u32(1..20);
        let unit = match rng.u8(..12) {
            0..4 => format!("{room}号室"),
            4 => format!("{room}号"),
            5 | 6 => format!("{floor}階"),
            7 => format!("{floor}F"),
            8 => format!("{}階", any(rng, &["地下1", "B1", "地下２"])),
            9 => format!("{}棟{room}号室", any(rng, &["A", "B", "C", "1", "2", "東", "西"])),
            10 => format!("{floor}階{room}号室"),
            // A bare number of three digits after the building's name.
            _ if with_building => room.to_string(),
            _ => format!("{room}号室"),
        };
        inside.push((Tag::Unit, unit));
    }
    inside
}

fn japanese_venue(from: &Mixture, rng: &mut Rng) -> String {
    let last = from.vocabulary.draw("ja", "last", rng).unwrap_or_default().to_owned();
    let (name, kind) = (LISTS.any("jp.building", rng), LISTS.any("jp.kind", rng));
    match rng.u8(..20) {
        0..9 => format!("{name}{kind}"),
        9..11 => format!("{last}{kind}"),
        11..13 => format!("{kind}{last}").replace("ビル", "コーポ"),
        13 => format!("{name}{}", LISTS.any("jp.building", rng)),
        14 => format!("{}{name}{kind}", LISTS.any("jp.quarter", rng)),
        15 => format!("{}{}", LISTS.any("jp.quarter", rng), LISTS.any("jp.place", rng)),
        16 => format!("{}{name}", LISTS.any("jp.company", rng)),
        17 => format!(
            "{last}{}",
            any(
                rng,
                &["歯科医院", "医院", "商店", "製作所", "工務店", "食堂", "薬局", "整骨院", "酒店", "書店"]
            )
        ),
        18 => format!("{}{}", any(rng, &["第一", "第二", "第3", "新"]), kind),
        _ => format!("{}{kind}", japanese_invented(rng)),
    }
}

// China.

fn china(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let places = chinese_town(from, held_out, rng);
    let crossing = chance(rng, 0.03);
    let in_full_width = chance(rng, 0.04);
    let mut way = Parts::new();
    let mut inside = Parts::new();
    if !crossing {
        let street = chinese_street(from, held_out, rng);
        let (number, building) = chinese_number(rng);
        way.push((Tag::Street, street));
        if chance(rng, 0.95) {
            way.push((Tag::HouseNumber, number));
            inside = chinese_building(building, rng);
        }
    }
    if in_full_width {
        for (_, text) in way.iter_mut().chain(&mut inside) {
            *text = wide(text);
        }
    }
    let country = if chance(rng, 0.12) {
        any(rng, &["中国", "中国", "中国", "中华人民共和国"])
    } else {
        ""
    };
    let mut address = Address { country: country.to_owned(), places, way, inside };
    if !crossing {
        address = address.or_fragment(rng);
    }
    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.plain(any(
            rng,
            &["地址：", "收货地址：", "地址:", "通讯地址：", "住址：", "公司地址：", "寄往："],
        ));
    }
    let between = Between::drawn(rng);
    let code = digits(6, rng);
    let code_first = chance(rng, 0.12);
    if code_first {
        line.push(Tag::Postcode, code.as_str());
        line.plain(any(rng, &[" ", "", " ", "，"]));
    }
    let mut body = Line::default();
    body.push(Tag::Country, address.country.as_str());
    append(&mut body, &address.places, between, rng);
    append(&mut body, &address.way, between, rng);
    if crossing {
        chinese_crossing(&mut body, from, held_out, between, rng);
    }
    append(&mut body, &address.inside, between, rng);
    line.pieces.extend(body.pieces);
    if !code_first && chance(rng, 0.2) {
        chinese_postcode(&mut line, &code, rng);
    }
    if chance(rng, 0.03) {
        line.plain(" ");
        let mut name = |kind: &str| from.vocabulary.draw("zh", kind, rng).unwrap_or_default().to_owned();
        line.push(Tag::Attention, [name("last"), name("first")].concat());
        line.plain(any(rng, &[" 收", "（收）", " 先生", " 13900000000", ""]));
    }
    line
}

/// `中山路与人民路交叉口`.
fn chinese_crossing(line: &mut Line, from: &Mixture, held_out: bool, between: Between, rng: &mut Rng) {
    let separator = if line.is_empty() { "" } else { between.text(rng) };
    let (first, second) = (chinese_street(from, held_out, rng), chinese_street(from, held_out, rng));
    then(line, separator, Tag::IntersectionA, &first);
    line.plain(any(rng, &["与", "和", "与", "、", " / ", "&"]));
    line.push(Tag::IntersectionB, second);
    line.plain(any(rng, &["交叉口", "交汇处", "路口", "交叉路口", "交界处", "交叉口附近"]));
}

fn chinese_postcode(line: &mut Line, code: &str, rng: &mut Rng) {
    let (front, behind) = any(
        rng,
        &[
            (" ", ""),
            (" ", ""),
            (" ", ""),
            ("，", ""),
            (" 邮编：", ""),
            (" 邮编", ""),
            ("（邮编：", "）"),
            (" 邮政编码：", ""),
            ("(", ")"),
            ("", ""),
        ],
    );
    let last = line.pieces.last().and_then(|piece| piece.text.chars().next_back());
    let touches = last.is_some_and(|last| last.is_alphanumeric() && !stands_alone(last));
    line.plain(if front.is_empty() && touches { " " } else { front });
    line.push(Tag::Postcode, code);
    if !behind.is_empty() {
        line.plain(behind);
    }
}

/// A name without the word for its kind, which people often leave out after provinces and cities.
fn chinese_short(name: &str, rng: &mut Rng) -> String {
    if !chance(rng, 0.2) {
        return name.to_owned();
    }
    let short = ["壮族自治区", "回族自治区", "维吾尔自治区", "自治区", "省", "市"];
    let short = short.iter().find_map(|kind| name.strip_suffix(kind));
    // A name of one character would read as another word.
    short.filter(|short| short.chars().count() > 1).unwrap_or(name).to_owned()
}

/// The four cities that are also provinces: they are written as cities, with their districts.
const PROVINCES_OF_ONE_CITY: [&str; 4] = ["上海市", "北京市", "天津市", "重庆市"];

/// Province, city, district and the parts below it.
fn chinese_town(from: &Mixture, held_out: bool, rng: &mut Rng) -> Parts {
    let mut places = Parts::new();
    if chance(rng, 0.22) {
        let city = any(rng, &PROVINCES_OF_ONE_CITY);
        if chance(rng, 0.06) {
            // Forms ask for a province and a city, so some people write the name twice.
            places.push((Tag::Region, city.trim_end_matches('市').to_owned()));
        }
        places.push((Tag::Locality, chinese_short(city, rng)));
        push_district(&mut places, city, 0.95, rng);
    } else if chance(rng, 0.1)
        && let Some(row) = LISTS.row("cn.county", rng)
    {
        places.push((Tag::Region, row.head.to_owned()));
        places.push((Tag::Locality, row.any(rng).to_owned()));
    } else if let Some(row) = LISTS.row("cn.city", rng) {
        let known: Vec<&str> =
            row.items.iter().copied().filter(|city| LISTS.of("cn.district", city).is_some()).collect();
        let city = if known.is_empty() || rng.bool() { row.any(rng) } else { any(rng, &known) };
        if chance(rng, 0.68) {
            places.push((Tag::Region, chinese_short(row.head, rng)));
        }
        places.push((Tag::Locality, chinese_short(city, rng)));
        push_district(&mut places, city, 0.8, rng);
    }
    if chance(rng, 0.2) {
        let name = chinese_quarter(from, held_out, rng);
        places.push((Tag::DependentLocality, name));
    }
    places
}

fn push_district(places: &mut Parts, city: &str, share: f64, rng: &mut Rng) {
    if !chance(rng, share) {
        return;
    }
    let district = match LISTS.of("cn.district", city) {
        Some(row) => row.any(rng).to_owned(),
        None => format!(
            "{}{}",
            chinese_invented(rng),
            any(rng, &["区", "区", "区", "县", "新区", "经济技术开发区"])
        ),
    };
    places.push((Tag::DependentLocality, district));
}

/// A town, a subdistrict or a village.
fn chinese_quarter(from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    if rng.bool()
        && let Some(name) =
            from.towns.of("CN", held_out, rng).and_then(|town| town.in_script(Script::Han, rng))
        && name.ends_with(['镇', '乡'])
        && name.chars().count() > 2
    {
        return name.to_owned();
    }
    let name = if rng.bool() { chinese_invented(rng) } else { LISTS.any("cn.stem", rng).to_owned() };
    let village = if chance(rng, 0.15) { format!("{}村", chinese_invented(rng)) } else { String::new() };
    let group =
        if !village.is_empty() && rng.bool() { format!("{}组", rng.u32(1..15)) } else { String::new() };
    format!("{name}{}{village}{group}", LISTS.any("cn.suburb", rng))
}

fn chinese_invented(rng: &mut Rng) -> String {
    format!("{}{}", LISTS.any("cn.front", rng), LISTS.any("cn.behind", rng))
}

fn chinese_street(from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    of_split(held_out, rng, |rng| {
        if chance(rng, 0.08) {
            return LISTS.any("cn.road", rng).to_owned();
        }
        if chance(rng, 0.04) {
            let number = any(rng, &["一", "二", "三", "四", "五", "六", "七", "八", "九", "十"]);
            return format!("{}{number}路", any(rng, &["经", "纬"]));
        }
        let name = match rng.u8(..20) {
            0..11 => LISTS.any("cn.stem", rng).to_owned(),
            11..15 => {
                let name = from.vocabulary.draw("zh", "street", rng).unwrap_or_default();
                name.trim_end_matches(['路', '街']).to_owned()
            }
            _ => chinese_invented(rng),
        };
        let direction = if chance(rng, 0.28) { LISTS.any("cn.direction", rng) } else { "" };
        let numbered = if chance(rng, 0.1) { LISTS.any("cn.numbered", rng) } else { "" };
        let section = match rng.u8(..40) {
            0 => format!("{}段", LISTS.any("cn.numbered", rng)),
            1 => any(rng, &["东段", "西段", "南段", "北段", "中段"]).to_owned(),
            _ => String::new(),
        };
        format!("{name}{direction}{numbered}{}{section}", LISTS.any("cn.kind", rng))
    })
}

/// The number, and whether a numbered building may follow it.
fn chinese_number(rng: &mut Rng) -> (String, bool) {
    let (number, small) = (small_or_large(rng), rng.u32(1..30));
    let text = match rng.u8(..30) {
        0..14 => format!("{number}号"),
        14..16 => number.to_string(),
        16 => format!("{number}-{small}号"),
        17 => format!("{number}号-{small}"),
        18 => format!("{number}号之{small}"),
        19 => format!("{number}号附{small}号"),
        20 => format!("{}{small}号", any(rng, &["甲", "乙", "附"])),
        21..24 => format!("{number}弄{small}号"),
        24 => format!("{number}弄"),
        25 => format!("{number}巷{small}号"),
        26 => format!("{number}弄{small}支弄{}号", rng.u32(1..60)),
        27 => return (format!("{small}号楼"), false),
        28 => format!("{number}、{}号", number + 2),
        _ => format!("{number}号院"),
    };
    (text, true)
}

/// An estate or a tower, with building, entrance and room.
fn chinese_building(by_number: bool, rng: &mut Rng) -> Parts {
    let mut inside = Parts::new();
    let with_venue = chance(rng, 0.3);
    if with_venue {
        let name = if rng.bool() { chinese_invented(rng) } else { LISTS.any("cn.stem", rng).to_owned() };
        let kind = if chance(rng, 0.75) { LISTS.any("cn.estate", rng) } else { LISTS.any("cn.place", rng) };
        inside.push((Tag::Venue, format!("{name}{kind}")));
    }
    if !chance(rng, if with_venue { 0.7 } else { 0.28 }) {
        return inside;
    }
    let (house, entrance, floor) = (rng.u32(1..30), rng.u32(1..6), rng.u32(1..33));
    let room = floor * 100 + rng.u32(1..12);
    let letter = any(rng, &["A", "B", "C", "D"]);
    let house_kind = any(rng, &["栋", "幢", "号楼", "座", "号楼"]);
    let house_kind = if by_number { house_kind } else { "座" };
    let unit = match rng.u8(..14) {
        0..2 => format!("{room}室"),
        2 => format!("{house}{house_kind}"),
        3 => format!("{house}{house_kind}{room}室"),
        4 | 5 => format!("{house}{house_kind}{entrance}单元{room}室"),
        6 => format!("{house}{house_kind}{entrance}单元{room}"),
        7 => format!("{entrance}单元{room}室"),
        8 => format!("{letter}座{room}室"),
        9 => format!("{letter}座{floor}层"),
        10 => format!("{floor}楼"),
        11 => format!("{floor}层{room}室"),
        12 => format!("{letter}栋{room}"),
        _ => format!("{floor}楼{letter}室"),
    };
    inside.push((Tag::Unit, unit));
    inside
}

// Taiwan.

fn taiwan(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let mut places = Parts::new();
    if let Some(row) = LISTS.row("tw.city", rng) {
        places.push((Tag::Locality, row.head.to_owned()));
        if chance(rng, 0.93) {
            places.push((Tag::DependentLocality, row.any(rng).to_owned()));
        }
        if chance(rng, 0.1) {
            let neighbours = if chance(rng, 0.4) { format!("{}鄰", rng.u32(1..30)) } else { String::new() };
            let village = LISTS.any("tw.village", rng);
            places.push((Tag::DependentLocality, format!("{village}{neighbours}")));
        }
    }
    let street = format!("{}{}", taiwanese_street(from, held_out, rng), taiwanese_lane(rng));
    let way = vec![(Tag::Street, street), (Tag::HouseNumber, taiwanese_number(rng))];
    let mut inside = taiwanese_unit(rng);
    if chance(rng, DOORS) {
        inside.insert(0, (Tag::Unit, format!("之{}", rng.u32(1..20))));
    }
    let in_full_width = chance(rng, 0.05);
    let way: Parts =
        way.into_iter().map(|(tag, text)| (tag, if in_full_width { wide(&text) } else { text })).collect();
    if chance(rng, 0.09) {
        let name = if rng.bool() { LISTS.any("tw.stem", rng) } else { LISTS.any("tw.village", rng) };
        let kind = if rng.bool() { LISTS.any("tw.building", rng) } else { LISTS.any("tw.place", rng) };
        inside.push((Tag::Venue, format!("{}{kind}", name.trim_end_matches(['里', '村']))));
    }
    let country = if chance(rng, 0.1) {
        any(rng, &["台灣", "臺灣", "台灣", "中華民國", "台灣省"])
    } else {
        ""
    };
    let address = Address { country: country.to_owned(), places, way, inside }.or_fragment(rng);
    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.plain(any(rng, &["地址：", "地址:", "通訊地址：", "住址：", "公司地址：", "寄件地址："]));
    }
    let count = any(rng, &[2, 2, 4, 4, 5]);
    let code = format!("{}{}", rng.u32(1..10), digits(count, rng));
    let code_first = chance(rng, 0.45);
    if code_first {
        if chance(rng, 0.08) {
            line.plain("(");
            line.push(Tag::Postcode, code.as_str());
            line.plain(")");
        } else {
            line.push(Tag::Postcode, code.as_str());
            line.plain(any(rng, &[" ", "", ""]));
        }
    }
    let between = Between::drawn(rng);
    let mut body = Line::default();
    if address.country != "台灣省" {
        body.push(Tag::Country, address.country.as_str());
    } else {
        body.push(Tag::Region, address.country.as_str());
    }
    append(&mut body, &address.places, between, rng);
    append(&mut body, &address.way, between, rng);
    append(&mut body, &address.inside, between, rng);
    line.pieces.extend(body.pieces);
    if !code_first && chance(rng, 0.08) {
        line.plain(" ");
        line.push(Tag::Postcode, code);
    }
    if chance(rng, 0.02) {
        line.plain(" ");
        let mut name = |kind: &str| from.vocabulary.draw("zh-tw", kind, rng).unwrap_or_default().to_owned();
        line.push(Tag::Attention, [name("last"), name("first")].concat());
        line.plain(any(rng, &[" 收", " 先生", " 小姐", ""]));
    }
    line
}

/// A road with its section: `中山北路二段`.
fn taiwanese_street(from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    of_split(held_out, rng, |rng| {
        let name = match rng.u8(..10) {
            0..7 => LISTS.any("tw.stem", rng),
            _ => from.vocabulary.draw("zh-tw", "street", rng).unwrap_or_default(),
        };
        let name = name.trim_end_matches(['路', '街']);
        let direction = if chance(rng, 0.25) { LISTS.any("tw.direction", rng) } else { "" };
        let kind = LISTS.any("tw.kind", rng);
        let numbered = if chance(rng, 0.1) { han_number(rng.u32(1..16)) } else { String::new() };
        let section = rng.u32(1..8);
        let section = match rng.u8(..20) {
            _ if kind == "街" => String::new(),
            0..5 => format!("{}段", han_number(section)),
            5 | 6 => format!("{section}段"),
            _ => String::new(),
        };
        format!("{name}{direction}{numbered}{kind}{section}")
    })
}

/// The lane and the alley off a street, which are part of its name: `123巷4弄`.
fn taiwanese_lane(rng: &mut Rng) -> String {
    match rng.u8(..20) {
        0..5 => format!("{}巷", rng.u32(1..600)),
        5..7 => format!("{}巷{}弄", rng.u32(1..600), rng.u32(1..60)),
        7 => format!("{}巷{}弄{}衖", rng.u32(1..300), rng.u32(1..60), rng.u32(1..9)),
        _ => String::new(),
    }
}

/// Share of the houses with the number of a door after the house number: `386號之6`.
const DOORS: f64 = 0.06;

fn taiwanese_number(rng: &mut Rng) -> String {
    let (number, small) = (small_or_large(rng), rng.u32(1..20));
    match rng.u8(..20) {
        0..14 => format!("{number}號"),
        14 | 15 => format!("{number}之{small}號"),
        16 => format!("{number}-{small}號"),
        17 => format!("{number}、{}號", number + 2),
        18 => number.to_string(),
        _ => format!("{number} 號"),
    }
}

fn taiwanese_unit(rng: &mut Rng) -> Parts {
    let (floor, small) = (rng.u32(1..25), rng.u32(1..12));
    let unit = match rng.u8(..40) {
        0..5 => format!("{floor}樓"),
        5..8 => format!("{floor}樓之{small}"),
        8 => format!("{floor}F"),
        9 => format!("{floor}F-{small}"),
        10 => format!("{}樓", han_number(floor)),
        11 => format!("{}樓之{small}", han_number(floor)),
        12 => any(rng, &["B1", "地下1樓", "地下一樓", "B2"]).to_owned(),
        13 => format!("{floor}樓{}室", any(rng, &["A", "B", "C", "甲", "乙"])),
        14 => format!("{}室", floor * 100 + small),
        _ => return Parts::new(),
    };
    vec![(Tag::Unit, unit)]
}

// Korea.

fn korea(from: &Mixture, held_out: bool, rng: &mut Rng) -> Line {
    let mut places = korean_town(rng);
    let mut way = Parts::new();
    let with_road = chance(rng, 0.76);
    let rural = places.iter().any(|(_, name)| name.ends_with('군')) || chance(rng, 0.08);
    if rural && chance(rng, 0.7) {
        let village = if !with_road || chance(rng, 0.15) {
            format!(" {}", LISTS.any("kr.ri", rng))
        } else {
            String::new()
        };
        places.push((Tag::DependentLocality, format!("{}{village}", korean_township(rng))));
    } else if !with_road || chance(rng, 0.06) {
        places.push((Tag::DependentLocality, korean_quarter(rng)));
    }
    if with_road {
        way.push((Tag::Street, korean_street(from, held_out, rng)));
    }
    if !with_road || chance(rng, 0.97) {
        way.push((Tag::HouseNumber, korean_number(with_road, rng)));
    }
    let country = if chance(rng, 0.09) { any(rng, &["대한민국", "대한민국", "한국"]) } else { "" };
    let inside = if way.len() > usize::from(with_road) { korean_building(from, rng) } else { Parts::new() };
    let address = Address { country: country.to_owned(), places, way, inside }.or_fragment(rng);

    let mut line = Line::default();
    if chance(rng, 0.03) {
        line.plain(any(rng, &["주소: ", "주소 : ", "주소 ", "배송지: ", "본사: ", "소재지: "]));
    }
    let place_of_code = rng.u8(..20);
    if place_of_code < 6 && !address.places.is_empty() {
        korean_postcode(&mut line, rng);
        line.plain(" ");
    }
    let country_first = rng.bool();
    let mut body = Line::default();
    if country_first {
        body.push(Tag::Country, address.country.as_str());
    }
    let between = if chance(rng, 0.04) { ", " } else { " " };
    append(&mut body, &address.places, Between::This(between), rng);
    append(&mut body, &address.way, Between::This(" "), rng);
    let apart = any(rng, &[", ", ", ", " ", " "]);
    append(&mut body, &address.inside, Between::This(apart), rng);
    let has_number = address.way.iter().any(|(tag, _)| *tag == Tag::HouseNumber);
    if with_road && has_number && chance(rng, 0.25) {
        korean_aside(&mut body, from, rng);
    }
    line.pieces.extend(body.pieces);
    if (6..10).contains(&place_of_code) && !address.places.is_empty() {
        line.plain(any(rng, &[" ", " ", ", ", "\n"]));
        korean_postcode(&mut line, rng);
    }
    if !country_first {
        line.then(any(rng, &[", ", " "]), Tag::Country, address.country.as_str());
    }
    line
}

/// `06236`, `(06236)`, `우)06236`, or an old code of six digits.
fn korean_postcode(line: &mut Line, rng: &mut Rng) {
    let code = match chance(rng, 0.2) {
        true => format!("{}-{}", rng.u32(100..800), digits(3, rng)),
        false => format!("{:05}", rng.u32(1_000..63_700)),
    };
    let (front, behind) = any(
        rng,
        &[
            ("(", ")"),
            ("(", ")"),
            ("", ""),
            ("", ""),
            ("[", "]"),
            ("우)", ""),
            ("우편번호 ", ""),
            ("(우) ", ""),
        ],
    );
    if !front.is_empty() {
        line.plain(front);
    }
    line.push(Tag::Postcode, code);
    if !behind.is_empty() {
        line.plain(behind);
    }
}

/// A city with the rank of a province and its ward, or a province and its city or county.
fn korean_town(rng: &mut Rng) -> Parts {
    let mut places = Parts::new();
    let name = |full: &str, rng: &mut Rng| match LISTS.of("kr.short", full).filter(|_| chance(rng, 0.3)) {
        Some(row) => row.any(rng).to_owned(),
        None => full.to_owned(),
    };
    if chance(rng, 0.02) {
        places.push((Tag::Locality, any(rng, &["세종특별자치시", "세종시", "세종특별자치시"]).to_owned()));
    } else if rng.bool() {
        if let Some(row) = LISTS.row("kr.ward", rng) {
            places.push((Tag::Locality, name(row.head, rng)));
            places.push((Tag::DependentLocality, row.any(rng).to_owned()));
        }
    } else if let Some(row) = LISTS.row("kr.city", rng) {
        let known: Vec<&str> =
            row.items.iter().copied().filter(|city| LISTS.of("kr.gu", city).is_some()).collect();
        let city = if known.is_empty() || chance(rng, 0.65) { row.any(rng) } else { any(rng, &known) };
        if chance(rng, 0.85) {
            places.push((Tag::Region, name(row.head, rng)));
        }
        places.push((Tag::Locality, city.to_owned()));
        if let Some(wards) = LISTS.of("kr.gu", city) {
            places.push((Tag::DependentLocality, wards.any(rng).to_owned()));
        }
    }
    places
}

fn korean_invented(rng: &mut Rng) -> String {
    format!("{}{}", LISTS.any("kr.front", rng), LISTS.any("kr.behind", rng))
}

fn korean_quarter(rng: &mut Rng) -> String {
    match rng.u8(..10) {
        0..6 => LISTS.any("kr.dong", rng).to_owned(),
        6 => format!("{}{}동", korean_invented(rng), rng.u32(1..8)),
        7 => format!(
            "{}{}가",
            LISTS.any("kr.dong", rng).trim_end_matches(|last: char| last.is_ascii_digit() || last == '가'),
            rng.u32(1..7)
        ),
        _ => format!("{}동", korean_invented(rng)),
    }
}

fn korean_township(rng: &mut Rng) -> String {
    if rng.bool() {
        LISTS.any("kr.eup", rng).to_owned()
    } else {
        format!("{}{}", korean_invented(rng), any(rng, &["면", "면", "읍"]))
    }
}

fn korean_street(from: &Mixture, held_out: bool, rng: &mut Rng) -> String {
    of_split(held_out, rng, |rng| {
        let name = match rng.u8(..10) {
            0..4 => LISTS.any("kr.stem", rng).to_owned(),
            4..8 => from.vocabulary.draw("ko", "street", rng).unwrap_or_default().to_owned(),
            _ => korean_invented(rng),
        };
        let number = rng.u32(1..200);
        match rng.u8(..20) {
            0..9 => format!("{name}{}", LISTS.any("kr.kind", rng)),
            9..12 => format!("{name}로{number}번길"),
            12..14 => format!("{name}로{number}길"),
            14 => format!("{name}로 {number}번길"),
            15 => format!("{name}로 {number}길"),
            16 => format!("{name}대로{number}길"),
            17 => format!("{name}{}길", rng.u32(1..30)),
            18 => format!("{name}{}로", rng.u32(1..9)),
            _ => format!("{name}대로"),
        }
    })
}

fn korean_number(of_road: bool, rng: &mut Rng) -> String {
    let (number, small) = (small_or_large(rng), rng.u32(1..40));
    match rng.u8(..20) {
        0..4 => format!("{number}-{small}"),
        4 if of_road => format!("지하 {number}"),
        4 => format!("산 {number}-{small}"),
        5..9 if !of_road => format!("{number}번지"),
        9..12 if !of_road => format!("{number}-{small}번지"),
        12 if !of_road => format!("산{number}"),
        13..16 if !of_road => format!("{number}-{small}"),
        _ => number.to_string(),
    }
}

/// A building with the block, the floor or the room.
fn korean_building(from: &Mixture, rng: &mut Rng) -> Parts {
    let mut inside = Parts::new();
    let with_venue = chance(rng, 0.22);
    if with_venue {
        inside.push((Tag::Venue, korean_venue(from, rng)));
    }
    if !chance(rng, if with_venue { 0.65 } else { 0.3 }) {
        return inside;
    }
    let (block, floor) = (rng.u32(101..130), rng.u32(1..25));
    let room = floor * 100 + rng.u32(1..9);
    let unit = match rng.u8(..14) {
        0..4 => format!("{block}동 {room}호"),
        4..6 => format!("{floor}층"),
        6..8 => format!("{room}호"),
        8 => format!("{floor}층 {room}호"),
        9 => format!("{}동 {room}호", any(rng, &["A", "B", "가", "나", "다"])),
        10 => format!("지하 {}층", rng.u32(1..4)),
        11 => any(rng, &["지하1층", "B1층", "B1", "지층", "1층", "옥탑"]).to_owned(),
        12 => format!("{}~{}층", floor, floor + 1),
        _ => format!("B{}호", room),
    };
    inside.push((Tag::Unit, unit));
    inside
}

fn korean_venue(from: &Mixture, rng: &mut Rng) -> String {
    let name = match rng.u8(..10) {
        0..7 => LISTS.any("kr.name", rng).to_owned(),
        7 => from.vocabulary.draw("ko", "street", rng).unwrap_or_default().to_owned(),
        _ => korean_invented(rng),
    };
    match rng.u8(..10) {
        0..6 => format!("{name}{}", LISTS.any("kr.building", rng)),
        6 => format!("{name} {}", LISTS.any("kr.building", rng)),
        7 => format!("{}{name}", any(rng, &["(주)", "㈜", "주식회사 "])).replace("(주)", "㈜"),
        _ => format!("{name}{}", LISTS.any("kr.place", rng)),
    }
}

/// `(역삼동)`, `(역삼동, 한국빌딩)`: the quarter after a road address, and the building.
fn korean_aside(line: &mut Line, from: &Mixture, rng: &mut Rng) {
    line.plain(" (");
    let quarter = chance(rng, 0.85);
    if quarter {
        line.push(Tag::DependentLocality, korean_quarter(rng));
    }
    if !quarter || chance(rng, 0.3) {
        line.then(if quarter { ", " } else { "" }, Tag::Venue, korean_venue(from, rng));
    }
    line.plain(")");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_have_heads_and_items() {
        let row = LISTS.called("jp.city", "Ishikawa").expect("a prefecture");
        assert_eq!(row.head, "石川県");
        assert!(row.items.contains(&"金沢市"));
        assert!(LISTS.of("cn.district", "上海市").is_some_and(|row| row.items.contains(&"浦东新区")));
        let mut rng = Rng::with_seed(3);
        assert!(!LISTS.any("kr.dong", &mut rng).is_empty() && LISTS.any("none", &mut rng).is_empty());
    }

    #[test]
    fn letters_and_digits_of_two_components_never_touch() {
        let mut line = Line::default();
        for (tag, text) in [(Tag::HouseNumber, "８"), (Tag::Venue, "サンライズビル"), (Tag::Unit, "305")]
        {
            then(&mut line, "", tag, text);
        }
        assert_eq!(line.render().0, "８サンライズビル305");
        then(&mut line, "", Tag::Postcode, "920-0000");
        assert_eq!(line.render().0, "８サンライズビル305 920-0000");
    }

    #[test]
    fn numbers_are_written_in_full_width_and_in_han() {
        assert_eq!(wide("5-7A号"), "５-７Ａ号");
        assert_eq!([1, 10, 12, 40, 99].map(han_number), ["一", "十", "十二", "四十", "九十九"]);
    }

    #[test]
    fn a_lane_is_part_of_the_street() {
        let mut rng = Rng::with_seed(5);
        let lanes = (0..200).filter(|_| taiwanese_lane(&mut rng).contains('巷')).count();
        assert!((40..120).contains(&lanes), "{lanes}");
        assert!((0..200).all(|_| !taiwanese_number(&mut rng).contains('巷')));
    }
}
