//! Renders fields of the templates, one JSON object per line of standard input, for `ts/test/format/rendering.test.ts`, which compares with the
//! templates' library: `{"fields": {"road": "Main St"}, "code": "US", "abbreviate": false, "appendCountry": false}`.

use std::io::{BufRead, Write};

use milepost_format::render_fields;
use serde_json::Value;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut output = std::io::BufWriter::new(std::io::stdout().lock());
    for line in std::io::stdin().lock().lines() {
        let asked: Value = serde_json::from_str(&line?)?;
        let fields = asked["fields"].as_object().ok_or("fields are missing")?;
        let fields = fields.iter().filter_map(|(name, value)| Some((name.as_str(), value.as_str()?)));
        let code = asked["code"].as_str().ok_or("a code is missing")?;
        let is_asked = |option: &str| asked[option].as_bool().unwrap_or_default();
        let text = render_fields(fields, code, is_asked("abbreviate"), is_asked("appendCountry"));
        let lines: Vec<&str> = text.split('\n').filter(|line| !line.is_empty()).collect();
        writeln!(output, "{}", serde_json::to_string(&lines)?)?;
    }
    Ok(())
}
