#![allow(unused)]

use tool_registry::prelude::*;

/// D.
#[tool]
pub async fn f() {
    let local = std::rc::Rc::new(1);
    std::future::ready(()).await;
    drop(local);
}

fn main() {}
