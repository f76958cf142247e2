#![allow(unused)]

use tool_registry::prelude::*;

#[derive(schemars::JsonSchema)]
pub struct Query {
    pub text: String,
}

/// D.
#[tool]
pub fn f(query: Query) {}

fn main() {}
