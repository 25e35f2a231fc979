//! What encloses a word: brackets and quotes show whether it is a note or a name, and they may be many words away.

use crate::token::Token;

/// The innermost signs around a token.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, strum::EnumCount)]
#[repr(u8)]
pub enum Enclosure {
    /// None.
    #[default]
    None = 0,
    /// `( )`
    Round = 1,
    /// `[ ]` or `{ }`
    Square = 2,
    /// Quotation marks.
    Quotes = 3,
    /// A bracket or quotation mark that is never closed: as far as the next comma.
    Open = 4,
}

/// The enclosure of each token.
pub fn enclosures(text: &str, tokens: &[Token]) -> Vec<Enclosure> {
    let mut found = vec![Enclosure::None; tokens.len()];
    if !text.contains(is_opening) {
        return found;
    }
    let (mut end, mut closed) = (0, 0);
    for (index, token) in tokens.iter().enumerate() {
        let start = end;
        let between = &text[start..token.start];
        end = token.end;
        // A mark that closes the words before it opens nothing.
        let opens = |&(at, character): &(usize, char)| is_opening(character) && start + at >= closed;
        let Some((at, opening)) = between.char_indices().rfind(opens) else { continue };
        // `Rock'n'Roll` contains no quotation, and a mark after a word closes one.
        let behind_space =
            between[..at].chars().next_back().map_or(index == 0, |before| !before.is_alphanumeric());
        let Some((closing, kind)) = closing_of(opening) else { continue };
        if kind == Enclosure::Quotes && !behind_space {
            continue;
        }
        let rest = &text[token.start..];
        let (length, kind) = match rest.find(closing) {
            Some(length) => (length, kind),
            None if opening == '\'' => continue,
            None => (rest.find([',', '\n', ';']).unwrap_or(rest.len()), Enclosure::Open),
        };
        closed = token.start + length + 1;
        for (inside, mark) in tokens[index..].iter().zip(&mut found[index..]) {
            if inside.start >= token.start + length {
                break;
            }
            *mark = kind;
        }
    }
    found
}

fn is_opening(character: char) -> bool {
    closing_of(character).is_some()
}

/// The closing character for `opening`, and the enclosure of what lies between.
fn closing_of(opening: char) -> Option<(&'static [char], Enclosure)> {
    Some(match opening {
        '(' | '（' => (&[')', '）'], Enclosure::Round),
        '[' | '【' => (&[']', '】'], Enclosure::Square),
        '{' => (&['}'], Enclosure::Square),
        '"' => (&['"', '”', '“'], Enclosure::Quotes),
        '“' | '„' | '‟' => (&['”', '“', '"'], Enclosure::Quotes),
        '«' => (&['»'], Enclosure::Quotes),
        '»' => (&['«'], Enclosure::Quotes),
        '‹' => (&['›'], Enclosure::Quotes),
        '「' | '『' => (&['」', '』'], Enclosure::Quotes),
        '‘' | '‚' => (&['’', '‘'], Enclosure::Quotes),
        '\'' | '`' => (&['\'', '’', '´'], Enclosure::Quotes),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tokenize;

    fn shown(text: &str) -> String {
        let letter = |enclosure: &Enclosure| ['-', 'r', 's', 'q', 'o'][*enclosure as usize];
        enclosures(text, &tokenize(text)).iter().map(letter).collect()
    }

    #[test]
    fn brackets_and_quotes_of_every_kind() {
        assert_eq!(shown("12 Vane St (blue awning), Reno"), "---rr-");
        assert_eq!(shown("12 Vane St [between Oak and Pine] Reno"), "---ssss-");
        assert_eq!(shown("\"Harbor Tower\" 12 Vane St"), "qq---");
        assert_eq!(shown("“Harbor Tower”, 12 Vane St"), "qq---");
        assert_eq!(shown("« Le Moulin », 12 rue Haute"), "qq---");
        assert_eq!(shown("„Zum Ochsen“ Hauptstr. 3"), "qq--");
        assert_eq!(shown("'Harbor Tower' 12 Vane St"), "qq---");
    }

    #[test]
    fn what_is_never_closed_ends_at_a_comma() {
        assert_eq!(shown("12 Vane St (blue awning, Reno"), "---oo-");
        assert_eq!(shown("\"Harbor Tower, 12 Vane St"), "oo---");
    }

    #[test]
    fn apostrophes_enclose_nothing() {
        assert_eq!(shown("O'Neil St, L'Orme, Rock 'n Roll"), "------");
        assert_eq!(shown("12 Vane St"), "---");
    }
}
