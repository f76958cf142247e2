#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(include = ["reads"])]
#[derive(Default)]
pub struct S;

#[tool]
impl S {
    /// D.
    pub fn read(&self) {}
}

fn main() {}
