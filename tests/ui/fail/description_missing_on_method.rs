#![allow(unused)]

use tool_registry::prelude::*;

#[derive(Default)]
pub struct S;

/// D.
#[tool]
impl S {
    pub fn read(&self) {}
}

fn main() {}
