"""A Nominatim client as its users write it, against the server named by the first argument; prints what it got as JSON."""

import json
import sys

from geopy.geocoders import Nominatim

client = Nominatim(user_agent="milepost-tests", domain=sys.argv[1], scheme="http", timeout=30)


def summary(location):
    return location and [location.address, location.latitude, location.longitude]


def several(locations):
    return locations and [summary(location) for location in locations]


parts = {"street": "350 5th Ave", "city": "New York", "county": None, "state": "NY", "country": "USA"}
one = client.geocode("Reno, NV", addressdetails=True, extratags=True, namedetails=True, language="fr")
print(
    json.dumps(
        {
            "one": summary(one),
            "raw": one.raw,
            "list": several(client.geocode("Reno, NV", exactly_one=False, limit=5)),
            "parts": summary(client.geocode(parts)),
            "french": summary(client.geocode("Paris", country_codes=["fr", "us"])),
            "texan": summary(client.geocode("Paris", country_codes="us", viewbox=[(1, 2), (3, 4)], bounded=True)),
            "nothing": summary(client.geocode("Qwertyuiopville")),
            "nothing_at_all": several(client.geocode("Qwertyuiopville", exactly_one=False)),
            "reverse": summary(client.reverse((45.3586, 5.9531))),
            "reverse_raw": client.reverse("45.3586, 5.9531", zoom=10, language="en").raw,
            "sea": summary(client.reverse((36, -45))),
        }
    )
)
