//! The order of variants, asked of serde.

use std::collections::{BTreeMap, HashMap};

use serde::Deserialize;

use super::types::*;
use crate::schema::variant_orders;

const COLORS: &[&str] = &["Red", "Green", "Blue"];

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "the fields are there to be decoded")]
enum Deep {
    Plain,
    One { first: u8, second: Option<Vec<Color>> },
    Two { third: Level },
    Both(u8, Unit),
    Again(Box<Deep>),
}

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "the fields are there to be decoded")]
struct List(Vec<List>);

#[derive(Debug, Deserialize)]
#[allow(dead_code, reason = "the fields are there to be decoded")]
struct Wrapped<T> {
    before: String,
    item: T,
}

/// A type whose `Deserialize` does not stand anything.
#[derive(Debug)]
struct Lenient;

impl<'de> Deserialize<'de> for Lenient {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Visitor;
        impl<'de> serde::de::Visitor<'de> for Visitor {
            type Value = Lenient;
            fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str("anything")
            }
            fn visit_seq<A: serde::de::SeqAccess<'de>>(
                self,
                mut seq: A,
            ) -> Result<Lenient, A::Error> {
                while !matches!(seq.next_element::<Color>(), Ok(None)) {}
                Ok(Lenient)
            }
        }
        deserializer.deserialize_seq(Visitor)
    }
}

#[test]
fn every_enum_within_is_found() {
    assert_eq!(variant_orders::<Color>(), [COLORS]);
    assert_eq!(variant_orders::<Option<Vec<Color>>>(), [COLORS]);
    assert_eq!(variant_orders::<HashMap<String, Color>>(), [COLORS]);
    assert_eq!(variant_orders::<BTreeMap<Key, Color>>(), [&["one", "two"][..], COLORS]);
    assert_eq!(variant_orders::<(u8, String, Option<Color>)>(), [COLORS]);
    assert_eq!(variant_orders::<(Unit, Color)>(), [&["Celsius", "Fahrenheit"][..], COLORS]);
    assert_eq!(variant_orders::<[Color; 3]>(), [COLORS]);
    assert_eq!(variant_orders::<u8>(), [] as [&[&str]; 0]);
    let deep = variant_orders::<Deep>();
    assert_eq!(deep.len(), 4, "{deep:?}");
    for order in [COLORS, &["Celsius", "Fahrenheit"], &["Plain", "One", "Two", "Both", "Again"]] {
        assert!(deep.contains(&order), "{deep:?}");
    }
}

#[test]
fn one_generic_type_is_walked_for_each_of_its_arguments() {
    type Both = (Wrapped<u8>, Wrapped<Color>);
    assert_eq!(variant_orders::<Both>(), [COLORS]);
}

#[test]
fn recursion_and_forgiveness_end() {
    assert_eq!(variant_orders::<List>(), [] as [&[&str]; 0]);
    assert_eq!(variant_orders::<Tree>(), [] as [&[&str]; 0]);
    let _ = variant_orders::<Ping>();
    assert_eq!(variant_orders::<Lenient>(), [COLORS]);
}
