#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub fn f(x: impl Into<String>) {}

fn main() {}
