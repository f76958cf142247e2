#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(group = 3)]
pub fn f() {}

fn main() {}
