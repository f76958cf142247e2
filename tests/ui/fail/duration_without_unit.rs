#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(timeout = "30")]
pub fn f() {}

fn main() {}
