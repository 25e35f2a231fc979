//! Polygons in well-known binary.

const POLYGON: u32 = 3;
const MULTI_POLYGON: u32 = 6;

/// Rings of a polygon or multipolygon, longitude before latitude; none for other geometries and truncated bytes. Heights are ignored.
pub(crate) fn well_known_rings(bytes: &[u8]) -> Option<Vec<Vec<[f64; 2]>>> {
    let mut rings = Vec::new();
    let mut reader = Reader { bytes, little: true };
    reader.geometry(&mut rings)?;
    (!rings.is_empty()).then_some(rings)
}

struct Reader<'a> {
    bytes: &'a [u8],
    little: bool,
}

impl Reader<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (taken, rest) = self.bytes.split_first_chunk::<N>()?;
        self.bytes = rest;
        Some(*taken)
    }

    fn word(&mut self) -> Option<u32> {
        let bytes = self.take()?;
        Some(if self.little { u32::from_le_bytes(bytes) } else { u32::from_be_bytes(bytes) })
    }

    fn number(&mut self) -> Option<f64> {
        let bytes = self.take()?;
        let number = if self.little { f64::from_le_bytes(bytes) } else { f64::from_be_bytes(bytes) };
        number.is_finite().then_some(number)
    }

    fn geometry(&mut self, rings: &mut Vec<Vec<[f64; 2]>>) -> Option<()> {
        let [order] = self.take()?;
        self.little = order == 1;
        let kind = self.word()?;
        // Thousands are dimensions in the form of ISO, the high bits those of PostGIS.
        let dimensions = match (kind & 0x0fff_ffff) / 1000 {
            0 => 2 + (kind >> 31) + (kind >> 30 & 1),
            3 => 4,
            _ => 3,
        };
        match (kind & 0x0fff_ffff) % 1000 {
            POLYGON => self.polygon(dimensions, rings),
            MULTI_POLYGON => {
                for _ in 0..self.word()? {
                    self.geometry(rings)?;
                }
                Some(())
            }
            _ => None,
        }
    }

    fn polygon(&mut self, dimensions: u32, rings: &mut Vec<Vec<[f64; 2]>>) -> Option<()> {
        for _ in 0..self.word()? {
            let mut ring = Vec::new();
            for _ in 0..self.word()? {
                let position = [self.number()?, self.number()?];
                for _ in 2..dimensions {
                    self.take::<8>()?;
                }
                ring.push(position);
            }
            rings.push(ring);
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn polygon(bytes: &mut Vec<u8>, ring: &[[f64; 2]]) {
        bytes.push(1);
        for word in [POLYGON, 1, ring.len() as u32] {
            bytes.extend(word.to_le_bytes());
        }
        ring.iter().flatten().for_each(|number| bytes.extend(number.to_le_bytes()));
    }

    #[test]
    fn rings_of_polygons_and_multipolygons_are_read() {
        let ring = [[9.5, 47.1], [9.6, 47.1], [9.6, 47.2], [9.5, 47.1]];
        let mut one = Vec::new();
        polygon(&mut one, &ring);
        assert_eq!(well_known_rings(&one), Some(vec![ring.to_vec()]));
        let mut two = vec![1];
        two.extend(MULTI_POLYGON.to_le_bytes());
        two.extend(2_u32.to_le_bytes());
        polygon(&mut two, &ring);
        polygon(&mut two, &ring);
        assert_eq!(well_known_rings(&two).map(|rings| rings.len()), Some(2));
        assert_eq!(well_known_rings(&two[..two.len() - 1]), None, "it breaks off");
        assert_eq!(well_known_rings(&[1, 1, 0, 0, 0]), None, "a point");
    }
}
