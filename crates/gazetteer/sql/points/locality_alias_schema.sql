-- Other names of the localities of the rows: in other languages, and of the towns they are part of. The index of streets has them.
CREATE TABLE locality_alias (locality_norm TEXT NOT NULL, name TEXT NOT NULL);
