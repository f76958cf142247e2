//! `#[tool]` and `select!`: parse → model → expand.
//!
//! This crate knows no runtime item but by its path under `__private`, and has no features: what
//! depends on them is decided in `registry-core`. Use it through `tool-registry`, where the
//! attribute is documented.

mod args;
mod docs;
mod errors;
mod expand;
mod items;
mod method;
mod select;
mod types;

use proc_macro::TokenStream;

/// Makes a tool of a struct or enum, of an impl block, or of a function.
///
/// # Where it goes
/// - on a struct or enum: describes the tool; `include = ["method"]` narrows its methods;
/// - on an inherent impl block: every `pub` method is exposed, and private ones marked `#[tool]`;
///   `#[tool(skip)]` leaves one out; several blocks in any module add up;
/// - on a trait impl block of a local type: every method is exposed;
/// - on a free function;
/// - inside those, on methods and parameters, for their own keys.
///
/// # Keys
/// | key | on | means |
/// |---|---|---|
/// | `name = "…"` | type, impl, function | the tool's name, else the item's |
/// | `rename = "…"` | method, parameter | its name, else its identifier |
/// | `include = ["…"]` | type, impl | only these methods |
/// | `skip` | method, parameter | not exposed; a skipped parameter gets its `Default` |
/// | `description = "…"` | all | instead of the doc comment |
/// | `group`, `version`, `title` | type, impl, function | text |
/// | `tags = ["…"]` | type, impl, function, method | words to find and select by; they add up |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | all but parameters | hints, `true` or `false` |
/// | `default`, `default = expr` | parameter | makes it optional |
/// | `example = expr`, `examples = […]` | parameter | example values |
/// | `examples = ["…"]` | function, method | example arguments as JSON text |
/// | `errors = ["code: meaning"]` | function, method | what can go wrong |
/// | `schema_with = path` | parameter | makes its schema |
/// | `blocking` | function, method | runs on the blocking pool |
/// | `wire = "…"` | function, method | the name that providers get |
/// | `output = Type` | function, method | the type whose schema describes the result |
/// | `deprecated = "…"` | function, method | why not to use it |
/// | `meta(key = "…")` | all but parameters | anything else |
/// | `docs = "strict"` | type, impl, function | every parameter needs a description |
/// | `allow_missing_docs` | all but parameters | no description is no error |
/// | `instances = ["Name = Type<Arg>"]` | impl | the tools of a generic type |
/// | `crate = path` | type, impl, function | where `tool_registry` is |
///
/// `risk`, `timeout`, `concurrency`, `scopes`, `agents`, `requires_auth`, `stage` and `flag` are
/// read, and refused when the registry is built, until they have an effect.
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    items::expand(args.into(), item.into()).into()
}

/// A selection that the compiler checks: `select![Editor::{read, write}, Terminal, add]`.
#[proc_macro]
pub fn select(input: TokenStream) -> TokenStream {
    select::expand(input.into()).into()
}
