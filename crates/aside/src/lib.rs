//! Writing a file next to its final name, by one process at a time: a reader sees the old file or the whole new one.
//!
//! A [`Claim`] is the right to write a file. It is a lock of the system on `<file>.lock`, so that it ends with the process that
//! holds it, whatever ends that. Until the file is complete, the content goes to an [`Aside`], under a name that no other run has.

mod claim;
mod error;
mod written;

pub use claim::Claim;
pub use error::AsideError;
pub use written::Aside;
