//! Whether decoding a Rust type enforces by itself all that its schema says.

use serde_json::{Map, Value};

use super::keywords::is_annotation;
use super::merge::type_names;
use super::number::{bounds, same};
use super::refs::resolve;

type Schema = Map<String, Value>;

/// How deep types are nested that are still looked through.
const DEPTH: usize = 16;

/// The same as [`decoding_suffices_in`] for a schema that needs no `$defs`.
#[cfg(test)]
pub(crate) fn decoding_suffices(schema: &Value) -> bool {
    decoding_suffices_in(schema, schema)
}

/// Whether decoding with serde enforces all that `schema` says, so that no check need run first.
///
/// Give it schemas as schemars makes them, with their root: only they tell the width of an integer
/// (`format`) and an enum (behind a `$ref`) from a rule that somebody put on a wider integer or on
/// a string. On canonical schemas the answer is the same or, where that cannot be told, false.
#[must_use]
pub(crate) fn decoding_suffices_in(root: &Value, schema: &Value) -> bool {
    suffices(root, schema, DEPTH)
}

fn suffices(root: &Value, schema: &Value, depth: usize) -> bool {
    let map = match schema {
        Value::Bool(true) => return true,
        Value::Object(map) if depth > 0 => map,
        _ => return false,
    };
    if let Some(Value::String(reference)) = map.get("$ref") {
        return only(map, &["$ref"])
            && resolve(root, reference)
                .is_some_and(|target| is_unit_enum(target) || suffices(root, target, depth - 1));
    }
    if let Some(Value::Array(forms)) = map.get("anyOf") {
        // Only `Option` is looked through: a type and null.
        let (nulls, rest): (Vec<_>, Vec<_>) = forms.iter().partition(|form| is_null(form));
        return only(map, &["anyOf"])
            && nulls.len() == 1
            && rest.len() == 1
            && rest.iter().all(|form| suffices(root, form, depth - 1));
    }
    let Some(kinds) = map.get("type") else { return only(map, &[]) };
    let mut kinds = type_names(kinds);
    if kinds.len() > 1 {
        kinds.retain(|kind| kind != "null");
    }
    match kinds.as_slice() {
        [kind] => of_kind(root, kind, map, depth),
        _ => false,
    }
}

fn of_kind(root: &Value, kind: &str, map: &Schema, depth: usize) -> bool {
    match kind {
        "null" | "boolean" => only(map, &["type"]),
        "string" | "number" => only(map, &["type", "format"]),
        "integer" => only(map, &["type", "format", "minimum", "maximum"]) && has_own_bounds(map),
        "array" => {
            only(map, &["type", "items"])
                && map.get("items").is_none_or(|items| suffices(root, items, depth - 1))
        }
        "object" => {
            only(map, &["type", "additionalProperties"])
                && map.get("additionalProperties").is_some_and(|v| suffices(root, v, depth - 1))
        }
        _ => false,
    }
}

/// Whether a schema has no keywords but these and annotations.
fn only(map: &Schema, keywords: &[&str]) -> bool {
    map.keys().all(|keyword| {
        keywords.contains(&keyword.as_str()) || is_annotation(keyword) || keyword == "$defs"
    })
}

fn is_null(schema: &Value) -> bool {
    schema.get("type").and_then(Value::as_str) == Some("null")
}

fn is_unit_enum(definition: &Value) -> bool {
    let Value::Object(map) = definition else { return false };
    let is_string = |map: &Schema| map.get("type").and_then(Value::as_str) == Some("string");
    match map.get("oneOf") {
        Some(Value::Array(forms)) => {
            only(map, &["oneOf"])
                && forms
                    .iter()
                    .filter_map(Value::as_object)
                    .filter(|form| is_string(form) && only(form, &["type", "const", "enum"]))
                    .count()
                    == forms.len()
        }
        _ => is_string(map) && map.contains_key("enum") && only(map, &["type", "enum"]),
    }
}

/// Whether the bounds are those of the integer's own width.
fn has_own_bounds(map: &Schema) -> bool {
    let (low, high) = (map.get("minimum"), map.get("maximum"));
    let Some(format) = map.get("format").and_then(Value::as_str) else {
        // Narrower bounds may be a rule on a wider integer; these can only be its own.
        let is = |bound: Option<&Value>, own: Value| bound.is_some_and(|b| same(b, &own));
        return (low.is_none() && high.is_none())
            || (is(low, i64::MIN.into()) && is(high, i64::MAX.into()))
            || (is(low, 0.into()) && is(high, u64::MAX.into()));
    };
    let (own_low, own_high) = bounds(format);
    let own = |bound: Option<&Value>, own: Option<serde_json::Number>| match (bound, own) {
        (None, _) => true,
        (Some(bound), Some(own)) => same(bound, &own.into()),
        (Some(_), None) => false,
    };
    own(low, own_low) && own(high, own_high)
}
