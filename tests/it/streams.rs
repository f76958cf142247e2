//! Tools that give their result item by item.

use std::sync::atomic::{AtomicUsize, Ordering};

use futures_core::Stream;
use futures_util::stream;
use serde_json::json;
use tool_registry::prelude::*;

use crate::registry;

static MADE: AtomicUsize = AtomicUsize::new(0);

/// Counts up.
#[tool]
pub fn counts_up(to: usize) -> impl Stream<Item = usize> {
    stream::unfold(0, move |n| async move {
        tokio::task::yield_now().await;
        MADE.fetch_add(1, Ordering::SeqCst);
        (n < to).then_some((n, n + 1))
    })
}

/// Fails in the middle.
#[tool]
pub async fn breaks_off(words: &str) -> Result<impl Stream<Item = Result<String, String>>, String> {
    if words.is_empty() {
        return Err("no words".into());
    }
    let words: Vec<_> = words.split(' ').map(str::to_owned).collect();
    Ok(stream::iter(words.into_iter().map(|w| if w == "bad" { Err(w) } else { Ok(w) })))
}

#[tokio::test]
async fn the_first_item_arrives_before_the_last_is_made() {
    let view = registry().view().build().unwrap();
    let mut items = view.stream("counts_up", json!({"to": 100})).unwrap();
    assert_eq!(items.next().await.unwrap().unwrap(), 0);
    assert!(MADE.load(Ordering::SeqCst) < 10, "the tool ran ahead of its reader");
    let mut count = 1;
    while let Some(item) = items.next().await {
        assert_eq!(item.unwrap(), count);
        count += 1;
    }
    assert_eq!(count, 100);
}

#[tokio::test]
async fn a_plain_call_collects_the_items() {
    let registry = registry();
    let all = registry.call("counts_up", json!({"to": 3})).await.unwrap();
    assert_eq!(all.data(), json!([0, 1, 2]));
    assert!(registry.get("counts_up").unwrap().schemas["counts_up"].behaviour.streaming);
}

#[tokio::test]
async fn an_error_ends_the_stream() {
    let view = registry().view().build().unwrap();
    let mut items = view.stream("breaks_off", json!({"words": "a bad b"})).unwrap();
    assert_eq!(items.next().await.unwrap().unwrap(), "a");
    assert_eq!(items.next().await.unwrap().unwrap_err().message(), "bad");
    assert!(items.next().await.is_none());
    let error = view.call("breaks_off", json!({"words": ""})).await.unwrap_err();
    assert_eq!(error.message(), "no words");
}

#[tokio::test]
async fn a_tool_that_does_not_stream_gives_one_item() {
    let view = registry().view().build().unwrap();
    let mut items = view.stream("gives_str", json!({})).unwrap();
    assert_eq!(items.next().await.unwrap().unwrap(), "text");
    assert!(items.next().await.is_none());
}
