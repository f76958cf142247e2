//! Roles that see different tools of one registry, as in MetaGPT.
//!
//! `cargo run --example roles` lets a product manager, an architect and an engineer make a small
//! program in a temporary folder. Each calls tools through a view of its own; what a view does not
//! show, its role cannot call. The tools really write files, search them and run programs.

use std::collections::BTreeMap;
use std::error::Error;
use std::io;
use std::path::{Component, Path, PathBuf};
use std::process::Stdio;

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use tokio::process::Command;
use tool_registry::prelude::*;

/// Reads, writes and searches the text files of one folder.
#[tool(group = "fs", tags = ["file"])]
pub struct Editor {
    root: PathBuf,
}

/// A line that a search found.
#[derive(Serialize, JsonSchema)]
pub struct Hit {
    /// The file, relative to the folder.
    path: String,
    /// The line's number, counted from 1.
    line: usize,
    /// From 0, no word in common, to 1, the same words.
    score: f64,
    /// The line itself.
    text: String,
}

#[tool]
impl Editor {
    /// Writes a text file, in the place of what it held.
    pub async fn write(&self, path: &Path, text: &str) -> io::Result<()> {
        let path = self.resolve(path)?;
        if let Some(folder) = path.parent() {
            tokio::fs::create_dir_all(folder).await?;
        }
        tokio::fs::write(path, text).await
    }

    /// Reads a text file.
    #[tool(read_only)]
    pub async fn read(&self, path: &Path) -> io::Result<String> {
        tokio::fs::read_to_string(self.resolve(path)?).await
    }

    /// Finds the lines of all files whose words are most like those of a query; rare words count
    /// more than common ones.
    #[tool(read_only, blocking)]
    pub fn similarity_search(
        &self,
        /// What to look for, in a few words.
        query: &str,
        /// How many lines to return at most.
        #[tool(default = 3)]
        top_k: usize,
    ) -> io::Result<Vec<Hit>> {
        let mut lines = Vec::new();
        for path in files(&self.root)? {
            // What is not text has no lines to find.
            let Ok(text) = std::fs::read_to_string(&path) else { continue };
            let path = path.strip_prefix(&self.root).unwrap_or(&path).display().to_string();
            lines.extend(
                text.lines().enumerate().map(|(at, line)| (path.clone(), at + 1, line.to_owned())),
            );
        }
        let index = Index::new(lines.iter().map(|(_, _, text)| text.as_str()));
        let best = index.rank(query).into_iter().take(top_k);
        Ok(best
            .map(|(score, at)| {
                let (path, line, text) = lines[at].clone();
                Hit { path, line, score: (score * 100.0).round() / 100.0, text }
            })
            .collect())
    }

    /// Deletes a file for good.
    #[tool(destructive)]
    pub async fn delete(&self, path: &Path) -> io::Result<()> {
        tokio::fs::remove_file(self.resolve(path)?).await
    }

    /// A path inside the folder, or an error for one that leads out of it.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        if path.components().all(|part| matches!(part, Component::Normal(_) | Component::CurDir)) {
            return Ok(self.root.join(path));
        }
        let message = format!("`{}` leads out of the folder", path.display());
        Err(io::Error::new(io::ErrorKind::PermissionDenied, message))
    }
}

/// Every file below a folder, in order.
fn files(root: &Path) -> io::Result<Vec<PathBuf>> {
    let (mut found, mut folders) = (Vec::new(), vec![root.to_owned()]);
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder)? {
            let entry = entry?;
            if entry.file_type()?.is_dir() {
                folders.push(entry.path());
            } else {
                found.push(entry.path());
            }
        }
    }
    found.sort();
    Ok(found)
}

/// How often each word stands in a line.
type Words = BTreeMap<String, f64>;

/// Lines as vectors of words, each weighted by how few lines have it (TF-IDF).
struct Index {
    lines: Vec<Words>,
    lines_with: Words,
}

impl Index {
    fn new<'a>(lines: impl Iterator<Item = &'a str>) -> Self {
        let lines: Vec<Words> = lines.map(words).collect();
        let mut lines_with = Words::new();
        for word in lines.iter().flat_map(BTreeMap::keys) {
            *lines_with.entry(word.clone()).or_default() += 1.0;
        }
        Self { lines, lines_with }
    }

    /// Cosine and number of every line that shares a word with the query, best first.
    fn rank(&self, query: &str) -> Vec<(f64, usize)> {
        let query = words(query);
        let length = self.dot(&query, &query).sqrt();
        let score = |line: &Words| self.dot(&query, line) / (length * self.dot(line, line).sqrt());
        let mut ranked: Vec<(f64, usize)> = self.lines.iter().map(score).zip(0..).collect();
        ranked.retain(|(score, _)| *score > 0.0);
        ranked.sort_by(|(a, i), (b, j)| b.total_cmp(a).then(i.cmp(j)));
        ranked
    }

    fn dot(&self, a: &Words, b: &Words) -> f64 {
        let both = a.iter().filter_map(|(word, n)| Some((word, n * b.get(word)?)));
        both.map(|(word, product)| product * self.rarity(word).powi(2)).sum()
    }

    fn rarity(&self, word: &str) -> f64 {
        let with = self.lines_with.get(word).copied().unwrap_or_default();
        (1.0 + self.lines.len() as f64 / (1.0 + with)).ln()
    }
}

fn words(text: &str) -> Words {
    let mut words = Words::new();
    for word in text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        *words.entry(word.to_lowercase()).or_default() += 1.0;
    }
    words
}

/// Runs programs in one working directory.
#[tool(group = "os")]
pub struct Terminal {
    workdir: PathBuf,
    variables: BTreeMap<String, String>,
}

/// What a program left behind.
#[derive(Serialize, JsonSchema)]
pub struct Finished {
    /// The exit code; absent when a signal ended the program.
    code: Option<i32>,
    /// What it wrote to its standard output.
    stdout: String,
    /// What it wrote to its standard error.
    stderr: String,
}

#[tool]
impl Terminal {
    /// Runs a program to its end, without a shell; cancelling the call kills it.
    #[tool(open_world)]
    pub async fn run_command(
        &self,
        /// The program, such as `wc`.
        program: &str,
        /// Its arguments, each as one string.
        #[tool(default)]
        args: Vec<String>,
    ) -> io::Result<Finished> {
        let output = Command::new(program)
            .args(args)
            .current_dir(&self.workdir)
            .envs(&self.variables)
            .stdin(Stdio::null())
            .kill_on_drop(true)
            .output()
            .await?;
        Ok(Finished {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        })
    }

    /// Sets an environment variable for the programs that are run from now on.
    pub fn set_variable(&mut self, name: String, value: String) {
        self.variables.insert(name, value);
    }
}

/// A temporary folder; it is removed with all it holds when it goes out of scope.
struct Workspace(PathBuf);

impl Workspace {
    fn new() -> io::Result<Self> {
        let path = std::env::temp_dir().join(format!("tool-registry-roles-{}", std::process::id()));
        std::fs::create_dir(&path)?;
        Ok(Self(path))
    }
}

impl Drop for Workspace {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_dir_all(&self.0) {
            eprintln!("{} is left behind: {error}", self.0.display());
        }
    }
}

/// Someone with a job, and the tools for it.
struct Role {
    name: &'static str,
    tools: View,
}

impl Role {
    fn new(registry: &Registry, name: &'static str, tools: &[&str]) -> Result<Self, ViewError> {
        let tools = registry.view().caller(Caller::agent(name)).select(tools)?.build()?;
        println!("{name} sees {} [{}]", tools.names(), &tools.digest()[..8]);
        Ok(Self { name, tools })
    }

    /// Calls a tool as this role and says what came of it.
    async fn call(&self, tool: &str, arguments: Value) -> Result<ToolOutput, CallError> {
        let result = self.tools.call(tool, arguments).await;
        match &result {
            Ok(output) => println!("{}: {tool} -> {}", self.name, output.to_json()),
            Err(error) => println!("{}: {tool} -> {error}", self.name),
        }
        result
    }
}

const PRD: &str = "\
# Word counter
A writer sees how long a text is, in words.
The answer comes within one second, also for a book.
Other formats than plain text are left out.
";

fn main() -> Result<(), Box<dyn Error>> {
    let workspace = Workspace::new()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    runtime.block_on(run(&workspace.0))
}

async fn run(folder: &Path) -> Result<(), Box<dyn Error>> {
    let registry = Registry::builder()
        .provide(Editor { root: folder.to_owned() })
        .provide(Terminal { workdir: folder.to_owned(), variables: BTreeMap::new() })
        .build()?;

    let editing = "Editor:write,read,similarity_search";
    let manager = Role::new(&registry, "ProductManager", &[editing])?;
    let architect = Role::new(&registry, "Architect", &[editing, "Terminal:run_command"])?;
    let engineer = Role::new(&registry, "Engineer", &["<all>"])?;
    println!("\nWhat the Architect's model reads:\n{}", architect.tools.tool_info());

    manager.call("Editor.write", json!({"path": "docs/prd.md", "text": PRD})).await?;

    architect.call("Editor.read", json!({"path": "docs/prd.md"})).await?;
    let question = json!({"query": "How fast does the answer come?", "top_k": 1});
    architect.call("Editor.similarity_search", question).await?;
    let count = json!({"program": "wc", "args": ["-w", "docs/prd.md"]});
    architect.call("Terminal.run_command", count).await?;
    let design = "count.sh FILE: `wc` is fast enough; UNIT=-w counts words.\n";
    architect.call("Editor.write", json!({"path": "docs/design.md", "text": design})).await?;

    let script = "wc $UNIT < \"$1\"\n";
    engineer.call("Editor.write", json!({"path": "count.sh", "text": script})).await?;
    engineer.call("Terminal.set_variable", json!({"name": "UNIT", "value": "-w"})).await?;
    let trial = json!({"program": "sh", "args": ["count.sh", "docs/prd.md"]});
    engineer.call("Terminal.run_command", trial).await?;

    println!("\nWhat a role does not see, it cannot call:");
    for (role, tool, arguments) in [
        (&manager, "Terminal.run_command", json!({"program": "ls"})),
        (&architect, "Terminal.set_variable", json!({"name": "UNIT", "value": "-l"})),
        (&architect, "Editor.delete", json!({"path": "count.sh"})),
    ] {
        let refused = role.call(tool, arguments).await;
        assert!(refused.is_err_and(|error| error.code().as_str() == "not_found"));
    }
    engineer.call("Editor.delete", json!({"path": "docs/design.md"})).await?;
    // Seeing a tool is not all: the Editor itself keeps its callers inside its folder.
    let outside = engineer.call("Editor.read", json!({"path": "../secret"})).await;
    assert!(outside.is_err());
    Ok(())
}
