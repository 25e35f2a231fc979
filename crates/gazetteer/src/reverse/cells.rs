//! Cells of a tenth of a degree: how to find places that are only a point around another point. A row of an R*Tree takes three
//! times the room.

/// Cells of a line: `cell = line * COLUMNS + column`, lines from 90 degrees south, columns from 180 degrees west.
const COLUMNS: i64 = 3600;
/// Lines from pole to pole.
const LINES: i64 = 1800;
/// Microdegrees of a cell's side.
const SIDE: i64 = 100_000;

/// The cell of a point in microdegrees, the key of `place_cell`.
pub fn cell(lat: i64, lon: i64) -> i64 {
    line(lat) * COLUMNS + column(lon)
}

/// Cells of a window.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CellWindow {
    /// First and last line.
    pub lines: [i64; 2],
    /// First and last column of each line.
    pub columns: [i64; 2],
}

impl CellWindow {
    /// The cells of a window in degrees that does not cross the antimeridian.
    pub fn around(south: f64, north: f64, west: f64, east: f64) -> CellWindow {
        let micro = |degrees: f64| (degrees * 1e6).floor() as i64;
        CellWindow {
            lines: [line(micro(south)), line(micro(north))],
            columns: [column(micro(west)), column(micro(east))],
        }
    }
}

fn line(lat: i64) -> i64 {
    (lat + 90_000_000).div_euclid(SIDE).clamp(0, LINES - 1)
}

fn column(lon: i64) -> i64 {
    (lon + 180_000_000).div_euclid(SIDE).clamp(0, COLUMNS - 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_window_has_the_cells_of_its_points() {
        assert_eq!(cell(-90_000_000, -180_000_000), 0);
        assert_eq!(cell(90_000_000, 180_000_000), 1800 * 3600 - 1);
        let window = CellWindow::around(48.79, 48.91, 2.2, 2.4);
        assert_eq!(window, CellWindow { lines: [1387, 1389], columns: [1822, 1824] });
        assert_eq!(cell(48_853_410, 2_348_800), 1388 * 3600 + 1823);
    }

    #[test]
    fn a_window_beyond_a_pole_ends_there() {
        let window = CellWindow::around(89.5, 93.0, -180.0, 180.0);
        assert_eq!(window, CellWindow { lines: [1795, 1799], columns: [0, 3599] });
    }
}
