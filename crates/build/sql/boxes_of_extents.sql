-- What the R*Tree holds where places without an extent have cells.
SELECT id, min_latitude, max_latitude, min_longitude, max_longitude FROM spr WHERE min_latitude IS NOT NULL
