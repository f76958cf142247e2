#![allow(unused)]

use tool_registry::prelude::*;

#[tool]
union U {
    a: u8,
    b: i8,
}

fn main() {}
