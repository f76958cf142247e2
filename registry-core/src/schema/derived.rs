//! What a derived schema carries from its source text and its Rust values, and no reader needs.

use serde_json::{Map, Value};

use super::keywords::each_child_mut;

/// Takes the star gutters off descriptions, and defaults off that only stand for what JSON cannot
/// hold. Only for schemas that schemars made of Rust types.
pub(crate) fn mend_derived(schema: &mut Value) {
    let Value::Object(schema) = schema else { return };
    let plain = schema.get("description").and_then(Value::as_str).and_then(without_gutter);
    if let Some(plain) = plain {
        schema.insert("description".to_owned(), plain.into());
    }
    // serde writes NaN and the infinities as null; beside a number, null may be any of them. An
    // optional number whose default is null may be left out all the same.
    if schema.get("default") == Some(&Value::Null) && allows_number(schema) {
        schema.shift_remove("default");
    }
    each_child_mut(schema, &mut |_, child| mend_derived(child));
}

fn allows_number(schema: &Map<String, Value>) -> bool {
    match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.iter().any(|kind| kind == "number"),
        kind => kind.is_some_and(|kind| kind == "number"),
    }
}

/// The text of a block comment without its stars, if it has any.
///
/// schemars hands on the lines of `/** … */` as they stand in the file, ` * ` and all. A list in
/// line comments looks alike but for its column: stars of a gutter stand one space past a step of
/// indentation, and all of them at the same.
fn without_gutter(text: &str) -> Option<String> {
    let mut lines = text.lines();
    let first = lines.next()?;
    let column = |line: &str| line.find('*').filter(|at| line[..*at].trim().is_empty());
    let mut columns = lines.clone().filter(|line| !line.trim().is_empty()).map(column);
    let gutter = columns.next()??;
    let indent = lines.clone().find_map(|line| line.get(..gutter))?.strip_suffix(' ')?;
    let steps = indent.trim_matches('\t').len();
    if !columns.all(|column| column == Some(gutter)) || steps % 4 != 0 {
        return None;
    }
    let inner = |line: &str| {
        let line = line.get(gutter + 1..).unwrap_or("").trim_end();
        line.strip_prefix(' ').unwrap_or(line).to_owned()
    };
    // The star of a comment that begins on its second line was trimmed to the front.
    let first =
        first.strip_prefix('*').map_or(first, |rest| rest.strip_prefix(' ').unwrap_or(rest));
    let plain: Vec<String> =
        std::iter::once(first.trim_end().to_owned()).chain(lines.map(inner)).collect();
    Some(plain.join("\n").trim_matches('\n').to_owned())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn gutters_go_and_lists_stay() {
        for (text, plain) in [
            ("multi\n     * line", Some("multi\nline")),
            ("multi\n * line\n *\n *   deep", Some("multi\nline\n\n  deep")),
            ("* late start\n     *\n     *   - deep", Some("late start\n\n  - deep")),
            ("tabs\n\t * line", Some("tabs\nline")),
            ("A list:\n* a\n* b", None),
            ("A list:\n  * a\n  * b", None),
            ("* a\n* b", None),
            ("one line", None),
            ("two\n\n     code * 2", None),
            ("mixed\n     * a\nplain", None),
            ("ünïcode\n     * ß", Some("ünïcode\nß")),
        ] {
            assert_eq!(without_gutter(text).as_deref(), plain, "{text:?}");
        }
    }

    #[test]
    fn null_beside_a_number_is_no_default() {
        let mut schema = json!({"properties": {
            "n": {"type": ["number", "null"], "default": null},
            "t": {"type": ["string", "null"], "default": null},
            "any": {"default": null},
        }});
        mend_derived(&mut schema);
        assert_eq!(schema["properties"]["n"], json!({"type": ["number", "null"]}));
        assert_eq!(schema["properties"]["t"]["default"], json!(null));
        assert!(schema["properties"]["any"].get("default").is_some());
    }
}
