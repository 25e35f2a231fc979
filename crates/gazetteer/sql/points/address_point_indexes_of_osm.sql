-- Made after the rows. Those of address_point_indexes.sql, except that codes index only the rows that have one: in OpenStreetMap most have none
-- in some countries.
CREATE INDEX address_point_postcode_street ON address_point (postcode, street_norm, number) WHERE postcode IS NOT NULL;
CREATE INDEX address_point_locality_street ON address_point (locality_norm, street_norm, number);
CREATE INDEX address_point_postcode_key ON address_point (postcode, street_key) WHERE postcode IS NOT NULL;
CREATE INDEX address_point_street ON address_point (street_norm, number);
CREATE INDEX address_point_locality_key ON address_point (locality_norm, street_key);
CREATE INDEX address_point_cell ON address_point (CAST((lat + 90.0) * 1000.0 AS INTEGER) * 1000000 + CAST((lon + 180.0) * 1000.0 AS INTEGER));
