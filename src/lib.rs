//! Annotate Rust types and functions with `#[tool]`; get schemas, one registry, views per caller,
//! exports for providers, and safe calls.
//!
//! ```standalone_crate
//! use tool_registry::prelude::*;
//!
//! /// Adds two integers.
//! #[tool]
//! pub fn add(a: i64, b: i64) -> i64 {
//!     a + b
//! }
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let registry = Registry::builder().build()?;
//! let view = registry.view().select(["add"])?.build()?;
//! # tokio::runtime::Builder::new_current_thread().build()?.block_on(async {
//! let sum = view.call("add", r#"{"a": 40, "b": 2}"#).await?;
//! assert_eq!(sum.data(), 42);
//! # Ok::<(), CallError>(()) })?;
//! # Ok(()) }
//! ```
//!
//! # Features
//! | name | adds | default |
//! |---|---|---|
//! | `macros` | `#[tool]` and `select!` | yes |
//! | `inventory` | collection of annotated tools through `inventory` | yes |
//! | `linkme` | collection through a linker section; `inventory` wins when both are on | no |
//! | `pattern` | checks `pattern` in schemas | no |
//! | `full` | `macros`, `inventory`, `pattern` | no |

#![forbid(unsafe_code)]

pub use registry_core::*;
#[cfg(feature = "macros")]
pub use registry_macros::{select, tool};

#[doc(hidden)]
pub use registry_core::__private;

/// What a program that declares or calls tools mostly needs.
pub mod prelude {
    pub use registry_core::{
        CallError, Caller, CancellationToken, Context, Entry, Format, FromContext, IntoToolOutput,
        Json, Progress, Registry, Selection, State, Tool, ToolCall, ToolOutput, ToolParam,
        ToolSchema, View, ViewError, ViewSpec, link,
    };
    #[cfg(feature = "macros")]
    pub use registry_macros::{select, tool};
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
