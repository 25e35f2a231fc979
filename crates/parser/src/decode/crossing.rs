//! The states of a path through the labels, and the rule of a crossing.

use milepost_address::Tag;

use crate::labels::{Labels, OUTSIDE, begin, inside};

/// A label, or [`States::between`].
pub(super) type State = usize;

/// The states of a model: its labels, and one more for words between the two streets of a crossing. After the first street of a crossing
/// only the second can follow, and the second follows nothing else.
pub(super) struct States {
    labels: usize,
    /// Indices of the tags of the two streets; none for a model without crossings.
    crossing: Option<(usize, usize)>,
}

impl States {
    pub(super) fn of(labels: &Labels) -> States {
        let crossing = labels.position(Tag::IntersectionA).zip(labels.position(Tag::IntersectionB));
        States { labels: labels.len(), crossing }
    }

    /// Number of states.
    pub(super) fn count(&self) -> usize {
        self.labels + 1
    }

    /// The state of words between the two streets of a crossing, after those of the labels.
    pub(super) fn between(&self) -> State {
        self.labels
    }

    /// The states that wait for the second street of a crossing; for a model without crossings only the unreachable one.
    pub(super) fn waiting(&self) -> [State; 3] {
        let between = self.between();
        self.crossing.map_or([between; 3], |(first, _)| [begin(first), inside(first), between])
    }

    /// Whether spans of the tag at `index` follow only waiting states.
    pub(super) fn is_second(&self, index: usize) -> bool {
        self.crossing.is_some_and(|(_, second)| second == index)
    }

    /// The label of a state.
    pub(super) fn label(&self, state: State) -> usize {
        if state == self.between() { OUTSIDE } else { state }
    }
}
