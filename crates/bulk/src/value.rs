//! Cells and rows between a reader and a writer.

use serde_json::Value as Json;

/// A cell.
#[derive(Debug, Clone, PartialEq)]
pub(crate) enum Value {
    /// Nothing; an empty cell of a text file.
    Null,
    /// A truth value.
    Bool(bool),
    /// A whole number.
    Int(i64),
    /// A number.
    Float(f64),
    /// Text.
    Text(String),
    /// Texts in order.
    List(Vec<String>),
    /// Any other JSON: lists and objects of the input.
    Json(Json),
    /// Bytes of a column of text that are in another encoding.
    NotUtf8(Vec<u8>),
}

impl Value {
    /// The cell as text for text files: a list joined by `; `, nothing as an empty text.
    pub(crate) fn text(&self) -> String {
        match self {
            Value::Null => String::new(),
            Value::Bool(value) => value.to_string(),
            Value::Int(value) => value.to_string(),
            Value::Float(value) => number(*value),
            Value::Text(text) => text.clone(),
            Value::List(texts) => texts.join("; "),
            Value::Json(json) => json.to_string(),
            Value::NotUtf8(bytes) => String::from_utf8_lossy(bytes).into_owned(),
        }
    }

    /// The cell as JSON.
    pub(crate) fn json(&self) -> Json {
        match self {
            Value::Null => Json::Null,
            Value::Bool(value) => Json::Bool(*value),
            Value::Int(value) => Json::from(*value),
            Value::Float(value) => Json::from(*value),
            Value::Text(text) => Json::String(text.clone()),
            Value::List(texts) => texts.iter().cloned().map(Json::String).collect(),
            Value::Json(json) => json.clone(),
            Value::NotUtf8(_) => Json::String(self.text()),
        }
    }

    /// A cell of JSON.
    pub(crate) fn of_json(json: &Json) -> Value {
        match json {
            Json::Null => Value::Null,
            Json::Bool(value) => Value::Bool(*value),
            Json::String(text) => Value::Text(text.clone()),
            Json::Number(number) => match number.as_i64() {
                Some(whole) => Value::Int(whole),
                // A larger whole number would lose its last digits as a float.
                None if number.is_u64() => Value::Json(json.clone()),
                None => number.as_f64().map_or(Value::Json(json.clone()), Value::Float),
            },
            other => Value::Json(other.clone()),
        }
    }

    /// The cell as a number, also of text.
    pub(crate) fn float(&self) -> Option<f64> {
        match self {
            Value::Int(value) => Some(*value as f64),
            Value::Float(value) => Some(*value),
            Value::Text(text) => {
                let text = text.trim();
                // `52,5`: a decimal comma.
                let number = text.parse().or_else(|_| text.replacen(',', ".", 1).parse());
                number.ok().filter(|value: &f64| value.is_finite())
            }
            _ => None,
        }
    }
}

/// As in JSON, so all text formats agree.
fn number(value: f64) -> String {
    if value.is_finite() { Json::from(value).to_string() } else { value.to_string() }
}

/// A row of the input.
#[derive(Debug, Clone, Default)]
pub(crate) struct InputRow {
    /// One cell per column.
    pub(crate) cells: Vec<Value>,
    /// The line of a JSON object as it was read, if the result is JSON again.
    pub(crate) raw: Option<String>,
    /// Why the row is not answered.
    pub(crate) fault: Option<String>,
    /// Its first line, from 1; the number of the row in a file with an index.
    pub(crate) line: u64,
}

/// An invalid record.
#[derive(Debug, Clone, serde::Serialize)]
pub(crate) struct Rejected {
    pub(crate) file: String,
    /// First line of it, from 1.
    pub(crate) line: u64,
    pub(crate) why: String,
    pub(crate) text: String,
}
