#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(risk = "dangerous")]
pub fn f() {}

fn main() {}
