"""Free-text postal addresses to labelled components and coordinates, on your own machine.

The functions share one engine. It loads the weights at the first call and the data at the first call that needs them. For your own
weights or data, make an `Engine`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

from . import _core
from ._answers import to_geojson
from ._canonical_key import canonical_key
from ._core import CANONICAL_KEY_VERSION, MilepostError, expand
from ._engine import Engine
from ._format import format

__all__ = [
    "CANONICAL_KEY_VERSION",
    "Engine",
    "MilepostError",
    "__version__",
    "canonical_key",
    "compare",
    "dedupe_arrow",
    "expand",
    "format",
    "geocode",
    "geocode_arrow",
    "label",
    "match_arrow",
    "parse",
    "parse_arrow",
    "reverse",
    "to_geojson",
]

__version__ = _core.VERSION

_engine = Engine()

_Parameters = ParamSpec("_Parameters")
_Answer = TypeVar("_Answer")


def _shared(method: Callable[_Parameters, _Answer]) -> Callable[_Parameters, _Answer]:
    """A method of the shared engine as a function of this module, which is pickled by its name."""

    @wraps(method)
    def call(*arguments: _Parameters.args, **named: _Parameters.kwargs) -> _Answer:
        return method(*arguments, **named)

    call.__module__, call.__qualname__ = __name__, method.__name__
    return call


parse = _shared(_engine.parse)
compare = _shared(_engine.compare)
label = _shared(_engine.label)
geocode = _shared(_engine.geocode)
reverse = _shared(_engine.reverse)
parse_arrow = _shared(_engine.parse_arrow)
geocode_arrow = _shared(_engine.geocode_arrow)
match_arrow = _shared(_engine.match_arrow)
dedupe_arrow = _shared(_engine.dedupe_arrow)
