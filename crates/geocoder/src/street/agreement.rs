//! Whether a row of a register is the address that was typed.

use milepost_gazetteer::AddressPoint;
use milepost_text::postcode_key;

use crate::street::PlaceQuery;

/// How one field of a row compares with the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Agreement {
    Agrees,
    /// The address or the row lacks the field.
    Unknown,
    Differs,
}

/// How a row's place compares with that of the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct PlaceAgreement {
    pub(crate) postcode: Agreement,
    pub(crate) locality: Agreement,
}

impl PlaceAgreement {
    pub(crate) fn of(point: &AddressPoint, place: &PlaceQuery) -> PlaceAgreement {
        let compared = |agrees: bool| if agrees { Agreement::Agrees } else { Agreement::Differs };
        let postcode = place.postcode.as_ref().zip(point.postcode.as_ref());
        let postcode = postcode.map(|(asked, filed)| compared(*asked == postcode_key(filed)));
        let locality = point.locality.as_ref().filter(|_| !place.localities.is_empty());
        let is_asked = |filed: &String| place.localities.iter().any(|asked| same_locality(asked, filed));
        // The gazetteer's place of a postcode is one of several that the register may name.
        let locality = locality
            .map(|filed| compared(is_asked(filed)))
            .filter(|agreement| place.is_locality_typed || *agreement == Agreement::Agrees);
        PlaceAgreement {
            postcode: postcode.unwrap_or(Agreement::Unknown),
            locality: locality.unwrap_or(Agreement::Unknown),
        }
    }

    pub(crate) fn differences(self) -> usize {
        self.count(Agreement::Differs)
    }

    pub(crate) fn agreements(self) -> usize {
        self.count(Agreement::Agrees)
    }

    fn count(self, agreement: Agreement) -> usize {
        [self.postcode, self.locality].into_iter().filter(|field| *field == agreement).count()
    }
}

/// `saint sebastien` and `saint sebastien sur loire` are one unless a postcode contradicts it: a register cuts long names.
fn same_locality(asked: &str, filed: &str) -> bool {
    let begins = |long: &str, short: &str| {
        short.len() >= 5
            && long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with(' '))
    };
    asked == filed || begins(asked, filed) || begins(filed, asked)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::street::fixture::house;

    fn compared(postcode: Option<&str>, locality: Option<&str>) -> PlaceAgreement {
        let [postcode, locality] = [postcode, locality].map(|text| text.map(str::to_owned));
        let point = AddressPoint { postcode, locality, ..house("12", 0.0, 0.0) };
        let place = PlaceQuery {
            postcode: Some("44230".to_owned()),
            localities: vec!["saint sebastien sur loire".to_owned()],
            is_locality_typed: true,
            anchors: Vec::new(),
        };
        PlaceAgreement::of(&point, &place)
    }

    #[test]
    fn a_field_that_a_row_lacks_neither_agrees_nor_differs() {
        let both = compared(Some("44230"), Some("saint sebastien sur loire"));
        assert_eq!((both.agreements(), both.differences()), (2, 0));
        let none = compared(None, None);
        assert_eq!((none.agreements(), none.differences()), (0, 0));
        let other = compared(Some("44000"), Some("nantes"));
        assert_eq!((other.agreements(), other.differences()), (0, 2));
    }

    #[test]
    fn a_register_may_cut_a_long_name() {
        assert_eq!(compared(None, Some("saint sebastien")).locality, Agreement::Agrees);
        assert_eq!(compared(None, Some("sain")).locality, Agreement::Differs);
        assert_eq!(compared(None, Some("saint seb")).locality, Agreement::Differs, "within a word");
    }
}
