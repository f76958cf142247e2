//! The rules for values of one kind: numbers, strings, arrays, objects.

use std::cmp::Ordering;
use std::collections::HashMap;

use serde_json::{Map, Number, Value};

use super::describe::{describe_in, describe_kind};
use super::keywords::required;
use super::merge::type_names;
use super::number::{compare, is_multiple};
use super::refs::escape;
use super::validate::Checker;
use crate::violation::Violation;

type Schema = Map<String, Value>;

impl Checker<'_> {
    /// Checks the keywords that apply to the value's kind.
    pub(super) fn rules(&mut self, schema: &Schema, value: &Value) {
        match value {
            Value::Number(number) => self.number(schema, number, value),
            Value::String(text) => self.text(schema, text, value),
            Value::Array(items) => self.array(schema, items, value),
            Value::Object(object) => self.object(schema, object, value),
            Value::Null | Value::Bool(_) => {}
        }
    }

    fn number(&mut self, schema: &Schema, number: &Number, value: &Value) {
        let holds = |keyword: &str, test: fn(Ordering) -> bool| match schema.get(keyword) {
            Some(Value::Number(bound)) => test(compare(number, bound)),
            _ => true,
        };
        let multiple = match schema.get("multipleOf") {
            Some(Value::Number(of)) => is_multiple(number, of),
            _ => true,
        };
        let fits = holds("minimum", Ordering::is_ge)
            && holds("maximum", Ordering::is_le)
            && holds("exclusiveMinimum", Ordering::is_gt)
            && holds("exclusiveMaximum", Ordering::is_lt);
        if !(fits && multiple) {
            let kinds = schema.get("type").map(type_names).unwrap_or_default();
            let integer = kinds.iter().any(|kind| kind == "integer");
            self.breaks(schema, if integer { "integer" } else { "number" }, value);
        }
    }

    fn text(&mut self, schema: &Schema, text: &str, value: &Value) {
        let bounded = schema.contains_key("minLength") || schema.contains_key("maxLength");
        let long_enough =
            !bounded || within(schema, ["minLength", "maxLength"], text.chars().count());
        let matches = match schema.get("pattern") {
            Some(Value::String(pattern)) => self.matches(pattern, text),
            _ => true,
        };
        if !(long_enough && matches) {
            self.breaks(schema, "string", value);
        }
    }

    fn array(&mut self, schema: &Schema, items: &[Value], value: &Value) {
        if !within(schema, ["minItems", "maxItems"], items.len()) {
            self.item_count(schema, items);
        }
        let first = match schema.get("prefixItems") {
            Some(Value::Array(first)) => first.as_slice(),
            _ => &[],
        };
        let rest = schema.get("items");
        for (index, item) in items.iter().enumerate() {
            if let Some(schema) = first.get(index).or(rest) {
                self.descend(index, schema, item);
            }
        }
        if schema.get("uniqueItems") == Some(&Value::Bool(true)) {
            self.repeats(items);
        }
        if let Some(wanted) = schema.get("contains") {
            self.contains(schema, wanted, items, value);
        }
    }

    fn item_count(&mut self, schema: &Schema, items: &[Value]) {
        self.fail(|this| {
            let expected = describe_kind(this.root, "array", schema);
            let got = match items.len() {
                1 => "an array with 1 item".to_owned(),
                count => format!("an array with {count} items"),
            };
            Violation::new(&this.path, format!("expected {expected}, got {got}"))
                .expected(expected, got)
        });
    }

    fn repeats(&mut self, items: &[Value]) {
        let mut seen = HashMap::new();
        for (index, item) in items.iter().enumerate() {
            let mut key = String::new();
            write_key(item, &mut key);
            let first = *seen.entry(key).or_insert(index);
            if first != index {
                self.fail(|this| {
                    let path = format!("{}/{index}", this.path);
                    Violation::new(path, format!("this item repeats the one at index {first}"))
                });
            }
        }
    }

    fn contains(&mut self, schema: &Schema, wanted: &Value, items: &[Value], value: &Value) {
        let count = items.iter().filter(|item| self.fits(wanted, item)).count();
        let least = schema.get("minContains").and_then(Value::as_u64).unwrap_or(1);
        let most = schema.get("maxContains").and_then(Value::as_u64).unwrap_or(u64::MAX);
        if !(least..=most).contains(&(count as u64)) {
            self.mismatch(
                |this| {
                    let most = if most == u64::MAX { String::new() } else { format!(" to {most}") };
                    let wanted = describe_in(this.root, wanted);
                    format!("an array where {least}{most} or more items are {wanted}")
                        .replace(" or more", if most.is_empty() { " or more" } else { "" })
                },
                value,
            );
        }
    }

    fn object(&mut self, schema: &Schema, object: &Schema, value: &Value) {
        let none = Map::new();
        let named = |keyword| schema.get(keyword).and_then(Value::as_object).unwrap_or(&none);
        let (properties, patterns) = (named("properties"), named("patternProperties"));
        let rest = schema.get("additionalProperties");
        for (name, value) in object {
            let matched = self.matched(patterns, name, value);
            match rest {
                _ if matched || properties.contains_key(name) => {}
                Some(Value::Bool(false)) => self.fail(|this| {
                    let known: Vec<_> = properties.keys().map(String::as_str).collect();
                    Violation::unknown(&this.path, name, &known, |name| object.contains_key(name))
                }),
                Some(rest) => self.descend(escape(name), rest, value),
                None => {}
            }
            if let Some(names) = schema.get("propertyNames") {
                self.descend(escape(name), names, &Value::String(name.clone()));
            }
        }
        let needed: Vec<_> = required(schema).collect();
        for (name, schema) in properties {
            match object.get(name) {
                Some(value) => self.descend(escape(name), schema, value),
                None if needed.contains(&name.as_str()) => self.missing(name, Some(schema)),
                None => {}
            }
        }
        for name in needed {
            if !properties.contains_key(name) && !object.contains_key(name) {
                self.missing(name, None);
            }
        }
        if !within(schema, ["minProperties", "maxProperties"], object.len()) {
            self.property_count(schema, object, value);
        }
        for (name, schema) in named("dependentSchemas") {
            if object.contains_key(name) {
                self.in_place(schema, value);
            }
        }
    }

    fn missing(&mut self, name: &str, schema: Option<&Value>) {
        self.fail(|this| {
            let expected = schema.map(|schema| describe_in(this.root, schema));
            Violation::missing(&this.path, name, expected)
        });
    }

    /// Checks a property against the patterns that its name matches, and says whether it does any.
    fn matched(&mut self, patterns: &Schema, name: &str, value: &Value) -> bool {
        let mut matched = false;
        if cfg!(feature = "pattern") {
            for (pattern, schema) in patterns {
                if self.matches(pattern, name) {
                    matched = true;
                    self.descend(escape(name), schema, value);
                }
            }
        }
        matched
    }

    fn property_count(&mut self, schema: &Schema, object: &Schema, value: &Value) {
        let low = schema.get("minProperties").and_then(Value::as_u64).unwrap_or(0);
        let high = schema.get("maxProperties").and_then(Value::as_u64);
        self.mismatch(
            |_| match high {
                Some(high) => format!("an object with {low} to {high} properties"),
                None => format!("an object with at least {low} properties"),
            },
            value,
        );
        self.amend_got(format!("an object with {}", object.len()));
    }

    /// The value is of the right kind but breaks a rule that the description of the schema tells.
    fn breaks(&mut self, schema: &Schema, kind: &str, value: &Value) {
        self.mismatch(|this| describe_kind(this.root, kind, schema), value);
    }

    #[cfg(feature = "pattern")]
    fn matches(&mut self, pattern: &str, text: &str) -> bool {
        if !self.patterns.contains_key(pattern) {
            self.patterns.insert(pattern.to_owned(), regex_lite::Regex::new(pattern).ok());
        }
        match self.patterns.get(pattern) {
            Some(Some(regex)) => regex.is_match(text),
            _ => true,
        }
    }

    #[cfg(not(feature = "pattern"))]
    fn matches(&mut self, _pattern: &str, _text: &str) -> bool {
        true
    }
}

/// Whether a count lies within the bounds that two keywords give.
fn within(schema: &Schema, [low, high]: [&str; 2], count: usize) -> bool {
    let bound = |keyword| schema.get(keyword).and_then(Value::as_u64);
    let count = count as u64;
    bound(low).is_none_or(|low| count >= low) && bound(high).is_none_or(|high| count <= high)
}

/// A text that is the same for values that are the same, whatever the order of their keys.
fn write_key(value: &Value, key: &mut String) {
    match value {
        Value::Array(items) => {
            key.push('[');
            for item in items {
                write_key(item, key);
                key.push(',');
            }
            key.push(']');
        }
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_by_key(|(name, _)| *name);
            key.push('{');
            for (name, value) in entries {
                key.push_str(&Value::String(name.clone()).to_string());
                write_key(value, key);
                key.push(',');
            }
            key.push('}');
        }
        Value::Number(number) => match (number.as_i128(), number.as_f64()) {
            (None, Some(float)) => key.push_str(&float.to_string()),
            _ => key.push_str(&number.to_string()),
        },
        other => key.push_str(&other.to_string()),
    }
}
