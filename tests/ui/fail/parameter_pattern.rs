#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub fn f((a, b): (u8, u8)) {}

fn main() {}
