//! Values of an address by the fields of the templates.

use std::borrow::Cow;

use strum::EnumString;

/// A field of the templates. They have more fields, which have no tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq, EnumString)]
#[strum(serialize_all = "snake_case")]
pub(super) enum Field {
    Attention,
    House,
    HouseNumber,
    Road,
    Suburb,
    Quarter,
    Place,
    Neighbourhood,
    City,
    County,
    State,
    Postcode,
    Country,
    CountryCode,
    StateCode,
    CountyCode,
}

impl Field {
    /// The field that the templates call `name`.
    pub(super) fn named(name: &str) -> Option<Field> {
        name.parse().ok()
    }
}

/// Values in the order in which they were set. If a template has a place for none of them, they are listed in this order.
#[derive(Debug, Clone, Default)]
pub(super) struct Values<'a> {
    entries: Vec<(Field, Cow<'a, str>)>,
}

impl<'a> Values<'a> {
    pub(super) fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of a field; empty if missing.
    pub(super) fn get(&self, field: Field) -> &str {
        self.entries.iter().find(|(known, _)| *known == field).map_or("", |(_, value)| value)
    }

    pub(super) fn has(&self, field: Field) -> bool {
        self.entries.iter().any(|(known, _)| *known == field)
    }

    /// Sets a value. A field that has a value keeps its place in the order.
    pub(super) fn set(&mut self, field: Field, value: impl Into<Cow<'a, str>>) {
        let value = value.into();
        match self.entries.iter_mut().find(|(known, _)| *known == field) {
            Some((_, known)) => *known = value,
            None => self.entries.push((field, value)),
        }
    }

    /// These values and another one.
    pub(super) fn with(&self, field: Field, value: impl Into<Cow<'a, str>>) -> Values<'a> {
        let mut values = self.clone();
        values.set(field, value);
        values
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = (Field, &str)> {
        self.entries.iter().map(|(field, value)| (*field, value.as_ref()))
    }

    pub(super) fn texts(&self) -> impl Iterator<Item = &str> {
        self.iter().map(|(_, value)| value)
    }

    /// Replaces each value for which `change` has another.
    pub(super) fn change(&mut self, change: impl Fn(Field, &str) -> Option<String>) {
        for (field, value) in &mut self.entries {
            if let Some(changed) = change(*field, value) {
                *value = changed.into();
            }
        }
    }

    pub(super) fn retain(&mut self, keeps: impl Fn(&str) -> bool) {
        self.entries.retain(|(_, value)| keeps(value));
    }
}
