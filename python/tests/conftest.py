import os
import subprocess
import sys
import tarfile
from pathlib import Path

import pytest

# Tests do not see the developer's settings and installed data.
for name in ("SERVICE_DATA_ROOT", "SERVICE_CANDIDATE_DB", "SERVICE_WEIGHTS"):
    os.environ.pop(name, None)
os.environ["XDG_DATA_HOME"] = "/nonexistent"

# Source packages whose tests and labelled rows are used.
PACKAGES = ["usaddress==0.5.16", "postal==1.1.11"]


@pytest.fixture(scope="session")
def root() -> Path:
    """The repository."""
    return Path(__file__).parents[2]


@pytest.fixture(scope="session")
def published(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the unpacked source packages."""
    folder = tmp_path_factory.mktemp("published")
    try:
        import pip  # noqa: F401
    except ImportError:
        pytest.skip("this environment has no pip to download source packages with")
    flags = ["--quiet", "--no-deps", "--no-binary", "usaddress,postal", "--no-build-isolation", "--dest", str(folder)]
    subprocess.run([sys.executable, "-m", "pip", "download", *flags, *PACKAGES], check=True)
    for archive in folder.glob("*.tar.gz"):
        with tarfile.open(archive) as packed:
            packed.extractall(folder, filter="data")
    return folder


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each test that was skipped, with the reason, as `scripts/test/tally.js` reads them."""
    for report in terminalreporter.stats.get("skipped", []):
        why = report.longrepr[2].removeprefix("Skipped: ")
        terminalreporter.write_line(f"skipped: {report.nodeid} ({why})")
