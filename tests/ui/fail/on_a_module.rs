#![allow(unused)]

use tool_registry::prelude::*;

#[tool]
mod tools {}

fn main() {}
