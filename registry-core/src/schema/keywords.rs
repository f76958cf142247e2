//! Which keywords of a schema hold schemas, and in which order keywords are written.

use serde_json::{Map, Value};

/// Keywords whose value is one schema.
const ONE: [&str; 12] = [
    "items",
    "contains",
    "propertyNames",
    "additionalProperties",
    "unevaluatedProperties",
    "unevaluatedItems",
    "additionalItems",
    "contentSchema",
    "not",
    "if",
    "then",
    "else",
];

/// Keywords whose value is a list of schemas (`items` was one too, before draft 2020-12).
const LIST: [&str; 5] = ["prefixItems", "anyOf", "oneOf", "allOf", "items"];

/// Keywords whose value is a map from names to schemas.
const NAMED: [&str; 5] =
    ["properties", "patternProperties", "dependentSchemas", "$defs", "definitions"];

/// Keywords that say something about a value without restricting it.
const ANNOTATIONS: [&str; 9] = [
    "title",
    "description",
    "default",
    "examples",
    "deprecated",
    "readOnly",
    "writeOnly",
    "$comment",
    "$schema",
];

/// The order in which keywords are written; all others follow as they were found.
const ORDER: [&str; 33] = [
    "type",
    "description",
    "enum",
    "const",
    "default",
    "examples",
    "format",
    "minimum",
    "maximum",
    "exclusiveMinimum",
    "exclusiveMaximum",
    "multipleOf",
    "minLength",
    "maxLength",
    "pattern",
    "items",
    "prefixItems",
    "contains",
    "minItems",
    "maxItems",
    "uniqueItems",
    "properties",
    "required",
    "additionalProperties",
    "patternProperties",
    "propertyNames",
    "minProperties",
    "maxProperties",
    "anyOf",
    "oneOf",
    "allOf",
    "not",
    "if",
];

/// Whether a keyword restricts nothing.
pub(super) fn is_annotation(keyword: &str) -> bool {
    ANNOTATIONS.contains(&keyword)
}

/// Visits each schema directly inside `schema`; names of properties are never taken for keywords.
pub(super) fn each_child<'a>(schema: &'a Map<String, Value>, visit: &mut dyn FnMut(&'a Value)) {
    for (keyword, value) in schema {
        let keyword = keyword.as_str();
        match value {
            Value::Array(list) if LIST.contains(&keyword) => list.iter().for_each(&mut *visit),
            Value::Object(named) if NAMED.contains(&keyword) => {
                named.values().for_each(&mut *visit);
            }
            Value::Object(_) | Value::Bool(_) if ONE.contains(&keyword) => visit(value),
            _ => {}
        }
    }
}

/// The same with write access; `visit` is told the keyword.
pub(super) fn each_child_mut(
    schema: &mut Map<String, Value>,
    visit: &mut dyn FnMut(&str, &mut Value),
) {
    for (keyword, value) in schema.iter_mut() {
        let keyword = keyword.as_str();
        match value {
            Value::Array(list) if LIST.contains(&keyword) => {
                list.iter_mut().for_each(|child| visit(keyword, child));
            }
            Value::Object(named) if NAMED.contains(&keyword) => {
                named.values_mut().for_each(|child| visit(keyword, child));
            }
            Value::Object(_) | Value::Bool(_) if ONE.contains(&keyword) => visit(keyword, value),
            _ => {}
        }
    }
}

/// Whether `test` holds for `schema` or for any schema inside it.
pub(super) fn any_schema(
    schema: &Value,
    test: &mut dyn FnMut(&Map<String, Value>) -> bool,
) -> bool {
    let Value::Object(map) = schema else { return false };
    let mut found = test(map);
    each_child(map, &mut |child| found = found || any_schema(child, test));
    found
}

/// Writes the keywords of one schema in the fixed order, `$defs` last.
pub(super) fn ordered(mut schema: Map<String, Value>) -> Map<String, Value> {
    let mut out = Map::with_capacity(schema.len());
    let defs = schema.shift_remove("$defs");
    for keyword in ORDER {
        if let Some(value) = schema.shift_remove(keyword) {
            out.insert(keyword.to_owned(), value);
        }
    }
    out.extend(schema);
    out.extend(defs.map(|defs| ("$defs".to_owned(), defs)));
    out
}

/// The names in a schema's `required`.
pub(super) fn required(schema: &Map<String, Value>) -> impl Iterator<Item = &str> {
    schema.get("required").and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

/// Adds a sentence to a schema's description, after `separator` if there is one already.
pub(super) fn tell(schema: &mut Map<String, Value>, separator: &str, more: &str) {
    let told = match schema.get("description").and_then(Value::as_str) {
        Some(text) if !text.is_empty() => format!("{text}{separator}{more}"),
        _ => more.to_owned(),
    };
    schema.insert("description".to_owned(), told.into());
}
