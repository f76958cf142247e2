#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(docs = "stric")]
pub fn f() {}

fn main() {}
