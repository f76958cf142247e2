#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(descripton = "x")]
pub fn f() {}

fn main() {}
