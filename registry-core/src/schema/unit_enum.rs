//! Enums of unit variants: one list of strings, with the variants' docs in the description.

use std::collections::HashSet;

use serde_json::{Map, Value, json};

use super::keywords::tell;

type Schema = Map<String, Value>;

/// A choice among strings, as gathered from the ways in which a schema can say it.
#[derive(Default)]
pub(super) struct UnitEnum {
    values: Vec<String>,
    docs: Vec<(String, String)>,
    /// Whether null fits too.
    nullable: bool,
    /// What else is said about the choice, such as its description.
    notes: Schema,
}

impl UnitEnum {
    /// Reads a schema as a choice among strings, if it is nothing else.
    ///
    /// `resolve` writes out a `$ref` that stands in the way.
    pub(super) fn read(
        schema: &Schema,
        resolve: &mut dyn FnMut(&Schema) -> Schema,
    ) -> Option<Self> {
        let mut read = Self::default();
        for (keyword, value) in schema {
            match (keyword.as_str(), value) {
                ("type", Value::String(name)) if name == "string" => {}
                ("type", Value::Array(_)) if *value == json!(["string", "null"]) => {}
                ("enum", Value::Array(list)) => read.take_list(list)?,
                ("const", Value::String(value)) => read.values.push(value.clone()),
                ("anyOf" | "oneOf", Value::Array(forms)) => read.take_forms(forms, resolve)?,
                ("title" | "$schema", _) => {}
                ("description" | "default" | "examples" | "deprecated", _) => {
                    read.notes.insert(keyword.clone(), value.clone());
                }
                _ => return None,
            }
        }
        let forms = ["enum", "const", "anyOf", "oneOf"];
        let one = forms.iter().filter(|keyword| schema.contains_key(**keyword)).count() == 1;
        (one && !read.values.is_empty()).then_some(read)
    }

    fn take_list(&mut self, list: &[Value]) -> Option<()> {
        for value in list {
            match value {
                Value::String(text) => self.values.push(text.clone()),
                Value::Null => self.nullable = true,
                _ => return None,
            }
        }
        Some(())
    }

    fn take_forms(
        &mut self,
        forms: &[Value],
        resolve: &mut dyn FnMut(&Schema) -> Schema,
    ) -> Option<()> {
        for form in forms {
            let form = form.as_object()?;
            if form.get("type").and_then(Value::as_str) == Some("null") {
                self.nullable = true;
                continue;
            }
            let form = if form.contains_key("$ref") { &resolve(form) } else { form };
            let inner = Self::read(form, resolve)?;
            self.take_form(inner, form.contains_key("const"));
        }
        Some(())
    }

    /// Joins one form; what is said about a single variant is its doc, else it is about the whole.
    fn take_form(&mut self, inner: Self, single: bool) {
        self.nullable |= inner.nullable;
        self.docs.extend(inner.docs);
        for (keyword, note) in inner.notes {
            match (single, keyword.as_str(), &note) {
                (true, "description", Value::String(doc)) => {
                    let doc = doc.split_whitespace().collect::<Vec<_>>().join(" ");
                    self.docs.extend(inner.values.first().map(|value| (value.clone(), doc)));
                }
                (false, _, _) => {
                    self.notes.entry(keyword).or_insert(note);
                }
                _ => {}
            }
        }
        self.values.extend(inner.values);
    }

    /// The canonical schema, in the order of declaration where one of `orders` knows it.
    pub(super) fn write(mut self, orders: &[&'static [&'static str]]) -> Schema {
        if let Some(order) = order_of(&self.values, orders) {
            let place = |value: &str| order.iter().position(|known| *known == value);
            self.values.sort_by_key(|value| place(value));
            self.docs.sort_by_key(|(value, _)| place(value));
        }
        let mut seen = HashSet::new();
        self.values.retain(|value| seen.insert(value.clone()));
        let mut values: Vec<_> = self.values.into_iter().map(Value::String).collect();
        let mut schema = self.notes;
        schema.insert("type".to_owned(), json!("string"));
        if self.nullable {
            schema.insert("type".to_owned(), json!(["string", "null"]));
            values.push(Value::Null);
        }
        schema.insert("enum".to_owned(), values.into());
        let docs: Vec<_> =
            self.docs.iter().map(|(value, doc)| format!("- `{value}`: {doc}")).collect();
        if !docs.is_empty() {
            tell(&mut schema, "\n\n", &docs.join("\n"));
        }
        schema
    }
}

/// The list that has all the values; one of the same length is the likelier.
fn order_of(
    values: &[String],
    orders: &[&'static [&'static str]],
) -> Option<&'static [&'static str]> {
    let fits = |order: &&&'static [&'static str]| {
        values.iter().all(|value| order.contains(&value.as_str()))
    };
    let exact = orders.iter().find(|order| order.len() == values.len() && fits(order));
    exact.or_else(|| orders.iter().find(fits)).copied()
}
