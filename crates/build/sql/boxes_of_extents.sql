-- What the R*Tree holds where places without an extent have cells. Not what is no settlement and no division: no point is answered with it, and
-- it is looked up by its id.
SELECT s.id, s.min_latitude, s.max_latitude, s.min_longitude, s.max_longitude FROM spr AS s JOIN staging.place AS p ON p.id = s.id
WHERE s.min_latitude IS NOT NULL
  AND p.placetype NOT IN ('district', 'landmark', 'airport', 'natural_feature', 'island', 'informal_region')
