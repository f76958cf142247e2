#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(group = "a", group = "b")]
pub fn f() {}

fn main() {}
