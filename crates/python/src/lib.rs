//! The Python face: one call a question, dictionaries and Arrow arrays back. No logic; an error or a panic becomes an exception, and other
//! threads of Python run while the core works.

mod arrow;
mod bounds;
mod engine;
mod failure;
mod format;
mod values;

use mimalloc::MiMalloc;

/// A lookup asks for memory some two hundred times, and this allocator takes half of what the C library takes for that.
#[global_allocator]
static ALLOCATOR: MiMalloc = MiMalloc;

/// The module `milepost._core`; `python/milepost` is what users import.
#[pyo3::pymodule]
mod _core {
    #[pymodule_export]
    use crate::arrow::{ArrowColumn, columns, compare_rows, comparison_columns, guess_parts};
    #[pymodule_export]
    use crate::engine::Engine;
    #[pymodule_export]
    use crate::engine::{bulk, expand};
    #[pymodule_export]
    use crate::failure::MilepostError;
    #[pymodule_export]
    use crate::format::{agreements, blocking_keys, canonical_key, english_spellings, format_address, words};
    #[pymodule_export]
    const CANONICAL_KEY_VERSION: u32 = milepost::CANONICAL_KEY_VERSION;
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
