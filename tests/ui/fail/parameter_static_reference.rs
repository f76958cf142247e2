use tool_registry::tool;

/// Greets someone.
#[tool]
pub fn greet(name: &'static str) -> String {
    format!("hello {name}")
}

fn main() {}
