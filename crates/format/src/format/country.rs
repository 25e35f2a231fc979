//! Chooses the templates of a country, and removes a country line that the caller did not request.

use std::borrow::Cow;

use super::rendering::{Rendering, render};
use super::tables;
use super::values::{Field, Values};
use crate::unicode::is_of_east_asia_or_arabic;

/// Renders the addresses of a country.
pub(super) struct Renderer<'a> {
    rendering: Rendering<'a>,
    append_country: bool,
    /// The country line of its addresses; `None` for an unknown country.
    line: Option<Cow<'static, str>>,
}

/// Country, template for its own script, template for Latin letters.
const BY_SCRIPT: [(&str, &str, &str); 7] = [
    ("CN", "CN_zh", "CN_en"),
    ("HK", "HK_zh", "HK_en"),
    ("IR", "IR_fa", "IR_en"),
    ("JP", "JP_ja", "JP_en"),
    ("KR", "KR_ko", "KR_en"),
    ("MO", "MO_zh", "MO_pt"),
    ("TW", "TW_zh", "TW_en"),
];

impl<'a> Renderer<'a> {
    /// For a country (ISO 3166-1 alpha-2, upper case) and an address whose texts are `texts`.
    pub(super) fn new<'t>(
        country: &'a str,
        texts: impl IntoIterator<Item = &'t str>,
        append_country: bool,
        abbreviate: bool,
    ) -> Renderer<'a> {
        let scripts = BY_SCRIPT.into_iter().find(|(code, ..)| *code == country);
        let code = scripts.map_or(country, |(_, own, latin)| {
            let is_own = texts.into_iter().any(|text| text.chars().any(is_of_east_asia_or_arabic));
            if is_own { own } else { latin }
        });
        let rendering = Rendering { code, abbreviate, append_country: false };
        Renderer { rendering, append_country, line: line_of(country) }
    }

    /// The lines of an address, separated by line breaks.
    pub(super) fn render(&self, fields: &Values<'a>) -> String {
        let is_given = fields.has(Field::Country);
        if self.append_country
            && !is_given
            && let Some(line) = &self.line
        {
            return render(&fields.with(Field::Country, line.clone()), self.rendering);
        }
        let mut text = render(fields, self.rendering);
        // Templates of territories that use another country's addresses always add its name.
        let is_last = text.rsplit_once('\n').filter(|(_, last)| Some(*last) == self.line.as_deref());
        if !is_given && let Some((others, _)) = is_last {
            text.truncate(others.len());
        }
        text
    }
}

/// A line that no template changes.
const MARK: &str = "x";

/// The country line of a country's addresses. It is cached, because finding it takes a rendering.
fn line_of(code: &str) -> Option<Cow<'static, str>> {
    if code.len() != 2 || !code.bytes().all(|letter| letter.is_ascii_uppercase()) {
        return None;
    }
    let rendered = || {
        let mut fields = Values::default();
        fields.set(Field::House, MARK);
        let text = render(&fields, Rendering { code, abbreviate: false, append_country: true });
        let last = text.rsplit('\n').next().unwrap_or_default();
        (last != MARK).then(|| last.to_owned())
    };
    let asked = if code == "UK" { "GB" } else { code };
    let country = tables::country(asked)?;
    country.line.get_or_init(rendered).as_deref().map(Cow::Borrowed)
}
