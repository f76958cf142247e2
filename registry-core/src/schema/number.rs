//! Exact comparison of JSON numbers, and the bounds of Rust's integers.

use std::cmp::Ordering;

use serde_json::{Map, Number, Value};

/// Formats that schemars gives to numbers; bounds say the same in every dialect.
const FORMATS: [&str; 14] = [
    "int8", "int16", "int32", "int64", "int128", "int", "uint8", "uint16", "uint32", "uint64",
    "uint128", "uint", "float", "double",
];

/// The lowest and the highest value of a format, where JSON can say them.
pub(super) fn bounds(format: &str) -> (Option<Number>, Option<Number>) {
    fn both<T: Into<Number>>(low: T, high: T) -> (Option<Number>, Option<Number>) {
        (Some(low.into()), Some(high.into()))
    }
    match format {
        "int8" => both(i8::MIN, i8::MAX),
        "int16" => both(i16::MIN, i16::MAX),
        "int32" => both(i32::MIN, i32::MAX),
        "int64" | "int" => both(i64::MIN, i64::MAX),
        "uint8" => both(u8::MIN, u8::MAX),
        "uint16" => both(u16::MIN, u16::MAX),
        "uint32" => both(u32::MIN, u32::MAX),
        "uint64" | "uint" => both(u64::MIN, u64::MAX),
        "uint128" => (Some(0_u8.into()), None),
        _ => (None, None),
    }
}

/// Puts the bounds of a number's `format` in its place, unless narrower ones are there.
pub(super) fn bounds_for_format(schema: &mut Map<String, Value>) {
    let Some(format) = schema.get("format").and_then(Value::as_str) else { return };
    if !FORMATS.contains(&format) {
        return;
    }
    let (low, high) = bounds(format);
    schema.shift_remove("format");
    narrow(schema, ["minimum", "exclusiveMinimum"], low, Ordering::Less);
    narrow(schema, ["maximum", "exclusiveMaximum"], high, Ordering::Greater);
}

/// Sets a bound if none is there or the one there is wider (`wider` of the bound).
fn narrow(
    schema: &mut Map<String, Value>,
    [keyword, exclusive]: [&str; 2],
    bound: Option<Number>,
    wider: Ordering,
) {
    let Some(bound) = bound else { return };
    let narrower = |keyword| match schema.get(keyword) {
        Some(Value::Number(there)) => compare(there, &bound) != wider,
        _ => false,
    };
    if !narrower(keyword) && !narrower(exclusive) {
        schema.insert(keyword.to_owned(), bound.into());
    }
}

/// Compares two numbers, exactly if both are integers.
pub(super) fn compare(a: &Number, b: &Number) -> Ordering {
    match (a.as_i128(), b.as_i128()) {
        (Some(a), Some(b)) => a.cmp(&b),
        _ => float(a).total_cmp(&float(b)),
    }
}

/// Whether `number` is a whole multiple of `of`.
pub(super) fn is_multiple(number: &Number, of: &Number) -> bool {
    match (number.as_i128(), of.as_i128()) {
        (_, Some(0)) => true,
        (Some(number), Some(of)) => number % of == 0,
        _ => {
            let quotient = float(number) / float(of);
            // 0.3 is a multiple of 0.1 to everyone but binary floating point.
            (quotient - quotient.round()).abs() <= 1e-9 * quotient.abs().max(1.0)
        }
    }
}

/// Whether two values are the same to JSON Schema, to which 1 and 1.0 are.
pub(super) fn same(a: &Value, b: &Value) -> bool {
    match (a, b) {
        (Value::Number(a), Value::Number(b)) => compare(a, b) == Ordering::Equal,
        (Value::Array(a), Value::Array(b)) => {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| same(a, b))
        }
        (Value::Object(a), Value::Object(b)) => {
            a.len() == b.len() && a.iter().all(|(k, a)| b.get(k).is_some_and(|b| same(a, b)))
        }
        _ => a == b,
    }
}

fn float(number: &Number) -> f64 {
    // Adding zero makes -0.0 equal to 0.0 in the total order.
    number.as_f64().unwrap_or(f64::NAN) + 0.0
}
