-- Streets of a shard of address points by the words of their names. Made after the rows, from them.
CREATE TABLE street (
  id INTEGER PRIMARY KEY,
  street_norm TEXT NOT NULL,
  street_raw TEXT NOT NULL,            -- one of its spellings in the rows
  locality_norm TEXT,
  postcode TEXT
);
-- Localities and postcodes with streets.
CREATE TABLE street_place (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,                  -- locality_norm or postcode of the rows
  is_postcode INTEGER NOT NULL,
  sound TEXT NOT NULL,                 -- milepost_text::place_sound of a locality, the key of a postcode
  lat REAL NOT NULL,                   -- mean of its streets
  lon REAL NOT NULL,
  streets INTEGER NOT NULL
);
-- Streets of a place by a word of the name (milepost_text::StreetWord::sound) and by the whole key. Place 0 is the shard.
CREATE TABLE street_word (
  place INTEGER NOT NULL,
  word TEXT NOT NULL,
  street INTEGER NOT NULL,
  PRIMARY KEY (place, word, street)
) WITHOUT ROWID;
-- Streets of localities that have a word.
CREATE TABLE street_frequency (
  word TEXT PRIMARY KEY,
  streets INTEGER NOT NULL
) WITHOUT ROWID;
-- Other names of the localities by their sound.
CREATE TABLE street_place_alias (
  sound TEXT NOT NULL,
  place INTEGER NOT NULL,
  PRIMARY KEY (sound, place)
) WITHOUT ROWID;
