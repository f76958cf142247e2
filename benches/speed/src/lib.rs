//! The measured tools, and the floors: what the same work costs without a registry.
//!
//! Every floor takes JSON text and gives JSON text.
//!
//! - L1: the function itself, called directly (no JSON);
//! - L2: `from_slice` of a derived struct, the call, `to_vec`;
//! - L3: the same behind a `HashMap` from name to function;
//! - L4: the same with a boxed future.

use std::collections::HashMap;
use std::future::Future;
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use tool_registry::prelude::*;

/// The same tools, annotated.
pub mod annotated {
    use tool_registry::prelude::*;

    use super::Hit;

    /// Adds two integers.
    #[tool]
    pub fn add(a: i64, b: i64) -> i64 {
        super::add(a, b)
    }

    /// Adds two integers in a future.
    #[tool]
    pub async fn add_async(a: i64, b: i64) -> i64 {
        super::add(a, b)
    }

    /// Searches.
    #[tool]
    pub fn search(query: String, limit: Option<u32>, tags: Vec<String>) -> Vec<Hit> {
        super::search(query, limit, tags)
    }

    /// Gives the text back.
    #[tool]
    pub fn echo(text: String) -> String {
        super::echo(text)
    }

    /// A thousand more.
    pub mod thousand {
        use tool_registry::prelude::*;
        include!(concat!(env!("OUT_DIR"), "/thousand.rs"));
    }
}

#[derive(Deserialize)]
struct AddArguments {
    a: i64,
    b: i64,
}

#[derive(Deserialize)]
struct SearchArguments {
    query: String,
    limit: Option<u32>,
    tags: Vec<String>,
}

#[derive(Deserialize)]
struct EchoArguments {
    text: String,
}

/// One result of a search.
#[derive(Serialize, schemars::JsonSchema)]
pub struct Hit {
    title: String,
    score: f64,
}

/// The work of `add`.
#[inline(never)]
pub fn add(a: i64, b: i64) -> i64 {
    a.wrapping_add(b)
}

/// The work of `search`: three results.
#[inline(never)]
pub fn search(query: String, limit: Option<u32>, tags: Vec<String>) -> Vec<Hit> {
    (0..limit.unwrap_or(3).min(3))
        .map(|i| Hit {
            title: format!("{query} #{i}"),
            score: 0.9 / f64::from(i + 1) + tags.len() as f64 * 0.001,
        })
        .collect()
}

/// The work of `echo`.
#[inline(never)]
pub fn echo(text: String) -> String {
    text
}

/// What is measured: its name, the tool that it calls, and its arguments.
pub fn work() -> Vec<(&'static str, &'static str, String)> {
    let text: String = (0..1024)
        .map(|i| if i % 80 == 79 { '\n' } else { char::from(b'a' + (i % 26) as u8) })
        .collect();
    vec![
        ("add", "add", r#"{"a":40,"b":2}"#.into()),
        (
            "search",
            "search",
            r#"{"query":"rust async runtime","limit":3,"tags":["docs","tokio","async"]}"#.into(),
        ),
        ("echo1k", "echo", serde_json::json!({ "text": text }).to_string()),
    ]
}

/// A floor: JSON in, JSON out.
pub type Floor = fn(&[u8]) -> Vec<u8>;
/// A floor with a boxed future.
pub type AsyncFloor = Box<
    dyn for<'a> Fn(&'a [u8]) -> Pin<Box<dyn Future<Output = Vec<u8>> + Send + 'a>> + Send + Sync,
>;

fn l2_add(json: &[u8]) -> Vec<u8> {
    let AddArguments { a, b } = serde_json::from_slice(json).expect("arguments of add");
    serde_json::to_vec(&add(a, b)).expect("a number")
}

fn l2_search(json: &[u8]) -> Vec<u8> {
    let SearchArguments { query, limit, tags } =
        serde_json::from_slice(json).expect("arguments of search");
    serde_json::to_vec(&search(query, limit, tags)).expect("results")
}

fn l2_echo(json: &[u8]) -> Vec<u8> {
    let EchoArguments { text } = serde_json::from_slice(json).expect("arguments of echo");
    serde_json::to_vec(&echo(text)).expect("a text")
}

/// L2 of a tool.
pub fn l2(tool: &str) -> Floor {
    match tool {
        "add" => l2_add,
        "search" => l2_search,
        _ => l2_echo,
    }
}

/// L3: the floors by name, among `extra` others.
pub fn l3(extra: usize) -> HashMap<String, Floor> {
    let others = (0..extra).map(|i| (format!("tool_{i:05}"), l2_add as Floor));
    ["add", "search", "echo"]
        .map(|tool| (tool.to_owned(), l2(tool)))
        .into_iter()
        .chain(others)
        .collect()
}

/// L4: the floors by name, each behind a boxed future.
pub fn l4() -> HashMap<String, AsyncFloor> {
    let boxed =
        |floor: Floor| -> AsyncFloor { Box::new(move |json| Box::pin(async move { floor(json) })) };
    l3(0).into_iter().map(|(name, floor)| (name, boxed(floor))).collect()
}

/// A view of the three tools and `extra` others made at run time.
pub fn view(extra: usize) -> View {
    let registry = Registry::builder().build().expect("the measured tools are right");
    let mut names = ["add", "add_async", "search", "echo"].map(str::to_owned).to_vec();
    let others: Vec<String> = (0..extra).map(|i| format!("tool_{i:05}")).collect();
    let tool = |name: &String| {
        Tool::from_fn(name, "Adds two integers.", |pair: Pair, _| async move { add(pair.a, pair.b) })
    };
    registry.register_all(others.iter().map(tool)).expect("the others are right");
    names.extend(others);
    registry.view().select(names).and_then(|view| view.build()).expect("a right selection")
}

/// The arguments of a tool that is made at run time.
#[derive(Deserialize, schemars::JsonSchema)]
pub struct Pair {
    a: i64,
    b: i64,
}

/// Calls through the view, JSON text in, JSON text out.
pub async fn call(view: &View, name: &str, json: &str) -> String {
    view.call(name, json).await.expect("the measured calls are right").into_json()
}

/// The same, but text stays text.
pub async fn call_text(view: &View, name: &str, json: &str) -> String {
    view.call(name, json).await.expect("the measured calls are right").into_text()
}

/// A runtime of one thread, as the measured calls need no more.
pub fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().build().expect("a runtime")
}
