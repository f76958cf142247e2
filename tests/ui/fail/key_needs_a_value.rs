#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(group)]
pub fn f() {}

fn main() {}
