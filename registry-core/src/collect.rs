//! The collection gate: how entries of the whole program come together.
//!
//! Every choice between `inventory`, `linkme` and neither is made here, so that the macro's output
//! is the same under each.

use std::any::TypeId;
use std::collections::HashMap;

use crate::entry::{Entry, EntryData, EntryKind, Method};

#[cfg(feature = "inventory")]
inventory::collect!(Entry);

/// The linker section of the `linkme` backend.
#[cfg(all(feature = "linkme", not(feature = "inventory")))]
#[linkme::distributed_slice]
pub static ENTRIES: [Entry];

/// Not public API. Used by generated code.
#[doc(hidden)]
#[cfg(feature = "inventory")]
#[macro_export]
macro_rules! __submit {
    ($entry:expr) => {
        $crate::__private::inventory::submit! { $entry }
    };
}

/// Not public API. Used by generated code.
#[doc(hidden)]
#[cfg(all(feature = "linkme", not(feature = "inventory")))]
#[macro_export]
macro_rules! __submit {
    ($entry:expr) => {
        const _: () = {
            #[$crate::__private::linkme::distributed_slice($crate::__private::ENTRIES)]
            #[linkme(crate = $crate::__private::linkme)]
            static __TOOL_ENTRY_IN_SLICE: $crate::__private::Entry = $entry;
        };
    };
}

/// Not public API. Used by generated code.
#[doc(hidden)]
#[cfg(not(any(feature = "linkme", feature = "inventory")))]
#[macro_export]
macro_rules! __submit {
    ($entry:expr) => {
        const _: $crate::__private::Entry = $entry;
    };
}

pub use crate::__submit as submit;

fn entries() -> Vec<&'static EntryData> {
    #[cfg(feature = "inventory")]
    let found = inventory::iter::<Entry>.into_iter().map(Entry::data).collect();
    #[cfg(all(feature = "linkme", not(feature = "inventory")))]
    let found = ENTRIES.iter().map(Entry::data).collect();
    #[cfg(not(any(feature = "linkme", feature = "inventory")))]
    let found = Vec::new();
    found
}

/// One tool of the program: its type's entry and those of its impl blocks, joined.
#[derive(Debug, Clone)]
pub struct Collected {
    name: &'static str,
    /// The type's own entry or the function's; absent on an impl that stands alone.
    pub(crate) head: Option<&'static EntryData>,
    /// In the order of their places in the source.
    pub(crate) impls: Vec<&'static EntryData>,
}

impl Collected {
    /// The tool's name.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.name
    }

    /// The first paragraph of its docs.
    #[must_use]
    pub fn description(&self) -> &'static str {
        crate::docs::first_paragraph(self.docs())
    }

    /// The names of its methods in the order of the source; of a function, its own name.
    #[must_use]
    pub fn methods(&self) -> Vec<&'static str> {
        self.callables().map(|(_, method)| method.name).collect()
    }

    /// The source file of its first entry.
    #[must_use]
    pub fn file(&self) -> &'static str {
        self.first().file
    }

    /// The line of its first entry.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.first().line
    }

    pub(crate) fn id(&self) -> TypeId {
        self.first().id
    }

    pub(crate) fn is_function(&self) -> bool {
        self.first().kind == EntryKind::Function
    }

    pub(crate) fn docs(&self) -> &'static str {
        let own = self.head.map_or("", |head| head.docs);
        let docs = self.impls.iter().map(|block| block.docs);
        std::iter::once(own).chain(docs).find(|docs| !docs.is_empty()).unwrap_or("")
    }

    pub(crate) fn first(&self) -> &'static EntryData {
        self.head.unwrap_or_else(|| self.impls[0])
    }

    pub(crate) fn place(&self) -> String {
        format!("{}:{}", self.file(), self.line())
    }

    /// Every exposed method with the entry that it stands in.
    pub(crate) fn callables(&self) -> impl Iterator<Item = (&'static EntryData, &'static Method)> {
        let include = self.head.and_then(|head| head.include);
        let shown =
            move |method: &&Method| include.is_none_or(|names| names.contains(&method.ident));
        self.head
            .into_iter()
            .chain(self.impls.iter().copied())
            .flat_map(|entry| entry.methods.iter().map(move |method| (entry, method)))
            .filter(move |(_, method)| shown(method))
    }
}

/// Every annotated item of the program, joined per tool and sorted by name.
///
/// The order does not depend on the linker. Two tools of one name both stand here;
/// [`Registry::builder`](crate::Registry::builder) refuses them.
#[must_use]
pub fn collected() -> Vec<Collected> {
    let mut entries = entries();
    entries.sort_by_key(|entry| (entry.file, entry.line, entry.name));
    let mut by_type: HashMap<TypeId, usize> = HashMap::with_capacity(entries.len());
    let mut tools: Vec<Collected> = Vec::with_capacity(entries.len());
    for entry in entries {
        let index = *by_type.entry(entry.id).or_insert_with(|| {
            tools.push(Collected { name: entry.name, head: None, impls: Vec::new() });
            tools.len() - 1
        });
        let tool = &mut tools[index];
        match entry.kind {
            EntryKind::Impl => {
                if entry.named && tool.head.is_none() {
                    tool.name = entry.name;
                }
                tool.impls.push(entry);
            }
            _ => {
                tool.head = Some(entry);
                tool.name = entry.name;
            }
        }
    }
    tools.sort_by_key(|tool| (tool.name, tool.first().file, tool.first().line));
    tools
}

/// Keeps crates in the program that nothing else names, so that their tools are collected.
///
/// A dependency that is only in Cargo.toml is left out by the linker, and its tools with it:
/// `tool_registry::link!(my_tools, other_tools);` at the top of `main.rs` keeps them.
#[macro_export]
macro_rules! link {
    ($($krate:ident),+ $(,)?) => {
        $(#[allow(unused_imports, reason = "links the crate's tools")] use $krate as _;)+
    };
}
