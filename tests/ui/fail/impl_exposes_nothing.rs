#![allow(unused)]

use tool_registry::prelude::*;

pub struct S;

#[tool]
impl S {
    fn read(&self) {}
}

fn main() {}
