//! Ways of `addr:interpolation` as segments between the numbers of their nodes.

use super::object::degrees;
use super::read::Interpolation;
use crate::ranges::segment::{Segment, Side};

/// A segment with its line, longitude and latitude.
pub(super) type Numbered = (Segment, Vec<[f64; 2]>);

/// The segments of a way between each number and the next, or the reason why it has none.
pub(super) fn segments(
    way: &Interpolation,
    of_relation: Option<&str>,
) -> Result<Vec<Numbered>, &'static str> {
    let parity = match way.tags.get("addr:interpolation") {
        Some("odd") => "odd",
        Some("even") => "even",
        Some("all") => "mixed",
        Some(step) if step.len() == 1 && step.bytes().all(|byte| byte.is_ascii_digit() && byte > b'0') => {
            if matches!(step, "2" | "4" | "6" | "8") { "" } else { "mixed" }
        }
        _ => return Err("a line of numbers that are not odd, even or all"),
    };
    let of_node = |key: &str| way.line.iter().flat_map(|(_, tags)| tags).find_map(|tags| tags.get(key));
    let street = way.tags.get("addr:street").or_else(|| of_node("addr:street")).or(of_relation);
    let Some(street) = street.or_else(|| way.tags.get("addr:place")).or_else(|| of_node("addr:place")) else {
        return Err("a line of numbers without a street");
    };
    let postcode = way.tags.get("addr:postcode").or_else(|| of_node("addr:postcode")).unwrap_or_default();
    let numbered: Vec<(usize, u32)> = way
        .line
        .iter()
        .enumerate()
        .filter_map(|(at, (_, tags))| Some((at, leading_number(tags.as_ref()?.get("addr:housenumber")?)?)))
        .collect();
    if numbered.len() < 2 {
        return Err("a line of numbers with fewer than two at its nodes");
    }
    let between = |pair: &[(usize, u32)]| {
        let ((first, from), (last, to)) = (pair[0], pair[1]);
        let line = way.line[first..=last].iter().map(|(point, _)| {
            let (lat, lon) = degrees(*point);
            [lon, lat]
        });
        let segment = Segment {
            street: street.to_owned(),
            // The line is where the houses are.
            side: Side::Own,
            from: from.to_string(),
            to: to.to_string(),
            parity: parity.to_owned(),
            postcode: postcode.to_owned(),
            county_fips: None,
        };
        (segment, line.collect())
    };
    Ok(numbered.windows(2).filter(|pair| pair[0].1 != pair[1].1).map(between).collect())
}

fn leading_number(text: &str) -> Option<u32> {
    let digits = text.bytes().take_while(u8::is_ascii_digit).count();
    text.get(..digits.min(7))?.parse().ok().filter(|number| *number > 0)
}

#[cfg(test)]
mod tests {
    use super::super::object::{Id, Kind, Tags};
    use super::*;

    fn way(kind: &str, numbers: &[Option<&str>]) -> Interpolation {
        let node = |(at, number): (usize, &Option<&str>)| {
            let tags = number
                .map(|number| Tags::of_pairs(&[("addr:housenumber", number), ("addr:street", "Calle 45")]));
            ([at as i32 * 1_000, 7], tags)
        };
        Interpolation {
            id: Id { kind: Kind::Way, number: 1 },
            tags: Tags::of_pairs(&[("addr:interpolation", kind)]),
            line: numbers.iter().enumerate().map(node).collect(),
        }
    }

    #[test]
    fn a_line_is_split_at_each_number() {
        let found = segments(&way("even", &[Some("2"), None, Some("10"), Some("20b")]), None).unwrap();
        let described = found
            .iter()
            .map(|(part, line)| format!("{}-{} {} {}", part.from, part.to, part.street, line.len()));
        assert_eq!(described.collect::<Vec<_>>(), ["2-10 Calle 45 3", "10-20 Calle 45 2"]);
    }

    #[test]
    fn uncountable_numbering_is_reported() {
        assert!(segments(&way("alphabetic", &[Some("2"), Some("8")]), None).is_err());
        assert!(segments(&way("odd", &[Some("1"), None]), None).is_err());
        let mut nameless = way("odd", &[Some("1"), Some("9")]);
        for (_, tags) in &mut nameless.line {
            *tags = Some(Tags::of_pairs(&[("addr:housenumber", "1")]));
        }
        assert_eq!(segments(&nameless, None).unwrap_err(), "a line of numbers without a street");
        assert_eq!(segments(&nameless, Some("Rue")).unwrap().len(), 0);
    }
}
