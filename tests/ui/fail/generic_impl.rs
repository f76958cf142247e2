#![allow(unused)]

use tool_registry::prelude::*;

pub struct S<T>(T);

/// D.
#[tool]
impl<T> S<T> {
    /// D.
    pub fn read(&self) {}
}

fn main() {}
