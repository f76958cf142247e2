#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub fn f(#[tool(defualt = 1)] count: u32) {}

fn main() {}
