//! The data model: what a tool is, as people, models and programs read it.

use std::fmt;
use std::sync::Arc;

use indexmap::IndexMap;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::dynamic::Handler;

/// One tool: a type with methods, or a function.
///
/// The field names are those of the JSON; nothing in it changes from run to run but
/// `registered_at`.
#[derive(Debug, Clone, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Tool {
    /// The name, unique in a registry.
    pub name: String,
    /// What it is for: the first paragraph of its docs.
    pub description: String,
    /// The rest of its docs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_description: Option<String>,
    /// Its version, if it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// The group it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub group: Option<String>,
    /// Words it can be found and selected by.
    #[serde(default)]
    pub tags: Vec<String>,
    /// Its callables by method name; a function has one, under its own name.
    pub schemas: IndexMap<String, ToolSchema>,
    /// Anything else that its author noted.
    #[serde(default, skip_serializing_if = "Map::is_empty")]
    pub meta: Map<String, Value>,
    /// Where it comes from: `file:line` of the annotated item, or what registered it.
    pub source: String,
    /// When it was registered, in milliseconds since 1970; not part of any export.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub registered_at: Option<u64>,
    /// A single callable that is called by the tool's name alone.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub(crate) function: bool,
    #[serde(skip)]
    pub(crate) handlers: Vec<Arc<Handler>>,
}

/// One callable of a tool.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolSchema {
    /// The method's name, or the function's.
    pub name: String,
    /// What it does: the first paragraph of its docs.
    pub description: String,
    /// The rest of its docs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub long_description: Option<String>,
    /// Its parameters in order.
    pub parameters: Vec<ToolParam>,
    /// The Rust type it returns, as written.
    pub return_type: String,
    /// JSON Schema of the arguments, in the canonical form.
    pub input_schema: Value,
    /// JSON Schema of the result, where its type has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output_schema: Option<Value>,
    /// What can go wrong, from the docs' `# Errors`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub failures: Vec<String>,
    /// Example arguments.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Value>,
    /// What it does to the world.
    #[serde(default)]
    pub behaviour: Behaviour,
    /// Who may see it.
    #[serde(default)]
    pub access: Access,
    /// Its own tags, besides the tool's.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<String>,
    /// A title for people.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Why not to use it any more.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<String>,
    /// The name that providers get, where the author chose one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub wire: Option<String>,
}

impl ToolSchema {
    /// Description and long description as one text.
    #[must_use]
    pub fn full_description(&self) -> String {
        crate::docs::full_text(&self.description, self.long_description.as_deref())
    }
}

/// One parameter of a callable.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct ToolParam {
    /// The argument's name.
    pub name: String,
    /// What it is for.
    pub description: String,
    /// Its JSON type: `string`, `integer`, `number`, `boolean`, `array`, `object`; `any` where the
    /// schema allows several.
    pub r#type: String,
    /// Whether a call must give it.
    pub required: bool,
    /// What is used when a call does not give it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub default: Option<Value>,
    /// Example values.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub examples: Vec<Value>,
    /// The only values it takes, if they are few.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub r#enum: Option<Vec<Value>>,
}

/// How dangerous a call is.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[serde(rename_all = "lowercase")]
pub enum Risk {
    /// Nothing is lost by it.
    #[default]
    Low,
    /// Something may be.
    Medium,
    /// A person should look first.
    High,
}

impl fmt::Display for Risk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Low => "low",
            Self::Medium => "medium",
            Self::High => "high",
        })
    }
}

/// What a callable does to the world; `None` = its author did not say.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Behaviour {
    /// How dangerous it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub risk: Option<Risk>,
    /// It changes nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub read_only: Option<bool>,
    /// It may destroy something.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub destructive: Option<bool>,
    /// Calling it twice does no more than calling it once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub idempotent: Option<bool>,
    /// It reaches beyond this program.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub open_world: Option<bool>,
    /// How long it may take, in milliseconds.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub timeout: Option<u64>,
    /// How many calls may run at once.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub concurrency: Option<u32>,
    /// It gives its result item by item.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub streaming: bool,
}

/// Who may see a callable; empty = everybody.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
#[non_exhaustive]
pub struct Access {
    /// Only these agents.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub agents: Vec<String>,
    /// Only callers with all these scopes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub scopes: Vec<String>,
    /// Only callers who signed in.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub requires_auth: bool,
    /// Only in this stage of a session.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stage: Option<String>,
    /// Only with this feature flag.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub flag: Option<String>,
}

/// A list of names; displays as `a, b, c`.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct Names(pub(crate) Vec<String>);

impl fmt::Display for Names {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0.join(", "))
    }
}

impl std::ops::Deref for Names {
    type Target = [String];

    fn deref(&self) -> &[String] {
        &self.0
    }
}

impl IntoIterator for Names {
    type Item = String;
    type IntoIter = std::vec::IntoIter<String>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a> IntoIterator for &'a Names {
    type Item = &'a String;
    type IntoIter = std::slice::Iter<'a, String>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<S: AsRef<str>, const N: usize> PartialEq<[S; N]> for Names {
    fn eq(&self, other: &[S; N]) -> bool {
        self.0.len() == N && self.0.iter().zip(other).all(|(a, b)| a == b.as_ref())
    }
}
