//! `postcodes`: the register of postcodes, a mapped file next to a candidate gazetteer.

use std::path::PathBuf;

use milepost_aside::Claim;
use milepost_gazetteer::index_names;
use milepost_store::register::{RegisterReport, RegisterRow, write_register};

use crate::error::BuildError;
use crate::input::BadRows;
use crate::sources::detect::{self, Kind};
use crate::sources::{geonames, postcode_table};
use crate::staging::{PostalRow, names_a_settlement};

/// Sources of the build.
#[derive(clap::Args)]
pub(crate) struct PostcodeOptions {
    /// Postal codes of GeoNames, or postcode tables with a header: country, postcode, place, latitude, longitude, and state if there
    /// is one; plain, gzip or zip.
    #[arg(required = true)]
    sources: Vec<PathBuf>,
    /// File to write; a register is read next to a candidate gazetteer, with the ending `.postcodes` instead of `.db`.
    #[arg(long)]
    out: PathBuf,
    /// Source and licence of the tables; shown with answers.
    #[arg(long, default_value = "GeoNames (CC BY 4.0)")]
    attribution: String,
    /// A country to leave out, because the gazetteer next to it has its codes; repeatable.
    #[arg(long)]
    without: Vec<String>,
    /// Stop at the first row that cannot be used.
    #[arg(long)]
    strict: bool,
}

/// Builds the register and reports its contents.
pub(crate) fn build(options: PostcodeOptions) -> Result<Vec<String>, BuildError> {
    let PostcodeOptions { sources, out, attribution, without, strict } = options;
    // Before the sources are read, which takes a while.
    let claim = Claim::on(&out)?;
    let mut bad = BadRows::new(strict);
    let mut rows = Vec::new();
    for (kind, source) in &detect::in_order(&sources)? {
        let mut take = |row: PostalRow| {
            if without.iter().any(|country| country.eq_ignore_ascii_case(&row.country)) {
                return Ok(());
            }
            // A row without a settlement keeps the point of the code.
            let place = if names_a_settlement(&row.country, &row.place) { row.place } else { String::new() };
            rows.push(RegisterRow {
                country: row.country,
                postcode: code_alone(&row.postcode).to_uppercase(),
                place,
                division: row.state,
                lat: row.lat,
                lon: row.lon,
            });
            Ok(())
        };
        match kind {
            Kind::GeonamesPostal => geonames::postal_codes(source, &mut bad, &mut take)?,
            Kind::PostcodeTable => postcode_table::read(source, &mut bad, &mut take)?,
            _ => return Err(BuildError::UnknownSource { path: source.clone() }),
        };
    }
    let RegisterReport { countries, codes, towns, left_out } = write_register(&claim, &attribution, rows)?;
    let bytes = index_names(&claim, &out, None)?;
    let mut lines = bad.summary();
    lines.push(format!("{left_out} rows whose code is not a row of letters and digits"));
    lines.push(format!(
        "{}: {codes} postcodes of {countries} countries, {towns} places, {:.1} MB",
        out.display(),
        bytes as f64 / 1e6
    ));
    Ok(lines)
}

/// The code without delivery words: `21204` of `21204 CEDEX 1`.
fn code_alone(postcode: &str) -> &str {
    match postcode.split_once(' ') {
        Some((code, service)) if is_french(code) && service.starts_with(char::is_alphabetic) => code,
        _ => postcode,
    }
}

fn is_french(code: &str) -> bool {
    code.len() == 5 && code.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::code_alone;

    #[test]
    fn a_cedex_code_is_its_digits() {
        let codes = ["21204 CEDEX 1", "00120 SP AIR", "111 29", "1012 AB", "SW1A", "69003"].map(code_alone);
        assert_eq!(codes, ["21204", "00120", "111 29", "1012 AB", "SW1A", "69003"]);
    }
}
