use tool_registry::prelude::*;

pub struct S;

/// D.
#[tool(include = ["raed"])]
impl S {
    /// D.
    pub fn read() {}
}

fn main() {}
