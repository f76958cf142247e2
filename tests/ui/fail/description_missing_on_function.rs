#![allow(unused)]

use tool_registry::prelude::*;

#[tool]
pub fn f() {}

fn main() {}
