//! Objects in several forms (`anyOf` beside `properties`, as `flatten` gives it), and closed ones.

use serde_json::{Map, Value, json};

use super::canonical::{Place, Schema, never};
use super::keywords::{is_annotation, required};

/// Into how many forms one object is written out at most.
pub(super) const MAX_FORMS: usize = 64;

/// Keywords that say what properties an object has.
const SHAPE: [&str; 5] = [
    "properties",
    "required",
    "patternProperties",
    "additionalProperties",
    "unevaluatedProperties",
];

/// Keywords by which a schema may allow properties that it does not list itself.
const OPENING: [&str; 8] =
    ["$ref", "anyOf", "oneOf", "allOf", "if", "then", "else", "dependentSchemas"];

/// An object schema, taken apart.
pub(super) struct Split {
    /// What is said about the whole, such as its description.
    pub(super) notes: Schema,
    /// What all forms share.
    pub(super) shared: Schema,
    /// The lists of forms, each with its keyword; a value takes one form of each.
    pub(super) choices: Vec<(String, Vec<Value>)>,
}

/// Takes an object apart if its forms add to properties of its own; else gives it back.
pub(super) fn take_forms(mut schema: Schema, place: Place) -> Result<Split, Schema> {
    settle_unevaluated(&mut schema);
    let has_shape = SHAPE.iter().any(|keyword| schema.contains_key(*keyword))
        || schema.get("type").and_then(Value::as_str) == Some("object");
    let count = choices_in(&schema);
    if !place.closing || count == 0 || !(has_shape || count > 1) {
        return Err(schema);
    }
    let mut choices = Vec::new();
    take_choices(&mut schema, &mut choices);
    if let Some(Value::Array(parts)) = schema.shift_remove("allOf") {
        let mut rest = Vec::new();
        for part in parts {
            match part {
                Value::Object(mut part) if is_choice(&part) => {
                    take_choices(&mut part, &mut choices)
                }
                other => rest.push(other),
            }
        }
        if !rest.is_empty() {
            schema.insert("allOf".to_owned(), rest.into());
        }
    }
    let (notes, shared) = schema.into_iter().partition(|(keyword, _)| is_annotation(keyword));
    Ok(Split { notes, shared, choices })
}

fn is_choice(part: &Schema) -> bool {
    part.len() == 1
        && (part.get("anyOf").is_some_and(Value::is_array)
            || part.get("oneOf").is_some_and(Value::is_array))
}

fn choices_in(schema: &Schema) -> usize {
    let own = ["anyOf", "oneOf"].iter().filter(|k| schema.get(**k).is_some_and(Value::is_array));
    let parts = schema.get("allOf").and_then(Value::as_array).into_iter().flatten();
    own.count() + parts.filter_map(Value::as_object).filter(|part| is_choice(part)).count()
}

fn take_choices(schema: &mut Schema, choices: &mut Vec<(String, Vec<Value>)>) {
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(forms)) = schema.shift_remove(keyword) {
            choices.push((keyword.to_owned(), forms));
        }
    }
}

/// `unevaluatedProperties` means `additionalProperties` once each form is written in full.
fn settle_unevaluated(schema: &mut Schema) {
    let Some(rest) = schema.shift_remove("unevaluatedProperties") else { return };
    let conditional = ["if", "dependentSchemas", "$ref"];
    if !conditional.iter().any(|keyword| schema.contains_key(*keyword)) {
        schema.entry("additionalProperties").or_insert(rest);
    }
}

/// One form to be merged with what all share.
///
/// A form that says nothing stands for none of the optional parts: the shared properties alone.
pub(super) fn form_of(shared: &Schema, mut form: Schema) -> Schema {
    if form.keys().all(|keyword| is_annotation(keyword)) && !shared.contains_key("properties") {
        form.insert("properties".to_owned(), json!({}));
    }
    form
}

/// The finished forms in one schema.
pub(super) fn join(mut notes: Schema, shared: &Schema, forms: Vec<Value>, any: bool) -> Schema {
    let mut any = any;
    let mut all: Vec<Value> = Vec::new();
    for form in forms {
        let (inner_any, inner) = splice(form);
        any |= inner_any;
        for form in inner {
            if !all.contains(&form) {
                all.push(form);
            }
        }
    }
    for keyword in ["title", "$schema", "$defs"] {
        notes.shift_remove(keyword);
    }
    let mut schema = Map::new();
    match all.len() {
        0 => schema = never(),
        1 => schema.extend(all.into_iter().filter_map(into_map).flatten()),
        _ => {
            schema.extend(shared.get("type").map(|kind| ("type".to_owned(), kind.clone())));
            let keyword = if any { "anyOf" } else { "oneOf" };
            schema.insert(keyword.to_owned(), all.into());
        }
    }
    schema.extend(notes);
    super::keywords::ordered(schema)
}

fn into_map(value: Value) -> Option<Schema> {
    if let Value::Object(map) = value { Some(map) } else { None }
}

/// The forms inside a form that is nothing but several forms, and whether they may overlap.
fn splice(form: Value) -> (bool, Vec<Value>) {
    let Value::Object(mut map) = form else { return (false, vec![form]) };
    if map.get("not") == Some(&json!({})) {
        return (false, Vec::new());
    }
    let only_forms =
        map.keys().all(|k| matches!(k.as_str(), "type" | "anyOf" | "oneOf" | "description"));
    for (keyword, any) in [("anyOf", true), ("oneOf", false)] {
        if only_forms && let Some(Value::Array(inner)) = map.shift_remove(keyword) {
            return (any, inner);
        }
    }
    (false, vec![map.into()])
}

/// Closes an object that lists its properties: no others are allowed.
pub(super) fn close(schema: &mut Schema) {
    let by_pattern = schema.contains_key("patternProperties");
    let rest = schema.get("additionalProperties");
    let closed = rest.is_some_and(|rest| *rest == false) && !by_pattern;
    let open = rest.is_some_and(|rest| *rest != false) || by_pattern;
    if !schema.contains_key("properties") && !closed {
        return;
    }
    if OPENING.iter().any(|keyword| schema.contains_key(*keyword)) {
        return;
    }
    schema.entry("type").or_insert_with(|| "object".into());
    let mut names: Vec<String> = required(schema).map(str::to_owned).collect();
    let properties = schema.entry("properties").or_insert_with(|| json!({}));
    let Value::Object(properties) = properties else { return };
    if !open {
        for name in &names {
            properties.entry(name.as_str()).or_insert_with(|| json!({}));
        }
    }
    let rank = |name: &String| properties.keys().position(|key| key == name);
    names.sort_by_cached_key(|name| rank(name).unwrap_or(usize::MAX));
    schema.insert("required".to_owned(), names.into());
    if !open {
        schema.insert("additionalProperties".to_owned(), false.into());
    }
}
