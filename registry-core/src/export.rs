//! A view in the shape that a provider, a model or a person reads.

use std::fmt;
use std::sync::Arc;

use serde::{Serialize, Serializer};
use serde_json::{Value, json};

use crate::model::{Tool, ToolSchema};
use crate::view::View;

/// What a view can be exported as.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// The data model.
    Json,
    /// Text for a prompt.
    Text,
    /// A list for people.
    Markdown,
    /// `tools` of OpenAI's chat completions.
    OpenAiChat,
    /// `tools` of Anthropic's messages.
    Anthropic,
    /// `tools` of the Model Context Protocol's `tools/list`.
    Mcp,
}

impl Format {
    pub(crate) const COUNT: usize = 6;
}

/// A view in one format; serialises as the payload alone, and displays as its text.
#[derive(Debug, Clone)]
pub struct Export(Arc<Payload>);

#[derive(Debug)]
enum Payload {
    Text(String),
    Json { value: Value, text: String },
}

impl Export {
    pub(crate) fn of(view: &View, format: Format) -> Self {
        let callables = || view.callables();
        let value = match format {
            Format::Text => return Self::text(text(view)),
            Format::Markdown => return Self::text(markdown(view)),
            Format::Json => data_model(view.tools()),
            Format::OpenAiChat => callables().map(|(_, wire, s)| openai_chat(wire, s)).collect(),
            Format::Anthropic => callables().map(|(_, wire, s)| anthropic(wire, s)).collect(),
            Format::Mcp => callables().map(|(name, wire, s)| mcp(name, wire, s)).collect(),
        };
        let text = value.to_string();
        Self(Arc::new(Payload::Json { value, text }))
    }

    fn text(text: String) -> Self {
        Self(Arc::new(Payload::Text(text)))
    }

    /// The payload; text formats give a JSON string.
    #[must_use]
    pub fn value(&self) -> Value {
        match &*self.0 {
            Payload::Text(text) => text.as_str().into(),
            Payload::Json { value, .. } => value.clone(),
        }
    }

    /// The payload's text: JSON, Markdown or plain.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match &*self.0 {
            Payload::Text(text) | Payload::Json { text, .. } => text,
        }
    }
}

impl fmt::Display for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl Serialize for Export {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match &*self.0 {
            Payload::Text(text) => serializer.serialize_str(text),
            Payload::Json { value, .. } => value.serialize(serializer),
        }
    }
}

/// Without `registered_at`: the same tools are the same bytes.
fn data_model(tools: &[Arc<Tool>]) -> Value {
    tools
        .iter()
        .map(|tool| {
            let timeless = Tool { registered_at: None, ..(**tool).clone() };
            serde_json::to_value(timeless).unwrap_or_default()
        })
        .collect()
}

fn described(schema: &ToolSchema) -> String {
    match &schema.deprecated {
        Some(why) if why.is_empty() => format!("Deprecated. {}", schema.full_description()),
        Some(why) => format!("Deprecated: {why} {}", schema.full_description()),
        None => schema.full_description(),
    }
}

fn openai_chat(wire: &str, schema: &ToolSchema) -> Value {
    json!({
        "type": "function",
        "function": {
            "name": wire,
            "description": described(schema),
            "parameters": schema.input_schema,
        }
    })
}

fn anthropic(wire: &str, schema: &ToolSchema) -> Value {
    json!({
        "name": wire,
        "description": described(schema),
        "input_schema": schema.input_schema,
    })
}

fn mcp(name: &str, wire: &str, schema: &ToolSchema) -> Value {
    let mut tool = json!({
        "name": wire,
        "title": schema.title.as_deref().unwrap_or(name),
        "description": described(schema),
        "inputSchema": schema.input_schema,
    });
    // Older clients refuse an output schema whose root is no object.
    if let Some(output) = schema.output_schema.as_ref().filter(|s| s["type"] == "object") {
        tool["outputSchema"] = output.clone();
    }
    let behaviour = &schema.behaviour;
    let hints = [
        ("readOnlyHint", behaviour.read_only),
        ("destructiveHint", behaviour.destructive),
        ("idempotentHint", behaviour.idempotent),
        ("openWorldHint", behaviour.open_world),
    ];
    for (hint, said) in hints {
        if let Some(said) = said {
            tool["annotations"][hint] = said.into();
        }
    }
    tool
}

fn text(view: &View) -> String {
    let mut out = String::new();
    let mut names = view.names().into_iter();
    for tool in view.tools() {
        if !tool.function {
            out += &format!("{}: {}\n", tool.name, one_line(&tool.description));
        }
        for schema in tool.schemas.values() {
            let name = names.next().unwrap_or_default();
            let parameters: Vec<String> = schema.parameters.iter().map(signature).collect();
            let indent = if tool.function { "" } else { "  " };
            out += &format!(
                "{indent}{name}({}) -> {}: {}\n",
                parameters.join(", "),
                schema.return_type,
                one_line(&described(schema))
            );
            for parameter in schema.parameters.iter().filter(|p| !p.description.is_empty()) {
                let text = one_line(&parameter.description);
                out += &format!("{indent}  {}: {text}\n", parameter.name);
            }
        }
    }
    out
}

fn signature(parameter: &crate::ToolParam) -> String {
    let optional = if parameter.required { "" } else { "?" };
    match &parameter.default {
        Some(default) => format!("{}: {} = {default}", parameter.name, parameter.r#type),
        None => format!("{}{optional}: {}", parameter.name, parameter.r#type),
    }
}

fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn markdown(view: &View) -> String {
    let mut out = String::from("# Tools\n");
    for tool in view.tools() {
        out += &format!("\n## {}\n\n{}\n", tool.name, tool_text(tool));
        let facts = [
            tool.group.as_ref().map(|group| format!("- **Group**: {group}")),
            tool.version.as_ref().map(|version| format!("- **Version**: {version}")),
            (!tool.tags.is_empty()).then(|| format!("- **Tags**: {}", tool.tags.join(", "))),
        ];
        let facts: Vec<String> = facts.into_iter().flatten().collect();
        if !facts.is_empty() {
            out += &format!("\n{}\n", facts.join("\n"));
        }
        for schema in tool.schemas.values() {
            if !tool.function {
                out += &format!("\n### {}.{}\n\n{}\n", tool.name, schema.name, described(schema));
            }
            out += &method_markdown(schema);
        }
    }
    out
}

fn tool_text(tool: &Tool) -> String {
    match tool.schemas.first() {
        Some((_, schema)) if tool.function => described(schema),
        _ => crate::docs::full_text(&tool.description, tool.long_description.as_deref()),
    }
}

fn method_markdown(schema: &ToolSchema) -> String {
    let mut out = String::new();
    if !schema.parameters.is_empty() {
        out += "\n| Parameter | Type | Required | Description |\n|---|---|---|---|\n";
        for parameter in &schema.parameters {
            let required = match (&parameter.default, parameter.required) {
                (Some(default), _) => format!("no, `{default}`"),
                (None, true) => "yes".to_owned(),
                (None, false) => "no".to_owned(),
            };
            out += &format!(
                "| `{}` | {} | {} | {} |\n",
                parameter.name,
                parameter.r#type,
                cell(&required),
                cell(&parameter.description)
            );
        }
    }
    out += &format!("\nReturns `{}`.\n", schema.return_type);
    for failure in &schema.failures {
        out += &format!("- Fails: {failure}\n");
    }
    out
}

/// A bar or a line break would end a table's cell.
fn cell(text: &str) -> String {
    one_line(text).replace('|', "\\|")
}
