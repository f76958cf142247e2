//! What `#[tool]` leaves in the program: const data, one [`Entry`] per annotated item.
//!
//! Nothing here allocates or runs before `main`; schemas are made when they are first asked for.

use std::any::TypeId;
use std::fmt;

use schemars::{Schema, SchemaGenerator};
use serde_json::Value;

use crate::arguments::Call;
use crate::execute::Outcome;
use crate::instance::InstanceType;
use crate::need::Need;

/// What kind of item an [`Entry`] describes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum EntryKind {
    /// A struct or an enum.
    Type,
    /// An impl block, inherent or of a trait.
    Impl,
    /// A free function.
    Function,
}

/// One item annotated with `#[tool]`, as the collection holds it.
///
/// With the feature `inventory`, `inventory::iter::<Entry>` walks them from the start of `main`;
/// their order is the linker's. [`collected`](crate::collected) joins them into tools, in order.
pub struct Entry(&'static EntryData);

impl Entry {
    // Not public API. Used by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(data: &'static EntryData) -> Self {
        Self(data)
    }

    pub(crate) fn data(&self) -> &'static EntryData {
        self.0
    }

    /// What was annotated.
    #[must_use]
    pub fn kind(&self) -> EntryKind {
        self.0.kind
    }

    /// The tool's name: the type's or the function's, or what `name = "…"` says.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.0.name
    }

    /// The first paragraph of the item's own docs; empty on an impl block without docs.
    #[must_use]
    pub fn description(&self) -> &'static str {
        crate::docs::first_paragraph(self.0.docs)
    }

    /// The methods that the item exposes; of a function, its own name; of a type, none.
    pub fn methods(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.0.methods.iter().map(|method| method.name)
    }

    /// The source file, as the compiler was given it.
    #[must_use]
    pub fn file(&self) -> &'static str {
        self.0.file
    }

    /// The line of the item, counted from 1.
    #[must_use]
    pub fn line(&self) -> u32 {
        self.0.line
    }
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Entry")
            .field("kind", &self.kind())
            .field("name", &self.name())
            .field("methods", &self.methods().collect::<Vec<_>>())
            .field("at", &format_args!("{}:{}", self.file(), self.line()))
            .finish()
    }
}

// Everything below is not public API. Used by generated code.

/// The data behind an [`Entry`].
#[derive(Debug)]
#[allow(missing_docs, reason = "written by generated code only")]
pub struct EntryData {
    pub kind: EntryKind,
    pub name: &'static str,
    /// `name = "…"` was written, so the name is the author's word and not the type's.
    pub named: bool,
    pub docs: &'static str,
    pub id: TypeId,
    pub meta: &'static Meta,
    pub include: Option<&'static [&'static str]>,
    pub methods: &'static [Method],
    pub instance: Option<&'static InstanceType>,
    pub file: &'static str,
    pub line: u32,
}

/// How a method takes its instance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(missing_docs, reason = "the variants say it")]
pub enum Receiver {
    None,
    Shared,
    Exclusive,
}

/// One callable of an entry.
#[derive(Debug)]
#[allow(missing_docs, reason = "written by generated code only")]
pub struct Method {
    pub name: &'static str,
    /// What `include` and `select!` call it, also when it is renamed.
    pub ident: &'static str,
    pub docs: &'static str,
    pub params: &'static [Param],
    pub receiver: Receiver,
    pub streaming: bool,
    pub returns: &'static str,
    pub output: fn() -> Option<SchemaFn>,
    pub call: fn(&mut Call<'_>) -> Outcome,
    pub meta: &'static Meta,
    pub line: u32,
}

/// Makes the schema of one Rust type.
pub type SchemaFn = fn(&mut SchemaGenerator) -> Schema;

/// One parameter as written; injected ones carry no schema.
#[derive(Debug)]
#[allow(missing_docs, reason = "written by generated code only")]
pub struct Param {
    pub name: &'static str,
    pub docs: &'static str,
    pub shape: Shape,
    pub default: Option<DefaultFn>,
    pub examples: &'static [fn() -> Value],
    /// Replaces the type's own schema (`schema_with = path`).
    pub schema_with: Option<SchemaFn>,
}

/// The default of a parameter as JSON; `None` where JSON cannot hold it.
pub type DefaultFn = fn() -> Option<Value>;

/// What a parameter's type is to a call.
#[derive(Debug, Clone, Copy)]
#[allow(missing_docs, reason = "written by generated code only")]
pub enum Shape {
    Json(&'static JsonType),
    /// Injected; what it needs from the registry, if anything.
    Injected(fn() -> Vec<Need>),
}

/// What is known of a JSON parameter's type.
#[derive(Debug)]
#[allow(missing_docs, reason = "written by generated code only")]
pub struct JsonType {
    pub schema: SchemaFn,
    /// May be absent (`Option<_>`, also behind an alias).
    pub optional: fn() -> bool,
    /// The declared variant order of the enums inside.
    pub variants: fn() -> Vec<&'static [&'static str]>,
}

/// What the attribute's keys said, beside name and docs.
#[derive(Debug)]
#[allow(missing_docs, reason = "one field per key of the attribute")]
pub struct Meta {
    pub title: Option<&'static str>,
    pub group: Option<&'static str>,
    pub version: Option<&'static str>,
    pub tags: &'static [&'static str],
    pub risk: Option<crate::Risk>,
    pub read_only: Option<bool>,
    pub destructive: Option<bool>,
    pub idempotent: Option<bool>,
    pub open_world: Option<bool>,
    pub timeout_ms: Option<u64>,
    pub concurrency: Option<u32>,
    pub scopes: &'static [&'static str],
    pub agents: &'static [&'static str],
    pub requires_auth: Option<bool>,
    pub stage: Option<&'static str>,
    pub flag: Option<&'static str>,
    pub examples: &'static [&'static str],
    pub errors: &'static [&'static str],
    pub deprecated: Option<&'static str>,
    pub wire: Option<&'static str>,
    pub strict_docs: bool,
    /// Keys and JSON texts of `meta(…)`.
    pub extra: &'static [(&'static str, &'static str)],
}

impl Meta {
    /// Nothing said.
    pub const EMPTY: Self = Self {
        title: None,
        group: None,
        version: None,
        tags: &[],
        risk: None,
        read_only: None,
        destructive: None,
        idempotent: None,
        open_world: None,
        timeout_ms: None,
        concurrency: None,
        scopes: &[],
        agents: &[],
        requires_auth: None,
        stage: None,
        flag: None,
        examples: &[],
        errors: &[],
        deprecated: None,
        wire: None,
        strict_docs: false,
        extra: &[],
    };
}
