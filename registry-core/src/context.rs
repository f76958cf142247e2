//! What a tool may ask about its call: parameters that are injected and not arguments.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
use std::sync::Arc;

use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::caller::Caller;
use crate::error::CallError;
use crate::need::Need;
use crate::output::ToolOutput;
use crate::view::View;

/// A parameter that comes from the call and not from its arguments.
///
/// Implement it for a type of your own, and tools can take that type; it is never in the schema.
///
/// ```
/// use registry_core::{CallError, Context, FromContext};
///
/// /// The agent's name.
/// struct Agent(String);
///
/// impl FromContext for Agent {
///     fn from_context(context: &Context) -> Result<Self, CallError> {
///         let name = context.caller().name();
///         name.map(|name| Agent(name.into()))
///             .ok_or_else(|| CallError::unavailable("only a named agent may call this"))
///     }
/// }
/// ```
pub trait FromContext: Sized {
    /// Takes the value from the call.
    ///
    /// # Errors
    /// The call ends with the error that this gives.
    fn from_context(context: &Context) -> Result<Self, CallError>;

    /// The state that this needs; `build()` reports what is missing.
    #[must_use]
    fn needs() -> Vec<Need> {
        Vec::new()
    }
}

/// The call that a tool is running in. Cheap to clone.
#[derive(Clone)]
pub struct Context(pub(crate) Arc<Inner>);

pub(crate) struct Inner {
    pub(crate) tool: String,
    pub(crate) id: Option<String>,
    pub(crate) view: View,
    pub(crate) cancellation: CancellationToken,
    pub(crate) progress: Progress,
}

impl Context {
    /// The callable's name, such as `Editor.read`.
    #[must_use]
    pub fn tool(&self) -> &str {
        &self.0.tool
    }

    /// The caller's id of this call, if it gave one.
    #[must_use]
    pub fn call_id(&self) -> Option<&str> {
        self.0.id.as_deref()
    }

    /// Who calls.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        self.0.view.caller()
    }

    /// State of type `T`, given with `builder.state(…)`.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        self.0.view.state().get()
    }

    /// Fires when the call is cancelled or dropped; give it to what the tool starts.
    #[must_use]
    pub fn cancellation(&self) -> &CancellationToken {
        &self.0.cancellation
    }

    /// Where the tool reports how far it is.
    #[must_use]
    pub fn progress(&self) -> &Progress {
        &self.0.progress
    }

    /// The view that the call came through: what the caller sees.
    #[must_use]
    pub fn view(&self) -> &View {
        &self.0.view
    }

    /// Calls another tool as the same caller, through the same view.
    ///
    /// # Errors
    /// As [`View::call`]; also when it would wait for an instance that this call holds.
    pub async fn call(&self, name: &str, arguments: Value) -> Result<ToolOutput, CallError> {
        self.0.view.call(name, arguments).await
    }
}

impl fmt::Debug for Context {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Context")
            .field("tool", &self.0.tool)
            .field("id", &self.0.id)
            .field("caller", self.caller())
            .finish_non_exhaustive()
    }
}

impl FromContext for Context {
    fn from_context(context: &Context) -> Result<Self, CallError> {
        Ok(context.clone())
    }
}

impl FromContext for Caller {
    fn from_context(context: &Context) -> Result<Self, CallError> {
        Ok(context.caller().clone())
    }
}

impl FromContext for CancellationToken {
    fn from_context(context: &Context) -> Result<Self, CallError> {
        Ok(context.0.cancellation.clone())
    }
}

impl FromContext for Progress {
    fn from_context(context: &Context) -> Result<Self, CallError> {
        Ok(context.0.progress.clone())
    }
}

/// State that the program gave to the registry with `builder.state(value)`.
///
/// Shared by every call; `build()` fails when a tool needs state that nobody gave.
#[derive(Debug)]
pub struct State<T>(pub Arc<T>);

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<T> Deref for State<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T: Send + Sync + 'static> FromContext for State<T> {
    fn from_context(context: &Context) -> Result<Self, CallError> {
        context.state().map(State).ok_or_else(|| {
            CallError::unavailable(format!("no state of type {}", type_name::<T>()))
                .with_hint("give it to the registry with `.state(value)`")
        })
    }

    fn needs() -> Vec<Need> {
        vec![Need::state::<T>()]
    }
}

/// One report of how far a tool is.
#[derive(Debug, Clone, PartialEq)]
#[non_exhaustive]
pub struct ProgressUpdate {
    /// How much is done; it grows from report to report.
    pub progress: f64,
    /// How much there is, if known.
    pub total: Option<f64>,
    /// A word to the person who waits.
    pub message: Option<String>,
}

type ProgressSink = dyn Fn(ProgressUpdate) + Send + Sync;

/// Where a tool reports how far it is; a report that nobody listens to costs nothing.
#[derive(Clone, Default)]
pub struct Progress(Option<Arc<ProgressSink>>);

impl Progress {
    /// Sends every report to `sink`. It is called on the tool's task and must not block.
    pub fn to(sink: impl Fn(ProgressUpdate) + Send + Sync + 'static) -> Self {
        Self(Some(Arc::new(sink)))
    }

    /// Reports that `progress` of `total` is done.
    pub fn report(&self, progress: f64, total: Option<f64>) {
        self.send(progress, total, None);
    }

    /// Reports with a word to the person who waits.
    pub fn report_with(&self, progress: f64, total: Option<f64>, message: impl Into<String>) {
        self.send(progress, total, Some(message.into()));
    }

    fn send(&self, progress: f64, total: Option<f64>, message: Option<String>) {
        if let Some(sink) = &self.0 {
            sink(ProgressUpdate { progress, total, message });
        }
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Progress").field("listened", &self.0.is_some()).finish()
    }
}

/// Typed state, one value per type.
#[derive(Clone, Default)]
pub(crate) struct StateMap(HashMap<TypeId, Arc<dyn Any + Send + Sync>>);

impl StateMap {
    /// Adds a value; gives back whether one of its type was there already.
    pub(crate) fn insert<T: Send + Sync + 'static>(&mut self, value: T) -> bool {
        self.0.insert(TypeId::of::<T>(), Arc::new(value)).is_some()
    }

    pub(crate) fn get<T: Send + Sync + 'static>(&self) -> Option<Arc<T>> {
        Arc::clone(self.0.get(&TypeId::of::<T>())?).downcast().ok()
    }

    pub(crate) fn has(&self, need: &Need) -> bool {
        self.0.contains_key(&need.id)
    }
}
