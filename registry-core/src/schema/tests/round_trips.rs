//! What decoding accepts fits the schema; what it refuses is told at its place.

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::flat_types::*;
use super::schema;
use super::types::*;
use crate::schema::check;

fn accepts<T: JsonSchema + DeserializeOwned>(value: Value) {
    let decoded = serde_json::from_value::<T>(value.clone());
    assert!(decoded.is_ok(), "{value}: {:?}", decoded.err());
    let schema = schema::<T>();
    assert_eq!(check(&schema, &schema, &value, ""), [], "{value} against {schema}");
}

/// Not accepted, by the schema at exactly these places; unknown keys may pass decoding.
fn refuses<T: JsonSchema + DeserializeOwned>(value: Value, paths: &[&str]) {
    let schema = schema::<T>();
    let found = check(&schema, &schema, &value, "");
    let at: Vec<_> = found.iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(at, paths, "{value}: {found:#?}");
    let unknown = found.iter().any(|v| v.message.starts_with("there is no "));
    assert!(unknown || serde_json::from_value::<T>(value.clone()).is_err(), "{value} decodes");
}

#[test]
fn structs() {
    accepts::<Range>(json!({"from": 1}));
    accepts::<Range>(json!({"from": 1, "to": null}));
    accepts::<Outer>(json!({
        "range": {"from": 0, "to": 255},
        "maybe": null,
        "unit": "Celsius",
        "other": null,
        "colors": ["Red", "Blue"],
    }));
    refuses::<Range>(json!({}), &["/from"]);
    refuses::<Range>(json!({"from": 256}), &["/from"]);
    refuses::<Range>(json!({"from": 5.0}), &["/from"]);
    refuses::<Range>(json!({"from": 1, "two": 2}), &["/two"]);
    refuses::<Range>(json!([]), &[""]);
    refuses::<Outer>(
        json!({
            "range": {"from": -1, "to": "x"},
            "maybe": {"to": 5},
            "unit": "Kelvin",
            "other": 1,
            "colors": ["Red", "Pink"],
        }),
        &["/range/from", "/range/to", "/maybe/from", "/unit", "/other", "/colors/1"],
    );
}

#[test]
fn integers_at_their_ends() {
    accepts::<i64>(json!(i64::MIN));
    accepts::<i64>(json!(i64::MAX));
    accepts::<u64>(json!(u64::MAX));
    accepts::<u128>(json!(u64::MAX));
    accepts::<i128>(json!(i64::MIN));
    accepts::<i32>(json!(i32::MIN));
    accepts::<i8>(json!(-128));
    accepts::<f32>(json!(1));
    accepts::<f64>(json!(-1.5));
    accepts::<char>(json!("ä"));
    accepts::<std::num::NonZeroU8>(json!(1));
    refuses::<i64>(json!(i64::MAX as u64 + 1), &[""]);
    refuses::<i64>(json!(1e300), &[""]);
    refuses::<u64>(json!(-1), &[""]);
    refuses::<u128>(json!(-1), &[""]);
    refuses::<i8>(json!(128), &[""]);
    refuses::<i32>(json!(2_147_483_648_i64), &[""]);
    refuses::<std::num::NonZeroU8>(json!(0), &[""]);
    refuses::<char>(json!("ab"), &[""]);
    refuses::<char>(json!(""), &[""]);
    refuses::<bool>(json!("true"), &[""]);
    refuses::<String>(json!(1), &[""]);
    refuses::<f64>(json!(null), &[""]);
}

#[test]
fn recursion() {
    accepts::<Tree>(json!({
        "value": 1,
        "left": {"value": 2, "left": null, "children": []},
        "children": [{"value": 3, "children": []}],
    }));
    accepts::<Ping>(json!({"pong": {"pings": [{}, {"pong": null}]}}));
    accepts::<Expr>(json!({
        "op": "add",
        "left": {"op": "num", "value": 1},
        "right": {"op": "num", "value": 2.5},
    }));
    accepts::<Shape>(json!({"shape": "Group", "items": [{"shape": "Dot", "x": 1, "y": 2}]}));
    accepts::<Json>(json!({"a": [1, {"b": 2.5}]}));
    accepts::<FlatRecursive>(json!({"name": "n", "op": "num", "value": 1}));
    refuses::<Tree>(
        json!({"value": 1, "children": [{"value": 2, "children": [{"value": "x"}]}]}),
        &["/children/0/children/0/value", "/children/0/children/0/children"],
    );
    refuses::<Ping>(json!({"pong": {"pings": [{"pang": 1}]}}), &["/pong/pings/0/pang"]);
    refuses::<Expr>(
        json!({"op": "add", "left": {"op": "num", "value": "1"}, "right": {"op": "mul"}}),
        &["/left/value", "/right/op"],
    );
    refuses::<Shape>(
        json!({"shape": "Group", "items": [{"shape": "Dot", "x": 1}]}),
        &["/items/0/y"],
    );
}

#[test]
fn taggings() {
    accepts::<External>(json!("Unit"));
    accepts::<External>(json!({"New": {"x": 1, "y": 2}}));
    accepts::<External>(json!({"NewInt": 1}));
    accepts::<External>(json!({"Tuple": [1, "a"]}));
    accepts::<External>(json!({"Struct": {"a": 1}}));
    refuses::<External>(json!({"New": {"x": 1, "y": "2"}}), &["/New/y"]);
    refuses::<External>(json!({"Tuple": [1]}), &["/Tuple"]);
    refuses::<External>(json!({"Tuple": [1, 2]}), &["/Tuple/1"]);
    refuses::<External>(json!({"NewInt": "one"}), &["/NewInt"]);
    refuses::<External>(json!({"Struct": {}}), &["/Struct/a"]);
    refuses::<External>(json!("Nought"), &[""]);
    refuses::<Option<External>>(json!({"Struct": {}}), &["/Struct/a"]);

    accepts::<Internal>(json!({"kind": "Unit"}));
    accepts::<Internal>(json!({"kind": "New", "x": 1, "y": 2}));
    accepts::<Internal>(json!({"a": 1, "kind": "Struct"}));
    refuses::<Internal>(json!({"kind": "New", "x": 1}), &["/y"]);
    refuses::<Internal>(json!({"kind": "Old", "x": 1, "y": 2}), &["/kind"]);
    refuses::<Internal>(json!({"x": 1, "y": 2}), &["/kind"]);
    refuses::<InternalDeny>(json!({"kind": "Unit", "a": 1}), &["/a"]);

    accepts::<Adjacent>(json!({"t": "Unit"}));
    accepts::<Adjacent>(json!({"t": "New", "c": {"x": 1, "y": 2}}));
    accepts::<Adjacent>(json!({"c": [1, "a"], "t": "Tuple"}));
    accepts::<Adjacent>(json!({"t": "Struct", "c": {"a": 1}}));
    refuses::<Adjacent>(json!({"t": "Struct", "c": {"a": 256}}), &["/c/a"]);
    refuses::<Adjacent>(json!({"t": "New"}), &["/c"]);

    accepts::<Untagged>(json!(null));
    accepts::<Untagged>(json!("text"));
    accepts::<Untagged>(json!({"x": 1, "y": 2}));
    accepts::<Untagged>(json!({"a": 1}));
    accepts::<Untagged>(json!([1, 2]));
    refuses::<Untagged>(json!({"x": 1}), &["/y"]);
    refuses::<Untagged>(json!(true), &[""]);
}

#[test]
fn flattened() {
    accepts::<FlatStruct>(json!({"name": "n", "x": 1, "y": 2}));
    refuses::<FlatStruct>(json!({"name": "n", "x": 1, "z": 2}), &["/z", "/y"]);
    accepts::<FlatDeny>(json!({"name": "n", "x": 1, "y": 2}));
    refuses::<FlatDeny>(json!({"name": "n", "x": 1, "y": 2, "z": 3}), &["/z"]);
    accepts::<FlatMap>(json!({"name": "n", "a": 1, "b": 2}));
    refuses::<FlatMap>(json!({"name": "n", "a": 1, "b": "2"}), &["/b"]);
    accepts::<FlatAny>(json!({"name": "n", "a": [], "b": null}));
    accepts::<FlatEnum>(json!({"a": "q", "A": {"x": 1}}));
    accepts::<FlatEnum>(json!({"a": "q", "C": null}));
    refuses::<FlatEnum>(json!({"a": "q", "A": {"x": "no"}}), &["/A/x"]);
    accepts::<FlatOptionEnum>(json!({"a": "q"}));
    accepts::<FlatOptionEnum>(json!({"a": "q", "B": {"x": 1, "y": 2}}));
    accepts::<FlatOptionEnumDeny>(json!({"a": "q"}));
    accepts::<FlatTagged>(json!({"name": "n", "kind": "Struct", "a": 1}));
    refuses::<FlatTagged>(json!({"name": "n", "kind": "Struct", "a": "1"}), &["/a"]);
    accepts::<FlatTwo>(json!({"a": "q", "kind": "P", "p": 1, "B": {"x": 1, "y": 2}}));
    refuses::<FlatTwo>(json!({"a": "q", "kind": "P", "p": 1, "B": {"x": 1}}), &["/B/y"]);
    accepts::<FlatOptionStruct>(json!({"a": "q"}));
    accepts::<FlatOptionStruct>(json!({"a": "q", "x": 1, "y": 2}));
    accepts::<FlatOnly>(json!({}));
    accepts::<FlatOnly>(json!({"A": {"x": 1}}));
    refuses::<FlatRecursive>(json!({"name": "n", "op": "num"}), &["/value"]);
}

#[test]
fn a_flattened_option_is_checked_though_decoding_would_swallow_it() {
    let schema = schema::<FlatOptionEnum>();
    let paths = |value: Value| -> Vec<String> {
        check(&schema, &schema, &value, "").into_iter().map(|violation| violation.path).collect()
    };
    assert_eq!(paths(json!({"a": "q", "A": {"x": "no"}})), ["/A/x"]);
    assert_eq!(paths(json!({"a": "q", "A": "no"})), ["/A"]);
    assert_eq!(paths(json!({"a": "q", "D": 1})), ["/D"]);
}

#[test]
fn collections() {
    let whole = json!({
        "hash": {"a": 1}, "tree": {"1": {"x": 1, "y": 2}}, "any": {"a": [null]},
        "signed": {"-1": true}, "enums": {"one": 1}, "pair": [1, "a"], "bytes": [1, 2, 3],
        "set": ["a"], "numbers": [1, 2], "nested": [[], [1]], "value": null, "values": [1, "a"],
        "unit": null,
    });
    accepts::<Collections>(whole.clone());
    let mut wrong = whole.clone();
    wrong["hash"] = json!({"a/b~c": 256});
    wrong["tree"] = json!({"1": {"x": 1}});
    wrong["enums"] = json!({"three": 1});
    wrong["pair"] = json!(["a", "a", "a"]);
    wrong["bytes"] = json!([1, 2]);
    wrong["set"] = json!(["a", "b", "a"]);
    wrong["nested"] = json!([[1], [2, "x"]]);
    wrong["unit"] = json!({});
    refuses::<Collections>(
        wrong,
        &[
            "/hash/a~1b~0c",
            "/tree/1/y",
            "/enums/three",
            "/pair",
            "/pair/0",
            "/bytes",
            "/set/2",
            "/nested/1/1",
            "/unit",
        ],
    );
    let by_word = json!({"one": {"x": 1, "y": 2}});
    let mut wrong = whole;
    wrong["tree"] = by_word;
    if cfg!(feature = "pattern") {
        refuses::<Collections>(wrong, &["/tree/one"]);
    }
}

#[test]
fn foreign_types() {
    accepts::<Foreign>(json!({
        "at": "2024-02-29T12:00:00Z", "on": "2024-02-29",
        "id": "67e55044-10b1-426f-9247-bb680e5fe0c8", "link": "https://example.com/a",
        "lasts": {"secs": 1, "nanos": 0}, "path": "a/b", "ip": "::1",
    }));
    let schema = schema::<Foreign>();
    let value = json!({
        "at": 1, "on": null, "id": {}, "link": [], "lasts": {"secs": -1}, "path": "", "ip": "",
    });
    let found = check(&schema, &schema, &value, "");
    let at: Vec<_> = found.iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(at, ["/at", "/on", "/id", "/link", "/lasts/secs", "/lasts/nanos"]);
}

#[test]
fn attributes() {
    accepts::<Attributes>(json!({}));
    accepts::<Attributes>(json!({"type": "a", "mainColor": 1, "limit": 1, "ratio": 0.5}));
    refuses::<Attributes>(json!({"main_color": 1}), &["/main_color"]);
    refuses::<Attributes>(json!({"hidden": 1}), &["/hidden"]);
    accepts::<Constrained>(json!({
        "small": 10, "text": "äöü", "list": [1], "positive": 0.1, "word": "abc", "told": 1,
        "fives": -10,
    }));
    let schema = schema::<Constrained>();
    let value = json!({
        "small": 11, "text": "äöüß", "list": [], "positive": 0, "word": "abc", "maybe": 0.4,
        "told": 1, "fives": 12,
    });
    let found = check(&schema, &schema, &value, "");
    let at: Vec<_> = found.iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(at, ["/small", "/text", "/list", "/positive", "/maybe", "/fives"]);
    accepts::<Newtype>(json!(1));
    accepts::<Transparent>(json!("a"));
    accepts::<Pair>(json!([1, "a"]));
    accepts::<Unity>(json!(null));
    accepts::<Empty>(json!({}));
    accepts::<Generics>(json!({
        "a": {"item": 1, "list": [2]}, "b": {"item": "a", "list": []},
    }));
    refuses::<Generics>(
        json!({"a": {"item": "a", "list": []}, "b": {"item": 1, "list": []}}),
        &["/a/item", "/b/item"],
    );
    refuses::<Newtype>(json!(65_536), &[""]);
    refuses::<Unity>(json!({}), &[""]);
}
