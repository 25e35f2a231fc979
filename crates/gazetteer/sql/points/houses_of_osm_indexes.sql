-- Made after the rows. Those of address_point_indexes.sql; postcodes index only the streets that have one: in OpenStreetMap most have
-- none in some countries.
CREATE INDEX house_street_postcode_norm ON house_street (postcode, street_norm) WHERE postcode IS NOT NULL;
CREATE INDEX house_street_locality_norm ON house_street (locality_norm, street_norm);
CREATE INDEX house_street_postcode_key ON house_street (postcode, street_key) WHERE postcode IS NOT NULL;
CREATE INDEX house_street_locality_key ON house_street (locality_norm, street_key);
CREATE INDEX house_street_norm ON house_street (street_norm);
CREATE INDEX house_of_a_street ON house (street, number);
CREATE INDEX address_point_cell ON house (CAST((lat / 1e7 + 90.0) * 1000.0 AS INTEGER) * 1000000 + CAST((lon / 1e7 + 180.0) * 1000.0 AS INTEGER));
