//! Numbered roads of the United States, which every file spells differently.

/// What a numbered road is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Interstate,
    Us,
    State,
    County,
    Farm,
    /// `Route 9`: of an unknown system.
    Any,
}

/// `us route 12`, `state route 360`, `county road 5`, `interstate 90`, `route 9`, with a directional or a rest behind;
/// none if the words do not name a numbered road.
pub(super) fn key(words: &[String]) -> Option<String> {
    let start = usize::from(words.first().is_some_and(|word| super::words::is_directional(word)));
    let (kind, taken) = kind(&words[start..])?;
    let rest = &words[start + taken..];
    let number = rest.first()?;
    if !number.starts_with(|character: char| character.is_ascii_digit()) {
        return None;
    }
    let name = match kind {
        Kind::Interstate => "interstate",
        Kind::Us => "us route",
        Kind::State => "state route",
        Kind::County => "county road",
        Kind::Farm => "farm road",
        Kind::Any => "route",
    };
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

fn kind(words: &[String]) -> Option<(Kind, usize)> {
    let word = |index: usize| words.get(index).map_or("", String::as_str);
    let is_road =
        |word: &str| matches!(word, "route" | "rte" | "rt" | "highway" | "hwy" | "hw" | "road" | "rd");
    let is_number = |word: &str| word.starts_with(|character: char| character.is_ascii_digit());
    let state = crate::us_state_code(word(0)).is_some();
    Some(match word(0) {
        "i" | "interstate" if is_number(word(1)) => (Kind::Interstate, 1),
        "interstate" if is_road(word(1)) => (Kind::Interstate, 2),
        "us" if is_road(word(1)) => (Kind::Us, 2),
        "us" if is_number(word(1)) => (Kind::Us, 1),
        "u" if word(1) == "s" && is_road(word(2)) => (Kind::Us, 3),
        "ush" | "usr" | "ushwy" => (Kind::Us, 1),
        "state" if is_road(word(1)) => (Kind::State, 2),
        "state" if word(1) == "trunk" && is_road(word(2)) => (Kind::State, 3),
        "sr" | "sh" | "sth" | "srt" if is_number(word(1)) => (Kind::State, 1),
        "county" | "co" | "cnty" | "cty" if is_road(word(1)) => (Kind::County, 2),
        "county" if word(1) == "trunk" && is_road(word(2)) => (Kind::County, 3),
        "cr" | "cth" | "csah" if is_number(word(1)) => (Kind::County, 1),
        "fm" | "rm" if is_number(word(1)) => (Kind::Farm, 1),
        "farm" | "ranch" if word(1) == "to" && word(2) == "market" && is_road(word(3)) => (Kind::Farm, 4),
        "route" | "rte" | "rt" | "highway" | "hwy" if is_number(word(1)) => (Kind::Any, 1),
        _ if state && is_road(word(1)) && word(1) != "road" && word(1) != "rd" => (Kind::State, 2),
        _ if state && is_number(word(1)) && word(0).len() == 2 => (Kind::State, 1),
        _ => return None,
    })
}
