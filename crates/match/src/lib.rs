//! Tells whether two addresses are the same: how far each component agrees, the probability, and a verdict.
//!
//! Each component agrees at one of five levels. A level has a weight (Fellegi and Sunter, 1969): the logarithm of how much likelier it is in
//! two spellings of one address than in two addresses. The sum of the weights gives the probability through a curve that is
//! calibrated on countries whose pairs the weights were not fitted on. `data/weights.tsv` has all numbers; `tasks/training/match/match_weights.py` writes
//! them. Numbers, boxes and units are strict: two different ones are never one address, whatever else agrees.

mod address;
mod agreement;
mod blocking;
mod component;
mod point;
mod weights;

pub use address::MatchAddress;
pub use component::{Agreement, Component};
pub use point::MatchPoint;

use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};
use strum::IntoStaticStr;

use weights::weights;

/// What a comparison concludes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, IntoStaticStr)]
#[serde(rename_all = "snake_case")]
#[strum(serialize_all = "snake_case")]
pub enum Verdict {
    /// One address: number, street and unit agree.
    Same,
    /// One building, but different units, or a unit on one side alone.
    SameBuilding,
    /// Probably one address; a name is mistyped or a part is missing.
    Likely,
    /// Two addresses, or too little in common.
    Different,
}

impl Verdict {
    /// The name on the wire.
    pub fn as_str(self) -> &'static str {
        self.into()
    }
}

/// How two addresses compare.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
pub struct Comparison {
    /// The conclusion.
    pub verdict: Verdict,
    /// Calibrated probability that both are one address, 0 to 1.
    pub probability: f64,
    /// Agreement of each component that one side has at least.
    pub components: Agreements,
    /// Metres between the two points, if both addresses have one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance_m: Option<f64>,
}

/// The agreement of each component; none where both sides lack it.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Agreements([Option<Agreement>; Component::ALL.len()]);

impl Agreements {
    /// The agreement of a component; none if both sides lack it.
    pub fn of(&self, component: Component) -> Option<Agreement> {
        self.0[component as usize]
    }

    /// The components that one side has at least, in documented order.
    pub fn iter(&self) -> impl Iterator<Item = (Component, Agreement)> {
        Component::ALL.iter().filter_map(|&component| Some((component, self.of(component)?)))
    }

    fn have_point(&self) -> bool {
        self.of(Component::Point).is_some()
    }

    fn has(&self, component: Component, agreement: Agreement) -> bool {
        self.of(component) == Some(agreement)
    }

    /// Whether nothing says that the components differ or that one is unknown.
    fn agree(&self, component: Component) -> bool {
        matches!(self.of(component), None | Some(Agreement::Exact | Agreement::Equivalent))
    }
}

impl Serialize for Agreements {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(None)?;
        for (component, agreement) in self.iter() {
            map.serialize_entry(component.as_str(), &agreement)?;
        }
        map.end()
    }
}

/// Compares two addresses.
///
/// ```
/// use milepost_address::Tag;
/// use milepost_match::{MatchAddress, Verdict, compare};
/// let address = |unit| {
///     let parts = [(Tag::HouseNumber, "123"), (Tag::Street, "Main St"), (Tag::Unit, unit), (Tag::Locality, "Reno")];
///     MatchAddress::of(&parts.into_iter().collect(), "US")
/// };
/// assert_eq!(compare(&address("Apt 4"), &address("#4")).verdict, Verdict::Same);
/// assert_eq!(compare(&address("Apt 4"), &address("Apt 5")).verdict, Verdict::SameBuilding);
/// ```
pub fn compare(a: &MatchAddress, b: &MatchAddress) -> Comparison {
    let agreements = std::array::from_fn(|index| Component::ALL[index].agreement(a, b));
    let compared = Agreements(agreements).concluded();
    Comparison { distance_m: a.distance_m(b), ..compared }
}

/// Components in the order in which they are compared until it is clear that two addresses are different: the point and the strict
/// ones first, the street, which costs most, last.
const BY_COST: [Component; 10] = [
    Component::Point,
    Component::HouseNumber,
    Component::PoBox,
    Component::Country,
    Component::Postcode,
    Component::Region,
    Component::Unit,
    Component::Locality,
    Component::Venue,
    Component::Street,
];

/// Components of which two values are never one address.
const STRICT: [Component; 3] = [Component::HouseNumber, Component::PoBox, Component::Country];

/// [`compare`] for candidates, most of which are different. Returns none for different addresses, and stops as soon as the components that
/// are not compared yet cannot change that. The distance is left out.
pub fn compare_candidates(a: &MatchAddress, b: &MatchAddress) -> Option<Comparison> {
    let weights = weights();
    let mut agreements = Agreements::default();
    // The sum if every component that is not compared yet agrees. Units are left out: they differ within one building.
    let mut most = BY_COST.map(|component| weights.most(component)).iter().sum::<f64>();
    most -= weights.most(Component::Unit);
    for component in BY_COST {
        let agreement = component.agreement(a, b);
        agreements.0[component as usize] = agreement;
        if STRICT.contains(&component) && agreement == Some(Agreement::Contradicts) {
            return None;
        }
        if component != Component::Unit {
            most +=
                agreement.map_or(0.0, |agreement| weights.of(component, agreement)) - weights.most(component);
        }
        // Sums in another order differ in their last bits.
        if weights.probability(most + 1e-9, agreements.have_point()) < weights.likely {
            return None;
        }
    }
    Some(agreements.concluded()).filter(|comparison| comparison.verdict != Verdict::Different)
}

impl Agreements {
    /// What the agreements of all components say together.
    fn concluded(self) -> Comparison {
        let weights = weights();
        let probability_without = |left_out: Option<Component>| {
            let counted = self.iter().filter(|(component, _)| Some(*component) != left_out);
            let bits = counted.map(|(component, agreement)| weights.of(component, agreement)).sum::<f64>();
            weights.probability(bits, self.have_point() && left_out != Some(Component::Point))
        };
        let is_other = STRICT.iter().any(|component| self.has(*component, Agreement::Contradicts));
        // Two texts that share no number, box, street or name of a building say nothing about a place to be delivered to.
        let identity = [Component::HouseNumber, Component::PoBox, Component::Street, Component::Venue];
        let is_located = identity.iter().any(|component| {
            matches!(self.of(*component), Some(Agreement::Exact | Agreement::Equivalent | Agreement::Typo))
        });
        let of_unit = self.of(Component::Unit);
        let is_other_unit =
            matches!(of_unit, Some(Agreement::Contradicts | Agreement::Missing | Agreement::Typo));
        // A point says nothing about the unit.
        let probability = probability_without(is_other_unit.then_some(Component::Point));
        let of_building = probability_without(Some(Component::Unit));
        let is_plain = identity.iter().all(|component| self.agree(*component))
            && self.iter().all(|(_, agreement)| agreement != Agreement::Contradicts);
        let verdict = if is_other || !is_located || of_building < weights.likely {
            Verdict::Different
        } else if is_other_unit {
            Verdict::SameBuilding
        } else if is_plain && probability >= weights.same {
            Verdict::Same
        } else {
            Verdict::Likely
        };
        let probability = if is_other || !is_located { probability.min(weights.strict) } else { probability };
        Comparison { verdict, probability, components: self, distance_m: None }
    }
}
