//! What the best choice of places leaves unexplained, and whether it is an answer.

mod ambiguity;
pub(crate) mod explained;
mod findings;
pub(crate) mod second_town;
pub(crate) mod unread_code;
pub(crate) mod wrong_state;
