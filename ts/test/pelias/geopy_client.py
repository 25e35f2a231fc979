"""Asks a running server through geopy's own client of Pelias; prints one JSON.

    python geopy_client.py HOST:PORT
"""

import json
import sys

from geopy.geocoders import Pelias

client = Pelias(domain=sys.argv[1], scheme="http", timeout=30, user_agent="milepost-tests")
place = lambda location: location and [location.address, location.latitude, location.longitude]

print(
    json.dumps(
        {
            "one": place(client.geocode("Reno, NV")),
            "several": [place(each) for each in client.geocode("Paris", exactly_one=False)],
            "texan": place(client.geocode("Paris", country_bias="USA")),
            "boxed": place(client.geocode("Paris", boundary_rect=[(33, -96), (34, -95)])),
            "raw": client.geocode("Reno, NV").raw,
            "german": place(client.geocode("Reno, NV", language="de")),
            "nothing": place(client.geocode("Qwertyuiopville")),
            "reverse": place(client.reverse((45.3586, 5.9531))),
            "around": [place(each) for each in client.reverse((45.3586, 5.9531), exactly_one=False)],
            "sea": place(client.reverse((36, -45))),
        }
    )
)
