//! Right values made wrong at each place: what the check lets pass, decoding takes.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::flat_types::*;
use super::schema;
use super::types::*;
use crate::schema::check;

/// Every value that differs from `value` at one place, or lacks or has one part more.
fn mutations(value: &Value) -> Vec<Value> {
    let mut all = vec![
        json!(null),
        json!(true),
        json!(0),
        json!(-1),
        json!(1.5),
        json!(300),
        json!(5_000_000_000_u64),
        json!("x"),
        json!("Unit"),
        json!([]),
        json!({}),
    ];
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                let with = |item: Option<Value>| {
                    let mut items = items.clone();
                    items.splice(index..=index, item);
                    Value::Array(items)
                };
                all.push(with(None));
                all.extend(mutations(item).into_iter().map(|item| with(Some(item))));
            }
            all.push(Value::Array(items.iter().chain(items.last()).cloned().collect()));
        }
        Value::Object(map) => {
            for (name, inner) in map {
                let mut without = map.clone();
                without.shift_remove(name);
                all.push(without.into());
                for inner in mutations(inner) {
                    let mut with = map.clone();
                    with.insert(name.clone(), inner);
                    all.push(with.into());
                }
            }
            let mut more = map.clone();
            more.insert("more".to_owned(), json!(1));
            all.push(more.into());
        }
        _ => {}
    }
    all
}

/// The check may be stricter than decoding (about unknown names, say), but never laxer.
fn assert_sound<T: JsonSchema + DeserializeOwned>(sample: Value) {
    let schema = schema::<T>();
    assert_eq!(check(&schema, &schema, &sample, ""), []);
    for value in mutations(&sample) {
        if let Err(error) = serde_json::from_value::<T>(value.clone()) {
            let fits = check(&schema, &schema, &value, "").is_empty();
            assert!(!fits, "{value} fits {schema}, but {error}");
        }
    }
}

#[test]
fn what_fits_can_be_decoded() {
    macro_rules! of {
        ($($kind:ty: $sample:tt),* $(,)?) => { $(
            assert_sound::<$kind>(json!($sample));
        )* };
    }
    of!(
        Color: "Red",
        Range: {"from": 1, "to": 2},
        Outer: {
            "range": {"from": 0, "to": 255}, "maybe": {"from": 1}, "unit": "Celsius",
            "other": null, "colors": ["Red", "Blue"],
        },
        Tree: {"value": 1, "left": {"value": 2, "children": []}, "children": [{"value": 3, "children": []}]},
        Ping: {"pong": {"pings": [{}, {"pong": null}]}},
        Expr: {"op": "add", "left": {"op": "num", "value": 1}, "right": {"op": "num", "value": 2.5}},
        Shape: {"shape": "Group", "items": [{"shape": "Dot", "x": 1, "y": 2}]},
        Json: {"a": [1, {"b": 2.5}]},
        External: {"New": {"x": 1, "y": 2}},
        External: {"Tuple": [1, "a"]},
        External: {"Struct": {"a": 1, "b": "b"}},
        Internal: {"kind": "New", "x": 1, "y": 2},
        Internal: {"kind": "Struct", "a": 1, "b": null},
        InternalDeny: {"kind": "Struct", "a": 1},
        Adjacent: {"t": "New", "c": {"x": 1, "y": 2}},
        Adjacent: {"t": "Tuple", "c": [1, "a"]},
        Untagged: {"x": 1, "y": 2},
        Untagged: [1, 2],
        FlatStruct: {"name": "n", "x": 1, "y": 2},
        FlatDeny: {"name": "n", "x": 1, "y": 2},
        FlatMap: {"name": "n", "a": 1},
        FlatAny: {"name": "n", "a": 1},
        FlatEnum: {"a": "q", "A": {"x": 1}},
        FlatEnum: {"a": "q", "C": null},
        FlatOptionEnum: {"a": "q", "A": {"x": 1}},
        FlatTagged: {"name": "n", "kind": "Struct", "a": 1},
        FlatTagged: {"name": "n", "kind": "Unit"},
        FlatTwo: {"a": "q", "kind": "P", "p": 1, "B": {"x": 1, "y": 2}},
        FlatOnly: {"A": {"x": 1}},
        FlatOptionStruct: {"a": "q", "x": 1, "y": 2},
        FlatRecursive: {"name": "n", "op": "num", "value": 1},
        Pair: [1, "a"],
        Unity: null,
        Empty: {},
        Attributes: {"type": "a", "mainColor": 1, "point": {"x": 1}, "level": 1},
        Generics: {"a": {"item": 1, "list": [2]}, "b": {"item": "a", "list": []}},
        Collections: {
            "hash": {"a": 1}, "tree": {}, "any": {"a": [null]},
            "signed": {}, "enums": {"one": 1}, "pair": [1, "a"], "bytes": [1, 2, 3],
            "set": ["a"], "numbers": [1, 2], "nested": [[], [1]], "value": null,
            "values": [1, "a"], "unit": null,
        },
    );
}
