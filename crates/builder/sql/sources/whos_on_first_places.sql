-- Rows of `spr` that still hold: not deprecated, ceased or superseded.
SELECT id, name, placetype, country, parent_id, latitude, longitude, min_latitude, min_longitude, max_latitude, max_longitude
FROM spr
WHERE is_current <> 0 AND is_deprecated <= 0 AND is_ceased <= 0 AND is_superseded <= 0
