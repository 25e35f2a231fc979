-- Made after the rows.
CREATE INDEX street_centroid_street ON street_centroid (street_norm);
CREATE INDEX street_line_street ON street_line (street_norm, locality_norm);
