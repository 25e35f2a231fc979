-- UN/LOCODE; `nameNorm` is the name's key.
CREATE TABLE un_locode (country TEXT NOT NULL, location TEXT NOT NULL, name TEXT NOT NULL, nameNorm TEXT NOT NULL, lat REAL, lon REAL);
CREATE INDEX idx_un_locode_name ON un_locode (country, nameNorm);
CREATE INDEX idx_un_locode_point ON un_locode (country, lat, lon);
