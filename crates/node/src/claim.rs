//! The right to write a file, for JavaScript: Node has no lock that ends with its process.

use std::path::Path;

use milepost_aside::{AsideError, Claim};
use napi_derive::napi;

use crate::failure::exception;

/// The right to write a file, until it is released or the process ends.
#[napi]
pub struct FileClaim {
    claim: Option<Claim>,
}

#[napi]
impl FileClaim {
    /// Claims a file, which may not exist yet; null if a build or another process holds it. Throws if its folder is not
    /// writable.
    #[napi(catch_unwind)]
    pub fn on(target: String) -> napi::Result<Option<FileClaim>> {
        match Claim::on(Path::new(&target)) {
            Ok(claim) => Ok(Some(FileClaim { claim: Some(claim) })),
            Err(AsideError::Taken { .. }) => Ok(None),
            Err(error) => Err(exception(error)),
        }
    }

    /// Releases the claim; a second call does nothing.
    #[napi(catch_unwind)]
    pub fn release(&mut self) {
        self.claim = None;
    }
}
