"""The examples print their answers. The example of Ray needs a wheel of 80 MB and a cluster, so it is run by hand."""

import os
import subprocess
import sys


def test_dask_geocodes_its_partitions(root, tmp_path):
    example = root / "python/examples/with_dask.py"
    said = subprocess.run([sys.executable, example], capture_output=True, text=True, check=True, cwd=tmp_path, env=os.environ)
    assert said.stdout.splitlines() == ["0 US admin nan", "1 FR admin nan", "2 FR admin nan", "3 nan nan address is required"]
