//! What `#[tool]` leaves in a program, read without building a registry.
//!
//! `cargo run --example inventory_iter` walks the raw entries that `inventory` collected, one per
//! annotated item, and then the tools that `collected()` joins them into. Both are const data: no
//! instance is made and no schema.

use tool_registry::prelude::*;
use tool_registry::{collected, inventory};

/// Keeps notes.
///
/// Only the first paragraph is the description.
#[tool]
#[derive(Default)]
pub struct Notebook {
    notes: Vec<String>,
}

#[tool]
impl Notebook {
    /// Adds a note and says how many there are.
    pub fn add(&mut self, note: String) -> usize {
        self.notes.push(note);
        self.notes.len()
    }

    /// Gives the last note.
    pub fn last(&self) -> Option<String> {
        self.notes.last().cloned()
    }
}

/// A second block of the same tool.
#[tool]
impl Notebook {
    /// Forgets every note.
    pub fn clear(&mut self) {
        self.notes.clear();
    }
}

/// Makes a text loud.
#[tool(name = "shout")]
pub fn to_uppercase(text: &str) -> String {
    text.to_uppercase()
}

fn main() {
    // The linker chooses the order of the entries, so that a stable one needs a sort.
    let mut entries: Vec<&Entry> = inventory::iter::<Entry>.into_iter().collect();
    entries.sort_by_key(|entry| (entry.file(), entry.line()));
    println!("{} entries:", entries.len());
    for entry in entries {
        let methods: Vec<_> = entry.methods().collect();
        println!(
            "{:?} {} [{}] \"{}\" at {}:{}",
            entry.kind(),
            entry.name(),
            methods.join(", "),
            entry.description(),
            entry.file(),
            entry.line()
        );
    }

    // Joined per tool and sorted by name already.
    let tools = collected();
    println!("\n{} tools:", tools.len());
    for tool in tools {
        println!(
            "{} [{}] \"{}\" at {}:{}",
            tool.name(),
            tool.methods().join(", "),
            tool.description(),
            tool.file(),
            tool.line()
        );
    }
}
