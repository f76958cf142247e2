//! The core of `tool-registry`: what a tool is, how tools are collected, chosen, shown and called.
//!
//! Most programs depend on the facade `tool-registry`, which re-exports all of this with the
//! `#[tool]` attribute. The way of the data:
//! `entry` → `collect` → `registry` → `selection` → `view` → `export` | `execute`.

#![cfg_attr(not(feature = "linkme"), forbid(unsafe_code))]
#![warn(missing_debug_implementations)]

mod arguments;
mod build;
mod call;
mod caller;
mod collect;
mod content;
mod context;
mod cursor;
mod describe;
mod docs;
mod dynamic;
mod entry;
mod error;
mod execute;
mod export;
mod instance;
mod locate;
mod model;
mod nearest;
mod need;
mod output;
mod record;
mod registry;
mod scan;
mod schema;
mod selection;
mod snapshot;
mod view;
mod violation;
mod wire;

#[doc(hidden)]
#[path = "private.rs"]
#[allow(missing_docs, reason = "not public API; used by generated code")]
pub mod __private;

pub use build::{BuildError, Problem, RegistryBuilder};
pub use call::{OutputStream, ToolCall};
pub use caller::Caller;
pub use collect::{Collected, collected};
pub use content::{Audio, Content, Image, Media, Resource};
pub use context::{Context, FromContext, Progress, ProgressUpdate, State};
pub use dynamic::{Callable, ToolBuilder, ToolError};
pub use entry::{Entry, EntryKind};
pub use error::{CallError, ErrorCode};
pub use export::{Export, Format};
#[cfg(feature = "inventory")]
#[doc(no_inline)]
pub use inventory;
pub use model::{Access, Behaviour, Names, Risk, Tool, ToolParam, ToolSchema};
pub use need::Need;
pub use output::{IntoToolOutput, Json, ToolOutput};
pub use registry::{Registry, RegistryError};
pub use scan::Arguments;
#[doc(no_inline)]
pub use schemars;
pub use selection::{IntoSelection, Selection, SelectionError};
pub use snapshot::Snapshot;
#[doc(no_inline)]
pub use tokio_util::sync::CancellationToken;
pub use view::{View, ViewBuilder, ViewCallable, ViewError, ViewSpec};
pub use violation::Violation;
