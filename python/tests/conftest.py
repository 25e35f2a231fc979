import os
from pathlib import Path

import pytest

# What the developer of the machine has set or installed is no part of a test.
for name in ("SERVICE_DATA_ROOT", "SERVICE_CANDIDATE_DB", "SERVICE_WEIGHTS"):
    os.environ.pop(name, None)
os.environ["XDG_DATA_HOME"] = "/nonexistent"


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return Path(__file__).parents[2]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each test that was skipped, with the reason, as `scripts/test/tally.js` reads them."""
    for report in terminalreporter.stats.get("skipped", []):
        why = report.longrepr[2].removeprefix("Skipped: ")
        terminalreporter.write_line(f"skipped: {report.nodeid} ({why})")
