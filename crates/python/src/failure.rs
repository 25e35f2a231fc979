//! Faults on their way to Python.

use milepost::EngineError;
use milepost_bulk::BulkError;
use pyo3::exceptions::PyException;
use pyo3::{PyErr, Python, create_exception};

create_exception!(
    milepost,
    MilepostError,
    PyException,
    "Something was not opened or not answered; the message names the file or field at fault."
);

/// An exception with the message of `error`.
pub(crate) fn exception(error: impl std::fmt::Display) -> PyErr {
    MilepostError::new_err(error.to_string())
}

/// Runs `question` while other threads of Python go on, and turns a panic of the core into an exception.
pub(crate) fn asked<T: Send>(
    py: Python<'_>,
    question: impl FnOnce() -> Result<T, EngineError> + Send,
) -> Result<T, PyErr> {
    py.detach(|| milepost::guarded(question)).map_err(exception)
}

/// The same for work whose errors are exceptions already. A panic that reached PyO3 would be none of `Exception`.
pub(crate) fn guarded<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, PyErr> + Send,
) -> Result<T, PyErr> {
    asked(py, || Ok(work()))?
}

/// The exception for a column that is not there, or a value that is no column.
pub(crate) fn of_table(error: BulkError) -> PyErr {
    match error {
        BulkError::Usage(message) => pyo3::exceptions::PyValueError::new_err(message),
        other => exception(other),
    }
}
