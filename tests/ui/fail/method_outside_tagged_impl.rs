#![allow(unused)]

use tool_registry::prelude::*;

pub struct S;

impl S {
    /// D.
    #[tool]
    pub fn read(&self) {}
}

fn main() {}
