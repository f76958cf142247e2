//! K2-11 to K2-22: what stands in and around a tool's signature.

use futures_util::{StreamExt, stream};
use serde_json::{Value, json};
use tool_registry::prelude::*;

use crate::support::*;

fn byte() -> Value {
    json!({"type": "integer", "minimum": 0, "maximum": 255})
}

fn maybe_byte() -> Value {
    json!({"type": ["integer", "null"], "minimum": 0, "maximum": 255})
}

fn assert_send<F: Future + Send>(future: F) -> F {
    future
}

/// The same body as a plain function and as a tool: what the one may, the other may.
macro_rules! plain_and_tool {
    ($plain:ident, $tool:ident, |$v:ident: $t:ty| $body:block) => {
        async fn $plain($v: $t) -> usize {
            $body
        }

        /// Has a higher-ranked closure in its body.
        #[tool]
        pub async fn $tool($v: $t) -> usize {
            $body
        }
    };
}

plain_and_tool!(plain_refs, k2_closure_refs, |v: Vec<String>| {
    let lengths = stream::iter(&v).map(|x: &String| x.len());
    lengths.fold(0, |sum, n| async move { sum + n }).await
});

plain_and_tool!(plain_move, k2_closure_move, |v: Vec<String>| {
    let lengths = stream::iter(v).map(|x: String| async move { x.len() });
    lengths.buffer_unordered(2).fold(0, |sum, n| async move { sum + n }).await
});

#[test]
fn k2_11_a_tool_asks_no_more_than_send() {
    let v = || vec!["a".to_owned(), "bc".to_owned()];
    assert_eq!(now(assert_send(plain_refs(v()))), 3);
    assert_eq!(now(assert_send(plain_move(v()))), 3);
    for name in ["k2_closure_refs", "k2_closure_move"] {
        assert_eq!(runs(name, json!({"v": v()})), 3);
    }
}

macro_rules! make {
    ($name:ident, $t:ty) => {
        /// Made by a macro.
        #[tool]
        pub fn $name(x: $t) -> String {
            format!("{x:?}")
        }
    };
}
make!(k2_made_option, Option<u8>);
make!(k2_made_text, Option<&str>);
make!(k2_made_byte, u8);
make!(k2_made_slice, &[u8]);
make!(k2_made_maybe, Maybe<u8>);

#[test]
fn k2_13_types_from_a_macro_are_what_they_are() {
    let text = json!({"type": ["string", "null"]});
    let list = json!({"type": "array", "items": byte()});
    for (name, right, answer) in [
        ("k2_made_option", closed_with(json!({"x": maybe_byte()}), json!([])), Some("None")),
        ("k2_made_text", closed_with(json!({"x": text}), json!([])), Some("None")),
        ("k2_made_maybe", closed_with(json!({"x": maybe_byte()}), json!([])), Some("None")),
        ("k2_made_byte", closed(json!({"x": byte()})), None),
        ("k2_made_slice", closed(json!({"x": list})), None),
    ] {
        assert_same(&input(name), &right);
        match answer {
            Some(answer) => assert_eq!(runs(name, "{}"), answer),
            None => assert_eq!(wrong(name, json!({})), ["/x"]),
        }
    }
    assert_eq!(runs("k2_made_option", r#"{"x": 3}"#), "Some(3)");
    assert_eq!(runs("k2_made_text", r#"{"x": "a"}"#), "Some(\"a\")");
}

type Maybe<T> = Option<T>;
type MaybeByte = Maybe<u8>;

pub trait Has {
    type Item;
}

impl Has for u8 {
    type Item = Option<u8>;
}

mod own_option {
    /// Is no `Option` of the prelude.
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    pub struct Option<T> {
        pub n: T,
    }
}

/// Takes options by other names, and another type named so.
#[tool]
pub fn k2_aliases(
    a: Maybe<u8>,
    b: MaybeByte,
    c: <u8 as Has>::Item,
    d: std::option::Option<u8>,
    e: ::core::option::Option<u8>,
    f: Box<Option<u8>>,
    own: own_option::Option<u8>,
) -> String {
    format!("{a:?} {b:?} {c:?} {d:?} {e:?} {f:?} {}", own.n)
}

#[test]
fn k2_14_options_are_told_by_type_and_not_by_spelling() {
    let input = input("k2_aliases");
    for name in ["a", "b", "c", "d", "e", "f"] {
        assert_same(&input["properties"][name], &maybe_byte());
    }
    assert_same(&input["properties"]["own"]["properties"], &json!({"n": byte()}));
    let optional: Vec<_> = input["required"].as_array().unwrap().iter().collect();
    assert!(
        !optional.iter().any(|name| ["a", "b", "c", "d", "e"].contains(&name.as_str().unwrap()))
    );
    assert!(optional.contains(&&json!("own")));
    assert_eq!(
        runs("k2_aliases", r#"{"f": null, "own": {"n": 1}}"#),
        "None None None None None None 1"
    );
    assert_eq!(wrong("k2_aliases", json!({"f": null})), ["/own"]);
}

/// Has methods under conditions.
#[tool]
#[derive(Default)]
pub struct K2Conditional;

#[tool]
impl K2Conditional {
    /// Is not there.
    #[cfg(any())]
    pub fn gone(&self) -> Nope {
        nope()
    }

    /// Is there.
    pub fn z(&self) -> u8 {
        1
    }

    /// Is there too.
    #[cfg(all())]
    pub async fn y(&mut self) -> u8 {
        2
    }

    /// Is not there either.
    #[cfg(not(all()))]
    pub async fn gone_too(&mut self, x: Nope) {}
}

/// Names what is there.
#[tool(include = ["z"])]
#[derive(Default)]
pub struct K2ConditionalInclude;

#[tool]
impl K2ConditionalInclude {
    /// Is not there.
    #[cfg(any())]
    pub fn gone(&self) -> Nope {}

    /// Is there.
    pub fn z(&self) {}
}

#[test]
fn k2_15_a_method_that_is_not_compiled_is_no_tool() {
    let names = |name: &str| -> Vec<String> {
        registry().get(name).unwrap().schemas.keys().cloned().collect()
    };
    assert_eq!(names("K2Conditional"), ["z", "y"]);
    assert_eq!(names("K2ConditionalInclude"), ["z"]);
    assert_eq!(runs("K2Conditional.z", "{}"), 1);
    assert_eq!(runs("K2Conditional.y", "{}"), 2);
    let error = now(registry().call("K2Conditional.gone", "{}")).unwrap_err();
    assert_eq!(error.code().as_str(), "not_found");
}

/// Has parameters under conditions.
#[tool]
pub fn k2_conditional(a: u8, #[cfg(any())] b: Nope, #[cfg(all())] c: Option<u8>) -> String {
    format!("{a} {c:?}")
}

/// Has its first and its last parameter under conditions.
#[tool]
pub async fn k2_conditional_ends(
    #[cfg(any())] a: Nope,
    #[cfg(all())] b: u8,
    #[cfg(any())]
    #[tool(default = 1)]
    c: Nope,
) -> u8 {
    b
}

#[test]
fn k2_16_a_parameter_that_is_not_compiled_is_no_argument() {
    let right = closed_with(json!({"a": byte(), "c": maybe_byte()}), json!(["a"]));
    assert_same(&input("k2_conditional"), &right);
    assert_same(&input("k2_conditional_ends"), &closed(json!({"b": byte()})));
    assert_eq!(runs("k2_conditional", r#"{"a": 1}"#), "1 None");
    assert_eq!(runs("k2_conditional_ends", r#"{"b": 1}"#), 1);
    assert_eq!(wrong("k2_conditional", json!({"a": 1, "b": 1})), ["/b"]);
}

/// Has attributes on its parameters.
#[tool]
pub fn k2_attributes(
    /** the city */
    city: String,
    #[tool(default = 3)] n: u32,
    /// Both.
    #[tool(default, example = true)]
    #[allow(unused_variables, reason = "an attribute of the compiler's")]
    both: bool,
    #[allow(unused_mut, reason = "an attribute of the compiler's")] mut m: u8,
) -> String {
    format!("{city} {n} {m}")
}

#[test]
fn k2_17_attributes_of_parameters_go_into_the_schema() {
    let right = closed_with(
        json!({
            "city": {"type": "string", "description": "the city"},
            "n": {"type": "integer", "default": 3, "minimum": 0, "maximum": u32::MAX},
            "both": {"type": "boolean", "description": "Both.", "default": false,
                     "examples": [true]},
            "m": byte(),
        }),
        json!(["city", "m"]),
    );
    assert_same(&input("k2_attributes"), &right);
    assert_eq!(runs("k2_attributes", r#"{"city": "Ulm", "m": 1}"#), "Ulm 3 1");
}

/// An error that only displays.
pub struct E;

impl std::fmt::Display for E {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("only shown")
    }
}

/// Gives a result by a path.
#[tool]
pub fn k2_path_result(fail: bool) -> std::result::Result<String, crate::k2_macro::E> {
    if fail { Err(E) } else { Ok("good".into()) }
}

/// Gives a result by an absolute path.
#[tool]
pub async fn k2_core_result(fail: bool) -> ::core::result::Result<&'static str, E> {
    if fail { Err(E) } else { Ok("good") }
}

#[test]
fn k2_20_a_result_may_be_written_with_a_path() {
    for name in ["k2_path_result", "k2_core_result"] {
        assert_eq!(runs(name, r#"{"fail": false}"#), "good");
        let error = now(registry().call(name, r#"{"fail": true}"#)).unwrap_err();
        assert_eq!(
            serde_json::to_value(&error).unwrap(),
            json!({"ok": false, "error": {"code": "failed", "message": "only shown",
                                          "path": null, "hint": null}})
        );
    }
}

/// Is at once.
#[tool]
pub fn k2_sync() -> u8 {
    1
}

/// Is in time.
#[tool]
pub async fn k2_async() -> u8 {
    tokio::task::yield_now().await;
    2
}

#[test]
fn k2_22_functions_of_both_kinds_run() {
    assert_eq!(runs("k2_sync", "{}"), 1);
    assert_eq!(runs("k2_async", "{}"), 2);
}
