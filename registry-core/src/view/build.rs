//! Making a view: who asks, which tools, and what this view alone has.

use std::any::{Any, TypeId, type_name};
use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use super::{Chosen, View, ViewInner};
use crate::caller::Caller;
use crate::context::StateMap;
use crate::dynamic::check_tool;
use crate::instance::Slot;
use crate::model::Tool;
use crate::record::Record;
use crate::registry::Registry;
use crate::selection::{
    Candidate, IntoSelection, MethodCandidate, Resolved, Selected, Selection, SelectionError,
    resolve,
};
use crate::snapshot::Snapshot;

/// Why a view could not be made: a selection that does not read, or names that are not there.
#[derive(Clone, PartialEq, Eq)]
pub struct ViewError(Vec<String>);

impl ViewError {
    /// Every problem, each one sentence.
    #[must_use]
    pub fn problems(&self) -> &[String] {
        &self.0
    }
}

impl fmt::Display for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join("\n"))
    }
}

/// The same text: `main` and `unwrap` show it, and it is written for people.
impl fmt::Debug for ViewError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for ViewError {}

impl From<SelectionError> for ViewError {
    fn from(error: SelectionError) -> Self {
        Self(vec![error.to_string()])
    }
}

/// The recipe of a view, to be applied again when the registry has changed. Cheap to clone.
///
/// ```
/// use registry_core::{Context, Registry, Tool, ViewSpec};
///
/// let registry = Registry::empty();
/// let tool = |name: &str| Tool::from_fn(name, "Does it.", |(): (), _: Context| async {});
/// registry.register(tool("start"))?;
/// registry.register(tool("stop"))?;
///
/// let spec = ViewSpec::new().select(["start", "stop"])?;
/// let view = spec.build(&registry)?;
/// registry.unregister("stop")?;
/// let view = spec.rebuild(&registry)?;
/// assert_eq!(view.names().to_string(), "start");
/// assert_eq!(view.missing(), ["stop"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default)]
pub struct ViewSpec {
    caller: Caller,
    selection: Selection,
}

impl ViewSpec {
    /// Everything, for a caller of whom nothing is known.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// Who asks.
    #[must_use]
    pub fn caller(mut self, caller: Caller) -> Self {
        self.caller = caller;
        self
    }

    /// Which tools.
    ///
    /// # Errors
    /// When the selection does not read.
    pub fn select(mut self, selection: impl IntoSelection) -> Result<Self, ViewError> {
        self.selection = selection.into_selection()?;
        Ok(self)
    }

    /// The view of a registry as it is now.
    ///
    /// # Errors
    /// When the selection names what is not there: at first that is a slip.
    pub fn build(&self, registry: &Registry) -> Result<View, ViewError> {
        self.builder(registry).build()
    }

    /// The view once more, after the registry has changed: names that went meanwhile are left out,
    /// and told by [`View::missing`].
    ///
    /// # Errors
    /// None that a change of the registry could bring.
    pub fn rebuild(&self, registry: &Registry) -> Result<View, ViewError> {
        ViewBuilder { lenient: true, ..self.builder(registry) }.build()
    }

    fn builder(&self, registry: &Registry) -> ViewBuilder {
        ViewBuilder { spec: self.clone(), ..registry.view() }
    }
}

/// Makes a [`View`]; see [`Registry::view`].
pub struct ViewBuilder {
    snapshot: Arc<Snapshot>,
    state: Arc<StateMap>,
    spec: ViewSpec,
    provided: Vec<(TypeId, &'static str, Box<dyn Any + Send + Sync>)>,
    own: Vec<Tool>,
    /// Whether names that are not there are left out.
    lenient: bool,
}

impl ViewBuilder {
    pub(crate) fn new(snapshot: Arc<Snapshot>, state: Arc<StateMap>) -> Self {
        Self {
            snapshot,
            state,
            spec: ViewSpec::new(),
            provided: Vec::new(),
            own: Vec::new(),
            lenient: false,
        }
    }

    /// Who asks; tools can take the caller as a parameter.
    #[must_use]
    pub fn caller(mut self, caller: Caller) -> Self {
        self.spec = self.spec.caller(caller);
        self
    }

    /// Which tools: `["Editor:read,write", "Terminal"]`, or a [`Selection`]. Without it, all.
    ///
    /// # Errors
    /// When an entry does not read; all of them are named.
    pub fn select(mut self, selection: impl IntoSelection) -> Result<Self, ViewError> {
        self.spec = self.spec.select(selection)?;
        Ok(self)
    }

    /// An instance of a tool type for this view alone, in the place of the registry's.
    #[must_use]
    pub fn provide<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.provided.push((TypeId::of::<T>(), type_name::<T>(), Box::new(value)));
        self
    }

    /// A tool for this view alone. It is always shown, after what is selected; a selection may name
    /// it too, which puts it elsewhere or shows some of its methods only.
    ///
    /// ```
    /// use registry_core::{Context, Registry, Tool};
    ///
    /// let registry = Registry::empty();
    /// let answer = Tool::from_fn("answer", "Ends the session.", |(): (), _: Context| async {});
    /// let view = registry.view().with(answer).build()?;
    /// assert_eq!(view.names().to_string(), "answer");
    /// assert_eq!(registry.list().to_string(), "");
    /// # Ok::<(), registry_core::ViewError>(())
    /// ```
    #[must_use]
    pub fn with(mut self, tool: Tool) -> Self {
        self.own.push(tool);
        self
    }

    /// The view.
    ///
    /// # Errors
    /// When the selection names what is not there, an instance serves no tool, or a tool of this
    /// view alone is not right or has the name of another; all are told.
    pub fn build(self) -> Result<View, ViewError> {
        let mut problems = Vec::new();
        let mut own: Vec<Arc<Record>> = Vec::new();
        for tool in self.own {
            match check_tool(&tool) {
                Err(problem) => problems.push(problem.to_string()),
                Ok(()) if own.iter().any(|record| record.name == tool.name) => {
                    problems.push(twice(&tool.name));
                }
                Ok(()) => own.push(Arc::new(Record::dynamic(tool))),
            }
        }
        // A hidden tool may have the name of one of the view's own, which then hides it.
        let names_own = |record: &Arc<Record>| own.iter().any(|own| own.name == record.name);
        let registered: Vec<&Arc<Record>> = self.snapshot.records.values().collect();
        let resolved = choose(&self.spec.selection, &registered, &own);
        let mut chosen = Vec::new();
        for selected in resolved.selected {
            let record = match registered.get(selected.tool) {
                Some(record) if names_own(record) => {
                    problems.push(twice(&record.name));
                    continue;
                }
                Some(record) => record,
                None => &own[selected.tool - registered.len()],
            };
            chosen.push(Chosen { record: Arc::clone(record), methods: selected.methods });
        }
        for record in &own {
            if !chosen.iter().any(|chosen| Arc::ptr_eq(&chosen.record, record)) {
                chosen.push(Chosen::whole(record));
            }
        }
        let mut missing = Vec::new();
        for unknown in resolved.unknown {
            if self.lenient {
                missing.push(unknown.name);
            } else {
                problems.push(unknown.message);
            }
        }
        let mut slots = HashMap::new();
        for (id, name, value) in self.provided {
            match view_slot(&registered, id, name, value) {
                Ok((type_id, slot)) => drop(slots.insert(type_id, slot)),
                Err(problem) => problems.push(problem),
            }
        }
        if !problems.is_empty() {
            return Err(ViewError(problems));
        }
        let inner = ViewInner::new(self.snapshot, self.state, self.spec.caller, chosen, slots);
        Ok(View::of(ViewInner { missing, ..inner }))
    }
}

fn twice(name: &str) -> String {
    format!("tool `{name}` is in this view already; give the one of this view another name")
}

impl fmt::Debug for ViewBuilder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ViewBuilder")
            .field("caller", &self.spec.caller)
            .field("selection", &self.spec.selection)
            .finish_non_exhaustive()
    }
}

/// Resolves a selection among registered tools, then a view's own.
fn choose(selection: &Selection, registered: &[&Arc<Record>], own: &[Arc<Record>]) -> Resolved {
    if selection.is_all() {
        let whole = |(tool, record): (usize, &&Arc<Record>)| Selected {
            tool,
            methods: (0..record.callables.len()).collect(),
        };
        let selected = registered.iter().enumerate().map(whole).collect();
        return Resolved { selected, unknown: Vec::new() };
    }
    let all = registered.iter().copied().chain(own);
    let candidates: Vec<Candidate<'_>> = all.map(candidate).collect();
    resolve(selection, &candidates)
}

fn candidate(record: &Arc<Record>) -> Candidate<'_> {
    let tool = record.tool();
    let tags = |name: &str| tool.schemas.get(name).map_or(&[][..], |schema| &schema.tags);
    let callables = record.callables.iter();
    Candidate {
        name: &record.name,
        group: tool.group.as_deref(),
        tags: &tool.tags,
        methods: callables
            .map(|callable| MethodCandidate { name: &callable.name, tags: tags(&callable.name) })
            .collect(),
        function: record.function,
    }
}

fn view_slot(
    records: &[&Arc<Record>],
    id: TypeId,
    name: &str,
    value: Box<dyn Any + Send + Sync>,
) -> Result<(TypeId, Slot), String> {
    for instance in records.iter().filter_map(|record| record.instance.as_ref()) {
        if instance.id == id {
            return Ok((id, Slot::owned(value, instance.exclusive)));
        }
        if (instance.kind.arc_id)() == id {
            return Ok((instance.id, crate::build::adopt(instance, value)?));
        }
    }
    Err(format!("an instance of {name} is provided, but no tool method takes one"))
}
