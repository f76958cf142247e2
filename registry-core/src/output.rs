//! What a tool gives back: one shape for every tool.

use std::borrow::Cow;
use std::sync::LazyLock;

use schemars::JsonSchema;
use serde::ser::SerializeMap;
use serde::{Serialize, Serializer};
use serde_json::value::RawValue;
use serde_json::{Map, Value};

use crate::content::{Audio, Content, Image, Resource};
use crate::error::CallError;

/// The result of a call: data, content blocks, and notes beside them.
///
/// Serialises to `{"ok": true, "data": …, "content": […], "meta": {…}}`. Text stays text until
/// the wire format that needs it, so that it is escaped once.
#[derive(Debug, Clone)]
pub struct ToolOutput {
    data: Data,
    content: Vec<Content>,
    /// Most outputs have none, and an empty map is not free.
    meta: Option<Box<Map<String, Value>>>,
}

static NO_META: LazyLock<Map<String, Value>> = LazyLock::new(Map::new);

#[derive(Debug, Clone)]
enum Data {
    Null,
    Text(String),
    /// JSON text, as serde wrote it.
    Json(String),
}

impl ToolOutput {
    /// No data: what a tool that returns `()` gives.
    #[must_use]
    pub fn empty() -> Self {
        Self::from_data(Data::Null)
    }

    /// Text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::from_data(Data::Text(text.into()))
    }

    /// Any serialisable value.
    ///
    /// # Errors
    /// [`ErrorCode::Failed`](crate::ErrorCode::Failed) when the value cannot be written as JSON,
    /// such as a map whose keys are not strings.
    pub fn json<T: Serialize + ?Sized>(value: &T) -> Result<Self, CallError> {
        match serde_json::to_string(value) {
            Ok(json) => Ok(Self::from_data(Data::Json(json))),
            Err(error) => Err(CallError::from_error(error)
                .with_hint("the tool's result cannot be written as JSON; change its type")),
        }
    }

    pub(crate) fn from_json_text(json: String) -> Self {
        Self::from_data(Data::Json(json))
    }

    fn from_data(data: Data) -> Self {
        Self { data, content: Vec::new(), meta: None }
    }

    /// The same output with one more content block.
    #[must_use]
    pub fn with_content(mut self, block: Content) -> Self {
        self.content.push(block);
        self
    }

    /// The same output with a note beside it, such as a duration or a source.
    #[must_use]
    pub fn with_meta(mut self, key: impl Into<String>, value: impl Into<Value>) -> Self {
        self.meta.get_or_insert_default().insert(key.into(), value.into());
        self
    }

    /// The data as a JSON value; `null` when there is none.
    #[must_use]
    pub fn data(&self) -> Value {
        match &self.data {
            Data::Null => Value::Null,
            Data::Text(text) => Value::String(text.clone()),
            Data::Json(json) => serde_json::from_str(json).unwrap_or(Value::Null),
        }
    }

    /// The data decoded into a Rust type.
    ///
    /// # Errors
    /// When the data does not have that shape.
    pub fn decode<T: serde::de::DeserializeOwned>(&self) -> Result<T, serde_json::Error> {
        serde_json::from_str(&self.to_json())
    }

    /// The text, if the tool returned text.
    #[must_use]
    pub fn as_text(&self) -> Option<&str> {
        match &self.data {
            Data::Text(text) => Some(text),
            _ => None,
        }
    }

    /// The data as the text that a model reads: text as it is, anything else as JSON.
    #[must_use]
    pub fn into_text(self) -> String {
        match self.data {
            Data::Null => String::new(),
            Data::Text(text) | Data::Json(text) => text,
        }
    }

    /// The data as JSON text.
    #[must_use]
    pub fn to_json(&self) -> Cow<'_, str> {
        match &self.data {
            Data::Null => Cow::Borrowed("null"),
            Data::Text(text) => Cow::Owned(Value::from(text.as_str()).to_string()),
            Data::Json(json) => Cow::Borrowed(json),
        }
    }

    /// The data as JSON text, without a copy where it already is JSON.
    #[must_use]
    pub fn into_json(self) -> String {
        match self.data {
            Data::Json(json) => json,
            _ => self.to_json().into_owned(),
        }
    }

    /// The content blocks: those the tool gave, else its data as one block of text, else none.
    #[must_use]
    pub fn content(&self) -> Cow<'_, [Content]> {
        match &self.data {
            _ if !self.content.is_empty() => Cow::Borrowed(&self.content),
            Data::Null => Cow::Borrowed(&[]),
            Data::Text(text) | Data::Json(text) => Cow::Owned(vec![Content::text(text.as_str())]),
        }
    }

    /// Notes beside the result.
    #[must_use]
    pub fn meta(&self) -> &Map<String, Value> {
        self.meta.as_deref().unwrap_or(&NO_META)
    }
}

impl Serialize for ToolOutput {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut map = serializer.serialize_map(Some(4))?;
        map.serialize_entry("ok", &true)?;
        match &self.data {
            Data::Null => map.serialize_entry("data", &())?,
            Data::Text(text) => map.serialize_entry("data", text)?,
            Data::Json(json) => {
                let raw: &RawValue =
                    serde_json::from_str(json).map_err(serde::ser::Error::custom)?;
                map.serialize_entry("data", raw)?;
            }
        }
        map.serialize_entry("content", &self.content())?;
        map.serialize_entry("meta", self.meta())?;
        map.end()
    }
}

/// A value to return as structured JSON: `Json(report)`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Json<T>(pub T);

/// What a tool may return, besides any `Serialize` type from an annotated function.
///
/// # Errors
/// `into_tool_output` fails when the value is itself an error, or cannot be written as JSON.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a tool's result",
    label = "not a tool result",
    note = "return a type that implements `serde::Serialize` (from a closure: `Json(value)`), or implement `tool_registry::IntoToolOutput`"
)]
pub trait IntoToolOutput {
    /// The value as a result.
    fn into_tool_output(self) -> Result<ToolOutput, CallError>;

    /// The JSON Schema of the result's data, for tools made from closures; none where it is not
    /// known.
    #[must_use]
    fn output_schema() -> Option<Value>
    where
        Self: Sized,
    {
        None
    }
}

fn schema_of<T: JsonSchema>() -> Option<Value> {
    crate::describe::output_schema(crate::arguments::schema_of::<T>)
}

impl IntoToolOutput for ToolOutput {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        Ok(self)
    }
}

impl IntoToolOutput for () {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        Ok(ToolOutput::empty())
    }
}

macro_rules! text_outputs {
    ($($text:ty),*) => {$(
        impl IntoToolOutput for $text {
            fn into_tool_output(self) -> Result<ToolOutput, CallError> {
                Ok(ToolOutput::text(self))
            }

            fn output_schema() -> Option<Value> {
                schema_of::<String>()
            }
        }
    )*};
}
text_outputs!(String, &str, Cow<'_, str>, Box<str>);

macro_rules! json_outputs {
    ($($json:ty),*) => {$(
        impl IntoToolOutput for $json {
            fn into_tool_output(self) -> Result<ToolOutput, CallError> {
                ToolOutput::json(&self)
            }

            fn output_schema() -> Option<Value> {
                schema_of::<$json>()
            }
        }
    )*};
}
json_outputs!(bool, u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, f32, f64, Value);

impl<T: Serialize> IntoToolOutput for Json<T> {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        ToolOutput::json(&self.0)
    }
}

impl IntoToolOutput for Content {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        Ok(ToolOutput::empty().with_content(self))
    }
}

impl IntoToolOutput for Vec<Content> {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        Ok(self.into_iter().fold(ToolOutput::empty(), ToolOutput::with_content))
    }
}

impl IntoToolOutput for Image {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        Content::Image(self.0).into_tool_output()
    }
}

impl IntoToolOutput for Audio {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        Content::Audio(self.0).into_tool_output()
    }
}

impl IntoToolOutput for Resource {
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        Content::Resource { resource: self }.into_tool_output()
    }
}

impl<T: IntoToolOutput, E: Into<Box<dyn std::error::Error + Send + Sync>>> IntoToolOutput
    for Result<T, E>
{
    fn into_tool_output(self) -> Result<ToolOutput, CallError> {
        self.map_err(CallError::from_error)?.into_tool_output()
    }

    fn output_schema() -> Option<Value> {
        T::output_schema()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn one_envelope_for_text_json_nothing_and_media() {
        let envelope = |output: &ToolOutput| serde_json::to_value(output).unwrap();
        assert_eq!(
            envelope(&ToolOutput::text("a\"b").with_meta("lines", 1)),
            json!({"ok": true, "data": "a\"b", "content": [{"type": "text", "text": "a\"b"}],
                   "meta": {"lines": 1}})
        );
        assert_eq!(
            envelope(&ToolOutput::json(&json!({"n": u64::MAX})).unwrap()),
            json!({"ok": true, "data": {"n": u64::MAX},
                   "content": [{"type": "text", "text": "{\"n\":18446744073709551615}"}],
                   "meta": {}})
        );
        assert_eq!(
            envelope(&ToolOutput::empty()),
            json!({"ok": true, "data": null, "content": [], "meta": {}})
        );
        assert_eq!(
            envelope(&Image::new("image/png", b"foo").into_tool_output().unwrap()),
            json!({"ok": true, "data": null, "meta": {},
                   "content": [{"type": "image", "data": "Zm9v", "mimeType": "image/png"}]})
        );
    }

    #[test]
    fn a_map_without_string_keys_is_a_clear_error() {
        let map = std::collections::BTreeMap::from([((1, 2), 3)]);
        let error = ToolOutput::json(&map).unwrap_err();
        assert_eq!(error.code(), crate::ErrorCode::Failed);
        assert!(error.hint().unwrap().contains("JSON"));
    }
}
