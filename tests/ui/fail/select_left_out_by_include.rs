#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(include = ["read"])]
#[derive(Default)]
pub struct S;

#[tool]
impl S {
    /// D.
    pub fn read(&self) {}
    /// D.
    pub fn write(&self) {}
}

fn view() -> Selection {
    select![S::{write}]
}

fn main() {}
