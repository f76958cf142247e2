#![allow(unused)]

use tool_registry::prelude::*;

#[derive(Default)]
pub struct S;

/// D.
#[tool]
impl S {
    /// D.
    #[tool(rename = "a:b")]
    pub fn read(&self) {}
}

fn main() {}
