//! Instances: shared, exclusive, re-entrant, and per view.

use serde_json::json;
use tool_registry::prelude::*;

use crate::registry;

/// A shelf of books.
#[tool]
pub struct Shelf {
    pub books: Vec<String>,
}

#[tool]
impl Shelf {
    /// Puts a book on the shelf.
    pub async fn put(&mut self, title: String) -> usize {
        tokio::task::yield_now().await;
        self.books.push(title);
        self.books.len()
    }

    /// Lists the books.
    pub fn titles(&self) -> Vec<String> {
        self.books.clone()
    }

    /// Calls another method of the same shelf while it holds the shelf.
    pub async fn put_again(&mut self, context: &Context) -> Result<ToolOutput, CallError> {
        context.call("Shelf.titles", json!({})).await
    }

    /// Reads the shelf while it reads the shelf.
    pub async fn read_again(&self, context: &Context) -> Result<ToolOutput, CallError> {
        context.call("Shelf.titles", json!({})).await
    }
}

#[tokio::test]
async fn calls_that_change_the_instance_do_not_mix() {
    let registry = registry();
    let calls = (0..20).map(|i| {
        let registry = registry.clone();
        tokio::spawn(
            async move { registry.call("Shelf.put", json!({"title": i.to_string()})).await },
        )
    });
    let mut lengths = Vec::new();
    for call in calls.collect::<Vec<_>>() {
        lengths.push(call.await.unwrap().unwrap().data().as_u64().unwrap());
    }
    lengths.sort_unstable();
    assert_eq!(lengths, (2..22).collect::<Vec<_>>());
}

#[tokio::test]
async fn a_reentrant_call_is_an_error_and_no_deadlock() {
    let registry = registry();
    let view = registry.view().build().unwrap();
    let error = view.call("Shelf.put_again", json!({})).await.unwrap_err();
    assert_eq!(error.code().as_str(), "unavailable");
    assert!(error.message().contains("in use by the call"), "{error}");
    let titles = view.call("Shelf.read_again", json!({})).await.unwrap();
    assert_eq!(titles.data(), json!(["Dune"]));
}

#[tokio::test]
async fn a_view_can_have_an_instance_of_its_own() {
    let registry = registry();
    let own = registry.view().provide(Shelf { books: vec![] }).build().unwrap();
    assert_eq!(own.call("Shelf.titles", json!({})).await.unwrap().data(), json!([]));
    assert_eq!(registry.call("Shelf.titles", json!({})).await.unwrap().data(), json!(["Dune"]));
}

#[test]
fn the_builder_tells_every_problem_at_once() {
    let error = Registry::builder()
        .provide(42u8)
        .provide(std::sync::Arc::new(Shelf { books: vec![] }))
        .expect(["Shelff", "Weather"])
        .build()
        .unwrap_err();
    let text = error.to_string();
    for part in [
        "an instance of u8 is provided, but no tool method takes one",
        "a shared instance of it::instances::Shelf cannot serve its methods that take `&mut self`",
        "tool `Shelff` is expected but not there; did you mean `Shelf`?",
        "tool `Weather` is expected but not there; its crate is not linked",
        "needs state of type it::declaring::Greeting for `state`",
        "instances.rs:",
    ] {
        assert!(text.contains(part), "{part}\n{text}");
    }
}
