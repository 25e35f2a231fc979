//! Distances and offsets over the length of a street, where the earth is flat enough.

/// Metres in a degree of latitude.
const METRES_PER_DEGREE: f64 = 111_195.0;

/// A plane tangent to the earth at a point: east and north in metres.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Plane {
    lat: f64,
    lon: f64,
    cosine: f64,
}

impl Plane {
    pub(crate) fn at(lat: f64, lon: f64) -> Plane {
        Plane { lat, lon, cosine: lat.to_radians().cos().max(1e-6) }
    }

    /// East and north of the plane's point, metres.
    pub(crate) fn metres(&self, lat: f64, lon: f64) -> [f64; 2] {
        [(lon - self.lon) * METRES_PER_DEGREE * self.cosine, (lat - self.lat) * METRES_PER_DEGREE]
    }

    /// Latitude and longitude of a point of the plane.
    pub(crate) fn degrees(&self, [east, north]: [f64; 2]) -> (f64, f64) {
        (self.lat + north / METRES_PER_DEGREE, self.lon + east / (METRES_PER_DEGREE * self.cosine))
    }
}

pub(crate) fn metres_between(a: [f64; 2], b: [f64; 2]) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// A line of longitudes and latitudes laid on a plane.
pub(crate) struct PlaneLine {
    plane: Plane,
    points: Vec<[f64; 2]>,
    /// Length up to each point, metres.
    travelled: Vec<f64>,
}

impl PlaneLine {
    /// A line of at least two points; none if it has no length.
    pub(crate) fn new(line: &[[f64; 2]]) -> Option<PlaneLine> {
        let [lon, lat] = *line.first()?;
        let plane = Plane::at(lat, lon);
        let mut points: Vec<[f64; 2]> = line.iter().map(|&[lon, lat]| plane.metres(lat, lon)).collect();
        points.dedup();
        let (mut length, mut travelled) = (0.0, vec![0.0]);
        for step in points.windows(2) {
            length += metres_between(step[0], step[1]);
            travelled.push(length);
        }
        (points.len() > 1).then_some(PlaneLine { plane, points, travelled })
    }

    pub(crate) fn length(&self) -> f64 {
        self.travelled.last().copied().unwrap_or_default()
    }

    /// The point `along` metres from the start, moved `left` metres to the left of the line's direction there; degrees.
    pub(crate) fn point(&self, along: f64, left: f64) -> (f64, f64) {
        let along = along.clamp(0.0, self.length());
        let end =
            self.travelled.partition_point(|&travelled| travelled < along).clamp(1, self.points.len() - 1);
        let (a, b) = (self.points[end - 1], self.points[end]);
        let step = metres_between(a, b);
        let share = (along - self.travelled[end - 1]) / step;
        let direction = [(b[0] - a[0]) / step, (b[1] - a[1]) / step];
        let on_line = [a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])];
        self.plane.degrees([on_line[0] - left * direction[1], on_line[1] + left * direction[0]])
    }
}
