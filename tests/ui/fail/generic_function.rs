#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub fn f<T>(x: T) {}

fn main() {}
