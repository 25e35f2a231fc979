//! What the best choice of places leaves unexplained, and whether it is an answer.

pub(crate) mod ambiguity;
pub(crate) mod explained;
mod findings;
pub(crate) mod unread_code;
