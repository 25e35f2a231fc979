//! The schemas this crate reads, as SQL, for builders and tests.

/// Tables of the candidate gazetteer, as published databases have them.
pub const CANDIDATE: &str = concat!(
    include_str!("../sql/candidates/candidate_schema.sql"),
    include_str!("../sql/candidates/candidate_extent_columns.sql"),
    include_str!("../sql/candidates/candidate_unset_columns.sql"),
    include_str!("../sql/candidates/candidate_ancestor_schema.sql")
);

/// The start of our builders: the candidate gazetteer without the columns that are added after its rows, and their view of
/// the places above a place.
pub const CANDIDATE_WITH_PARENTS: &str = concat!(
    include_str!("../sql/candidates/candidate_schema.sql"),
    include_str!("../sql/candidates/candidate_parents_schema.sql")
);

/// Extents of candidates. Made after the rows without one.
pub const CANDIDATE_EXTENT_COLUMNS: &str = include_str!("../sql/candidates/candidate_extent_columns.sql");

/// Prominence of candidates. Made after the rows of ordinary places; databases of other builders lack it.
pub const CANDIDATE_PROMINENCE_COLUMN: &str =
    include_str!("../sql/candidates/candidate_prominence_column.sql");

/// Columns of the candidate gazetteer that most rows leave empty. Made after the rows without an importance.
pub const CANDIDATE_UNSET_COLUMNS: &str = include_str!("../sql/candidates/candidate_unset_columns.sql");

/// Trigram index over the distinct main name keys of places that rank like a population of 2,000, for typos. Made after the rows.
pub const CANDIDATE_FTS: &str = "CREATE VIRTUAL TABLE candidate_fts USING fts5(name_key, tokenize = 'trigram', detail = none);\n\
     INSERT INTO candidate_fts (name_key) SELECT DISTINCT name_key FROM candidate WHERE is_primary AND max(population, -neg_rank) >= 2000 AND name_key GLOB '*[a-z]*';\n\
     INSERT INTO candidate_fts (candidate_fts) VALUES ('optimize');";

/// Full-text table of the full administrative database.
pub const ADMIN_SEARCH: &str = "CREATE VIRTUAL TABLE place_search USING \
     fts5(wof_id UNINDEXED, name, alt_names, tokenize = 'unicode61 remove_diacritics 2', detail = none)";

/// Tables of the full administrative database in addition to its places.
pub const ADMIN: &str = include_str!("../sql/reverse/admin_schema.sql");

/// Places of the full administrative database, without the columns that are added after the rows.
pub const ADMIN_PLACES: &str = include_str!("../sql/reverse/admin_place_schema.sql");

/// Extents of administrative places. Made after the rows without one.
pub const ADMIN_EXTENT_COLUMNS: &str = include_str!("../sql/reverse/admin_extent_columns.sql");

/// Whether administrative places still hold. Made after all rows.
pub const ADMIN_STATE_COLUMNS: &str = include_str!("../sql/reverse/admin_state_columns.sql");

/// Places of an administrative database that only this program reads, without the columns that are added after the rows.
pub const ADMIN_COMPACT_PLACES: &str = include_str!("../sql/reverse/admin_compact_place_schema.sql");

/// Extents of such places, and the views that all is read through. Made after the rows without an extent.
pub const ADMIN_COMPACT_EXTENT_COLUMNS: &str =
    include_str!("../sql/reverse/admin_compact_extent_columns.sql");

/// Indexes of the full administrative database. Made after the rows.
pub const ADMIN_INDEXES: &str = include_str!("../sql/reverse/admin_indexes.sql");

/// Tables of an address-point shard.
pub const ADDRESS_POINTS: &str = include_str!("../sql/points/address_point_schema.sql");

/// Tables of an address-point shard of OpenStreetMap, and the view `address_point` over them, whose rows have an object besides: the
/// number times four and its kind (node 0, way 1, relation 2).
pub const ADDRESS_POINTS_OF_OSM: &str = concat!(
    include_str!("../sql/points/houses_of_osm_schema.sql"),
    include_str!("../sql/points/locality_alias_schema.sql")
);

/// Indexes of an address-point shard. Made after the rows.
pub const ADDRESS_POINT_INDEXES: &str = include_str!("../sql/points/address_point_indexes.sql");

/// Indexes of an address-point shard of OpenStreetMap. Made after the rows.
pub const ADDRESS_POINT_INDEXES_OF_OSM: &str = include_str!("../sql/points/houses_of_osm_indexes.sql");

/// Tables of the index of a shard's streets by words. Made after its rows.
pub const STREET_INDEX: &str = include_str!("../sql/street_index/street_index_schema.sql");

/// Indexes of these tables. Made after their rows.
pub const STREET_INDEX_INDEXES: &str = include_str!("../sql/street_index/street_index_indexes.sql");

/// Tables of an interpolation shard.
pub const STREET_SEGMENTS: &str = include_str!("../sql/streets/street_segment_schema.sql");

/// Indexes of an interpolation shard. Made after the rows.
pub const STREET_SEGMENT_INDEXES: &str = include_str!("../sql/streets/street_segment_indexes.sql");

/// Tables of a shard of street centroids.
pub const STREET_CENTROIDS: &str = include_str!("../sql/streets/street_centroid_schema.sql");

/// Tables of a shard of street centroids of OpenStreetMap: each row with its longest way, as [`ADDRESS_POINTS_OF_OSM`] has objects; the
/// lines of its ways, and its other names.
pub const STREET_CENTROIDS_OF_OSM: &str = concat!(
    include_str!("../sql/streets/street_centroid_schema.sql"),
    "ALTER TABLE street_centroid ADD COLUMN osm INTEGER;",
    include_str!("../sql/streets/street_line_schema.sql"),
    include_str!("../sql/points/locality_alias_schema.sql")
);

/// Indexes of a shard of street centroids. Made after the rows.
pub const STREET_CENTROID_INDEXES: &str = include_str!("../sql/streets/street_centroid_indexes.sql");

/// Indexes of a shard of street centroids of OpenStreetMap. Made after the rows.
pub const STREET_CENTROID_INDEXES_OF_OSM: &str = concat!(
    include_str!("../sql/streets/street_centroid_indexes_of_osm.sql"),
    include_str!("../sql/streets/street_line_indexes.sql")
);

/// Tables of a polygon file for reverse lookup.
pub const POLYGONS: &str = include_str!("../sql/reverse/polygon_schema.sql");

/// Tables of a database of objects of OpenStreetMap.
pub const OBJECTS: &str = include_str!("../sql/objects/object_schema.sql");

/// Indexes of a database of objects. Made after the rows.
pub const OBJECT_INDEXES: &str = include_str!("../sql/objects/object_indexes.sql");
