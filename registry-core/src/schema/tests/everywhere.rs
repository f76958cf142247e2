//! What holds for the canonical form of every type.

use serde_json::{Map, Value};

use super::flat_types::*;
use super::types::*;
use super::{schema, text};
use crate::schema::{canonical, check};

/// Every schema inside a schema, not by way of the crate's own walker.
fn walk(value: &Value, visit: &mut dyn FnMut(&Map<String, Value>)) {
    let Value::Object(map) = value else { panic!("no schema: {value}") };
    visit(map);
    for (keyword, inner) in map {
        match (keyword.as_str(), inner) {
            ("properties" | "patternProperties" | "$defs", Value::Object(named)) => {
                named.values().for_each(|schema| walk(schema, visit));
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", Value::Array(list)) => {
                list.iter().for_each(|schema| walk(schema, visit));
            }
            ("additionalProperties", Value::Bool(_)) => {}
            ("items" | "additionalProperties" | "not" | "propertyNames", schema) => {
                walk(schema, visit);
            }
            _ => {}
        }
    }
}

fn assert_canonical(name: &str, root: &Value) {
    walk(root, &mut |schema| {
        for keyword in ["$schema", "title", "unevaluatedProperties", "allOf", "definitions"] {
            assert!(!schema.contains_key(keyword), "{keyword} in {name}: {root}");
        }
        let format = schema.get("format").and_then(Value::as_str).unwrap_or_default();
        assert!(!format.contains("int") && !["float", "double"].contains(&format), "{name}");
        if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
            assert!(root.pointer(&reference[1..]).is_some(), "{reference} in {name}");
        }
        if let Some(default) = schema.get("default") {
            let found = check(root, &schema.clone().into(), default, "");
            assert_eq!(found, [], "{name}");
        }
        if schema.contains_key("properties") {
            assert!(schema.contains_key("required"), "{name}: {schema:?}");
            assert!(schema.contains_key("additionalProperties"), "{name}: {schema:?}");
        }
        if let Some(Value::Array(required)) = schema.get("required") {
            let has = |name: &Value| schema["properties"].get(name.as_str()?);
            assert!(required.iter().all(|name| has(name).is_some()), "{name}: {schema:?}");
        }
        assert!(!cfg!(not(feature = "pattern")) || !schema.contains_key("pattern"), "{name}");
    });
    assert_eq!(text(&canonical(root.clone(), &[])), text(root), "{name} is not stable");
}

#[test]
fn all_types_are_canonical() {
    macro_rules! all {
        ($($kind:ty),* $(,)?) => { $(
            assert_canonical(stringify!($kind), &schema::<$kind>());
            assert_canonical(stringify!($kind), &schema::<Option<$kind>>());
            assert_canonical(stringify!($kind), &schema::<Vec<$kind>>());
        )* };
    }
    all!(
        Color,
        Level,
        Unit,
        Range,
        Outer,
        Widths,
        Tree,
        Ping,
        Pong,
        Expr,
        Point,
        Newtype,
        Transparent,
        Pair,
        Unity,
        Empty,
        External,
        Internal,
        Adjacent,
        Untagged,
        InternalDeny,
        Collections,
        Foreign,
        FlatStruct,
        FlatDeny,
        FlatMap,
        FlatAny,
        FlatEnum,
        FlatOptionEnum,
        FlatOptionEnumDeny,
        FlatTagged,
        FlatTwo,
        FlatOnly,
        FlatOptionStruct,
        FlatRecursive,
        Attributes,
        Constrained,
        Generics,
        Keywords,
        SameNames,
        Beside,
        Shape,
        Group,
        Json,
        u8,
        String,
        f64,
        bool,
        char,
        (),
        Value,
    );
}
