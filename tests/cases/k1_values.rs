//! K1-05 to K1-09: numbers, values of any kind, and keywords that providers do not know.

use std::collections::{BTreeMap, HashMap};
use std::num::{NonZeroI16, NonZeroU8};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_registry::prelude::*;

use crate::support::*;

/// Takes numbers of every width.
#[tool]
#[allow(clippy::too_many_arguments, reason = "that is the point")]
pub fn k1_numbers(
    a: u8,
    b: u16,
    c: u32,
    d: u64,
    e: u128,
    f: usize,
    g: i8,
    h: i16,
    i: i32,
    j: i64,
    k: i128,
    l: isize,
    m: f32,
    n: f64,
) -> String {
    format!("{a} {b} {c} {d} {e} {f} {g} {h} {i} {j} {k} {l} {m} {n}")
}

#[derive(Debug, Clone, Serialize, Deserialize, JsonSchema)]
pub struct Numbers {
    a: u8,
    b: Vec<u16>,
    c: Option<i64>,
    d: BTreeMap<String, usize>,
    e: (u8, f32),
    f: NonZeroU8,
    g: NonZeroI16,
}

/// Takes numbers inside other things, and gives them.
#[tool]
pub fn k1_numbers_inside(p: Numbers) -> Numbers {
    p
}

fn between(low: impl Into<Value>, high: impl Into<Value>) -> Value {
    json!({"type": "integer", "minimum": low.into(), "maximum": high.into()})
}

fn numbers_inside() -> Value {
    closed_with(
        json!({
            "a": between(0, 255),
            "b": {"type": "array", "items": between(0, 65535)},
            "c": {"type": ["integer", "null"], "minimum": i64::MIN, "maximum": i64::MAX},
            "d": {"type": "object", "additionalProperties": between(0, u64::MAX)},
            "e": {"type": "array", "prefixItems": [between(0, 255), {"type": "number"}],
                  "minItems": 2, "maxItems": 2},
            "f": between(1, 255),
            "g": {"type": "integer", "minimum": i16::MIN, "maximum": i16::MAX,
                  "not": {"const": 0}},
        }),
        json!(["a", "b", "d", "e", "f", "g"]),
    )
}

#[test]
fn k1_05_integers_have_bounds_and_no_format() {
    let right = closed(json!({
        "a": between(0, u8::MAX),
        "b": between(0, u16::MAX),
        "c": between(0, u32::MAX),
        "d": between(0, u64::MAX),
        "e": {"type": "integer", "minimum": 0},
        "f": between(0, usize::MAX),
        "g": between(i8::MIN, i8::MAX),
        "h": between(i16::MIN, i16::MAX),
        "i": between(i32::MIN, i32::MAX),
        "j": between(i64::MIN, i64::MAX),
        "k": {"type": "integer"},
        "l": between(isize::MIN, isize::MAX),
        "m": {"type": "number"},
        "n": {"type": "number"},
    }));
    assert_same(&input("k1_numbers"), &right);
}

#[test]
fn k1_05_integers_inside_other_things_have_bounds_too() {
    let inside = numbers_inside();
    assert_same(&input("k1_numbers_inside"), &closed(json!({"p": inside})));
}

#[test]
fn k1_05_results_have_no_integer_formats() {
    let mut right = numbers_inside();
    right["required"] = json!(["a", "b", "c", "d", "e", "f", "g"]);
    let got = output("k1_numbers_inside");
    // A field that is always written may be told so, or not.
    right["required"] = got["required"].clone();
    assert_same(&got, &right);
}

#[test]
fn k1_05_no_node_has_a_format_of_rust() {
    everywhere(&mut |place, node| {
        let format = node.get("format").and_then(Value::as_str).unwrap_or_default();
        let rust = format.starts_with("uint") || format.starts_with("int");
        assert!(!rust && !["float", "double"].contains(&format), "{place}: {format}");
    });
}

#[test]
fn k1_05_bounds_hold_at_both_ends() {
    let at = |text: &str| {
        format!(
            r#"{{"a":{text},"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1,"m":1,"n":1}}"#
        )
    };
    assert_eq!(runs("k1_numbers", at("255")), "255 1 1 1 1 1 1 1 1 1 1 1 1 1");
    assert_eq!(runs("k1_numbers", at("0")), "0 1 1 1 1 1 1 1 1 1 1 1 1 1");
    for text in ["256", "-1", "1.5", "\"1\"", "null", "1e3"] {
        let arguments: Value = serde_json::from_str(&at(text)).unwrap();
        assert_eq!(wrong("k1_numbers", arguments), ["/a"], "{text}");
    }
    let ends = format!(
        r#"{{"a":0,"b":65535,"c":4294967295,"d":{},"e":{},"f":{},"g":-128,"h":-32768,"i":-2147483648,"j":{},"k":{},"l":{},"m":1,"n":1}}"#,
        u64::MAX,
        u128::MAX,
        usize::MAX,
        i64::MIN,
        i128::MIN,
        isize::MIN
    );
    let all = format!(
        "0 65535 4294967295 {} {} {} -128 -32768 -2147483648 {} {} {} 1 1",
        u64::MAX,
        u128::MAX,
        usize::MAX,
        i64::MIN,
        i128::MIN,
        isize::MIN
    );
    assert_eq!(runs("k1_numbers", ends), all);
}

#[derive(Debug, Default, Clone, Serialize, Deserialize, JsonSchema)]
pub struct AnyValues {
    v: Value,
    vs: Vec<Value>,
    o: Option<Value>,
    /// Some variables.
    vars: HashMap<String, Value>,
    pair: (Value, u8),
    #[serde(default)]
    last: Value,
}

/// Takes values of any kind, and gives them.
#[tool]
pub fn k1_any(
    v: Value,
    /// Anything.
    said: Value,
    vs: Vec<Value>,
    o: Option<Value>,
    vars: HashMap<String, Value>,
    p: AnyValues,
) -> AnyValues {
    drop((v, said, vs, o, vars));
    p
}

fn any_fields(required: Value) -> Value {
    closed_with(
        json!({
            "v": {},
            "vs": {"type": "array", "items": {}},
            "o": {},
            "vars": {"type": "object", "description": "Some variables.",
                     "additionalProperties": true},
            "pair": {"type": "array", "prefixItems": [{}, between(0, 255)],
                     "minItems": 2, "maxItems": 2},
            "last": {"default": null},
        }),
        required,
    )
}

#[test]
fn k1_06_a_value_of_any_kind_is_an_empty_schema() {
    let right = closed_with(
        json!({
            "v": {}, "said": {"description": "Anything."}, "vs": {"type": "array", "items": {}},
            "o": {}, "vars": {"type": "object", "additionalProperties": true},
            "p": any_fields(json!(["v", "vs", "vars", "pair"])),
        }),
        json!(["v", "said", "vs", "vars", "p"]),
    );
    assert_same(&input("k1_any"), &right);
}

#[test]
fn k1_06_no_node_is_a_boolean() {
    let mut count = 0;
    each_schema(&mut |place, schema| {
        each_node(place, schema, &mut |place, node| {
            count += 1;
            let may = place.ends_with("/additionalProperties");
            assert!(may || !node.is_boolean(), "{place} is {node}");
        });
    });
    assert!(count > 500);
    let output = output("k1_any");
    assert_eq!(output["properties"]["v"], json!({}));
    assert_eq!(output["properties"]["vs"], json!({"type": "array", "items": {}}));
}

#[test]
fn k1_06_a_value_of_any_kind_takes_any() {
    for value in [json!(null), json!(1), json!("a"), json!([1]), json!({"a": {"b": null}})] {
        let p = json!({"v": value, "vs": [value], "o": value, "vars": {"k": value},
                       "pair": [value, 1], "last": value});
        let arguments = json!({"v": value, "said": value, "vs": [value, value], "o": value,
                               "vars": {"k": value}, "p": p});
        assert_same(&runs("k1_any", arguments), &p);
    }
}

/// Takes maps to anything.
#[tool]
pub fn k1_maps(
    vars: HashMap<String, Value>,
    tree: BTreeMap<String, Vec<Value>>,
    object: serde_json::Map<String, Value>,
    maybe: Option<HashMap<String, Value>>,
) -> usize {
    vars.len() + tree.len() + object.len() + maybe.map_or(0, |maybe| maybe.len())
}

#[test]
fn k1_07_a_map_to_anything_is_an_open_object() {
    let open = json!({"type": "object", "additionalProperties": true});
    let right = closed_with(
        json!({
            "vars": open,
            "tree": {"type": "object",
                     "additionalProperties": {"type": "array", "items": {}}},
            "object": open,
            "maybe": {"type": ["object", "null"], "additionalProperties": true},
        }),
        json!(["vars", "tree", "object"]),
    );
    assert_same(&input("k1_maps"), &right);
    let arguments = json!({"vars": {"a": 1}, "tree": {"b": [{}]}, "object": {"c": null},
                           "maybe": {"d": []}});
    assert_eq!(runs("k1_maps", arguments), 4);
}

/// What the metaschema of draft 2020-12 asks of the keywords that occur.
#[test]
fn k1_07_every_schema_is_one_by_its_metaschema() {
    const TYPES: [&str; 7] = ["string", "integer", "number", "boolean", "array", "object", "null"];
    let is_type = |value: &Value| value.as_str().is_some_and(|name| TYPES.contains(&name));
    let distinct = |value: &Value, each: &dyn Fn(&Value) -> bool| {
        value.as_array().is_some_and(|list| {
            list.iter().enumerate().all(|(at, one)| each(one) && !list[..at].contains(one))
        })
    };
    let schema = |value: &Value| value.is_object() || value.is_boolean();
    everywhere(&mut |place, node| {
        for (keyword, value) in node {
            let right = match keyword.as_str() {
                "type" => {
                    is_type(value)
                        || (distinct(value, &is_type) && value.as_array().unwrap().len() > 1)
                }
                "required" => distinct(value, &Value::is_string),
                "enum" => distinct(value, &|_| true),
                "properties" | "$defs" | "patternProperties" => {
                    value.as_object().is_some_and(|named| named.values().all(schema))
                }
                "anyOf" | "oneOf" | "prefixItems" => {
                    value.as_array().is_some_and(|list| !list.is_empty() && list.iter().all(schema))
                }
                "items" | "not" | "additionalProperties" | "propertyNames" | "contains" => {
                    schema(value)
                }
                "description" | "format" | "pattern" | "$ref" => value.is_string(),
                "minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum" => {
                    value.is_number()
                }
                "multipleOf" => value.as_f64().is_some_and(|number| number > 0.0),
                "minItems" | "maxItems" | "minLength" | "maxLength" => value.is_u64(),
                "uniqueItems" => value.is_boolean(),
                "examples" => value.is_array(),
                "const" | "default" => true,
                other => panic!("{place}: {other} is no keyword that is known to occur"),
            };
            assert!(right, "{place}/{keyword} is {value}");
        }
    });
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Limited {
    /// More than nothing.
    #[schemars(extend("exclusiveMinimum" = 0))]
    n: i64,
    #[schemars(extend("multipleOf" = 5))]
    step: u8,
    #[schemars(length(min = 1, max = 3))]
    word: String,
}

/// Takes limits inside.
#[tool]
pub fn k1_limited(p: Limited, list: Vec<Limited>) -> i64 {
    p.n + i64::from(p.step) + p.word.len() as i64 + list.len() as i64
}

#[test]
fn k1_08_limits_are_told_and_enforced() {
    let limited = closed(json!({
        "n": {"type": "integer", "description": "More than nothing.", "maximum": i64::MAX,
              "exclusiveMinimum": 0},
        "step": {"type": "integer", "minimum": 0, "maximum": 255, "multipleOf": 5},
        "word": {"type": "string", "minLength": 1, "maxLength": 3},
    }));
    let right = closed(json!({"p": limited, "list": {"type": "array", "items": limited}}));
    assert_same(&input("k1_limited"), &right);
    let good = json!({"n": 1, "step": 5, "word": "äöü"});
    assert_eq!(runs("k1_limited", json!({"p": good, "list": [good]})), 13);
    for (field, value) in [("n", json!(0)), ("step", json!(6)), ("word", json!("abcd"))] {
        let mut bad = good.clone();
        bad[field] = value;
        let at = |place: &str| [format!("{place}/{field}")];
        assert_eq!(wrong("k1_limited", json!({"p": bad, "list": []})), at("/p"));
        assert_eq!(wrong("k1_limited", json!({"p": good, "list": [good, bad]})), at("/list/1"));
    }
}

#[test]
fn k1_09_no_dialect_inside_a_schema() {
    everywhere(&mut |place, node| {
        for keyword in ["$schema", "$id", "title", "definitions"] {
            assert!(!node.contains_key(keyword), "{place}: {keyword}");
        }
    });
    let view = registry().view().build().unwrap();
    for format in FORMATS {
        assert!(!view.export(format).unwrap().as_str().contains("$schema"), "{format:?}");
    }
}
