//! Whether a row of a register is the address that was typed.

use milepost_gazetteer::AddressPoint;
use milepost_text::postcode_key;

use crate::street::query::PlaceQuery;

/// How one field of a row compares with the address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
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
        let postcode = match (&place.postcode, &point.postcode) {
            (Some(asked), Some(filed)) if *asked == postcode_key(filed) => Agreement::Agrees,
            (Some(_), Some(_)) => Agreement::Differs,
            _ => Agreement::Unknown,
        };
        let locality = match &point.locality {
            Some(filed) if !place.localities.is_empty() => {
                if place.localities.iter().any(|asked| same_locality(asked, filed)) {
                    Agreement::Agrees
                } else {
                    Agreement::Differs
                }
            }
            _ => Agreement::Unknown,
        };
        PlaceAgreement { postcode, locality }
    }

    /// Fields that differ.
    pub(crate) fn differences(self) -> usize {
        [self.postcode, self.locality].iter().filter(|field| **field == Agreement::Differs).count()
    }

    /// Fields that agree.
    pub(crate) fn agreements(self) -> usize {
        [self.postcode, self.locality].iter().filter(|field| **field == Agreement::Agrees).count()
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
