//! Where decoding alone is enough.

use serde_json::{Value, json};

use super::raw;
use super::types::*;
use crate::schema::suffices::decoding_suffices;
use crate::schema::suffices::decoding_suffices_in;

fn of_raw<T: schemars::JsonSchema>() -> bool {
    let root = raw::<(T,)>();
    decoding_suffices_in(&root, &root["prefixItems"][0])
}

#[test]
fn plain_types_need_no_check() {
    assert!(of_raw::<String>() && of_raw::<bool>() && of_raw::<f64>() && of_raw::<()>());
    assert!(of_raw::<u8>() && of_raw::<i32>() && of_raw::<i64>() && of_raw::<u64>());
    assert!(of_raw::<i128>() && of_raw::<u128>() && of_raw::<usize>());
    assert!(of_raw::<Option<u8>>() && of_raw::<Vec<Option<i32>>>());
    assert!(of_raw::<std::collections::HashMap<String, Vec<u8>>>() && of_raw::<Value>());
    assert!(of_raw::<Color>() && of_raw::<Option<Color>>() && of_raw::<Vec<Level>>());
    assert!(of_raw::<uuid::Uuid>() && of_raw::<Option<chrono::NaiveDate>>());
}

#[test]
fn rules_and_objects_need_one() {
    assert!(!of_raw::<Range>() && !of_raw::<Option<Range>>() && !of_raw::<Vec<Range>>());
    assert!(!of_raw::<External>() && !of_raw::<Tree>() && !of_raw::<std::num::NonZeroU8>());
    assert!(!of_raw::<(u8, u8)>() && !of_raw::<std::collections::HashSet<u8>>());
    for schema in [
        json!({"type": "integer", "format": "uint32", "minimum": 0, "maximum": 255}),
        json!({"type": "integer", "format": "uint8", "minimum": 1, "maximum": 255}),
        json!({"type": "string", "enum": ["a"]}),
        json!({"type": "string", "maxLength": 5}),
        json!({"type": "number", "minimum": 0}),
        json!({"type": "object"}),
    ] {
        assert!(!decoding_suffices(&schema), "{schema}");
    }
}

#[test]
fn canonical_schemas_suffice_where_that_can_be_told() {
    assert!(decoding_suffices(&json!({"type": "integer", "minimum": 0, "maximum": u64::MAX})));
    assert!(decoding_suffices(&json!({
        "type": ["integer", "null"], "minimum": i64::MIN, "maximum": i64::MAX,
    })));
    assert!(!decoding_suffices(&json!({"type": "integer", "minimum": 0, "maximum": 255})));
    assert!(decoding_suffices(&json!({"type": "string", "description": "told"})));
}
