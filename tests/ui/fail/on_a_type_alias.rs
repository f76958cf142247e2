#![allow(unused)]

use tool_registry::prelude::*;

#[tool]
type A = u8;

fn main() {}
