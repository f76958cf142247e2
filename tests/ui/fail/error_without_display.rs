#![allow(unused)]

use tool_registry::prelude::*;

pub struct Broken;

/// D.
#[tool]
pub fn f() -> Result<u8, Broken> {
    Err(Broken)
}

fn main() {}
