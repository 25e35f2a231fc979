//! The columns that hold the parts of an address, and the order in which their cells are joined.

use std::collections::BTreeMap;

use strum::{EnumString, IntoStaticStr};

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, EnumString, IntoStaticStr)]
#[strum(serialize_all = "snake_case")]
pub(crate) enum Role {
    Address,
    Street,
    Number,
    Unit,
    City,
    Postcode,
    Region,
    Country,
    Lat,
    Lon,
    /// A part of an address that is not read.
    Part,
    /// A word in front of a name or after it.
    Qualifier,
}

impl Role {
    /// The parts of an address that are read.
    pub(crate) const READ: [Role; 8] = [
        Role::Address,
        Role::Street,
        Role::Number,
        Role::Unit,
        Role::City,
        Role::Postcode,
        Role::Region,
        Role::Country,
    ];

    pub(crate) fn name(self) -> &'static str {
        self.into()
    }
}

/// The column of each part of an address.
pub(crate) type Parts = BTreeMap<Role, usize>;

/// The columns of an address.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Pieces {
    pub(crate) joined: Vec<Piece>,
    /// The column of the country, which is one of them.
    pub(crate) country: Option<usize>,
    /// The columns of region and postcode, which are among them.
    pub(crate) region: Option<usize>,
    pub(crate) postcode: Option<usize>,
}

/// A column of an address, and its separator.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Piece {
    pub(crate) column: usize,
    /// Whether a space, not a comma, separates it from the part before.
    pub(crate) joined: bool,
}

impl Pieces {
    pub(crate) fn of(parts: &Parts) -> Pieces {
        let of = |role| parts.get(&role).copied();
        let apart = |column: usize| Piece { column, joined: false };
        let mut pieces: Vec<Piece> = of(Role::Address).into_iter().map(apart).collect();
        match (of(Role::Number), of(Role::Street)) {
            (Some(number), Some(street)) => {
                let (first, second) = (number.min(street), number.max(street));
                pieces.extend([apart(first), Piece { column: second, joined: true }]);
            }
            (number, street) => pieces.extend(number.or(street).map(apart)),
        }
        pieces.extend(of(Role::Unit).map(apart));
        // In the order of their columns, which usually is that of the country's addresses.
        let (region, postcode) = (of(Role::Region), of(Role::Postcode));
        let mut places: Vec<usize> = [of(Role::City), postcode, region].into_iter().flatten().collect();
        places.sort_unstable();
        let is_numeric = |column: usize| Some(column) == postcode;
        let mut before: Option<usize> = None;
        for column in places {
            // `Reno, NV 89501` and `38000 Grenoble`: only a space is next to a postcode.
            let joined = before
                .is_some_and(|before| is_numeric(before) || (is_numeric(column) && Some(before) == region));
            pieces.push(Piece { column, joined });
            before = Some(column);
        }
        let country = of(Role::Country);
        pieces.extend(country.map(apart));
        Pieces { joined: pieces, country, region, postcode }
    }
}
