-- A negative place is the number of the country whose postcode the pair stands for.
CREATE TEMP TABLE code_of_country AS
  SELECT k.key, p.id,
         -((unicode(substr(p.country, 1, 1)) & 31) * 32 + (unicode(substr(p.country, 2, 1)) & 31)) AS number
  FROM place AS p JOIN name_key AS k ON k.place = p.id WHERE p.placetype = 'postalcode';
CREATE INDEX code_of_country_by_key ON code_of_country (key, number);
UPDATE pair SET place = c.id FROM code_of_country AS c WHERE c.key = pair.postcode AND c.number = pair.place AND pair.place < 0;
DELETE FROM pair WHERE place < 0;
DROP TABLE code_of_country; DROP TABLE served;
