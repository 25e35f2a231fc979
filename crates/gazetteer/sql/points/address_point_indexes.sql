-- Made after the rows.
CREATE INDEX address_point_postcode_street ON address_point (postcode, street_norm, number);
CREATE INDEX address_point_locality_street ON address_point (locality_norm, street_norm, number);
CREATE INDEX address_point_postcode_key ON address_point (postcode, street_key);
CREATE INDEX address_point_street ON address_point (street_norm, number);
-- Beyond the published schema: relaxed spellings within a town that has no postcodes.
CREATE INDEX address_point_locality_key ON address_point (locality_norm, street_key);
-- Beyond the published schema: houses by where they are, for reverse lookup. A cell is a thousandth of a degree high and wide;
-- cells of one row follow each other.
CREATE INDEX address_point_cell ON address_point (CAST((lat + 90.0) * 1000.0 AS INTEGER) * 1000000 + CAST((lon + 180.0) * 1000.0 AS INTEGER));
