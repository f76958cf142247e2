use tool_registry::tool;

/// Waits.
#[tool]
pub fn wait(#[cfg_attr(unix, tool(default = 3))] seconds: u32) -> u32 {
    seconds
}

fn main() {}
