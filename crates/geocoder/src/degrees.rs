//! Decimals of the coordinates in answers.

/// Six decimals are a tenth of a metre; no source is more precise.
pub(crate) fn rounded(degrees: f64) -> f64 {
    (degrees * 1e6).round() / 1e6
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn degrees_have_six_decimals() {
        assert_eq!(rounded(45.123_456_789), 45.123_457);
        assert_eq!(rounded(-0.000_000_4), 0.0);
    }
}
