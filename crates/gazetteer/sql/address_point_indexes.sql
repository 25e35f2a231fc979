-- Made after the rows.
CREATE INDEX address_point_postcode_street ON address_point (postcode, street_norm, number);
CREATE INDEX address_point_locality_street ON address_point (locality_norm, street_norm, number);
CREATE INDEX address_point_postcode_key ON address_point (postcode, street_key);
CREATE INDEX address_point_street ON address_point (street_norm, number);
-- Beyond the published schema: relaxed spellings within a town that has no postcodes.
CREATE INDEX address_point_locality_key ON address_point (locality_norm, street_key);
