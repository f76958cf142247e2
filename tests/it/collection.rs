//! Collection and the registry itself.

use serde_json::json;
#[cfg(feature = "inventory")]
use tool_registry::EntryKind;
use tool_registry::prelude::*;
use tool_registry::{Callable, collected};

use crate::registry;

#[test]
fn tools_are_collected_in_the_order_of_their_names() {
    let tools = collected();
    let names: Vec<_> = tools.iter().map(|tool| tool.name()).collect();
    let mut sorted = names.clone();
    sorted.sort_unstable();
    assert_eq!(names, sorted);
    let mode = tools.iter().find(|tool| tool.name() == "Mode").unwrap();
    assert_eq!(mode.methods(), ["current", "hidden-name", "elsewhere"]);
    assert_eq!(mode.description(), "One of several kinds.");
    assert!(mode.file().ends_with("declaring.rs") && mode.line() > 100);
    assert_eq!(registry().list().len(), tools.len());
}

#[cfg(feature = "inventory")]
#[test]
fn entries_can_be_iterated() {
    let entries: Vec<&Entry> = tool_registry::inventory::iter::<Entry>
        .into_iter()
        .filter(|e| e.name() == "Mode")
        .collect();
    assert_eq!(entries.iter().filter(|e| e.kind() == EntryKind::Type).count(), 1);
    assert_eq!(entries.iter().filter(|e| e.kind() == EntryKind::Impl).count(), 2);
}

#[tokio::test]
async fn tools_come_and_go_at_run_time() {
    let registry = Registry::empty();
    let ping = || {
        Tool::builder("Net")
            .description("Looks at the network.")
            .method(Callable::with_schema(
                "ping",
                "Sends one packet.",
                json!({"type": "object", "properties": {"host": {"type": "string", "minLength": 1}},
                       "required": ["host"]}),
                |arguments, _| async move { format!("pong {}", arguments["host"]) },
            ))
            .build()
            .unwrap()
    };
    registry.register(ping()).unwrap();
    let before = registry.view().build().unwrap();
    let twice = registry.register(ping()).unwrap_err().to_string();
    assert!(twice.contains("tool `Net` is registered already") && twice.contains("collection.rs:"));
    assert_eq!(registry.revision(), 1);
    let error = before.call("Net.ping", json!({"host": "", "x": 1})).await.unwrap_err();
    assert_eq!(error.violations().len(), 2, "{error}");
    registry.replace(ping()).unwrap();
    registry.unregister("Net").unwrap();
    assert_eq!(registry.revision(), 3);
    assert_eq!(registry.unregister("Nett").unwrap_err().to_string(), "there is no tool `Nett`");
    assert!(registry.call("Net.ping", json!({"host": "a"})).await.is_err());
    let old = before.call("Net.ping", json!({"host": "a"})).await.unwrap();
    assert_eq!(old.as_text(), Some("pong \"a\""));
}

#[test]
fn a_selection_that_is_wrong_says_so() {
    let registry = registry();
    let error = registry.view().select(["Shelf:puut,titles"]).unwrap().build().unwrap_err();
    assert!(error.to_string().contains("did you mean `put`?"), "{error}");
    assert!(registry.view().select(["Shelf:"]).is_err());
    let view = registry.view().select(["Shelf: titles , put"]).unwrap().build().unwrap();
    assert_eq!(view.names(), ["Shelf.titles", "Shelf.put"]);
    let none = registry.view().select([] as [&str; 0]).unwrap().build().unwrap();
    assert!(none.names().is_empty());
}
