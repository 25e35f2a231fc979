-- Made after the rows.
CREATE INDEX poi_category_cell ON poi (category_id, cell);
CREATE INDEX poi_brand_cell ON poi (brand_key, cell) WHERE brand_key IS NOT NULL;
CREATE INDEX poi_name_cell ON poi (name_key, cell);
CREATE INDEX poi_phrase_key ON poi_phrase (phrase_key, rows);
