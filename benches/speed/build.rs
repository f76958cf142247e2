//! Writes a thousand annotated functions, for what a start and a list cost.

use std::fmt::Write;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut code = String::new();
    for i in 0..1000 {
        writeln!(
            code,
            "/// Books seat {i} of a hall, if nobody else has it.\n\
             #[tool]\n\
             pub fn book_{i:04}(\n\
                 /// Who wants it.\n    guest: &str,\n\
                 /// The row, counted from the stage.\n    row: u16,\n\
                 /// What else to bring.\n    extras: Option<Vec<String>>,\n\
             ) -> Result<String, std::fmt::Error> {{\n    \
                 Ok(format!(\"{{guest}} {{row}} {{extras:?}} {i}\"))\n}}\n"
        )?;
    }
    let out = std::env::var("OUT_DIR")?;
    std::fs::write(format!("{out}/thousand.rs"), code)?;
    println!("cargo::rerun-if-changed=build.rs");
    Ok(())
}
