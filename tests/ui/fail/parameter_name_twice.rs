use tool_registry::tool;

/// Copies a file.
#[tool]
pub fn copy(#[tool(rename = "path")] from: &str, #[tool(rename = "path")] to: &str) -> String {
    format!("{from} -> {to}")
}

fn main() {}
