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
