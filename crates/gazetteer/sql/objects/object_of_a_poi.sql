-- Object of OpenStreetMap of a point of interest: four times its number plus its kind.
SELECT osm FROM poi_object WHERE poi = ?1
