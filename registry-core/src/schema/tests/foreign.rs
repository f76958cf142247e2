//! Schemas that are not made by schemars, some of them made to do harm.

use serde_json::{Value, json};

use super::text;
use crate::schema::{canonical, check};

#[test]
fn definitions_that_are_each_other_end() {
    let root = json!({
        "type": "object",
        "properties": {"a": {"$ref": "#/$defs/A"}},
        "$defs": {
            "A": {"allOf": [{"$ref": "#/$defs/B"}]},
            "B": {"allOf": [{"$ref": "#/$defs/A"}]},
            "C": {"$ref": "#/$defs/C"},
        },
    });
    let root = canonical(root, &[]);
    assert_eq!(check(&root, &root, &json!({"a": 1}), ""), []);
    assert_eq!(root["$defs"].get("C"), None);
    // The check meets such schemas as they are, too.
    let raw = json!({"$ref": "#/$defs/A", "$defs": {
        "A": {"anyOf": [{"$ref": "#/$defs/B"}, {"$ref": "#/$defs/B"}]},
        "B": {"anyOf": [{"$ref": "#/$defs/A"}, {"$ref": "#/$defs/A"}]},
    }});
    let _ = check(&raw, &raw, &json!({"a": 1}), "");
}

#[test]
fn definitions_that_double_do_not_explode() {
    let mut defs = serde_json::Map::new();
    for n in 0..100 {
        let next = json!({"$ref": format!("#/$defs/D{}", n + 1)});
        defs.insert(
            format!("D{n}"),
            json!({"type": "object", "properties": {"a": next, "b": next}}),
        );
    }
    defs.insert("D100".to_owned(), json!({"type": "string"}));
    let root = canonical(json!({"$ref": "#/$defs/D0", "$defs": defs}), &[]);
    assert!(text(&root).len() < 30_000_000);
    assert_eq!(root["type"], "object");
    let found = check(&root, &root, &json!({"a": 1}), "");
    assert_eq!(found.len(), 1, "{found:?}");
}

#[test]
fn a_long_chain_ends() {
    let mut defs = serde_json::Map::new();
    for n in 0..5000 {
        defs.insert(format!("D{n}"), json!({"allOf": [{"$ref": format!("#/$defs/D{}", n + 1)}]}));
    }
    defs.insert("D5000".to_owned(), json!({"type": "string"}));
    let root = json!({"properties": {"a": {"$ref": "#/$defs/D0"}}, "$defs": defs});
    let root = canonical(root, &[]);
    assert_eq!(check(&root, &root, &json!({"a": "x"}), ""), []);
}

#[test]
fn products_of_forms_are_bounded() {
    let choice = |n: usize| {
        let forms: Vec<Value> = (0..10)
            .map(|form| json!({"properties": {format!("p{n}_{form}"): {}}, "required": [format!("p{n}_{form}")]}))
            .collect();
        json!({"oneOf": forms})
    };
    let parts: Vec<Value> = (0..20).map(choice).collect();
    let root = json!({"type": "object", "properties": {"a": {"type": "string"}}, "allOf": parts});
    let root = canonical(root, &[]);
    assert_eq!(
        root,
        json!({
            "type": "object",
            "properties": {"a": {"type": "string"}},
            "required": [],
            "additionalProperties": true,
        })
    );
}

#[test]
fn deep_values_are_refused_without_harm() {
    let root = canonical(
        json!({"$ref": "#/$defs/L", "$defs": {
            "L": {"anyOf": [{"type": "array", "items": {"$ref": "#/$defs/L"}}, {"type": "null"}]},
        }}),
        &[],
    );
    let mut value = json!(null);
    for _ in 0..120 {
        value = Value::Array(vec![value]);
    }
    assert_eq!(check(&root, &root, &value, ""), []);
    for _ in 0..2000 {
        value = Value::Array(vec![value]);
    }
    assert!(!check(&root, &root, &value, "").is_empty());
}

#[test]
fn deep_schemas_are_survived() {
    let mut deep = json!({"type": "string"});
    for _ in 0..120 {
        deep = json!({"properties": {"a": deep}});
    }
    let mut defs = serde_json::Map::new();
    for n in 0..100 {
        let next = json!({"$ref": format!("#/$defs/D{}", n + 1)});
        defs.insert(format!("D{n}"), json!({"items": next, "contains": deep}));
    }
    defs.insert("D100".to_owned(), deep);
    let root = canonical(json!({"$ref": "#/$defs/D0", "$defs": defs}), &[]);
    assert!(root["$defs"].is_object());
}

#[test]
fn older_and_other_ways_to_write_are_read() {
    let root = canonical(
        json!({
            "$schema": "http://json-schema.org/draft-07/schema#",
            "type": "object",
            "properties": {
                "a": {"$ref": "#/definitions/A%20b"},
                "b": {"$ref": "#/properties/c"},
                "c": {"type": "array", "items": [{"type": "string"}], "additionalItems": false},
                "d": {"$ref": "https://example.com/schema.json", "description": "elsewhere"},
                "e": true,
                "f": false,
            },
            "definitions": {"A b": {"title": "A", "type": "integer"}},
        }),
        &[],
    );
    let tuple = json!({
        "type": "array", "items": {"not": {}}, "prefixItems": [{"type": "string"}],
    });
    assert_eq!(
        root,
        json!({
            "type": "object",
            "properties": {
                "a": {"type": "integer"},
                "b": tuple,
                "c": tuple,
                "d": {"description": "elsewhere"},
                "e": {},
                "f": {"not": {}},
            },
            "required": [],
            "additionalProperties": false,
        })
    );
}

#[test]
fn conditions_are_not_closed() {
    let schema = json!({
        "type": "object",
        "properties": {"kind": {"type": "string"}, "a": {}},
        "required": ["kind"],
        "if": {"properties": {"kind": {"const": "x"}}},
        "then": {"required": ["a"]},
    });
    let root = canonical(schema, &[]);
    assert_eq!(root["if"], json!({"properties": {"kind": {"const": "x"}}}));
    assert_eq!(root.get("additionalProperties"), None);
    assert_eq!(check(&root, &root, &json!({"kind": "x"}), "").len(), 1);
    assert_eq!(check(&root, &root, &json!({"kind": "y"}), ""), []);
}

#[test]
fn all_of_is_merged() {
    let root = canonical(
        json!({"allOf": [
            {"$ref": "#/$defs/Base"},
            {"type": "object", "properties": {"b": {"type": "string", "maxLength": 5}}},
            {"properties": {"b": {"maxLength": 3}}, "required": ["b"]},
        ], "$defs": {"Base": {
            "type": "object", "properties": {"a": {"type": "integer"}},
            "required": ["a"], "additionalProperties": false,
        }}}),
        &[],
    );
    assert_eq!(
        root,
        json!({
            "type": "object",
            "properties": {"a": {"type": "integer"}, "b": {"type": "string", "maxLength": 3}},
            "required": ["a", "b"],
            "additionalProperties": false,
        })
    );
    let never = json!({"allOf": [{"type": "string"}, {"type": "integer"}]});
    assert_eq!(canonical(never, &[]), json!({"not": {}}));
}

#[test]
fn forms_that_only_require_are_distributed() {
    let root = canonical(
        json!({
            "type": "object",
            "properties": {"a": {"type": "string"}, "b": {"type": "string"}},
            "anyOf": [{"required": ["a"]}, {"required": ["b"]}],
        }),
        &[],
    );
    assert_eq!(check(&root, &root, &json!({"a": "x"}), ""), []);
    assert_eq!(check(&root, &root, &json!({"a": "x", "b": "y"}), ""), []);
    assert!(!check(&root, &root, &json!({}), "").is_empty());
    assert!(!check(&root, &root, &json!({"a": "x", "c": 1}), "").is_empty());
}

#[test]
fn a_required_name_without_a_schema_may_still_be_given() {
    let root =
        canonical(json!({"type": "object", "properties": {"a": {}}, "required": ["b", "a"]}), &[]);
    assert_eq!(check(&root, &root, &json!({"a": 1, "b": 2}), ""), []);
    assert_eq!(root["required"], json!(["a", "b"]));
}

#[test]
fn nonsense_is_survived() {
    for root in [json!(null), json!(5), json!([]), json!("x"), json!({"type": 5, "items": 7})] {
        let _ = canonical(root, &[]);
    }
    assert_eq!(canonical(json!(false), &[]), json!({"not": {}}));
    assert_eq!(canonical(json!({"$ref": 5}), &[]), json!({"$ref": 5}));
}
