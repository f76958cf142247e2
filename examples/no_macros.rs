//! Tools made at run time, without `#[tool]`: from a closure, from several, from a JSON Schema.
//!
//! `cargo run --example no_macros` registers them, selects, exports and calls them, and shows that
//! their arguments are checked as those of annotated tools are.

use std::error::Error;
use std::sync::{Arc, Mutex};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tool_registry::prelude::{Context, Format, Json, Registry, Tool};
use tool_registry::{Callable, ToolError};

/// A length to convert. The docs of the fields are those of the parameters.
#[derive(Deserialize, JsonSchema)]
struct Convert {
    /// How much.
    amount: f64,
    /// The unit that the amount is in.
    from: Unit,
    /// The unit to convert to.
    #[serde(default)]
    to: Unit,
}

/// A unit of length.
#[derive(Clone, Copy, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Unit {
    #[default]
    Metre,
    Mile,
}

impl Unit {
    fn in_metres(self) -> f64 {
        match self {
            Self::Metre => 1.0,
            Self::Mile => 1609.344,
        }
    }
}

/// A length with its unit.
#[derive(Serialize)]
struct Length {
    amount: f64,
    unit: Unit,
}

/// A tool of one function, called by its name alone.
fn convert() -> Tool {
    Tool::from_fn("convert", "Converts a length.", |args: Convert, _: Context| async move {
        let metres = args.amount * args.from.in_metres();
        Json(Length { amount: metres / args.to.in_metres(), unit: args.to })
    })
}

/// The arguments of `Notes.add`.
#[derive(Deserialize, JsonSchema)]
struct Add {
    /// The note to keep.
    text: String,
}

/// A tool of two methods that share what their closures hold.
fn notes() -> Result<Tool, ToolError> {
    let kept = Arc::new(Mutex::new(Vec::<String>::new()));
    let found = Arc::clone(&kept);
    let add = Callable::new("add", "Keeps a note.", move |args: Add, context: Context| {
        let kept = Arc::clone(&kept);
        async move {
            let mut kept = kept.lock().map_err(|_| "the notes are lost")?;
            kept.push(args.text);
            Ok::<_, &str>(format!("{} kept note {}", context.tool(), kept.len()))
        }
    });
    // A schema from elsewhere, such as a file or another process; the arguments come as a value.
    let schema = json!({
        "type": "object",
        "properties": {"word": {"type": "string", "minLength": 3, "description": "To look for."}},
        "required": ["word"],
        "additionalProperties": false
    });
    let find = Callable::with_schema("find", "Finds notes.", schema, move |args: Value, _| {
        let found = Arc::clone(&found);
        async move {
            let word = args["word"].as_str().unwrap_or_default();
            let notes = found.lock().map_err(|_| "the notes are lost")?;
            let hits: Vec<_> = notes.iter().filter(|note| note.contains(word)).cloned().collect();
            Ok::<_, &str>(Json(hits))
        }
    });
    Tool::builder("Notes")
        .description("Keeps notes and finds them again.")
        .group("memory")
        .tag("text")
        .method(add)
        .method(find)
        .build()
}

fn main() -> Result<(), Box<dyn Error>> {
    tokio::runtime::Builder::new_current_thread().build()?.block_on(run())
}

async fn run() -> Result<(), Box<dyn Error>> {
    let registry = Registry::empty();
    registry.register(convert())?;
    registry.register(notes()?)?;
    println!("Registered: {} (revision {})", registry.list(), registry.revision());

    let view = registry.view().select(["Notes:find", "convert"])?.build()?;
    println!("Selected:   {}\n", view.names());
    println!("{}", view.tool_info());
    println!(
        "For Anthropic:\n{}\n",
        serde_json::to_string_pretty(&view.export(Format::Anthropic)?)?
    );

    let added = registry.call("Notes.add", json!({"text": "a mile is 1609.344 metres"})).await?;
    println!("Notes.add  -> {}", added.into_text());
    let found = view.call("Notes_find", json!({"word": "mile"})).await?;
    println!("Notes.find -> {}", found.data());
    let length = view.call("convert", r#"{"amount": 2, "from": "mile"}"#).await?;
    println!("convert    -> {}", length.data());

    println!("\nFour mistakes:");
    let wrong = view.call("convert", json!({"amont": 2, "from": "yard"})).await;
    println!("1. {}", wrong.unwrap_err().to_string().replace('\n', "\n   "));
    let short = view.call("Notes.find", json!({"word": "a"})).await;
    println!("2. {}", short.unwrap_err());
    println!("3. {}", Tool::builder("Empty").description("Does nothing.").build().unwrap_err());
    println!("4. {}", registry.register(convert()).unwrap_err());

    registry.unregister("Notes")?;
    println!("\nLeft: {} (revision {})", registry.list(), registry.revision());
    Ok(())
}
