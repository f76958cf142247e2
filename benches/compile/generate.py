#!/usr/bin/env python3
"""generate.py KIND N DIR ROOT: a crate of N tools in modules of 50, three shapes in turn.

KIND is floor (a struct with derive(Deserialize, JsonSchema) per tool and inventory::submit!),
sync or async (the same tools with #[tool]). ROOT is the repository.
"""
import pathlib
import sys

kind, count, folder, root = sys.argv[1], int(sys.argv[2]), pathlib.Path(sys.argv[3]), sys.argv[4]
(folder / "src").mkdir(parents=True, exist_ok=True)

DEPENDENCIES = """serde = { version = "1", features = ["derive"] }
serde_json = "1"
schemars = "1"
inventory = "0.3"
"""
if kind != "floor":
    DEPENDENCIES += f'tool-registry = {{ path = "{root}" }}\n'
    DEPENDENCIES += 'tokio = { version = "1", features = ["rt"] }\n'
(folder / "Cargo.toml").write_text(f"""[package]
name = "generated-{kind}"
version = "0.0.0"
edition = "2024"
[workspace]
[profile.release]
strip = true
[dependencies]
{DEPENDENCIES}""")

SHAPES = [
    ([("a", "i64", "first"), ("b", "i64", "second")], "i64", "a + b + {i}"),
    ([("query", "String", "what"), ("limit", "Option<u32>", "limit"), ("tags", "Vec<String>", "tags")],
     "Vec<Hit>", "hits(&query, limit, &tags)"),
    ([("text", "String", "text")], "String", "text"),
]

out = ["""#![allow(dead_code)]
#[derive(serde::Serialize)]
pub struct Hit { pub title: String, pub score: f64 }
fn hits(query: &str, limit: Option<u32>, tags: &[String]) -> Vec<Hit> {
    (0..limit.unwrap_or(3)).map(|i| Hit { title: format!("{query} {i}"), score: tags.len() as f64 }).collect()
}
"""]
if kind == "floor":
    out.append("""pub struct Entry {
    pub name: &'static str, pub description: &'static str,
    pub call: fn(&[u8]) -> Result<Vec<u8>, serde_json::Error>, pub schema: fn() -> schemars::Schema,
}
inventory::collect!(Entry);
""")


def floor(i, params, returns, body):
    fields = " ".join(f"/// {doc}\n pub {name}: {ty}," for name, ty, doc in params)
    signature = ", ".join(f"{name}: {ty}" for name, ty, _ in params)
    arguments = ", ".join(f"args.{name}" for name, _, _ in params)
    return f"""#[derive(serde::Deserialize, schemars::JsonSchema)]
pub struct Args{i} {{ {fields} }}
pub fn tool_{i}({signature}) -> {returns} {{ {body} }}
inventory::submit! {{ Entry {{
    name: "tool_{i}", description: "Does piece of work number {i}.",
    call: |bytes| {{ let args: Args{i} = serde_json::from_slice(bytes)?; serde_json::to_vec(&tool_{i}({arguments})) }},
    schema: || schemars::schema_for!(Args{i}),
}} }}
"""


def annotated(i, params, returns, body):
    signature = ", ".join(f"/// {doc}\n {name}: {ty}" for name, ty, doc in params)
    keyword = "async fn" if kind == "async" else "fn"
    return f"""/// Does piece of work number {i}.
#[tool_registry::tool]
pub {keyword} tool_{i}({signature}) -> {returns} {{ {body} }}
"""


for i in range(count):
    if i % 50 == 0:
        out.append(f"pub mod m{i // 50} {{ use super::*;\n")
    params, returns, body = SHAPES[i % 3]
    make = floor if kind == "floor" else annotated
    out.append(make(i, params, returns, body.replace("{i}", str(i))))
    if i % 50 == 49 or i == count - 1:
        out.append("}\n")

if kind == "floor":
    out.append('fn main() { println!("{}", inventory::iter::<Entry>.into_iter().count()); }\n')
else:
    out.append("""fn main() {
    let start = std::time::Instant::now();
    let registry = tool_registry::Registry::builder().build().unwrap_or_else(|error| panic!("{error}"));
    let built = start.elapsed();
    let view = registry.view().build().unwrap_or_else(|error| panic!("{error}"));
    view.export(tool_registry::Format::OpenAiChat).unwrap_or_else(|error| panic!("{error}"));
    let start = std::time::Instant::now();
    let again = view.export(tool_registry::Format::OpenAiChat).map(|export| export.as_str().len());
    let listed = start.elapsed();
    println!("{} tools, built in {built:?}, listed again in {listed:?}, {again:?} bytes", registry.list().len());
}
""")
(folder / "src/main.rs").write_text("".join(out))
