//! Every kind of type that users write as a parameter.
#![allow(dead_code, reason = "the fields are there to be decoded")]

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::Value;

/// A colour.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) enum Color {
    /// warm
    Red,
    /// cool
    Green,
    Blue,
}

/// A level.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum Level {
    Low,
    #[serde(alias = "middle")]
    Mid,
    VeryHigh,
}

/// A unit of temperature.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) enum Unit {
    Celsius,
    Fahrenheit,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Range {
    /// where it starts
    pub(super) from: u8,
    pub(super) to: Option<u8>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Outer {
    /// the range
    pub(super) range: Range,
    pub(super) maybe: Option<Range>,
    /// target unit
    pub(super) unit: Unit,
    /// perhaps a unit
    pub(super) other: Option<Unit>,
    pub(super) colors: Vec<Color>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Widths {
    a: i8,
    b: i16,
    c: i32,
    d: i64,
    e: i128,
    f: u8,
    g: u16,
    h: u32,
    i: u64,
    j: u128,
    k: isize,
    l: usize,
    m: f32,
    n: f64,
    o: char,
    p: bool,
    q: String,
    r: std::num::NonZeroU8,
    s: Option<u8>,
}

/// A tree.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Tree {
    value: u32,
    /// the left one
    left: Option<Box<Tree>>,
    children: Vec<Tree>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Ping {
    pong: Option<Box<Pong>>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Pong {
    pings: Vec<Ping>,
}

/// An expression.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "op", rename_all = "snake_case")]
pub(super) enum Expr {
    Num { value: f64 },
    Add { left: Box<Expr>, right: Box<Expr> },
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Point {
    x: i32,
    y: i32,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Newtype(u16);

/// A name.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(transparent)]
pub(super) struct Transparent {
    inner: String,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Pair(u8, String);

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Unity;

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Empty {}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) enum External {
    /// nothing
    Unit,
    New(Point),
    NewInt(u8),
    Tuple(u8, String),
    Struct {
        /// a number
        a: u8,
        b: Option<String>,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind")]
pub(super) enum Internal {
    /// nothing
    Unit,
    New(Point),
    Struct {
        a: u8,
        b: Option<String>,
    },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "t", content = "c")]
pub(super) enum Adjacent {
    Unit,
    New(Point),
    Tuple(u8, String),
    Struct { a: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Untagged {
    Unit,
    Text(String),
    Point(Point),
    Struct { a: u8 },
    Tuple(u8, u8),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "kind", deny_unknown_fields)]
pub(super) enum InternalDeny {
    Unit,
    Struct { a: u8 },
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Collections {
    hash: HashMap<String, u8>,
    tree: BTreeMap<u8, Point>,
    any: HashMap<String, Value>,
    signed: BTreeMap<i16, bool>,
    enums: BTreeMap<Key, u8>,
    pair: (u8, String),
    bytes: [u8; 3],
    set: HashSet<String>,
    numbers: BTreeSet<u8>,
    nested: Vec<Vec<u8>>,
    value: Value,
    values: Vec<Value>,
    maybe_value: Option<Value>,
    unit: (),
}

#[derive(Debug, Deserialize, JsonSchema, PartialEq, Eq, PartialOrd, Ord)]
#[serde(rename_all = "lowercase")]
pub(super) enum Key {
    One,
    Two,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Foreign {
    at: chrono::DateTime<chrono::Utc>,
    on: chrono::NaiveDate,
    id: uuid::Uuid,
    link: url::Url,
    lasts: std::time::Duration,
    maybe_at: Option<chrono::DateTime<chrono::Utc>>,
    path: std::path::PathBuf,
    ip: std::net::IpAddr,
}

/// A variant that holds the enum again.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(tag = "shape")]
pub(super) enum Shape {
    Dot(Point),
    Group(Group),
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Group {
    items: Vec<Shape>,
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(untagged)]
pub(super) enum Json {
    Number(f64),
    List(Vec<Json>),
    Named(BTreeMap<String, Json>),
}

#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Attributes {
    #[serde(rename = "type")]
    kind: String,
    #[serde(alias = "hue")]
    main_color: u8,
    #[serde(skip)]
    hidden: u8,
    limit: u32,
    ratio: f64,
    point: PointD,
    level: Option<u8>,
}

#[derive(Debug, Deserialize, serde::Serialize, JsonSchema, Default)]
pub(super) struct PointD {
    x: i32,
}

impl serde::Serialize for Attributes {
    fn serialize<S: serde::Serializer>(&self, s: S) -> Result<S::Ok, S::Error> {
        serde_json::json!({"type": self.kind, "mainColor": self.main_color, "limit": self.limit,
            "ratio": self.ratio, "point": self.point, "level": self.level})
        .serialize(s)
    }
}

impl Default for Attributes {
    fn default() -> Self {
        Self {
            kind: "plain".into(),
            main_color: 3,
            hidden: 0,
            limit: 10,
            ratio: f64::NAN,
            point: PointD { x: 1 },
            level: None,
        }
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Constrained {
    #[schemars(range(min = 1, max = 10))]
    small: u32,
    #[schemars(length(min = 1, max = 3))]
    text: String,
    #[schemars(length(min = 1))]
    list: Vec<u8>,
    #[schemars(extend("exclusiveMinimum" = 0))]
    positive: f64,
    #[schemars(regex(pattern = "^[a-z]+$"))]
    word: String,
    #[schemars(range(min = 0.5))]
    maybe: Option<f32>,
    /// doc text
    #[schemars(description = "told text")]
    told: u8,
    #[schemars(extend("multipleOf" = 5))]
    fives: i64,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Generic<T> {
    item: T,
    list: Vec<T>,
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Generics {
    a: Generic<u8>,
    b: Generic<String>,
}

/// Names that are keywords of JSON Schema too.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Keywords {
    title: String,
    format: u8,
    default: Option<Point>,
    #[serde(rename = "$ref")]
    reference: String,
    #[serde(rename = "enum")]
    list: Vec<String>,
    #[serde(rename = "$schema")]
    schema: bool,
    #[serde(rename = "$defs")]
    defs: bool,
    properties: bool,
    pattern: String,
}

pub(super) mod left {
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    pub(in crate::schema) struct P {
        l: u8,
    }
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    pub(in crate::schema) struct Node {
        l: Vec<Node>,
    }
}

pub(super) mod right {
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    pub(in crate::schema) struct P {
        r: u8,
    }
    #[derive(Debug, serde::Deserialize, schemars::JsonSchema)]
    pub(in crate::schema) struct Node {
        r: Vec<Node>,
    }
}

#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct SameNames {
    a: left::P,
    b: right::P,
    c: left::Node,
    d: right::Node,
}

/// What stands beside `$ref`s and defaults.
#[derive(Debug, Deserialize, JsonSchema)]
pub(super) struct Beside {
    /// a documented colour
    color: Color,
    /// perhaps one
    maybe: Option<Color>,
    /// a tree
    tree: Tree,
    #[serde(default = "five")]
    count: u8,
    #[serde(default)]
    list: Vec<u8>,
    #[serde(default = "nan")]
    nan: f64,
    ext: Option<External>,
}

fn five() -> u8 {
    5
}

fn nan() -> f64 {
    f64::NAN
}
