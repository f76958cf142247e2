//! A call as generated code sees it: arguments by index, the instance, the context.

use std::fmt;

use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::context::{Context, FromContext};
use crate::describe::MethodSchema;
use crate::entry::{Method, Param, Shape};
use crate::error::CallError;
use crate::execute::{Outcome, Scope, Sink};
use crate::instance::Guard;
use crate::scan::{Slots, pointer};
use crate::schema;
use crate::violation::Violation;

/// One call of one method, while its arguments are decoded.
pub struct Call<'a> {
    pub(crate) method: &'static Method,
    pub(crate) schema: &'a MethodSchema,
    pub(crate) slots: Slots<'a>,
    pub(crate) violations: Vec<Violation>,
    pub(crate) failure: Option<CallError>,
    pub(crate) guard: Guard,
    pub(crate) scope: &'a mut Scope,
    pub(crate) sink: Option<Sink>,
}

impl Call<'_> {
    /// The instance of the call; once.
    pub fn guard(&mut self) -> Guard {
        std::mem::replace(&mut self.guard, Guard::None)
    }

    /// Where a streaming tool's items go; once.
    pub fn sink(&mut self) -> Option<Sink> {
        self.sink.take()
    }

    /// The call cannot run: every argument that was wrong, or an injected value that failed.
    #[cold]
    pub fn refused(&mut self) -> Outcome {
        let violations = std::mem::take(&mut self.violations);
        Outcome::Ready(Err(match self.failure.take() {
            Some(failure) if violations.is_empty() => failure,
            _ => CallError::invalid_arguments(violations),
        }))
    }

    /// A JSON argument. `None` after it was recorded what is wrong with it.
    pub fn take_json<T: DeserializeOwned>(
        &mut self,
        index: usize,
        default: Option<fn() -> T>,
    ) -> Option<T> {
        let Some(raw) = self.slots.get(index) else {
            return match default {
                Some(default) => Some(default()),
                None => T::deserialize(Missing).map_err(|_| self.missing(index)).ok(),
            };
        };
        match serde_json::from_slice(raw) {
            Ok(value) if self.schema.decoding_suffices(index) || self.fits(index, raw) => {
                Some(value)
            }
            Ok(_) => None,
            Err(error) => {
                self.refuse(index, raw, &error, |raw| serde_json::from_slice::<T>(raw).err());
                None
            }
        }
    }

    /// A parameter that comes from the call.
    pub fn take_injected<T: FromContext>(&mut self) -> Option<T> {
        match T::from_context(self.context()) {
            Ok(value) => Some(value),
            Err(error) => {
                self.failure.get_or_insert(error);
                None
            }
        }
    }

    /// Records what is wrong with an argument of a call that will not run.
    #[cold]
    pub(crate) fn look_at(&mut self, index: usize, param: &Param) {
        let Shape::Json(json) = param.shape else { return };
        match self.slots.get(index) {
            Some(raw) => {
                let found = self.check(index, raw);
                self.violations.extend(found);
            }
            None if param.default.is_none() && !(json.optional)() => self.missing(index),
            None => {}
        }
    }

    fn context(&mut self) -> &Context {
        self.scope.context()
    }

    /// Checks what the type alone does not: closed objects, ranges, lengths.
    fn fits(&mut self, index: usize, raw: &[u8]) -> bool {
        let found = self.check(index, raw);
        let fits = found.is_empty();
        self.violations.extend(found);
        fits
    }

    fn check(&self, index: usize, raw: &[u8]) -> Vec<Violation> {
        let name = self.method.params[index].name;
        let (Some(schema), Ok(value)) =
            (self.schema.property(name), serde_json::from_slice::<Value>(raw))
        else {
            return Vec::new();
        };
        schema::check(&self.schema.input, schema, &value, &pointer(name))
    }

    #[cold]
    fn missing(&mut self, index: usize) {
        let name = self.method.params[index].name;
        let expected = self.schema.property(name).map(schema::describe);
        self.violations.push(Violation::missing("", name, expected));
    }

    #[cold]
    fn refuse(
        &mut self,
        index: usize,
        raw: &[u8],
        error: &serde_json::Error,
        again: fn(&[u8]) -> Option<serde_json::Error>,
    ) {
        let found = self.check(index, raw);
        if !found.is_empty() {
            self.violations.extend(found);
            return;
        }
        // The type is stricter than its schema, as a date that is none.
        let path = pointer(self.method.params[index].name);
        self.violations.push(crate::locate::violation(raw, &path, error, again));
    }
}

impl fmt::Debug for Call<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("method", &self.method.name).finish_non_exhaustive()
    }
}

/// What serde is given for an absent argument: only an `Option` and a unit take it.
pub(crate) struct Missing;

impl<'de> serde::Deserializer<'de> for Missing {
    type Error = serde::de::value::Error;

    fn deserialize_any<V: serde::de::Visitor<'de>>(self, _: V) -> Result<V::Value, Self::Error> {
        Err(serde::de::Error::custom("missing"))
    }

    fn deserialize_option<V: serde::de::Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_none()
    }

    /// `()` says nothing, so that its absence says the same.
    fn deserialize_unit<V: serde::de::Visitor<'de>>(
        self,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    fn deserialize_unit_struct<V: serde::de::Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Self::Error> {
        visitor.visit_unit()
    }

    serde::forward_to_deserialize_any! {
        bool i8 i16 i32 i64 i128 u8 u16 u32 u64 u128 f32 f64 char str string bytes byte_buf
        newtype_struct seq tuple tuple_struct map struct enum identifier ignored_any
    }
}

/// Whether an argument of this type may be absent.
pub(crate) fn is_optional<T: DeserializeOwned>() -> bool {
    T::deserialize(Missing).is_ok()
}

/// The schema of a type, as a plain function pointer.
pub(crate) fn schema_of<T: JsonSchema>(
    generator: &mut schemars::SchemaGenerator,
) -> schemars::Schema {
    generator.subschema_for::<T>()
}

/// Any value: stands where a function of the user's makes the schema.
pub(crate) fn no_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
    true.into()
}
