#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
#[derive(Default)]
pub struct S;

#[tool]
impl S {
    /// D.
    #[tool(include = ["run"])]
    pub fn run(&self) {}
}

fn main() {}
