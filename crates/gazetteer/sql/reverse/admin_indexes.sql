-- Made after the rows: one sort instead of a million insertions.
CREATE INDEX names_by_id ON names (id);
CREATE INDEX ancestors_by_id ON ancestors (id);
CREATE INDEX concordances_by_id ON concordances (id);
