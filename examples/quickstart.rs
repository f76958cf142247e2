//! The main job from end to end: annotate, collect, describe, select, export, call.
//!
//! `cargo run --example quickstart` reads this repository's README.md with an annotated `Editor`,
//! computes with an annotated `Calculator`, and shows what three mistakes read like.

use std::error::Error;
use std::path::{Path, PathBuf};

use serde_json::json;
use tool_registry::prelude::*;

/// Reads text files of one folder.
#[tool(include = ["read", "count_lines"], group = "fs", tags = ["file"])]
pub struct Editor {
    root: PathBuf,
}

#[tool]
impl Editor {
    /// Reads lines of one UTF-8 text file.
    #[tool(read_only)]
    pub async fn read(
        &self,
        /// Path relative to the folder.
        path: &str,
        /// First line to return, counted from 1.
        #[tool(default = 1)]
        from: usize,
        /// How many lines to return.
        #[tool(default = 3)]
        lines: usize,
    ) -> Result<String, std::io::Error> {
        let text = tokio::fs::read_to_string(self.root.join(path)).await?;
        let wanted = text.lines().skip(from.saturating_sub(1)).take(lines);
        Ok(wanted.collect::<Vec<_>>().join("\n"))
    }

    /// Counts the lines of one text file.
    #[tool(read_only)]
    pub fn count_lines(&self, path: &Path) -> Result<usize, std::io::Error> {
        Ok(std::fs::read_to_string(self.root.join(path))?.lines().count())
    }
}

/// Does sums that models get wrong.
#[tool]
#[derive(Default)]
pub struct Calculator;

#[tool]
impl Calculator {
    /// Raises a whole number to a power.
    ///
    /// # Errors
    /// - overflow: the result needs more than 64 bits
    pub fn power(
        &self,
        /// The number to raise.
        base: i64,
        /// The exponent.
        exponent: u32,
    ) -> Result<i64, String> {
        base.checked_pow(exponent)
            .ok_or_else(|| format!("{base}^{exponent} needs more than 64 bits"))
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    let root = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let registry =
        Registry::builder().provide(Editor { root }).expect(["Editor", "Calculator"]).build()?;

    println!("All tools: {}", registry.list());
    let view = registry.view().select(["Editor:read", "Calculator"])?.build()?;
    println!("Selected:  {}\n", view.names());
    println!("{}", view.tool_info());
    println!("For OpenAI:\n{}\n", serde_json::to_string_pretty(&view.export(Format::OpenAiChat)?)?);

    let text = view.call("Editor.read", json!({"path": "README.md", "lines": 1})).await?;
    println!("Editor.read      -> {}", text.into_text());
    let power = view.call("Calculator_power", r#"{"base": 2, "exponent": 10}"#).await?;
    println!("Calculator.power -> {}", power.data());

    println!("\nThree mistakes:");
    let typo = registry.view().select(["Editr:read"])?.build().unwrap_err();
    println!("1. {typo}");
    let wrong = view.call("Editor.read", json!({"pth": "README.md", "lines": "ten"})).await;
    println!("2. {}", wrong.unwrap_err());
    let hidden = view.call("Editor.count_lines", json!({"path": "README.md"})).await;
    println!("3. {}", hidden.unwrap_err());
    Ok(())
}
