//! Calls that go wrong: each mistake has its own words, and nothing is lost.

use serde_json::{Value, json};
use tool_registry::prelude::*;

use crate::registry;

/// A range of lines.
#[derive(serde::Serialize, serde::Deserialize, schemars::JsonSchema)]
pub struct Range {
    from: u8,
    to: Option<u8>,
}

/// Picks lines.
#[tool]
pub fn pick_lines(path: String, range: Range, #[tool(default = 1)] step: u8) -> String {
    format!("{path} {}..{:?} {step}", range.from, range.to)
}

/// Panics at once.
#[tool]
pub fn panics_now() -> u8 {
    panic!("boom")
}

/// Panics later.
#[tool]
pub async fn panics_later() -> u8 {
    tokio::task::yield_now().await;
    panic!("boom {}", 2)
}

/// Panics on the blocking pool.
#[tool(blocking)]
pub fn panics_blocking() -> u8 {
    panic!("boom")
}

/// Sleeps on the blocking pool.
#[tool(blocking)]
pub fn sleeps_blocking() -> u8 {
    std::thread::sleep(std::time::Duration::from_millis(60));
    1
}

/// Waits for ever.
#[tool]
pub async fn waits(token: CancellationToken) -> u8 {
    token.cancelled().await;
    0
}

/// Has many parameters.
#[tool]
#[allow(clippy::too_many_arguments, reason = "more than fit inline")]
pub fn many(
    a: u8,
    b: u8,
    c: u8,
    d: u8,
    e: u8,
    f: u8,
    g: u8,
    h: u8,
    i: u8,
    j: u8,
    k: u8,
    l: u8,
    m: u8,
) -> u8 {
    a + b + c + d + e + f + g + h + i + j + k + l + m
}

fn violations(error: &CallError) -> Vec<(String, String)> {
    let pairs = error.violations().iter();
    pairs.map(|v| (v.path.clone(), v.hint.clone().unwrap_or_default())).collect()
}

#[tokio::test]
async fn every_wrong_argument_is_named_at_once() {
    let view = registry().view().build().unwrap();
    let error = view
        .call("pick_lines", json!({"pth": "a", "range": {"from": 300, "too": 1}, "step": "x"}))
        .await
        .unwrap_err();
    assert_eq!(error.code().as_str(), "invalid_arguments");
    let mut paths: Vec<_> = violations(&error).into_iter().map(|(path, _)| path).collect();
    paths.sort();
    assert_eq!(paths, ["/path", "/pth", "/range/from", "/range/too", "/step"]);
    assert_eq!(violations(&error)[0].1, "did you mean `path`?");
    let envelope = serde_json::to_value(&error).unwrap();
    assert_eq!(envelope["ok"], false);
    assert_eq!(envelope["error"]["path"], "/pth");
}

#[tokio::test]
async fn a_nested_unknown_key_is_refused_though_serde_would_take_it() {
    let view = registry().view().build().unwrap();
    let error = view.call("pick_lines", json!({"path": "a", "range": {"from": 1, "too": 1}})).await;
    assert_eq!(
        violations(&error.unwrap_err()),
        [("/range/too".into(), "did you mean `to`?".into())]
    );
}

#[tokio::test]
async fn text_bytes_values_and_nothing() {
    let view = registry().view().build().unwrap();
    let text = r#" { "path" : "a\"b" , "range" : { "from" : 1 } } "#;
    for output in [
        view.call("pick_lines", text).await,
        view.call("pick_lines", text.as_bytes()).await,
        view.call("pick_lines", text.to_owned()).await,
        view.call("pick_lines", serde_json::from_str::<Value>(text).unwrap()).await,
    ] {
        assert_eq!(output.unwrap().as_text(), Some("a\"b 1..None 1"));
    }
    for nothing in ["", " ", "null", "{}", " { } "] {
        assert!(view.call("gives_nothing", nothing).await.is_ok(), "{nothing:?}");
    }
}

#[tokio::test]
async fn malformed_text_is_told_and_nothing_runs() {
    let view = registry().view().build().unwrap();
    for (text, said) in [
        ("{", "not valid JSON"),
        ("{\"path\": \"a\"} x", "not valid JSON"),
        ("[1]", "must be a JSON object"),
        ("\"path\"", "must be a JSON object"),
        ("{\"path\": tru, \"range\": {\"from\": 1}}", "not valid JSON"),
        ("{\"path\": \"a\", \"path\": \"b\", \"range\": {\"from\": 1}}", "given twice"),
        ("{\"path\": \"a\" \"range\": 1}", "not valid JSON"),
        ("{\"path\": }", "not valid JSON"),
        ("{,}", "not valid JSON"),
    ] {
        let error = view.call("pick_lines", text).await.unwrap_err();
        assert_eq!(error.code().as_str(), "invalid_arguments", "{text}");
        assert!(error.message().contains(said), "{text}: {}", error.message());
    }
}

#[tokio::test]
async fn what_is_hidden_reads_like_what_is_not_there() {
    let view = registry().view().select(["pick_lines"]).unwrap().build().unwrap();
    let hidden = view.call("panics_now", json!({})).await.unwrap_err();
    let absent = view.call("panics_nex", json!({})).await.unwrap_err();
    let text = |error: &CallError, name: &str| error.to_string().replace(name, "?");
    assert_eq!(text(&hidden, "panics_now"), text(&absent, "panics_nex"));
    let near = view.call("pick_line", json!({})).await.unwrap_err();
    assert_eq!(
        near.to_string(),
        "not_found: there is no tool `pick_line`; did you mean `pick_lines`?"
    );
}

#[tokio::test]
async fn panics_are_contained_wherever_they_happen() {
    let registry = registry();
    for name in ["panics_now", "panics_later", "panics_blocking"] {
        let error = registry.call(name, json!({})).await.unwrap_err();
        assert_eq!(error.code().as_str(), "panicked");
        assert!(error.message().starts_with("the tool panicked: boom"), "{}", error.message());
    }
}

#[tokio::test]
async fn a_blocking_tool_lets_the_runtime_tick() {
    let registry = registry();
    let ticks = async {
        let mut ticks = 0;
        loop {
            tokio::time::sleep(std::time::Duration::from_millis(5)).await;
            ticks += 1;
            if ticks == 4 {
                return ticks;
            }
        }
    };
    let call = registry.call("sleeps_blocking", json!({}));
    tokio::pin!(call, ticks);
    tokio::select! {
        biased;
        ticked = &mut ticks => assert_eq!(ticked, 4),
        _ = &mut call => panic!("the runtime did not tick while the tool slept"),
    }
    assert_eq!(call.await.unwrap().data(), 1);
}

#[tokio::test]
async fn a_call_is_cancelled_by_its_token() {
    let view = registry().view().build().unwrap();
    let token = CancellationToken::new();
    let call = view.execute(ToolCall::new("waits", json!({})).cancelled_by(token.clone()));
    let (result, ()) = tokio::join!(call, async {
        tokio::task::yield_now().await;
        token.cancel();
    });
    assert_eq!(result.unwrap_err().code().as_str(), "cancelled");
}

#[tokio::test]
async fn more_parameters_than_fit_inline() {
    let names = "abcdefghijklm";
    let arguments: Value = names.chars().map(|c| (c.to_string(), json!(1))).collect();
    assert_eq!(registry().call("many", arguments).await.unwrap().data(), 13);
}

#[tokio::test]
async fn progress_reaches_the_caller() {
    let view = registry().view().build().unwrap();
    let seen = std::sync::Arc::new(std::sync::Mutex::new(Vec::new()));
    let sink = std::sync::Arc::clone(&seen);
    let call = ToolCall::new("injected_parameters", json!({"name": "x"}))
        .on_progress(move |update| sink.lock().unwrap().push(update.progress));
    view.execute(call).await.unwrap();
    assert_eq!(*seen.lock().unwrap(), [1.0]);
}
