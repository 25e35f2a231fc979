"""A Nominatim client as its users write it, against a server with --profile nominatim; prints what it got as JSON."""

import json
import sys

from geopy.geocoders import Nominatim

client = Nominatim(user_agent="milepost-tests", domain=sys.argv[1], scheme="http", timeout=30)
address = lambda location: location and location.address

several = client.geocode("springfield", exactly_one=False, limit=5, addressdetails=True)
american = client.geocode("Springfield", exactly_one=False, country_codes=["us"], addressdetails=True)
print(
    json.dumps(
        {
            "several": len(several),
            "codes": sorted({each.raw["address"]["country_code"] for each in american}),
            "boxed": address(client.geocode("Paris", viewbox=[(33, -96), (34, -95)], bounded=True)),
            "names": client.geocode("Reno, NV", namedetails=True, extratags=True).raw["namedetails"],
            "reverse": address(client.reverse((45.3586, 5.9531))),
            "sea": address(client.reverse((36, -45))),
            "lookup_by_coordinates": address(client.geocode("45.3586, 5.9531")),
        }
    )
)
