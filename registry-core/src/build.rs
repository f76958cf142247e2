//! Building a registry: instances, state, and every problem at once.

use std::any::{Any, TypeId, type_name};
use std::collections::{BTreeMap, HashMap};
use std::fmt;
use std::sync::Arc;

use crate::collect::Collected;
use crate::context::StateMap;
use crate::dynamic::check_tool as check_run_time;
use crate::entry::{EntryData, EntryKind, Meta, Method, Shape};
use crate::instance::Slot;
use crate::model::Tool;
use crate::nearest::nearest;
use crate::record::{Instance, Record, Run};
use crate::registry::Registry;
use crate::schema;
use crate::snapshot::Records;

/// Makes a [`Registry`]; see [`Registry::builder`].
pub struct RegistryBuilder {
    collected: Vec<Collected>,
    provided: Vec<Provided>,
    state: StateMap,
    expected: Vec<String>,
    tools: Vec<Tool>,
    problems: Vec<Problem>,
    lazy_instances: bool,
}

struct Provided {
    id: TypeId,
    type_name: &'static str,
    value: Box<dyn Any + Send + Sync>,
}

/// Everything that is wrong with a program's tools.
#[derive(Clone, PartialEq, Eq)]
pub struct BuildError(Vec<Problem>);

/// One thing that is wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Problem {
    /// What is wrong.
    pub message: String,
    /// The place in the source, `file:line`, where one is to blame.
    pub place: Option<String>,
    /// How to mend it.
    pub mend: String,
}

impl Problem {
    fn new(message: impl Into<String>, mend: impl Into<String>) -> Self {
        Self { message: message.into(), place: None, mend: mend.into() }
    }

    fn at(mut self, place: impl Into<String>) -> Self {
        self.place = Some(place.into());
        self
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(place) = &self.place {
            write!(f, "{place}: ")?;
        }
        write!(f, "{}; {}", self.message, self.mend)
    }
}

impl BuildError {
    /// The problems, in the order of the tools' names.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.0
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.0.len();
        write!(f, "the registry has {count} problem{}:", if count == 1 { "" } else { "s" })?;
        for problem in &self.0 {
            write!(f, "\n  - {problem}")?;
        }
        Ok(())
    }
}

/// The same text: `main` and `unwrap` show it, and it is written for people.
impl fmt::Debug for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for BuildError {}

impl RegistryBuilder {
    pub(crate) fn new(collected: Vec<Collected>) -> Self {
        Self {
            collected,
            provided: Vec::new(),
            state: StateMap::default(),
            expected: Vec::new(),
            tools: Vec::new(),
            problems: Vec::new(),
            lazy_instances: false,
        }
    }

    /// A builder without the annotated tools of the program: only what [`tool`](Self::tool) adds.
    ///
    /// ```
    /// use registry_core::{Context, RegistryBuilder, Tool};
    ///
    /// struct Limit(u64);
    ///
    /// let limit = Tool::from_fn("limit", "Tells the limit.", |(): (), context: Context| async move {
    ///     context.state::<Limit>().map_or(0, |limit| limit.0)
    /// });
    /// let registry = RegistryBuilder::empty().state(Limit(7)).tool(limit).build()?;
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// assert_eq!(registry.call("limit", ()).await.unwrap().data(), 7);
    /// # });
    /// # Ok::<(), registry_core::BuildError>(())
    /// ```
    #[must_use]
    pub fn empty() -> Self {
        Self::new(Vec::new())
    }

    /// Adds a tool that was made at run time.
    #[must_use]
    pub fn tool(mut self, tool: Tool) -> Self {
        self.tools.push(tool);
        self
    }

    /// Gives the instance of a tool type: the value itself, or an `Arc` that the program keeps too.
    #[must_use]
    pub fn provide<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        let (id, type_name) = (TypeId::of::<T>(), type_name::<T>());
        if self.provided.iter().any(|provided| provided.id == id) {
            self.problems.push(Problem::new(
                format!("an instance of {type_name} is provided twice"),
                "provide one",
            ));
        } else {
            self.provided.push(Provided { id, type_name, value: Box::new(value) });
        }
        self
    }

    /// Gives typed state to tools that take `State<T>`.
    #[must_use]
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        if self.state.insert(value) {
            self.problems.push(Problem::new(
                format!("state of type {} is given twice", type_name::<T>()),
                "give it once, or wrap one of the two in a type of its own",
            ));
        }
        self
    }

    /// Fails the build when one of these tools is not there, as when its crate was not linked.
    #[must_use]
    pub fn expect<I>(mut self, names: I) -> Self
    where
        I: IntoIterator,
        I::Item: AsRef<str>,
    {
        self.expected.extend(names.into_iter().map(|name| name.as_ref().to_owned()));
        self
    }

    pub(crate) fn without_instances(mut self) -> Self {
        self.lazy_instances = true;
        self
    }

    /// The registry.
    ///
    /// # Errors
    /// [`BuildError`] with every problem: names twice, tools without methods, descriptions or
    /// instances, state that nobody gave, keys that have no effect yet, tools that were expected.
    pub fn build(mut self) -> Result<Registry, BuildError> {
        let mut problems = std::mem::take(&mut self.problems);
        let collected = std::mem::take(&mut self.collected);
        check_duplicates(&collected, &mut problems);
        for tool in &collected {
            check_tool(tool, &self.state, &mut problems);
        }
        let collected: Vec<Record> = collected.into_iter().map(Record::collected).collect();
        for record in &collected {
            check_declared(record, &mut problems);
        }
        self.fill_instances(&collected, &mut problems);
        let named = |record: Record| (record.name.clone(), Arc::new(record));
        let mut records: Records = collected.into_iter().map(named).collect();
        add_tools(std::mem::take(&mut self.tools), &mut records, &mut problems);
        check_expected(&self.expected, &records, &mut problems);
        if problems.is_empty() {
            Ok(Registry::with(records, self.state))
        } else {
            Err(BuildError(problems))
        }
    }

    fn fill_instances(&mut self, records: &[Record], problems: &mut Vec<Problem>) {
        let mut provided: HashMap<TypeId, Provided> =
            self.provided.drain(..).map(|provided| (provided.id, provided)).collect();
        for record in records {
            let Some(instance) = &record.instance else { continue };
            let slot = if let Some(own) = provided.remove(&instance.id) {
                Some(Slot::owned(own.value, instance.exclusive))
            } else if let Some(shared) = provided.remove(&(instance.kind.arc_id)()) {
                match adopt(instance, shared.value) {
                    Ok(slot) => Some(slot),
                    Err(message) => {
                        let mend = "provide the value itself, or make its methods take `&self`";
                        problems.push(Problem::new(message, mend).at(record.place()));
                        continue;
                    }
                }
            } else {
                instance.kind.make.map(|make| Slot::owned(make(), instance.exclusive))
            };
            match slot {
                // A new instance: nobody else has set it.
                Some(slot) => drop(instance.slot.set(slot)),
                None if self.lazy_instances => {}
                None => problems.push(
                    Problem::new(
                        format!("tool `{}` has no instance", record.name),
                        format!(
                            "give one with `.provide({}::…)`, or implement `Default` for it",
                            record.name
                        ),
                    )
                    .at(record.place()),
                ),
            }
        }
        let unused: BTreeMap<&str, ()> =
            provided.values().map(|provided| (provided.type_name, ())).collect();
        for name in unused.keys() {
            problems.push(Problem::new(
                format!("an instance of {name} is provided, but no tool method takes one"),
                "remove it, or put `#[tool]` on the type's impl block",
            ));
        }
    }
}

impl fmt::Debug for RegistryBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.collected.iter().map(Collected::name).collect();
        f.debug_struct("RegistryBuilder").field("collected", &names).finish_non_exhaustive()
    }
}

/// A slot for an instance that the program shares.
pub(crate) fn adopt(
    instance: &Instance,
    value: Box<dyn Any + Send + Sync>,
) -> Result<Slot, String> {
    let name = (instance.kind.type_name)();
    if instance.exclusive {
        return Err(format!(
            "a shared instance of {name} cannot serve its methods that take `&mut self`"
        ));
    }
    match (instance.kind.adopt)(value) {
        Some(shared) => Ok(Slot::Shared(shared)),
        None => Err(format!("the provided value is not an `Arc<{name}>`")),
    }
}

fn check_duplicates(collected: &[Collected], problems: &mut Vec<Problem>) {
    for pair in collected.windows(2) {
        if pair[0].name() == pair[1].name() {
            problems.push(
                Problem::new(
                    format!(
                        "tool `{}` is declared twice, also at {}",
                        pair[1].name(),
                        pair[0].place()
                    ),
                    "rename one with `name = \"…\"`",
                )
                .at(pair[1].place()),
            );
        }
    }
}

/// Adds run-time tools to those that are there; what is not right is told and left out.
fn add_tools(tools: Vec<Tool>, records: &mut Records, problems: &mut Vec<Problem>) {
    for tool in tools {
        let place = tool.source.clone();
        if let Err(error) = check_run_time(&tool) {
            problems.push(Problem::new(error.problem, error.mend).at(place));
        } else if let Some(first) = records.get(tool.name.as_str()) {
            problems.push(
                Problem::new(
                    format!("tool `{}` is declared twice, also at {}", tool.name, first.place()),
                    "give one another name",
                )
                .at(place),
            );
        } else {
            records.insert(tool.name.clone().into(), Arc::new(Record::dynamic(tool)));
        }
    }
}

/// The same for a registry that is built: all or none.
pub(crate) fn add_all(tools: Vec<Tool>, records: &mut Records) -> Result<(), BuildError> {
    let mut problems = Vec::new();
    add_tools(tools, records, &mut problems);
    if problems.is_empty() { Ok(()) } else { Err(BuildError(problems)) }
}

fn check_expected(expected: &[String], records: &Records, problems: &mut Vec<Problem>) {
    for name in expected {
        if records.contains_key(name.as_str()) {
            continue;
        }
        let mend = match nearest(name, records.keys().map(AsRef::as_ref)) {
            Some(near) => format!("did you mean `{near}`?"),
            None => "its crate is not linked: name it in `tool_registry::link!(…)`".to_owned(),
        };
        problems.push(Problem::new(format!("tool `{name}` is expected but not there"), mend));
    }
}

/// One callable under check; names and places are made only for a problem.
#[derive(Clone, Copy)]
struct Checked<'a> {
    tool: &'a Collected,
    entry: &'static EntryData,
    method: &'static Method,
}

impl Checked<'_> {
    fn name(&self) -> String {
        if self.tool.is_function() {
            self.tool.name().to_owned()
        } else {
            format!("{}.{}", self.tool.name(), self.method.name)
        }
    }

    fn problem(&self, message: String, mend: &str) -> Problem {
        Problem::new(message, mend).at(format!("{}:{}", self.entry.file, self.method.line))
    }
}

fn check_tool(tool: &Collected, state: &StateMap, problems: &mut Vec<Problem>) {
    let name = tool.name();
    if tool.callables().next().is_none() {
        problems.push(
            Problem::new(
                format!("tool `{name}` has no method"),
                "put `#[tool]` on an impl block of the type and make its methods `pub`",
            )
            .at(tool.place()),
        );
    }
    for (i, (entry, method)) in tool.callables().enumerate() {
        let checked = Checked { tool, entry, method };
        let first = tool.callables().take(i).find(|(_, first)| first.name == method.name);
        if let Some((_, first)) = first {
            problems.push(checked.problem(
                format!(
                    "tool `{name}` has two methods `{}`, also on line {}",
                    method.name, first.line
                ),
                "rename one with `#[tool(rename = \"…\")]`",
            ));
        }
        check_needs(checked, state, problems);
        let levels = crate::describe::levels(tool, entry, method);
        check_effective(checked, &levels, problems);
        if levels.iter().any(|meta| meta.strict_docs) {
            check_param_docs(checked, problems);
        }
    }
    let alone = tool.first().kind == EntryKind::Impl;
    if alone && tool.docs().trim().is_empty() {
        problems.push(
            Problem::new(
                format!("tool `{name}` has no description"),
                "add a doc comment to its impl block, or `#[tool]` and a doc comment to the type",
            )
            .at(tool.place()),
        );
    }
}

fn check_needs(checked: Checked<'_>, state: &StateMap, problems: &mut Vec<Problem>) {
    for param in checked.method.params {
        let Shape::Injected(needs) = param.shape else { continue };
        for need in needs().iter().filter(|need| !state.has(need)) {
            let (name, needed) = (checked.name(), need.type_name);
            problems.push(checked.problem(
                format!("`{name}` needs state of type {needed} for `{}`", param.name),
                "give it with `.state(value)`",
            ));
        }
    }
}

/// Keys that nothing acts on yet must not look as if they did.
fn check_effective(checked: Checked<'_>, levels: &[&'static Meta], problems: &mut Vec<Problem>) {
    let said = |key: &'static str, is: fn(&Meta) -> bool| {
        levels.iter().any(|meta| is(meta)).then_some(key)
    };
    let keys = [
        said("risk", |meta| meta.risk.is_some()),
        said("timeout", |meta| meta.timeout_ms.is_some()),
        said("concurrency", |meta| meta.concurrency.is_some()),
        said("scopes", |meta| !meta.scopes.is_empty()),
        said("agents", |meta| !meta.agents.is_empty()),
        said("requires_auth", |meta| meta.requires_auth == Some(true)),
        said("stage", |meta| meta.stage.is_some()),
        said("flag", |meta| meta.flag.is_some()),
    ];
    for key in keys.into_iter().flatten() {
        problems.push(checked.problem(
            format!("`{key}` on `{}` is not enforced by this version", checked.name()),
            "remove it: a limit that does not hold is worse than none",
        ));
    }
}

fn check_param_docs(checked: Checked<'_>, problems: &mut Vec<Problem>) {
    for param in checked.method.params {
        if matches!(param.shape, Shape::Json(_)) && param.docs.trim().is_empty() {
            problems.push(checked.problem(
                format!("parameter `{}` of `{}` has no description", param.name, checked.name()),
                "add a doc comment to it; `docs = \"strict\"` asks for one",
            ));
        }
    }
}

/// Defaults and examples must fit the schema that they stand in; only where there are any.
fn check_declared(record: &Record, problems: &mut Vec<Problem>) {
    for (i, callable) in record.callables.iter().enumerate() {
        let Run::Static { entry, method } = callable.run else { continue };
        let examples = method.meta.examples;
        if examples.is_empty() {
            continue;
        }
        let input = &callable.schema().input;
        for text in examples {
            let example = crate::describe::example(text);
            if !example.is_object() {
                continue;
            }
            for violation in schema::check(input, input, &example, "") {
                problems.push(
                    Problem::new(
                        format!(
                            "an example of `{}` does not fit: {violation}",
                            record.callable_name(i)
                        ),
                        "write the example as the tool would be called",
                    )
                    .at(format!("{}:{}", entry.file, method.line)),
                );
            }
        }
    }
}
