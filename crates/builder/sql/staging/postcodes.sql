-- Postcodes of the tables that no other source has: mean and extent of their rows, and a share of the population of the
-- places they serve, which ranks a bare code.
CREATE TEMP TABLE share AS
  SELECT place, CAST(population / count(DISTINCT postcode) AS INTEGER) AS population
  FROM served JOIN place AS p ON p.id = served.place GROUP BY place;
CREATE UNIQUE INDEX share_by_place ON share (place);
CREATE TEMP TABLE known_postcode AS
  SELECT DISTINCT p.country, k.key FROM place AS p JOIN name_key AS k ON k.place = p.id WHERE p.placetype = 'postalcode';
CREATE INDEX known_postcode_by_key ON known_postcode (key, country);
CREATE TEMP TABLE parent_of_postcode AS
  SELECT country, postcode, min(parent) AS parent, sum(population) AS population
  FROM (SELECT s.country, s.postcode, s.place, min(s.parent) AS parent, max(h.population) AS population
        FROM served AS s LEFT JOIN share AS h ON h.place = s.place GROUP BY s.country, s.postcode, s.place)
  GROUP BY country, postcode;
CREATE INDEX parent_by_postcode ON parent_of_postcode (postcode, country);
-- A code with a delivery area (`3750-011`) gives a row to the area as well.
CREATE TEMP TABLE spread AS
  SELECT country, postcode, key, lat, lon, key AS full FROM postal
  UNION ALL
  SELECT country, substr(postcode, 1, instr(postcode, '-') - 1), substr(key, 1, instr(key, '-') - 1), lat, lon, key FROM postal
  WHERE key GLOB '[0-9][0-9][0-9][0-9]*-[0-9]*' AND key NOT GLOB '*[a-z]*';
CREATE TEMP TABLE new_postcode AS
  SELECT row_number() OVER (ORDER BY s.country, s.key) AS number, s.country, s.key, min(s.postcode) AS postcode,
         avg(s.lat) AS lat, avg(s.lon) AS lon, min(s.lat) AS south, min(s.lon) AS west, max(s.lat) AS north, max(s.lon) AS east,
         min(s.lat) < max(s.lat) OR min(s.lon) < max(s.lon) AS extended,
         min(p.parent) AS parent, coalesce(max(p.population), 0) AS population
  FROM spread AS s LEFT JOIN parent_of_postcode AS p ON p.postcode = s.full AND p.country = s.country
  WHERE NOT EXISTS (SELECT 1 FROM known_postcode AS k WHERE k.key = s.key AND k.country = s.country)
  GROUP BY s.country, s.key
  ORDER BY s.country, s.key;
-- `LV-1001` is as often written `1001`.
CREATE TEMP TABLE new_postcode_key AS
  SELECT number, key FROM new_postcode
  UNION ALL
  SELECT number, substr(key, instr(key, '-') + 1) FROM new_postcode WHERE key GLOB '[a-z]-[0-9]*' OR key GLOB '[a-z][a-z]-[0-9]*'
  UNION ALL
  SELECT number, substr(key, 3) FROM new_postcode WHERE country = 'AZ' AND key GLOB 'az[0-9]*';
DROP TABLE spread; DROP TABLE share; DROP TABLE known_postcode; DROP TABLE parent_of_postcode;
