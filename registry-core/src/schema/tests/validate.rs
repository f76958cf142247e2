//! The check: messages, and every keyword.

use serde_json::{Value, json};

use super::schema;
use super::types::*;
use crate::schema::{check, describe, describe_value};
use crate::violation::Violation;

fn only(schema: &Value, value: Value) -> Violation {
    let mut found = check(schema, schema, &value, "");
    assert_eq!(found.len(), 1, "{found:#?}");
    found.remove(0)
}

fn fits(schema: Value, value: Value) -> bool {
    check(&schema, &schema, &value, "").is_empty()
}

#[test]
fn a_wrong_type_is_told_in_one_sentence() {
    let schema = schema::<Range>();
    let violation = only(&schema, json!({"from": "ten"}));
    assert_eq!(violation.path, "/from");
    assert_eq!(violation.message, r#"expected an integer from 0 to 255, got the string "ten""#);
    assert_eq!(violation.expected.as_deref(), Some("an integer from 0 to 255"));
    assert_eq!(violation.got.as_deref(), Some(r#"the string "ten""#));
    let violation = only(&schema, json!({"from": 300}));
    assert_eq!(violation.message, "expected an integer from 0 to 255, got the number 300");
}

#[test]
fn a_missing_property_is_told_at_its_own_place() {
    let schema = schema::<Range>();
    let found = check(&schema, &schema, &json!({}), "/range");
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].path, "/range/from");
    assert_eq!(found[0].message, "the required property `from` is missing");
    assert_eq!(found[0].expected.as_deref(), Some("an integer from 0 to 255"));
}

#[test]
fn an_unknown_property_has_a_hint() {
    let schema = schema::<Range>();
    let violation = only(&schema, json!({"from": 1, "too": 1}));
    assert_eq!(violation.path, "/too");
    assert_eq!(violation.message, "there is no argument `too`");
    assert_eq!(violation.hint.as_deref(), Some("did you mean `to`?"));
    let violation = only(&schema, json!({"from": 1, "weather": 1}));
    assert_eq!(violation.hint.as_deref(), Some("the arguments are `from`, `to`"));
    let none = json!({"type": "object", "properties": {}, "additionalProperties": false});
    let violation = only(&none, json!({"a": 1}));
    assert_eq!(violation.hint.as_deref(), Some("this tool takes no arguments"));
    let inside = &check(&none, &none, &json!({"a": 1}), "/p")[0];
    assert_eq!(inside.message, "there is no property `a`");
    assert_eq!(inside.hint.as_deref(), Some("no properties are taken here"));
}

#[test]
fn a_value_off_a_list_has_a_hint() {
    let violation = only(&schema::<Color>(), json!("Gren"));
    assert_eq!(
        violation.message,
        r#"expected one of "Red", "Green", "Blue", got the string "Gren""#
    );
    assert_eq!(violation.hint.as_deref(), Some("did you mean `Green`?"));
}

#[test]
fn an_unknown_tag_is_told_alone() {
    let violation = only(&schema::<Internal>(), json!({"kind": "Strct", "x": 1}));
    assert_eq!(violation.path, "/kind");
    assert_eq!(
        violation.message,
        r#"expected one of "Unit", "New", "Struct", got the string "Strct""#
    );
    assert_eq!(violation.hint.as_deref(), Some("did you mean `Struct`?"));
    let violation = only(&schema::<Internal>(), json!({"x": 1}));
    assert_eq!(violation.message, "the required argument `kind` is missing");
    assert_eq!(violation.expected.as_deref(), Some(r#"one of "Unit", "New", "Struct""#));
    let violation = only(&schema::<Option<Internal>>(), json!({"kind": "Nw"}));
    assert_eq!(violation.path, "/kind");
}

#[test]
fn a_value_of_no_form_is_told_the_forms() {
    let violation = only(&schema::<External>(), json!({"Strct": {}}));
    assert_eq!(violation.path, "");
    assert_eq!(violation.message, "matches none of the 5 allowed forms");
    assert_eq!(
        violation.expected.as_deref(),
        Some(
            "\"Unit\", an object with `New`, an object with `NewInt`, an object with `Tuple` \
             or an object with `Struct`"
        )
    );
    assert_eq!(violation.hint.as_deref(), Some("did you mean `Struct`?"));
    let violation = only(&schema::<Option<Point>>(), json!("abc"));
    assert_eq!(violation.message, "matches none of the 2 allowed forms");
    assert_eq!(violation.expected.as_deref(), Some("an object with `x`, `y` or null"));
    assert_eq!(violation.got.as_deref(), Some("the string \"abc\""));
}

#[test]
fn numbers_are_compared_exactly() {
    let max = json!({"type": "integer", "maximum": i64::MAX});
    assert!(fits(max.clone(), json!(i64::MAX)));
    let violation = only(&max, json!(i64::MAX as u64 + 1));
    assert_eq!(
        violation.message,
        "expected an integer of at most 9223372036854775807, got the number 9223372036854775808"
    );
    assert!(!fits(
        json!({"exclusiveMaximum": 9_007_199_254_740_993_u64}),
        json!(9_007_199_254_740_993_u64)
    ));
    assert!(fits(
        json!({"exclusiveMaximum": 9_007_199_254_740_993_u64}),
        json!(9_007_199_254_740_992_u64)
    ));
    assert!(!fits(json!({"minimum": 0.5}), json!(0)));
    assert!(fits(json!({"minimum": 0}), json!(-0.0)));
    assert!(fits(json!({"multipleOf": 0.1}), json!(0.3)));
    assert!(!fits(json!({"multipleOf": 0.1}), json!(0.35)));
    assert!(fits(json!({"multipleOf": 0}), json!(1)));
    assert!(fits(json!({"const": 1}), json!(1.0)));
    assert!(fits(json!({"enum": [1, 2]}), json!(2.0)));
}

#[test]
fn keywords() {
    let refused = [
        (json!({"minLength": 2}), json!("ä")),
        (json!({"maxLength": 1}), json!("äö")),
        (json!({"contains": {"type": "string"}}), json!([1])),
        (json!({"contains": true, "maxContains": 1}), json!([1, 2])),
        (json!({"uniqueItems": true}), json!([{"a": 1, "b": 2}, {"b": 2, "a": 1}])),
        (json!({"propertyNames": {"maxLength": 1}}), json!({"ab": 1})),
        (json!({"minProperties": 1}), json!({})),
        (json!({"maxProperties": 1}), json!({"a": 1, "b": 2})),
        (json!({"not": {"type": "string"}}), json!("a")),
        (json!({"not": {}}), json!("a")),
        (json!({"if": {"type": "string"}, "then": {"minLength": 2}}), json!("a")),
        (json!({"if": {"type": "string"}, "else": {"minimum": 2}}), json!(1)),
        (json!({"allOf": [{"minimum": 1}, {"maximum": 2}]}), json!(3)),
        (json!({"oneOf": [{"minimum": 1}, {"minimum": 2}]}), json!(3)),
        (json!({"anyOf": [{"minimum": 5}, {"type": "string"}]}), json!(3)),
        (json!({"items": false}), json!([1])),
        (json!({"prefixItems": [{}], "items": {"type": "string"}}), json!([1, 2])),
        (json!({"additionalProperties": {"type": "string"}}), json!({"a": 1})),
        (json!({"dependentSchemas": {"a": {"required": ["b"]}}}), json!({"a": 1})),
        (json!({"$ref": "#/$defs/A", "$defs": {"A": {"type": "null"}}}), json!(1)),
        (json!(false), json!(1)),
    ];
    for (schema, value) in refused {
        assert!(!fits(schema.clone(), value.clone()), "{schema} {value}");
    }
    let accepted = [
        (json!({"minLength": 2}), json!(1)),
        (json!({"uniqueItems": true}), json!([1, "1", [1], null])),
        (json!({"oneOf": [{"minimum": 1}, {"minimum": 2}]}), json!(1)),
        (json!({"if": {"type": "string"}, "then": {"minLength": 2}}), json!(1)),
        (json!({"not": {"type": "string"}}), json!(1)),
        (json!(true), json!(1)),
        (json!({"format": "date"}), json!("not a date")),
    ];
    for (schema, value) in accepted {
        assert!(fits(schema.clone(), value.clone()), "{schema} {value}");
    }
}

#[cfg(feature = "pattern")]
#[test]
fn patterns_are_enforced() {
    let schema = json!({"type": "string", "pattern": "^a+$"});
    assert!(fits(schema.clone(), json!("aa")));
    assert_eq!(
        only(&schema, json!("ab")).message,
        r#"expected a string that matches `^a+$`, got the string "ab""#
    );
    let by_name =
        json!({"patternProperties": {"^a": {"type": "null"}}, "additionalProperties": false});
    assert!(fits(by_name.clone(), json!({"ab": null})));
    assert_eq!(only(&by_name, json!({"ab": 1})).path, "/ab");
    assert_eq!(only(&by_name, json!({"b": null})).path, "/b");
}

#[test]
fn every_violation_is_found() {
    let schema = schema::<Outer>();
    let value = json!({"range": {"fro": 1}, "unit": 1, "colors": [1, 2]});
    let found = check(&schema, &schema, &value, "/args");
    let paths: Vec<_> = found.iter().map(|violation| violation.path.as_str()).collect();
    assert_eq!(
        paths,
        ["/args/range/fro", "/args/range/from", "/args/unit", "/args/colors/0", "/args/colors/1"]
    );
}

#[test]
fn descriptions() {
    let cases = [
        (json!({}), "any value"),
        (json!(true), "any value"),
        (json!({"not": {}}), "nothing"),
        (json!({"type": "string"}), "a string"),
        (json!({"type": "string", "format": "uuid"}), "a string in the format uuid"),
        (
            json!({"type": "string", "minLength": 1, "maxLength": 3}),
            "a string of 1 to 3 characters",
        ),
        (
            json!({"type": "string", "minLength": 1, "maxLength": 1}),
            "a string of exactly 1 character",
        ),
        (json!({"type": "integer", "minimum": 0, "maximum": 255}), "an integer from 0 to 255"),
        (json!({"type": "integer", "minimum": i64::MIN, "maximum": i64::MAX}), "an integer"),
        (json!({"type": "integer", "minimum": 0, "maximum": u64::MAX}), "an integer of at least 0"),
        (json!({"type": ["integer", "null"], "maximum": 5}), "an integer of at most 5 or null"),
        (json!({"type": "number", "exclusiveMinimum": 0}), "a number greater than 0"),
        (json!({"type": "integer", "multipleOf": 5}), "an integer that is a multiple of 5"),
        (json!({"type": "boolean"}), "true or false"),
        (json!({"enum": ["a", "b"]}), r#"one of "a", "b""#),
        (json!({"const": "a"}), r#""a""#),
        (json!({"type": "array"}), "an array"),
        (json!({"type": "array", "items": {"type": "string"}}), "an array of strings"),
        (
            json!({"type": "array", "items": {"type": "string"}, "minItems": 1}),
            "an array of strings with at least 1 item",
        ),
        (
            json!({"type": "array", "items": {"enum": ["a", "b"]}}),
            r#"an array where each item is one of "a", "b""#,
        ),
        (
            json!({
                "type": "array", "prefixItems": [{"type": "string"}, {"type": "null"}],
                "minItems": 2, "maxItems": 2,
            }),
            "an array of exactly 2 items: a string, null",
        ),
        (json!({"type": "object"}), "an object"),
        (json!({"anyOf": [{"type": "object"}, {"type": "null"}]}), "an object or null"),
        (json!({"$ref": "#/$defs/Tree"}), "a `Tree`"),
    ];
    for (schema, expected) in cases {
        assert_eq!(describe(&schema), expected, "{schema}");
    }
}

#[test]
fn values_are_shortened_between_characters() {
    assert_eq!(describe_value(&json!("ten")), r#"the string "ten""#);
    assert_eq!(describe_value(&json!(5.5)), "the number 5.5");
    assert_eq!(describe_value(&json!(null)), "null");
    assert_eq!(describe_value(&json!([1])), "an array");
    assert_eq!(describe_value(&json!({"a": 1})), "an object");
    let long = "ä".repeat(100);
    assert_eq!(describe_value(&json!(long)), format!("the string \"{}…\"", "ä".repeat(60)));
}
