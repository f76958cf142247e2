#![allow(unused)]

use tool_registry::prelude::*;

pub struct Query;

/// D.
#[tool]
pub fn f(query: Query) {}

fn main() {}
