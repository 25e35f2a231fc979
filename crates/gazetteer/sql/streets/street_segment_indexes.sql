-- Made after the rows.
CREATE INDEX street_segment_postcode ON street_segment (postcode, street_norm, min_hn);
CREATE INDEX street_segment_street ON street_segment (street_norm, min_hn);
