#![allow(unused)]

use tool_registry::prelude::*;

pub struct S;

/// D.
#[tool(include = ["reads"])]
impl S {
    /// D.
    pub fn read() {}
}

fn main() {}
