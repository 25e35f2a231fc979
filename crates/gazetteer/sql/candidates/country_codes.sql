-- ISO 3166-1 codes by their ids in this file.
SELECT id, code FROM country_codes
