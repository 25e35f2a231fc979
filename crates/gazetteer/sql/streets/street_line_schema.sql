-- Lines of the ways of a street: differences of latitudes and longitudes in units of 10⁻⁷ degrees, zigzag coded, as variable-length numbers.
CREATE TABLE street_line (
  street_norm TEXT NOT NULL,
  locality_norm TEXT,
  line BLOB NOT NULL
);
-- Other names of a street: in other languages, official, former, short. The index of streets has them.
CREATE TABLE street_alias (
  street_norm TEXT NOT NULL,
  locality_norm TEXT,
  name TEXT NOT NULL
);
