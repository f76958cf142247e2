#![allow(unused)]

use tool_registry::prelude::*;

macro_rules! more { () => { pub fn extra(&self) {} } }

#[derive(Default)]
pub struct S;

/// D.
#[tool]
impl S {
    /// D.
    pub fn read(&self) {}
    more!();
}

fn main() {}
