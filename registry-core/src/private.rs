//! Not public API. Everything that generated code may name.

pub use core::any::TypeId;
pub use core::borrow::Borrow;
pub use core::option::Option::{self, None, Some};
pub use core::result::Result::{Err, Ok};
pub use std::borrow::ToOwned;

use std::marker::PhantomData;

use schemars::JsonSchema;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

pub use crate::arguments::Call;
#[cfg(all(feature = "linkme", not(feature = "inventory")))]
pub use crate::collect::ENTRIES;
pub use crate::collect::submit;
pub use crate::context::FromContext;
pub use crate::entry::{
    Entry, EntryData, EntryKind, JsonType, Meta, Method, Param, Receiver, SchemaFn, Shape,
};
pub use crate::error::CallError;
pub use crate::execute::{Outcome, Sink, drive};
pub use crate::instance::{DefaultOf, Guard, InstanceType};
pub use crate::model::Risk;
pub use crate::output::{IntoToolOutput, ToolOutput};
pub use crate::selection::Selection;
#[cfg(feature = "inventory")]
pub use inventory;
#[cfg(feature = "linkme")]
pub use linkme;

/// The traits behind the choices below; generated code imports them all.
pub mod kinds {
    pub use super::{
        Absent as _, AnyTool as _, DisplayKind as _, ErrorKind as _, NoSchemaKind as _,
        OrJson as _, OrNeither as _, OutputKind as _, PlainKind as _, PlainReturn as _,
        ResultKind as _, SchemaKind as _, SerializeKind as _,
    };
    pub use crate::instance::NoDefault as _;
}

// ---- parameters: injected, JSON, or neither --------------------------------------------------

/// Takes one parameter of a call, by its place in the table; the default stands in for it.
pub type Take<T> = fn(&mut Call<'_>, usize, Option<fn() -> T>) -> Option<T>;

/// What a parameter of type `T` is to a call.
#[derive(Debug)]
pub struct ParamOf<T> {
    pub shape: Shape,
    pub take: Take<T>,
}

/// Chooses by trait: the inherent constant wins where `T: FromContext`.
#[derive(Debug)]
pub struct Kind<T>(PhantomData<T>);

impl<T: FromContext> Kind<T> {
    pub const TAG: Injected = Injected;
}

pub trait OrJson {
    const TAG: NotInjected = NotInjected;
}
impl<T> OrJson for Kind<T> {}

/// The inherent constant wins where serde can decode `T`.
#[derive(Debug)]
pub struct Decoded<T>(PhantomData<T>);

impl<T: DeserializeOwned> Decoded<T> {
    pub const TAG: Json = Json;
}

pub trait OrNeither {
    const TAG: Neither = Neither;
}
impl<T> OrNeither for Decoded<T> {}

#[derive(Debug, Clone, Copy)]
pub struct Injected;
#[derive(Debug, Clone, Copy)]
pub struct NotInjected;
#[derive(Debug, Clone, Copy)]
pub struct Json;
#[derive(Debug, Clone, Copy)]
pub struct Neither;

impl Injected {
    #[must_use]
    pub const fn or<O: Copy>(self, _: O) -> Self {
        self
    }

    #[must_use]
    pub const fn param<T: FromContext>(self) -> ParamOf<T> {
        ParamOf { shape: Shape::Injected(T::needs), take: |call, _, _| call.take_injected() }
    }
}

impl Injected {
    #[must_use]
    pub const fn without_schema<T: FromContext>(self) -> ParamOf<T> {
        self.param()
    }
}

impl NotInjected {
    #[must_use]
    pub const fn or<O: Copy>(self, other: O) -> O {
        other
    }
}

/// A type with a JSON Schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter: it has no JSON Schema",
    label = "this type, or one inside it, does not implement `JsonSchema`",
    note = "derive `schemars::JsonSchema` for it, or name a function with `#[tool(schema_with = path)]`"
)]
pub trait Described {
    const JSON: &'static JsonType;
}

impl<T: DeserializeOwned + JsonSchema> Described for T {
    const JSON: &'static JsonType = &JsonType {
        schema: crate::arguments::schema_of::<T>,
        optional: crate::arguments::is_optional::<T>,
        variants: crate::schema::variant_orders::<T>,
    };
}

impl Json {
    #[must_use]
    pub const fn param<T: DeserializeOwned + Described>(self) -> ParamOf<T> {
        ParamOf {
            shape: Shape::Json(<T as Described>::JSON),
            take: |call, index, default| call.take_json(index, default),
        }
    }
}

/// A type whose schema comes from a function of the user's.
pub trait Undescribed {
    const JSON: &'static JsonType;
}

impl<T: DeserializeOwned> Undescribed for T {
    const JSON: &'static JsonType = &JsonType {
        schema: crate::arguments::no_schema,
        optional: crate::arguments::is_optional::<T>,
        variants: crate::schema::variant_orders::<T>,
    };
}

impl Json {
    #[must_use]
    pub const fn without_schema<T: DeserializeOwned>(self) -> ParamOf<T> {
        ParamOf {
            shape: Shape::Json(<T as Undescribed>::JSON),
            take: |call, index, default| call.take_json(index, default),
        }
    }
}

/// Implemented by nothing: its message is the point.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool parameter: it is neither a JSON argument nor injected",
    label = "neither a JSON argument nor injected",
    note = "as a JSON argument, it and every type inside it derive `serde::Deserialize` and `schemars::JsonSchema`",
    note = "as an injected parameter, it implements `tool_registry::FromContext`"
)]
pub trait ToolParameter {}

impl Neither {
    #[must_use]
    pub const fn without_schema<T: ToolParameter>(self) -> ParamOf<T> {
        self.param()
    }

    #[must_use]
    pub const fn param<T: ToolParameter>(self) -> ParamOf<T> {
        ParamOf { shape: Shape::Injected(Vec::new), take: |_, _, _| None }
    }
}

// ---- results: ranked by autoref, the most specific first -------------------------------------

/// Stands for the type of a value.
#[derive(Debug)]
pub struct Of<T>(PhantomData<T>);

impl<T> Of<T> {
    pub fn value(_: &T) -> Self {
        Self(PhantomData)
    }
}

#[derive(Debug)]
pub struct IsResult;
#[derive(Debug)]
pub struct IsPlain;

pub trait ResultKind {
    fn __tool_split_kind(&self) -> IsResult {
        IsResult
    }
}
impl<T, E> ResultKind for &Of<Result<T, E>> {}

pub trait PlainKind {
    fn __tool_split_kind(&self) -> IsPlain {
        IsPlain
    }
}
impl<T> PlainKind for Of<T> {}

impl IsResult {
    pub fn split<T, E>(self, value: Result<T, E>) -> Result<T, E> {
        value
    }
}

impl IsPlain {
    /// # Errors
    /// Never.
    pub fn split<T>(self, value: T) -> Result<T, std::convert::Infallible> {
        Ok(value)
    }
}

#[derive(Debug)]
pub struct IsError;
#[derive(Debug)]
pub struct IsDisplay;

pub trait ErrorKind {
    fn __tool_error_kind(&self) -> IsError {
        IsError
    }
}
impl<E: Into<Box<dyn std::error::Error + Send + Sync>>> ErrorKind for &&Of<E> {}

pub trait DisplayKind {
    fn __tool_error_kind(&self) -> IsDisplay {
        IsDisplay
    }
}
impl<E> DisplayKind for &Of<E> {}

impl IsError {
    pub fn error<E: Into<Box<dyn std::error::Error + Send + Sync>>>(self, error: E) -> CallError {
        CallError::from_error(error)
    }
}

/// An error that can at least be told.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's error",
    label = "it implements neither `std::error::Error` nor `std::fmt::Display`",
    note = "implement `Display` for it, so that the model can read what went wrong"
)]
pub trait ToolError: std::fmt::Display {}
impl<E: std::fmt::Display> ToolError for E {}

impl IsDisplay {
    pub fn error<E: ToolError>(self, error: E) -> CallError {
        CallError::failed(error.to_string())
    }
}

#[derive(Debug)]
pub struct IsOutput;
#[derive(Debug)]
pub struct IsSerialize;

pub trait OutputKind {
    fn __tool_output_kind(&self) -> IsOutput {
        IsOutput
    }
}
impl<T: IntoToolOutput> OutputKind for &&Of<T> {}

pub trait SerializeKind {
    fn __tool_output_kind(&self) -> IsSerialize {
        IsSerialize
    }
}
impl<T> SerializeKind for &Of<T> {}

impl IsOutput {
    /// # Errors
    /// As [`IntoToolOutput::into_tool_output`].
    pub fn output<T: IntoToolOutput>(self, value: T) -> Result<ToolOutput, CallError> {
        value.into_tool_output()
    }
}

/// A value that can be a tool's result.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's result",
    label = "not a tool result",
    note = "derive `serde::Serialize` for it and every type inside it, or implement `tool_registry::IntoToolOutput`"
)]
pub trait ToolResult: Serialize {}
impl<T: Serialize> ToolResult for T {}

impl IsSerialize {
    /// # Errors
    /// When the value cannot be written as JSON.
    pub fn output<T: ToolResult>(self, value: T) -> Result<ToolOutput, CallError> {
        ToolOutput::json(&value)
    }
}

/// The successful type behind a return type, also behind an alias of `Result`.
#[derive(Debug)]
pub struct Returns<R>(PhantomData<R>);

/// Stands for a successful type.
#[derive(Debug)]
pub struct Out<T>(PhantomData<T>);

impl<T, E> Returns<Result<T, E>> {
    pub const OK: Out<T> = Out(PhantomData);
}

pub trait PlainReturn {
    type Ok;
    const OK: Out<Self::Ok>;
}
impl<R> PlainReturn for Returns<R> {
    type Ok = R;
    const OK: Out<R> = Out(PhantomData);
}

impl<T: JsonSchema> Out<T> {
    #[must_use]
    pub fn schema(&self) -> Option<SchemaFn> {
        Some(crate::arguments::schema_of::<T>)
    }
}

#[derive(Debug)]
pub struct HasSchema<T>(PhantomData<T>);
#[derive(Debug)]
pub struct HasNoSchema;

pub trait SchemaKind<T> {
    fn __tool_schema_kind(&self) -> HasSchema<T> {
        HasSchema(PhantomData)
    }
}
impl<T: JsonSchema> SchemaKind<T> for &Out<T> {}

pub trait NoSchemaKind {
    fn __tool_schema_kind(&self) -> HasNoSchema {
        HasNoSchema
    }
}
impl<T> NoSchemaKind for Out<T> {}

impl<T: JsonSchema> HasSchema<T> {
    #[must_use]
    pub fn schema(&self) -> Option<SchemaFn> {
        Some(crate::arguments::schema_of::<T>)
    }
}

impl HasNoSchema {
    #[must_use]
    pub fn schema(&self) -> Option<SchemaFn> {
        None
    }
}

// ---- defaults and examples -------------------------------------------------------------------

/// A type that text can be a default of.
#[diagnostic::on_unimplemented(
    message = "a default in quotes does not fit a parameter of type `{Self}`",
    label = "text is no `{Self}`",
    note = "write a value of the parameter's type: `default = 3`, `default = Order::Up`"
)]
pub trait TextDefault: From<&'static str> {}
impl<T: From<&'static str>> TextDefault for T {}

/// A default written in quotes.
#[must_use]
pub fn text<T: TextDefault>(text: &'static str) -> T {
    T::from(text)
}

/// JSON text that the macro wrote from a literal.
#[must_use]
pub fn literal(json: &str) -> Value {
    serde_json::from_str(json).unwrap_or(Value::Null)
}

/// A default as JSON; `None` where JSON cannot hold it.
#[must_use]
pub fn to_value<T: Serialize>(value: &T) -> Option<Value> {
    serde_json::to_value(value).ok()
}

/// An example as JSON.
#[must_use]
pub fn to_value_or_null<T: Serialize>(value: &T) -> Value {
    to_value(value).unwrap_or(Value::Null)
}

// ---- compile-time checks ---------------------------------------------------------------------

/// The type has a tool method whose name hashes to `NAME`.
pub trait HasToolMethod<const NAME: u64> {}

/// `EXISTS` is true where [`HasToolMethod`] holds.
#[derive(Debug)]
pub struct Probe<T, const NAME: u64>(PhantomData<T>);

pub trait Absent {
    const EXISTS: bool = false;
}
impl<T, const NAME: u64> Absent for Probe<T, NAME> {}

impl<T: HasToolMethod<NAME>, const NAME: u64> Probe<T, NAME> {
    pub const EXISTS: bool = true;
}

/// A struct or enum with `#[tool]`, and what its `include` says.
pub trait ToolType {
    const INCLUDE: Option<&'static [&'static str]>;
}

/// The `include` of a type, if it has one.
#[derive(Debug)]
pub struct Included<T>(PhantomData<T>);

impl<T: ToolType> Included<T> {
    pub const INCLUDE: Option<&'static [&'static str]> = T::INCLUDE;
}

pub trait AnyTool {
    const INCLUDE: Option<&'static [&'static str]> = None;
}
impl<T> AnyTool for Included<T> {}

/// Whether `include` lets `method` through.
#[must_use]
pub const fn included(include: Option<&'static [&'static str]>, method: &str) -> bool {
    let Some(names) = include else { return true };
    let mut i = 0;
    while i < names.len() {
        if same(names[i].as_bytes(), method.as_bytes()) {
            return true;
        }
        i += 1;
    }
    false
}

const fn same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut i = 0;
    while i < a.len() {
        if a[i] != b[i] {
            return false;
        }
        i += 1;
    }
    true
}

/// What `select!` expands to: types by identity, so that renamed tools keep their names.
#[must_use]
pub fn select(items: &[(TypeId, &'static str, &'static [&'static str])]) -> Selection {
    let collected = crate::collect::collected();
    let mut selection = Selection::none();
    for (id, written, methods) in items {
        let tool = collected.iter().find(|tool| tool.id() == *id);
        let name = tool.map_or(*written, |tool| tool.name());
        if methods.is_empty() {
            selection = selection.tool(name);
        }
        for method in *methods {
            let renamed =
                tool.and_then(|tool| tool.callables().find(|(_, own)| own.ident == *method));
            selection = selection.method(name, renamed.map_or(*method, |(_, own)| own.name));
        }
    }
    selection
}
