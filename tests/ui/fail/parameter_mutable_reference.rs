#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub fn f(x: &mut u8) {}

fn main() {}
