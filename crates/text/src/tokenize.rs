//! Words with byte offsets over the untouched input.
//!
//! An address has 5 to 14 tokens when hyphenated and apostrophed words stay whole, and the model's cost grows
//! with the token count, so a token is a whole word: `Saint-Denis`, `d'Eau`, `221B`, `P.O.`, `912-914`.
//! The signs that carry meaning of their own (`#`, `&`, `/`, `@`, `+`) are tokens; all other punctuation is the
//! [`Separator`] in front of the next token. Words that were typed as one come apart where letters meet digits
//! (`Apt4B`, `75008Paris`), a state and its ZIP code (`TN37203`) and, in Canada, a unit and its house number (`305-1200`); scripts
//! written without spaces give a token a character.

use crate::canadian_unit::{is_canadian, unit_length};
use crate::fold::is_invisible;
use crate::token::{Separator, Token};
use crate::zip_state::begins_with_zip_of;

/// A dot after a word this short marks an abbreviation and belongs to the token (`St.`,
/// `Blvd.`, `Bât.`); after a longer word it ends a sentence.
const LONGEST_ABBREVIATION: usize = 5;

/// Splits `input` into tokens. Linear in its length; any Unicode is accepted.
pub fn tokenize(input: &str) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(input.len() / 5 + 1);
    let mut before = Separator::None;
    let mut at = 0;
    let mut canadian = None;
    while let Some(character) = input[at..].chars().next() {
        let next = at + character.len_utf8();
        let end = if is_written_without_spaces(character)
            || matches!(character, '#' | '№' | '&' | '/' | '@' | '+')
        {
            next
        } else if character.is_alphanumeric() {
            let end = word_end(input, at);
            let unit = unit_length(&input[at..end]).filter(|_| {
                is_followed_by_word(&input[end..]) && *canadian.get_or_insert_with(|| is_canadian(input))
            });
            unit.map_or(end, |unit| at + unit)
        } else {
            let typed = typed_break(&input[at..]);
            before = before.max(typed.map_or_else(|| separator_of(character), |_| Separator::Comma));
            at = typed.map_or(next, |length| at + length);
            continue;
        };
        tokens.push(Token { start: at, end, before });
        (before, at) = (Separator::None, end);
    }
    tokens
}

/// Whether a word follows behind nothing but a space.
fn is_followed_by_word(rest: &str) -> bool {
    rest.strip_prefix(' ').is_some_and(|rest| rest.trim_start_matches(' ').starts_with(char::is_alphanumeric))
}

/// Bytes of a line break or tab at the start of `rest` that was typed as two characters (`\\n`), as text does that was escaped
/// once too often; it would stick to the next word.
fn typed_break(rest: &str) -> Option<usize> {
    ["\\n", "\\r", "\\t"].into_iter().find(|typed| rest.starts_with(typed)).map(str::len)
}

fn separator_of(character: char) -> Separator {
    match character {
        ',' | ';' | '|' | '\t' | '\n' | '\r' | '\u{b}' | '\u{c}' | '\u{85}' | '\u{2028}' | '\u{2029}'
        | '、' | '，' | '；' | '،' | '؛' => Separator::Comma,
        '(' | ')' | '[' | ']' | '{' | '}' | '（' | '）' => Separator::Bracket,
        '-' | '\u{2010}'..='\u{2015}' => Separator::Dash,
        white if white.is_whitespace() => Separator::Space,
        invisible if is_invisible(invisible) => Separator::None,
        _ => Separator::Sign,
    }
}

/// Han and kana: a word has no visible end, so each character is a token and the labels find the words.
fn is_written_without_spaces(character: char) -> bool {
    matches!(character, '\u{3005}'..='\u{3007}' | '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{4dbf}'
        | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}')
}

/// Letters that follow digits without being glued to them by mistake (`5th`, `12bis`, `3ème`).
const NUMBER_ENDINGS: [&str; 11] =
    ["bis", "ter", "quater", "quinquies", "eme", "ème", "ieme", "ième", "ère", "nde", "sqq"];

/// Fewest letters of a glued word: shorter ones are suffixes and prefixes of the number (`221B`, `4302xk`, `RN7`).
const SHORTEST_GLUED_WORD: usize = 3;

/// Fewest digits that come apart from a name of several parts (`Saint-Vane94410`): those of the shortest postcodes. Fewer
/// number a thing (`Point-Fort12`).
const SHORTEST_GLUED_CODE: usize = 4;

/// Whether the word ends before `rest` although a letter or digit follows: letters glued to digits or the other way
/// round. `letters`: length of the word so far when it is letters only, and of its last part when it is `joined` of several;
/// `digits`: whether it is digits only.
fn is_glued(letters: usize, digits: bool, joined: bool, rest: &str) -> bool {
    let code = rest.bytes().take_while(u8::is_ascii_digit).count();
    if code > 0 {
        return letters >= SHORTEST_GLUED_WORD && (!joined || code >= SHORTEST_GLUED_CODE);
    }
    if !digits {
        return false;
    }
    let length: usize =
        rest.chars().take_while(|character| character.is_alphabetic()).map(char::len_utf8).sum();
    let word = &rest[..length];
    word.chars().count() >= SHORTEST_GLUED_WORD && !NUMBER_ENDINGS.contains(&word.to_lowercase().as_str())
}

/// End of the word that starts at byte `start`.
fn word_end(input: &str, start: usize) -> usize {
    let mut word = Word { letters_since_dot: 0, digits_only: true, length: 0 };
    // Letters in a row up to here; none behind a digit.
    let mut run = 0;
    let mut pure = true;
    // Whether the letters are those of several parts.
    let mut joined = false;
    let mut end = start;
    let mut characters =
        input[start..].char_indices().map(|(at, character)| (start + at, character)).peekable();
    while let Some((at, character)) = characters.next() {
        let next = characters.peek().map(|&(_, following)| following);
        let joins = next.is_some_and(|next| next.is_alphanumeric() && !is_written_without_spaces(next));
        match character {
            unspaced if is_written_without_spaces(unspaced) => return end,
            letter if letter.is_alphanumeric() => {
                word.push(letter);
                pure &= letter.is_alphabetic();
                run = if pure { run + 1 } else { 0 };
                let after = at + letter.len_utf8();
                // `TN37203`: a state and a ZIP code of it.
                if run == 2 && after == start + 2 && begins_with_zip_of(&input[start..after], &input[after..])
                {
                    return after;
                }
                if joins && is_glued(run, word.digits_only, joined, &input[after..]) {
                    return after;
                }
            }
            // `Washington-20500`, `Apt-4B`: a dash between a word and a number joins nothing.
            '-' if joins && run >= SHORTEST_GLUED_WORD && next.is_some_and(|next| next.is_ascii_digit()) => {
                return end;
            }
            '\'' | '\u{2019}' | '\u{2bc}' | '`' | '-' | '\u{2010}' | '\u{2011}' | '\u{2013}' if joins => {
                joined = true;
                run = 0;
                word.join()
            }
            // `c/o`, `s/n`: one letter on either side.
            '/' if word.is_single_letter()
                && next.is_some_and(char::is_alphabetic)
                && !continues(input, at + 2) =>
            {
                word.join();
            }
            '.' if joins => {
                let decimal = word.digits_only && next.is_some_and(|following| following.is_ascii_digit());
                let initials = word.letters_since_dot == 1 && next.is_some_and(char::is_alphabetic);
                if !decimal && !initials {
                    return if word.is_abbreviation() { at + 1 } else { end };
                }
                word.letters_since_dot = 0;
            }
            '.' => return if word.is_abbreviation() { at + 1 } else { end },
            '°' => {}
            mark if unicode_normalization::char::is_combining_mark(mark) => {
                let after = at + mark.len_utf8();
                if joins && is_glued(run, false, joined, &input[after..]) {
                    return after;
                }
            }
            invisible if is_invisible(invisible) && joins => {}
            _ => return end,
        }
        end = at + character.len_utf8();
    }
    end
}

/// Whether a letter or digit stands at byte `at`.
fn continues(input: &str, at: usize) -> bool {
    input.get(at..).and_then(|rest| rest.chars().next()).is_some_and(char::is_alphanumeric)
}

/// What has been read of a word, as far as dots care.
struct Word {
    letters_since_dot: usize,
    digits_only: bool,
    length: usize,
}

impl Word {
    fn push(&mut self, character: char) {
        self.letters_since_dot += 1;
        self.length += 1;
        self.digits_only &= character.is_ascii_digit();
    }

    fn join(&mut self) {
        self.digits_only = false;
        self.length += 1;
        self.letters_since_dot = 2;
    }

    fn is_single_letter(&self) -> bool {
        self.length == 1 && !self.digits_only
    }

    fn is_abbreviation(&self) -> bool {
        !self.digits_only && self.length <= LONGEST_ABBREVIATION
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn words(input: &str) -> Vec<&str> {
        tokenize(input).iter().map(|token| token.text(input)).collect()
    }

    #[test]
    fn words_stay_whole() {
        assert_eq!(words("221B Baker St, London"), ["221B", "Baker", "St", "London"]);
        assert_eq!(words("12 bis rue du Château-d'Eau"), ["12", "bis", "rue", "du", "Château-d'Eau"]);
        assert_eq!(words("912-914 N.W. O’Neil St.Louis"), ["912-914", "N.W.", "O’Neil", "St.", "Louis"]);
        assert_eq!(words("P.O. Box 42, c/o Ann 1/2"), ["P.O.", "Box", "42", "c/o", "Ann", "1", "/", "2"]);
        assert_eq!(words("75008. Boulevard. Blvd. No.12"), ["75008", "Boulevard", "Blvd.", "No.", "12"]);
        assert_eq!(words("#104 A&B x@y №5"), ["#", "104", "A", "&", "B", "x", "@", "y", "№", "5"]);
    }

    #[test]
    fn glued_words_come_apart_and_numbers_with_letters_do_not() {
        assert_eq!(words("Apt7C 75008Paris Box42"), ["Apt", "7C", "75008", "Paris", "Box", "42"]);
        assert_eq!(words("Washington-20500 Apt-12"), ["Washington", "20500", "Apt", "12"]);
        // A state and a ZIP code of it, and two letters that are none: Delaware has no 80331.
        assert_eq!(words("TN37203 pa17401-1234 DE80331"), ["TN", "37203", "pa", "17401-1234", "DE80331"]);
        assert_eq!(words("SC277 NC27377A"), ["SC277", "NC27377A"]);
        // A name of several parts lets go of a postcode and of no other number.
        assert_eq!(words("Saint-Vane94410 Fort-Royal12"), ["Saint-Vane", "94410", "Fort-Royal12"]);
        assert_eq!(words("Aix-en-Vane-13100 ที่ปลูก7"), ["Aix-en-Vane", "13100", "ที่ปลูก", "7"]);
        assert_eq!(
            words("221B 12bis 5th 3ème 4302xk RN7 B12 12-14 N6W23001"),
            ["221B", "12bis", "5th", "3ème", "4302xk", "RN7", "B12", "12-14", "N6W23001"]
        );
    }

    #[test]
    fn a_unit_in_front_of_its_number_comes_apart_in_canada_alone() {
        assert_eq!(words("#12-445 Elm Way, Sudbury ON"), ["#", "12", "445", "Elm", "Way", "Sudbury", "ON"]);
        assert_eq!(tokenize("12-445 Elm Way, Sudbury ON")[1].before, Separator::Dash);
        assert_eq!(words("12-445 Elm Way, Elgin IL")[0], "12-445");
        assert_eq!(words("12-14 Elm Way, Sudbury ON")[0], "12-14");
        assert_eq!(words("Elm Way 12-445, Sudbury ON")[2], "12-445");
    }

    #[test]
    fn a_typed_line_break_is_one() {
        let tokens = tokenize(r"12 Vane St\nAsheville");
        assert_eq!(words(r"12 Vane St\nAsheville"), ["12", "Vane", "St", "Asheville"]);
        assert_eq!(tokens[3].before, Separator::Comma);
    }

    #[test]
    fn scripts_without_spaces_give_a_token_a_character() {
        assert_eq!(words("中正區31之11號 Main"), ["中", "正", "區", "31", "之", "11", "號", "Main"]);
        assert_eq!(words("안중읍 12길"), ["안중읍", "12길"]);
    }

    #[test]
    fn separators_keep_the_strongest_kind() {
        let before: Vec<_> = tokenize("a b, c (d) - e 🏠 f#1").iter().map(|token| token.before).collect();
        use Separator::*;
        assert_eq!(before, [None, Space, Comma, Bracket, Bracket, Sign, None, None]);
    }

    #[test]
    fn combining_marks_and_invisible_characters_do_not_split_a_word() {
        assert_eq!(words("E\u{301}te\u{301} Pa\u{200b}ris\u{feff}"), ["E\u{301}te\u{301}", "Pa\u{200b}ris"]);
    }

    proptest! {
        #[test]
        fn tokens_are_disjoint_ordered_and_on_character_boundaries(input in "\\PC{0,80}") {
            let mut last = 0;
            for token in tokenize(&input) {
                prop_assert!(token.start >= last && token.end > token.start);
                prop_assert!(input.is_char_boundary(token.start) && input.is_char_boundary(token.end));
                last = token.end;
            }
        }

        #[test]
        fn every_letter_and_digit_lies_in_a_token(input in "[\\PC--\\\\]{0,60}") {
            let tokens = tokenize(&input);
            for (at, character) in input.char_indices().filter(|(_, character)| character.is_alphanumeric()) {
                prop_assert!(tokens.iter().any(|token| token.start <= at && at < token.end), "{character}");
            }
        }
    }
}
