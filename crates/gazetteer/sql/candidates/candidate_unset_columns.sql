-- Importance of a place, null unless its publisher states it; and a column of published databases that no source of ours fills.
ALTER TABLE candidate ADD COLUMN importance REAL;
ALTER TABLE candidate ADD COLUMN name_role TEXT;
