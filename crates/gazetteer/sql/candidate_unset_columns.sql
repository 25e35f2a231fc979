-- Columns of published databases that our sources say nothing for.
ALTER TABLE candidate ADD COLUMN importance REAL;
ALTER TABLE candidate ADD COLUMN name_role TEXT;
