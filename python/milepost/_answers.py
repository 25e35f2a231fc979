"""Answers as GeoJSON, and as the tables that a notebook shows."""

from __future__ import annotations

import html
from collections.abc import Iterable, Mapping, Sequence
from typing import Any


def feature(answer: Mapping[str, Any]) -> dict[str, Any]:
    """A GeoJSON Feature (RFC 7946): the point, null for an answer without a point, and the other keys as properties."""
    lat, lon = answer.get("lat"), answer.get("lon")
    geometry = None if lat is None or lon is None else {"type": "Point", "coordinates": [lon, lat]}
    made = {
        "type": "Feature",
        "geometry": geometry,
        "properties": {key: answer[key] for key in answer if key not in ("lat", "lon", "bbox")},
    }
    return {**made, "bbox": answer["bbox"]} if "bbox" in answer else made


def to_geojson(answers: Iterable[Mapping[str, Any]]) -> dict[str, Any]:
    """A GeoJSON FeatureCollection of answers with `lat` and `lon`."""
    return {"type": "FeatureCollection", "features": [feature(answer) for answer in answers]}


def table(rows: Sequence[tuple[str, object]]) -> str:
    cells = "".join(f"<tr><th>{html.escape(name)}</th><td>{html.escape(str(value))}</td></tr>" for name, value in rows)
    return f"<table>{cells}</table>"
