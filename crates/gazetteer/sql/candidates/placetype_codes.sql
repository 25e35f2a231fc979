-- Kinds of place by their ids in this file.
SELECT id, placetype FROM placetype_codes
