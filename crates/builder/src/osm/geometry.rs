//! Rings from the ways of a relation, and points of lines and areas. Coordinates are in units of 10⁻⁷ degrees.

use foldhash::{HashMap, HashMapExt};

use super::object::Point;

/// Metres in a unit of latitude.
const METRES: f64 = 111_195.0 / 1e7;

/// South, west, north, east of points; none of an empty list.
pub(super) fn extent<'a>(points: impl IntoIterator<Item = &'a Point>) -> Option<[i32; 4]> {
    points.into_iter().fold(None, |extent: Option<[i32; 4]>, &[lat, lon]| {
        let [south, west, north, east] = extent.unwrap_or([lat, lon, lat, lon]);
        Some([south.min(lat), west.min(lon), north.max(lat), east.max(lon)])
    })
}

/// Metres between two points that are near each other.
pub(super) fn metres(a: Point, b: Point) -> f64 {
    let north = (f64::from(b[0]) - f64::from(a[0])) * METRES;
    let shrink = (f64::from(a[0]) / 1e7).to_radians().cos();
    let east = (f64::from(b[1]) - f64::from(a[1])) * METRES * shrink;
    north.hypot(east)
}

/// The vertex nearest to the middle of the box: the middle of a street.
pub(super) fn middle_vertex(points: &[Point]) -> Option<Point> {
    let [south, west, north, east] = extent(points)?;
    let middle = [south.midpoint(north), west.midpoint(east)];
    points.iter().copied().min_by(|a, b| metres(middle, *a).total_cmp(&metres(middle, *b)))
}

/// Longitudes at which edges of rings cross a latitude.
fn crossings(rings: &[Vec<Point>], lat: i32) -> impl Iterator<Item = f64> {
    rings.iter().flat_map(|ring| ring.windows(2)).filter_map(move |edge| {
        let ([a, x], [b, y]) = (edge[0], edge[1]);
        let share = || (i64::from(lat) - i64::from(a)) as f64 / (i64::from(b) - i64::from(a)) as f64;
        ((a > lat) != (b > lat)).then(|| f64::from(x) + share() * (i64::from(y) - i64::from(x)) as f64)
    })
}

/// Whether rings hold a point, by the even-odd rule: inner rings are holes whatever their role.
pub(super) fn contains(rings: &[Vec<Point>], [lat, lon]: Point) -> bool {
    crossings(rings, lat).filter(|crossing| f64::from(lon) < *crossing).count() % 2 == 1
}

/// Twice the signed area of a ring, in square units, and its moments: the centroid is the first corner plus the moments over three
/// times the doubled area.
fn moments(ring: &[Point]) -> (f64, [f64; 2]) {
    let Some(&[lat, lon]) = ring.first() else { return (0.0, [0.0; 2]) };
    let at = |point: Point| (f64::from(point[1]) - f64::from(lon), f64::from(point[0]) - f64::from(lat));
    ring.windows(2).fold((0.0, [0.0; 2]), |(area, [y, x]), edge| {
        let ((a, b), (c, d)) = (at(edge[0]), at(edge[1]));
        let cross = a * d - c * b;
        (area + cross, [y + (b + d) * cross, x + (a + c) * cross])
    })
}

fn area_of_ring(ring: &[Point]) -> f64 {
    moments(ring).0.abs() / 2.0
}

/// Area of rings in square units, without their holes: a hole lies in a larger ring, an exclave does not.
pub(super) fn area(rings: &[Vec<Point>]) -> f64 {
    let mut ordered: Vec<(f64, &Vec<Point>)> = rings.iter().map(|ring| (area_of_ring(ring), ring)).collect();
    ordered.sort_by(|a, b| b.0.total_cmp(&a.0));
    ordered.iter().enumerate().fold(0.0, |sum, (at, (area, ring))| {
        let holds = |corner: Point| {
            ordered[..at].iter().filter(|(_, larger)| contains(std::slice::from_ref(*larger), corner)).count()
        };
        if ring.first().map_or(0, |corner| holds(*corner)) % 2 == 1 { sum - area } else { sum + area }
    })
}

/// A point of an area: the centroid of its largest ring if the area holds it, else the middle of the widest part at half height.
pub(super) fn point_inside(rings: &[Vec<Point>]) -> Option<Point> {
    let largest = rings.iter().max_by(|a, b| area_of_ring(a).total_cmp(&area_of_ring(b)))?;
    let [south, west, north, east] = extent(largest)?;
    let (doubled, [y, x]) = moments(largest);
    if doubled != 0.0 {
        let &[lat, lon] = largest.first()?;
        let centroid = [
            (f64::from(lat) + y / (3.0 * doubled)).round() as i32,
            (f64::from(lon) + x / (3.0 * doubled)).round() as i32,
        ];
        if contains(rings, centroid) {
            return Some(centroid);
        }
    }
    let height = south.midpoint(north);
    let mut crossings: Vec<i32> = crossings(rings, height).map(|lon| lon as i32).collect();
    crossings.sort_unstable();
    let widest = crossings.chunks_exact(2).max_by_key(|pair| i64::from(pair[1]) - i64::from(pair[0]));
    Some(widest.map_or([height, west.midpoint(east)], |pair| [height, pair[0].midpoint(pair[1])]))
}

/// What became of the ways of an area.
#[derive(Debug, Default, PartialEq)]
pub(super) struct Rings {
    /// Closed: the first point is the last.
    pub(super) rings: Vec<Vec<Point>>,
    /// Chains that do not close.
    pub(super) open: usize,
    /// Rings that cross themselves, which are left out.
    pub(super) crossed: usize,
}

/// Joins lines at their ends into rings. A chain with a gap of at most `gap_m` metres is closed. Roles are not read: nesting decides.
pub(super) fn join(lines: Vec<Vec<Point>>, gap_m: f64) -> Rings {
    let mut joined = Rings::default();
    let mut open: Vec<Option<Vec<Point>>> = Vec::new();
    for line in lines {
        match (line.first(), line.last()) {
            (Some(first), Some(last)) if first == last => joined.add(line),
            (Some(_), Some(_)) if line.len() > 1 => open.push(Some(line)),
            _ => {}
        }
    }
    let mut at_end: HashMap<Point, Vec<usize>> = HashMap::new();
    for (number, line) in open.iter().enumerate() {
        for end in line.iter().flat_map(|line| [line.first(), line.last()]).flatten() {
            at_end.entry(*end).or_default().push(number);
        }
    }
    for start in 0..open.len() {
        let Some(mut chain) = open[start].take() else { continue };
        // Places of the joins, so that a chain that meets itself gives off the ring it has made.
        let mut joins: HashMap<Point, usize> = chain.first().map(|first| (*first, 0)).into_iter().collect();
        while let Some(&end) = chain.last() {
            if let Some(&at) = joins.get(&end)
                && at + 1 < chain.len()
            {
                let ring = chain.split_off(at);
                chain.push(end);
                joined.add(ring);
                joins.retain(|_, place| *place <= at);
                if at == 0 {
                    chain.clear();
                    break;
                }
            }
            joins.entry(end).or_insert(chain.len() - 1);
            let next = at_end.get(&end).and_then(|lines| lines.iter().find_map(|&line| open[line].take()));
            let Some(mut next) = next else { break };
            if next.first() != Some(&end) {
                next.reverse();
            }
            chain.extend(next.into_iter().skip(1));
        }
        if let (Some(&first), Some(&last)) = (chain.first(), chain.last())
            && chain.len() > 2
        {
            if metres(first, last) <= gap_m {
                chain.push(first);
                joined.add(chain);
            } else {
                joined.open += 1;
            }
        } else if !chain.is_empty() {
            joined.open += 1;
        }
    }
    joined
}

impl Rings {
    fn add(&mut self, mut ring: Vec<Point>) {
        ring.dedup();
        if ring.len() < 4 {
            return;
        }
        if crosses_itself(&ring) {
            self.crossed += 1;
        } else {
            self.rings.push(ring);
        }
    }
}

/// Whether two edges of a ring cross at a point inside both. Edges are swept along the longer side of the box.
fn crosses_itself(ring: &[Point]) -> bool {
    let Some([south, west, north, east]) = extent(ring) else { return false };
    let axis = usize::from(i64::from(east) - i64::from(west) > i64::from(north) - i64::from(south));
    let span = |[a, b]: &[Point; 2], axis: usize| (a[axis].min(b[axis]), a[axis].max(b[axis]));
    let mut edges: Vec<[Point; 2]> = ring.windows(2).map(|edge| [edge[0], edge[1]]).collect();
    edges.sort_by_key(|edge| span(edge, axis).0);
    edges.iter().enumerate().any(|(at, one)| {
        let (end, (low, high)) = (span(one, axis).1, span(one, 1 - axis));
        edges[at + 1..].iter().take_while(|other| span(other, axis).0 <= end).any(|other| {
            let (from, to) = span(other, 1 - axis);
            from <= high && to >= low && cross(one, other)
        })
    })
}

fn cross(one: &[Point; 2], other: &[Point; 2]) -> bool {
    let side = |[a, b]: &[Point; 2], point: Point| {
        let wide = |of: i32, from: i32| i128::from(of) - i128::from(from);
        (wide(b[1], a[1]) * wide(point[0], a[0]) - wide(b[0], a[0]) * wide(point[1], a[1])).signum()
    };
    side(one, other[0]) * side(one, other[1]) < 0 && side(other, one[0]) * side(other, one[1]) < 0
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Points of a grid of a hundred units.
    fn line(points: &[(i32, i32)]) -> Vec<Point> {
        points.iter().map(|&(lat, lon)| [lat * 100, lon * 100]).collect()
    }

    #[test]
    fn ways_in_any_direction_make_a_ring() {
        let lines =
            vec![line(&[(0, 0), (0, 10)]), line(&[(10, 10), (0, 10)]), line(&[(10, 10), (10, 0), (0, 0)])];
        let joined = join(lines, 0.0);
        assert_eq!((joined.rings.len(), joined.open, joined.crossed), (1, 0, 0));
        assert!(contains(&joined.rings, [500, 500]) && !contains(&joined.rings, [1500, 500]));
        assert_eq!(area(&joined.rings), 1e6);
        assert_eq!(point_inside(&joined.rings), Some([500, 500]));
    }

    #[test]
    fn a_hole_is_no_part_of_the_area_whatever_its_role() {
        let outer = line(&[(0, 0), (0, 10), (10, 10), (10, 0), (0, 0)]);
        let inner = line(&[(2, 2), (2, 8), (8, 8), (8, 2), (2, 2)]);
        let rings = join(vec![inner, outer], 0.0).rings;
        assert!(!contains(&rings, [500, 500]) && contains(&rings, [100, 500]));
        assert_eq!(area(&rings), 1e6 - 36e4);
        assert!(contains(&rings, point_inside(&rings).unwrap()), "the centroid lies in the hole");
    }

    #[test]
    fn rings_that_touch_in_a_node_are_two() {
        let (west, south) = (line(&[(0, 0), (0, 10), (5, 5)]), line(&[(5, 5), (0, 0)]));
        let whole = vec![line(&[(5, 5), (10, 10), (10, 0), (5, 5)])];
        let halves = vec![line(&[(5, 5), (10, 10), (10, 0)]), line(&[(10, 0), (5, 5)])];
        for others in [whole, halves] {
            let joined = join([vec![west.clone()], others, vec![south.clone()]].concat(), 0.0);
            assert_eq!((joined.rings.len(), joined.open), (2, 0));
        }
    }

    #[test]
    fn a_ring_that_stays_open_is_counted_or_closed_by_the_gap() {
        let open = || vec![line(&[(0, 0), (0, 1000), (1000, 1000), (1000, 3)])];
        let joined = join(open(), 0.0);
        assert_eq!((joined.rings.len(), joined.open), (0, 1));
        assert_eq!(join(open(), 1_200.0).rings.len(), 1, "1.1 km between its ends");
    }

    #[test]
    fn a_ring_that_crosses_itself_is_left_out() {
        let bow = line(&[(0, 0), (10, 10), (0, 10), (10, 0), (0, 0)]);
        let joined = join(vec![bow, line(&[(20, 20), (20, 30), (30, 30), (20, 20)])], 0.0);
        assert_eq!((joined.rings.len(), joined.crossed), (1, 1));
    }

    #[test]
    fn a_line_has_its_middle_at_a_vertex() {
        assert_eq!(middle_vertex(&line(&[(0, 0), (4, 6), (10, 10)])), Some([400, 600]));
        assert_eq!(middle_vertex(&[]), None);
    }
}
