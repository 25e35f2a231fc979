//! What the codes of a country look like, and a code of a shape as a number.

/// A digit of a shape, a letter of it; everything else stands for itself.
const DIGIT: char = '#';
const LETTER: char = '@';

/// Digits of the part of a long code that names a delivery area, at least (`3750` of `3750-011`).
const AREA_DIGITS: usize = 4;

/// How many characters a kind stands for, and the first of them; none for a character that stands for itself.
fn base(kind: char) -> Option<(u64, u8)> {
    match kind {
        DIGIT => Some((10, b'0')),
        LETTER => Some((26, b'A')),
        _ => None,
    }
}

/// The shape of a written code (`@# #@@` of `M1 1AE`); none of one with signs other than spaces and dashes, or with more
/// letters and digits than a number holds.
pub(super) fn of_code(written: &str) -> Option<String> {
    let kind = |character| match character {
        '0'..='9' => Some(DIGIT),
        'A'..='Z' => Some(LETTER),
        ' ' | '-' => Some(character),
        _ => None,
    };
    let shape: String = written.chars().map(kind).collect::<Option<_>>()?;
    is_of_a_number(&shape).then_some(shape)
}

/// The shape with the letters in front that all codes of it share written out: `LV-####`.
pub(super) fn with_common_letters<'a>(shape: &str, mut codes: impl Iterator<Item = &'a str>) -> String {
    let letters = shape.chars().take_while(|&kind| kind == LETTER).count();
    let Some(first) = codes.next().and_then(|first| first.get(..letters)) else { return shape.to_owned() };
    match letters > 0 && codes.all(|code| code.starts_with(first)) {
        true => format!("{first}{}", &shape[letters..]),
        false => shape.to_owned(),
    }
}

/// Whether the codes of a shape are numbers of 64 bits.
pub(super) fn is_of_a_number(shape: &str) -> bool {
    let mut bases = shape.chars().map(|kind| base(kind).map_or(1, |(base, _)| base));
    bases.try_fold(1_u64, u64::checked_mul).is_some()
}

/// The number of a written code; none if it is of another shape.
pub(super) fn number(shape: &str, written: &str) -> Option<u64> {
    read(shape.chars(), written.chars())
}

/// The number of characters of these kinds.
fn read(kinds: impl Iterator<Item = char>, mut characters: impl Iterator<Item = char>) -> Option<u64> {
    let mut number = 0;
    for kind in kinds {
        number = with(number, kind, characters.next()?)?;
    }
    characters.next().is_none().then_some(number)
}

/// The code of a number.
pub(super) fn written(shape: &str, mut number: u64) -> String {
    let character = |kind| {
        let Some((base, first)) = base(kind) else { return kind };
        // Less than the base, which a byte holds.
        let character = char::from(first + (number % base) as u8);
        number /= base;
        character
    };
    let reversed: Vec<char> = shape.chars().rev().map(character).collect();
    reversed.iter().rev().collect()
}

/// Numbers of a shape that a key (small letters, no spaces) stands for, first and last.
pub(super) fn range(shape: &str, key: &str) -> Option<(u64, u64)> {
    if let Some(whole) = matched(shape, key) {
        return Some(whole);
    }
    // `LV-1001` is as often written `1001`.
    let bare = without_common_letters(shape);
    if bare.len() < shape.len() {
        return matched(bare, key);
    }
    // The delivery area of a long code.
    let (area, rest) = shape.split_once('-')?;
    let numeric = |part: &str| part.chars().all(|kind| kind == DIGIT);
    if area.len() < AREA_DIGITS || !numeric(area) || !numeric(rest) {
        return None;
    }
    let within = 10u64.checked_pow(u32::try_from(rest.len()).ok()?)?;
    matched(area, key).map(|(number, _)| (number * within, number * within + within - 1))
}

/// How many bytes the keys have that [`range`] finds numbers for.
pub(super) fn lengths_of_keys(shape: &str) -> Vec<usize> {
    let length = |part: &str| part.bytes().filter(|&kind| kind != b' ').count();
    let area = shape.split_once('-').map(|(area, _)| area);
    [Some(shape), Some(without_common_letters(shape)), area].into_iter().flatten().map(length).collect()
}

/// Numbers of a shape whose codes begin with a key (small letters, no spaces, dashes or not), first and last; none where more letters and
/// digits are missing than `most`.
pub(super) fn beginning(shape: &str, key: &str, most: usize) -> Option<(u64, u64)> {
    let bare = without_common_letters(shape);
    begun(shape, key, most).or_else(|| if bare.len() < shape.len() { begun(bare, key, most) } else { None })
}

fn begun(shape: &str, key: &str, most: usize) -> Option<(u64, u64)> {
    let mut typed = key.chars().peekable();
    let (mut first, mut last, mut missing) = (0, 0, 0);
    for kind in shape.chars().filter(|&kind| kind != ' ') {
        if kind == '-' {
            typed.next_if_eq(&'-');
        } else if let Some(character) = typed.next() {
            first = with(first, kind, character.to_ascii_uppercase())?;
            last = first;
        } else {
            missing += 1;
            let Some((base, _)) = base(kind) else { continue };
            (first, last) = (first * base, last * base + base - 1);
        }
    }
    (typed.next().is_none() && missing <= most).then_some((first, last))
}

/// How many digits the codes of a shape have that have nothing else.
pub(super) fn digits(shape: &str) -> Option<u32> {
    let digits = shape.chars().filter(|&kind| kind == DIGIT).count();
    shape.chars().all(|kind| matches!(kind, DIGIT | ' ')).then(|| u32::try_from(digits).ok()).flatten()
}

fn without_common_letters(shape: &str) -> &str {
    shape.trim_start_matches(|kind: char| kind.is_ascii_uppercase()).trim_start_matches(['-', ' '])
}

fn matched(shape: &str, key: &str) -> Option<(u64, u64)> {
    let kinds = shape.chars().filter(|&kind| kind != ' ');
    let number = read(kinds, key.chars().map(|character| character.to_ascii_uppercase()))?;
    Some((number, number))
}

/// A number with a further character; none if that is not of the kind.
fn with(number: u64, kind: char, character: char) -> Option<u64> {
    match base(kind) {
        None => (kind == character).then_some(number),
        Some((base, first)) => {
            let digit = u64::from(u32::from(character).checked_sub(first.into())?);
            (digit < base).then_some(number * base + digit)
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn a_code_is_a_number_of_its_shape_and_back() {
        for code in ["80331", "111 29", "M1 1AE", "00-950", "3750-011", "LV-1001", "AD100"] {
            let shape = of_code(code).unwrap();
            assert_eq!(written(&shape, number(&shape, code).unwrap()), code);
        }
        assert_eq!(of_code("D-8000Ω"), None);
        assert_eq!(of_code("ABCDEFGHIJKLMNOPQRST"), None, "more than a number holds");
        assert_eq!(number("#####", "8033"), None);
    }

    #[test]
    fn letters_that_all_codes_share_are_written_out() {
        assert_eq!(with_common_letters("@@-####", ["LV-1001", "LV-5052"].into_iter()), "LV-####");
        assert_eq!(with_common_letters("@@##", ["AB10", "AL10"].into_iter()), "@@##");
    }

    #[test]
    fn a_key_stands_for_one_code_or_for_those_of_an_area() {
        assert_eq!(range("### ##", "11129"), Some((11129, 11129)));
        assert_eq!(range("LV-####", "1001"), range("LV-####", "lv-1001"));
        assert_eq!(range("####-###", "3750"), Some((3_750_000, 3_750_999)));
        assert_eq!(range("##-###", "00"), None, "two digits are not an area");
        assert_eq!(range("#####", "1001"), None);
    }

    #[test]
    fn a_beginning_stands_for_all_codes_that_lack_little() {
        assert_eq!(beginning("#####", "8033", 1), Some((80_330, 80_339)));
        assert_eq!(beginning("#####", "803", 1), None);
        assert_eq!(
            beginning("@@##", "sw1", 1),
            range("@@##", "sw10").zip(range("@@##", "sw19")).map(|(a, b)| (a.0, b.0))
        );
        assert_eq!(beginning("##-###", "00950", 1), Some((950, 950)), "the dash is left out");
        assert_eq!(beginning("LV-####", "lv100", 1), beginning("LV-####", "100", 1));
        assert_eq!(beginning("### ##", "111290", 1), None, "more than the code has");
    }

    #[test]
    fn digits_are_counted_where_there_is_nothing_else() {
        assert_eq!(["#####", "### ##", "LV-####", "@# #@@"].map(digits), [Some(5), Some(5), None, None]);
    }

    proptest! {
        #[test]
        fn a_key_with_numbers_is_as_long_as_one_may_be(key in "[a-z]{0,2}-?[0-9]{1,5}(-[0-9]{3})?") {
            for shape in ["#####", "### ##", "LV-####", "AD###", "####-###", "@@-####", "##-###"] {
                if range(shape, &key).is_some() {
                    prop_assert!(lengths_of_keys(shape).contains(&key.len()), "{}", shape);
                }
            }
        }

        #[test]
        fn any_code_of_letters_and_digits_comes_back(code in "[A-Z]{0,3}[0-9]{1,4}[ -]?[0-9A-Z]{0,3}") {
            let shape = of_code(&code).unwrap();
            prop_assert_eq!(written(&shape, number(&shape, &code).unwrap()), code);
        }
    }
}
