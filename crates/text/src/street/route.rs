//! Numbered roads of the United States, which every file spells differently.

/// `us route 12`, `state route 360`, `county road 5`, `interstate 90`, `route 9`, with a directional or a rest behind;
/// none if the words do not name a numbered road.
pub(super) fn key(words: &[String]) -> Option<String> {
    let start = usize::from(words.first().is_some_and(|word| super::words::is_directional(word)));
    let (name, taken) = kind(&words[start..])?;
    let rest = &words[start + taken..];
    let number = rest.first()?;
    if !number.starts_with(|character: char| character.is_ascii_digit()) {
        return None;
    }
    let mut key = words[..start].to_vec();
    key.push(name.to_owned());
    key.extend_from_slice(rest);
    Some(key.join(" "))
}

/// Keys under which the same road may be filed, the given one first: a `route 9` may be the state's or the country's.
pub(super) fn variants(key: &str) -> Vec<String> {
    let mut variants = vec![key.to_owned()];
    if let Some(number) = key.strip_prefix("route ") {
        variants.push(format!("state route {number}"));
        variants.push(format!("us route {number}"));
    } else if let Some(number) = key.strip_prefix("state route ").or_else(|| key.strip_prefix("us route ")) {
        variants.push(format!("route {number}"));
    }
    variants
}

/// The system of a numbered road, as keys name it, and how many words name it; `route` if it is unknown.
fn kind(words: &[String]) -> Option<(&'static str, usize)> {
    let word = |index: usize| words.get(index).map_or("", String::as_str);
    let is_road =
        |word: &str| matches!(word, "route" | "rte" | "rt" | "highway" | "hwy" | "hw" | "road" | "rd");
    let is_number = |word: &str| word.starts_with(|character: char| character.is_ascii_digit());
    let state = crate::us_state_code(word(0)).is_some();
    Some(match word(0) {
        "i" | "interstate" if is_number(word(1)) => ("interstate", 1),
        "interstate" if is_road(word(1)) => ("interstate", 2),
        "us" if is_road(word(1)) => ("us route", 2),
        "us" if is_number(word(1)) => ("us route", 1),
        "u" if word(1) == "s" && is_road(word(2)) => ("us route", 3),
        "ush" | "usr" | "ushwy" => ("us route", 1),
        "state" if is_road(word(1)) => ("state route", 2),
        "state" if word(1) == "trunk" && is_road(word(2)) => ("state route", 3),
        "sr" | "sh" | "sth" | "srt" if is_number(word(1)) => ("state route", 1),
        "county" | "co" | "cnty" | "cty" if is_road(word(1)) => ("county road", 2),
        "county" if word(1) == "trunk" && is_road(word(2)) => ("county road", 3),
        "cr" | "cth" | "csah" if is_number(word(1)) => ("county road", 1),
        "fm" | "rm" if is_number(word(1)) => ("farm road", 1),
        "farm" | "ranch" if word(1) == "to" && word(2) == "market" && is_road(word(3)) => ("farm road", 4),
        "route" | "rte" | "rt" | "highway" | "hwy" if is_number(word(1)) => ("route", 1),
        _ if state && is_road(word(1)) && word(1) != "road" && word(1) != "rd" => ("state route", 2),
        _ if state && is_number(word(1)) && word(0).len() == 2 => ("state route", 1),
        _ => return None,
    })
}
