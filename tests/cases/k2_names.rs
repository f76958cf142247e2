//! K2-01 to K2-05: names of the user's that are words of the language or of the prelude.

use serde_json::{Value, json};
use tool_registry::prelude::*;

use crate::support::*;

/// Has a raw name.
#[tool]
pub fn r#type() -> u8 {
    1
}

/// Has a raw name, and takes its time.
#[tool]
pub async fn r#async() -> u8 {
    2
}

/// Is raw.
#[tool]
#[derive(Default)]
#[allow(non_camel_case_types, reason = "that is the point")]
pub struct r#enum {
    r#mod: u8,
}

#[tool]
impl r#enum {
    /// Has a raw name.
    pub fn r#match(&mut self, r#as: u8) -> u8 {
        self.r#mod += r#as;
        self.r#mod
    }

    /// Has a raw name.
    pub fn r#fn(r#dyn: Option<&str>) -> usize {
        r#dyn.map_or(0, str::len)
    }
}

#[test]
fn k2_01_raw_identifiers_are_plain_names() {
    let registry = registry();
    for (name, wire) in
        [("type", "type"), ("async", "async"), ("enum.match", "enum_match"), ("enum.fn", "enum_fn")]
    {
        let view = registry.view().select([name.replace('.', ":")]).unwrap().build().unwrap();
        assert_eq!(view.names(), [name]);
        let export = view.export(Format::OpenAiChat).unwrap().value();
        assert_eq!(export[0]["function"]["name"], wire);
        for format in FORMATS {
            assert!(!view.export(format).unwrap().as_str().contains("r#"), "{name} {format:?}");
        }
    }
    assert_eq!(registry.get("type").unwrap().schemas["type"].name, "type");
    assert_eq!(runs("type", "{}"), 1);
    assert_eq!(runs("async", "{}"), 2);
    assert_eq!(runs("enum.match", r#"{"as": 3}"#), 3);
    assert_eq!(runs("enum_fn", r#"{"dyn": "ab"}"#), 2);
}

#[test]
fn k2_01_raw_identifiers_are_selected_by_the_compiler_too() {
    assert_eq!(select![r#type, r#enum::{r#match}].to_string(), "type;enum:match");
}

/// Has raw parameters.
#[tool]
pub async fn k2_raw_parameters(
    r#in: String,
    #[tool(default = 2)] r#loop: u8,
    #[tool(rename = "kind")] r#struct: Option<u8>,
) -> String {
    format!("{in} {loop} {struct:?}", in = r#in, loop = r#loop, struct = r#struct)
}

#[test]
fn k2_02_raw_parameters_are_plain_properties() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let right = closed_with(
        json!({
            "in": {"type": "string"},
            "loop": {"type": "integer", "default": 2, "minimum": 0, "maximum": 255},
            "kind": {"type": ["integer", "null"], "minimum": byte["minimum"],
                     "maximum": byte["maximum"]},
        }),
        json!(["in"]),
    );
    assert_same(&input("k2_raw_parameters"), &right);
    assert_eq!(runs("k2_raw_parameters", r#"{"in": "x"}"#), "x 2 None");
    assert_eq!(runs("k2_raw_parameters", r#"{"in": "x", "loop": 1, "kind": 3}"#), "x 1 Some(3)");
    assert_eq!(wrong("k2_raw_parameters", json!({"r#in": "x"})), ["/r#in", "/in"]);
}

mod own_result {
    use super::*;

    #[derive(Debug)]
    pub struct MyErr;

    impl std::fmt::Display for MyErr {
        fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
            f.write_str("mine")
        }
    }

    type Result<T> = std::result::Result<T, MyErr>;

    /// Gives the alias.
    #[tool]
    pub fn k2_own_result(fail: bool) -> Result<u8> {
        if fail { Err(MyErr) } else { Ok(7) }
    }

    /// Gives the alias in time.
    #[tool]
    pub async fn k2_own_result_async(fail: bool) -> Result<Option<u8>> {
        if fail { Err(MyErr) } else { Ok(None) }
    }

    /// Gives the alias from methods.
    #[tool]
    #[derive(Default)]
    pub struct K2OwnResult;

    #[tool]
    impl K2OwnResult {
        /// Gives nothing.
        pub fn nothing(&mut self, fail: bool) -> Result<()> {
            if fail { Err(MyErr) } else { Ok(()) }
        }
    }
}

#[test]
fn k2_04_an_alias_named_result_is_resolved() {
    for (name, good) in [
        ("k2_own_result", json!(7)),
        ("k2_own_result_async", json!(null)),
        ("K2OwnResult.nothing", json!(null)),
    ] {
        assert_eq!(runs(name, r#"{"fail": false}"#), good);
        let error = now(registry().call(name, r#"{"fail": true}"#)).unwrap_err();
        assert_eq!(
            serde_json::to_value(&error).unwrap(),
            json!({"ok": false, "error": {"code": "failed", "message": "mine", "path": null,
                                          "hint": null}})
        );
    }
    let tool = registry().get("k2_own_result").unwrap();
    assert_eq!(
        tool.schemas["k2_own_result"].output_schema,
        Some(json!({"type": "integer", "minimum": 0, "maximum": 255}))
    );
}

/// Types that the module below takes under the names of the prelude.
mod shapes {
    #[derive(Debug, Default, serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
    pub struct Shape {
        pub n: u8,
    }
}

/// Every name that an expansion might want is the user's.
#[allow(dead_code, non_camel_case_types, reason = "they are only in the way")]
mod shadowed {
    use super::shapes::{
        Shape, Shape as Box, Shape as Option, Shape as Result, Shape as String, Shape as Vec,
    };
    use tool_registry::tool;

    pub mod std {}
    pub mod core {}
    pub mod alloc {}
    pub mod serde {}
    pub mod serde_json {}
    pub mod schemars {}
    pub mod registry_core {}

    pub struct Some;
    pub struct None;
    pub struct Ok;
    pub struct Err;
    pub struct u32;
    pub trait Send {}
    pub trait Sync {}
    pub trait Future {}
    pub trait Into {}
    pub trait From {}
    pub trait Clone {}
    pub trait Default {}
    pub trait FnOnce {}

    /// Takes types of the user.
    #[tool(group = "k2", tags = ["shadowed"])]
    pub async fn k2_shadowed(
        a: Option,
        b: String,
        c: Vec,
        #[tool(default = Shape { n: 4 })] d: Box,
    ) -> Result {
        Shape { n: a.n + b.n + c.n + d.n }
    }

    /// Has methods beside them.
    #[tool(include = ["get", "set"])]
    #[derive(::std::default::Default)]
    pub struct K2Shadowed {
        n: u8,
    }

    #[tool]
    impl K2Shadowed {
        /// Gets.
        pub fn get(&self, a: Option, maybe: ::std::option::Option<u8>) -> Vec {
            Shape { n: a.n + maybe.unwrap_or(self.n) }
        }

        /// Sets.
        pub async fn set(
            &mut self,
            text: &str,
            list: &[u8],
        ) -> ::core::result::Result<Box, ::std::string::String> {
            self.n += text.len() as u8 + list.len() as u8;
            ::core::result::Result::Ok(Shape { n: self.n })
        }
    }
}

#[test]
fn k2_05_names_of_the_prelude_may_be_the_users() {
    let n = |n: u8| json!({"n": n});
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let shape = closed(json!({"n": byte}));
    let mut default = json!({"type": "object", "default": {"n": 4}});
    for key in ["properties", "required", "additionalProperties"] {
        default[key] = shape[key].clone();
    }
    let right = closed_with(
        json!({"a": shape, "b": shape, "c": shape, "d": default}),
        json!(["a", "b", "c"]),
    );
    assert_same(&input("k2_shadowed"), &right);
    assert_eq!(runs("k2_shadowed", json!({"a": n(1), "b": n(2), "c": n(3)})), n(10));
    assert_eq!(wrong("k2_shadowed", json!({"b": n(2), "c": n(3)})), ["/a"]);
    assert_eq!(runs("K2Shadowed.get", json!({"a": n(1)})), n(1));
    assert_eq!(runs("K2Shadowed.set", json!({"text": "ab", "list": [1]})), n(3));
}

#[test]
fn k2_05_a_type_named_option_is_no_option() {
    let tool = registry().get("k2_shadowed").unwrap();
    let required = |value: &Value| value["required"].as_bool().unwrap();
    let parameters = serde_json::to_value(&tool.schemas["k2_shadowed"].parameters).unwrap();
    let all: Vec<bool> = parameters.as_array().unwrap().iter().map(required).collect();
    assert_eq!(all, [true, true, true, false]);
}
