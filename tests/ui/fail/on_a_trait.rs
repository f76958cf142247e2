#![allow(unused)]

use tool_registry::prelude::*;

#[tool]
pub trait T {
    fn read(&self);
}

fn main() {}
