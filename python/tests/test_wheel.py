"""The installed wheels: one for every Python from 3.10 on, and one with the data."""

import os
from importlib.metadata import distribution, requires

import pytest

MOST_BYTES = 26_000_000


def tag(name: str) -> str:
    """The Python versions and systems of a wheel."""
    (line,) = [line for line in (distribution(name).read_text("WHEEL") or "").splitlines() if line.startswith("Tag: ")]
    return line.removeprefix("Tag: ")


def test_the_wheels_are_for_every_python_from_3_10_on():
    # `npm test` builds this wheel if the linker for older systems is installed.
    system = "manylinux_2_28_x86_64" if os.environ.get("MILEPOST_PORTABLE") == "1" else "linux_x86_64"
    assert tag("milepost") == f"cp310-abi3-{system}"
    assert tag("milepost-starter-data") == "py3-none-any"
    assert distribution("milepost").metadata["Requires-Python"] == ">=3.10"


def test_the_wheel_needs_only_the_data_and_is_small(root):
    assert [one for one in requires("milepost") or [] if "extra ==" not in one] == ["milepost-starter-data"]
    files = {str(file) for file in distribution("milepost").files or []}
    assert {"milepost/_core.abi3.so", "milepost/_data/libonnxruntime.so.1", "milepost/py.typed"} <= files
    assert any(file.startswith("milepost/_data/weights-en-us/") for file in files)
    assert not any(file.endswith(".db") for file in files)
    wheels = list((root / "target/wheels").glob("milepost-*.whl"))
    if not wheels:
        pytest.skip("target/wheels has no wheel")
    assert [wheel.stat().st_size <= MOST_BYTES for wheel in wheels] == [True]
