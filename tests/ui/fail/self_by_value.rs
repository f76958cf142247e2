#![allow(unused)]

use tool_registry::prelude::*;

#[derive(Default)]
pub struct S;

/// D.
#[tool]
impl S {
    /// D.
    pub fn read(self) {}
}

fn main() {}
