#!/usr/bin/env bash
# Tests training from a CSV to a bundle that serves, with Debian's python3-torch in a virtual environment outside the
# checkout. Where Debian's packages are missing it says so and ends with 77, which `npm test` counts as skipped.
set -euo pipefail
cd "$(dirname "$0")/.."
environment="${XDG_CACHE_HOME:-$HOME/.cache}/milepost/training"
if ! /usr/bin/python3 -c 'import torch, venv, ensurepip' 2> /dev/null; then
    echo "training is not tested: Debian's packages python3-torch and python3-venv are not installed"
    exit 77
fi
[ -x "$environment/bin/pip" ] || /usr/bin/python3 -m venv --system-site-packages "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check -r training/requirements-debian.txt
exec "$environment/bin/python" -m unittest discover -s training
