#![allow(unused)]

use tool_registry::prelude::*;

#[derive(Default)]
pub struct S;

/// D.
#[tool]
impl S {
    /// D.
    #[cfg_attr(all(), tool(skip))]
    pub fn read(&self) {}
}

fn main() {}
