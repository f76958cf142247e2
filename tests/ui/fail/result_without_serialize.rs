#![allow(unused)]

use tool_registry::prelude::*;

pub struct Report;

/// D.
#[tool]
pub fn f() -> Report {
    Report
}

fn main() {}
