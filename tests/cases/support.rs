//! What the cases share: one registry, the schema of a tool in every export, and a walk over it.

use serde_json::{Map, Value, json};
use tool_registry::prelude::*;

/// Every format.
pub const FORMATS: [Format; 6] = [
    Format::Json,
    Format::Text,
    Format::Markdown,
    Format::OpenAiChat,
    Format::Anthropic,
    Format::Mcp,
];

/// A registry of every tool in this binary.
pub fn registry() -> Registry {
    Registry::builder().build().unwrap_or_else(|error| panic!("{error}"))
}

/// The one callable of that name, as a format writes it.
fn written(view: &View, name: &str, format: Format) -> Value {
    let value = view.export(format).unwrap().value();
    let names = view.names();
    let place = names.iter().position(|known| known == name).unwrap_or_else(|| panic!("{name}"));
    match format {
        Format::Json => {
            let tools = value.as_array().unwrap().iter();
            let mut schemas = tools.flat_map(|tool| tool["schemas"].as_object().unwrap().values());
            schemas.nth(place).unwrap().clone()
        }
        Format::OpenAiChat => value[place]["function"].clone(),
        _ => value[place].clone(),
    }
}

/// The arguments' schema of a callable; the same in every export.
#[track_caller]
pub fn input_in(view: &View, name: &str) -> Value {
    let found = [
        written(view, name, Format::Json)["input_schema"].take(),
        written(view, name, Format::OpenAiChat)["parameters"].take(),
        written(view, name, Format::Anthropic)["input_schema"].take(),
        written(view, name, Format::Mcp)["inputSchema"].take(),
    ];
    let [first, others @ ..] = &found;
    assert!(others.iter().all(|other| other == first), "{found:#?}");
    first.clone()
}

/// [`input_in`] a view of everything.
#[track_caller]
pub fn input(name: &str) -> Value {
    input_in(&registry().view().build().unwrap(), name)
}

/// The description of a callable; the same in every export for providers.
#[track_caller]
pub fn description(name: &str) -> String {
    let view = registry().view().build().unwrap();
    let texts = [Format::OpenAiChat, Format::Anthropic, Format::Mcp]
        .map(|format| written(&view, name, format)["description"].take());
    assert!(texts.iter().all(|text| *text == texts[0]), "{texts:#?}");
    texts[0].as_str().unwrap().to_owned()
}

/// The result's schema of a callable, as MCP gets it.
pub fn output(name: &str) -> Value {
    written(&registry().view().build().unwrap(), name, Format::Mcp)["outputSchema"].take()
}

/// A closed object whose properties are all required.
pub fn closed(properties: Value) -> Value {
    let required: Vec<_> = properties.as_object().unwrap().keys().cloned().collect();
    closed_with(properties, json!(required))
}

/// A closed object.
pub fn closed_with(properties: Value, required: Value) -> Value {
    json!({"type": "object", "properties": properties, "required": required,
           "additionalProperties": false})
}

/// Compares with the order of keys.
#[track_caller]
pub fn assert_same(got: &Value, right: &Value) {
    assert_eq!(got, right);
    assert_eq!(got.to_string(), right.to_string());
}

/// The answer to a call of a tool that must run.
#[track_caller]
pub fn runs(name: &str, arguments: impl Into<tool_registry::Arguments<'static>>) -> Value {
    match now(registry().call(name, arguments)) {
        Ok(output) => output.data().clone(),
        Err(error) => panic!("{name}: {error}"),
    }
}

/// The JSON pointers of what a call gets wrong.
#[track_caller]
pub fn wrong(name: &str, arguments: Value) -> Vec<String> {
    let error = now(registry().call(name, arguments)).expect_err(name);
    assert_eq!(error.code().as_str(), "invalid_arguments", "{error}");
    error.violations().iter().map(|violation| violation.path.clone()).collect()
}

/// Runs a future on a runtime of its own.
pub fn now<F: Future>(future: F) -> F::Output {
    tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap().block_on(future)
}

/// Every schema of every export of every tool here, with its place.
pub fn each_schema(visit: &mut dyn FnMut(&str, &Value)) {
    let view = registry().view().build().unwrap();
    for name in view.names() {
        for (format, keys) in [
            (Format::Json, ["input_schema", "output_schema"]),
            (Format::OpenAiChat, ["parameters", ""]),
            (Format::Anthropic, ["input_schema", ""]),
            (Format::Mcp, ["inputSchema", "outputSchema"]),
        ] {
            let written = written(&view, &name, format);
            for schema in keys.iter().filter_map(|key| written.get(key)) {
                visit(&format!("{name} {format:?}"), schema);
            }
        }
    }
}

/// Every schema inside a schema, itself included, with its place.
pub fn each_node(place: &str, schema: &Value, visit: &mut dyn FnMut(&str, &Value)) {
    visit(place, schema);
    let Value::Object(map) = schema else { return };
    for (keyword, value) in map {
        let inside = format!("{place}/{keyword}");
        match (keyword.as_str(), value) {
            ("properties" | "patternProperties" | "$defs" | "dependentSchemas", _) => {
                for (name, child) in value.as_object().into_iter().flatten() {
                    each_node(&format!("{inside}/{name}"), child, visit);
                }
            }
            ("anyOf" | "oneOf" | "allOf" | "prefixItems", _) => {
                for (index, child) in value.as_array().into_iter().flatten().enumerate() {
                    each_node(&format!("{inside}/{index}"), child, visit);
                }
            }
            (
                "items"
                | "contains"
                | "propertyNames"
                | "not"
                | "if"
                | "then"
                | "else"
                | "additionalProperties"
                | "unevaluatedProperties",
                _,
            ) => each_node(&inside, value, visit),
            _ => {}
        }
    }
}

/// Every node of every schema of every export.
pub fn everywhere(visit: &mut dyn FnMut(&str, &Map<String, Value>)) {
    let mut count = 0;
    each_schema(&mut |place, schema| {
        each_node(place, schema, &mut |place, node| {
            if let Value::Object(node) = node {
                count += 1;
                visit(place, node);
            }
        });
    });
    assert!(count > 500, "only {count} schemas were looked at");
}
