//! Types with flattened parts.
#![allow(dead_code, reason = "the fields are there to be decoded")]

use std::collections::HashMap;

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

use super::types::{Expr, Internal, Point};

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatStruct {
    name: String,
    #[serde(flatten)]
    point: Point,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FlatDeny {
    name: String,
    #[serde(flatten)]
    point: Point,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatMap {
    name: String,
    #[serde(flatten)]
    rest: HashMap<String, u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatAny {
    name: String,
    #[serde(flatten)]
    rest: HashMap<String, Value>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) enum Choice {
    A { x: u8 },
    B(Point),
    C,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatEnum {
    a: String,
    #[serde(flatten)]
    choice: Choice,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatOptionEnum {
    a: String,
    #[serde(flatten)]
    choice: Option<Choice>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct FlatOptionEnumDeny {
    a: String,
    #[serde(flatten)]
    choice: Option<Choice>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatTagged {
    name: String,
    #[serde(flatten)]
    choice: Internal,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatTwo {
    a: String,
    #[serde(flatten)]
    tagged: InternalTwo,
    #[serde(flatten)]
    choice: Choice,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
pub(super) enum InternalTwo {
    P { p: u8 },
    Q { q: u8 },
}

/// Nothing of its own but what it flattens.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatOnly {
    #[serde(flatten)]
    choice: Option<Choice>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatRecursive {
    name: String,
    #[serde(flatten)]
    expr: Expr,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct FlatOptionStruct {
    a: String,
    #[serde(flatten)]
    point: Option<Point>,
}
