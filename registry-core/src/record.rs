//! One tool as the registry holds it: cheap to make, described when first asked for.

use std::any::TypeId;
use std::borrow::Cow;
use std::sync::{Arc, OnceLock};

use serde_json::Value;

use crate::collect::Collected;
use crate::describe::{self, MethodSchema};
use crate::dynamic::Handler;
use crate::entry::{EntryData, Method, Receiver};
use crate::instance::{InstanceType, Slot};
use crate::model::Tool;

/// A registered tool.
#[derive(Debug)]
pub(crate) struct Record {
    pub(crate) name: Cow<'static, str>,
    pub(crate) function: bool,
    pub(crate) callables: Vec<Callable>,
    pub(crate) instance: Option<Instance>,
    collected: Option<Collected>,
    tool: OnceLock<Arc<Tool>>,
}

/// One callable of a record.
#[derive(Debug)]
pub(crate) struct Callable {
    pub(crate) name: Cow<'static, str>,
    pub(crate) run: Run,
    schema: OnceLock<MethodSchema>,
}

/// How a callable runs.
#[derive(Debug)]
pub(crate) enum Run {
    Static { entry: &'static EntryData, method: &'static Method },
    Dynamic { handler: Arc<Handler>, input: Value },
}

/// Where the instance of a type comes from.
pub(crate) struct Instance {
    pub(crate) id: TypeId,
    pub(crate) kind: &'static InstanceType,
    /// Some method takes `&mut self`.
    pub(crate) exclusive: bool,
    pub(crate) slot: OnceLock<Slot>,
}

impl std::fmt::Debug for Instance {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Instance").field("type", &(self.kind.type_name)()).finish_non_exhaustive()
    }
}

impl Record {
    pub(crate) fn collected(collected: Collected) -> Self {
        let callables: Vec<Callable> = collected
            .callables()
            .map(|(entry, method)| Callable {
                name: method.name.into(),
                run: Run::Static { entry, method },
                schema: OnceLock::new(),
            })
            .collect();
        let receivers = || collected.callables().map(|(_, method)| method.receiver);
        let kind = collected.callables().find_map(|(entry, _)| entry.instance);
        let instance =
            kind.filter(|_| receivers().any(|r| r != Receiver::None)).map(|kind| Instance {
                id: collected.id(),
                kind,
                exclusive: receivers().any(|r| r == Receiver::Exclusive),
                slot: OnceLock::new(),
            });
        Self {
            name: collected.name().into(),
            function: collected.is_function(),
            callables,
            instance,
            collected: Some(collected),
            tool: OnceLock::new(),
        }
    }

    pub(crate) fn dynamic(mut tool: Tool) -> Self {
        tool.registered_at.get_or_insert_with(describe::now);
        let callables =
            tool.schemas.values().zip(&tool.handlers).map(|(schema, handler)| Callable {
                name: schema.name.clone().into(),
                run: Run::Dynamic {
                    handler: Arc::clone(handler),
                    input: schema.input_schema.clone(),
                },
                schema: OnceLock::new(),
            });
        Self {
            name: tool.name.clone().into(),
            function: tool.function,
            callables: callables.collect(),
            instance: None,
            collected: None,
            tool: OnceLock::from(Arc::new(tool)),
        }
    }

    /// Where it was declared, for messages.
    pub(crate) fn place(&self) -> String {
        match &self.collected {
            Some(collected) => collected.place(),
            None => self.tool().source.clone(),
        }
    }

    /// The tool in the data model.
    pub(crate) fn tool(&self) -> &Arc<Tool> {
        self.tool.get_or_init(|| {
            let Some(collected) = &self.collected else {
                unreachable!("a run-time tool is described when it is made")
            };
            let schemas = self.callables.iter().filter_map(|callable| match callable.run {
                Run::Static { entry, method } => {
                    let input = &callable.schema().input;
                    Some(describe::tool_schema(collected, entry, method, input))
                }
                Run::Dynamic { .. } => None,
            });
            Arc::new(describe::tool(collected, schemas.collect()))
        })
    }

    /// The name that calls use: `Type.method`, or the function's own.
    pub(crate) fn callable_name(&self, method: usize) -> String {
        if self.function {
            self.name.clone().into_owned()
        } else {
            format!("{}.{}", self.name, self.callables[method].name)
        }
    }
}

impl Callable {
    /// The name that its author chose for providers.
    pub(crate) fn chosen_wire(&self) -> Option<String> {
        match self.run {
            Run::Static { method, .. } => method.meta.wire.map(Into::into),
            Run::Dynamic { .. } => None,
        }
    }

    pub(crate) fn schema(&self) -> &MethodSchema {
        self.schema.get_or_init(|| match &self.run {
            Run::Static { method, .. } => MethodSchema::of(method),
            Run::Dynamic { input, .. } => MethodSchema::dynamic(input.clone()),
        })
    }
}
