#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool(blocking)]
pub async fn f() {}

fn main() {}
