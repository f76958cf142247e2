//! Running one call: decode, take the instance, run, contain.

use std::fmt;
use std::future::Future;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context as TaskContext, Poll};

use futures_core::Stream;
use serde_json::Value;
use tokio::sync::mpsc;
use tokio_util::sync::{CancellationToken, DropGuard};

use crate::arguments::Call;
use crate::call::ToolCall;
use crate::context::{Context, Inner, Progress};
use crate::describe::MethodSchema;
use crate::dynamic::{Checked, Handler};
use crate::entry::{Method, Receiver};
use crate::error::{CallError, ErrorCode};
use crate::instance::{Guard, Slot};
use crate::output::ToolOutput;
use crate::record::{Record, Run};
use crate::scan::{Arguments, Slots, malformed, not_an_object, repeated, scan};
use crate::schema;
use crate::view::View;

type CallResult = Result<ToolOutput, CallError>;

/// What a tool's generated function gives: a result at once, or work that leads to one.
pub enum Outcome {
    /// A synchronous tool is done.
    Ready(CallResult),
    /// An asynchronous one goes on.
    Future(Pin<Box<dyn Future<Output = Outcome> + Send>>),
    /// A blocking one is for the blocking pool.
    Blocking(Box<dyn FnOnce() -> CallResult + Send>),
}

impl Outcome {
    /// An asynchronous tool; the bound puts "not Send" at the tool that is not.
    pub fn future(work: impl Future<Output = Outcome> + Send + 'static) -> Self {
        Self::Future(Box::pin(work))
    }

    /// A blocking tool.
    pub fn blocking(work: impl FnOnce() -> CallResult + Send + 'static) -> Self {
        Self::Blocking(Box::new(work))
    }
}

impl fmt::Debug for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Ready(_) => "Ready",
            Self::Future(_) => "Future",
            Self::Blocking(_) => "Blocking",
        })
    }
}

/// Where the items of a streaming tool go.
pub type Sink = mpsc::Sender<Value>;

/// Runs a tool's stream inside its call: each item goes to the sink before the next is made;
/// without a sink the items become one array.
pub async fn drive<S: Stream>(
    stream: S,
    sink: Option<Sink>,
    output: impl Fn(S::Item) -> CallResult,
) -> Outcome {
    let mut stream = std::pin::pin!(stream);
    let mut items = String::from("[");
    while let Some(item) = std::future::poll_fn(|cx| stream.as_mut().poll_next(cx)).await {
        let item = match output(item) {
            Ok(item) => item,
            Err(error) => return Outcome::Ready(Err(error)),
        };
        match &sink {
            Some(sink) => {
                if sink.send(item.data()).await.is_err() {
                    return Outcome::Ready(Err(cancelled()));
                }
            }
            None => {
                if items.len() > 1 {
                    items.push(',');
                }
                items.push_str(&item.into_json());
            }
        }
    }
    Outcome::Ready(Ok(match sink {
        Some(_) => ToolOutput::empty(),
        None => ToolOutput::from_json_text(items + "]"),
    }))
}

fn cancelled() -> CallError {
    CallError::new(ErrorCode::Cancelled, "the call was cancelled")
}

/// What a call knows besides its arguments; the context is made when a tool asks for it.
pub(crate) struct Scope {
    view: View,
    target: Target,
    id: Option<String>,
    cancellation: Option<CancellationToken>,
    progress: Progress,
    context: Option<Context>,
    /// Cancels what the tool started when the call is dropped.
    on_drop: Option<DropGuard>,
}

impl Scope {
    pub(crate) fn context(&mut self) -> &Context {
        self.context.get_or_insert_with(|| {
            let token = match &self.cancellation {
                Some(token) => token.child_token(),
                None => CancellationToken::new(),
            };
            self.on_drop = Some(token.clone().drop_guard());
            Context(Arc::new(Inner {
                tool: self
                    .view
                    .record(self.target.tool as usize)
                    .callable_name(self.target.method as usize),
                id: self.id.take(),
                view: self.view.clone(),
                cancellation: token,
                progress: std::mem::take(&mut self.progress),
            }))
        })
    }
}

/// Where a name leads in a view.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Target {
    pub(crate) tool: u32,
    pub(crate) method: u32,
}

/// Runs one call of a target, cancelled by the call's own token.
pub(crate) async fn execute(
    view: &View,
    target: Target,
    arguments: Arguments<'_>,
    call: Option<Box<ToolCall>>,
    sink: Option<Sink>,
) -> CallResult {
    let mut scope = Scope {
        view: view.clone(),
        target,
        id: None,
        cancellation: None,
        progress: Progress::default(),
        context: None,
        on_drop: None,
    };
    if let Some(call) = call {
        let call = *call;
        scope.id = call.id;
        scope.cancellation = call.cancellation;
        scope.progress = call.progress;
    }
    let token = scope.cancellation.clone();
    let record = view.record(target.tool as usize);
    let Some(token) = token else {
        return run(view, record, target, arguments, &mut scope, sink).await;
    };
    let mut work = std::pin::pin!(run(view, record, target, arguments, &mut scope, sink));
    let mut stopped = std::pin::pin!(token.cancelled());
    std::future::poll_fn(|cx| {
        if stopped.as_mut().poll(cx).is_ready() {
            return Poll::Ready(Err(cancelled()));
        }
        work.as_mut().poll(cx)
    })
    .await
}

async fn run(
    view: &View,
    record: &Record,
    target: Target,
    arguments: Arguments<'_>,
    scope: &mut Scope,
    sink: Option<Sink>,
) -> CallResult {
    let callable = &record.callables[target.method as usize];
    match &callable.run {
        Run::Static { method, .. } => {
            let slot = match method.receiver {
                Receiver::None => None,
                _ => Some(view.slot(record)?),
            };
            run_static(method, callable.schema(), slot, arguments, scope, sink).await
        }
        Run::Dynamic { handler, .. } => {
            run_dynamic(handler, callable.schema(), arguments, scope).await
        }
    }
}

async fn run_static(
    method: &'static Method,
    schema: &MethodSchema,
    slot: Option<Slot>,
    arguments: Arguments<'_>,
    scope: &mut Scope,
    sink: Option<Sink>,
) -> CallResult {
    let (slot, guard) = match slot {
        None => (None, Guard::None),
        Some(Slot::Shared(shared)) => (None, Guard::Shared(shared)),
        Some(slot) => {
            let guard = slot.acquire(method.receiver).await?;
            (Some(slot), guard)
        }
    };
    let begin = || begin(method, schema, &arguments.0, guard, scope, sink);
    let Some(slot) = slot else {
        return match begin()? {
            Outcome::Ready(result) => result,
            outcome => finish(outcome).await,
        };
    };
    match slot.holding_now(method.receiver, begin)? {
        Outcome::Ready(result) => result,
        outcome => slot.holding(method.receiver, finish(outcome)).await,
    }
}

/// Decodes the arguments and starts the tool. No part of the future, so that what only decoding
/// needs is not kept, or moved, with it.
fn begin(
    method: &'static Method,
    schema: &MethodSchema,
    arguments: &[u8],
    guard: Guard,
    scope: &mut Scope,
    sink: Option<Sink>,
) -> Result<Outcome, CallError> {
    let mut call = Call {
        method,
        schema,
        slots: Slots::default(),
        violations: Vec::new(),
        failure: None,
        guard,
        scope,
        sink,
    };
    scan(arguments, method.params, &mut call.slots, &mut call.violations)
        .map_err(|violation| CallError::invalid_arguments(vec![violation]))?;
    contain(|| start(method, &mut call))
}

/// Unknown arguments stop a call also where every known one is right.
fn start(method: &'static Method, call: &mut Call<'_>) -> Outcome {
    if call.violations.is_empty() {
        return (method.call)(call);
    }
    // Decoding would run the tool, so the other arguments are only looked at.
    for (index, param) in method.params.iter().enumerate() {
        call.look_at(index, param);
    }
    call.refused()
}

/// Goes on until there is a result; the blocking pool is tokio's.
async fn finish(mut outcome: Outcome) -> CallResult {
    loop {
        outcome = match outcome {
            Outcome::Ready(result) => return result,
            Outcome::Future(work) => Contained(work).await?,
            Outcome::Blocking(work) => {
                let Ok(runtime) = tokio::runtime::Handle::try_current() else {
                    return Err(CallError::unavailable("a blocking tool needs a tokio runtime")
                        .with_hint("make the call inside a tokio runtime"));
                };
                match runtime.spawn_blocking(work).await {
                    Ok(result) => return result,
                    Err(error) => match error.try_into_panic() {
                        Ok(panic) => return Err(panicked(&*panic)),
                        Err(_) => return Err(cancelled()),
                    },
                }
            }
        }
    }
}

async fn run_dynamic(
    handler: &Handler,
    schema: &MethodSchema,
    arguments: Arguments<'_>,
    scope: &mut Scope,
) -> CallResult {
    let mut text = &*arguments.0;
    // Models send nothing, or null, where a tool takes nothing.
    if matches!(text.trim_ascii(), b"" | b"null") {
        text = b"{}";
    }
    let value: Value = serde_json::from_slice(text)
        .map_err(|_| CallError::invalid_arguments(vec![malformed(text)]))?;
    if !value.is_object() {
        return Err(CallError::invalid_arguments(vec![not_an_object(text)]));
    }
    let mut violations = repeated(text);
    violations.extend(schema::check(&schema.input, &schema.input, &value, ""));
    if !violations.is_empty() {
        return Err(CallError::invalid_arguments(violations));
    }
    let context = scope.context().clone();
    let work = contain(|| handler.run(Checked { text, value }, context))?;
    Contained(work).await?
}

fn contain<T>(work: impl FnOnce() -> T) -> Result<T, CallError> {
    // The call is over after a panic: nothing half-done is looked at again but the tool's own
    // instance, whose state is its author's.
    catch_unwind(AssertUnwindSafe(work)).map_err(|panic| panicked(&*panic))
}

fn panicked(panic: &(dyn std::any::Any + Send)) -> CallError {
    let text = panic
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    CallError::new(
        ErrorCode::Panicked,
        match text {
            Some(text) => format!("the tool panicked: {text}"),
            None => "the tool panicked".to_owned(),
        },
    )
}

/// A future whose panics are results.
struct Contained<T>(Pin<Box<dyn Future<Output = T> + Send>>);

impl<T> Future for Contained<T> {
    type Output = Result<T, CallError>;

    fn poll(mut self: Pin<&mut Self>, cx: &mut TaskContext<'_>) -> Poll<Self::Output> {
        match contain(|| self.0.as_mut().poll(cx)) {
            Ok(Poll::Ready(value)) => Poll::Ready(Ok(value)),
            Ok(Poll::Pending) => Poll::Pending,
            Err(error) => Poll::Ready(Err(error)),
        }
    }
}
