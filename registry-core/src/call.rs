//! A call as a value: what an agent loop passes on.

use std::future::Future;
use std::pin::Pin;
use std::task::{Context as TaskContext, Poll};

use futures_core::Stream;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};
use tokio::sync::mpsc;
use tokio_util::sync::CancellationToken;

use crate::context::{Progress, ProgressUpdate};
use crate::error::CallError;
use crate::output::ToolOutput;

/// One call of one tool.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolCall {
    /// The caller's id of the call, as providers give one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The callable's name, or its wire name.
    pub name: String,
    /// A JSON object.
    #[serde(default)]
    pub arguments: Value,
    /// Anything to keep beside the call.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub meta: Map<String, Value>,
    #[serde(skip)]
    pub(crate) cancellation: Option<CancellationToken>,
    #[serde(skip)]
    pub(crate) progress: Progress,
}

impl ToolCall {
    /// A call of `name` with a JSON object of arguments.
    pub fn new(name: impl Into<String>, arguments: Value) -> Self {
        Self { name: name.into(), arguments, ..Self::default() }
    }

    /// The same call with an id.
    #[must_use]
    pub fn id(mut self, id: impl Into<String>) -> Self {
        self.id = Some(id.into());
        self
    }

    /// Ends the call with [`ErrorCode::Cancelled`](crate::ErrorCode::Cancelled) when `token` fires.
    #[must_use]
    pub fn cancelled_by(mut self, token: CancellationToken) -> Self {
        self.cancellation = Some(token);
        self
    }

    /// Sends the tool's progress to `sink`.
    #[must_use]
    pub fn on_progress(mut self, sink: impl Fn(ProgressUpdate) + Send + Sync + 'static) -> Self {
        self.progress = Progress::to(sink);
        self
    }
}

type Work = Pin<Box<dyn Future<Output = Result<ToolOutput, CallError>> + Send>>;

/// The items of a streaming call as they come; the call runs while this is polled, and stops
/// when it is dropped.
pub struct OutputStream {
    pub(crate) work: Option<Work>,
    pub(crate) items: mpsc::Receiver<Value>,
    pub(crate) end: Option<Result<Value, CallError>>,
}

impl OutputStream {
    /// The next item; `None` after the last. An error is the last item.
    pub async fn next(&mut self) -> Option<Result<Value, CallError>> {
        std::future::poll_fn(|cx| Pin::new(&mut *self).poll_next(cx)).await
    }
}

impl Stream for OutputStream {
    type Item = Result<Value, CallError>;

    fn poll_next(self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Option<Self::Item>> {
        let this = self.get_mut();
        if let Some(work) = &mut this.work
            && let Poll::Ready(result) = work.as_mut().poll(cx)
        {
            this.work = None;
            this.end = match result {
                Err(error) => Some(Err(error)),
                // A tool that does not stream gives its one result as one item.
                Ok(output) if output.data().is_null() => None,
                Ok(output) => Some(Ok(output.data())),
            };
        }
        match this.items.poll_recv(cx) {
            Poll::Ready(Some(item)) => Poll::Ready(Some(Ok(item))),
            Poll::Ready(None) => Poll::Ready(this.end.take()),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl std::fmt::Debug for OutputStream {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("OutputStream")
            .field("running", &self.work.is_some())
            .finish_non_exhaustive()
    }
}
