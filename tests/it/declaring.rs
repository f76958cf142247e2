//! Every form of parameter, receiver and return type.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_registry::prelude::*;
use tool_registry::{Audio, Image, Resource};

use crate::registry;

async fn call(name: &str, arguments: Value) -> Result<ToolOutput, CallError> {
    registry().call(name, arguments).await
}

/// Which way.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, JsonSchema)]
pub enum Order {
    /// Smallest first.
    Up,
    /// Largest first.
    Down,
    Random,
}

/// A point.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
pub struct Point {
    /// To the right.
    x: f64,
    y: f64,
}

pub struct Greeting(pub String);

type Maybe<T> = Option<T>;
type Ctx = Context;
type Answer<T> = std::result::Result<T, Refused>;

/// An error that only displays.
pub struct Refused;
impl std::fmt::Display for Refused {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("refused")
    }
}

/// Shows every kind of parameter.
#[tool]
#[allow(clippy::too_many_arguments, reason = "that is the point")]
pub fn every_parameter(
    /// Some text.
    text: &str,
    owned: String,
    path: &Path,
    buffer: PathBuf,
    numbers: &[i32],
    maybe: Maybe<u8>,
    maybe_text: Option<&str>,
    cow: Cow<'_, str>,
    map: BTreeMap<String, u8>,
    order: Order,
    point: Point,
    #[tool(default = 7, example = 9)] count: u64,
    #[tool(default = "none")] label: String,
    #[tool(rename = "kind")] r#type: char,
) -> String {
    format!(
        "{text} {owned} {} {} {numbers:?} {maybe:?} {maybe_text:?} {cow} {map:?} {order:?} \
         {point:?} {count} {label} {type}",
        path.display(),
        buffer.display()
    )
}

/// Takes what comes from the call.
#[tool]
pub fn injected_parameters(
    context: &Context,
    again: Ctx,
    caller: Caller,
    state: State<Greeting>,
    token: CancellationToken,
    progress: &Progress,
    name: &str,
) -> String {
    progress.report(1.0, None);
    format!(
        "{} {name} {} {} {:?} {}",
        state.0.0,
        context.tool(),
        again.tool(),
        caller.name(),
        token.is_cancelled()
    )
}

/// Gives nothing.
#[tool]
pub fn gives_nothing() {}

/// Gives an alias of a result whose error only displays.
#[tool]
pub fn gives_alias(fail: bool) -> Answer<u8> {
    if fail { Err(Refused) } else { Ok(1) }
}

/// Gives an error with a source.
#[tool]
pub async fn gives_error() -> Result<Point, std::io::Error> {
    Err(std::io::Error::other("no disk"))
}

/// Gives borrowed text.
#[tool]
pub fn gives_str() -> &'static str {
    "text"
}

/// Gives structured JSON.
#[tool]
pub fn gives_json() -> Json<Point> {
    Json(Point { x: 1.0, y: 2.0 })
}

/// Gives a picture.
#[tool]
pub fn gives_image() -> Image {
    Image::new("image/png", b"foo")
}

/// Gives a sound, or not.
#[tool]
pub fn gives_audio() -> Result<Audio, String> {
    Ok(Audio::new("audio/wav", b"foo"))
}

/// Gives a document.
#[tool]
pub fn gives_resource() -> Resource {
    Resource::text("file:///a", "b")
}

/// Gives an output of its own making.
#[tool]
pub fn gives_output() -> ToolOutput {
    ToolOutput::text("x").with_meta("n", 1)
}

/// Has a raw name.
#[tool]
pub fn r#match(r#in: u8) -> u8 {
    r#in
}

/// Has a parameter that is not there.
#[tool]
pub fn cfg_parameter(a: u8, #[cfg(any())] b: Nope, c: u8) -> u8 {
    a - c
}

macro_rules! made {
    ($name:ident, $t:ty) => {
        /// Made by a macro.
        #[tool]
        pub fn $name(x: $t) -> bool {
            x.is_none()
        }
    };
}
made!(made_by_macro, Option<u8>);

/// A trait of the program.
pub trait Shout {
    fn shout(&self, word: &str) -> String;
}

/// Shouts.
#[derive(Default)]
pub struct Shouter;

/// Shouts words.
#[tool]
impl Shout for Shouter {
    /// Makes a word loud.
    fn shout(&self, word: &str) -> String {
        word.to_uppercase()
    }
}

/// One of several kinds.
#[tool]
#[derive(Default)]
pub enum Mode {
    #[default]
    Fast,
}

#[tool]
impl Mode {
    /// Says which mode it is.
    pub fn current(&self) -> &'static str {
        match self {
            Self::Fast => "fast",
        }
    }

    /// Is not there.
    #[cfg(any())]
    pub fn gone(&self, x: Nope) {}

    /// Is not a tool.
    #[tool(skip)]
    pub fn skipped(&self) {}

    /// Is a tool though private.
    #[tool(rename = "hidden-name")]
    fn private(&self, same: Option<Vec<u8>>) -> usize {
        same.map_or(0, |v| v.len())
    }

    fn helper(&self) {}
}

mod other_block {
    use super::*;

    #[tool]
    impl Mode {
        /// From another module.
        pub fn elsewhere(&self) -> u8 {
            self.helper();
            self.skipped();
            2
        }
    }
}

/// Greets.
pub trait Greet {
    fn say(&self) -> u8;
}

/// Takes leave.
pub trait Leave {
    fn say(&self) -> u8;
}

/// Says two things.
#[tool(name = "Talker", include = ["late"])]
#[derive(Default)]
pub struct Speaker;

#[tool]
impl Speaker {
    /// Is renamed, and included by its identifier.
    #[tool(rename = "later")]
    pub fn late(&self) -> u8 {
        3
    }
}

/// Says two things by traits.
#[derive(Default)]
pub struct TwoTraits;

/// Greets and leaves.
#[tool]
impl Greet for TwoTraits {
    /// Says hello.
    fn say(&self) -> u8 {
        1
    }
}

#[tool]
impl Leave for TwoTraits {
    /// Says goodbye.
    #[tool(rename = "leave")]
    fn say(&self) -> u8 {
        2
    }
}

/// A shelf for one kind of thing.
#[derive(Default)]
pub struct Store<T, const N: usize>(Vec<T>);

/// Keeps things of one kind.
#[tool(instances = ["ByteStore = Store<u8, 2>", "WordStore = Store<String, 1>"])]
impl<T: Clone + Send + Sync + 'static, const N: usize> Store<T, N> {
    /// Keeps a thing and says how many there are, and how many there may be.
    pub fn keep(&mut self, thing: T) -> (usize, usize) {
        self.0.push(thing);
        (self.0.len(), N)
    }
}

/// What a database has.
pub trait Db {
    /// One row of it.
    type Row: serde::de::DeserializeOwned + serde::Serialize + schemars::JsonSchema + Send;
    /// How many columns a key has.
    const KEY: usize;
}

/// A database of numbers.
#[derive(Default)]
pub struct Numbers;

impl Db for Numbers {
    type Row = u16;
    const KEY: usize = 2;
}

/// A table of some database.
#[derive(Default)]
pub struct Table<D>(std::marker::PhantomData<fn() -> D>);

/// Keeps rows.
#[tool(instances = ["NumberTable = Table<Numbers>"])]
impl<D> Table<D>
where
    D: Db + Send + 'static,
{
    /// Gives a row back.
    pub fn echo(&self, row: D::Row, rest: Vec<D::Row>, key: [u8; 2]) -> (D::Row, usize, usize) {
        (row, rest.len(), D::KEY + key.len())
    }
}

#[tokio::test]
async fn associated_types_of_a_type_parameter_are_those_of_its_instance() {
    let arguments = json!({"row": 7, "rest": [1], "key": [0, 1]});
    assert_eq!(call("NumberTable.echo", arguments).await.unwrap().data(), json!([7, 1, 4]));
    let tool = registry().get("NumberTable").unwrap();
    assert_eq!(
        tool.schemas["echo"].input_schema["properties"]["row"],
        json!({"type": "integer", "minimum": 0, "maximum": 65535})
    );
}

#[tokio::test]
async fn renamed_methods_two_traits_and_instances_of_a_generic_type() {
    assert_eq!(call("Talker.later", json!({})).await.unwrap().data(), 3);
    assert_eq!(select![Speaker::{late}].to_string(), "Talker:later");
    assert_eq!(call("TwoTraits.say", json!({})).await.unwrap().data(), 1);
    assert_eq!(call("TwoTraits.leave", json!({})).await.unwrap().data(), 2);
    assert_eq!(call("ByteStore.keep", json!({"thing": 7})).await.unwrap().data(), json!([1, 2]));
    assert_eq!(call("WordStore.keep", json!({"thing": "a"})).await.unwrap().data(), json!([1, 1]));
    assert!(call("ByteStore.keep", json!({"thing": 256})).await.is_err());
}

#[tokio::test]
async fn every_kind_of_parameter_arrives() {
    let output = call(
        "every_parameter",
        json!({
            "text": "a", "owned": "b", "path": "c/d", "buffer": "e", "numbers": [1, -2],
            "maybe": 3, "maybe_text": "f", "cow": "g", "map": {"h": 4}, "order": "Down",
            "point": {"x": 1.5, "y": 2.0}, "kind": "z"
        }),
    )
    .await
    .unwrap();
    assert_eq!(
        output.as_text().unwrap(),
        "a b c/d e [1, -2] Some(3) Some(\"f\") g {\"h\": 4} Down Point { x: 1.5, y: 2.0 } 7 none z"
    );
}

#[test]
fn the_schema_says_what_the_signature_says() {
    let registry = registry();
    let tool = registry.get("every_parameter").unwrap();
    let schema = &tool.schemas["every_parameter"];
    let properties = &schema.input_schema["properties"];
    assert_eq!(properties["text"], json!({"type": "string", "description": "Some text."}));
    assert_eq!(properties["maybe"]["type"], json!(["integer", "null"]));
    assert_eq!(properties["order"]["enum"], json!(["Up", "Down", "Random"]));
    assert_eq!(properties["count"]["default"], json!(7));
    assert_eq!(properties["count"]["maximum"], json!(u64::MAX));
    assert_eq!(
        schema.input_schema["required"],
        json!([
            "text", "owned", "path", "buffer", "numbers", "cow", "map", "order", "point", "kind"
        ])
    );
    assert_eq!(schema.input_schema["additionalProperties"], json!(false));
    let count = schema.parameters.iter().find(|p| p.name == "count").unwrap();
    assert_eq!(
        serde_json::to_value(count).unwrap(),
        json!({"name": "count", "description": "", "type": "integer", "required": false,
               "default": 7, "examples": [9]})
    );
    let cfg = registry.get("cfg_parameter").unwrap();
    let names: Vec<_> =
        cfg.schemas["cfg_parameter"].parameters.iter().map(|p| p.name.as_str()).collect();
    assert_eq!(names, ["a", "c"]);
}

#[tokio::test]
async fn injected_parameters_are_not_arguments() {
    let registry = registry();
    let tool = registry.get("injected_parameters").unwrap();
    assert_eq!(tool.schemas["injected_parameters"].input_schema["required"], json!(["name"]));
    let view = registry.view().caller(Caller::agent("ada")).build().unwrap();
    let output = view.call("injected_parameters", json!({"name": "you"})).await.unwrap();
    assert_eq!(
        output.as_text().unwrap(),
        "hello you injected_parameters injected_parameters Some(\"ada\") false"
    );
}

#[tokio::test]
async fn every_kind_of_result() {
    assert_eq!(call("gives_nothing", json!({})).await.unwrap().data(), Value::Null);
    assert_eq!(call("gives_alias", json!({"fail": false})).await.unwrap().data(), 1);
    let refused = call("gives_alias", json!({"fail": true})).await.unwrap_err();
    assert_eq!((refused.code().as_str(), refused.message()), ("failed", "refused"));
    let failed = call("gives_error", json!({})).await.unwrap_err();
    assert_eq!(failed.message(), "no disk");
    assert!(std::error::Error::source(&failed).unwrap().is::<std::io::Error>());
    assert_eq!(call("gives_str", json!({})).await.unwrap().as_text(), Some("text"));
    assert_eq!(call("gives_json", json!({})).await.unwrap().data(), json!({"x": 1.0, "y": 2.0}));
    for (name, kind) in
        [("gives_image", "image"), ("gives_audio", "audio"), ("gives_resource", "resource")]
    {
        let output = serde_json::to_value(call(name, json!({})).await.unwrap()).unwrap();
        assert_eq!(output["content"][0]["type"], kind);
    }
    assert_eq!(call("gives_output", json!({})).await.unwrap().meta()["n"], 1);
}

#[tokio::test]
async fn names_cfgs_macros_traits_and_several_blocks() {
    assert_eq!(call("match", json!({"in": 4})).await.unwrap().data(), 4);
    assert_eq!(call("cfg_parameter", json!({"a": 4, "c": 1})).await.unwrap().data(), 3);
    assert_eq!(call("made_by_macro", json!({})).await.unwrap().data(), true);
    let loud = call("Shouter.shout", json!({"word": "hey"})).await.unwrap();
    assert_eq!(loud.as_text(), Some("HEY"));
    let mode = registry().get("Mode").unwrap();
    assert_eq!(mode.schemas.keys().collect::<Vec<_>>(), ["current", "hidden-name", "elsewhere"]);
    assert_eq!(call("Mode.elsewhere", json!({})).await.unwrap().data(), 2);
    assert_eq!(call("Mode.hidden-name", json!({"same": [1, 2]})).await.unwrap().data(), 2);
}

#[test]
fn select_is_checked_by_the_compiler_and_reads_like_the_text_form() {
    let chosen = select![Mode::{current, elsewhere}, made_by_macro];
    assert_eq!(chosen.to_string(), "Mode:current,elsewhere;made_by_macro");
    let view = registry().view().select(chosen).unwrap().build().unwrap();
    assert_eq!(view.names(), ["Mode.current", "Mode.elsewhere", "made_by_macro"]);
}

#[test]
fn output_schemas_come_from_types_that_have_one() {
    let registry = registry();
    let schema = |name: &str| registry.get(name).unwrap().schemas[name].output_schema.clone();
    assert_eq!(schema("gives_alias").unwrap()["type"], "integer");
    assert_eq!(schema("gives_error").unwrap()["properties"]["x"]["description"], "To the right.");
    assert_eq!(schema("gives_nothing"), None);
    assert_eq!(schema("gives_image"), None);
}
