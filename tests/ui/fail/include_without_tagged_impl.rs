#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(include = ["read"])]
#[derive(Default)]
pub struct S;

impl S {
    pub fn read(&self) {}
}

fn main() {}
