#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub struct S<'a>(&'a str);

fn main() {}
