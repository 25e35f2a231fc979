//! The schemas this crate reads, as SQL, for builders and tests.

/// Tables of the candidate gazetteer.
pub const CANDIDATE: &str = include_str!("../sql/candidate_schema.sql");

/// Trigram index over the distinct main name keys of places from 2,000 inhabitants, for typing errors. Made after the rows.
pub const CANDIDATE_FTS: &str = "CREATE VIRTUAL TABLE candidate_fts USING fts5(name_key, tokenize = 'trigram', detail = none);\n\
     INSERT INTO candidate_fts (name_key) SELECT DISTINCT name_key FROM candidate WHERE is_primary AND population >= 2000 AND name_key GLOB '*[a-z]*';\n\
     INSERT INTO candidate_fts (candidate_fts) VALUES ('optimize');";

/// Tables of the full administrative database.
pub const ADMIN: &str = include_str!("../sql/admin_schema.sql");

/// Indexes of the full administrative database. Made after the rows.
pub const ADMIN_INDEXES: &str = include_str!("../sql/admin_indexes.sql");
