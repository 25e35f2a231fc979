//! One spelling for names that registers keep in capitals or in lower case.

/// A name in mixed case. Many registers keep capitals; keys are in lower case.
pub(crate) fn cased(name: &str) -> String {
    if name.chars().any(char::is_lowercase) && name.chars().any(char::is_uppercase) {
        return name.to_owned();
    }
    let word = |word: &str| {
        let mut letters = word.chars();
        let first: String = letters.next().map(|first| first.to_uppercase().collect()).unwrap_or_default();
        first + &letters.as_str().to_lowercase()
    };
    name.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::cased;

    #[test]
    fn a_name_has_the_case_that_people_write() {
        assert_eq!(cased("N MAIN ST"), "N Main St");
        assert_eq!(cased("rue de Rivoli"), "rue de Rivoli");
        assert_eq!(cased("baldwin"), "Baldwin");
    }
}
