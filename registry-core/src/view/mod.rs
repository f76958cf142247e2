//! What one caller sees: list, export and call go through here, and through nothing else.

mod build;

use std::any::TypeId;
use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, OnceLock};

use indexmap::IndexMap;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::call::{OutputStream, ToolCall};
use crate::caller::Caller;
use crate::context::StateMap;
use crate::error::{CallError, ErrorCode};
use crate::execute::{Target, execute};
use crate::export::{Export, Format};
use crate::instance::Slot;
use crate::model::{Names, Tool, ToolSchema};
use crate::nearest::nearest;
use crate::output::ToolOutput;
use crate::record::Record;
use crate::scan::Arguments;
use crate::snapshot::Snapshot;
use crate::wire::{hex, wire_names};

pub use build::{ViewBuilder, ViewError, ViewSpec};

/// The tools that one caller sees, at one revision of the registry. Cheap to clone.
///
/// What a view does not show it does not call, and does not name in any error.
#[derive(Clone)]
pub struct View(Arc<ViewInner>);

struct Chosen {
    record: Arc<Record>,
    methods: Vec<usize>,
}

impl Chosen {
    fn whole(record: &Arc<Record>) -> Self {
        Self { record: Arc::clone(record), methods: (0..record.callables.len()).collect() }
    }
}

pub(crate) struct ViewInner {
    snapshot: Option<Arc<Snapshot>>,
    revision: u64,
    state: Arc<StateMap>,
    caller: Caller,
    chosen: Vec<Chosen>,
    slots: HashMap<TypeId, Slot>,
    /// Names of the selection that were not there.
    missing: Vec<String>,
    /// Callable names and wire names.
    lookup: HashMap<Box<str>, Target, foldhash::fast::RandomState>,
    /// Per chosen tool, per chosen method: callable name, wire name.
    names: Vec<Vec<(String, String)>>,
    tools: OnceLock<Vec<Arc<Tool>>>,
    exports: [OnceLock<Export>; Format::COUNT],
}

impl fmt::Debug for ViewInner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("View")
            .field("revision", &self.revision)
            .field("caller", &self.caller)
            .field("callables", &self.names)
            .finish_non_exhaustive()
    }
}

impl ViewInner {
    fn new(
        snapshot: Arc<Snapshot>,
        state: Arc<StateMap>,
        caller: Caller,
        chosen: Vec<Chosen>,
        slots: HashMap<TypeId, Slot>,
    ) -> Self {
        let revision = snapshot.revision;
        Self { snapshot: Some(snapshot), ..Self::shared(revision, state, caller, chosen, slots) }
    }

    /// Without the snapshot, for the view that the snapshot itself holds.
    fn shared(
        revision: u64,
        state: Arc<StateMap>,
        caller: Caller,
        chosen: Vec<Chosen>,
        slots: HashMap<TypeId, Slot>,
    ) -> Self {
        let mut callables = Vec::new();
        let mut targets = Vec::new();
        for (tool, chosen) in chosen.iter().enumerate() {
            for &method in &chosen.methods {
                let chosen_wire = chosen.record.callables[method].chosen_wire();
                callables.push((chosen.record.callable_name(method), chosen_wire));
                targets.push(Target { tool: index(tool), method: index(method) });
            }
        }
        let wires = wire_names(&callables);
        let mut lookup: HashMap<Box<str>, Target, _> =
            HashMap::with_capacity_and_hasher(callables.len() * 2, Default::default());
        let mut names: Vec<Vec<(String, String)>> = vec![Vec::new(); chosen.len()];
        for ((wire, (name, _)), target) in wires.iter().zip(&callables).zip(&targets) {
            lookup.entry(wire.as_str().into()).or_insert(*target);
            names[target.tool as usize].push((name.clone(), wire.clone()));
        }
        // A callable's own name wins over another's wire name.
        for ((name, _), target) in callables.iter().zip(&targets) {
            lookup.insert(name.as_str().into(), *target);
        }
        Self {
            snapshot: None,
            revision,
            state,
            caller,
            chosen,
            slots,
            missing: Vec::new(),
            lookup,
            names,
            tools: OnceLock::new(),
            exports: [const { OnceLock::new() }; Format::COUNT],
        }
    }

    fn tools(&self) -> &[Arc<Tool>] {
        self.tools.get_or_init(|| {
            let part = |chosen: &Chosen| {
                let tool = chosen.record.tool();
                let all = chosen.methods.iter().copied().eq(0..chosen.record.callables.len());
                if all {
                    return Arc::clone(tool);
                }
                let schemas = chosen.methods.iter().filter_map(|&method| {
                    let name = chosen.record.callables[method].name.as_ref();
                    tool.schemas.get(name).map(|schema| (name.to_owned(), schema.clone()))
                });
                let mut part = Tool { schemas: schemas.collect(), ..(**tool).clone() };
                part.handlers.clear();
                Arc::new(part)
            };
            self.chosen.iter().map(part).collect()
        })
    }
}

fn index(i: usize) -> u32 {
    u32::try_from(i).unwrap_or(u32::MAX)
}

impl View {
    fn of(inner: ViewInner) -> Self {
        Self(Arc::new(inner))
    }

    pub(crate) fn whole(snapshot: &Snapshot, state: Arc<StateMap>) -> Self {
        let chosen = snapshot.records.values().map(Chosen::whole).collect();
        let (caller, slots) = (Caller::default(), HashMap::new());
        Self::of(ViewInner::shared(snapshot.revision, state, caller, chosen, slots))
    }

    pub(crate) fn into_inner(self) -> Arc<ViewInner> {
        self.0
    }

    pub(crate) fn from_inner(inner: Arc<ViewInner>) -> Self {
        Self(inner)
    }

    pub(crate) fn record(&self, tool: usize) -> &Record {
        &self.0.chosen[tool].record
    }

    pub(crate) fn state(&self) -> &StateMap {
        &self.0.state
    }

    /// The instance for a tool: this view's own, else the registry's.
    pub(crate) fn slot(&self, record: &Record) -> Result<Slot, CallError> {
        let missing = || {
            CallError::unavailable(format!("tool `{}` has no instance", record.name))
                .with_hint("give one with `.provide(…)`")
        };
        let instance = record.instance.as_ref().ok_or_else(missing)?;
        if !self.0.slots.is_empty()
            && let Some(own) = self.0.slots.get(&instance.id)
        {
            return Ok(own.clone());
        }
        instance.slot.get().cloned().ok_or_else(missing)
    }

    /// The revision of the registry that the view was made from.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.0.snapshot.as_ref().map_or(self.0.revision, |snapshot| snapshot.revision)
    }

    /// What its selection names and the registry does not have any more, as the selection wrote it;
    /// only after [`ViewSpec::rebuild`].
    #[must_use]
    pub fn missing(&self) -> &[String] {
        &self.0.missing
    }

    /// Who sees it.
    #[must_use]
    pub fn caller(&self) -> &Caller {
        &self.0.caller
    }

    /// The visible tools in order, each with its visible callables alone.
    #[must_use]
    pub fn tools(&self) -> &[Arc<Tool>] {
        self.0.tools()
    }

    /// The names that can be called: `Type.method`, or the function's name.
    #[must_use]
    pub fn names(&self) -> Names {
        Names(self.0.names.iter().flatten().map(|(name, _)| name.clone()).collect())
    }

    /// The schemas by callable name.
    #[must_use]
    pub fn schemas(&self) -> IndexMap<&str, &ToolSchema> {
        self.callables().map(|(name, _, schema)| (name, schema)).collect()
    }

    /// Callable name, wire name and schema of each visible callable, in order.
    pub(crate) fn callables(&self) -> impl Iterator<Item = (&str, &str, &ToolSchema)> {
        self.tools().iter().zip(&self.0.names).flat_map(|(tool, names)| {
            let named = names.iter().map(|(name, wire)| (name.as_str(), wire.as_str()));
            named.zip(tool.schemas.values()).map(|((name, wire), schema)| (name, wire, schema))
        })
    }

    /// The name that providers get for a callable.
    #[must_use]
    pub fn wire_name(&self, name: &str) -> Option<&str> {
        self.0.names.iter().flatten().find(|(own, _)| own == name).map(|(_, wire)| wire.as_str())
    }

    /// The visible tools as text for a model.
    #[must_use]
    pub fn tool_info(&self) -> String {
        self.exported(Format::Text).to_string()
    }

    /// `{tool name: schemas by method}` of the visible tools.
    #[must_use]
    pub fn tool_info_json(&self) -> Value {
        let tools = self.tools().iter().map(|tool| {
            let schemas = serde_json::to_value(&tool.schemas).unwrap_or_default();
            (tool.name.clone(), schemas)
        });
        Value::Object(tools.collect())
    }

    /// SHA-256 of everything the view shows, in hexadecimal; the same tools give the same digest.
    #[must_use]
    pub fn digest(&self) -> String {
        hex(&hmac_sha256::Hash::hash(self.exported(Format::Json).to_string().as_bytes()))
    }

    /// The visible tools in a provider's or a reader's format; made once per view.
    ///
    /// # Errors
    /// None yet: every format that is there takes every tool.
    pub fn export(&self, format: Format) -> Result<Export, ViewError> {
        Ok(self.exported(format).clone())
    }

    fn exported(&self, format: Format) -> &Export {
        self.0.exports[format as usize].get_or_init(|| Export::of(self, format))
    }

    fn find(&self, name: &str) -> Result<Target, CallError> {
        self.0.lookup.get(name).copied().ok_or_else(|| self.unknown(name))
    }

    /// What is hidden and what is not there read the same.
    #[cold]
    fn unknown(&self, name: &str) -> CallError {
        let error = CallError::new(ErrorCode::NotFound, format!("there is no tool `{name}`"));
        let names = self.0.names.iter().flatten().map(|(name, _)| name.as_str());
        match nearest(name, names) {
            Some(near) => error.with_hint(format!("did you mean `{near}`?")),
            None => error,
        }
    }

    /// Calls a visible tool by its name or its wire name, with a JSON object as a value, text or
    /// bytes.
    ///
    /// # Errors
    /// [`ErrorCode::NotFound`] for what the view does not show, [`ErrorCode::InvalidArguments`]
    /// with every wrong argument, and what the tool itself gives.
    ///
    /// # Cancel safety
    /// Dropping the future stops the tool at its next await and fires its cancellation token.
    pub async fn call<'a>(
        &self,
        name: &str,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<ToolOutput, CallError> {
        let target = self.find(name)?;
        execute(self, target, arguments.into(), None, None).await
    }

    /// Runs a call with its id, its cancellation and its progress.
    ///
    /// # Errors
    /// As [`View::call`], and [`ErrorCode::Cancelled`].
    pub async fn execute(&self, call: ToolCall) -> Result<ToolOutput, CallError> {
        let target = self.find(&call.name)?;
        let arguments = Arguments::from(&call.arguments);
        execute(self, target, arguments, Some(Box::new(call)), None).await
    }

    /// Calls a tool and gives its items as they come; a tool that does not stream gives one.
    ///
    /// # Errors
    /// [`ErrorCode::NotFound`]; everything else comes as the last item.
    pub fn stream<'a>(
        &self,
        name: &str,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<OutputStream, CallError> {
        let target = self.find(name)?;
        let arguments = Arguments(arguments.into().0.into_owned().into());
        // One item waits while the next is made: the tool is never far ahead of its reader.
        let (sink, items) = mpsc::channel(1);
        let view = self.clone();
        let work =
            Box::pin(async move { execute(&view, target, arguments, None, Some(sink)).await });
        Ok(OutputStream { work: Some(work), items, end: None })
    }

    /// `Type.method` to something that can be called, for every visible callable.
    #[must_use]
    pub fn execution_map(&self) -> IndexMap<String, ViewCallable> {
        self.names()
            .into_iter()
            .map(|name| (name.clone(), ViewCallable { view: self.clone(), name }))
            .collect()
    }
}

impl fmt::Debug for View {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// One callable of a view.
#[derive(Debug, Clone)]
pub struct ViewCallable {
    view: View,
    name: String,
}

impl ViewCallable {
    /// The name it is called by.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Calls it.
    ///
    /// # Errors
    /// As [`View::call`].
    pub async fn call<'a>(
        &self,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<ToolOutput, CallError> {
        self.view.call(&self.name, arguments).await
    }
}
