#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub fn f(#[tool(default = "many")] count: u32) {}

fn main() {}
