"""The published tests of `usaddress` and `postal`, from their source packages on PyPI, run against the modules that replace them."""

import sys
import unittest
from collections.abc import Iterator
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path

import pytest

from milepost.compat import postal, usaddress
from milepost.compat.postal import expand, parser

STANDS_FOR = {"usaddress": usaddress, "postal": postal, "postal.parser": parser, "postal.expand": expand}

# The assertions of `postal` that fail, and why; `docs/python.md` lists the reasons.
DIFFERS = {
    "781 Franklin Ave Crown Heights Brooklyn NYC NY 11216 USA": "labels",
    "781 Franklin Ave Crown Hts Brooklyn NY": "abbreviations of places",
    "Thirty W 26th St Fl #7": "numbers in words",
    "MORNINGTON CR": "ambiguous abbreviations",
    "Third St": "numbers in words",
    "123 Dr. MLK Jr. Dr.": "names of people",
    "120 Malcolm X Blvd": "the form as given",
    "Friedrichstraße 128, Berlin, Germany": "compounds",
    "E 106TH ST": "roots",
    "PARK AVE": "roots",
}


@pytest.fixture
def replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    """Makes imports of the other libraries find these modules."""
    for name, module in STANDS_FOR.items():
        monkeypatch.setitem(sys.modules, name, module)


def cases(path: Path) -> Iterator[unittest.TestCase]:
    spec = spec_from_file_location(path.stem, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    for suite in unittest.defaultTestLoader.loadTestsFromModule(module):
        yield from suite  # type: ignore[misc]


@pytest.mark.usefixtures("replaced")
@pytest.mark.parametrize(("name", "count"), [("test_tokenizing", 7), ("test_tagging", 1)])
def test_usaddress(published, name, count):
    result = unittest.TestResult()
    (file,) = published.glob(f"usaddress-*/tests/{name}.py")
    for case in cases(file):
        case.run(result)
    assert (result.testsRun, result.failures, result.errors) == (count, [], [])


@pytest.mark.usefixtures("replaced")
def test_postal(published):
    asked: dict[str, bool] = {}

    def recording(assertion):
        def record(address, *others, **options):
            try:
                assertion(address, *others, **options)
                asked[address] = True
            except (AssertionError, NotImplementedError):
                asked[address] = False

        return record

    for file in sorted(published.glob("postal-*/postal/tests/test_*.py")):
        for case in cases(file):
            for name in dir(case):
                if name.startswith(("contain", "has_", "have_")):
                    setattr(case, name, recording(getattr(case, name)))
            result = case.run()
            assert result is not None
            assert result.wasSuccessful(), result.errors
    assert len(asked) == 15
    assert {address for address, holds in asked.items() if not holds} == set(DIFFERS)
