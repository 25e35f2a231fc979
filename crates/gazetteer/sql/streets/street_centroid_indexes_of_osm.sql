-- Made after the rows. Those of street_centroid_indexes.sql, except that ways have no postcode.
CREATE INDEX street_centroid_postcode ON street_centroid (postcode, street_key) WHERE postcode IS NOT NULL;
CREATE INDEX street_centroid_locality ON street_centroid (locality_norm, street_key);
