-- Rows of the R*Tree if places without an extent have cells. Only settlements and divisions: reverse lookups never answer with
-- other places, which are found by id.
SELECT s.id, s.min_latitude, s.max_latitude, s.min_longitude, s.max_longitude FROM spr AS s JOIN staging.place AS p ON p.id = s.id
WHERE s.min_latitude IS NOT NULL
  AND p.placetype NOT IN ('district', 'landmark', 'airport', 'natural_feature', 'island', 'informal_region')
