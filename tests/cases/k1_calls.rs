//! K1-12, K1-14, K1-27 and K1-28: foreign schemas, defaults, and types of other crates.

use std::time::Duration;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer};
use serde_json::{Value, json};
use tool_registry::Callable;
use tool_registry::prelude::*;

use crate::support::*;

/// A tool with a schema from elsewhere.
fn foreign(name: &str, schema: Value) -> Tool {
    Tool::builder(name)
        .description("Comes from elsewhere.")
        .method(Callable::with_schema("m", "Gives it back.", schema, |v, _| async { Json(v) }))
        .build()
        .unwrap()
}

#[test]
fn k1_12_references_of_a_foreign_schema_lead_somewhere() {
    let registry = Registry::empty();
    let schema = json!({"type": "object", "properties": {"n": {"$ref": "#/$defs/N"}},
                        "required": ["n"], "$defs": {"N": {"type": "integer"}}});
    registry.register(foreign("F", schema)).unwrap();
    let view = registry.view().build().unwrap();
    assert_same(&input_in(&view, "F.m"), &closed(json!({"n": {"type": "integer"}})));
    assert_same(&now(view.call("F.m", json!({"n": 1}))).unwrap().data(), &json!({"n": 1}));
    let error = now(view.call("F.m", json!({"n": "a"}))).unwrap_err();
    assert_eq!(error.path(), Some("/n"));
}

#[test]
fn k1_12_no_reference_lacks_its_target() {
    let mut count = 0;
    each_schema(&mut |place, schema| {
        each_node(place, schema, &mut |place, node| {
            let Some(reference) = node.get("$ref").and_then(Value::as_str) else { return };
            count += 1;
            let target = reference.strip_prefix('#').and_then(|path| schema.pointer(path));
            assert!(target.is_some(), "{place}: {reference}");
        });
    });
    assert!(count > 0);
}

/// That the one tool is refused waits for the mounting of servers; here, the others live.
#[test]
fn k1_14_a_cycle_of_references_hurts_nobody_else() {
    let registry = Registry::empty();
    let cycle = json!({"$defs": {"A": {"allOf": [{"$ref": "#/$defs/B"}]},
                                 "B": {"allOf": [{"$ref": "#/$defs/A"}]}},
                       "$ref": "#/$defs/A"});
    let _ = registry.register(foreign("Hostile", cycle));
    let good = closed(json!({"n": {"type": "integer"}}));
    registry.register(foreign("Other", good.clone())).unwrap();
    let view = registry.view().build().unwrap();
    assert_same(&input_in(&view, "Other.m"), &good);
    for format in FORMATS {
        view.export(format).unwrap();
    }
}

fn nan() -> f64 {
    f64::NAN
}

fn infinite() -> Option<f64> {
    Some(f64::INFINITY)
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Defaults {
    #[serde(default = "nan")]
    g: f64,
    #[serde(default = "infinite")]
    i: Option<f64>,
    #[serde(default)]
    list: Vec<f64>,
    #[serde(default = "half")]
    h: f32,
}

fn half() -> f32 {
    0.5
}

/// Has defaults that JSON cannot hold.
#[tool]
pub fn k1_defaults(
    p: Defaults,
    #[tool(default = f64::NAN)] g: f64,
    #[tool(default = f32::INFINITY)] i: f32,
    #[tool(default = vec![1.0, f64::NAN])] list: Vec<f64>,
    #[tool(default = 1.5)] h: f64,
    #[tool(default = None)] o: Option<u8>,
) -> String {
    format!("{} {:?} {:?} {} {g} {i} {list:?} {h} {o:?}", p.g, p.i, p.list, p.h)
}

#[test]
fn k1_27_a_default_that_json_cannot_hold_is_left_out() {
    let numbers = json!({"type": "array", "items": {"type": "number"}});
    let mut empty = json!({"type": "array", "default": []});
    empty["items"] = json!({"type": "number"});
    // JSON has no infinity: null fits the type of `i`, but it is not its default.
    let p = closed_with(
        json!({
            "g": {"type": "number"},
            "i": {"type": ["number", "null"]},
            "list": empty,
            "h": {"type": "number", "default": 0.5},
        }),
        json!([]),
    );
    let right = closed_with(
        json!({
            "p": p,
            "g": {"type": "number"},
            "i": {"type": "number"},
            "list": numbers,
            "h": {"type": "number", "default": 1.5},
            "o": {"type": ["integer", "null"], "default": null, "minimum": 0, "maximum": 255},
        }),
        json!(["p"]),
    );
    assert_eq!(
        runs("k1_defaults", r#"{"p": {}}"#),
        "NaN Some(inf) [] 0.5 NaN inf [1.0, NaN] 1.5 None"
    );
    let mut got = input("k1_defaults");
    // Told apart below.
    got["properties"]["p"]["properties"]["i"] = json!({"type": ["number", "null"]});
    assert_same(&got, &right);
}

#[test]
fn k1_27_an_infinite_default_does_not_read_as_null() {
    let got = &input("k1_defaults")["properties"]["p"]["properties"]["i"];
    assert_same(got, &json!({"type": ["number", "null"]}));
}

/// Each default and its schema go into a tool of their own, which must take it.
#[test]
fn k1_27_every_default_fits_its_own_schema() {
    let mut count = 0;
    each_schema(&mut |place, schema| {
        each_node(place, schema, &mut |place, node| {
            let Some(default) = node.get("default") else { return };
            count += 1;
            let registry = Registry::empty();
            registry.register(foreign("F", closed(json!({"v": node})))).unwrap();
            let answer = now(registry.call("F.m", json!({"v": default})));
            assert!(answer.is_ok(), "{place}: {node} refuses its default: {answer:?}");
        });
    });
    assert!(count > 20, "only {count} defaults");
}

/// Stands for the identifier types of other crates: a format in the schema, a check in decoding.
#[derive(Debug)]
pub struct Id(String);

impl<'de> Deserialize<'de> for Id {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        let groups: Vec<usize> = text.split('-').map(str::len).collect();
        let hex = text.chars().all(|c| c == '-' || c.is_ascii_hexdigit());
        if hex && groups == [8, 4, 4, 4, 12] {
            Ok(Self(text))
        } else {
            Err(serde::de::Error::custom("not a UUID"))
        }
    }
}

impl JsonSchema for Id {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Uuid".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "string", "format": "uuid"})
    }

    fn inline_schema() -> bool {
        true
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Timed {
    d: Duration,
    u: Id,
}

/// Takes types of other crates.
#[tool]
pub fn k1_foreign_types(d: Duration, u: Id, maybe: Option<Duration>, p: Timed) -> String {
    format!("{d:?} {} {maybe:?} {:?} {}", u.0, p.d, p.u.0)
}

const UUID: &str = "67e55044-10b1-426f-9247-bb680e5fe0c8";

#[test]
fn k1_28_schemas_of_foreign_types_are_what_serde_takes() {
    let duration = closed(json!({
        "secs": {"type": "integer", "minimum": 0, "maximum": u64::MAX},
        "nanos": {"type": "integer", "minimum": 0, "maximum": u32::MAX},
    }));
    let id = json!({"type": "string", "format": "uuid"});
    let right = closed_with(
        json!({
            "d": duration, "u": id,
            "maybe": {"anyOf": [duration, {"type": "null"}]},
            "p": closed(json!({"d": duration, "u": id})),
        }),
        json!(["d", "u", "p"]),
    );
    assert_same(&input("k1_foreign_types"), &right);
    let five = json!({"secs": 5, "nanos": 0});
    let arguments = json!({"d": five, "u": UUID, "p": {"d": five, "u": UUID}});
    assert_eq!(runs("k1_foreign_types", arguments), format!("5s {UUID} None 5s {UUID}"));
}

#[test]
fn k1_28_what_is_no_value_of_a_foreign_type_is_told_at_its_place() {
    let five = json!({"secs": 5, "nanos": 0});
    let call = |d: Value, u: &str| {
        wrong("k1_foreign_types", json!({"d": d, "u": u, "p": {"d": five, "u": UUID}}))
    };
    assert_eq!(call(five.clone(), "67e55044"), ["/u"]);
    assert_eq!(call(json!({"secs": -1, "nanos": 0}), UUID), ["/d/secs"]);
    assert_eq!(call(json!("5s"), UUID), ["/d"]);
    let inside = json!({"d": five, "u": UUID, "p": {"d": five, "u": "no"}});
    assert_eq!(wrong("k1_foreign_types", inside), ["/p/u"]);
}
