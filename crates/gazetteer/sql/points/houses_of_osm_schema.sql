-- Address points of OpenStreetMap: houses beside their streets, so that a street's names are stored once and not in each house and
-- each index. Lookups read and the builder fills the view, which has the columns of address_point_schema.sql.
CREATE TABLE house_street (
  id INTEGER PRIMARY KEY,
  street_norm TEXT NOT NULL,           -- milepost_text::street_keys: abbreviations written out
  street_key TEXT NOT NULL,            -- numbered roads in one spelling, French particles left out
  postcode TEXT,                       -- its key: lower case without spaces
  locality_norm TEXT,                  -- milepost_text::locality_key
  street_raw TEXT NOT NULL
);
CREATE TABLE house (
  street INTEGER NOT NULL,             -- id of house_street
  number TEXT NOT NULL,                -- milepost_text::HouseNumber: lower case without spaces
  unit TEXT,
  lat INTEGER NOT NULL,                -- units of 10⁻⁷ degrees
  lon INTEGER NOT NULL,
  osm INTEGER                          -- the object: its number times four, and its kind (node 0, way 1, relation 2)
);
CREATE VIEW address_point AS
SELECT house.rowid AS rowid, street_norm, street_key, number, unit, postcode, locality_norm, street_raw,
       lat / 1e7 AS lat, lon / 1e7 AS lon, osm
FROM house JOIN house_street ON house_street.id = house.street;
-- Rows come street by street.
CREATE TRIGGER address_point_insert INSTEAD OF INSERT ON address_point BEGIN
  INSERT INTO house_street (street_norm, street_key, postcode, locality_norm, street_raw)
  SELECT NEW.street_norm, NEW.street_key, NEW.postcode, NEW.locality_norm, NEW.street_raw
  WHERE NOT EXISTS (
    SELECT 1 FROM house_street
    WHERE id = (SELECT max(id) FROM house_street) AND street_norm = NEW.street_norm AND street_key = NEW.street_key
      AND postcode IS NEW.postcode AND locality_norm IS NEW.locality_norm AND street_raw = NEW.street_raw
  );
  INSERT INTO house
  SELECT max(id), NEW.number, NEW.unit, CAST(round(NEW.lat * 1e7) AS INTEGER), CAST(round(NEW.lon * 1e7) AS INTEGER), NEW.osm
  FROM house_street;
END;
