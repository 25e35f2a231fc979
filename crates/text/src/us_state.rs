//! States and territories of the United States by all their names.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::{name_key, word_class};

static CODES: LazyLock<HashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut codes = HashMap::new();
    for (code, names) in word_class::us_states() {
        codes.insert(code, code);
        for (index, name) in names.into_iter().enumerate() {
            codes.insert(name, code);
            // The name is followed by its older abbreviations, separated by spaces.
            if index > 0 {
                codes.extend(name.split(' ').map(|short| (short, code)));
            }
        }
    }
    codes
});

/// The two-letter code, lower case, of a state or territory: `md` for `Maryland`, `Md.` and `MD`.
pub fn us_state_code(name: &str) -> Option<&'static str> {
    CODES.get(name_key(name).as_str()).copied()
}

#[cfg(test)]
mod tests {
    use super::us_state_code;

    #[test]
    fn codes_and_names_are_known() {
        assert_eq!(us_state_code("Maryland"), Some("md"));
        assert_eq!(us_state_code("Calif."), Some("ca"));
        assert_eq!(us_state_code("DC"), Some("dc"));
        assert_eq!(us_state_code("District of Columbia"), Some("dc"));
        assert_eq!(us_state_code("Ontario"), None);
    }
}
