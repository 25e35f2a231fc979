-- What lies above a place, as published databases keep it: any depth, or the direct parent alone.
CREATE TABLE candidate_ancestor (
  spr_id INTEGER NOT NULL,
  depth INTEGER NOT NULL,              -- 1 = the direct parent; rows above the last one here are that parent's own
  parent_spr_id INTEGER NOT NULL,
  parent_placetype_id INTEGER NOT NULL,
  parent_name TEXT NOT NULL,
  parent_name_key TEXT NOT NULL,
  PRIMARY KEY (spr_id, depth)
) WITHOUT ROWID;
