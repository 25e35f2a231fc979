-- What the R*Tree holds: a place without an extent is a point.
SELECT id, coalesce(min_latitude, latitude), coalesce(max_latitude, latitude),
       coalesce(min_longitude, longitude), coalesce(max_longitude, longitude)
FROM spr
