#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
#[derive(Default)]
pub struct S;

#[tool]
impl S {
    /// D.
    pub fn read(&self) {}
}

fn view() -> Selection {
    select![S::{reads}]
}

fn main() {}
