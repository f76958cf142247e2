#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(include = ["helper"])]
#[derive(Default)]
pub struct S;

#[tool]
impl S {
    /// D.
    pub fn read(&self) {}
    #[tool(skip)]
    pub fn helper(&self) {}
}

fn main() {}
