//! Reads published tables as streams: compressed or not, delimited or GeoJSON. Unusable rows are counted
//! and named.

mod bad_rows;
mod columns;
mod delimited;
mod described;
mod encoding;
mod geopackage;
mod geoparquet;
mod limits;
mod overture_columns;
mod overture_division;
mod overture_place;
mod shapefile;
mod stream;
mod table_layout;
mod template;
mod well_known;

pub(crate) use self::shapefile::open_shapefile;
pub(crate) use bad_rows::BadRows;
pub(crate) use columns::Columns;
pub(crate) use delimited::Delimited;
pub(crate) use described::points as described_points;
pub(crate) use geoparquet::{Wanted, needed as needed_of_geoparquet, reads as reads_as_geoparquet};
pub(crate) use limits::Budget;
pub(crate) use overture_division::{Division, DivisionRow, divisions as overture_divisions};
pub(crate) use overture_place::places as overture_places;
pub(crate) use stream::{count_row, is_geojson, open, open_counted, open_lines, progress_of_rows};
pub(crate) use table_layout::TableLayout;
