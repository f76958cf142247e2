#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(name = "my tool")]
pub fn f() {}

fn main() {}
