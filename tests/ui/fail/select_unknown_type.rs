#![allow(unused)]

use tool_registry::prelude::*;

fn view() -> Selection {
    select![Editr]
}

fn main() {}
