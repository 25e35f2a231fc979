-- Made after the rows.
CREATE INDEX object_point ON object (lat, lon);
CREATE INDEX object_street ON object (street) WHERE street IS NOT NULL;
