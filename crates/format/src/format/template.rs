//! Templates: text with `{{{field}}}` and `{{#first}} ... || ... {{/first}}`.

use super::values::{Field, Values};
use crate::unicode::is_space;

/// A template in pieces.
#[derive(Debug)]
pub(super) struct Template(Vec<Piece>);

#[derive(Debug)]
enum Piece {
    Text(String),
    Field(Field),
    /// The first alternative with a value.
    First(Vec<Template>),
}

/// Separates alternatives.
const BAR: &str = "||";

impl Template {
    /// Reads a template. Fields without a tag are always empty and left out.
    pub(super) fn read(text: &str) -> Template {
        let mut pieces = Vec::new();
        let mut rest = text;
        while let Some(start) = rest.find("{{") {
            let (before, tag) = rest.split_at(start);
            let Some((piece, behind)) = piece(tag) else { break };
            pieces.push(Piece::Text(before.to_owned()));
            pieces.extend(piece);
            rest = behind;
        }
        pieces.push(Piece::Text(rest.to_owned()));
        pieces.retain(|piece| !matches!(piece, Piece::Text(text) if text.is_empty()));
        Template(pieces)
    }

    /// Appends the template, filled with the values.
    pub(super) fn fill(&self, values: &Values<'_>, text: &mut String) {
        for piece in &self.0 {
            match piece {
                Piece::Text(literal) => text.push_str(literal),
                Piece::Field(field) => text.push_str(values.get(*field)),
                Piece::First(alternatives) => fill_first(alternatives, values, text),
            }
        }
    }
}

/// The piece that `text` starts with, `None` for a field without a tag, and the rest of the text.
fn piece(text: &str) -> Option<(Option<Piece>, &str)> {
    if let Some((alternatives, behind)) =
        text.strip_prefix("{{#first}}").and_then(|text| text.split_once("{{/first}}"))
    {
        return Some((Some(Piece::First(alternatives.split(BAR).map(Template::read).collect())), behind));
    }
    let (name, behind) = text.strip_prefix("{{{")?.split_once("}}}")?;
    Some((Field::named(name.trim()).map(Piece::Field), behind))
}

/// Appends the first alternative that is not empty. White space around the bars is removed, that at the outer edges stays. A bar in a
/// value counts as a bar of the template.
fn fill_first(alternatives: &[Template], values: &Values<'_>, text: &mut String) {
    let start = text.len();
    for (index, alternative) in alternatives.iter().enumerate() {
        if index > 0 {
            text.push_str(BAR);
        }
        alternative.fill(values, text);
    }
    let (mut from, mut end) = (start, text.len());
    while let Some(length) = text[from..].find(BAR) {
        let behind = &text[from + length + BAR.len()..];
        let kept = text[from..from + length].trim_end_matches(is_space).len();
        if kept > 0 {
            end = from + kept;
            break;
        }
        from = text.len() - behind.trim_start_matches(is_space).len();
    }
    text.truncate(end);
    text.replace_range(start..from, "");
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filled(template: &str, values: &[(Field, &'static str)]) -> String {
        let mut all = Values::default();
        for (field, value) in values {
            all.set(*field, *value);
        }
        let mut text = String::new();
        Template::read(template).fill(&all, &mut text);
        text
    }

    #[test]
    fn fields_and_the_first_that_is_there() {
        let template = "{{{ road }}}, {{#first}} {{{city}}} || {{{town}}} || {{{state}}} {{/first}}!";
        assert_eq!(filled(template, &[(Field::Road, "A"), (Field::City, "B")]), "A,  B!");
        assert_eq!(filled(template, &[(Field::Road, "{{{city}}}"), (Field::State, "C")]), "{{{city}}}, C !");
        assert_eq!(filled(template, &[]), ", !");
    }

    #[test]
    fn a_bar_within_a_value_is_one_of_the_template() {
        let template = "{{#first}} {{{city}}} || {{{state}}} {{/first}}";
        assert_eq!(filled(template, &[(Field::City, "x || y")]), " x");
        assert_eq!(filled(template, &[(Field::City, "||"), (Field::State, "y")]), "y ");
        assert_eq!(filled(template, &[(Field::City, "a|b")]), " a|b");
    }
}
