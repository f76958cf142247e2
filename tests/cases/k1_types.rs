//! K1-10 to K1-23 and K1-29: types inside types.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_registry::prelude::*;

use crate::support::*;

/// Has docs at some variants.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub enum Color {
    /// warm
    Red,
    /// cool
    Green,
    Blue,
}

// Without docs of its own.
#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
pub enum Size {
    Small,
    /// in between
    Middle,
    Large,
}

#[derive(Debug, Clone, Copy, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Plain {
    ZeroOne,
    Alpha,
    #[serde(rename = "last")]
    Middle,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Coat {
    /// Its colour.
    color: Color,
    size: Option<Size>,
}

/// Takes enums.
#[tool]
pub fn k1_enums(
    color: Color,
    /// Which size.
    size: Size,
    plain: Plain,
    maybe: Option<Color>,
    many: Vec<Size>,
    coat: Coat,
) -> Coat {
    drop((color, size, plain, maybe, many));
    coat
}

const COLORS: &str = "- `Red`: warm\n- `Green`: cool";

#[test]
fn k1_10_enums_are_one_list_in_the_order_of_declaration() {
    let size = json!({"type": "string", "description": "- `Middle`: in between",
                      "enum": ["Small", "Middle", "Large"]});
    let color = ["Red", "Green", "Blue"];
    let own = "Has docs at some variants.\n\n";
    let coat = closed_with(
        json!({
            "color": {"type": "string", "description": format!("Its colour.\n\n{COLORS}"),
                      "enum": color},
            "size": {"type": ["string", "null"], "description": "- `Middle`: in between",
                     "enum": ["Small", "Middle", "Large", null]},
        }),
        json!(["color"]),
    );
    let right = closed_with(
        json!({
            "color": {"type": "string", "description": format!("{own}{COLORS}"), "enum": color},
            "size": {"type": "string", "description": "Which size.\n\n- `Middle`: in between",
                     "enum": ["Small", "Middle", "Large"]},
            "plain": {"type": "string", "enum": ["zero-one", "alpha", "last"]},
            "maybe": {"type": ["string", "null"], "description": format!("{own}{COLORS}"),
                      "enum": ["Red", "Green", "Blue", null]},
            "many": {"type": "array", "items": size},
            "coat": coat,
        }),
        json!(["color", "size", "plain", "many", "coat"]),
    );
    assert_same(&input("k1_enums"), &right);
}

#[test]
fn k1_10_enums_of_results_are_one_list_too() {
    // A result need not be decodable, so that nobody knows the order of declaration.
    let output = output("k1_enums");
    assert_eq!(output["properties"]["color"]["enum"], json!(["Blue", "Red", "Green"]));
    assert_eq!(output["properties"]["color"]["type"], "string");
    assert_eq!(output["properties"]["size"]["enum"], json!(["Small", "Large", "Middle", null]));
}

#[derive(Debug, Deserialize, JsonSchema)]
pub enum Extra {
    A { x: u8 },
    B,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct MaybeExtra {
    a: String,
    #[serde(flatten)]
    f: Option<Extra>,
}

fn tell(p: &MaybeExtra) -> String {
    match &p.f {
        Some(Extra::A { x }) => format!("{} A {x}", p.a),
        Some(Extra::B) => format!("{} B", p.a),
        None => format!("{} none", p.a),
    }
}

/// Takes a flattened enum that may be absent.
#[tool]
pub fn k1_flatten(p: MaybeExtra) -> String {
    tell(&p)
}

#[test]
fn k1_17_a_flattened_optional_enum_is_checked() {
    let call = |p: Value| runs("k1_flatten", json!({"p": p}));
    assert_eq!(call(json!({"a": "q"})), "q none");
    assert_eq!(call(json!({"a": "q", "A": {"x": 1}})), "q A 1");
    let refused = |p: Value| wrong("k1_flatten", json!({"p": p}));
    assert_eq!(refused(json!({"a": "q", "A": {"x": "no"}})), ["/p/A/x"]);
    assert_eq!(refused(json!({"a": "q", "A": {"x": 256}})), ["/p/A/x"]);
    assert_eq!(refused(json!({"A": {"x": 1}})), ["/p/a"]);
}

#[test]
fn k1_17_a_flattened_optional_enum_is_checked_at_the_root() {
    let registry = Registry::empty();
    let tool =
        Tool::from_fn("t", "Takes it at the root.", |p: MaybeExtra, _| async move { tell(&p) });
    registry.register(tool).unwrap();
    let call = |p: Value| now(registry.call("t", p));
    assert_eq!(call(json!({"a": "q"})).unwrap().data(), "q none");
    assert_eq!(call(json!({"a": "q", "A": {"x": 1}})).unwrap().data(), "q A 1");
    let error = call(json!({"a": "q", "A": {"x": "no"}})).unwrap_err();
    assert_eq!((error.code().as_str(), error.path()), ("invalid_arguments", Some("/A/x")));
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Either {
    Variant(String),
    Other(u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Strict {
    p: String,
    #[serde(flatten)]
    e: Either,
}

/// Takes a closed object with flattened parts.
#[tool]
pub fn k1_strict(p: Strict) -> String {
    match p.e {
        Either::Variant(text) => format!("{} {text}", p.p),
        Either::Other(n) => format!("{} {n}", p.p),
    }
}

#[test]
fn k1_19_a_closed_object_with_flattened_parts_takes_what_fits() {
    let form = |name: &str, value: Value| closed(json!({"p": {"type": "string"}, name: value}));
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let right = json!({"p": {"type": "object", "oneOf": [
        form("variant", json!({"type": "string"})),
        form("other", byte),
    ]}});
    assert_same(&input("k1_strict"), &closed(right));
    assert_eq!(runs("k1_strict", json!({"p": {"p": "a", "variant": "b"}})), "a b");
    assert_eq!(runs("k1_strict", json!({"p": {"p": "a", "other": 3}})), "a 3");
    for bad in [
        json!({"p": "a"}),
        json!({"p": "a", "variant": "b", "more": 1}),
        json!({"p": "a", "variant": 1}),
        json!({"p": "a", "variant": "b", "other": 3}),
    ] {
        assert!(!wrong("k1_strict", json!({"p": bad})).is_empty(), "{bad}");
    }
    everywhere(&mut |place, node| {
        for keyword in ["unevaluatedProperties", "unevaluatedItems", "allOf"] {
            assert!(!node.contains_key(keyword), "{place}: {keyword}");
        }
    });
}

mod m1 {
    use super::*;

    #[derive(Debug, Serialize, Deserialize, JsonSchema)]
    pub struct P {
        pub a: u8,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    pub struct Node {
        pub a: u8,
        pub next: Option<Box<Node>>,
    }

    #[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
    pub enum E {
        Z,
        /// first
        A,
    }
}

mod m2 {
    use super::*;

    #[derive(Debug, Serialize, Deserialize, JsonSchema)]
    pub struct P {
        pub b: String,
    }

    #[derive(Debug, Deserialize, JsonSchema)]
    pub struct Node {
        pub b: String,
        pub next: Option<Box<Node>>,
    }

    #[derive(Debug, Clone, Copy, Deserialize, JsonSchema)]
    pub enum E {
        Y,
        /// first
        B,
    }
}

/// Takes types of one name.
#[tool]
pub fn k1_one_name(x: m1::P, y: m2::P, d: m1::E, e: m2::E) -> (m1::P, m2::P) {
    let _ = (d, e);
    (x, y)
}

/// Takes types of one name that contain themselves.
#[tool]
pub fn k1_one_name_recursive(x: m1::Node, y: m2::Node) -> String {
    format!("{} {} {} {}", x.a, x.next.map_or(0, |n| n.a), y.b, y.next.is_some())
}

#[test]
fn k1_23_types_of_one_name_do_not_mix() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let right = closed(json!({
        "x": closed(json!({"a": byte})),
        "y": closed(json!({"b": {"type": "string"}})),
        "d": {"type": "string", "description": "- `A`: first", "enum": ["Z", "A"]},
        "e": {"type": "string", "description": "- `B`: first", "enum": ["Y", "B"]},
    }));
    assert_same(&input("k1_one_name"), &right);
    let arguments = json!({"x": {"a": 1}, "y": {"b": "b"}, "d": "A", "e": "B"});
    assert_same(&runs("k1_one_name", arguments), &json!([{"a": 1}, {"b": "b"}]));
}

#[test]
fn k1_23_recursive_types_of_one_name_do_not_mix() {
    let byte = json!({"type": "integer", "minimum": 0, "maximum": 255});
    let node = |field: &str, value: Value, name: &str| {
        closed_with(
            json!({
                field: value,
                "next": {"anyOf": [{"$ref": format!("#/$defs/{name}")}, {"type": "null"}]},
            }),
            json!([field]),
        )
    };
    let x = json!({"$ref": "#/$defs/Node"});
    let y = json!({"$ref": "#/$defs/Node2"});
    let mut right = closed(json!({"x": x, "y": y}));
    right["$defs"] = json!({
        "Node": node("a", byte, "Node"),
        "Node2": node("b", json!({"type": "string"}), "Node2"),
    });
    for _ in 0..3 {
        assert_same(&input("k1_one_name_recursive"), &right);
    }
    let arguments =
        json!({"x": {"a": 1, "next": {"a": 2, "next": null}}, "y": {"b": "b", "next": {"b": "c"}}});
    assert_eq!(runs("k1_one_name_recursive", arguments), "1 2 b true");
    let mixed = json!({"x": {"a": 1, "next": {"b": "c"}}, "y": {"b": "b"}});
    assert!(!wrong("k1_one_name_recursive", mixed).is_empty());
}

/// the unit
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub enum Unit {
    C,
    F,
}

/// a place
#[derive(Debug, Deserialize, JsonSchema)]
pub struct Spot {
    /// how far
    x: u8,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub struct Fields {
    /// target unit
    u: Unit,
    /// maybe a unit
    m: Option<Unit>,
    /// where to
    s: Spot,
    /// maybe where to
    t: Option<Spot>,
    /// some units
    many: Vec<Unit>,
    plain: Unit,
    /// boxed
    b: Box<Spot>,
}

/// Takes fields with docs beside those of their types.
#[tool]
pub fn k1_field_docs(
    p: Fields,
    /// unit of the parameter
    u: Unit,
    /// spot of the parameter
    s: Spot,
    plain: Spot,
) -> u8 {
    drop((p.u, p.m, p.t, p.many, p.plain, u));
    p.s.x + p.b.x + s.x + plain.x
}

#[test]
fn k1_29_the_docs_of_a_field_win_over_those_of_its_type() {
    let unit = |docs: &str| json!({"type": "string", "description": docs, "enum": ["C", "F"]});
    let spot = |docs: &str| {
        json!({"type": "object", "description": docs,
               "properties": {"x": {"type": "integer", "description": "how far",
                                    "minimum": 0, "maximum": 255}},
               "required": ["x"], "additionalProperties": false})
    };
    let p = closed_with(
        json!({
            "u": unit("target unit"),
            "m": {"type": ["string", "null"], "description": "maybe a unit",
                  "enum": ["C", "F", null]},
            "s": spot("where to"),
            "t": {"description": "maybe where to", "anyOf": [spot("a place"), {"type": "null"}]},
            "many": {"type": "array", "description": "some units", "items": unit("the unit")},
            "plain": unit("the unit"),
            "b": spot("boxed"),
        }),
        json!(["u", "s", "many", "plain", "b"]),
    );
    let right = closed(json!({
        "p": p,
        "u": unit("unit of the parameter"),
        "s": spot("spot of the parameter"),
        "plain": spot("a place"),
    }));
    assert_same(&input("k1_field_docs"), &right);
}
