-- Object of OpenStreetMap of a street, its longest way: four times its number plus its kind.
SELECT osm FROM street_centroid WHERE rowid = ?1
