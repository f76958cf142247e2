//! The canonical form, exactly.

use serde_json::{Value, json};

use super::flat_types::*;
use super::types::*;
use super::{body, raw, schema, text};
use crate::schema::canonical;

fn int(low: i64, high: i64) -> Value {
    json!({"type": "integer", "minimum": low, "maximum": high})
}

fn i32s() -> Value {
    int(i32::MIN.into(), i32::MAX.into())
}

fn point() -> Value {
    json!({
        "type": "object",
        "properties": {"x": i32s(), "y": i32s()},
        "required": ["x", "y"],
        "additionalProperties": false,
    })
}

fn closed(properties: Value, required: Value) -> Value {
    json!({
        "type": "object",
        "properties": properties,
        "required": required,
        "additionalProperties": false,
    })
}

fn property<T: schemars::JsonSchema + serde::de::DeserializeOwned>(name: &str) -> Value {
    schema::<T>()["properties"][name].clone()
}

#[test]
fn documented_enums_are_one_list_in_the_order_of_declaration() {
    assert_eq!(
        text(&schema::<Color>()),
        r#"{"type":"string","description":"A colour.\n\n- `Red`: warm\n- `Green`: cool","enum":["Red","Green","Blue"]}"#
    );
    assert_eq!(
        schema::<Level>(),
        json!({"type": "string", "description": "A level.", "enum": ["low", "mid", "very_high"]})
    );
    // Without serde's list the order stays that of schemars.
    assert_eq!(canonical(raw::<Color>(), &[])["enum"], json!(["Blue", "Red", "Green"]));
    assert_eq!(
        schema::<Option<Color>>(),
        json!({
            "type": ["string", "null"],
            "description": "A colour.\n\n- `Red`: warm\n- `Green`: cool",
            "enum": ["Red", "Green", "Blue", null],
        })
    );
}

#[test]
fn what_stands_beside_a_reference_wins() {
    assert_eq!(
        property::<Outer>("unit"),
        json!({"type": "string", "description": "target unit", "enum": ["Celsius", "Fahrenheit"]})
    );
    assert_eq!(
        property::<Outer>("other"),
        json!({
            "type": ["string", "null"],
            "description": "perhaps a unit",
            "enum": ["Celsius", "Fahrenheit", null],
        })
    );
    assert_eq!(
        property::<Beside>("color")["description"],
        "a documented colour\n\n- `Red`: warm\n- `Green`: cool"
    );
    assert_eq!(
        property::<Beside>("maybe")["description"],
        "perhaps one\n\n- `Red`: warm\n- `Green`: cool"
    );
    assert_eq!(
        property::<Beside>("tree"),
        json!({"description": "a tree", "$ref": "#/$defs/Tree"})
    );
}

#[test]
fn structs_are_written_out_and_closed() {
    let range = json!({
        "from": {"type": "integer", "description": "where it starts", "minimum": 0, "maximum": 255},
        "to": {"type": ["integer", "null"], "minimum": 0, "maximum": 255},
    });
    let mut told = closed(range.clone(), json!(["from"]));
    assert_eq!(property::<Outer>("maybe"), json!({"anyOf": [told.clone(), {"type": "null"}]}));
    told["description"] = json!("the range");
    assert_eq!(property::<Outer>("range"), told);
    assert_eq!(
        text(&schema::<Range>()),
        r#"{"type":"object","properties":{"from":{"type":"integer","description":"where it starts","minimum":0,"maximum":255},"to":{"type":["integer","null"],"minimum":0,"maximum":255}},"required":["from"],"additionalProperties":false}"#
    );
}

#[test]
fn integers_have_the_bounds_of_their_width() {
    let schema = schema::<Widths>();
    let bounds = [
        ("a", json!(i8::MIN), json!(i8::MAX)),
        ("b", json!(i16::MIN), json!(i16::MAX)),
        ("c", json!(i32::MIN), json!(i32::MAX)),
        ("d", json!(i64::MIN), json!(i64::MAX)),
        ("f", json!(0), json!(u8::MAX)),
        ("g", json!(0), json!(u16::MAX)),
        ("h", json!(0), json!(u32::MAX)),
        ("i", json!(0), json!(u64::MAX)),
        ("k", json!(i64::MIN), json!(i64::MAX)),
        ("l", json!(0), json!(u64::MAX)),
        ("r", json!(1), json!(255)),
    ];
    for (name, low, high) in bounds {
        let expected = json!({"type": "integer", "minimum": low, "maximum": high});
        assert_eq!(schema["properties"][name], expected, "{name}");
    }
    assert_eq!(schema["properties"]["e"], json!({"type": "integer"}));
    assert_eq!(schema["properties"]["j"], json!({"type": "integer", "minimum": 0}));
    assert_eq!(schema["properties"]["m"], json!({"type": "number"}));
    assert_eq!(schema["properties"]["n"], json!({"type": "number"}));
    assert_eq!(
        schema["properties"]["o"],
        json!({"type": "string", "minLength": 1, "maxLength": 1})
    );
    assert_eq!(
        schema["properties"]["s"],
        json!({"type": ["integer", "null"], "minimum": 0, "maximum": 255})
    );
    assert!(text(&schema).contains("18446744073709551615"));
}

#[test]
fn rules_of_users_stay_and_the_narrower_bound_holds() {
    assert_eq!(property::<Constrained>("small"), int(1, 10));
    assert_eq!(
        property::<Constrained>("text"),
        json!({"type": "string", "minLength": 1, "maxLength": 3})
    );
    assert_eq!(
        property::<Constrained>("list"),
        json!({"type": "array", "items": int(0, 255), "minItems": 1})
    );
    assert_eq!(
        property::<Constrained>("positive"),
        json!({"type": "number", "exclusiveMinimum": 0})
    );
    assert_eq!(
        property::<Constrained>("maybe"),
        json!({"type": ["number", "null"], "minimum": 0.5})
    );
    assert_eq!(property::<Constrained>("told")["description"], "told text");
    assert_eq!(property::<Constrained>("fives")["multipleOf"], 5);
    let wide = json!({"type": "integer", "format": "uint8", "minimum": -5, "maximum": 1000});
    assert_eq!(canonical(wide, &[]), int(0, 255));
    let exclusive = json!({"type": "integer", "format": "int8", "exclusiveMinimum": 0});
    assert_eq!(
        canonical(exclusive, &[]),
        json!({"type": "integer", "maximum": 127, "exclusiveMinimum": 0})
    );
}

#[test]
fn a_pattern_is_kept_or_told() {
    let expected = if cfg!(feature = "pattern") {
        json!({"type": "string", "pattern": "^[a-z]+$"})
    } else {
        let told = "Must match the regular expression `^[a-z]+$`.";
        json!({"type": "string", "description": told})
    };
    assert_eq!(property::<Constrained>("word"), expected);
    let unreadable = json!({"type": "string", "description": "A word.", "pattern": "(?=a)"});
    assert_eq!(
        canonical(unreadable, &[]),
        json!({
            "type": "string",
            "description": "A word. Must match the regular expression `(?=a)`.",
        })
    );
    let negated = json!({"type": "string", "not": {"pattern": "(?=a)"}});
    assert_eq!(canonical(negated, &[]), json!({"type": "string"}));
}

#[test]
fn collections() {
    let expected = [
        ("hash", json!({"type": "object", "additionalProperties": int(0, 255)})),
        ("any", json!({"type": "object", "additionalProperties": true})),
        ("enums", closed(json!({"one": int(0, 255), "two": int(0, 255)}), json!([]))),
        (
            "pair",
            json!({
                "type": "array",
                "prefixItems": [int(0, 255), {"type": "string"}],
                "minItems": 2,
                "maxItems": 2,
            }),
        ),
        ("bytes", json!({"type": "array", "items": int(0, 255), "minItems": 3, "maxItems": 3})),
        ("set", json!({"type": "array", "items": {"type": "string"}, "uniqueItems": true})),
        ("value", json!({})),
        ("values", json!({"type": "array", "items": {}})),
        ("maybe_value", json!({})),
        ("unit", json!({"type": "null"})),
    ];
    for (name, expected) in expected {
        assert_eq!(property::<Collections>(name), expected, "{name}");
    }
    let by_number = if cfg!(feature = "pattern") {
        json!({
            "type": "object",
            "additionalProperties": false,
            "patternProperties": {"^\\d+$": point()},
        })
    } else {
        json!({
            "type": "object",
            "description": "Keys must match the regular expression `^\\d+$`.",
            "additionalProperties": point(),
        })
    };
    assert_eq!(property::<Collections>("tree"), by_number);
}

#[test]
fn foreign_types_keep_their_formats() {
    for (name, format) in
        [("at", "date-time"), ("on", "date"), ("id", "uuid"), ("link", "uri"), ("ip", "ip")]
    {
        assert_eq!(property::<Foreign>(name), json!({"type": "string", "format": format}));
    }
    assert_eq!(
        property::<Foreign>("maybe_at"),
        json!({"type": ["string", "null"], "format": "date-time"})
    );
}

#[test]
fn the_four_taggings() {
    let string = || json!({"type": "string"});
    let tag = |name: &str| json!({"type": "string", "const": name});
    let maybe = || json!({"type": ["string", "null"]});
    let pair = json!({
        "type": "array",
        "prefixItems": [int(0, 255), string()],
        "minItems": 2,
        "maxItems": 2,
    });
    let mut a = int(0, 255);
    a["description"] = json!("a number");
    let record = closed(json!({"a": a, "b": maybe()}), json!(["a"]));
    assert_eq!(
        schema::<External>(),
        json!({"oneOf": [
            {"type": "string", "description": "nothing", "const": "Unit"},
            closed(json!({"New": point()}), json!(["New"])),
            closed(json!({"NewInt": int(0, 255)}), json!(["NewInt"])),
            closed(json!({"Tuple": pair}), json!(["Tuple"])),
            closed(json!({"Struct": record}), json!(["Struct"])),
        ]})
    );
    let mut unit = closed(json!({"kind": tag("Unit")}), json!(["kind"]));
    unit["description"] = json!("nothing");
    assert_eq!(
        schema::<Internal>(),
        json!({"oneOf": [
            unit,
            closed(json!({"kind": tag("New"), "x": i32s(), "y": i32s()}), json!(["kind", "x", "y"])),
            closed(
                json!({"kind": tag("Struct"), "a": int(0, 255), "b": maybe()}),
                json!(["kind", "a"])
            ),
        ]})
    );
    assert_eq!(
        schema::<Adjacent>(),
        json!({"oneOf": [
            closed(json!({"t": tag("Unit")}), json!(["t"])),
            closed(json!({"t": tag("New"), "c": point()}), json!(["t", "c"])),
            closed(json!({"t": tag("Tuple"), "c": pair}), json!(["t", "c"])),
            closed(
                json!({"t": tag("Struct"), "c": closed(json!({"a": int(0, 255)}), json!(["a"]))}),
                json!(["t", "c"])
            ),
        ]})
    );
    assert_eq!(
        schema::<Untagged>(),
        json!({"anyOf": [
            {"type": "null"},
            {"type": "string"},
            point(),
            closed(json!({"a": int(0, 255)}), json!(["a"])),
            {
                "type": "array",
                "prefixItems": [int(0, 255), int(0, 255)],
                "minItems": 2,
                "maxItems": 2,
            },
        ]})
    );
}

#[test]
fn flattened_parts_are_distributed() {
    let string = || json!({"type": "string"});
    let a = closed(json!({"x": int(0, 255)}), json!(["x"]));
    let forms = vec![
        closed(json!({"a": string(), "A": a}), json!(["a", "A"])),
        closed(json!({"a": string(), "B": point()}), json!(["a", "B"])),
        closed(json!({"a": string(), "C": {"type": "null"}}), json!(["a", "C"])),
    ];
    assert_eq!(schema::<FlatEnum>(), json!({"type": "object", "oneOf": forms}));
    let mut with_none = forms.clone();
    with_none.push(closed(json!({"a": string()}), json!(["a"])));
    let expected = json!({"type": "object", "anyOf": with_none});
    assert_eq!(schema::<FlatOptionEnum>(), expected);
    assert_eq!(schema::<FlatOptionEnumDeny>(), expected);
    let only = schema::<FlatOnly>();
    assert_eq!(only["anyOf"][3], closed(json!({}), json!([])));
    assert_eq!(schema::<FlatTwo>()["oneOf"].as_array().map(Vec::len), Some(6));
    assert_eq!(schema::<FlatTagged>()["oneOf"].as_array().map(Vec::len), Some(3));
    assert_eq!(
        schema::<FlatMap>(),
        json!({
            "type": "object",
            "properties": {"name": string()},
            "required": ["name"],
            "additionalProperties": int(0, 255),
        })
    );
    let flat = json!({"name": string(), "x": i32s(), "y": i32s()});
    assert_eq!(schema::<FlatStruct>(), closed(flat.clone(), json!(["name", "x", "y"])));
    assert_eq!(schema::<FlatDeny>(), closed(flat, json!(["name", "x", "y"])));
}

#[test]
fn recursive_types_stay_in_defs() {
    let tree = schema::<Tree>();
    assert_eq!(tree["$defs"]["Tree"], body::<Tree>());
    assert_eq!(
        tree["properties"]["children"],
        json!({"type": "array", "items": {"$ref": "#/$defs/Tree"}})
    );
    let names = |schema: &Value| schema["$defs"].as_object().map(|defs| defs.len());
    assert_eq!(names(&schema::<Ping>()), Some(2));
    assert_eq!(names(&schema::<Outer>()), None);
    assert_eq!(property::<SameNames>("c"), json!({"$ref": "#/$defs/Node"}));
    assert_eq!(property::<SameNames>("d"), json!({"$ref": "#/$defs/Node2"}));
    assert_eq!(property::<SameNames>("a")["required"], json!(["l"]));
    assert_eq!(property::<SameNames>("b")["required"], json!(["r"]));
    // A variant that holds the enum again keeps its tag beside the other's properties.
    let group = &schema::<Shape>()["oneOf"][1];
    let items = json!({"type": "array", "items": {"$ref": "#/$defs/Shape"}});
    let tag = json!({"type": "string", "const": "Group"});
    assert_eq!(*group, closed(json!({"shape": tag, "items": items}), json!(["shape", "items"])));
}

#[test]
fn a_root_that_names_a_recursive_type_is_written_out() {
    let mut root = raw::<Vec<Tree>>();
    let defs = root["$defs"].take();
    let root = canonical(json!({"$ref": "#/$defs/Tree", "$defs": defs}), &[]);
    assert_eq!(root["type"], "object");
    assert_eq!(root["$defs"]["Tree"]["type"], "object");
}

#[test]
fn defaults_that_fit_stay() {
    let properties = schema::<Attributes>()["properties"].clone();
    assert_eq!(properties["type"]["default"], "plain");
    assert_eq!(properties["point"]["default"], json!({"x": 1}));
    assert_eq!(properties["level"]["default"], Value::Null);
    assert!(properties["level"].as_object().is_some_and(|map| map.contains_key("default")));
    assert_eq!(properties["ratio"], json!({"type": "number"}));
    assert_eq!(property::<Beside>("nan"), json!({"type": "number"}));
    assert_eq!(property::<Beside>("count")["default"], 5);
}

#[test]
fn properties_named_like_keywords_survive() {
    let names: Vec<String> = schema::<Keywords>()["properties"]
        .as_object()
        .map(|map| map.keys().cloned().collect())
        .unwrap_or_default();
    assert_eq!(
        names,
        ["title", "format", "default", "$ref", "enum", "$schema", "$defs", "properties", "pattern"]
    );
}
