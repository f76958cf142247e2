#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub struct S<T>(T);

fn main() {}
