//! The one canonical form of a schema.

use std::collections::{BTreeSet, HashSet};

use serde_json::{Map, Value, json};

use super::keywords::{each_child, each_child_mut, is_annotation, ordered};
use super::number::bounds_for_format;
use super::refs::{Definitions, collect_refs, reference_to};
use super::unit_enum::UnitEnum;
use super::{merge, objects, pattern, validate};

pub(super) type Schema = Map<String, Value>;

/// How deep definitions are written out in place; deeper `$ref`s stay.
const MAX_DEPTH: usize = 64;

/// How many values may be written out in place, so that no schema grows without measure.
const FUEL: usize = 100_000;

/// How often the form is sought at most; each pass but the last two makes some type plainer.
const MAX_PASSES: usize = 4;

/// Brings a JSON Schema (draft 2020-12, as schemars makes it) into its one canonical form.
///
/// `$ref`s are written out, except those to types that contain themselves; objects are closed;
/// enums of unit variants are one list of strings, in the order of declaration if one of `orders`
/// (from [`variant_orders`](super::variant_orders)) has all their values; keywords stand in a fixed
/// order. What the result claims is enforced by [`check`](super::check) or by decoding.
#[must_use]
pub(crate) fn canonical(mut root: Value, orders: &[&'static [&'static str]]) -> Value {
    for _ in 0..MAX_PASSES {
        let (next, unrolled) = pass(root.clone(), orders);
        // A type written out inside another may not contain itself any more, and go in place.
        let done = !unrolled || next == root;
        root = next;
        if done {
            break;
        }
    }
    let whole = root.clone();
    drop_wrong_defaults(&mut root, &whole);
    root
}

/// One pass, and whether a type that contains itself was written out one level deep.
fn pass(mut root: Value, orders: &[&'static [&'static str]]) -> (Value, bool) {
    let defs = Definitions::take(&mut root);
    let mut canon = Canon { defs, orders, fuel: FUEL, unrolled: false };
    let mut root = into_schema(canon.node(root, Place::TOP, &mut Vec::new()));
    let kept = canon.kept_definitions(&root);
    if !kept.is_empty() {
        root.insert("$defs".to_owned(), kept.into());
    }
    (root.into(), canon.unrolled)
}

pub(super) struct Canon<'a> {
    defs: Definitions,
    orders: &'a [&'static [&'static str]],
    fuel: usize,
    unrolled: bool,
}

/// Where in the root a schema stands.
#[derive(Clone, Copy)]
pub(super) struct Place {
    depth: usize,
    /// Whether objects are closed here; not where a schema is only a condition.
    pub(super) closing: bool,
    /// Whether a `$ref` is written out here even to a type that contains itself.
    top: bool,
}

impl Canon<'_> {
    /// The canonical form of one schema; `active` names the definitions being written out here.
    pub(super) fn node(&mut self, schema: Value, place: Place, active: &mut Vec<String>) -> Value {
        let schema = self.expand(into_schema(schema), place.top, place.depth, active);
        if let Some(choice) = self.unit_enum(&schema, place.depth) {
            return ordered(choice).into();
        }
        match objects::take_forms(schema, place) {
            Ok(split) => self.distribute(split, place),
            Err(schema) => self.plain(schema, place).into(),
        }
    }

    /// A schema whose forms, if any, stay beside its other keywords.
    fn plain(&mut self, mut schema: Schema, place: Place) -> Schema {
        for keyword in ["title", "$schema", "$defs", "definitions"] {
            schema.shift_remove(keyword);
        }
        tuple_of_old(&mut schema);
        bounds_for_format(&mut schema);
        pattern::tell_unenforced(&mut schema);
        each_child_mut(&mut schema, &mut |keyword, child| {
            let may_stay = matches!(keyword, "additionalProperties" | "unevaluatedProperties");
            if !(may_stay && child.is_boolean()) {
                let inside = place.inside(keyword);
                *child = self.node(child.take(), inside, &mut Vec::new());
            }
        });
        if place.closing {
            objects::close(&mut schema);
        }
        ordered(schema)
    }

    /// Writes out the `$ref` of a schema and joins its `allOf`.
    ///
    /// With `force` that is done even if the definition contains itself, one level deep.
    pub(super) fn expand(
        &mut self,
        mut schema: Schema,
        force: bool,
        depth: usize,
        active: &mut Vec<String>,
    ) -> Schema {
        if let Some(Value::String(reference)) = schema.get("$ref") {
            let name = self.defs.name(reference).map(str::to_owned);
            schema.shift_remove("$ref");
            schema = match name {
                // A `$ref` to nowhere, or to itself, restricts nothing.
                None => schema,
                Some(name) if active.contains(&name) => schema,
                Some(name) => self.expand_named(name, schema, force, depth, active),
            };
        }
        if let Some(Value::Array(parts)) = schema.shift_remove("allOf") {
            for part in parts {
                let from = active.len();
                let part = self.expand(into_schema(part), true, depth, active);
                active.truncate(from);
                schema = match merge::both(schema, part) {
                    Some(merged) => merged,
                    None => return never(),
                };
            }
        }
        schema
    }

    fn expand_named(
        &mut self,
        name: String,
        mut beside: Schema,
        force: bool,
        depth: usize,
        active: &mut Vec<String>,
    ) -> Schema {
        let force = force || !beside.keys().all(|keyword| is_annotation(keyword));
        let stays = self.defs.is_recursive(&name) && !force;
        let definition = match self.defs.get(&name) {
            Some(definition) if !stays && depth + active.len() < MAX_DEPTH => {
                self.fuel.checked_sub(weight(definition)).map(|left| (left, definition.clone()))
            }
            _ => None,
        };
        let Some((left, definition)) = definition else {
            beside.insert("$ref".to_owned(), reference_to(&name).into());
            return beside;
        };
        self.fuel = left;
        self.unrolled |= self.defs.is_recursive(&name);
        active.push(name);
        let definition = self.expand(into_schema(definition), force, depth, active);
        merge::both(beside, definition).unwrap_or_else(never)
    }

    fn unit_enum(&mut self, schema: &Schema, depth: usize) -> Option<Schema> {
        if schema.contains_key("const") {
            return None;
        }
        let orders = self.orders;
        let mut resolve = |form: &Schema| self.expand(form.clone(), false, depth, &mut Vec::new());
        Some(UnitEnum::read(schema, &mut resolve)?.write(orders))
    }

    /// Writes each form of an object in full, with what all of them share.
    fn distribute(&mut self, split: objects::Split, place: Place) -> Value {
        let objects::Split { notes, shared, choices } = split;
        let Some(products) = self.products(&shared, &choices, place) else {
            // Too many to write out: what is shared stays, and decoding does the rest.
            let mut open = shared;
            open.extend(notes);
            open.insert("additionalProperties".to_owned(), true.into());
            return self.plain(open, place).into();
        };
        let is_any = choices.iter().any(|(keyword, _)| keyword == "anyOf");
        let deeper = Place { depth: place.depth + 1, ..place };
        let forms = products
            .into_iter()
            .map(|form| self.node(form.into(), deeper, &mut Vec::new()))
            .collect();
        objects::join(notes, &shared, forms, is_any).into()
    }

    /// Every way to take one form of each choice, merged with what they share.
    fn products(
        &mut self,
        shared: &Schema,
        choices: &[(String, Vec<Value>)],
        place: Place,
    ) -> Option<Vec<Schema>> {
        let count = choices.iter().try_fold(1_usize, |n, (_, forms)| n.checked_mul(forms.len()))?;
        let cost = count.checked_mul(weight_of(shared))?;
        if count > objects::MAX_FORMS || place.depth >= MAX_DEPTH {
            return None;
        }
        self.fuel = self.fuel.checked_sub(cost)?;
        let mut products = vec![shared.clone()];
        for (_, forms) in choices {
            let forms: Vec<_> = forms
                .iter()
                .map(|form| {
                    let form = into_schema(form.clone());
                    let form = self.expand(form, true, place.depth, &mut Vec::new());
                    objects::form_of(shared, form)
                })
                .collect();
            let pairs = products.iter().flat_map(|product| forms.iter().map(move |f| (product, f)));
            products = pairs.filter_map(|(a, b)| merge::both(a.clone(), b.clone())).collect();
        }
        Some(products)
    }

    /// The definitions that `$ref`s left in `root` still need, in their own canonical form.
    fn kept_definitions(&mut self, root: &Schema) -> Schema {
        let mut done = Map::new();
        let mut open = BTreeSet::new();
        self.note_refs(root, &mut open);
        while let Some(name) = open.pop_first() {
            let definition = self.defs.get(&name).cloned().unwrap_or_default();
            let definition = self.node(definition, Place::TOP, &mut vec![name.clone()]);
            if let Value::Object(definition) = &definition {
                self.note_refs(definition, &mut open);
            }
            done.insert(name, definition);
            open.retain(|name| !done.contains_key(name));
        }
        self.defs.names().filter_map(|name| done.remove_entry(name)).collect()
    }

    fn note_refs(&self, schema: &Schema, names: &mut BTreeSet<String>) {
        let mut written = Vec::new();
        each_child(schema, &mut |child| collect_refs(child, &mut written));
        written.extend(schema.get("$ref").and_then(Value::as_str).map(str::to_owned));
        let written: HashSet<_> = written.into_iter().collect();
        let needed = self.defs.names().filter(|name| written.contains(&reference_to(name)));
        names.extend(needed.cloned());
    }
}

impl Place {
    const TOP: Self = Self { depth: 0, closing: true, top: true };

    fn inside(self, keyword: &str) -> Self {
        let condition =
            matches!(keyword, "not" | "if" | "then" | "else" | "contains" | "dependentSchemas");
        Self { depth: self.depth + 1, closing: self.closing && !condition, top: false }
    }
}

/// Boolean schemas in words; anything that is no schema restricts nothing.
pub(super) fn into_schema(schema: Value) -> Schema {
    match schema {
        Value::Object(schema) => schema,
        Value::Bool(false) => never(),
        _ => Map::new(),
    }
}

/// The schema that nothing fits.
pub(super) fn never() -> Schema {
    let mut schema = Map::new();
    schema.insert("not".to_owned(), json!({}));
    schema
}

/// A tuple as drafts before 2020-12 wrote it.
fn tuple_of_old(schema: &mut Schema) {
    if schema.get("items").is_some_and(Value::is_array) {
        let tuple = schema.shift_remove("items");
        let rest = schema.shift_remove("additionalItems");
        schema.extend(tuple.map(|tuple| ("prefixItems".to_owned(), tuple)));
        schema.extend(rest.map(|rest| ("items".to_owned(), rest)));
    }
}

/// How much it costs to write a value once more.
fn weight(value: &Value) -> usize {
    match value {
        Value::String(text) => 1 + text.len() / 32,
        Value::Array(list) => 1 + list.iter().map(weight).sum::<usize>(),
        Value::Object(map) => weight_of(map),
        _ => 1,
    }
}

fn weight_of(map: &Schema) -> usize {
    1 + map.values().map(weight).sum::<usize>()
}

/// Removes each `default` that its own schema refuses, such as the null that NaN becomes.
fn drop_wrong_defaults(schema: &mut Value, root: &Value) {
    let wrong = schema
        .get("default")
        .is_some_and(|default| !validate::check(root, schema, default, "").is_empty());
    if let Value::Object(map) = schema {
        if wrong {
            map.shift_remove("default");
        }
        each_child_mut(map, &mut |_, child| drop_wrong_defaults(child, root));
    }
}
