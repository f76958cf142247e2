//! From static entries to the data model: made when first asked for, once per process.

use std::time::{SystemTime, UNIX_EPOCH};

use schemars::generate::{SchemaGenerator, SchemaSettings};
use serde_json::{Map, Value, json};

use crate::collect::Collected;
use crate::docs::Docs;
use crate::entry::{EntryData, JsonType, Meta, Method, Param, SchemaFn, Shape};
use crate::model::{Access, Behaviour, Tool, ToolParam, ToolSchema};
use crate::schema;

/// The schemas of one callable, and which arguments decoding alone checks.
#[derive(Debug)]
pub(crate) struct MethodSchema {
    pub(crate) input: Value,
    suffices: Vec<bool>,
}

impl MethodSchema {
    pub(crate) fn property(&self, name: &str) -> Option<&Value> {
        self.input.get("properties")?.get(name)
    }

    pub(crate) fn decoding_suffices(&self, index: usize) -> bool {
        self.suffices.get(index).copied().unwrap_or(false)
    }

    pub(crate) fn of(method: &Method) -> Self {
        let (raw, orders) = raw_schema(method);
        // Asked of the raw schema: it still tells an `u8` from an `u32` with a range.
        let suffices = method
            .params
            .iter()
            .map(|param| match raw["properties"].get(param.name) {
                Some(property) => schema::decoding_suffices_in(&raw, property),
                None => true,
            })
            .collect();
        Self { input: schema::canonical(raw, &orders), suffices }
    }

    /// Of a tool that was registered at run time; everything is checked against its schema.
    pub(crate) fn dynamic(input: Value) -> Self {
        Self { input, suffices: Vec::new() }
    }
}

fn json_params(
    method: &Method,
) -> impl Iterator<Item = (&'static Param, &'static JsonType)> + use<> {
    let params: &'static [Param] = method.params;
    params.iter().filter_map(|param| match param.shape {
        Shape::Json(json) => Some((param, json)),
        Shape::Injected(_) => None,
    })
}

fn is_required(param: &Param, json: &JsonType) -> bool {
    param.default.is_none() && !(json.optional)()
}

/// The arguments' schema as schemars makes it, and the variant orders that canonical form needs.
fn raw_schema(method: &Method) -> (Value, Vec<&'static [&'static str]>) {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut properties = Map::new();
    let mut required = Vec::new();
    let mut orders = Vec::new();
    for (param, json) in json_params(method) {
        let make = param.schema_with.unwrap_or(json.schema);
        let mut property = make(&mut generator).to_value();
        schema::mend_derived(&mut property);
        let docs = Docs::parse(param.docs);
        let text = crate::docs::full_text(&docs.description, docs.long.as_deref());
        if property == Value::Bool(true) {
            property = json!({});
        }
        if let Value::Object(property) = &mut property {
            if !text.is_empty() {
                property.insert("description".into(), text.into());
            }
            if let Some(default) = param.default.and_then(|default| default()) {
                property.insert("default".into(), default);
            }
            if !param.examples.is_empty() {
                property.insert("examples".into(), examples(param).into());
            }
        }
        if is_required(param, json) {
            required.push(param.name);
        }
        properties.insert(param.name.into(), property);
        orders.extend((json.variants)());
    }
    let mut root = json!({
        "type": "object", "properties": properties, "required": required,
        "additionalProperties": false
    });
    if let Value::Object(root) = &mut root {
        add_definitions(root, &mut generator);
    }
    (root, orders)
}

fn examples(param: &Param) -> Vec<Value> {
    param.examples.iter().map(|example| example()).collect()
}

fn add_definitions(root: &mut Map<String, Value>, generator: &mut SchemaGenerator) {
    let mut definitions = generator.take_definitions(true);
    definitions.values_mut().for_each(schema::mend_derived);
    if !definitions.is_empty() {
        root.insert("$defs".into(), definitions.into());
    }
}

/// The canonical schema of what a tool returns; none where it returns nothing.
///
/// A result need not be decodable, so its enums stand in schemars' order: documented variants last.
pub(crate) fn output_schema(make: SchemaFn) -> Option<Value> {
    let mut generator = SchemaSettings::draft2020_12().into_generator();
    let mut schema = make(&mut generator).to_value();
    if schema.get("type") == Some(&Value::from("null")) {
        return None;
    }
    schema::mend_derived(&mut schema);
    let mut root = match schema {
        Value::Object(root) => root,
        _ => Map::new(),
    };
    add_definitions(&mut root, &mut generator);
    Some(schema::canonical(root.into(), &[]))
}

/// The last that was said wins: on the method, else on its impl block, else on the type.
fn said<T>(levels: &[&'static Meta], get: impl Fn(&'static Meta) -> Option<T>) -> Option<T> {
    levels.iter().rev().find_map(|meta| get(meta))
}

fn gathered(
    levels: &[&'static Meta],
    get: impl Fn(&'static Meta) -> &'static [&'static str],
) -> Vec<String> {
    let mut all: Vec<String> = Vec::new();
    for text in levels.iter().flat_map(|meta| get(meta)) {
        if !all.iter().any(|seen| seen == text) {
            all.push((*text).to_owned());
        }
    }
    all
}

/// One callable in the data model.
pub(crate) fn tool_schema(
    tool: &Collected,
    entry: &'static EntryData,
    method: &'static Method,
    input: &Value,
) -> ToolSchema {
    let levels = levels(tool, entry, method);
    let docs = Docs::parse(method.docs);
    let mut failures = docs.failures;
    failures.extend(method.meta.errors.iter().map(|text| (*text).to_owned()));
    ToolSchema {
        name: method.name.into(),
        description: docs.description,
        long_description: docs.long,
        parameters: json_params(method)
            .map(|(param, json)| tool_param(param, json, input))
            .collect(),
        return_type: method.returns.into(),
        input_schema: input.clone(),
        output_schema: (method.output)().and_then(output_schema),
        failures,
        examples: method.meta.examples.iter().map(|text| example(text)).collect(),
        behaviour: Behaviour {
            risk: said(&levels, |meta| meta.risk),
            read_only: said(&levels, |meta| meta.read_only),
            destructive: said(&levels, |meta| meta.destructive),
            idempotent: said(&levels, |meta| meta.idempotent),
            open_world: said(&levels, |meta| meta.open_world),
            timeout: said(&levels, |meta| meta.timeout_ms),
            concurrency: said(&levels, |meta| meta.concurrency),
            streaming: method.streaming,
        },
        access: Access {
            agents: said(&levels, |meta| (!meta.agents.is_empty()).then_some(meta.agents))
                .unwrap_or_default()
                .iter()
                .map(|agent| (*agent).to_owned())
                .collect(),
            scopes: gathered(&levels, |meta| meta.scopes),
            requires_auth: said(&levels, |meta| meta.requires_auth).unwrap_or(false),
            stage: said(&levels, |meta| meta.stage).map(Into::into),
            flag: said(&levels, |meta| meta.flag).map(Into::into),
        },
        tags: if tool.is_function() {
            Vec::new()
        } else {
            gathered(&[method.meta], |meta| meta.tags)
        },
        title: method.meta.title.map(Into::into),
        deprecated: said(&levels, |meta| meta.deprecated).map(Into::into),
        wire: method.meta.wire.map(Into::into),
    }
}

/// The attributes that bear on a method, the most general first.
pub(crate) fn levels(
    tool: &Collected,
    entry: &'static EntryData,
    method: &'static Method,
) -> [&'static Meta; 3] {
    let head = tool.head.map_or(&Meta::EMPTY, |head| head.meta);
    let own = tool.head.is_some_and(|head| std::ptr::eq(head, entry));
    [head, if own { &Meta::EMPTY } else { entry.meta }, method.meta]
}

/// An example is a JSON object of arguments, or else plain text.
pub(crate) fn example(text: &str) -> Value {
    serde_json::from_str(text).unwrap_or_else(|_| text.into())
}

fn tool_param(param: &Param, json: &JsonType, input: &Value) -> ToolParam {
    let property = &input["properties"][param.name];
    ToolParam {
        name: param.name.into(),
        description: property["description"].as_str().unwrap_or_default().into(),
        r#type: json_type(property),
        required: is_required(param, json),
        default: property.get("default").cloned(),
        examples: examples(param),
        r#enum: property.get("enum").and_then(Value::as_array).cloned(),
    }
}

/// The one JSON type that a schema allows besides null, else `any`.
pub(crate) fn json_type(schema: &Value) -> String {
    let single = |types: Vec<String>| match types.as_slice() {
        [one] => one.clone(),
        [first, rest @ ..] if rest.iter().all(|other| other == first) => first.clone(),
        _ => "any".to_owned(),
    };
    match schema.get("type") {
        Some(Value::String(one)) => one.clone(),
        Some(Value::Array(many)) => single(
            many.iter()
                .filter_map(Value::as_str)
                .filter(|t| *t != "null")
                .map(Into::into)
                .collect(),
        ),
        _ => {
            let branches = schema.get("anyOf").or_else(|| schema.get("oneOf"));
            let branches = branches.and_then(Value::as_array).cloned().unwrap_or_default();
            single(branches.iter().map(json_type).filter(|found| found != "null").collect())
        }
    }
}

/// A whole tool in the data model.
pub(crate) fn tool(collected: &Collected, schemas: Vec<ToolSchema>) -> Tool {
    let docs = Docs::parse(collected.docs());
    let metas: Vec<&'static Meta> = collected
        .head
        .iter()
        .copied()
        .chain(collected.impls.iter().copied())
        .map(|entry| entry.meta)
        .collect();
    let mut meta = Map::new();
    for (key, json) in metas.iter().flat_map(|meta| meta.extra) {
        meta.insert((*key).into(), example(json));
    }
    Tool {
        name: collected.name().into(),
        description: docs.description,
        long_description: docs.long,
        version: said(&metas, |meta| meta.version).map(Into::into),
        group: said(&metas, |meta| meta.group).map(Into::into),
        tags: gathered(&metas, |meta| meta.tags),
        schemas: schemas.into_iter().map(|schema| (schema.name.clone(), schema)).collect(),
        meta,
        source: collected.place(),
        registered_at: Some(now()),
        function: collected.is_function(),
        handlers: Vec::new(),
    }
}

/// Milliseconds since 1970.
pub(crate) fn now() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
