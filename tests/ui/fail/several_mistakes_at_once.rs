#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(rsk = "low", timeout = "soon")]
pub fn f((a, b): (u8, u8), c: &mut u8) {}

fn main() {}
