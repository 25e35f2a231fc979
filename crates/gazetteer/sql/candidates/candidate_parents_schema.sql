-- What lies above a place, in a quarter of the room: the direct parent of each place, and each parent once under a small number.
-- `candidate_ancestor` has the columns published databases have.
CREATE TABLE place_parent (spr_id INTEGER PRIMARY KEY, parent_number INTEGER NOT NULL);
CREATE TABLE parent_place (
  number INTEGER PRIMARY KEY,
  spr_id INTEGER NOT NULL,
  placetype_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL               -- of its main name: finds its row of `candidate`
);
CREATE VIEW candidate_ancestor (spr_id, depth, parent_spr_id, parent_placetype_id, parent_name, parent_name_key) AS
SELECT p.spr_id, 1, a.spr_id, a.placetype_id, a.name, a.name_key
FROM place_parent AS p JOIN parent_place AS a ON a.number = p.parent_number;
