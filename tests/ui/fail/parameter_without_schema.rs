#![allow(unused)]

use tool_registry::prelude::*;

#[derive(serde::Deserialize)]
pub struct Query {
    pub text: String,
}

/// D.
#[tool]
pub fn f(query: Query) {}

fn main() {}
