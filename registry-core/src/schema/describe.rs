//! Schemas and values in a few words, for messages to a model.

use serde_json::{Map, Value};

use super::keywords::required;
use super::refs::{decode, resolve};

type Schema = Map<String, Value>;

/// How many characters of a value are shown.
const SHOWN: usize = 60;

/// How many values or forms are listed.
const LISTED: usize = 20;

/// How deep a description looks into a schema.
const DEPTH: usize = 4;

/// What fits a schema, in a few words, such as `an integer from 0 to 255`.
#[must_use]
pub(crate) fn describe(schema: &Value) -> String {
    describe_in(schema, schema)
}

/// What a value is, in a few words, such as `the string "ten"`; long values are shortened.
#[must_use]
pub(crate) fn describe_value(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => format!("the number {number}"),
        Value::String(text) => format!("the string {}", literal(&Value::String(shorten(text)))),
        Value::Array(list) if list.is_empty() => "an empty array".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// The same as [`describe`], with the `$ref`s of `root`.
pub(super) fn describe_in(root: &Value, schema: &Value) -> String {
    words(root, schema, DEPTH)
}

/// What tells one of several forms from the others.
pub(super) fn describe_form(root: &Value, form: &Value) -> String {
    let (_, target) = follow(root, form);
    let Value::Object(map) = target else { return describe_in(root, form) };
    let Some(Value::Object(properties)) = map.get("properties") else {
        return describe_in(root, form);
    };
    let tag = properties.iter().find_map(|(name, schema)| Some((name, schema.get("const")?)));
    if let Some((name, value)) = tag {
        return format!("an object with `{name}`: {}", literal(value));
    }
    let names: Vec<_> = required(map).take(5).map(|name| format!("`{name}`")).collect();
    match names.is_empty() {
        true => "an object".to_owned(),
        false => format!("an object with {}", names.join(", ")),
    }
}

/// The schema behind a chain of `$ref`s, and the name of the last definition.
pub(super) fn follow<'a>(root: &'a Value, schema: &'a Value) -> (Option<String>, &'a Value) {
    let (mut name, mut schema) = (None, schema);
    for _ in 0..8 {
        let Some(reference) = schema.get("$ref").and_then(Value::as_str) else { break };
        name = reference.rsplit('/').next().map(decode);
        match resolve(root, reference) {
            Some(target) => schema = target,
            None => break,
        }
    }
    (name, schema)
}

/// What fits a schema's `not`.
pub(super) fn describe_not(root: &Value, not: &Value) -> String {
    excluded(describe_in(root, not))
}

fn excluded(what: String) -> String {
    if what == "any value" { "nothing".to_owned() } else { format!("anything but {what}") }
}

/// What fits, of the one type `kind`.
pub(super) fn describe_kind(root: &Value, kind: &str, map: &Schema) -> String {
    match kind {
        "integer" => number("an integer", map, true),
        "number" => number("a number", map, true),
        _ => of_type(root, kind, map, DEPTH),
    }
}

fn words(root: &Value, schema: &Value, depth: usize) -> String {
    let (name, target) = follow(root, schema);
    let map = match target {
        Value::Bool(false) => return "nothing".to_owned(),
        Value::Object(map) => map,
        _ => return "any value".to_owned(),
    };
    if let (Some(name), true) = (name, map.contains_key("$ref")) {
        return format!("a `{name}`");
    }
    if let Some(value) = map.get("const") {
        return literal(value);
    }
    if let Some(Value::Array(values)) = map.get("enum") {
        return one_of(values);
    }
    if depth == 0 {
        return "a value".to_owned();
    }
    match map.get("type") {
        Some(Value::String(kind)) => of_type(root, kind, map, depth),
        Some(Value::Array(kinds)) => alternatives(
            kinds.iter().filter_map(Value::as_str).map(|kind| of_type(root, kind, map, depth)),
        ),
        _ => untyped(root, map, depth),
    }
}

fn untyped(root: &Value, map: &Schema, depth: usize) -> String {
    for keyword in ["anyOf", "oneOf"] {
        if let Some(Value::Array(forms)) = map.get(keyword) {
            return alternatives(forms.iter().map(|form| words(root, form, depth - 1)));
        }
    }
    match map.get("not") {
        Some(Value::Object(not)) if not.is_empty() => "nothing".to_owned(),
        Some(not) => format!("anything but {}", words(root, not, depth - 1)),
        None if map.contains_key("properties") => "an object".to_owned(),
        None => "any value".to_owned(),
    }
}

fn of_type(root: &Value, kind: &str, map: &Schema, depth: usize) -> String {
    match kind {
        "null" => "null".to_owned(),
        "boolean" => "true or false".to_owned(),
        "integer" => number("an integer", map, false),
        "number" => number("a number", map, false),
        "string" => string(map),
        "array" => array(root, map, depth),
        "object" => "an object".to_owned(),
        other => format!("a value of type {other}"),
    }
}

/// A number with its rules. Unless `full`, the ends of the widest integers are left out: they say nothing to a reader.
fn number(noun: &str, map: &Schema, full: bool) -> String {
    let mut text = noun.to_owned();
    let widest = |bound: &&Value| {
        bound.as_i64() == Some(i64::MIN)
            || bound.as_i64() == Some(i64::MAX)
            || bound.as_u64() == Some(u64::MAX)
    };
    let low = map.get("minimum").filter(|low| full || !widest(low));
    let high = map.get("maximum").filter(|high| full || !widest(high));
    match (low, high) {
        (Some(low), Some(high)) => text.push_str(&format!(" from {low} to {high}")),
        (Some(low), None) => text.push_str(&format!(" of at least {low}")),
        (None, Some(high)) => text.push_str(&format!(" of at most {high}")),
        (None, None) => {}
    }
    let rules = [("exclusiveMinimum", "greater than"), ("exclusiveMaximum", "less than")];
    for (keyword, rule) in rules {
        if let Some(bound) = map.get(keyword) {
            text.push_str(&format!(" {rule} {bound}"));
        }
    }
    if let Some(of) = map.get("multipleOf") {
        text.push_str(&format!(" that is a multiple of {of}"));
    }
    text
}

/// A string with its rules, such as `a string of 1 to 3 characters`.
fn string(map: &Schema) -> String {
    let mut text = match map.get("format").and_then(Value::as_str) {
        Some(format) => format!("a string in the format {format}"),
        None => "a string".to_owned(),
    };
    if let Some(count) = count(map, ["minLength", "maxLength"], "character") {
        let joint = if map.contains_key("format") { ", of" } else { " of" };
        text.push_str(&format!("{joint} {count}"));
    }
    if let Some(pattern) = map.get("pattern").and_then(Value::as_str) {
        text.push_str(&format!(" that matches `{pattern}`"));
    }
    text
}

/// An array with its rules, such as `an array of strings with at least 1 item`.
fn array(root: &Value, map: &Schema, depth: usize) -> String {
    if let Some(Value::Array(items)) = map.get("prefixItems") {
        let items: Vec<_> =
            items.iter().take(LISTED).map(|item| words(root, item, depth - 1)).collect();
        let count = count(map, ["minItems", "maxItems"], "item");
        let count = count.map(|count| format!(" of {count}")).unwrap_or_default();
        return format!("an array{count}: {}", items.join(", "));
    }
    let unique = map.get("uniqueItems") == Some(&Value::Bool(true));
    let mut text = match map.get("items").map(|items| words(root, items, depth - 1)) {
        None => "an array".to_owned(),
        Some(items) if items == "any value" => "an array".to_owned(),
        Some(items) => match plural(&items) {
            Some(plural) => format!("an array of {plural}"),
            None => format!("an array where each item is {items}"),
        },
    };
    if let Some(count) = count(map, ["minItems", "maxItems"], "item") {
        text.push_str(&format!(" with {count}"));
    }
    if unique {
        text.push_str(" without repeats");
    }
    text
}

fn plural(one: &str) -> Option<String> {
    let nouns = [
        ("a string", "strings"),
        ("an integer", "integers"),
        ("a number", "numbers"),
        ("an array", "arrays"),
        ("an object", "objects"),
        ("true or false", "booleans"),
    ];
    let singular = !one.contains(" or ") || one == "true or false";
    nouns
        .iter()
        .filter(|_| singular)
        .find_map(|(noun, many)| one.strip_prefix(noun).map(|rest| format!("{many}{rest}")))
}

/// Such as `1 to 3 items` or `at least 1 character`.
fn count(map: &Schema, [low, high]: [&str; 2], noun: &str) -> Option<String> {
    let named = |n: u64| if n == 1 { format!("{n} {noun}") } else { format!("{n} {noun}s") };
    let low = map.get(low).and_then(Value::as_u64).filter(|n| *n > 0);
    match (low, map.get(high).and_then(Value::as_u64)) {
        (Some(low), Some(high)) if low == high => Some(format!("exactly {}", named(low))),
        (Some(low), Some(high)) => Some(format!("{low} to {}", named(high))),
        (Some(low), None) => Some(format!("at least {}", named(low))),
        (None, Some(high)) => Some(format!("at most {}", named(high))),
        (None, None) => None,
    }
}

/// Such as `one of "a", "b"`.
pub(super) fn one_of(values: &[Value]) -> String {
    let mut shown: Vec<_> = values.iter().take(LISTED).map(literal).collect();
    if values.len() > LISTED {
        shown.push("…".to_owned());
    }
    match shown.len() {
        1 => shown.swap_remove(0),
        _ => format!("one of {}", shown.join(", ")),
    }
}

/// Such as `an integer, a string or null`.
pub(super) fn alternatives(forms: impl Iterator<Item = String>) -> String {
    let mut all: Vec<String> = Vec::new();
    for form in forms {
        if !all.contains(&form) {
            all.push(form);
        }
    }
    if all.len() > LISTED {
        all.truncate(LISTED);
        all.push("another form".to_owned());
    }
    match all.pop() {
        None => "nothing".to_owned(),
        Some(last) if all.is_empty() => last,
        Some(last) => format!("{} or {last}", all.join(", ")),
    }
}

/// A value as JSON, shortened.
fn literal(value: &Value) -> String {
    match value {
        Value::String(text) => Value::String(shorten(text)).to_string(),
        other => shorten(&other.to_string()),
    }
}

/// The first characters of a text, with an ellipsis if there are more.
fn shorten(text: &str) -> String {
    match text.char_indices().nth(SHOWN) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}
