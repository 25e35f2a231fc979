-- What lies above a place, in a third of the room: the direct parent of each place, and each parent once. `candidate_ancestor` has the
-- columns published databases have.
CREATE TABLE place_parent (spr_id INTEGER PRIMARY KEY, parent_spr_id INTEGER NOT NULL);
CREATE TABLE parent_place (
  spr_id INTEGER PRIMARY KEY,
  placetype_id INTEGER NOT NULL,
  name TEXT NOT NULL,
  name_key TEXT NOT NULL               -- of its main name: finds its row of `candidate`
);
CREATE VIEW candidate_ancestor (spr_id, depth, parent_spr_id, parent_placetype_id, parent_name, parent_name_key) AS
SELECT p.spr_id, 1, a.spr_id, a.placetype_id, a.name, a.name_key
FROM place_parent AS p JOIN parent_place AS a ON a.spr_id = p.parent_spr_id;
