//! Regular expressions in schemas: kept where they are enforced, otherwise told in words.

use serde_json::{Map, Value};

use super::keywords::{any_schema, tell};

/// Whether `pattern` is enforced by this build.
#[cfg(feature = "pattern")]
pub(super) fn enforced(pattern: &str) -> bool {
    regex_lite::Regex::new(pattern).is_ok()
}

/// Whether `pattern` is enforced by this build.
#[cfg(not(feature = "pattern"))]
pub(super) fn enforced(_pattern: &str) -> bool {
    false
}

/// Turns every pattern of one schema that is not enforced into words.
pub(super) fn tell_unenforced(schema: &mut Map<String, Value>) {
    // Dropping a pattern widens a schema, and widening what is negated would narrow the whole.
    if schema.get("not").is_some_and(mentions_unenforced) {
        schema.shift_remove("not");
    }
    if schema.get("if").is_some_and(mentions_unenforced) {
        for keyword in ["if", "then", "else"] {
            schema.shift_remove(keyword);
        }
    }
    // Widened forms may overlap, and `oneOf` would then refuse what fits two of them.
    if !schema.contains_key("anyOf")
        && schema
            .get("oneOf")
            .and_then(Value::as_array)
            .is_some_and(|forms| forms.iter().any(mentions_unenforced))
        && let Some(forms) = schema.shift_remove("oneOf")
    {
        schema.insert("anyOf".to_owned(), forms);
    }
    let unenforced = schema.get("pattern").and_then(Value::as_str).filter(|p| !enforced(p));
    if let Some(pattern) = unenforced.map(str::to_owned) {
        schema.shift_remove("pattern");
        tell(schema, " ", &format!("Must match the regular expression `{pattern}`."));
    }
    tell_keys(schema);
}

/// Moves what `patternProperties` says about values into `additionalProperties`.
fn tell_keys(schema: &mut Map<String, Value>) {
    let Some(Value::Object(named)) = schema.shift_remove("patternProperties") else { return };
    let (kept, told): (Map<_, _>, Map<_, _>) =
        named.into_iter().partition(|(pattern, _)| enforced(pattern));
    if !kept.is_empty() {
        schema.insert("patternProperties".to_owned(), kept.into());
    }
    if told.is_empty() {
        return;
    }
    let closed = schema.get("additionalProperties") == Some(&Value::Bool(false));
    let patterns: Vec<_> = told.keys().map(|pattern| format!("`{pattern}`")).collect();
    let mut values: Vec<_> = told.into_iter().map(|(_, value)| value).collect();
    let rest = match values.pop() {
        Some(only) if closed && values.is_empty() => only,
        Some(last) if closed => {
            values.push(last);
            serde_json::json!({ "anyOf": values })
        }
        _ => Value::Bool(true),
    };
    schema.insert("additionalProperties".to_owned(), rest);
    if closed {
        let patterns = patterns.join(" or ");
        tell(schema, " ", &format!("Keys must match the regular expression {patterns}."));
    }
}

fn mentions_unenforced(schema: &Value) -> bool {
    any_schema(schema, &mut |map| {
        map.get("pattern").and_then(Value::as_str).is_some_and(|p| !enforced(p))
            || map
                .get("patternProperties")
                .and_then(Value::as_object)
                .is_some_and(|named| named.keys().any(|p| !enforced(p)))
    })
}
