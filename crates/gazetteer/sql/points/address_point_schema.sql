-- Address points of a state or country, one row a number (and unit). Rows lie in the order of postcode, street and
-- number, so that a street is read from neighbouring pages.
CREATE TABLE address_point (
  street_norm TEXT NOT NULL,           -- milepost_text::street_keys: abbreviations written out
  street_key TEXT NOT NULL,            -- numbered roads in one spelling, French particles left out
  number TEXT NOT NULL,                -- milepost_text::HouseNumber: lower case without spaces
  unit TEXT,
  postcode TEXT,                       -- its key: lower case without spaces
  locality_norm TEXT,                  -- milepost_text::locality_key
  street_raw TEXT NOT NULL,
  lat REAL NOT NULL,
  lon REAL NOT NULL,
  source TEXT,
  release TEXT
);
