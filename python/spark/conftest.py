import pytest


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """A line for each test that was skipped, with the reason."""
    for report in terminalreporter.stats.get("skipped", []):
        why = report.longrepr[2].removeprefix("Skipped: ")
        terminalreporter.write_line(f"skipped: {report.nodeid} ({why})")
