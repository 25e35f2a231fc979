//! Verdicts and agreements of pairs of components.
#![allow(clippy::expect_used, reason = "helpers of tests")]

use milepost_address::Tag::{
    self, DependentLocality, HouseNumber, Locality, PoBox, Postcode, Region, Street, Unit, Venue,
};
use milepost_match::{
    Agreement, Comparison, Component, MatchAddress, MatchPoint, Verdict, compare, compare_candidates,
};

fn compared(country: &str, a: &[(Tag, &str)], b: &[(Tag, &str)]) -> Comparison {
    let read = |parts: &[(Tag, &str)]| MatchAddress::of(&parts.iter().copied().collect(), country);
    let (a, b) = (read(a), read(b));
    let compared = compare(&a, &b);
    assert_eq!(compared, compare(&b, &a), "a comparison has no direction");
    let found = Some(compared).filter(|compared| compared.verdict != Verdict::Different);
    assert_eq!(compare_candidates(&a, &b), found, "{a:?} {b:?}");
    compared
}

const RENO: [(Tag, &str); 3] = [(Locality, "Reno"), (Region, "NV"), (Postcode, "89501")];

fn in_reno(country: &str, a: &[(Tag, &str)], b: &[(Tag, &str)]) -> Comparison {
    compared(country, &[a, &RENO].concat(), &[b, &RENO].concat())
}

#[test]
fn spellings_of_an_address_are_the_same() {
    for (country, a, b) in [
        (
            "US",
            &[(HouseNumber, "123"), (Street, "Main St"), (Unit, "Apt 4B")][..],
            &[(HouseNumber, "123"), (Street, "MAIN STREET"), (Unit, "#4B")][..],
        ),
        (
            "US",
            &[(HouseNumber, "350"), (Street, "5th Ave")],
            &[(HouseNumber, "350"), (Street, "Fifth Avenue")],
        ),
        ("US", &[(PoBox, "PO Box 42")], &[(PoBox, "P.O. BOX 42")]),
        (
            "DE",
            &[(HouseNumber, "5"), (Street, "Müllerstr.")],
            &[(HouseNumber, "5"), (Street, "Muellerstraße")],
        ),
        (
            "FR",
            &[(HouseNumber, "12 bis"), (Street, "av. du Gal Leclerc")],
            &[(HouseNumber, "12bis"), (Street, "Avenue du Général Leclerc")],
        ),
    ] {
        assert_eq!(in_reno(country, a, b).verdict, Verdict::Same, "{a:?} {b:?}");
    }
}

#[test]
fn another_unit_is_the_same_building() {
    let base = [(HouseNumber, "100"), (Street, "Oak Ave")];
    let with = |unit: &'static str| [&base[..], &[(Unit, unit)]].concat();
    for (a, b) in [
        (with("Apt 5"), with("Apt 6")),
        (with("Apt 5"), base.to_vec()),
        (with("Bldg 2 Apt 5"), with("Bldg 3 Apt 5")),
        (with("Suite 200"), with("Floor 200")),
    ] {
        assert_eq!(in_reno("US", &a, &b).verdict, Verdict::SameBuilding, "{a:?} {b:?}");
    }
}

#[test]
fn a_slip_or_a_missing_part_is_likely() {
    let oak = |street: &'static str| [(HouseNumber, "100"), (Street, street)];
    let mistyped = in_reno("US", &oak("Whitmore Way"), &oak("Withmore Way"));
    assert_eq!(mistyped.verdict, Verdict::Likely);
    assert_eq!(mistyped.components.of(Component::Street), Some(Agreement::Typo));
    let short = in_reno("US", &oak("Whitmore Way"), &oak("Whitmore"));
    assert_eq!(short.verdict, Verdict::Likely);
    assert_eq!(short.components.of(Component::Street), Some(Agreement::Missing));
}

#[test]
fn another_number_street_or_town_is_different() {
    let oak = [(HouseNumber, "100"), (Street, "Oak Ave")];
    for other in [
        &[(HouseNumber, "102"), (Street, "Oak Ave")][..],
        &[(HouseNumber, "100"), (Street, "Elm Ave")],
        &[(HouseNumber, "100"), (Street, "Oak St")],
        &[(PoBox, "PO Box 100")],
        &[],
    ] {
        assert_eq!(in_reno("US", &oak, other).verdict, Verdict::Different, "{other:?}");
    }
    let away = [&oak[..], &[(Locality, "Miami"), (Region, "FL"), (Postcode, "33131")]].concat();
    assert_eq!(compared("US", &[&oak[..], &RENO].concat(), &away).verdict, Verdict::Different);
    assert_eq!(compared("US", &[], &[]).verdict, Verdict::Different);
    assert_eq!(
        compared("US", &[(Venue, "Rose Cottage")], &[(Venue, "Ivy House")]).verdict,
        Verdict::Different
    );
}

#[test]
fn components_that_both_lack_have_no_agreement() {
    let compared = compared(
        "US",
        &[(HouseNumber, "5"), (Street, "Main St")],
        &[(HouseNumber, "5"), (Street, "Main Street")],
    );
    let levels: Vec<(&str, &str)> =
        compared.components.iter().map(|(component, level)| (component.as_str(), level.as_str())).collect();
    assert_eq!(levels, [("house_number", "exact"), ("street", "equivalent")]);
    let json = serde_json::to_value(compared).expect("JSON");
    assert_eq!(json["components"]["street"], "equivalent");
    assert!((0.0..=1.0).contains(&json["probability"].as_f64().expect("a number")));
}

/// Pairs of `keys_dev.tsv` that have different keys.
#[test]
fn a_letter_that_names_a_street_is_not_a_direction() {
    for (a, b) in [("E St", "East St"), ("Avenue N", "North Avenue")] {
        let [a, b] = [a, b].map(|street| [(HouseNumber, "10"), (Street, street)]);
        assert_eq!(in_reno("US", &a, &b).verdict, Verdict::Different, "{a:?} {b:?}");
    }
    let [a, b] = ["10 N Main St", "10 North Main St"].map(|street| [(HouseNumber, "10"), (Street, street)]);
    assert_eq!(in_reno("US", &a, &b).verdict, Verdict::Same);
}

#[test]
fn numbers_of_places_and_groups_of_digits_are_strict() {
    let phase =
        |name: &'static str| [(HouseNumber, "45"), (DependentLocality, name), (Locality, "Panchkula")];
    assert_eq!(compared("IN", &phase("Phase 1"), &phase("Phase 2")).verdict, Verdict::Different);
    assert_eq!(compared("IN", &phase("Phase 2"), &phase("phase 2")).verdict, Verdict::Same);
    assert_eq!(compared("IN", &phase("Phase 2"), &phase("Block 7, Phase 2")).verdict, Verdict::Same);
    let chiyoda =
        |number: &'static str| [(HouseNumber, number), (DependentLocality, "丸の内"), (Locality, "千代田区")];
    assert_eq!(compared("JP", &chiyoda("2-7-2"), &chiyoda("27-2")).verdict, Verdict::Different);
}

#[test]
fn a_letter_of_the_type_of_a_compound_may_be_mistyped() {
    let krems = |street: &'static str| {
        [(HouseNumber, "1"), (Street, street), (Locality, "Krems"), (Postcode, "3500")]
    };
    let compared = |other| compared("AT", &krems("Herzogstraße"), &krems(other));
    assert_eq!(compared("Herzogstarße").components.of(Component::Street), Some(Agreement::Typo));
    assert_eq!(compared("Herzoggasse").components.of(Component::Street), Some(Agreement::Contradicts));
}

/// Two addresses so many metres apart; a point is known within `accuracy_m`.
fn apart(a: &[(Tag, &str)], b: &[(Tag, &str)], metres: f64, accuracy_m: f64) -> Comparison {
    let read = |parts: &[(Tag, &str)], lat| {
        let point = MatchPoint { lat, lon: -119.8, accuracy_m };
        MatchAddress::of(&parts.iter().copied().collect(), "US").at(Some(point))
    };
    let (a, b) = (read(a, 39.5), read(b, 39.5 + metres / 111_195.0));
    let compared = compare(&a, &b);
    let found = compare_candidates(&a, &b).map(|found| (found.verdict, found.probability));
    let wanted = Some((compared.verdict, compared.probability));
    assert_eq!(found, wanted.filter(|(verdict, _)| *verdict != Verdict::Different));
    compared
}

#[test]
fn a_point_decides_what_names_leave_open() {
    let number = (HouseNumber, "100");
    let (old, new) = ([number, (Street, "Mill Rd")], [number, (Street, "Factory Lane")]);
    assert_eq!(apart(&old, &new, 10.0, 10.0).verdict, Verdict::Likely, "a street that was renamed");
    assert_eq!(apart(&old, &new, 5_000.0, 10.0).verdict, Verdict::Different);
    assert_eq!(apart(&old, &new, 10.0, 5_000.0).verdict, Verdict::Different, "the point of a town");
    assert_eq!(apart(&old, &old, 9_000.0, 10.0).verdict, Verdict::Different, "a namesake in another town");
    assert_eq!(apart(&old, &[(HouseNumber, "102"), old[1]], 10.0, 10.0).verdict, Verdict::Different);
    assert_eq!(apart(&old, &new, 10.0, 10.0).distance_m, Some(10.0));
}

#[test]
fn a_point_says_nothing_about_the_unit() {
    let unit = |unit: &'static str| [(HouseNumber, "100"), (Street, "Mill Rd"), (Unit, unit)];
    let compared = apart(&unit("Apt 4"), &unit("Apt 5"), 0.0, 10.0);
    assert_eq!(compared.verdict, Verdict::SameBuilding);
    assert!(compared.probability < 0.1, "{compared:?}");
}
