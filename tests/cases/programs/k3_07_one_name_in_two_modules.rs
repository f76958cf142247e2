//! Two tools of one name: the build says where both are.

use tool_registry::prelude::*;

mod one {
    use super::*;

    /// The first.
    #[tool]
    pub fn z() -> u8 {
        1
    }
}

mod two {
    use super::*;

    /// The second.
    #[tool(name = "z")]
    pub fn other() -> u8 {
        2
    }

    /// A type of the same name.
    #[tool(name = "y")]
    #[derive(Default)]
    pub struct A;

    #[tool]
    impl A {
        /// Runs.
        pub fn run(&self) {}
    }

    /// A function of the same name.
    #[tool]
    pub fn y() {}
}

/// Is alone.
#[tool]
fn alone() {}

fn main() {
    let _ = (one::z(), two::other(), two::y(), alone());
    let error = Registry::builder().build().unwrap_err();
    let file = file!();
    let right = format!(
        "the registry has 2 problems:\n  \
         - {file}:37: tool `y` is declared twice, also at {file}:27; rename one with `name = \"…\"`\n  \
         - {file}:20: tool `z` is declared twice, also at {file}:10; rename one with `name = \"…\"`"
    );
    assert_eq!(error.to_string(), right);
}
