-- What the R*Tree holds where places without an extent have cells. Not areas, landmarks and airports (ids from 390 to 400 and from 990 to 1,000
-- million): no point is answered with them, and they are looked up by their id.
SELECT id, min_latitude, max_latitude, min_longitude, max_longitude FROM spr
WHERE min_latitude IS NOT NULL AND id NOT BETWEEN 390000000 AND 399999999 AND id NOT BETWEEN 990000000 AND 999999999
