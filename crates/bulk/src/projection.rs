//! Coordinates of national grids to degrees of WGS84.

use std::borrow::Cow;

use proj4rs::{Proj, transform::transform};

/// A grid of a register.
pub struct Projection {
    grid: Proj,
    degrees: Proj,
    /// Easting and northing are published as positive westing and southing.
    negated: bool,
}

/// Definitions of the EPSG registry (epsg.org), with its datum shift for the whole country. Grids of ETRS89, NAD83 and NZGD2000 count
/// as WGS84, which differs by less than 2 m.
fn definition(epsg: u16) -> Option<Cow<'static, str>> {
    let zone = |zone: u16, rest: &str| format!("+proj=utm +zone={zone} {rest} +units=m +no_defs").into();
    Some(Cow::Borrowed(match epsg {
        // Web Mercator.
        3857 => "+proj=merc +a=6378137 +b=6378137 +lat_ts=0 +lon_0=0 +x_0=0 +y_0=0 +k=1 +units=m +no_defs",
        // UTM of WGS84 north and south, of ETRS89 and of NAD83.
        32601..=32660 => return Some(zone(epsg - 32600, "+datum=WGS84")),
        32701..=32760 => return Some(zone(epsg - 32700, "+south +datum=WGS84")),
        25828..=25838 => return Some(zone(epsg - 25800, "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0")),
        26901..=26923 => return Some(zone(epsg - 26900, "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0")),
        // France, Lambert-93.
        2154 => {
            "+proj=lcc +lat_0=46.5 +lon_0=3 +lat_1=49 +lat_2=44 +x_0=700000 +y_0=6600000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
        }
        // Great Britain, National Grid.
        27700 => {
            "+proj=tmerc +lat_0=49 +lon_0=-2 +k=0.9996012717 +x_0=400000 +y_0=-100000 +ellps=airy +towgs84=446.448,-125.157,542.06,0.1502,0.247,0.8421,-20.4894 +units=m +no_defs"
        }
        // Austria, Lambert.
        31287 => {
            "+proj=lcc +lat_0=47.5 +lon_0=13.3333333333333 +lat_1=49 +lat_2=46 +x_0=400000 +y_0=400000 +ellps=bessel +towgs84=577.326,90.129,463.919,5.137,1.474,5.297,2.4232 +units=m +no_defs"
        }
        // Belgium, Lambert 2008.
        3812 => {
            "+proj=lcc +lat_0=50.797815 +lon_0=4.35921583333333 +lat_1=49.8333333333333 +lat_2=51.1666666666667 +x_0=649328 +y_0=665262 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
        }
        // Switzerland, LV95.
        2056 => {
            "+proj=somerc +lat_0=46.9524055555556 +lon_0=7.43958333333333 +k_0=1 +x_0=2600000 +y_0=1200000 +ellps=bessel +towgs84=674.374,15.056,405.346,0,0,0,0 +units=m +no_defs"
        }
        // Poland, PL-1992.
        2180 => {
            "+proj=tmerc +lat_0=0 +lon_0=19 +k=0.9993 +x_0=500000 +y_0=-5300000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
        }
        // Estonia, L-EST97.
        3301 => {
            "+proj=lcc +lat_0=57.5175539305556 +lon_0=24 +lat_1=59.3333333333333 +lat_2=58 +x_0=500000 +y_0=6375000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
        }
        // Canada, Statistics Canada Lambert.
        3347 => {
            "+proj=lcc +lat_0=63.390675 +lon_0=-91.8666666666667 +lat_1=49 +lat_2=77 +x_0=6200000 +y_0=3000000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
        }
        // Slovenia, D96/TM.
        3794 => {
            "+proj=tmerc +lat_0=0 +lon_0=15 +k=0.9999 +x_0=500000 +y_0=-5000000 +ellps=GRS80 +towgs84=0,0,0,0,0,0,0 +units=m +no_defs"
        }
        // Czechia, S-JTSK / Krovak East North.
        5514 => {
            "+proj=krovak +lat_0=49.5 +lon_0=24.8333333333333 +alpha=30.2881397527778 +k=0.9999 +x_0=0 +y_0=0 +ellps=bessel +towgs84=570.8,85.7,462.8,4.998,1.587,5.261,3.56 +units=m +no_defs"
        }
        // The Netherlands, RD New.
        28992 => {
            "+proj=sterea +lat_0=52.1561605555556 +lon_0=5.38763888888889 +k=0.9999079 +x_0=155000 +y_0=463000 +ellps=bessel +towgs84=565.4171,50.3319,465.5524,-0.398957388243134,0.343987817378283,-1.87740163998045,4.0725 +units=m +no_defs"
        }
        _ => return None,
    }))
}

impl Projection {
    /// The grid of an EPSG code; none for degrees.
    ///
    /// # Errors
    /// A sentence if the code is unknown.
    pub fn of(epsg: u16) -> Result<Option<Projection>, String> {
        if matches!(epsg, 4326 | 4258 | 4269 | 4167) {
            return Ok(None);
        }
        let grid = definition(epsg).ok_or_else(|| {
            format!("the grid EPSG:{epsg} is unknown; convert the coordinates to degrees (EPSG:4326) first")
        })?;
        let parse = |text: &str| Proj::from_proj_string(text).map_err(|error| error.to_string());
        let degrees = parse("+proj=longlat +datum=WGS84 +no_defs")?;
        Ok(Some(Projection { grid: parse(&grid)?, degrees, negated: epsg == 5514 }))
    }

    /// Latitude and longitude of an easting and a northing.
    ///
    /// # Errors
    /// A sentence if the point is outside the grid.
    pub fn degrees(&self, easting: f64, northing: f64) -> Result<(f64, f64), String> {
        let mut point = (easting, northing, 0.0);
        if self.negated {
            point = (-easting.abs(), -northing.abs(), 0.0);
        }
        transform(&self.grid, &self.degrees, &mut point)
            .map_err(|error| format!("{easting}, {northing} is not a point of the grid ({error})"))?;
        // Ten centimetres are enough.
        let rounded = |radians: f64| (radians.to_degrees() * 1e7).round() / 1e7;
        Ok((rounded(point.1), rounded(point.0)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Metres between the computed point and the known one.
    fn off(epsg: u16, easting: f64, northing: f64, lat: f64, lon: f64) -> f64 {
        let (found_lat, found_lon) =
            Projection::of(epsg).unwrap().unwrap().degrees(easting, northing).unwrap();
        milepost_store::distance_m(found_lat, found_lon, lat, lon)
    }

    /// Points whose degrees PROJ 9 gives.
    #[test]
    fn grids_lie_where_proj_puts_them() {
        for (epsg, easting, northing, lat, lon) in [
            (2056, 2_600_000.0, 1_200_000.0, 46.951_083, 7.438_632),
            (2180, 637_000.0, 487_000.0, 52.231_977, 21.006_704),
            (3301, 542_000.0, 6_589_000.0, 59.436_751, 24.740_142),
            (3347, 7_475_000.0, 1_120_000.0, 44.807_945, -75.872_57),
            (3794, 462_000.0, 101_000.0, 46.047_745, 14.508_973),
            (5514, -742_500.12, -1_043_200.5, 50.086_173, 14.425_896),
            (25832, 356_270.123, 5_645_100.456, 50.939_595, 6.954_245),
            (25833, 411_500.0, 5_655_900.0, 51.047_811, 13.737_451),
            (2154, 652_469.02, 6_862_035.26, 48.856_6, 2.352_2),
            (3812, 649_686.0, 672_000.0, 50.858_387, 4.364_301),
            (3857, 261_848.16, 6_250_566.72, 48.856_614, 2.352_222),
            (26918, 583_960.0, 4_507_523.0, 40.714_349, -74.005_97),
            (27700, 530_034.0, 180_381.0, 51.507_407, -0.127_724),
            (31287, 625_000.0, 483_000.0, 48.206_841, 16.361_285),
            (32723, 333_000.0, 7_395_000.0, -23.546_753, -46.636_074),
            (32632, 356_270.123, 5_645_100.456, 50.939_595, 6.954_245),
            (28992, 155_000.0, 463_000.0, 52.155_172, 5.387_204),
        ] {
            let metres = off(epsg, easting, northing, lat, lon);
            assert!(metres < 2.0, "EPSG:{epsg} is {metres} m off");
        }
        // Czech registers publish both as positive.
        assert!(off(5514, 742_500.12, 1_043_200.5, 50.086_173, 14.425_896) < 2.0);
    }

    #[test]
    fn degrees_need_no_grid_and_others_are_refused() {
        assert!(Projection::of(4326).unwrap().is_none());
        assert!(Projection::of(4269).unwrap().is_none());
        assert!(Projection::of(9999).is_err());
    }
}
