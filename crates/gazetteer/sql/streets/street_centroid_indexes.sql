-- Made after the rows.
CREATE INDEX street_centroid_postcode ON street_centroid (postcode, street_key);
CREATE INDEX street_centroid_locality ON street_centroid (locality_norm, street_key);
