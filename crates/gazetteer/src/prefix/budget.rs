//! The work of one completion, bounded for every query.

use std::cell::Cell;

/// Steps of a completion: 6 ms at most on one core of the machine of docs/performance.md.
const STEPS: usize = 250_000;

/// Steps that all lookups of one completion share: names, typos, postcodes, streets and houses. A step reads one entry of an index or
/// follows one transition of the automaton, some 0.03 µs; an expensive read counts as several. A lookup that begins without a step left
/// finds nothing, so the answer has what the earlier lookups found.
#[derive(Debug)]
pub struct Budget {
    steps: isize,
    /// Negative after a last read that needed more steps than were left.
    left: Cell<isize>,
}

impl Budget {
    /// Steps of a seek in an index of a SQLite database.
    pub const SEEK: usize = 100;

    /// A budget of so many steps.
    pub fn new(steps: usize) -> Budget {
        let steps = isize::try_from(steps).unwrap_or(isize::MAX);
        Budget { steps, left: Cell::new(steps) }
    }

    /// The budget of a lookup that has its own bound, unlike a completion.
    pub fn unlimited() -> Budget {
        Budget::new(usize::MAX)
    }

    /// Steps left.
    pub fn left(&self) -> usize {
        usize::try_from(self.left.get()).unwrap_or(0)
    }

    /// Steps taken.
    pub fn spent(&self) -> usize {
        self.steps.abs_diff(self.left.get())
    }

    /// Whether a step is left. If so, takes this many, the last of which may be more than are left.
    pub fn take(&self, steps: usize) -> bool {
        let left = self.left.get();
        if left > 0 {
            self.left.set(left.saturating_sub_unsigned(steps));
        }
        left > 0
    }
}

impl Default for Budget {
    /// The budget of one completion.
    fn default() -> Budget {
        Budget::new(STEPS)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_read_may_cost_more_than_is_left() {
        let budget = Budget::new(1);
        assert!(budget.take(Budget::SEEK));
        assert!(!budget.take(1));
        assert_eq!((budget.left(), budget.spent()), (0, 100));
    }
}
