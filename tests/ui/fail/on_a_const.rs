#![allow(unused)]

use tool_registry::prelude::*;

#[tool]
const N: u8 = 1;

fn main() {}
