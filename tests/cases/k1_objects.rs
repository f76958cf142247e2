//! K1-01 to K1-04: what holds the arguments, and what may be absent.

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Value, json};
use tool_registry::Callable;
use tool_registry::prelude::*;

use crate::support::*;

/// Answers.
#[tool]
pub fn k1_ping() -> u8 {
    1
}

/// Answers in time, and looks at the call.
#[tool]
pub async fn k1_ping_context(context: &Context) -> u8 {
    context.tool().len() as u8
}

/// Has methods without parameters.
#[tool]
#[derive(Default)]
pub struct K1Empty;

#[tool]
impl K1Empty {
    /// Takes nothing.
    pub fn shared(&self) {}

    /// Takes nothing either.
    pub async fn exclusive(&mut self) {}

    /// Takes not even itself.
    pub fn bare() {}
}

#[derive(Deserialize, JsonSchema)]
pub struct NoFields {}

#[derive(Deserialize, JsonSchema)]
pub struct Nothing;

/// Takes a unit struct.
#[tool]
pub fn k1_nothing(p: Nothing) -> u8 {
    let Nothing = p;
    1
}

/// Takes a unit.
#[tool]
pub fn k1_unit(p: ()) -> u8 {
    let () = p;
    1
}

fn nothing() -> Value {
    closed(json!({}))
}

/// One tool made at run time, in a registry of its own.
fn alone(tool: Tool) -> Registry {
    let registry = Registry::empty();
    registry.register(tool).unwrap();
    registry
}

/// Run-time tools whose arguments are nothing.
fn empty_at_run_time() -> Vec<Registry> {
    let schema = |schema: Value| {
        Tool::builder("t")
            .description("Takes nothing.")
            .method(Callable::with_schema("t", "Takes nothing.", schema, |_, _| async { 1 }))
            .build()
            .unwrap()
    };
    vec![
        alone(Tool::from_fn("t", "Takes a unit.", |_: (), _| async { 1 })),
        alone(Tool::from_fn("t", "Takes a unit struct.", |_: Nothing, _| async { 1 })),
        alone(Tool::from_fn("t", "Takes no fields.", |_: NoFields, _| async { 1 })),
        alone(schema(json!({}))),
        alone(schema(json!(true))),
        alone(schema(json!({"type": "object"}))),
        alone(schema(json!({"type": "object", "properties": {}}))),
    ]
}

#[test]
fn k1_01_no_parameters_still_have_properties() {
    for name in
        ["k1_ping", "k1_ping_context", "K1Empty.shared", "K1Empty.exclusive", "K1Empty.bare"]
    {
        assert_same(&input(name), &nothing());
    }
    let view = registry().view().select(["k1_ping"]).unwrap().build().unwrap();
    assert_eq!(view.export(Format::Text).unwrap().as_str(), "k1_ping() -> u8: Answers.\n");
    assert_eq!(
        view.export(Format::Markdown).unwrap().as_str(),
        "# Tools\n\n## k1_ping\n\nAnswers.\n\nReturns `u8`.\n"
    );
}

#[test]
fn k1_01_no_parameters_still_have_properties_at_run_time() {
    for registry in empty_at_run_time().into_iter().take(3) {
        let view = registry.view().build().unwrap();
        assert_same(&input_in(&view, &view.names()[0]), &nothing());
    }
}

/// A schema of the user's that says nothing of other properties leaves them open.
#[test]
fn k1_01_schemas_of_the_user_get_properties() {
    for registry in empty_at_run_time().into_iter().skip(3) {
        let view = registry.view().build().unwrap();
        let input = input_in(&view, &view.names()[0]);
        assert_eq!(input["type"], "object");
        assert_eq!(input["properties"], json!({}));
        assert_eq!(input["required"], json!([]));
    }
}

#[test]
fn k1_02_unit_arguments_are_an_object() {
    for registry in empty_at_run_time() {
        let view = registry.view().build().unwrap();
        for text in ["{}", "null", "", " { } "] {
            let answer = now(view.call(&view.names()[0], text));
            let tool = &view.tools()[0].description;
            assert_eq!(answer.unwrap_or_else(|e| panic!("{tool} {text}: {e}")).data(), 1);
        }
        assert!(now(view.call(&view.names()[0], "[]")).is_err());
    }
    for text in ["{}", "null", "", " { } "] {
        assert_eq!(runs("k1_ping", text), 1);
    }
}

#[test]
fn k1_02_a_unit_parameter_stands_inside_an_object() {
    for name in ["k1_nothing", "k1_unit"] {
        let input = input(name);
        assert_eq!(input["type"], "object");
        assert_eq!(input["properties"], json!({"p": {"type": "null"}}));
        assert_eq!(runs(name, r#"{"p": null}"#), 1);
    }
}

#[test]
fn k1_02_a_unit_parameter_may_be_absent() {
    for name in ["k1_nothing", "k1_unit"] {
        assert_same(&input(name), &closed_with(json!({"p": {"type": "null"}}), json!([])));
        for text in ["{}", "null", ""] {
            assert_eq!(runs(name, text), 1, "{name} {text}");
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct OptionalFields {
    /// How many.
    a: Option<u32>,
    b: Option<String>,
}

/// Takes what may be absent.
#[tool]
pub fn k1_optional(
    /// How many.
    a: Option<u32>,
    b: Option<String>,
    p: OptionalFields,
    o: Option<OptionalFields>,
    v: Option<Vec<Option<bool>>>,
) -> String {
    let o = o.map(|o| (o.a, o.b));
    format!("{a:?} {b:?} {:?} {:?} {o:?} {v:?}", p.a, p.b)
}

#[test]
fn k1_03_optional_values_are_not_required() {
    let a = json!({"type": ["integer", "null"], "description": "How many.",
                   "minimum": 0, "maximum": u32::MAX});
    let b = json!({"type": ["string", "null"]});
    let p = closed_with(json!({"a": a, "b": b}), json!([]));
    let right = closed_with(
        json!({
            "a": a, "b": b, "p": p,
            "o": {"anyOf": [p, {"type": "null"}]},
            "v": {"type": ["array", "null"], "items": {"type": ["boolean", "null"]}},
        }),
        json!(["p"]),
    );
    assert_same(&input("k1_optional"), &right);
    assert_eq!(runs("k1_optional", r#"{"p": {}}"#), "None None None None None None");
    assert_eq!(
        runs("k1_optional", r#"{"a": null, "p": {"a": 1, "b": null}, "o": null, "v": [null]}"#),
        "None None Some(1) None None Some([None])"
    );
}

#[test]
fn k1_03_no_any_of_stands_beside_other_forms() {
    everywhere(&mut |place, node| {
        if node.contains_key("anyOf") {
            for keyword in ["type", "minimum", "format", "enum", "properties", "items"] {
                let both =
                    keyword != "type" || node.get("type").is_none_or(|kind| kind != "object");
                assert!(!(node.contains_key(keyword) && both), "{place}: {keyword} beside anyOf");
            }
        }
    });
}

#[test]
fn k1_04_nullable_is_no_keyword() {
    everywhere(&mut |place, node| assert!(!node.contains_key("nullable"), "{place}"));
}
