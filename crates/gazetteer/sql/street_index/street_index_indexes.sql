-- Made after the rows.
CREATE INDEX street_place_sound ON street_place (is_postcode, sound);
CREATE INDEX street_place_lat ON street_place (lat) WHERE NOT is_postcode;
