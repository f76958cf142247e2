//! The schemas of every kind of Rust type: their canonical form, and what they accept.

mod canonical;
mod everywhere;
mod flat_types;
mod foreign;
mod mutations;
mod round_trips;
mod suffices;
mod types;
mod validate;
mod variants;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::Value;

/// The schema of a type as schemars makes it.
fn raw<T: JsonSchema>() -> Value {
    SchemaSettings::draft2020_12().into_generator().into_root_schema_for::<T>().to_value()
}

/// The canonical schema of a type.
fn schema<T: JsonSchema + DeserializeOwned>() -> Value {
    super::canonical(raw::<T>(), &super::variant_orders::<T>())
}

/// The canonical schema of a type, without the `$defs` at its root.
fn body<T: JsonSchema + DeserializeOwned>() -> Value {
    let mut schema = schema::<T>();
    if let Value::Object(map) = &mut schema {
        map.shift_remove("$defs");
    }
    schema
}

/// JSON text, which shows the order of keys too.
fn text(value: &Value) -> String {
    value.to_string()
}
