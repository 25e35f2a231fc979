//! Which separators a span crosses, and which split two spans of one tag.

use milepost_address::Tag;
use milepost_text::word_class::{WordClass, classes_of, plain};
use milepost_text::{Separator, are_neighbouring_doors};

use crate::comma_additions;

/// Whether a `tag` span may continue across this separator. The texts are the token `before` it, the input `between`, and the
/// token `next` after it.
pub(super) fn may_cross(tag: Tag, separator: Separator, [before, between, next]: [&str; 3]) -> bool {
    match separator {
        Separator::Bracket => {
            opens_one_bracket(between)
                && (matches!(tag, Tag::Locality | Tag::Street)
                    || (tag == Tag::Country && comma_additions::country(next)))
        }
        Separator::Comma => match tag {
            Tag::Venue | Tag::Attention => true,
            Tag::Locality => between.trim_end() == "," && comma_additions::town(next),
            Tag::Street => between.trim_end() == "," && comma_additions::street(next),
            Tag::PoBox => between.trim_end() == "," && classes_of(&plain(next)).has(WordClass::PoBox),
            Tag::HouseNumber => {
                matches!(between.trim_end(), "," | ";")
                    && (are_neighbouring_doors(before, next) || comma_additions::house_number(next))
            }
            Tag::Country => between.trim_end() == "," && comma_additions::country(next),
            _ => false,
        },
        Separator::None | Separator::Space | Separator::Dash | Separator::Sign => true,
    }
}

/// Whether a text between two tokens opens a round bracket and no other.
fn opens_one_bracket(between: &str) -> bool {
    matches!(between.trim(), "(" | "（")
}

/// Whether `separator` splits two spans of `tag`, with `between` in the input and `next` after it. A house has one number or several that
/// form one value, so if a comma separates two, one of them is not a house number. The box of a rural route belongs to the route:
/// `RR 4, Box 118`.
pub(super) fn parts_spans(tag: Tag, separator: Separator, [_, between, next]: [&str; 3]) -> bool {
    let is_one = between.trim_end() == ","
        && match tag {
            Tag::HouseNumber => true,
            Tag::PoBox => plain(next) == "box",
            _ => false,
        };
    !matches!(separator, Separator::None | Separator::Space) && !is_one
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn streets_and_boxes_cross_what_belongs_to_them() {
        assert!(may_cross(Tag::Street, Separator::Bracket, ["Haute", " (", "D906"]));
        assert!(!may_cross(Tag::Street, Separator::Bracket, ["Haute", " [", "Tour"]));
        assert!(may_cross(Tag::Street, Separator::Comma, ["Noria", ", ", "La"]));
        assert!(!may_cross(Tag::Street, Separator::Comma, ["Noria", ", ", "Elgin"]));
        assert!(may_cross(Tag::PoBox, Separator::Comma, ["2", ", ", "Box"]));
        assert!(!may_cross(Tag::PoBox, Separator::Comma, ["2", ", ", "Elgin"]));
        assert!(may_cross(Tag::Country, Separator::Comma, ["Korea", ", ", "Republic"]));
        assert!(may_cross(Tag::Country, Separator::Bracket, ["Korea", " (", "Republic"]));
        assert!(!may_cross(Tag::Country, Separator::Comma, ["Korea", ", ", "Elgin"]));
        assert!(!may_cross(Tag::Country, Separator::Bracket, ["Korea", " (", "Elgin"]));
        assert!(may_cross(Tag::HouseNumber, Separator::Comma, ["103", ", ", "bis"]));
        assert!(!may_cross(Tag::HouseNumber, Separator::Comma, ["103", ", ", "B"]));
        let parts = |next| parts_spans(Tag::PoBox, Separator::Comma, ["4", ", ", next]);
        assert!(!parts("Box") && parts("PMB") && parts("Elgin"));
    }
}
