//! Tools made at run time, without the macro.

use std::any::type_name;
use std::fmt;
use std::future::Future;
use std::panic::Location;
use std::pin::Pin;
use std::sync::Arc;

use indexmap::IndexMap;
use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::context::Context;
use crate::describe;
use crate::error::CallError;
use crate::model::{Tool, ToolParam, ToolSchema};
use crate::output::{IntoToolOutput, ToolOutput};
use crate::schema;

type HandlerFuture = Pin<Box<dyn Future<Output = Result<ToolOutput, CallError>> + Send>>;
type HandlerFn = dyn Fn(Checked<'_>, Context) -> HandlerFuture + Send + Sync;

/// Arguments that fit their schema: an object as text, and read.
pub(crate) struct Checked<'a> {
    pub(crate) text: &'a [u8],
    pub(crate) value: Value,
}

/// What a run-time callable runs.
pub(crate) struct Handler(Box<HandlerFn>);

impl Handler {
    pub(crate) fn run(&self, arguments: Checked<'_>, context: Context) -> HandlerFuture {
        (self.0)(arguments, context)
    }
}

impl fmt::Debug for Handler {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Handler")
    }
}

/// Why a tool could not be made.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToolError {
    pub(crate) problem: String,
    pub(crate) mend: &'static str,
}

impl ToolError {
    fn new(problem: String, mend: &'static str) -> Self {
        Self { problem, mend }
    }

    fn undescribed(what: &str) -> Self {
        Self::new(format!("{what} has no description"), "write one: models choose tools by it")
    }
}

impl fmt::Display for ToolError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}; {}", self.problem, self.mend)
    }
}

impl std::error::Error for ToolError {}

/// Whether a name can stand in a selection and in an export.
pub(crate) fn check_name(name: &str) -> Result<(), ToolError> {
    let legal = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '/' | '@');
    if name.is_empty() || name.len() > 128 || !name.chars().all(legal) || name.starts_with('-') {
        return Err(ToolError::new(
            format!("`{name}` cannot be a tool's name"),
            "use letters, digits, `_`, `-` and `.`, at most 128",
        ));
    }
    Ok(())
}

impl Tool {
    /// A tool of one function, from a closure.
    ///
    /// `Args` is a struct that derives `Deserialize` and `JsonSchema`; its fields are the arguments.
    ///
    /// ```
    /// use registry_core::{Context, Registry, Tool};
    /// use schemars::JsonSchema;
    /// use serde::Deserialize;
    ///
    /// #[derive(Deserialize, JsonSchema)]
    /// struct Add { a: i64, b: i64 }
    ///
    /// # tokio::runtime::Builder::new_current_thread().build().unwrap().block_on(async {
    /// let registry = Registry::empty();
    /// let add = Tool::from_fn("add", "Adds two integers.", |args: Add, _: Context| async move {
    ///     args.a + args.b
    /// });
    /// registry.register(add).unwrap();
    /// let sum = registry.call("add", r#"{"a": 40, "b": 2}"#).await.unwrap();
    /// assert_eq!(sum.data(), 42);
    /// # });
    /// ```
    #[track_caller]
    pub fn from_fn<Args, F, Fut>(
        name: impl Into<String>,
        description: impl Into<String>,
        handler: F,
    ) -> Self
    where
        Args: DeserializeOwned + JsonSchema,
        F: Fn(Args, Context) -> Fut + Send + Sync + 'static,
        Fut: Future + Send + 'static,
        Fut::Output: IntoToolOutput,
    {
        let name = name.into();
        let description = description.into();
        let mut tool = Self::builder(name.clone())
            .description(description.clone())
            .method(Callable::new(name, description, handler))
            .unchecked();
        tool.function = true;
        tool
    }

    /// A tool of several methods.
    #[track_caller]
    pub fn builder(name: impl Into<String>) -> ToolBuilder {
        let place = Location::caller();
        ToolBuilder {
            tool: Tool {
                name: name.into(),
                description: String::new(),
                long_description: None,
                version: None,
                group: None,
                tags: Vec::new(),
                schemas: IndexMap::new(),
                meta: Map::new(),
                source: format!("{}:{}", place.file(), place.line()),
                registered_at: None,
                function: false,
                handlers: Vec::new(),
            },
            twice: None,
        }
    }
}

/// One callable of a run-time tool.
#[derive(Debug)]
pub struct Callable {
    schema: ToolSchema,
    handler: Handler,
}

impl Callable {
    /// A callable whose arguments are the fields of `Args`.
    ///
    /// What it returns is described by [`IntoToolOutput::output_schema`]; for `Json<T>` and types of
    /// your own, say so with [`returns`](Self::returns).
    pub fn new<Args, F, Fut>(
        name: impl Into<String>,
        description: impl Into<String>,
        handler: F,
    ) -> Self
    where
        Args: DeserializeOwned + JsonSchema,
        F: Fn(Args, Context) -> Fut + Send + Sync + 'static,
        Fut: Future + Send + 'static,
        Fut::Output: IntoToolOutput,
    {
        let mut generator = SchemaSettings::draft2020_12().into_generator();
        let mut root = generator.root_schema_for::<Args>().to_value();
        schema::mend_derived(&mut root);
        let unit = root.get("type").is_some_and(|kind| kind == "null");
        let mut root = schema::canonical(root, &schema::variant_orders::<Args>());
        // The docs of the struct are for its author; the tool has a description of its own.
        root.as_object_mut().and_then(|root| root.shift_remove("description"));
        // A struct without fields says nothing of properties: it has none.
        if let Some(empty) = root.as_object_mut().filter(|root| root.len() == 1 && !unit) {
            empty.insert("properties".to_owned(), json!({}));
            empty.insert("required".to_owned(), json!([]));
            empty.insert("additionalProperties".to_owned(), Value::Bool(false));
        }
        let input = object_root(root);
        let handler = Handler(Box::new(move |arguments: Checked<'_>, context| {
            // `()` and unit structs are `null` to serde; their arguments are an empty object.
            let text = if unit { b"null" } else { arguments.text };
            match serde_json::from_slice::<Args>(text) {
                Ok(args) => {
                    let work = handler(args, context);
                    Box::pin(async move { work.await.into_tool_output() })
                }
                Err(error) => {
                    let violation = crate::locate::violation(text, "", &error, |text| {
                        serde_json::from_slice::<Args>(text).err()
                    });
                    Box::pin(async move { Err(CallError::invalid_arguments(vec![violation])) })
                }
            }
        }));
        Self::made::<Fut::Output>(name.into(), description.into(), input, handler)
    }

    /// A callable with a JSON Schema of its own; it gets the arguments as a checked value.
    pub fn with_schema<F, Fut>(
        name: impl Into<String>,
        description: impl Into<String>,
        input_schema: Value,
        handler: F,
    ) -> Self
    where
        F: Fn(Value, Context) -> Fut + Send + Sync + 'static,
        Fut: Future + Send + 'static,
        Fut::Output: IntoToolOutput,
    {
        let input = object_root(schema::canonical(input_schema, &[]));
        let handler = Handler(Box::new(move |arguments: Checked<'_>, context| {
            let work = handler(arguments.value, context);
            Box::pin(async move { work.await.into_tool_output() })
        }));
        Self::made::<Fut::Output>(name.into(), description.into(), input, handler)
    }

    fn made<Out: IntoToolOutput>(
        name: String,
        description: String,
        input: Value,
        handler: Handler,
    ) -> Self {
        let mut schema = run_time_schema(name, description, input);
        schema.return_type = short_name(type_name::<Out>());
        schema.output_schema = Out::output_schema();
        Self { schema, handler }
    }

    /// Says that the result's data has the shape of `T`.
    ///
    /// ```
    /// use registry_core::{Callable, Context, Json};
    ///
    /// /// A place and how warm it is there.
    /// #[derive(serde::Serialize, schemars::JsonSchema)]
    /// struct Weather { celsius: f32 }
    ///
    /// let weather = Callable::new("weather", "Tells the weather.", |(): (), _: Context| async {
    ///     Json(Weather { celsius: 21.5 })
    /// })
    /// .returns::<Weather>();
    /// ```
    #[must_use]
    pub fn returns<T: JsonSchema>(mut self) -> Self {
        self.schema.return_type = short_name(type_name::<T>());
        self.schema.output_schema = describe::output_schema(crate::arguments::schema_of::<T>);
        self
    }
}

/// A type's name without the paths to it.
fn short_name(path: &str) -> String {
    let mut short = String::new();
    for part in path.split_inclusive("::") {
        match part.strip_suffix("::") {
            // The last identifier leads to what follows; what stands before it stays.
            Some(part) => {
                let kept = part.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
                short.push_str(kept);
            }
            None => short.push_str(part),
        }
    }
    short
}

/// Arguments are always an object with `properties`, also those of `()` and of a unit struct.
fn object_root(schema: Value) -> Value {
    let mut root = match schema {
        Value::Object(root) if root.get("type").is_some_and(|kind| kind != "null") => root,
        Value::Object(root) if root.contains_key("properties") => root,
        _ => Map::new(),
    };
    let closed = root.is_empty();
    root.entry("type").or_insert_with(|| "object".into());
    root.entry("properties").or_insert_with(|| json!({}));
    root.entry("required").or_insert_with(|| json!([]));
    if closed {
        root.insert("additionalProperties".to_owned(), Value::Bool(false));
    }
    root.into()
}

fn run_time_schema(name: String, description: String, input: Value) -> ToolSchema {
    let required: Vec<&str> =
        input["required"].as_array().into_iter().flatten().filter_map(Value::as_str).collect();
    let parameters =
        input["properties"].as_object().into_iter().flatten().map(|(name, property)| ToolParam {
            name: name.clone(),
            description: property["description"].as_str().unwrap_or_default().into(),
            r#type: describe::json_type(property),
            required: required.contains(&name.as_str()),
            default: property.get("default").cloned(),
            examples: property["examples"].as_array().cloned().unwrap_or_default(),
            r#enum: property["enum"].as_array().cloned(),
        });
    let parameters = parameters.collect();
    let docs = crate::docs::Docs::parse(&description);
    ToolSchema {
        name,
        description: docs.description,
        long_description: docs.long,
        parameters,
        return_type: String::new(),
        input_schema: input,
        output_schema: None,
        failures: docs.failures,
        examples: Vec::new(),
        behaviour: crate::Behaviour::default(),
        access: crate::Access::default(),
        tags: Vec::new(),
        title: None,
        deprecated: None,
        wire: None,
    }
}

/// Builds a [`Tool`] of several callables.
#[derive(Debug)]
pub struct ToolBuilder {
    tool: Tool,
    twice: Option<String>,
}

impl ToolBuilder {
    /// What the tool is for.
    #[must_use]
    pub fn description(mut self, description: impl Into<String>) -> Self {
        self.tool.description = description.into();
        self
    }

    /// The group it belongs to.
    #[must_use]
    pub fn group(mut self, group: impl Into<String>) -> Self {
        self.tool.group = Some(group.into());
        self
    }

    /// Adds a tag.
    #[must_use]
    pub fn tag(mut self, tag: impl Into<String>) -> Self {
        self.tool.tags.push(tag.into());
        self
    }

    /// Its version.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.tool.version = Some(version.into());
        self
    }

    /// Adds a callable.
    #[must_use]
    pub fn method(mut self, callable: Callable) -> Self {
        let name = callable.schema.name.clone();
        if self.tool.schemas.insert(name.clone(), callable.schema).is_some() {
            self.twice.get_or_insert(name);
        } else {
            self.tool.handlers.push(Arc::new(callable.handler));
        }
        self
    }

    fn unchecked(self) -> Tool {
        self.tool
    }

    /// The tool.
    ///
    /// # Errors
    /// When a name is not legal or given twice, a description is missing, or there is no method.
    pub fn build(self) -> Result<Tool, ToolError> {
        if let Some(name) = self.twice {
            let problem = format!("tool `{}` has two methods `{name}`", self.tool.name);
            return Err(ToolError::new(problem, "give one another name"));
        }
        check_tool(&self.tool)?;
        Ok(self.tool)
    }
}

/// What every tool must have, however it was made.
pub(crate) fn check_tool(tool: &Tool) -> Result<(), ToolError> {
    check_name(&tool.name)?;
    if tool.schemas.is_empty() || tool.handlers.len() != tool.schemas.len() {
        return Err(ToolError::new(
            format!("tool `{}` has no method", tool.name),
            "add one with `.method(…)`",
        ));
    }
    for schema in tool.schemas.values() {
        check_name(&schema.name)?;
        if schema.description.trim().is_empty() {
            return Err(ToolError::undescribed(&format!(
                "`{}` of tool `{}`",
                schema.name, tool.name
            )));
        }
    }
    if tool.description.trim().is_empty() {
        return Err(ToolError::undescribed(&format!("tool `{}`", tool.name)));
    }
    Ok(())
}
