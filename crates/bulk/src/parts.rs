//! The columns that hold the parts of an address, and the order in which their cells are joined.

/// The column of each part.
#[derive(Debug, Default, Clone)]
pub(crate) struct Parts {
    pub(crate) address: Option<usize>,
    pub(crate) street: Option<usize>,
    pub(crate) number: Option<usize>,
    pub(crate) unit: Option<usize>,
    pub(crate) city: Option<usize>,
    pub(crate) postcode: Option<usize>,
    pub(crate) region: Option<usize>,
    pub(crate) country: Option<usize>,
}

impl Parts {
    /// Name and column of each part.
    pub(crate) fn named(&self) -> [(&'static str, Option<usize>); 8] {
        self.clone().named_mut().map(|(name, column)| (name, *column))
    }

    /// The same to be set.
    pub(crate) fn named_mut(&mut self) -> [(&'static str, &mut Option<usize>); 8] {
        [
            ("address", &mut self.address),
            ("street", &mut self.street),
            ("number", &mut self.number),
            ("unit", &mut self.unit),
            ("city", &mut self.city),
            ("postcode", &mut self.postcode),
            ("region", &mut self.region),
            ("country", &mut self.country),
        ]
    }

    pub(crate) fn pieces(&self) -> Pieces {
        Pieces { joined: self.joined(), country: self.country, region: self.region, postcode: self.postcode }
    }

    fn joined(&self) -> Vec<Piece> {
        let apart = |column: usize| Piece { column, joined: false };
        let mut pieces: Vec<Piece> = self.address.into_iter().map(apart).collect();
        match (self.number, self.street) {
            (Some(number), Some(street)) => {
                let (first, second) = (number.min(street), number.max(street));
                pieces.extend([apart(first), Piece { column: second, joined: true }]);
            }
            (number, street) => pieces.extend(number.or(street).map(apart)),
        }
        pieces.extend(self.unit.map(apart));
        // In the order of their columns, which usually is that of the country's addresses.
        let mut places: Vec<usize> = [self.city, self.postcode, self.region].into_iter().flatten().collect();
        places.sort_unstable();
        let is_numeric = |column: usize| Some(column) == self.postcode;
        let mut before: Option<usize> = None;
        for column in places {
            // `Reno, NV 89501` and `38000 Grenoble`: only a space is next to a postcode.
            let joined = before.is_some_and(|before| {
                is_numeric(before) || (is_numeric(column) && Some(before) == self.region)
            });
            pieces.push(Piece { column, joined });
            before = Some(column);
        }
        pieces.extend(self.country.map(apart));
        pieces
    }
}

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
