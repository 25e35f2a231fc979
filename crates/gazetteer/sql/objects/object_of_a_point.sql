-- Object of OpenStreetMap of an address point: four times its number plus its kind.
SELECT osm FROM address_point WHERE rowid = ?1
