//! Formats components in the way of a country. This module maps tags to the fields of the templates, and adds the lines that a template
//! lacks.

mod abbreviation;
mod country;
mod divisions;
mod rendering;
mod replacement;
mod tables;
mod template;
mod tidy;
mod values;

use std::borrow::Cow;

use milepost_address::Tag;

use crate::Components;
use crate::unicode::is_space;
use country::Renderer;
use values::{Field, Values};

/// Options of [`format_address`].
#[derive(Debug, Clone, Copy)]
pub struct FormatOptions<'a> {
    /// Adds a line with the country.
    pub append_country: bool,
    /// Lets the templates abbreviate.
    pub abbreviate: bool,
    /// Separates the lines.
    pub separator: &'a str,
}

impl Default for FormatOptions<'_> {
    fn default() -> Self {
        FormatOptions { append_country: false, abbreviate: false, separator: "\n" }
    }
}

/// Formats `components` for `country` (ISO 3166-1 alpha-2, any case). The text is empty if `components` is empty. An unknown country has
/// the default template. Tags that have no place in an address are left out.
pub fn format_address(components: &Components<'_>, country: &str, options: &FormatOptions<'_>) -> String {
    let fields = fields_of(components);
    let part = text_of(components, Tag::DependentLocality);
    if fields.is_empty() && part.is_none() {
        return String::new();
    }
    let country = country.trim_matches(is_space).to_uppercase();
    let texts = fields.texts().chain(part.as_deref());
    let renderer = Renderer::new(&country, texts, options.append_country, options.abbreviate);
    let text = with_dependent_locality(&fields, part.as_deref(), &renderer);
    let text = with_lines_of(components, &fields, text, &renderer);
    let text = if options.separator == "\n" { text } else { text.replace('\n', options.separator) };
    text.trim_end_matches(is_space).to_owned()
}

/// Renders fields of the templates (`road`, `city`) without the lines that [`format_address`] adds, for comparison with another renderer.
/// Fields without a tag are left out. `code` is that of a country, or of a template for a script (`CN_zh`).
#[doc(hidden)]
pub fn render_fields<'a>(
    fields: impl IntoIterator<Item = (&'a str, &'a str)>,
    code: &'a str,
    abbreviate: bool,
    append_country: bool,
) -> String {
    let mut values = Values::default();
    for (name, value) in fields {
        if let Some(field) = Field::named(name) {
            values.set(field, value);
        }
    }
    rendering::render(&values, rendering::Rendering { code, abbreviate, append_country })
}

/// Tags that make up the street line.
const STREET: [Tag; 5] =
    [Tag::StreetPrefix, Tag::StreetPrefixParticle, Tag::Street, Tag::StreetSuffix, Tag::Unit];
const CODES: [Tag; 2] = [Tag::Postcode, Tag::Cedex];

/// The fields of the templates, except that of the dependent locality, which differs by country. If a template has a place for none of
/// them, they are listed in this order.
fn fields_of<'a>(components: &'a Components<'_>) -> Values<'a> {
    let text = |tag| text_of(components, tag);
    let street = match (text(Tag::IntersectionA), text(Tag::IntersectionB)) {
        (Some(a), Some(b)) => Some(format!("{a} & {b}").into()),
        _ => joined(components, &STREET),
    };
    let fields = [
        // A box without a street takes the street line; otherwise it has its own line.
        (Field::Road, street.or_else(|| text(Tag::PoBox))),
        (Field::HouseNumber, text(Tag::HouseNumber)),
        (Field::House, text(Tag::Venue)),
        (Field::City, text(Tag::Locality)),
        (Field::County, text(Tag::Subregion)),
        (Field::State, text(Tag::Region)),
        (Field::Postcode, joined(components, &CODES)),
        (Field::Attention, text(Tag::Attention)),
        (Field::Country, text(Tag::Country)),
    ];
    let mut values = Values::default();
    for (field, value) in fields {
        if let Some(value) = value {
            values.set(field, value);
        }
    }
    values
}

/// The text of a tag, its white space reduced to single spaces.
fn text_of<'a>(components: &'a Components<'_>, tag: Tag) -> Option<Cow<'a, str>> {
    let text = components.text(tag);
    if text.is_empty() {
        return None;
    }
    let mut before = 'x';
    let is_tidy = text.chars().all(|letter| {
        let is_tidy = !is_space(letter) || (letter == ' ' && before != ' ');
        before = letter;
        is_tidy
    });
    if is_tidy {
        return Some(text);
    }
    let words: Vec<&str> = text.split(is_space).filter(|word| !word.is_empty()).collect();
    Some(words.join(" ").into())
}

/// The texts of several tags, joined by spaces; `None` if all are empty.
fn joined<'a>(components: &'a Components<'_>, tags: &[Tag]) -> Option<Cow<'a, str>> {
    let texts = tags.iter().filter_map(|tag| text_of(components, *tag));
    texts.reduce(|all, text| format!("{all} {text}").into())
}

/// Fields for a part of a locality: that of most templates, of Great Britain, of France.
const PART_FIELDS: [Field; 3] = [Field::Suburb, Field::Quarter, Field::Place];

/// Renders with the dependent locality in the field that the template has for it. If the template lacks the field, or drops
/// another value for it, the dependent locality gets its own line above that of the locality.
fn with_dependent_locality<'a>(
    fields: &Values<'a>,
    part: Option<&'a str>,
    renderer: &Renderer<'a>,
) -> String {
    let without = if fields.is_empty() { String::new() } else { renderer.render(fields) };
    let city = fields.get(Field::City);
    let Some(part) = part.filter(|part| *part != city) else { return without };
    for field in PART_FIELDS {
        let text = renderer.render(&fields.with(field, part));
        let mut shown = fields.texts().filter(|value| without.contains(value));
        // A template without the field renders the same text, and the name in it is that of another field.
        if text != without && text.contains(part) && shown.all(|value| text.contains(value)) {
            return text;
        }
    }
    with_line(without, city, part, Side::Above)
}

/// A locality that no template replaces.
const UNLIKELY: &str = "Qxqx";

/// Adds the lines that a template lacks: a box next to a street, the locality of a city state, a venue.
fn with_lines_of<'a>(
    components: &Components<'_>,
    fields: &Values<'a>,
    mut text: String,
    renderer: &Renderer<'a>,
) -> String {
    let (road, city, house) = (fields.get(Field::Road), fields.get(Field::City), fields.get(Field::House));
    let po_box = text_of(components, Tag::PoBox);
    if let Some(po_box) = po_box.as_deref().filter(|po_box| *po_box != road) {
        text = with_line(text, road, po_box, Side::Below);
    }
    if !text.contains(city) && !renderer.render(&fields.with(Field::City, UNLIKELY)).contains(UNLIKELY) {
        text = with_line(text, po_box.as_deref().unwrap_or(road), city, Side::Below);
    }
    if text.contains(house) { text } else { with_first_line(house, &text) }
}

fn with_first_line(line: &str, text: &str) -> String {
    if text.is_empty() { line.to_owned() } else { [line, text].join("\n") }
}

enum Side {
    Above,
    Below,
}

/// Inserts a line above or below the last line that contains `anchor`; without one, at the end.
fn with_line(text: String, anchor: &str, line: &str, side: Side) -> String {
    if text.is_empty() {
        return line.to_owned();
    }
    let at = if anchor.is_empty() { None } else { text.rfind(anchor) };
    match (at, side) {
        (None, _) => [&text, line].join("\n"),
        (Some(at), Side::Above) => {
            let start = text[..at].rfind('\n').map_or(0, |before| before + 1);
            [&text[..start], line, "\n", &text[start..]].concat()
        }
        (Some(at), Side::Below) => {
            let end = text[at..].find('\n').map_or(text.len(), |length| at + length);
            [&text[..end], "\n", line, &text[end..]].concat()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn formatted(country: &str, parts: &[(Tag, &str)]) -> String {
        format_address(&parts.iter().copied().collect(), country, &FormatOptions::default())
    }

    #[test]
    fn a_country_has_its_way_of_writing() {
        let parts = [
            (Tag::HouseNumber, "12"),
            (Tag::Street, "Elm  St"),
            (Tag::Locality, "Reno"),
            (Tag::Region, "Nevada"),
            (Tag::Postcode, "89501"),
        ];
        assert_eq!(formatted("us", &parts), "12 Elm St\nReno, NV 89501");
        assert_eq!(formatted("DE", &parts), "Elm St 12\n89501 Reno");
        let options = FormatOptions { append_country: true, separator: ", ", ..FormatOptions::default() };
        let components = parts.into_iter().collect();
        assert_eq!(format_address(&components, "FR", &options), "12 Elm St, 89501 Reno, France");
    }

    #[test]
    fn what_a_template_has_no_line_for_gets_one() {
        let parts = [(Tag::PoBox, "PO Box 42"), (Tag::Street, "Main St"), (Tag::Locality, "Reno")];
        assert_eq!(formatted("US", &parts), "Main St\nPO Box 42\nReno");
        assert_eq!(
            formatted("US", &[(Tag::DependentLocality, "York"), (Tag::Locality, "New York")]),
            "York\nNew York"
        );
        assert_eq!(formatted("HU", &[(Tag::Venue, "Kert"), (Tag::Locality, "Pest")]), "Kert\nPest");
        assert_eq!(formatted("US", &[]), "");
    }

    #[test]
    fn a_country_without_a_template_of_its_own_has_the_usual_one() {
        let parts = [(Tag::Street, "Main St"), (Tag::HouseNumber, "1"), (Tag::Locality, "Nowhere")];
        assert_eq!(formatted("XX", &parts), "Main St 1\nNowhere");
        assert_eq!(formatted("", &parts), formatted("nowhere", &parts));
    }

    #[test]
    fn the_script_decides_on_the_template() {
        let of = |locality, region| {
            let parts = [(Tag::Locality, locality), (Tag::Region, region), (Tag::Postcode, "1000001")];
            formatted("JP", &parts)
        };
        assert_eq!(of("千代田区", "東京都"), "1000001\n東京都\n千代田区");
        assert_eq!(of("Chiyoda", "Tokyo"), "Chiyoda, Tokyo 1000001");
    }

    #[test]
    fn a_separator_stands_between_lines_alone() {
        let components = [(Tag::Venue, "https://a.b")].into_iter().collect();
        let options = FormatOptions { separator: ", ", ..FormatOptions::default() };
        assert_eq!(format_address(&components, "", &options), "https://a.b");
    }
}
