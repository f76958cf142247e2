#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(wire = "a.b")]
pub fn f() {}

fn main() {}
