"""Finds weights and data: the rules and environment variables of the Node.js package (`docs/configuration.md`)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

CANDIDATE = Path("db/wof/candidate.db")
"""The candidate gazetteer, below a data root."""

ADMIN = Path("db/wof/admin-global-priority.db")
"""The full administrative database, below a data root."""

_PACKAGE = Path(__file__).parent / "_data"

POLYGONS = Path("db/wof/admin-global-priority-polygons.db")
"""The polygons of the administrative database, next to it."""

# Folders of shards, below a data root or its `db`.
_SHARDS = ("address-points", "interpolation", "street-centroids", "ban")

# What a data root can hold besides the gazetteers of its `db` folder. A root with any of these extends the starter data.
_ADDITIONS = (
    *_SHARDS,
    *(f"db/{folder}" for folder in _SHARDS),
    "poi",
    "timezone",
    "un-locode",
    "nuts",
    "sources.json",
    str(POLYGONS),
    "db/wof/candidate.postcodes",
)

# Locales that folders are named after. Anything else could name a path outside the package.
_LOCALE = re.compile(r"[a-z]{2}(-[a-z]{2})?")
_OF_LANGUAGE = {"fr": "fr-fr"}
_GENERAL = "en-us"

Environment = Mapping[str, str]


class DataLocation(NamedTuple):
    """The paths of the data; None for what is missing."""

    data_root: Path
    candidate_db: Path | None
    admin_db: Path | None
    polygons: Path | None
    missing: str | None
    """Without a candidate gazetteer: which setting was followed, and what is at its path."""


def onnxruntime_library() -> Path:
    """ONNX Runtime's library, which is part of the package."""
    return _PACKAGE / "libonnxruntime.so.1"


def find_weights(named: str | None, locale: str, environment: Environment) -> Path | None:
    """The folder of a weights bundle: `named`, otherwise `SERVICE_WEIGHTS`, otherwise the one in the package closest to `locale`."""
    folder = named if named is not None else environment.get("SERVICE_WEIGHTS")
    if folder:
        return Path(folder)
    bundles = (_PACKAGE / f"weights-{name}" for name in bundles_for(locale))
    return next((bundle for bundle in bundles if (bundle / "model-card.json").exists()), None)


def bundles_for(locale: str) -> list[str]:
    """The bundles for a locale, `de` or `de-CH`, the closest one first; none for any other text."""
    name = locale.lower().replace("_", "-")
    if _LOCALE.fullmatch(name) is None:
        return []
    return list(dict.fromkeys([name, _OF_LANGUAGE.get(name[:2], _GENERAL), _GENERAL]))


def locate_data(candidate_db: str | None, admin_db: str | None, environment: Environment) -> DataLocation:
    """Finds the databases.

    The candidate gazetteer is `candidate_db`, otherwise `SERVICE_CANDIDATE_DB`, otherwise that of the data root. If one of the first two is
    set, the data root is not searched. A data root without a gazetteer but with other data (shards, polygons, points of interest, lookups)
    extends the starter data.
    """
    root = _data_root(environment)
    name = candidate_db if candidate_db is not None else environment.get("SERVICE_CANDIDATE_DB") or None
    candidate = Path(name) if name is not None else _own_or_starters(root, CANDIDATE)
    admin = Path(admin_db) if admin_db is not None else _own_or_starters(root, ADMIN)
    # Polygons have the ids of the database next to them, or those of the starter data if the root has no database.
    beside = admin.with_name(re.sub(r"\.db$", "-polygons.db", admin.name))
    is_starters = admin_db is None and admin != root / ADMIN
    polygons = (_existing(root / POLYGONS) if is_starters else None) or _existing(beside)
    missing = None if candidate.exists() else _missing(root, name, candidate_db is not None, environment)
    return DataLocation(root, _existing(candidate), _existing(admin), polygons, missing)


def _missing(root: Path, name: str | None, is_argument: bool, environment: Environment) -> str:
    """Which setting was followed to find no gazetteer, and what is at its path."""
    if name is not None:
        return f"{'candidate_db' if is_argument else 'SERVICE_CANDIDATE_DB'} is {name}, which does not exist"
    is_set = bool(environment.get("SERVICE_DATA_ROOT"))
    setting = "SERVICE_DATA_ROOT" if is_set else "the data root"
    if not root.exists():
        if is_set:
            return f"{setting} is {root}, which does not exist"
        return f"the package milepost-starter-data is not installed, and there are no data of your own at {root}"
    if not root.is_dir():
        return f"{setting} is {root}, which is not a folder"
    holds_data = (root / "db").exists() or _holds_additions(root)
    return f"{setting} is {root}, which has no {CANDIDATE if holds_data else 'data'}"


def starter_data() -> Path | None:
    """The folder of the package `milepost-starter-data`; None if it is not installed."""
    spec = find_spec("milepost_starter_data")
    if spec is None or spec.origin is None:
        return None
    return Path(spec.origin).parent


def own_data_root(environment: Environment) -> Path:
    """The data root of the user's own data: `SERVICE_DATA_ROOT`, otherwise the user's data directory."""
    configured = environment.get("SERVICE_DATA_ROOT")
    if configured:
        return Path(configured)
    share = environment.get("XDG_DATA_HOME")
    return (Path(share) if share else Path.home() / ".local/share") / "milepost"


def _data_root(environment: Environment) -> Path:
    own = own_data_root(environment)
    if environment.get("SERVICE_DATA_ROOT") or (own / "db").exists() or _holds_additions(own):
        return own
    return starter_data() or own


def _own_or_starters(root: Path, file: Path) -> Path:
    own = root / file
    # A link counts even if its target is missing: the user wants their own file, not the starter data.
    is_named = own.exists() or own.is_symlink()
    starter = None if is_named or not _holds_additions(root) else starter_data()
    return own if starter is None else starter / file


def _holds_additions(root: Path) -> bool:
    return any((root / name).exists() for name in _ADDITIONS)


def _existing(path: Path) -> Path | None:
    return path if path.exists() else None
