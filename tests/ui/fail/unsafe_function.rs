#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub unsafe fn f() {}

fn main() {}
