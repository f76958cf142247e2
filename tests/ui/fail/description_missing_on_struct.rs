#![allow(unused)]

use tool_registry::prelude::*;

#[tool]
pub struct S;

fn main() {}
