//! One schema that says what two say together.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::keywords::{is_annotation, required};
use super::number::{compare, same};

type Schema = Map<String, Value>;

/// Both schemas in one, or `None` if nothing can fit both.
///
/// Annotations of `a` win, and its properties come first. The properties of both are allowed even
/// if one of them is closed: whoever writes two closed objects together means their union.
pub(super) fn both(mut a: Schema, b: Schema) -> Option<Schema> {
    for (keyword, theirs) in b {
        let Some(ours) = a.get_mut(&keyword) else {
            a.insert(keyword, theirs);
            continue;
        };
        if *ours != theirs && !is_annotation(&keyword) {
            match merge_keyword(&keyword, ours, theirs) {
                Merged::Done => {}
                Merged::Never => return None,
                Merged::Apart(theirs) => keep_apart(&mut a, keyword, theirs),
            }
        }
    }
    settle(a)
}

enum Merged {
    Done,
    /// No value fits both.
    Never,
    /// The two cannot be told as one.
    Apart(Value),
}

fn merge_keyword(keyword: &str, ours: &mut Value, theirs: Value) -> Merged {
    match (keyword, ours, theirs) {
        ("type", ours, theirs) => merge_types(ours, &theirs),
        ("properties" | "patternProperties", Value::Object(ours), Value::Object(theirs)) => {
            merge_named(ours, theirs);
            Merged::Done
        }
        ("required" | "allOf", Value::Array(ours), Value::Array(theirs)) => {
            let new: Vec<_> = theirs.into_iter().filter(|item| !ours.contains(item)).collect();
            ours.extend(new);
            Merged::Done
        }
        ("enum", Value::Array(ours), Value::Array(theirs)) => {
            ours.retain(|value| theirs.iter().any(|other| same(value, other)));
            if ours.is_empty() { Merged::Never } else { Merged::Done }
        }
        ("const", _, _) => Merged::Never,
        (
            "minimum" | "exclusiveMinimum" | "minLength" | "minItems" | "minProperties",
            ours,
            theirs,
        ) => keep_narrower(ours, theirs, Ordering::Greater),
        (
            "maximum" | "exclusiveMaximum" | "maxLength" | "maxItems" | "maxProperties",
            ours,
            theirs,
        ) => keep_narrower(ours, theirs, Ordering::Less),
        (
            "additionalProperties" | "unevaluatedProperties" | "items" | "propertyNames",
            ours,
            theirs,
        ) => {
            *ours = both_values(ours.take(), theirs);
            Merged::Done
        }
        ("prefixItems", Value::Array(ours), Value::Array(theirs)) if ours.len() == theirs.len() => {
            for (ours, theirs) in ours.iter_mut().zip(theirs) {
                *ours = both_values(ours.take(), theirs);
            }
            Merged::Done
        }
        ("uniqueItems", ours, _) => {
            *ours = Value::Bool(true);
            Merged::Done
        }
        (_, _, theirs) => Merged::Apart(theirs),
    }
}

fn both_values(a: Value, b: Value) -> Value {
    match (a, b) {
        (Value::Bool(true), other) | (other, Value::Bool(true)) => other,
        (Value::Object(a), Value::Object(b)) => {
            both(a, b).map_or(Value::Bool(false), Value::Object)
        }
        _ => Value::Bool(false),
    }
}

fn merge_named(ours: &mut Schema, theirs: Schema) {
    for (name, schema) in theirs {
        let merged = match ours.get_mut(&name) {
            Some(there) => both_values(there.take(), schema),
            None => schema,
        };
        ours.insert(name, merged);
    }
}

fn merge_types(ours: &mut Value, theirs: &Value) -> Merged {
    let (a, b) = (type_names(ours), type_names(theirs));
    let allows = |list: &[String], name: &str| {
        list.iter().any(|t| t == name || (t == "number" && name == "integer"))
    };
    let mut common: Vec<String> = a.iter().filter(|t| allows(&b, t)).cloned().collect();
    common.extend(b.iter().filter(|t| allows(&a, t) && !a.contains(t)).cloned());
    *ours = match common.len() {
        0 => return Merged::Never,
        1 => common.swap_remove(0).into(),
        _ => common.into(),
    };
    Merged::Done
}

/// The names in a `type`.
pub(super) fn type_names(value: &Value) -> Vec<String> {
    match value {
        Value::Array(list) => list.iter().filter_map(Value::as_str).map(str::to_owned).collect(),
        other => other.as_str().map(str::to_owned).into_iter().collect(),
    }
}

fn keep_narrower(ours: &mut Value, theirs: Value, narrower: Ordering) -> Merged {
    let take = match (&*ours, &theirs) {
        (Value::Number(ours), Value::Number(theirs)) => compare(theirs, ours) == narrower,
        _ => false,
    };
    if take {
        *ours = theirs;
    }
    Merged::Done
}

/// Adds what cannot be merged as one more member of `allOf`.
fn keep_apart(a: &mut Schema, keyword: String, theirs: Value) {
    let apart = json!({ keyword: theirs });
    match a.get_mut("allOf") {
        Some(Value::Array(list)) => list.push(apart),
        _ => {
            a.insert("allOf".to_owned(), json!([apart]));
        }
    }
}

/// Draws the conclusions: a constant outside its list and a required impossible property are never.
fn settle(mut schema: Schema) -> Option<Schema> {
    if let (Some(value), Some(Value::Array(list))) = (schema.get("const"), schema.get("enum")) {
        if !list.iter().any(|other| same(value, other)) {
            return None;
        }
        schema.shift_remove("enum");
    }
    let impossible =
        |name| schema.get("properties").and_then(|p| p.get(name)) == Some(&false.into());
    if required(&schema).any(impossible) { None } else { Some(schema) }
}
