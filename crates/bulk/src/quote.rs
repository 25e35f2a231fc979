//! Quotes of the input in messages, which are bounded: a header can have a megabyte.

/// Most characters that a message quotes.
const MOST: usize = 200;

/// A text for a message: its first 200 characters, with an ellipsis if there are more.
pub(crate) fn quoted(text: &str) -> String {
    match text.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// The names of some columns for a message, as many as fit 200 characters, and their number if there are more.
pub(crate) fn listed(names: &[String]) -> String {
    let mut list = String::new();
    for (index, name) in names.iter().enumerate() {
        let name = quoted(name);
        if index > 0 {
            if list.chars().count() + name.chars().count() > MOST {
                return format!("{list} and {} more", names.len() - index);
            }
            list.push_str(", ");
        }
        list.push_str(&name);
    }
    list
}

#[cfg(test)]
mod tests {
    use super::{listed, quoted};

    #[test]
    fn quotes_are_cut_at_200_characters() {
        assert_eq!(quoted("é"), "é");
        assert_eq!(quoted(&"é".repeat(201)), format!("{}…", "é".repeat(200)));
        let names: Vec<String> = (0..100_000).map(|number| format!("column {number}")).collect();
        let list = listed(&names);
        assert!(list.starts_with("column 0, column 1,") && list.ends_with(" more"), "{list}");
        assert!(list.len() < 230, "{list}");
        assert_eq!(listed(&names[..2]), "column 0, column 1");
        assert_eq!(listed(&["é".repeat(300), "b".into()]), format!("{}… and 1 more", "é".repeat(200)));
        assert_eq!(listed(&[]), "");
    }
}
