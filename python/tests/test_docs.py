"""The Python examples of the documents print what their comments say."""

import contextlib
import io
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGES = ["README.md", "python/README.md", "docs/python.md", "docs/match.md"]
# Blocks of Spark are marked `py`: they need Java, and python/spark/test_spark.py makes their calls.
BLOCKS = [
    pytest.param(block, id=f"{page}-{index}")
    for page in PAGES
    for index, block in enumerate(re.findall(r"^```python\n(.*?)^```$", (ROOT / page).read_text(), re.DOTALL | re.MULTILINE))
]


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_prints_what_its_page_says(block):
    said = io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(block, "block", "exec"), {})
    expected = [line.removeprefix("# ") for line in block.splitlines() if line.startswith("# ")]
    assert not expected or said.getvalue().splitlines() == expected
