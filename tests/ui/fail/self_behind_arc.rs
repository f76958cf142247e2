#![allow(unused)]

use tool_registry::prelude::*;

use std::sync::Arc;

#[derive(Default)]
pub struct S;

/// D.
#[tool]
impl S {
    /// D.
    pub fn read(self: Arc<Self>) {}
}

fn main() {}
