"""Asks a running server through geopy's own client of Photon; prints one JSON.

    python geopy_client.py HOST:PORT
"""

import json
import sys

from geopy.exc import GeocoderServiceError
from geopy.geocoders import Photon

client = Photon(domain=sys.argv[1], scheme="http", timeout=30)
place = lambda location: location and [location.address, location.latitude, location.longitude]

several = client.geocode("paris", exactly_one=False, limit=5, language="fr", osm_tag=["place:city", "!highway"])
near = client.geocode("paris", exactly_one=False, location_bias=(33.66, -95.55))
try:
    client.reverse((91, 0))
    refused = None
except (ValueError, GeocoderServiceError) as error:
    refused = type(error).__name__
print(
    json.dumps(
        {
            "one": place(client.geocode("paris")),
            "several": [place(location) for location in several],
            "near": [location.raw["properties"].get("state") for location in near],
            "raw": client.geocode("paris").raw,
            "german": client.geocode("paris", language="de").raw["properties"]["country"],
            "nothing": place(client.geocode("nothing like it at all")),
            "blank": place(client.geocode(" ")),
            "reverse": place(client.reverse((48.8566, 2.3522), limit=1)),
            "sea": place(client.reverse((-40, -120))),
            "refused": refused,
        }
    )
)
