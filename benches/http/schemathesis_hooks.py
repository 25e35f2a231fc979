"""Rules of a request that a schema cannot express, for schemathesis.sh: the box is not upside down, and an address is not blank."""

import schemathesis


@schemathesis.hook
def before_call(context, case, kwargs):
    body = case.body
    if not isinstance(body, dict):
        return
    bounds = body.get("bounds")
    if isinstance(bounds, dict):
        south, north = bounds.get("south"), bounds.get("north")
        if isinstance(south, (int, float)) and isinstance(north, (int, float)) and south > north:
            bounds.update(south=north, north=south)
    components = body.get("components")
    if isinstance(components, dict) and "address" not in body and not any(components.values()):
        components["locality"] = "Reno"
