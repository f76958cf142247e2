#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(include = [])]
pub struct S;

fn main() {}
