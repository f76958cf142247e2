//! The registry: snapshots that readers take without a lock, and the writes that replace them.

use std::any::Any;
use std::fmt;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use arc_swap::ArcSwap;

use crate::build::{BuildError, RegistryBuilder};
use crate::context::StateMap;
use crate::dynamic::{ToolError, check_tool};
use crate::error::CallError;
use crate::instance::Slot;
use crate::model::{Names, Tool};
use crate::nearest::nearest;
use crate::output::ToolOutput;
use crate::record::Record;
use crate::scan::Arguments;
use crate::snapshot::{Records, Snapshot};
use crate::view::{View, ViewBuilder};

/// Every tool of a program, by name. Cheap to clone: clones are the same registry.
#[derive(Clone)]
pub struct Registry(pub(crate) Arc<Shared>);

pub(crate) struct Shared {
    pub(crate) snapshot: ArcSwap<Snapshot>,
    /// Held while a new snapshot is made, so that no write is lost.
    writing: Mutex<()>,
    pub(crate) state: Arc<StateMap>,
}

/// Why the registry refused a change.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum RegistryError {
    /// There is no tool of that name.
    NotFound {
        /// The name that was asked for.
        name: String,
        /// The nearest name that exists.
        nearest: Option<String>,
    },
    /// There is a tool of that name already.
    Duplicate {
        /// The name.
        name: String,
        /// Where the one that stays was declared.
        first: String,
        /// Where the one that was refused was declared.
        second: String,
    },
    /// The tool itself is not right.
    Invalid(ToolError),
    /// An instance was given for a type that has no tool, or twice, or in a form that cannot serve.
    Instance(String),
}

impl fmt::Display for RegistryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotFound { name, nearest: Some(nearest) } => {
                write!(f, "there is no tool `{name}`; did you mean `{nearest}`?")
            }
            Self::NotFound { name, nearest: None } => write!(f, "there is no tool `{name}`"),
            Self::Duplicate { name, first, second } => write!(
                f,
                "tool `{name}` is registered already: {first}, then {second}; give one another \
                 name, or call `replace`"
            ),
            Self::Invalid(error) => error.fmt(f),
            Self::Instance(message) => f.write_str(message),
        }
    }
}

impl std::error::Error for RegistryError {}

impl Registry {
    pub(crate) fn with(records: Records, state: StateMap) -> Self {
        let snapshot = Snapshot { revision: 0, records, whole: OnceLock::new() };
        Self(Arc::new(Shared {
            snapshot: ArcSwap::from_pointee(snapshot),
            writing: Mutex::new(()),
            state: Arc::new(state),
        }))
    }

    /// A builder that starts with every annotated tool of the program.
    #[must_use]
    pub fn builder() -> RegistryBuilder {
        RegistryBuilder::new(crate::collect::collected())
    }

    /// A registry without any tool.
    #[must_use]
    pub fn empty() -> Self {
        Self::with(Records::new(), StateMap::default())
    }

    /// The registry of every annotated tool, built once per process.
    ///
    /// A type that has no instance answers `unavailable` until [`provide`](Self::provide) gives it
    /// one.
    ///
    /// # Errors
    /// Every other problem of the program's tools, as [`RegistryBuilder::build`].
    pub fn global() -> Result<&'static Self, &'static BuildError> {
        static GLOBAL: OnceLock<Result<Registry, BuildError>> = OnceLock::new();
        GLOBAL.get_or_init(|| Self::builder().without_instances().build()).as_ref()
    }

    /// The tools as they are now; later changes do not show in it.
    #[must_use]
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.0.snapshot.load_full()
    }

    /// Grows by one with every change.
    #[must_use]
    pub fn revision(&self) -> u64 {
        self.0.snapshot.load().revision
    }

    /// The names of all tools, in order.
    #[must_use]
    pub fn list(&self) -> Names {
        let snapshot = self.0.snapshot.load();
        Names(snapshot.records.keys().map(|name| name.clone().into_owned()).collect())
    }

    /// The names of the tools of a group.
    #[must_use]
    pub fn list_group(&self, group: &str) -> Names {
        self.list_where(|tool| tool.group.as_deref() == Some(group))
    }

    /// The names of the tools with a tag, on themselves or on one of their methods.
    #[must_use]
    pub fn list_tag(&self, tag: &str) -> Names {
        let has = |tags: &[String]| tags.iter().any(|own| own == tag);
        self.list_where(|tool| {
            has(&tool.tags) || tool.schemas.values().any(|schema| has(&schema.tags))
        })
    }

    fn list_where(&self, keep: impl Fn(&Tool) -> bool) -> Names {
        let snapshot = self.0.snapshot.load();
        let tools = snapshot.tools().filter(|tool| keep(tool));
        Names(tools.map(|tool| tool.name.clone()).collect())
    }

    /// One tool by name.
    ///
    /// # Errors
    /// [`RegistryError::NotFound`] with the nearest name.
    pub fn get(&self, name: &str) -> Result<Arc<Tool>, RegistryError> {
        let snapshot = self.0.snapshot.load();
        match snapshot.records.get(name) {
            Some(record) => Ok(Arc::clone(record.tool())),
            None => Err(not_found(&snapshot, name)),
        }
    }

    /// Adds a tool.
    ///
    /// # Errors
    /// When one of its name is there, or the tool is not right; nothing changes then.
    pub fn register(&self, tool: Tool) -> Result<(), RegistryError> {
        check_tool(&tool).map_err(RegistryError::Invalid)?;
        self.change(|records| match records.get(tool.name.as_str()) {
            Some(present) => Err(RegistryError::Duplicate {
                name: tool.name.clone(),
                first: present.place(),
                second: tool.source.clone(),
            }),
            None => {
                records.insert(tool.name.clone().into(), Arc::new(Record::dynamic(tool)));
                Ok(())
            }
        })
    }

    /// Adds many tools as one change: all of them or none.
    ///
    /// # Errors
    /// [`BuildError`] with everything that is wrong; nothing changes then.
    pub fn register_all(&self, tools: impl IntoIterator<Item = Tool>) -> Result<(), BuildError> {
        let tools: Vec<Tool> = tools.into_iter().collect();
        self.change(|records| crate::build::add_all(tools, records))
    }

    /// Adds a tool at start-up, where a failure is a fault of the program.
    ///
    /// # Panics
    /// Where [`register`](Self::register) would fail.
    #[track_caller]
    pub fn must_register(&self, tool: Tool) {
        if let Err(error) = self.register(tool) {
            panic!("{error}");
        }
    }

    /// Puts a tool in the place of the one of its name, or adds it.
    ///
    /// # Errors
    /// When the tool is not right; nothing changes then.
    pub fn replace(&self, tool: Tool) -> Result<(), RegistryError> {
        check_tool(&tool).map_err(RegistryError::Invalid)?;
        self.change(|records| {
            records.insert(tool.name.clone().into(), Arc::new(Record::dynamic(tool)));
            Ok(())
        })
    }

    /// Removes a tool. Views made before keep it.
    ///
    /// # Errors
    /// [`RegistryError::NotFound`] with the nearest name.
    pub fn unregister(&self, name: &str) -> Result<(), RegistryError> {
        let snapshot = self.0.snapshot.load_full();
        self.change(|records| match records.remove(name) {
            Some(_) => Ok(()),
            None => Err(not_found(&snapshot, name)),
        })
    }

    fn change<E>(&self, edit: impl FnOnce(&mut Records) -> Result<(), E>) -> Result<(), E> {
        let _writing = self.0.writing.lock().unwrap_or_else(PoisonError::into_inner);
        let old = self.0.snapshot.load_full();
        let mut records = old.records.clone();
        edit(&mut records)?;
        self.0.snapshot.store(Arc::new(Snapshot {
            revision: old.revision + 1,
            records,
            whole: OnceLock::new(),
        }));
        Ok(())
    }

    /// Gives a tool type its instance after the registry was built, once.
    ///
    /// # Errors
    /// When no tool has this type, or it has an instance already.
    pub fn provide<T: Send + Sync + 'static>(&self, value: T) -> Result<(), RegistryError> {
        let snapshot = self.0.snapshot.load();
        let boxed: Box<dyn Any + Send + Sync> = Box::new(value);
        let id = std::any::TypeId::of::<T>();
        let name = std::any::type_name::<T>();
        let instances = snapshot.records.values().filter_map(|record| record.instance.as_ref());
        for instance in instances {
            let slot = if instance.id == id {
                Slot::owned(boxed, instance.exclusive)
            } else if (instance.kind.arc_id)() == id {
                crate::build::adopt(instance, boxed).map_err(RegistryError::Instance)?
            } else {
                continue;
            };
            return instance
                .slot
                .set(slot)
                .map_err(|_| RegistryError::Instance(format!("{name} has an instance already")));
        }
        Err(RegistryError::Instance(format!("no tool takes an instance of {name}")))
    }

    /// Starts a view: what one caller sees of the tools as they are now.
    #[must_use]
    pub fn view(&self) -> ViewBuilder {
        ViewBuilder::new(self.snapshot(), Arc::clone(&self.0.state))
    }

    /// Calls any tool of the registry, with no view in between: for trusted callers.
    ///
    /// # Errors
    /// As [`View::call`].
    pub async fn call<'a>(
        &self,
        name: &str,
        arguments: impl Into<Arguments<'a>>,
    ) -> Result<ToolOutput, CallError> {
        self.whole().call(name, arguments).await
    }

    fn whole(&self) -> View {
        let snapshot = self.0.snapshot.load_full();
        let whole = snapshot
            .whole
            .get_or_init(|| View::whole(&snapshot, Arc::clone(&self.0.state)).into_inner());
        View::from_inner(Arc::clone(whole))
    }
}

fn not_found(snapshot: &Snapshot, name: &str) -> RegistryError {
    RegistryError::NotFound {
        name: name.to_owned(),
        nearest: nearest(name, snapshot.records.keys().map(AsRef::as_ref)).map(Into::into),
    }
}

impl fmt::Debug for Registry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let snapshot = self.0.snapshot.load();
        f.debug_struct("Registry")
            .field("revision", &snapshot.revision)
            .field("tools", &snapshot.records.keys())
            .finish()
    }
}
